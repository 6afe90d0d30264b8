//! What to do about one finding: by who its threads are, and by what would order them.
//!
//! A barrier helps the threads of one block alone, and none helps `*total += i`, which every thread does.

use crate::diagnostics::codes;
use crate::diagnostics::render::snippet;
use crate::span::Span;
use crate::verdict::{AccessMode, Finding, Level, Party};

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
    let code = finding.code;
    if code == codes::DATA_RACE.id || code == codes::VOLATILE_RACE.id {
        Some(meeting.of_plain_accesses())
    } else if code == codes::ATOMIC_PLAIN_RACE.id {
        Some(meeting.of_atomic_access())
    } else if code == codes::BARRIER_DIVERGENCE.id {
        meeting.at_barrier()
    } else {
        None
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

    fn of_plain_accesses(&self) -> String {
        let [a, b] = self.at;
        if a == b && self.both(AccessMode::Write) {
            return format!("let one thread write in {}, or give each thread cells of its own", self.line(a));
        }
        if a == b {
            return format!(
                "each thread reads and writes what others do in {}: make that one atomic operation (`atomicAdd`, and so on), or give each \
                 thread cells of its own",
                self.line(a)
            );
        }
        let own = "give each thread cells of its own";
        match self.barrier() {
            Some(barrier) => format!("{barrier}, or {own}"),
            None if self.finding.level == Level::Grid => format!(
                "blocks do not wait for each other within a launch: {own}, or do what comes later in a launch of its own"
            ),
            None => format!("{own}, or make both accesses atomic"),
        }
    }

    fn of_atomic_access(&self) -> String {
        let plain = self.parties.iter().zip(self.at).find(|(party, _)| party.mode != AccessMode::Atomic);
        let atomic = match plain {
            Some((party, at)) if party.mode == AccessMode::Read => {
                format!("make the read in {} atomic, too", self.line(at))
            }
            Some((_, at)) => format!("make the write in {} atomic, too", self.line(at)),
            None => "make both accesses atomic".to_owned(),
        };
        match self.barrier() {
            Some(barrier) => format!("{atomic}, or {barrier}"),
            None => atomic,
        }
    }

    /// Of a barrier that one thread does not come to, where it is known which branch keeps it away.
    fn at_barrier(&self) -> Option<String> {
        let branch = &self.finding.parting.as_ref()?.span;
        let barrier = self.at[0];
        let is_near = branch.file == barrier.file && branch.line < barrier.line;
        is_near.then(|| {
            format!(
                "let all threads come to the barrier in {}, whatever {} decides, and put only the work behind that branch",
                self.line(barrier),
                self.line(branch)
            )
        })
    }

    /// Where a barrier would order the two.
    fn barrier(&self) -> Option<String> {
        let barrier = match self.finding.level {
            Level::Warp => "__syncwarp()",
            Level::Block => "__syncthreads()",
            Level::Cluster | Level::Grid => return None,
        };
        if self.finding.gaps.is_empty() {
            return None;
        }
        let [a, b] = self.at;
        let place = match &self.finding.round {
            Some(round) => format!("into each iteration of the loop in {}", self.line(&round.span)),
            None if a.line == b.line && a.file == b.file => {
                format!("between the two accesses in {} (with a variable for what is read)", self.line(a))
            }
            None => {
                let (first, last) = if a.file == b.file && a.line > b.line { (b, a) } else { (a, b) };
                format!("between {} and {}", self.line(first), self.line(last))
            }
        };
        Some(format!("put a `{barrier}`, to which all threads come, {place}"))
    }

    fn both(&self, mode: AccessMode) -> bool {
        self.parties.iter().all(|party| party.mode == mode)
    }

    /// `line 8`, with the file where it is not that of the first access.
    fn line(&self, span: &Span) -> String {
        let is_here = span.file == self.at[0].file && span.line > 0;
        if is_here { format!("line {}", span.line) } else { snippet::position(span) }
    }
}
