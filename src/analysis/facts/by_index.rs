//! What depends on a thread's index in its block alone: it is computed for one thread after the other.

use super::prepared::Prepared;
use crate::term::{Environment, Func, Sharing, Term, Terms, Var, VarKind};

/// What a term depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dependence {
    /// On the thread's index, or on nothing.
    Own,
    /// On what is the same for all threads of the block.
    Uniform,
    Mixed,
}

pub(crate) fn dependence(terms: &Terms, t: Term) -> Dependence {
    let (mut index, mut private, mut shared) = (false, false, false);
    for v in terms.vars_of(&[t]) {
        match terms.var_info(v).kind {
            VarKind::ThreadIdx(_) => index = true,
            VarKind::Local => private = true,
            VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::Param
            | VarKind::Counter => shared = true,
        }
    }
    for (_, f) in terms.apps_of(&[t]) {
        match terms.func_info(f).sharing {
            Sharing::Thread | Sharing::Warp => private = true,
            Sharing::Block | Sharing::Grid => shared = true,
        }
    }
    match (index, private, shared) {
        (_, true, _) | (true, false, true) => Dependence::Mixed,
        (_, false, false) => Dependence::Own,
        (false, false, true) => Dependence::Uniform,
    }
}

/// A thread of the block.
pub(crate) struct At {
    index: [(Var, u64); 3],
}

impl At {
    pub(crate) fn new(world: &Prepared, thread: u64) -> At {
        let [x, y, z] = world.kernel.launch.thread;
        let [dx, dy, _] = world.block_dim.map(|d| world.terms.as_const(d).unwrap_or(1).max(1));
        At { index: [(x, thread % dx), (y, thread / dx % dy), (z, thread / dx / dy)] }
    }
}

impl Environment for At {
    fn var(&self, var: Var) -> Option<u64> {
        self.index.iter().find(|(v, _)| *v == var).map(|(_, i)| *i)
    }
    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}
