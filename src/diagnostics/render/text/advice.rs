//! What to do about one finding: by who its threads are, and by what would order them.
//!
//! A barrier helps the threads of one block alone, and none helps `*total += i`, which every thread does.

use crate::diagnostics::codes;
use crate::diagnostics::render::snippet;
use crate::span::Span;
use crate::verdict::{AccessMode, Counting, Finding, FindingKind, Idle, Level, Party};

/// Whether the finding itself says what to do: by advice, or by a fix.
pub(super) fn is_advised(finding: &Finding) -> bool {
    !finding.fixes.is_empty() || advice(finding).is_some()
}

/// `None` where there is no more to say than what its code says of all, or where a fix is shown.
pub(super) fn advice(finding: &Finding) -> Option<String> {
    if !finding.fixes.is_empty() {
        return None;
    }
    let [one, other] = finding.parties.as_slice() else { return None };
    let meeting = Meeting::of(finding, one, other);
    match finding.kind {
        FindingKind::DataRace => meeting.of_accesses(),
        FindingKind::BarrierDivergence | FindingKind::ExitedThread => meeting.at_barrier(),
        FindingKind::BenignRace
        | FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch
        | FindingKind::RedundantBarrier => None,
    }
}

/// Two parties of a finding.
struct Meeting<'a> {
    finding: &'a Finding,
    parties: [&'a Party; 2],
    /// Where they are in the innermost function that they share.
    at: [&'a Span; 2],
}

impl<'a> Meeting<'a> {
    fn of(finding: &'a Finding, one: &'a Party, other: &'a Party) -> Meeting<'a> {
        let (at, _) = Span::common(&one.span, &other.span);
        Meeting { finding, parties: [one, other], at }
    }

    fn of_accesses(&self) -> Option<String> {
        let code = self.finding.code;
        let is_atomic = code == codes::ATOMIC_PLAIN_RACE.id;
        if code != codes::DATA_RACE.id && code != codes::VOLATILE_RACE.id && !is_atomic {
            return None;
        }
        if let Some(count) = self.finding.idle.iter().find_map(|idle| self.counting(idle)) {
            return Some(count);
        }
        let [a, b] = self.at;
        if a == b && !is_atomic {
            return Some(self.of_one_place(a));
        }
        if !self.finding.conditions.is_empty() && self.finding.level != Level::Grid {
            return self.barrier();
        }
        let other = if is_atomic { self.atomic() } else { "give each thread cells of its own".to_owned() };
        Some(match (self.barrier(), self.finding.level) {
            (Some(barrier), _) if is_atomic => format!("{other}, or {barrier}"),
            (Some(barrier), _) => format!("{barrier}, or {other}"),
            (None, Level::Grid) if !is_atomic => format!(
                "blocks do not wait for each other within a launch: {other}, or do what comes later in a launch of its own"
            ),
            (None, Level::Grid) => other,
            (None, Level::Warp | Level::Block | Level::Cluster) if is_atomic => other,
            (None, Level::Warp | Level::Block | Level::Cluster) => format!("{other}, or make both accesses atomic"),
        })
    }

    /// Of `a[i] = x`, or `*total += x`, which several threads do to one cell.
    fn of_one_place(&self, at: &Span) -> String {
        let line = self.line(at);
        let is_write = self.parties.iter().all(|party| party.mode == AccessMode::Write);
        if is_write {
            format!("give each thread a cell of its own (look at the index in {line}), or let one thread write")
        } else {
            format!(
                "several threads update one cell in {line}: if that is meant, do it by an atomic operation; else look at the index"
            )
        }
    }

    fn atomic(&self) -> String {
        let plain = self.parties.iter().zip(self.at).find(|(party, _)| party.mode != AccessMode::Atomic);
        match plain {
            Some((party, at)) if party.mode == AccessMode::Read => {
                format!("make the read in {} atomic, too", self.line(at))
            }
            Some((_, at)) => format!("make the write in {} atomic, too", self.line(at)),
            None => "make both accesses atomic".to_owned(),
        }
    }

    /// Where arrivals are counted, a barrier of all threads is no help: what the half of an order lacks.
    fn counting(&self, idle: &Idle) -> Option<String> {
        let access = |number: &usize| self.at.get(number - 1).map_or(String::new(), |at| self.line(at));
        match idle {
            Idle::NoWait { arrival, waits, .. } => {
                let arrival = self.line(arrival);
                Some(format!("let the thread wait, before {}, for what {arrival} arrives at", access(waits)))
            }
            Idle::NoArrival { wait, arrives, .. } => {
                let wait = self.line(wait);
                Some(format!("let the thread arrive, behind {}, at what {wait} waits for", access(arrives)))
            }
            Idle::Mbarrier { of: Counting::Mbarrier, wait, .. } => {
                Some(format!("mend the count of the mbarrier, or the phase that {} waits for", self.line(wait)))
            }
            Idle::Mbarrier { of: Counting::Named, wait, .. } => {
                Some(format!("mend the number of threads that the named barrier in {} is for", self.line(wait)))
            }
            Idle::Elected { arrival, behind, .. } => {
                let arrival = self.line(arrival);
                Some(format!(
                    "put a `__syncwarp()`, if a lane arrives for its warp, or another barrier of those for whom it arrives between {} and {arrival}, or let \
                     each thread arrive for itself",
                    access(behind)
                ))
            }
            Idle::Narrow { .. } => Some(match self.finding.level {
                Level::Warp | Level::Block | Level::Cluster => "give the atomic accesses the scope of the cluster or the device".to_owned(),
                Level::Grid => "give the atomic accesses the scope of the device: `atomicAdd` and not `atomicAdd_block`, `.gpu` and not \
                                `.cta`, `cuda::thread_scope_device`"
                    .to_owned(),
            }),
            Idle::Overlap => Some("make both atomic accesses of the same bytes, at one address and of one size".to_owned()),
            Idle::Fence { .. } | Idle::Barrier { .. } | Idle::Exchange { .. } => None,
        }
    }

    /// Of a barrier that one thread does not come to, where it is known which branch keeps it away.
    fn at_barrier(&self) -> Option<String> {
        if self.finding.code == codes::WRONG_MASK.id {
            return None;
        }
        let branch = &self.finding.parting.as_ref()?.span;
        let barrier = self.at[0];
        let is_before = branch.file == barrier.file && branch.line < barrier.line;
        is_before.then(|| {
            format!(
                "let all threads come to the barrier in {}, whatever {} decides, and put only the work under that condition",
                self.line(barrier),
                self.line(branch)
            )
        })
    }

    /// Where a barrier would order the two.
    fn barrier(&self) -> Option<String> {
        let (barrier, whom) = match self.finding.level {
            Level::Warp | Level::Block if self.finding.within_warp => {
                ("__syncwarp()", "only lanes of one warp race here")
            }
            Level::Warp | Level::Block => ("__syncthreads()", "all threads have to come to it"),
            Level::Cluster => ("cluster.sync()", "all threads of the cluster have to come to it"),
            Level::Grid => return None,
        };
        if self.finding.gaps.is_empty() && self.finding.level != Level::Cluster {
            return None;
        }
        let [a, b] = self.at;
        let is_one_line = (&a.file, a.line) == (&b.file, b.line);
        let reads = self.parties.iter().any(|party| party.mode == AccessMode::Read);
        let first = if is_one_line && reads && self.finding.round.is_none() {
            "read into a local variable first; "
        } else {
            ""
        };
        let place = match &self.finding.round {
            Some(round) => format!("at the end of each iteration of the loop in {}", self.line(&round.span)),
            None if is_one_line => format!("between the two accesses in {}", self.line(a)),
            None => {
                let (first, last) = if a.file == b.file && a.line > b.line { (b, a) } else { (a, b) };
                format!("between {} and {}", self.line(first), self.line(last))
            }
        };
        Some(format!("put a `{barrier}` {place} ({first}{whom})"))
    }

    /// `line 8`, with the file where it is not that of the first access; of what is in a header, where it is called beside that.
    fn line(&self, span: &Span) -> String {
        let span = std::iter::once(span).chain(&span.inlined_at).find(|at| at.file == self.at[0].file).unwrap_or(span);
        let is_here = span.file == self.at[0].file && span.line > 0;
        if is_here { format!("line {}", span.line) } else { snippet::position(span) }
    }
}
