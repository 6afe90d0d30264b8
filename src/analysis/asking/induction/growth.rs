//! Whether values that a loop carries can be taken not to wrap on its way.
//!
//! That index arithmetic does not wrap is assumed where it takes large values to wrap (docs/design.md section 6). A value that each
//! iteration multiplies is large after a few of them, whatever it starts from: of `c = c * c` nothing may be assumed. One that goes
//! on by small steps, or lies between two others, is as modest as what it starts from and the number of iterations; and one that the
//! loop's test holds below a bound before it is multiplied is as modest as the bound.

use super::candidates::Course;
use crate::kernel::Loop;
use crate::term::{BinaryOp, CastOp, CompareOp, Node, Term, Terms};

/// What a step may add, as a constant: two loops of a thousand iterations, one in the other, do not wrap by it.
const STEP: u64 = 1 << 10;
/// What is held below a bound may grow so many times in one iteration.
const TIMES: u64 = 64;
/// Growth is counted in parts of this.
const ONE: u64 = 1 << 10;

/// Whether no carried value of the loop wraps but for large bounds or first values, and nothing that the loop compares does.
pub(super) fn is_modest(terms: &Terms, course: &Course<'_>, candidate: Term) -> bool {
    let Loop { continues, since, entered, .. } = course.of;
    let mut roots = vec![*continues, *since, *entered, candidate];
    roots.extend(course.carried.iter().map(|c| c.next));
    let compared = terms.reachable(&roots).into_iter().all(|t| match *terms.node(t) {
        Node::Binary(..) if terms.width(t) > 1 && mentions(terms, course, t) => {
            growth(terms, course, t, &|_| true).is_some_and(|g| g <= TIMES * ONE)
        }
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => true,
    });
    compared
        && course.carried.iter().all(|c| {
            let grows = growth(terms, course, c.next, &|added| is_small(terms, added));
            grows.is_some_and(|g| g <= ONE || g <= TIMES * ONE && is_held(terms, course, *continues, c.now))
        })
}

/// How many times as large as the largest carried value a term is at most, but for what it adds, which may be `added`; `None` if
/// that is not seen.
fn growth(terms: &Terms, course: &Course<'_>, t: Term, added: &dyn Fn(Term) -> bool) -> Option<u64> {
    let of = |t: Term| growth(terms, course, t, added);
    if course.carried.iter().any(|c| c.now == t) {
        return Some(ONE);
    }
    if !mentions(terms, course, t) {
        return added(t).then_some(0);
    }
    let constant = |b: Term| terms.as_int(b).map(i64::unsigned_abs);
    match *terms.node(t) {
        Node::Binary(BinaryOp::Add, a, b) => of(a)?.checked_add(of(b)?),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (t, by) = if let Some(by) = constant(b) { (a, by) } else { (b, constant(a)?) };
            of(t)?.checked_mul(by)
        }
        Node::Binary(BinaryOp::Shl, a, b) => of(a)?.checked_mul(1u64.checked_shl(constant(b)? as u32)?),
        Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv, a, b) => Some(of(a)?.div_ceil(constant(b).filter(|by| *by > 0)?)),
        Node::Binary(BinaryOp::LShr | BinaryOp::AShr, a, b) => {
            Some(of(a)?.div_ceil(1u64.checked_shl(constant(b)? as u32)?))
        }
        Node::Ite(_, a, b) => Some(of(a)?.max(of(b)?)),
        Node::Cast(CastOp::Zext | CastOp::Sext, _, a) => of(a),
        // The bits that are left are those of a narrow number, which goes on by equal steps: see `candidates`.
        Node::Cast(CastOp::Trunc, _, a) => of(a),
        Node::Binary(..) | Node::Const { .. } | Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Apply(..) => {
            None
        }
    }
}

/// Whether a term that no carried value is part of is small with modest values: a small constant, a variable, what is read, or
/// sums of them and products with smaller constants.
fn is_small(terms: &Terms, t: Term) -> bool {
    let size = |t: Term| terms.as_int(t).map(i64::unsigned_abs);
    match *terms.node(t) {
        Node::Const { .. } => size(t).is_some_and(|c| c <= STEP),
        Node::Var(_) | Node::Apply(..) => true,
        Node::Binary(BinaryOp::Add, a, b) => is_small(terms, a) && is_small(terms, b),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let factor = |c: Term| size(c).is_some_and(|c| c <= TIMES);
            factor(a) && is_small(terms, b) || factor(b) && is_small(terms, a)
        }
        Node::Cast(_, _, a) => is_small(terms, a),
        Node::Ite(_, a, b) => is_small(terms, a) && is_small(terms, b),
        Node::Binary(..) | Node::Not(_) | Node::Compare(..) => false,
    }
}

fn mentions(terms: &Terms, course: &Course<'_>, t: Term) -> bool {
    terms.apps_of(&[t]).iter().any(|(_, f)| course.carried.iter().any(|c| c.func == *f))
}

/// Whether the loop goes on only while `value`, or more than it, is below what it does not change.
fn is_held(terms: &Terms, course: &Course<'_>, condition: Term, value: Term) -> bool {
    use CompareOp::{Sle, Slt, Ule, Ult};
    let below = |small: Term, large: Term| {
        let grows = growth(terms, course, small, &|_| true).is_some_and(|g| g >= ONE);
        grows && !mentions(terms, course, large) && terms.reachable(&[small]).contains(&value)
    };
    if let Node::Binary(BinaryOp::And, a, b) = *terms.node(condition) {
        return is_held(terms, course, a, value) || is_held(terms, course, b, value);
    }
    if let Node::Compare(Slt | Sle | Ult | Ule, a, b) = *terms.node(condition) {
        return below(a, b);
    }
    let Node::Not(inner) = *terms.node(condition) else { return false };
    matches!(*terms.node(inner), Node::Compare(Slt | Sle | Ult | Ule, b, a) if below(a, b))
}
