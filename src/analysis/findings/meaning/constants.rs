//! What the constants of an index say of parameters: `i & (half - 1)` that `half` is a power of two, `a[width - 2]` that `width` is at least 2.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](crate::analysis::findings::condition)).

use crate::analysis::asking::query::Query;
use crate::analysis::findings::quantity::{Condition, Quantity, bound, power_of_two, with_some};
use crate::term::{BinaryOp, Node, Term, Terms, VarKind};

/// The largest number that is subtracted from an extent to come to its last cells.
const LARGEST_LOSS: i64 = 16;

/// That those of `about` by whose lower bits places are taken apart are powers of two.
pub(crate) fn powers_of_two(terms: &mut Terms, about: &[Quantity], query: &Query) -> Vec<Condition> {
    let reachable = reachable(terms, query);
    let masks: Vec<&Quantity> =
        about.iter().filter(|s| reachable.iter().any(|t| is_masked(terms, *t, s.term))).collect();
    let power = |s: &Quantity| {
        let power = power_of_two(terms, s);
        with_some(terms, s, &power)
    };
    masks.into_iter().filter_map(power).collect()
}

/// That `s` is no less than what is subtracted from it in places.
pub(crate) fn beyond_constants(terms: &mut Terms, s: &Quantity, query: &Query) -> Option<Condition> {
    let losses = reachable(terms, query).into_iter().filter_map(|t| loss(terms, t, s.term));
    let largest = losses.filter(|loss| (1..=LARGEST_LOSS).contains(loss)).max()?;
    bound(terms, s, largest, true)
}

/// What the places of a query are made of.
fn reachable(terms: &Terms, query: &Query) -> Vec<Term> {
    let roots: Vec<Term> = query.sides.iter().filter_map(|s| Some(s.range?.0)).collect();
    terms.reachable(&roots)
}

/// Whether a place is taken apart by the lower bits of a parameter, `i & (half - 1)`, which is then a power of two.
pub(super) fn is_masked_by_param(terms: &Terms, query: &Query) -> bool {
    let reachable = reachable(terms, query);
    let is_param = |t: &&Term| matches!(terms.node(**t), Node::Var(v) if terms.var_info(*v).kind == VarKind::Param);
    let params: Vec<&Term> = reachable.iter().filter(is_param).collect();
    reachable.iter().any(|t| params.iter().any(|s| is_masked(terms, *t, **s)))
}

/// Whether `t` is `x & (s - 1)`.
fn is_masked(terms: &Terms, t: Term, s: Term) -> bool {
    let Node::Binary(BinaryOp::And, a, b) = *terms.node(t) else { return false };
    [a, b].into_iter().any(|mask| loss(terms, mask, s) == Some(1) && terms.vars_of(&[mask]) == terms.vars_of(&[s]))
}

/// The number c of a sum of `s`, `-c` and perhaps others.
fn loss(terms: &Terms, t: Term, s: Term) -> Option<i64> {
    let (mut summands, mut open) = (vec![], vec![t]);
    while let Some(t) = open.pop() {
        match *terms.node(t) {
            Node::Binary(BinaryOp::Add, a, b) => open.extend([a, b]),
            Node::Cast(_, _, a) => open.push(a),
            Node::Var(_)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => summands.push(t),
        }
    }
    let constant = summands.iter().filter_map(|t| terms.as_int(*t)).min()?;
    constant.checked_neg().filter(|_| summands.contains(&s))
}
