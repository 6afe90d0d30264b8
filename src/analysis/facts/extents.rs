//! Parameters that are unsigned extents: those with which the standing assumption that index arithmetic does not wrap means
//! the unsigned arithmetic.
//!
//! Terms have no sign, and elsewhere "does not wrap" is meant for signed numbers. With `x < width` unsigned, a `width` of
//! 2^32 - 1 passes the guard, and `y * width + x` with it is `x - y` without any signed wrap, where C's unsigned product
//! wraps. So a parameter that is a factor of a product and that is compared, divided or widened as an unsigned number is
//! taken to be below half of its range. The products of closed forms are not the program's: a loop that adds `width` up
//! multiplies nothing.
//!
//! So is a parameter of 64 bits that a loop counts to with 32, as in `for (unsigned i = first; i < n; i += step)`, but in this loop alone: with
//! an `n` of 2^32 or more the counter wraps, and the loop never ends. It is taken so only if the comparison is all that the loop ends by.
//!
//! Direction: large values of such parameters are left out, which is an assumption of the verdict; threads never are.

use crate::kernel::{Kernel, Step, walk};
use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, Node, Term, Terms, Var, VarKind, Wrapping};
use crate::verdict::Assumption;
use rustc_hash::FxHashSet;

/// Narrower parameters are no extents by themselves.
const NARROWEST: u8 = 32;
/// The bits of counters that may be too few.
const COUNTER: u8 = 32;

/// Bounds the unsigned extents among a kernel's parameters; returns what that assumes.
pub(crate) fn bound(terms: &mut Terms, kernel: &mut Kernel) -> Vec<Assumption> {
    let mut assumptions = bound_factors(terms, &kernel.all_terms());
    assumptions.extend(bound_in_loops(terms, &mut kernel.body));
    assumptions
}

/// Those in `roots` that are factors, everywhere.
fn bound_factors(terms: &mut Terms, roots: &[Term]) -> Vec<Assumption> {
    let mut assumptions = vec![];
    if terms.wrapping() == Wrapping::Followed {
        return assumptions;
    }
    for v in unsigned_extents(terms, roots) {
        let info = terms.var_info(v).clone();
        let half = (u64::MAX >> (65 - info.width)).cast_signed();
        let (lo, hi) = info.bounds.unwrap_or((i64::MIN, i64::MAX));
        if lo >= 0 || hi < 0 {
            continue;
        }
        terms.set_bounds(v, (0, hi.min(half)));
        let (parameter, bits) = (terms.written(v).to_owned(), info.width - 1);
        assumptions.push(Assumption::UnsignedExtent { parameter, bits });
    }
    assumptions
}

/// Those that loops count to with too few bits, in these loops.
fn bound_in_loops(terms: &mut Terms, body: &mut [Step]) -> Vec<Assumption> {
    let mut assumptions = vec![];
    if terms.wrapping() == Wrapping::Followed {
        return assumptions;
    }
    walk::visit_mut(body, &mut |step| {
        let Step::Loop(l) = step else { return };
        let Some(v) = counted_to(terms, l.continues) else { return };
        let (extent, most) = (terms.var(v), terms.constant(terms.var_info(v).width, u64::MAX >> (64 - COUNTER)));
        let fits = terms.compare(CompareOp::Ule, extent, most);
        l.since = terms.and(l.since, fits);
        let assumption = Assumption::UnsignedExtent { parameter: terms.written(v).to_owned(), bits: COUNTER };
        if !assumptions.contains(&assumption) {
            assumptions.push(assumption);
        }
    });
    assumptions
}

/// The parameter of more bits with which a loop's counter is compared, if it goes on by that alone.
fn counted_to(terms: &Terms, continues: Term) -> Option<Var> {
    let Node::Compare(CompareOp::Ult, counter, extent) = *terms.node(continues) else { return None };
    let Node::Cast(CastOp::Zext, _, counter) = *terms.node(counter) else { return None };
    let Node::Var(v) = *terms.node(extent) else { return None };
    let is_counted = terms.width(counter) == COUNTER && counts(terms, counter);
    (is_counted && terms.var_info(v).kind == VarKind::Param).then_some(v)
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
