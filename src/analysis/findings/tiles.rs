//! Tiles of a length that one path of a kernel has as a constant and another one as a parameter: `blockIdx.x * 2048` beside
//! `blockIdx.x * (each * 256)`, which meet nowhere if `each == 8`.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](super::condition)).

use super::quantity::{Condition, Quantity, exactly};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::target::REGISTER;
use crate::term::{BinaryOp, Node, Term, Terms, Var, VarKind};
use std::collections::BTreeSet;

/// The most lengths that are tried.
const MOST: usize = 4;

/// That a parameter is the constant by which tiles of the same length are counted at the other access.
pub(super) fn lengths(world: &mut Prepared, query: &Query) -> Vec<Condition> {
    let sides = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| {
        let mut tiles = Tiles::default();
        tiles.find(&world.terms, offset, 1, false);
        tiles
    });
    let sides: Vec<Tiles> = sides.collect();
    let [one, other] = sides.as_slice() else { return vec![] };
    let mut found = BTreeSet::new();
    for (here, there) in [(one, other), (other, one)] {
        for (v, by) in &here.lengths {
            // Where both sides have the parameter, it is no length that one of them knows.
            let is_known = there.lengths.iter().all(|(other, _)| other != v);
            let constants = there.constants.iter().filter(|all| is_known && *all % by == 0 && *all / by > 1);
            found.extend(constants.map(|all| (*v, all / by)));
        }
    }
    let is = |(v, length): (Var, u64)| {
        let q = Quantity::parameter(&mut world.terms, v);
        exactly(&mut world.terms, &q, length)
    };
    found.into_iter().take(MOST).map(is).collect()
}

/// What the index of a block is multiplied by, in a sum.
#[derive(Default)]
struct Tiles {
    constants: BTreeSet<u64>,
    /// Parameters, each with the constants that it is multiplied by, too.
    lengths: BTreeSet<(Var, u64)>,
}

impl Tiles {
    /// Goes through a number that is multiplied by `times`, and by the index of a block if it is `counted`.
    fn find(&mut self, terms: &Terms, t: Term, times: u64, counted: bool) {
        match *terms.node(t) {
            Node::Var(v) => match terms.var_info(v).kind {
                VarKind::BlockIdx(_) if !counted => _ = self.constants.insert(times),
                VarKind::Param if counted && terms.var_info(v).width >= REGISTER => {
                    self.lengths.insert((v, times));
                }
                VarKind::BlockIdx(_)
                | VarKind::ThreadIdx(_)
                | VarKind::BlockDim(_)
                | VarKind::GridDim(_)
                | VarKind::ClusterRank
                | VarKind::ClusterDim(_)
                | VarKind::Param
                | VarKind::Counter
                | VarKind::Local => {}
            },
            Node::Cast(_, _, a) => self.find(terms, a, times, counted),
            Node::Binary(BinaryOp::Add, a, b) => [a, b].into_iter().for_each(|t| self.find(terms, t, times, counted)),
            Node::Binary(BinaryOp::Mul, a, b) => {
                for (t, by) in [(a, b), (b, a)] {
                    let (by, of_block) = match terms.as_const(by) {
                        Some(by) => (Some(by), false),
                        None => (times_block(terms, by), true),
                    };
                    if let Some(times) = by.and_then(|by| by.checked_mul(times)).filter(|times| *times > 0) {
                        self.find(terms, t, times, counted || of_block);
                    }
                }
            }
            Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => {}
        }
    }
}

/// What the index of a block is multiplied by, if a number is nothing else.
fn times_block(terms: &Terms, t: Term) -> Option<u64> {
    match *terms.node(t) {
        Node::Var(v) => matches!(terms.var_info(v).kind, VarKind::BlockIdx(_)).then_some(1),
        Node::Cast(_, _, a) => times_block(terms, a),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (index, by) = if terms.as_const(a).is_some() { (b, a) } else { (a, b) };
            times_block(terms, index)?.checked_mul(terms.as_const(by)?)
        }
        Node::Const { .. } | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {
            None
        }
    }
}
