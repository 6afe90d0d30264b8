//! Which threads of the witness's block come to a barrier that one of them misses.

use crate::analysis::concrete::site::{Visitor, Witnessed};
use crate::verdict::{Coming, Participation};

/// The grid of threads.
///
/// # Errors
/// Why there is none.
pub(super) fn participation(witnessed: &Witnessed<'_>) -> Result<Participation, &'static str> {
    let Some(party) = witnessed.finding.parties.first() else { return Err("there is no thread that comes") };
    let Some(site) = witnessed.barrier(party) else {
        return Err("the barrier is no step of the kernel as it was lowered");
    };
    let guard = (site.step.guard, site.around.as_slice());
    let all = witnessed.at((party, party.block), guard, &[site.step.alive]);
    let threads =
        all.into_iter().map(|Visitor { comes, values, .. }| match (comes, values.first().copied().flatten()) {
            (Some(true), _) => Coming::Comes,
            (Some(false) | None, Some(0)) => Coming::Returned,
            (Some(false), Some(_) | None) => Coming::Misses,
            (None, Some(_) | None) => Coming::Unknown,
        });
    let threads: Vec<Coming> = threads.collect();
    if threads.iter().all(|coming| *coming == Coming::Unknown) {
        return Err("who comes depends on contents of memory that the witness does not say of all threads");
    }
    Ok(Participation { block_dim: witnessed.given.block_dim, block: party.block, threads })
}
