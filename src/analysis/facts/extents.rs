//! Parameters that are unsigned extents: those with which the standing assumption that index arithmetic does not wrap means
//! the unsigned arithmetic.
//!
//! Terms have no sign, and elsewhere "does not wrap" is meant for signed numbers. With `x < width` unsigned, a `width` of
//! 2^32 - 1 passes the guard, and `y * width + x` with it is `x - y` without any signed wrap, where C's unsigned product
//! wraps. So a parameter that is a factor of a product and that is compared, divided or widened as an unsigned number is
//! taken to be below half of its range. The products of closed forms are not the program's: a loop that adds `width` up
//! multiplies nothing.
//!
//! So is a parameter of 64 bits that bounds a place, as in `if (i < n)`: of places that are no larger than half of the range, all are below
//! a larger `n`, as they are below the largest number of that half. Where the kernel compares it with a constant near the end of the range, or
//! a launch in the file passes such a number, it is meant: `n == (size_t)-1` says "no limit".
//!
//! So is a parameter of 64 bits that a loop counts to with 32, as in `for (unsigned i = first; i < n; i += step)`, but in this loop alone: with
//! an `n` of 2^32 or more the counter wraps, and the loop never ends. It is taken so only if the comparison is all that the loop ends by.
//!
//! Direction: large values of such parameters are left out, which is an assumption of the verdict; threads never are.

use crate::kernel::launch::Launch;
use crate::kernel::relation::HostValue;
use crate::kernel::{Kernel, Step, walk};
use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, Intervals, Node, Term, Terms, Var, VarKind, Wrapping};
use crate::verdict::Assumption;
use rustc_hash::FxHashSet;

/// Narrower parameters are no extents by themselves.
const NARROWEST: u8 = 32;
/// The bits of what bounds places of any size.
const LONG: u8 = 64;
/// Such numbers are near the end of the range of 64 bits.
const LARGE: u64 = 1 << 62;
/// The bits of counters that may be too few.
const COUNTER: u8 = 32;

/// Bounds the unsigned extents among a kernel's parameters; returns what that assumes.
pub(crate) fn bound(terms: &mut Terms, kernel: &mut Kernel) -> Vec<Assumption> {
    let may_be_large = kernel.launches.iter().chain(&kernel.seen.calls).chain(&kernel.seen.shapes).any(passes_large);
    let mut assumptions = bound_factors(terms, &kernel.all_terms(), !may_be_large);
    assumptions.extend(bound_in_loops(terms, &mut kernel.body));
    assumptions
}

/// Those in `roots` that are factors, everywhere.
fn bound_factors(terms: &mut Terms, roots: &[Term], of_places: bool) -> Vec<Assumption> {
    let mut assumptions = vec![];
    if terms.wrapping() == Wrapping::Followed {
        return assumptions;
    }
    for v in unsigned_extents(terms, roots, of_places) {
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

/// The parameters that are factors of products and are used as unsigned numbers, or that bound places, in order.
fn unsigned_extents(terms: &Terms, roots: &[Term], of_places: bool) -> Vec<Var> {
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
    both.extend(if of_places { bounds_of_places(terms, roots) } else { vec![] });
    both.sort_unstable();
    both.dedup();
    both
}

/// Whether a launch passes a number near the end of the range of 64 bits, or chooses one.
fn passes_large(launch: &Launch) -> bool {
    let is_large = |value: &HostValue| matches!(value, HostValue::Constant(LONG, value) if is_large(*value));
    let chooses = |relation: &HostValue| match relation {
        HostValue::Compare(CompareOp::Eq, _, value) => match &**value {
            HostValue::Select(_, a, b) => is_large(a) || is_large(b),
            value => is_large(value),
        },
        HostValue::Quantity(..)
        | HostValue::Constant(..)
        | HostValue::Not(_)
        | HostValue::Binary(..)
        | HostValue::Compare(..)
        | HostValue::Select(..)
        | HostValue::Cast(..) => false,
    };
    launch.arguments.iter().any(|argument| argument.value.is_some_and(|value| value < 0))
        || launch.relations.iter().any(chooses)
}

fn is_large(value: u64) -> bool {
    value >= LARGE
}

/// The parameters of 64 bits that places are below, and that are compared with no constant near the end of the range.
fn bounds_of_places(terms: &Terms, roots: &[Term]) -> Vec<Var> {
    let (mut found, mut meant, mut intervals) = (vec![], FxHashSet::default(), Intervals::new());
    for t in terms.reachable(roots) {
        let Node::Compare(_, a, b) = *terms.node(t) else { continue };
        for (one, other) in [(a, b), (b, a)] {
            if terms.as_const(other).is_some_and(is_large) {
                meant.extend(parameters(terms, vec![one]));
            }
        }
        found.extend(bounding(terms, t).filter(|_| intervals.of(terms, a).lo >= 0));
    }
    found.retain(|v| !meant.contains(v));
    found
}

/// The parameter of 64 bits that a place is below, `i < n`.
fn bounding(terms: &Terms, t: Term) -> Option<Var> {
    let Node::Compare(CompareOp::Ult, place, extent) = *terms.node(t) else { return None };
    let Node::Var(v) = *terms.node(extent) else { return None };
    let is_extent = terms.var_info(v).kind == VarKind::Param && terms.width(extent) == LONG;
    (is_extent && counted_to(terms, t).is_none() && is_place(terms, place)).then_some(v)
}

/// Whether a number is computed from coordinates, and not from what memory holds.
fn is_place(terms: &Terms, t: Term) -> bool {
    let is_coordinate = |v: Var| match terms.var_info(v).kind {
        VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Counter => true,
        VarKind::Param | VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Local => false,
    };
    let parts = terms.reachable(&[t]);
    let reads = parts.iter().any(|part| matches!(terms.node(*part), Node::Apply(..)));
    !reads && parts.iter().any(|part| matches!(terms.node(*part), Node::Var(v) if is_coordinate(*v)))
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
