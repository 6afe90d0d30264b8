//! A kernel ready for queries.

use super::clusters::Cluster;
use super::knowledge::Knowledge;
use crate::kernel::{Kernel, Step};
use crate::span::Span;
use crate::term::{Func, Term, Terms, Var};
use crate::verdict::{Approximation, Assumption};

/// A launch that may be one of several. It says how bad a finding is, and nothing else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeenLaunch {
    /// Where it is.
    pub span: Span,
    /// By axis.
    pub block_dim: [Option<u32>; 3],
    pub grid_dim: [Option<u32>; 3],
    /// What is true of it, its dimensions included.
    pub facts: Vec<Term>,
}

/// A kernel ready for queries. `kernel.terms` is empty: the arena is `terms`, so that steps can be read while terms are made.
#[derive(Clone, Debug)]
pub struct Prepared {
    pub kernel: Kernel,
    pub terms: Terms,
    /// By axis: a constant, or the variable.
    pub block_dim: [Term; 3],
    pub grid_dim: [Term; 3],
    /// Of a kernel that does something with the other blocks of its cluster.
    pub cluster: Option<Cluster>,
    /// The kernel's own variables, in order of declaration.
    pub vars: Vec<Var>,
    /// The function symbols that occur, in order.
    pub funcs: Vec<Func>,
    /// Fixed by the launch facts, for witnesses: name and value.
    pub fixed: Vec<(String, i64)>,
    /// Dimensions, and their greatest extents with which threads stay inside of declared arrays.
    pub inside: Vec<(String, i64)>,
    /// Launch facts that no launch can have.
    pub impossible: Vec<String>,
    pub assumptions: Vec<Assumption>,
    /// In the guard of a barrier that orders some pairs only: what stands for a value of the other thread of a pair, and the value over a
    /// thread's own variables.
    pub others: Vec<(Var, Term)>,
    /// The steps before barriers of a warp were taken out.
    pub unsettled: Vec<Step>,
    /// What is left out of the orders that barriers of a warp make.
    pub uncounted: Vec<Approximation>,
    pub knowledge: Knowledge,
    /// Lanes use the addresses of others.
    pub uses_lanes: bool,
    /// That numbers of the host fit what they are passed as.
    pub fits: Vec<Term>,
    /// What is seen of launches where not all are known: calls, and shapes in tables.
    pub seen_calls: Vec<SeenLaunch>,
    pub seen_shapes: Vec<SeenLaunch>,
}

impl Prepared {
    /// Notes what a proof rests on.
    pub(crate) fn rest_on(&mut self, assumptions: impl IntoIterator<Item = Assumption>) {
        for assumption in assumptions {
            if !self.assumptions.contains(&assumption) {
                self.assumptions.push(assumption);
            }
        }
    }
}
