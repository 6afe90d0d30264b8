//! The bounds of a loop from the condition under which an iteration is executed, for [`infer`](crate::map::infer()).
//!
//! **Invariant:** the range has exactly the iterations for which the condition holds, where sums, products and shifts do
//! not wrap.

use super::phrase::{Phrases, product, sum};
use crate::map::ast::{Expr, Range, Step};
use crate::term::{BinaryOp, CastOp, CompareOp, Node, Term, Terms, Var};

/// The range, and the term that is the loop variable in it: if `runs` compares something with a linear function of the
/// counter or with a value shifted by it.
pub(super) fn bounds(phrases: &mut Phrases<'_>, counter: Var, runs: Term) -> Option<(Range, Term)> {
    let Comparison { value, bound, strict, below } = comparison(phrases, counter, runs)?;
    let (from, step) = match linear(phrases, counter, value) {
        Some((from, Expr::Int(by))) if by > 0 && below => (from, Step::Up(Expr::Int(by))),
        Some((from, Expr::Int(by))) if by < 0 && by > i64::MIN && !below => (from, Step::Down(Expr::Int(-by))),
        Some((_, Expr::Int(_))) => return None,
        Some((from, by)) if below && positive(phrases, counter, value) => (from, Step::Up(by)),
        Some(_) => return None,
        None => shifted(phrases, counter, value, (bound, strict), below)?,
    };
    let to = phrases.expr(bound);
    let beyond = match (strict, below) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => -1,
    };
    Some((Range::Steps { from, to: sum(to, Expr::Int(beyond)), step }, value))
}

/// `value` mentions the counter and is below (or above) `bound`, which does not.
struct Comparison {
    value: Term,
    bound: Term,
    strict: bool,
    below: bool,
}

fn comparison(phrases: &mut Phrases<'_>, counter: Var, runs: Term) -> Option<Comparison> {
    let terms = phrases.terms;
    let negated = |t: Term| if let Node::Not(inner) = terms.node(t) { Some(*inner) } else { None };
    let mut compared = |t: Term| match terms.node(t) {
        Node::Compare(CompareOp::Slt, a, b) => Some((*a, *b, true)),
        Node::Compare(CompareOp::Sle, a, b) => Some((*a, *b, false)),
        // Unsigned is signed where nothing is negative.
        Node::Compare(op @ (CompareOp::Ult | CompareOp::Ule), a, b)
            if phrases.interval(*a).lo >= 0 && phrases.interval(*b).lo >= 0 =>
        {
            Some((*a, *b, *op == CompareOp::Ult))
        }
        Node::Compare(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    };
    let (a, b, strict) = match negated(runs) {
        None => compared(runs)?,
        // `¬(a < b)` is `b <= a`.
        Some(inner) => compared(inner).map(|(a, b, strict)| (b, a, !strict))?,
    };
    let below = has(terms, a, counter);
    if below == has(terms, b, counter) {
        return None;
    }
    let (value, bound) = if below { (a, b) } else { (b, a) };
    Some(Comparison { value, bound, strict, below })
}

fn has(terms: &Terms, t: Term, var: Var) -> bool {
    terms.vars_of(&[t]).contains(&var)
}

/// Whether the factor of the counter in `t` is at least 1.
fn positive(phrases: &mut Phrases<'_>, counter: Var, t: Term) -> bool {
    let terms = phrases.terms;
    match *terms.node(t) {
        Node::Var(v) => v == counter,
        Node::Cast(_, _, a) => positive(phrases, counter, a),
        Node::Binary(BinaryOp::Add, a, b) => positive(phrases, counter, if has(terms, a, counter) { a } else { b }),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (inner, factor) = if has(terms, a, counter) { (a, b) } else { (b, a) };
            phrases.interval(factor).lo >= 1 && positive(phrases, counter, inner)
        }
        Node::Const { .. } | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {
            false
        }
    }
}

/// `t` as `init + step · counter`.
fn linear(phrases: &mut Phrases<'_>, counter: Var, t: Term) -> Option<(Expr, Expr)> {
    let terms = phrases.terms;
    let split = |a, b| match (has(terms, a, counter), has(terms, b, counter)) {
        (true, false) => Some((a, b)),
        (false, true) => Some((b, a)),
        (true, true) | (false, false) => None,
    };
    match *terms.node(t) {
        Node::Var(v) if v == counter => Some((Expr::Int(0), Expr::Int(1))),
        Node::Cast(CastOp::Sext, _, a) => linear(phrases, counter, a),
        Node::Cast(CastOp::Zext, _, a) if phrases.interval(a).lo >= 0 => linear(phrases, counter, a),
        Node::Binary(BinaryOp::Add, a, b) => {
            let (inner, other) = split(a, b)?;
            let (init, step) = linear(phrases, counter, inner)?;
            Some((sum(phrases.expr(other), init), step))
        }
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (inner, other) = split(a, b)?;
            let (init, step) = linear(phrases, counter, inner)?;
            let factor = phrases.expr(other);
            Some((product(init, factor.clone()), product(step, factor)))
        }
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}

/// `init · 2^(k·counter)` upward from a positive start, or `init / 2^(k·counter)` downward, at most to 1.
fn shifted(
    phrases: &mut Phrases<'_>,
    counter: Var,
    value: Term,
    (bound, strict): (Term, bool),
    below: bool,
) -> Option<(Expr, Step)> {
    let terms = phrases.terms;
    let Node::Binary(op, init, amount) = *terms.node(value) else { return None };
    if has(terms, init, counter) {
        return None;
    }
    let (Expr::Int(0), Expr::Int(bits)) = linear(phrases, counter, amount)? else { return None };
    let factor = u32::try_from(bits).ok().filter(|bits| (1..=30).contains(bits)).map(|bits| 1u64 << bits)?;
    let least = phrases.interval(init).lo;
    let step = match op {
        BinaryOp::Shl if below && least >= 1 => Step::Times(factor),
        BinaryOp::LShr | BinaryOp::AShr
            if !below && least >= 0 && phrases.interval(bound).lo >= i128::from(!strict) =>
        {
            Step::Over(factor)
        }
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => return None,
    };
    Some((phrases.expr(init), step))
}
