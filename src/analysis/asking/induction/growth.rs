//! Whether values that a loop carries can be taken not to wrap on its way.
//!
//! That index arithmetic does not wrap is assumed where it takes large values to wrap (docs/design.md section 6). A value that each
//! iteration multiplies is large after a few of them, whatever it starts from: of `c = c * c` nothing may be assumed. One that goes
//! on by small steps, or lies between two others, is as modest as what it starts from and the number of iterations; and one that the
//! loop's test holds below a bound before it is multiplied is as modest as the bound.

use super::candidates::Course;
use crate::kernel::Loop;
use crate::term::{BinaryOp, CastOp, CompareOp, Node, Term, Terms};

/// What a step may add, as a constant: so that the number of iterations that a program means by a constant bound does not wrap.
const STEP: i64 = 1 << 14;
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
            growth(terms, course, t).is_some_and(|g| g <= TIMES * ONE)
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
            let grows = growth(terms, course, c.next);
            grows.is_some_and(|g| g <= ONE || g <= TIMES * ONE && is_held(terms, course, *continues, c.now))
        })
}

/// How many times as large as the largest carried value a term is at most, but for what it adds; `None` if that is not seen.
fn growth(terms: &Terms, course: &Course<'_>, t: Term) -> Option<u64> {
    if course.carried.iter().any(|c| c.now == t) {
        return Some(ONE);
    }
    if !mentions(terms, course, t) {
        let counts = terms.vars_of(&[t]).contains(&course.of.counter);
        let is_small = terms.as_int(t).is_none_or(|c| c.unsigned_abs() <= STEP.unsigned_abs());
        let is_read = matches!(terms.node(t), Node::Apply(..) | Node::Var(_));
        return (is_small && (!counts || is_read)).then_some(0);
    }
    let constant = |b: Term| terms.as_int(b).map(i64::unsigned_abs);
    match *terms.node(t) {
        Node::Binary(BinaryOp::Add, a, b) => growth(terms, course, a)?.checked_add(growth(terms, course, b)?),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (of, by) = if let Some(by) = constant(b) { (a, by) } else { (b, constant(a)?) };
            growth(terms, course, of)?.checked_mul(by)
        }
        Node::Binary(BinaryOp::Shl, a, b) => {
            growth(terms, course, a)?.checked_mul(1u64.checked_shl(constant(b)? as u32)?)
        }
        Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv, a, b) => {
            Some(growth(terms, course, a)?.div_ceil(constant(b).filter(|by| *by > 0)?))
        }
        Node::Binary(BinaryOp::LShr | BinaryOp::AShr, a, b) => {
            Some(growth(terms, course, a)?.div_ceil(1u64.checked_shl(constant(b)? as u32)?))
        }
        Node::Ite(_, a, b) => Some(growth(terms, course, a)?.max(growth(terms, course, b)?)),
        Node::Cast(CastOp::Zext | CastOp::Sext, _, a) => growth(terms, course, a),
        // The bits that are left are those of a narrow number, which goes on by equal steps: see `candidates`.
        Node::Cast(CastOp::Trunc, _, a) => growth(terms, course, a),
        Node::Binary(..) | Node::Const { .. } | Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Apply(..) => {
            None
        }
    }
}

fn mentions(terms: &Terms, course: &Course<'_>, t: Term) -> bool {
    terms.apps_of(&[t]).iter().any(|(_, f)| course.carried.iter().any(|c| c.func == *f))
}

/// Whether the loop goes on only while `value`, or more than it, is below what it does not change.
fn is_held(terms: &Terms, course: &Course<'_>, condition: Term, value: Term) -> bool {
    match *terms.node(condition) {
        Node::Binary(BinaryOp::And, a, b) => is_held(terms, course, a, value) || is_held(terms, course, b, value),
        Node::Compare(CompareOp::Slt | CompareOp::Sle | CompareOp::Ult | CompareOp::Ule, a, b) => {
            !mentions(terms, course, b)
                && growth(terms, course, a).is_some_and(|g| g >= ONE)
                && terms.reachable(&[a]).contains(&value)
        }
        Node::Not(inner) => match *terms.node(inner) {
            Node::Compare(CompareOp::Slt | CompareOp::Sle | CompareOp::Ult | CompareOp::Ule, b, a) => {
                !mentions(terms, course, b)
                    && growth(terms, course, a).is_some_and(|g| g >= ONE)
                    && terms.reachable(&[a]).contains(&value)
            }
            Node::Compare(CompareOp::Eq, ..)
            | Node::Binary(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => false,
        },
        Node::Compare(CompareOp::Eq, ..)
        | Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => false,
    }
}
