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
    let offsets: Vec<Term> = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset).collect();
    let (mut constants, mut lengths) = (BTreeSet::new(), BTreeSet::new());
    for t in world.terms.reachable(&offsets) {
        let Some((of, by)) = scaled(&world.terms, t) else { continue };
        constants.extend(counts_blocks(&world.terms, of).then_some(by));
        lengths.extend(parameter(&world.terms, of).map(|v| (v, by)));
    }
    let found = lengths.iter().flat_map(|(v, by)| constants.iter().map(move |all| (*v, *by, *all)));
    let found = found.filter(|(_, by, all)| all % by == 0 && all / by > 1).map(|(v, by, all)| (v, all / by));
    let found: BTreeSet<(Var, u64)> = found.collect();
    let is = |(v, length): (Var, u64)| {
        let q = Quantity::parameter(&mut world.terms, v);
        exactly(&mut world.terms, &q, length)
    };
    found.into_iter().take(MOST).map(is).collect()
}

/// What a constant multiplies, and the constant.
fn scaled(terms: &Terms, t: Term) -> Option<(Term, u64)> {
    let Node::Binary(op, a, b) = *terms.node(t) else { return None };
    match op {
        BinaryOp::Mul => terms.as_const(a).map(|by| (b, by)).or_else(|| Some((a, terms.as_const(b)?))),
        BinaryOp::Shl => Some((a, 1u64.checked_shl(terms.as_const(b)?.try_into().ok()?)?)),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => None,
    }
}

/// The variable that a number is, in whatever width.
fn variable(terms: &Terms, t: Term) -> Option<Var> {
    match *terms.node(t) {
        Node::Var(v) => Some(v),
        Node::Cast(_, _, a) => variable(terms, a),
        Node::Const { .. } | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {
            None
        }
    }
}

fn counts_blocks(terms: &Terms, t: Term) -> bool {
    variable(terms, t).is_some_and(|v| matches!(terms.var_info(v).kind, VarKind::BlockIdx(_)))
}

fn parameter(terms: &Terms, t: Term) -> Option<Var> {
    variable(terms, t).filter(|v| terms.var_info(*v).kind == VarKind::Param && terms.var_info(*v).width >= 32)
}
