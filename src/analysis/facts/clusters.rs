//! The cluster of a kernel's launch: what is known of its extents, and the rank of a block in it.
//!
//! Clusters are boxes of blocks: along each axis block `b` is in cluster `b / d` at place `b % d`, where `d` is the cluster's extent,
//! and the rank counts the places like the linear number of a thread. With `__cluster_dims__(2, 1, 1)` blocks 4 and 5 are one
//! cluster, and 5 has rank 1. Source: PTX ISA, "Special Registers: %clusterid, %cluster_ctarank".
//!
//! Direction: exact. An axis along which the grid has one block has one in each cluster.

use super::known::Known;
use crate::kernel::target::{CUDA, REGISTER};
use crate::kernel::{Kernel, LaunchVars};
use crate::term::{BinaryOp, Substitution, Term, Terms};

/// The cluster's extents, by axis: constants, or the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cluster {
    pub dim: [Term; 3],
    /// The rank of the block, over its index.
    pub rank: Term,
}

/// Puts in what the launch's grid says of the cluster, adds the facts of what is open, and gives the cluster.
pub(crate) fn put_in(
    terms: &mut Terms,
    known: &mut Known,
    kernel: &mut Kernel,
    grid_dim: [Term; 3],
) -> Option<Cluster> {
    let (vars, launch) = (kernel.cluster?, kernel.launch);
    let (mut facts, mut open) = (vec![], vec![]);
    let dim = [0, 1, 2].map(|axis| {
        let var = vars.dim[axis];
        let said = terms.var_info(var).bounds.filter(|(lo, hi)| lo == hi).map(|(n, _)| n);
        let fixed = said.or((terms.as_const(grid_dim[axis]) == Some(1)).then_some(1));
        let Some(n) = fixed else {
            let dim = terms.var(var);
            let rest = terms.binary(BinaryOp::URem, grid_dim[axis], dim);
            let none = terms.constant(REGISTER, 0);
            facts.push(terms.eq(rest, none));
            open.push(dim);
            return dim;
        };
        let dim = terms.int(REGISTER, n);
        known.subst.var(var, dim);
        if n > 1 {
            known.fixed.push((terms.var_info(var).name.clone(), n));
        }
        dim
    });
    if let [first, rest @ ..] = open.as_slice()
        && !rest.is_empty()
    {
        let size = rest.iter().fold(*first, |size, dim| terms.mul(size, *dim));
        let most = terms.int(REGISTER, CUDA.cluster_blocks);
        facts.push(terms.sle(size, most));
    }
    let rank = rank(terms, launch, (grid_dim, dim));
    known.subst.var(vars.rank, rank);
    kernel.facts.extend(facts);
    Some(Cluster { dim, rank })
}

fn rank(terms: &mut Terms, launch: LaunchVars, (grid_dim, dim): ([Term; 3], [Term; 3])) -> Term {
    let mut rank = terms.constant(REGISTER, 0);
    for axis in [2, 1, 0] {
        if terms.as_const(grid_dim[axis]) == Some(1) || terms.as_const(dim[axis]) == Some(1) {
            continue;
        }
        let index = terms.var(launch.block[axis]);
        let place = terms.binary(BinaryOp::URem, index, dim[axis]);
        let rows = terms.mul(rank, dim[axis]);
        rank = terms.add(rows, place);
    }
    rank
}

impl Cluster {
    /// The number of the cluster along each axis, of a block along which the launch has several.
    pub(crate) fn numbers(&self, terms: &mut Terms, launch: LaunchVars, grid_dim: [Term; 3]) -> Vec<Term> {
        let open = (0..3).filter(|axis| terms.as_const(grid_dim[*axis]) != Some(1)).collect::<Vec<_>>();
        open.into_iter()
            .map(|axis| {
                let index = terms.var(launch.block[axis]);
                terms.binary(BinaryOp::UDiv, index, self.dim[axis])
            })
            .collect()
    }

    /// What says of a term which block of its cluster it is of, for each of its blocks, if it has so many in every launch.
    pub(crate) fn blocks(&self, terms: &mut Terms, launch: LaunchVars) -> Option<Vec<Substitution>> {
        let extents = self.dim.map(|d| terms.as_const(d));
        let [Some(x), Some(y), Some(z)] = extents else { return None };
        let size = x.checked_mul(y)?.checked_mul(z)?;
        let most = u64::try_from(CUDA.cluster_blocks).ok()?;
        if !(1..=most).contains(&size) {
            return None;
        }
        let block = |terms: &mut Terms, number: u64| {
            let mut by = Substitution::new();
            for (axis, at) in [number % x, number / x % y, number / x / y].into_iter().enumerate() {
                if terms.as_const(self.dim[axis]) != Some(1) {
                    let index = terms.var(launch.block[axis]);
                    let place = terms.binary(BinaryOp::URem, index, self.dim[axis]);
                    let at = terms.constant(REGISTER, at);
                    by.term(place, at);
                }
            }
            by
        };
        Some((0..size).map(|number| block(terms, number)).collect())
    }
}
