//! Parameters that are unsigned extents: those with which the standing assumption that index arithmetic does not wrap means
//! the unsigned arithmetic.
//!
//! Terms have no sign, and elsewhere "does not wrap" is meant for signed numbers. With `x < width` unsigned, a `width` of
//! 2^32 - 1 passes the guard, and `y * width + x` with it is `x - y` without any signed wrap, where C's unsigned product
//! wraps. So a parameter that is a factor of a product and that is compared, divided or widened as an unsigned number is
//! taken to be below half of its range. The products of closed forms are not the program's: a loop that adds `width` up
//! multiplies nothing.
//!
//! So is a parameter of 64 bits that a loop counts to with 32, as in `for (unsigned i = first; i < n; i += step)`: behind 2^32 the counter
//! wraps, and the loop never ends.
//!
//! Direction: large values of such parameters are left out, which is an assumption of the verdict; threads never are.

use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, Node, Term, Terms, Var, VarKind, Wrapping};
use crate::verdict::Assumption;
use rustc_hash::FxHashSet;

/// Narrower parameters are no extents by themselves.
const NARROWEST: u8 = 32;
/// The bits of counters that may be too few.
const COUNTER: u8 = 32;

/// Bounds the unsigned extents among the parameters in `roots`; returns what that assumes.
pub(crate) fn bound(terms: &mut Terms, roots: &[Term]) -> Vec<Assumption> {
    let mut assumptions = vec![];
    if terms.wrapping() == Wrapping::Followed {
        return assumptions;
    }
    let counted = counted_to(terms, roots);
    let halves = unsigned_extents(terms, roots).into_iter().filter(|v| !counted.contains(v));
    let halves: Vec<(Var, u8)> = halves.map(|v| (v, terms.var_info(v).width - 1)).collect();
    for (v, bits) in counted.iter().map(|v| (*v, COUNTER)).chain(halves) {
        let most = (u64::MAX >> (64 - bits)).cast_signed();
        let (lo, hi) = terms.var_info(v).bounds.unwrap_or((i64::MIN, i64::MAX));
        let is_bounded = lo >= 0 && (bits != COUNTER || hi <= most);
        if is_bounded || hi < 0 {
            continue;
        }
        terms.set_bounds(v, (lo.max(0), hi.min(most)));
        let parameter = terms.written(v).to_owned();
        assumptions.push(Assumption::UnsignedExtent { parameter, bits });
    }
    assumptions
}

/// The parameters that are compared with a loop's counter of fewer bits, in order.
fn counted_to(terms: &Terms, roots: &[Term]) -> Vec<Var> {
    let is_counter = |t: Term| {
        let Node::Cast(CastOp::Zext, _, c) = *terms.node(t) else { return false };
        terms.width(c) == COUNTER && counts(terms, c)
    };
    let mut found: Vec<Var> = vec![];
    for t in terms.reachable(roots) {
        let Node::Compare(CompareOp::Ult | CompareOp::Ule, counter, extent) = *terms.node(t) else { continue };
        let Node::Var(v) = *terms.node(extent) else { continue };
        if terms.var_info(v).kind == VarKind::Param && is_counter(counter) {
            found.push(v);
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether it is a sum or product with the number of an iteration.
fn counts(terms: &Terms, t: Term) -> bool {
    match *terms.node(t) {
        Node::Var(v) => terms.var_info(v).kind == VarKind::Counter,
        Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, a, b) => counts(terms, a) || counts(terms, b),
        Node::Cast(_, _, a) => counts(terms, a),
        Node::Binary(..) | Node::Const { .. } | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {
            false
        }
    }
}

/// The parameters that are factors of products and are used as unsigned numbers, in order.
fn unsigned_extents(terms: &Terms, roots: &[Term]) -> Vec<Var> {
    let (mut unsigned, mut factors) = (vec![], vec![]);
    for t in terms.reachable(roots) {
        match *terms.node(t) {
            Node::Compare(CompareOp::Ult | CompareOp::Ule, a, b)
            | Node::Binary(BinaryOp::UDiv | BinaryOp::URem | BinaryOp::LShr, a, b) => unsigned.extend([a, b]),
            Node::Cast(CastOp::Zext, _, a) if !matches!(terms.node(a), Node::Var(_)) => unsigned.push(a),
            Node::Binary(BinaryOp::Mul, a, b)
                if terms.arithmetic(t) != Arithmetic::Wide && [a, b].iter().all(|f| terms.as_const(*f).is_none()) =>
            {
                factors.extend([a, b]);
            }
            Node::Compare(..)
            | Node::Binary(..)
            | Node::Cast(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Ite(..)
            | Node::Apply(..) => {}
        }
    }
    let factors = parameters(terms, factors);
    let mut both: Vec<Var> = parameters(terms, unsigned).into_iter().filter(|v| factors.contains(v)).collect();
    both.sort_unstable();
    both
}

/// The parameters whose value the arithmetic of `stack` passes on. A zero extension is a number of its own: it does not wrap.
fn parameters(terms: &Terms, mut stack: Vec<Term>) -> FxHashSet<Var> {
    let (mut found, mut seen) = (FxHashSet::default(), FxHashSet::default());
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match *terms.node(t) {
            Node::Var(v) => {
                let info = terms.var_info(v);
                if info.kind == VarKind::Param && info.width >= NARROWEST {
                    found.insert(v);
                }
            }
            Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl, a, b) | Node::Ite(_, a, b) => {
                stack.extend([a, b]);
            }
            Node::Cast(CastOp::Sext | CastOp::Trunc, _, a) => stack.push(a),
            Node::Cast(CastOp::Zext, ..)
            | Node::Binary(..)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Apply(..) => {}
        }
    }
    found
}
