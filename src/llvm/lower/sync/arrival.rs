//! Where a thread has come to a barrier of the cluster and does not wait yet ([`clusters`](super::clusters)).

use crate::llvm::flow::cfg::LoopId;
use crate::term::Term;

/// The first half of a barrier.
pub(crate) struct Arrival {
    /// How many steps of the region come before the barrier for others.
    pub(super) before: usize,
    pub(super) region: Option<LoopId>,
    pub(super) guard: Term,
    /// They do.
    pub(super) orders: bool,
    pub(super) aligned: bool,
}
