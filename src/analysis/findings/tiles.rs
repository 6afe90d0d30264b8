//! Tiles of a length that one path of a kernel has as a constant and another one as a parameter: `blockIdx.x * 2048` beside
//! `blockIdx.x * (each * 256)`, which meet nowhere if `each == 8`.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](super::condition)).

use super::quantity::{Condition, Quantity, exactly};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::term::{BinaryOp, Node, Term, Terms, Var, VarKind};
use std::collections::BTreeSet;

/// The most lengths that are tried.
const MOST: usize = 4;

/// That a parameter is the constant by which tiles of the same length are counted at the other access.
pub(super) fn lengths(world: &mut Prepared, query: &Query) -> Vec<Condition> {
    let sides = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| {
        let mut multiplied = BTreeSet::new();
        variables(&world.terms, offset, 1, &mut multiplied);
        multiplied
    });
    let sides: Vec<BTreeSet<(Var, u64)>> = sides.collect();
    let [one, other] = sides.as_slice() else { return vec![] };
    let terms = &world.terms;
    // Where both sides have the parameter, it is no length of tiles that one of them knows.
    let is_length = |v: Var, there: &BTreeSet<(Var, u64)>| {
        let info = terms.var_info(v);
        info.kind == VarKind::Param && info.width >= 32 && there.iter().all(|(other, _)| *other != v)
    };
    let counts_blocks = |v: Var| matches!(terms.var_info(v).kind, VarKind::BlockIdx(_));
    let found = [(one, other), (other, one)].into_iter().flat_map(|(here, there)| {
        let lengths = here.iter().filter(|(v, _)| is_length(*v, there));
        let constants = || there.iter().filter(|(v, _)| counts_blocks(*v));
        lengths.flat_map(|(v, by)| constants().map(move |(_, all)| (*v, *by, *all))).collect::<Vec<_>>()
    });
    let found = found.filter(|(_, by, all)| all % by == 0 && all / by > 1).map(|(v, by, all)| (v, all / by));
    let found: BTreeSet<(Var, u64)> = found.collect();
    let is = |(v, length): (Var, u64)| {
        let q = Quantity::parameter(&mut world.terms, v);
        exactly(&mut world.terms, &q, length)
    };
    found.into_iter().take(MOST).map(is).collect()
}

/// The variables of a sum of products, each with the constants that it is multiplied by.
fn variables(terms: &Terms, t: Term, times: u64, found: &mut BTreeSet<(Var, u64)>) {
    let scaled = |by: Option<u64>| by.and_then(|by| by.checked_mul(times)).filter(|by| *by > 0);
    match *terms.node(t) {
        Node::Var(v) => _ = found.insert((v, times)),
        Node::Cast(_, _, a) => variables(terms, a, times, found),
        Node::Binary(BinaryOp::Add, a, b) => [a, b].into_iter().for_each(|t| variables(terms, t, times, found)),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let [of_a, of_b] = [b, a].map(|by| scaled(Some(terms.as_const(by).unwrap_or(1))));
            for (t, times) in [(a, of_a), (b, of_b)] {
                if let Some(times) = times {
                    variables(terms, t, times, found);
                }
            }
        }
        Node::Binary(BinaryOp::Shl, a, by) => {
            let by = terms.as_const(by).and_then(|by| 1u64.checked_shl(by.try_into().ok()?));
            if let Some(times) = scaled(by) {
                variables(terms, a, times, found);
            }
        }
        Node::Const { .. } | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {}
    }
}
