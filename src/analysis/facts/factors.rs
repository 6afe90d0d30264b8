//! Factors of products of 24 bits (`__mul24`), which are taken to have no more: where the launch is known, it may say that they have.
//!
//! Direction: by intervals, which may be too wide: then the kernel is unknown.

use crate::kernel::{Factor, Kernel};
use crate::term::{Intervals, Term, Terms, VarKind};

/// Why the assumption does not hold at this launch, if all that a factor is made of is known of it.
pub(super) fn too_large(
    terms: &Terms,
    kernel: &Kernel,
    (block_dim, grid_dim): (&[Term; 3], &[Term; 3]),
) -> Option<String> {
    let mut intervals = Intervals::new();
    let is_known = |factor: &&Factor| {
        let known = |dims: &[Term; 3], axis: usize| terms.as_const(dims[axis]).is_some();
        terms.vars_of(&[factor.term]).into_iter().all(|v| match terms.var_info(v).kind {
            VarKind::ThreadIdx(axis) => known(block_dim, axis as usize),
            VarKind::BlockIdx(axis) => known(grid_dim, axis as usize),
            VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::ClusterRank
            | VarKind::Param
            | VarKind::Counter
            | VarKind::Local => false,
        })
    };
    let exceeds = |factor: &Factor| {
        let of = intervals.signed(terms, factor.term);
        let most = if factor.signed { 1 << 23 } else { 1 << 24 };
        of.hi >= most || of.lo < if factor.signed { -most } else { 0 }
    };
    let mut known = kernel.factors.iter().filter(is_known);
    known
        .any(exceeds)
        .then(|| "a factor of `__mul24` or `__umul24` may have more than 24 bits at this launch".to_owned())
}
