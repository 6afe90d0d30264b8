//! Fences that may order what no barrier orders: with a flag, one thread can wait for another (last block, locks, hand-over).
//!
//! Where the model leaves that out, proofs are sound; here an alarm that it may refute is named so.
//!
//! Direction: by form. Any fence and any atomic or volatile access of the memory that the two threads share will do, wherever
//! they stand. Threads of a block are taken to signal each other in shared memory.

use crate::kernel::{Access, AtomicScope, Change, Kernel, MemorySpace, Mode, Step, walk};
use crate::verdict::{Approximation, Level};

/// What a race at `level` is possible for only, if there is such a thing.
pub(crate) fn not_counted(kernel: &Kernel, level: Level) -> Vec<Approximation> {
    let (spaces, block_will_do): (&[MemorySpace], bool) = match level {
        Level::Warp | Level::Block => (&[MemorySpace::Shared, MemorySpace::Cluster], true),
        Level::Cluster => (&[MemorySpace::Global, MemorySpace::Tabled, MemorySpace::Cluster], false),
        Level::Grid => (&[MemorySpace::Global, MemorySpace::Tabled], false),
    };
    if !has_flag(&kernel.body, &|a| spaces.contains(&kernel.arrays[a.array.0].space)) {
        return vec![];
    }
    let mut fences = vec![];
    collect(&kernel.body, &mut fences);
    fences.retain(|(scope, _)| block_will_do || *scope != AtomicScope::Block);
    let mut lines: Vec<u32> = fences.into_iter().map(|(_, line)| line).collect();
    lines.sort_unstable();
    lines.dedup();
    lines.into_iter().map(|line| Approximation::FenceOfFlag { line }).collect()
}

/// Fences, and accesses that order as these do: their scopes and lines.
fn collect(steps: &[Step], found: &mut Vec<(AtomicScope, u32)>) {
    for step in walk::steps(steps) {
        match step {
            Step::Access(a) if is_of_mbarrier(a) => {}
            Step::Access(a) => match (&a.mode, &a.update) {
                (Mode::Atomic(scope), Some(u)) if u.acquires || u.releases => found.push((*scope, a.span.line)),
                (Mode::Atomic(_) | Mode::Read | Mode::Write(_), _) => {}
            },
            Step::Fence(f) => found.push((f.scope, f.line)),
            Step::Sync(_) | Step::Loop(_) => {}
        }
    }
}

/// Whether it is done to an mbarrier, of which [`MbarrierOrder`](Approximation::MbarrierOrder) is said.
fn is_of_mbarrier(access: &Access) -> bool {
    access.update.as_ref().is_some_and(|u| matches!(u.change, Change::Mbarrier(_)))
}

/// Whether a thread can tell another one something by an access that `reaches` it.
fn has_flag(steps: &[Step], reaches: &impl Fn(&Access) -> bool) -> bool {
    walk::accesses(steps).any(|a| (a.volatile || matches!(a.mode, Mode::Atomic(_))) && !is_of_mbarrier(a) && reaches(a))
}
