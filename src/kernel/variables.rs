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

/// The variables of a kernel that knows of its cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterVars {
    /// Blocks of a cluster, by axis.
    pub dim: [Var; 3],
    /// The number of the block in its cluster.
    pub rank: Var,
}

impl ClusterVars {
    /// Declares the four variables, a [`REGISTER`] each, with the limits of [`CUDA`], or the dimensions that are known.
    pub fn declare(terms: &mut Terms, known: [Option<u32>; 3]) -> Self {
        let most = CUDA.cluster_blocks;
        let mut make = |name: String, kind: VarKind, bounds: (i64, i64)| {
            terms.declare_var(VarInfo { name, width: REGISTER, kind, bounds: Some(bounds), owner: Owner::All })
        };
        let dim = Axis::ALL.map(|axis| {
            let bounds = known[axis as usize].map_or((1, most), |n| (n.into(), n.into()));
            make(format!("clusterDim.{}", axis.letter()), VarKind::ClusterDim(axis), bounds)
        });
        ClusterVars { dim, rank: make("clusterRank".to_owned(), VarKind::ClusterRank, (0, most - 1)) }
    }

    /// How many blocks a cluster has.
    pub fn size(&self, terms: &mut Terms) -> Term {
        let [x, y, z] = self.dim.map(|v| terms.var(v));
        let xy = terms.mul(x, y);
        terms.mul(xy, z)
    }
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
