//! The variables of a launch, with the limits that CUDA sets them.

use super::target::{CUDA, REGISTER};
use crate::term::{Axis, Owner, Term, Terms, Var, VarInfo, VarKind};

/// The variables of the launch, each by axis x, y, z.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaunchVars {
    pub thread: [Var; 3],
    pub block: [Var; 3],
    pub block_dim: [Var; 3],
    pub grid_dim: [Var; 3],
}

impl LaunchVars {
    /// Declares the twelve variables, a [`REGISTER`] each, with the limits of [`CUDA`].
    pub fn declare(terms: &mut Terms) -> Self {
        let mut make = |base: &str, kind: fn(Axis) -> VarKind, lo: i64, hi: [i64; 3]| {
            Axis::ALL.map(|axis| {
                terms.declare_var(VarInfo {
                    name: format!("{base}.{}", axis.letter()),
                    width: REGISTER,
                    kind: kind(axis),
                    bounds: Some((lo, hi[axis as usize])),
                    owner: Owner::All,
                })
            })
        };
        LaunchVars {
            thread: make("threadIdx", VarKind::ThreadIdx, 0, CUDA.block_dim.map(|n| n - 1)),
            block: make("blockIdx", VarKind::BlockIdx, 0, CUDA.grid_dim.map(|n| n - 1)),
            block_dim: make("blockDim", VarKind::BlockDim, 1, CUDA.block_dim),
            grid_dim: make("gridDim", VarKind::GridDim, 1, CUDA.grid_dim),
        }
    }

    /// The number of the thread in its block.
    pub fn linear(&self, terms: &mut Terms) -> Term {
        let (t, d) = (self.thread.map(|v| terms.var(v)), self.block_dim.map(|v| terms.var(v)));
        let zy = terms.mul(t[2], d[1]);
        let zy = terms.add(zy, t[1]);
        let zyx = terms.mul(zy, d[0]);
        terms.add(zyx, t[0])
    }
}
