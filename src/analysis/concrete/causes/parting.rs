//! The branch at which the two threads of a missed barrier part.

use crate::analysis::concrete::site::{Visitor, Witnessed};
use crate::kernel::Branch;
use crate::verdict::Parting;

/// The first branch to which both come and which both leave by different ways, where one of these does not come by the barrier.
/// `None` where that depends on what is not followed, or where one has left a loop earlier.
pub(super) fn parting(witnessed: &Witnessed<'_>) -> Option<Parting> {
    let [one, other] = witnessed.finding.parties.as_slice() else { return None };
    let site = witnessed.barrier(one)?;
    let parts = |branch: &&Branch| {
        let around: Vec<_> = site.around.iter().take(branch.around.len()).copied().collect();
        let is_around = around.iter().map(|l| l.counter).eq(branch.around.iter().copied());
        let way = |block, thread| {
            let visitors = witnessed.of((one, block), &[thread], (branch.guard, around.as_slice()), &[branch.taken]);
            match visitors.as_slice() {
                [Visitor { comes: Some(true), values, .. }] => values.first().copied().flatten(),
                _ => None,
            }
        };
        let is_spared = branch.spares.contains(&site.step.span);
        is_around
            && is_spared
            && way(one.block, one.thread).zip(way(other.block, other.thread)).is_some_and(|(one, other)| one != other)
    };
    let branch = witnessed.kernel.branches.iter().find(parts)?;
    Some(Parting { span: branch.span.clone() })
}
