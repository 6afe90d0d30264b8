//! What numbers are less than that differ between threads, in numbers that all threads share.
//!
//! Direction: by form; what is missed here is a candidate less.

use super::shared::Shared;
use super::sums::uncast;
use crate::term::{BinaryOp, CompareOp, Node, Term, Terms, Var};
use rustc_hash::FxHashMap;

/// Greater bounds are those of types, and no extents.
const LONGEST: i64 = 0xffff;

/// What numbers are less than.
pub(super) type Ends = FxHashMap<Term, Shared>;

/// By facts such as `i < n`, `!(n <= i)`, `i <= n`, and `i < min(n, m)`.
pub(super) fn ends(terms: &Terms, facts: &[Term]) -> Ends {
    let mut found = FxHashMap::default();
    for fact in facts {
        let (fact, holds) = if let Node::Not(inner) = *terms.node(*fact) { (inner, false) } else { (*fact, true) };
        let Node::Compare(op, a, b) = *terms.node(fact) else { continue };
        let (a, b) = if holds { (a, b) } else { (b, a) };
        let strict = match op {
            CompareOp::Eq => continue,
            CompareOp::Slt | CompareOp::Ult => holds,
            CompareOp::Sle | CompareOp::Ule => !holds,
        };
        for least in least_of(terms, b) {
            let Some((number, end)) = less(terms, a, least) else { continue };
            let end = if strict { Some(end) } else { end.plus(&Shared::constant(1), 1) };
            if let Some(end) = end {
                found.entry(number).or_insert(end);
            }
        }
    }
    found
}

/// What a variable is always less than, as `threadIdx.x` in blocks of a known size.
pub(super) fn bound(terms: &Terms, v: Var) -> Option<Shared> {
    let (least, most) = terms.var_info(v).bounds?;
    let is_short = least == 0 && most < LONGEST && terms.var_info(v).kind.varies();
    is_short.then(|| Shared::constant(most + 1))
}

/// The two numbers of which this is the lesser one, or the number itself.
fn least_of(terms: &Terms, t: Term) -> Vec<Term> {
    let t = uncast(terms, t);
    let Node::Ite(condition, a, b) = *terms.node(t) else { return vec![t] };
    let (condition, a, b) =
        if let Node::Not(inner) = *terms.node(condition) { (inner, b, a) } else { (condition, a, b) };
    let Node::Compare(CompareOp::Slt | CompareOp::Ult | CompareOp::Sle | CompareOp::Ule, left, right) =
        *terms.node(condition)
    else {
        return vec![t];
    };
    let [left, right, x, y] = [left, right, a, b].map(|t| uncast(terms, t));
    if (left, right) == (x, y) { vec![x, y] } else { vec![t] }
}

/// `a < b` as a number that differs between threads below one that they share: `k < 32` for `first + k < first + 32`.
fn less(terms: &Terms, a: Term, b: Term) -> Option<(Term, Shared)> {
    if terms.is_shared(a) {
        return None;
    }
    if let Some(end) = Shared::of(terms, b) {
        return Some((uncast(terms, a), end));
    }
    let (mut left, mut right) = (vec![], vec![]);
    summands(terms, a, &mut left);
    summands(terms, b, &mut right);
    left.retain(|t| match right.iter().position(|other| other == t) {
        Some(at) => {
            right.swap_remove(at);
            false
        }
        None => true,
    });
    let [only] = left[..] else { return None };
    let sum = |sum: Shared, t: &Term| sum.plus(&Shared::of(terms, *t)?, 1);
    (!terms.is_shared(only)).then_some((only, right.iter().try_fold(Shared::default(), sum)?))
}

fn summands(terms: &Terms, t: Term, found: &mut Vec<Term>) {
    let t = uncast(terms, t);
    if let Node::Binary(BinaryOp::Add, a, b) = *terms.node(t) {
        summands(terms, a, found);
        summands(terms, b, found);
    } else {
        found.push(t);
    }
}
