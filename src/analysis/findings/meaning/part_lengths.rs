//! Dynamic shared memory in parts of a constant length: `first[k]` and `second[k]` of `float *first = all, *second = all + 256` under `k < n`,
//! which meet nowhere if `n <= 256`. An array with a declared length is mostly one part: what reaches ahead in it is no part of its own.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](crate::analysis::findings::condition)).

use super::meant::is_number;
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::quantity::{Condition, Quantity, bound};
use crate::kernel::target::LANES;
use crate::kernel::{Array, MemorySpace};
use crate::term::{BinaryOp, CompareOp, Node, Term, Terms, Var};
use std::collections::BTreeSet;

/// Closer cells are neighbours, and not parts.
const SHORTEST: u64 = LANES as u64;
/// The most conditions that are tried.
const MOST: usize = 6;

/// That a parameter which numbers are compared with is no more than the length of a part, the longest first.
pub(crate) fn lengths_of_parts(world: &mut Prepared, query: &Query) -> Vec<Condition> {
    let Question::Race(id) = query.question else { return vec![] };
    let is_dynamic =
        |array: &Array| array.space == MemorySpace::Shared && (array.dims.is_empty() || array.dims.contains(&0));
    if !world.kernel.arrays.get(id.0).is_some_and(is_dynamic) {
        return vec![];
    }
    let terms = &mut world.terms;
    let lengths = distances(terms, query);
    let most: Vec<Var> = compared(terms, query).into_iter().collect();
    let each = lengths.iter().rev().flat_map(|length| most.iter().map(move |v| (*length, *v)));
    let within = |(length, v): (u64, Var)| {
        let q = Quantity::parameter(terms, v);
        bound(terms, &q, length.try_into().ok()?, false)
    };
    each.take(MOST).collect::<Vec<_>>().into_iter().filter_map(within).collect()
}

/// How far parts may be from each other, in cells: the constants that are added to places, and that these are multiplied by.
fn distances(terms: &Terms, query: &Query) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    for (offset, bytes) in query.sides.iter().filter_map(|s| s.range) {
        let Some(bytes) = terms.as_const(bytes).filter(|bytes| *bytes > 0) else { continue };
        let mut open = vec![(offset, 1u64)];
        while let Some((t, times)) = open.pop() {
            match *terms.node(t) {
                Node::Binary(BinaryOp::Add, a, b) => open.extend([(a, times), (b, times)]),
                Node::Cast(_, _, a) => open.push((a, times)),
                Node::Ite(_, a, b) => open.extend([(a, times), (b, times)]),
                Node::Binary(op @ (BinaryOp::Mul | BinaryOp::Shl), a, b) => {
                    let by = terms.as_const(b).and_then(|by| op.multiplies(by)).and_then(|by| by.checked_mul(times));
                    open.extend(by.map(|by| (a, by)));
                    found.extend(by.map(|by| by / bytes));
                }
                Node::Const { .. } => {
                    found.extend(terms.as_const(t).and_then(|c| c.checked_mul(times)).map(|c| c / bytes))
                }
                Node::Var(_) | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Apply(..) => {}
            }
        }
    }
    found.retain(|distance| (SHORTEST..=u64::from(u16::MAX)).contains(distance));
    found
}

/// The parameters that something is compared with.
fn compared(terms: &Terms, query: &Query) -> BTreeSet<Var> {
    let is_order = |t: &Term| {
        let Node::Compare(op, a, b) = *terms.node(*t) else { return None };
        let is_order = matches!(op, CompareOp::Slt | CompareOp::Sle | CompareOp::Ult | CompareOp::Ule);
        is_order.then_some([a, b])
    };
    let sides = terms.reachable(&query.facts).into_iter().filter_map(|t| is_order(&t)).flatten();
    let parameter = |t: Term| {
        let Node::Var(v) = *terms.node(t) else { return None };
        is_number(terms, v).then_some(v)
    };
    sides.filter_map(parameter).collect()
}
