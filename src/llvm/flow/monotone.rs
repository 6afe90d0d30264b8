//! Which loop conditions hold in all earlier iterations if they hold in one: then one iteration's condition says that it
//! is executed, and no earlier one needs to be looked at.
//!
//! Direction: a condition that is not seen to be monotone is not; then the iterations before count as conditions too.

use crate::term::{BinaryOp, CastOp, Intervals, Node, Term, Terms, Var};

/// Whether `0 < t` in one iteration implies it in all earlier ones, whatever the sign of what is divided.
fn dies_out(terms: &Terms, t: Term, counter: Var) -> bool {
    match *terms.node(t) {
        Node::Binary(BinaryOp::AShr, a, b) => constant_in(terms, a, counter) && rises(terms, b, counter),
        Node::Binary(BinaryOp::SDiv, a, b) => {
            let Node::Binary(BinaryOp::Shl, one, s) = *terms.node(b) else { return false };
            constant_in(terms, a, counter) && terms.as_const(one) == Some(1) && rises(terms, s, counter)
        }
        Node::Binary(..)
        | Node::Cast(..)
        | Node::Var(_)
        | Node::Const { .. }
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => false,
    }
}

/// Whether `condition` in one iteration implies it in all earlier ones (0 and up): a comparison whose sides move apart
/// as `counter` falls.
pub(crate) fn is_monotone(terms: &Terms, condition: Term, counter: Var) -> bool {
    use crate::term::CompareOp;
    match *terms.node(condition) {
        Node::Compare(CompareOp::Slt, a, b)
            if terms.as_int(a).is_some_and(|c| c >= 0) && dies_out(terms, b, counter) =>
        {
            true
        }
        Node::Compare(CompareOp::Slt | CompareOp::Sle, a, b) => rises(terms, a, counter) && falls(terms, b, counter),
        Node::Compare(CompareOp::Ult | CompareOp::Ule, a, b) => {
            let mut i = Intervals::new();
            let (a_ok, b_ok) = (i.of(terms, a).lo >= 0, i.of(terms, b).lo >= 0 || constant_in(terms, b, counter));
            a_ok && b_ok && rises(terms, a, counter) && falls(terms, b, counter)
        }
        Node::Binary(BinaryOp::And, a, b) if terms.width(a) == 1 => {
            is_monotone(terms, a, counter) && is_monotone(terms, b, counter)
        }
        Node::Binary(..)
        | Node::Compare(..)
        | Node::Not(_)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => constant_in(terms, condition, counter) || is_negated_monotone(terms, condition, counter),
    }
}

/// `¬(a < b)` is `b ≤ a`.
fn is_negated_monotone(terms: &Terms, condition: Term, counter: Var) -> bool {
    use crate::term::CompareOp;
    let Node::Not(inner) = *terms.node(condition) else { return false };
    match *terms.node(inner) {
        Node::Compare(CompareOp::Slt | CompareOp::Sle, a, b) => rises(terms, b, counter) && falls(terms, a, counter),
        Node::Compare(..)
        | Node::Binary(..)
        | Node::Not(_)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => false,
    }
}

fn constant_in(terms: &Terms, t: Term, counter: Var) -> bool {
    !terms.vars_of(&[t]).contains(&counter)
}

/// Whether `t` never falls as `counter` rises (signed, without wrapping).
fn rises(terms: &Terms, t: Term, counter: Var) -> bool {
    moves(terms, t, counter, true)
}

fn falls(terms: &Terms, t: Term, counter: Var) -> bool {
    moves(terms, t, counter, false)
}

fn moves(terms: &Terms, t: Term, counter: Var, up: bool) -> bool {
    if constant_in(terms, t, counter) {
        return true;
    }
    let sign = |t: Term| Intervals::new().of(terms, t);
    match *terms.node(t) {
        Node::Var(v) => v == counter && up,
        Node::Cast(CastOp::Sext, _, a) => moves(terms, a, counter, up),
        Node::Cast(CastOp::Zext, _, a) => sign(a).lo >= 0 && moves(terms, a, counter, up),
        Node::Binary(BinaryOp::Add, a, b) => {
            !Intervals::new().may_wrap(terms, t) && moves(terms, a, counter, up) && moves(terms, b, counter, up)
        }
        Node::Binary(BinaryOp::Sub, a, b) => moves(terms, a, counter, up) && moves(terms, b, counter, !up),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (f, x) = if constant_in(terms, a, counter) { (a, b) } else { (b, a) };
            constant_in(terms, f, counter)
                && !Intervals::new().may_wrap(terms, t)
                && ((sign(f).lo >= 0 && moves(terms, x, counter, up))
                    || (sign(f).hi <= 0 && moves(terms, x, counter, !up)))
        }
        Node::Binary(BinaryOp::Shl, a, b) => {
            up && !Intervals::new().may_wrap(terms, t)
                && constant_in(terms, a, counter)
                && sign(a).lo >= 0
                && moves(terms, b, counter, true)
        }
        Node::Binary(BinaryOp::LShr | BinaryOp::AShr, a, b) => {
            !up && constant_in(terms, a, counter) && sign(a).lo >= 0 && moves(terms, b, counter, true)
        }
        Node::Binary(..)
        | Node::Cast(CastOp::Trunc, ..)
        | Node::Const { .. }
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => false,
    }
}
