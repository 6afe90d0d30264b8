//! The accesses of a finding among the barriers and loops of its kernel, in the order of the program.

use crate::analysis::concrete::site::mode;
use crate::kernel::{Access, Kernel, Loop, Step, Sync, SyncScope};
use crate::term::{Term, VarKind};
use crate::verdict::{AccessMode, Finding, Meeting, Moment};

/// So many moments before the first and behind the last access are shown.
const AROUND: usize = 4;

/// The moments; `None` if the kernel does not have the accesses.
pub(super) fn timeline(kernel: &Kernel, finding: &Finding) -> Option<Vec<Moment>> {
    let mut drawn = Drawn { kernel, finding, moments: vec![], seen: vec![false; finding.parties.len()] };
    drawn.steps(&kernel.body);
    let is_whole = !drawn.seen.is_empty() && drawn.seen.iter().all(|seen| *seen);
    is_whole.then(|| shortened(drawn.moments))
}

struct Drawn<'k> {
    kernel: &'k Kernel,
    finding: &'k Finding,
    moments: Vec<Moment>,
    /// By party.
    seen: Vec<bool>,
}

impl Drawn<'_> {
    fn steps(&mut self, body: &[Step]) {
        for step in body {
            match step {
                Step::Access(access) => self.access(access),
                Step::Sync(sync) => self.barrier(sync),
                Step::Loop(l) => self.around(l),
                Step::Fence(_) => {}
            }
        }
    }

    fn access(&mut self, access: &Access) {
        let array = self.kernel.arrays.get(access.array.0).map(|array| array.name.as_str());
        for (party, of) in self.finding.parties.iter().enumerate() {
            let is_it = of.span == access.span && of.mode == mode(access) && array == Some(&self.finding.array);
            if is_it && !self.seen[party] {
                self.seen[party] = true;
                self.moments.push(Moment::Party { party });
            }
        }
    }

    /// A barrier; that of the finding is where its parties come, or do not.
    fn barrier(&mut self, sync: &Sync) {
        let before = self.moments.len();
        for (party, of) in self.finding.parties.iter().enumerate() {
            if of.mode == AccessMode::Barrier && of.span == sync.span && !self.seen[party] {
                self.seen[party] = true;
                self.moments.push(Moment::Party { party });
            }
        }
        if self.moments.len() > before {
            return;
        }
        let scope = match sync.scope {
            SyncScope::Warp => Meeting::Warp,
            SyncScope::Block => Meeting::Block,
            SyncScope::Cluster => Meeting::Cluster,
            SyncScope::Grid => Meeting::Grid,
        };
        // An inlined function may have it at one place of the source for several steps.
        let span = sync.span.clone();
        let is_conditional = self.differs(sync.guard);
        let new = Moment::Barrier { span, scope, is_conditional };
        if sync.orders && self.moments.last() != Some(&new) {
            self.moments.push(new);
        }
    }

    /// Whether threads of a block may differ in a condition.
    fn differs(&self, guard: Term) -> bool {
        let terms = &self.kernel.terms;
        let is_own = |var| match terms.var_info(var).kind {
            VarKind::ThreadIdx(_) | VarKind::Local => true,
            VarKind::BlockIdx(_)
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::ClusterRank
            | VarKind::Param
            | VarKind::Counter => false,
        };
        !terms.apps_of(&[guard]).is_empty() || terms.vars_of(&[guard]).into_iter().any(is_own)
    }

    /// A loop, if there is something to draw in it.
    fn around(&mut self, l: &Loop) {
        let is_round = self.finding.round.as_ref().is_some_and(|round| round.span == l.span);
        let begins = self.moments.len();
        self.moments.push(Moment::LoopBegins { span: l.span.clone(), is_round });
        self.steps(&l.body);
        if self.moments.len() == begins + 1 {
            self.moments.pop();
        } else {
            self.moments.push(Moment::LoopEnds { span: l.span.clone(), is_round });
        }
    }
}

/// Without what stands far from the accesses: loops around them stay.
fn shortened(moments: Vec<Moment>) -> Vec<Moment> {
    let is_party = |moment: &Moment| matches!(moment, Moment::Party { .. });
    let (Some(first), Some(last)) = (moments.iter().position(is_party), moments.iter().rposition(is_party)) else {
        return moments;
    };
    let (from, to) = (first.saturating_sub(AROUND), (last + AROUND + 1).min(moments.len()));
    let mut kept: Vec<Moment> = vec![];
    let mut left_out = 0;
    // How deep in loops that begin before what is shown and end behind it.
    let around = loops_around(&moments, first, last);
    for (at, moment) in moments.into_iter().enumerate() {
        if (from..to).contains(&at) || around.contains(&at) {
            kept.extend((left_out > 0).then_some(Moment::LeftOut { number: left_out }));
            left_out = 0;
            kept.push(moment);
        } else {
            left_out += 1;
        }
    }
    kept.extend((left_out > 0).then_some(Moment::LeftOut { number: left_out }));
    balanced(kept)
}

/// Where loops begin and end that are around at least one of two places.
fn loops_around(moments: &[Moment], first: usize, last: usize) -> Vec<usize> {
    let (mut open, mut found) = (vec![], vec![]);
    for (at, moment) in moments.iter().enumerate() {
        match moment {
            Moment::LoopBegins { .. } => open.push(at),
            Moment::LoopEnds { .. } => {
                let begin = open.pop().unwrap_or(at);
                if [first, last].iter().any(|place| (begin..=at).contains(place)) {
                    found.extend([begin, at]);
                }
            }
            Moment::Barrier { .. } | Moment::Party { .. } | Moment::LeftOut { .. } => {}
        }
    }
    found
}

/// Without ends and begins whose other half is not there.
fn balanced(moments: Vec<Moment>) -> Vec<Moment> {
    let (mut open, mut paired) = (vec![], vec![false; moments.len()]);
    for (at, moment) in moments.iter().enumerate() {
        match moment {
            Moment::LoopBegins { .. } => open.push((at, moment)),
            Moment::LoopEnds { span, .. } => {
                let is_own = |(_, begin): &(usize, &Moment)| matches!(begin, Moment::LoopBegins { span: other, .. } if other == span);
                if open.last().is_some_and(is_own)
                    && let Some((begin, _)) = open.pop()
                {
                    (paired[begin], paired[at]) = (true, true);
                }
            }
            Moment::Barrier { .. } | Moment::Party { .. } | Moment::LeftOut { .. } => paired[at] = true,
        }
    }
    moments.into_iter().zip(paired).filter(|(_, kept)| *kept).map(|(moment, _)| moment).collect()
}
