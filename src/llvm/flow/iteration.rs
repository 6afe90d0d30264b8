//! Loop-carried values and the number of the iteration as terms: what closed forms are made of.

use crate::term::{BinaryOp, CastOp, Node, Term, Terms, Var, Width};

/// One header phi.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recurrence {
    /// Stands for the value in the current iteration.
    pub(crate) placeholder: Var,
    pub(crate) init: Term,
    /// Over placeholders.
    pub(crate) next: Term,
}

/// The counter in `width` bits. It is not negative, so widening is exact.
pub(crate) fn count(terms: &mut Terms, counter: Var, width: Width) -> Term {
    let x = terms.var(counter);
    let from = terms.width(x);
    if width >= from { terms.cast(CastOp::Zext, width, x) } else { terms.cast(CastOp::Trunc, width, x) }
}

/// `s` such that `next = p + s`, if `p` is one summand of `next`.
pub(crate) fn increment(terms: &mut Terms, next: Term, p: Term) -> Option<Term> {
    if next == p {
        let width = terms.width(p);
        return Some(terms.constant(width, 0));
    }
    match *terms.node(next) {
        Node::Binary(BinaryOp::Add, a, b) => {
            if let Some(rest) = increment(terms, a, p) {
                return Some(terms.add(rest, b));
            }
            let rest = increment(terms, b, p)?;
            Some(terms.add(a, rest))
        }
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}

/// Whether the iteration's number leaves `turn` over when divided by `of`.
pub(crate) fn is_turn(terms: &mut Terms, counter: Var, turn: usize, of: usize) -> Term {
    let x = terms.var(counter);
    let width = terms.width(x);
    let (op, by) = if of == 2 { (BinaryOp::And, 1) } else { (BinaryOp::URem, of) };
    let (turn, by) = (terms.constant(width, turn as u64), terms.constant(width, by as u64));
    let rest = terms.binary(op, x, by);
    terms.eq(rest, turn)
}

/// `t` in the iteration before.
pub(crate) fn previous(terms: &mut Terms, t: Term, counter: Var) -> Term {
    let x = terms.var(counter);
    let minus_one = terms.int(terms.width(x), -1);
    let before = terms.add(x, minus_one);
    terms.replace(t, counter, before)
}

pub(crate) fn is_first(terms: &mut Terms, counter: Var) -> Term {
    let x = terms.var(counter);
    let zero = terms.constant(terms.width(x), 0);
    terms.eq(x, zero)
}
