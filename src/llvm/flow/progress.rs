//! Values that go on by a step, double, or run round a ring, each with what may be assumed of it ([`Arithmetic`]).
//!
//! The program adds `step` again and again, the closed form multiplies: only what the program computes may be taken not to
//! wrap.

use super::iteration::{Recurrence, count, increment};
use crate::term::{Arithmetic, BinaryOp, CastOp, Interval, Intervals, Node, Term, Terms, Var, Width};

/// `init + step * x`, which wraps no more than what the program adds up. The product is the analysis' own: it may leave the
/// width where the sum does not, unless both point the same way.
pub(crate) fn progress(terms: &mut Terms, r: Recurrence, step: Term, x: Term) -> Term {
    let sum = sum_of(terms, r.next);
    let mut intervals = Intervals::new();
    let (init, by) = (intervals.of(terms, r.init), intervals.of(terms, step));
    let one_way = (init.lo >= 0 && by.lo >= 0) || (init.hi <= 0 && by.hi <= 0);
    let product = if one_way || sum == Arithmetic::Modular { sum } else { Arithmetic::Wide };
    let distance = terms.binary_as(product, BinaryOp::Mul, step, x);
    terms.binary_as(sum, BinaryOp::Add, r.init, distance)
}

/// What may be assumed of a sum of several.
fn sum_of(terms: &Terms, t: Term) -> Arithmetic {
    match *terms.node(t) {
        Node::Binary(BinaryOp::Add, a, b) => terms.arithmetic(t).max(sum_of(terms, a)).max(sum_of(terms, b)),
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => Arithmetic::Signed,
    }
}

/// `init << k * x`, and 0 once all bits are shifted out, if that may be.
pub(crate) fn doubled(terms: &mut Terms, r: Recurrence, k: u64, counter: Var) -> Term {
    let (width, meant, x) = (terms.width(r.init), terms.arithmetic(r.next), terms.var(counter));
    let counted = terms.width(x);
    let last = terms.constant(counted, u64::from(width - 1) / k);
    let (turns, k) = (count(terms, counter, width), terms.constant(width, k));
    let amount = terms.binary_as(Arithmetic::Wide, BinaryOp::Mul, turns, k);
    let shifted = terms.binary_as(meant, BinaryOp::Shl, r.init, amount);
    // A value that is narrower than the counter wraps as a matter of course.
    if meant != Arithmetic::Modular && width >= counted {
        return shifted;
    }
    let (zero, inside) = (terms.constant(width, 0), terms.sle(x, last));
    terms.ite(inside, shifted, zero)
}

/// A counter that runs round a ring: `p + c` modulo a constant `n`, from a start inside the ring, or from where other loops have left
/// it: `total % n`.
pub(crate) fn cyclic(terms: &mut Terms, r: Recurrence, p: Term, counter: Var) -> Option<Term> {
    let (step, n) = ring(terms, r.next, p)?;
    if let Some(total) = gone_round(terms, r.init, n).filter(|_| step == 1) {
        let x = count(terms, counter, TOTAL);
        let total = terms.binary_as(Arithmetic::Wide, BinaryOp::Add, total, x);
        let width = terms.width(p);
        return Some(place_in(terms, total, n, width));
    }
    let init = Intervals::new().of(terms, r.init);
    if step < 1 || step > n || init.lo < 0 || init.hi >= i128::from(n) {
        return None;
    }
    // As many bits as the distance needs, which no value of the program has.
    let (width, x) = (terms.width(p), terms.var(counter));
    let wide = if step == 1 { width.max(terms.width(x)) } else { width.max(64) };
    let most = Intervals::new().of(terms, x).hi.checked_mul(step.into())?;
    if most > Interval::full(wide).hi {
        return None;
    }
    let [x, start] = [x, r.init].map(|t| terms.cast(CastOp::Zext, wide, t));
    let (step, n) = (terms.int(wide, step), terms.int(wide, n));
    let distance = terms.mul(x, step);
    let place = terms.binary_as(Arithmetic::Unsigned, BinaryOp::Add, start, distance);
    let place = terms.binary(BinaryOp::URem, place, n);
    Some(terms.cast(CastOp::Trunc, width, place))
}

/// Bits of a number of steps round a ring in loops around each other: no product of two numbers of iterations wraps in them.
pub(crate) const TOTAL: Width = 64;

/// The place in a ring of `n` after so many steps.
pub(crate) fn place_in(terms: &mut Terms, total: Term, n: i64, width: Width) -> Term {
    let n = terms.int(TOTAL, n);
    let place = terms.binary(BinaryOp::URem, total, n);
    terms.cast(CastOp::Trunc, width, place)
}

/// The number of steps after which this is the place in a ring of `n`.
pub(crate) fn gone_round(terms: &Terms, t: Term, n: i64) -> Option<Term> {
    let place = if let Node::Cast(CastOp::Trunc, _, inner) = *terms.node(t) { inner } else { t };
    let Node::Binary(BinaryOp::URem, total, size) = *terms.node(place) else { return None };
    (terms.width(total) == TOTAL && terms.as_int(size) == Some(n)).then_some(total)
}

/// `(c, n)` for `(p + c) % n`, `p + c == n ? 0 : p + c` with `c = 1`, and `p + c >= n ? p + c - n : p + c`.
pub(crate) fn ring(terms: &mut Terms, next: Term, p: Term) -> Option<(i64, i64)> {
    use crate::term::CompareOp;
    let constant = |terms: &mut Terms, t: Term| increment(terms, t, p).and_then(|c| terms.as_int(c));
    match *terms.node(next) {
        Node::Binary(BinaryOp::URem | BinaryOp::SRem, a, n) => Some((constant(terms, a)?, terms.as_int(n)?)),
        Node::Ite(c, a, b) => {
            let Node::Compare(op, l, m) = *terms.node(c) else { return None };
            let (wrapped, plain, sum, n) = match op {
                CompareOp::Eq => (a, b, l, m),
                CompareOp::Sle | CompareOp::Ule => (a, b, m, l),
                CompareOp::Slt | CompareOp::Ult => (b, a, l, m),
            };
            let (step, n) = (constant(terms, plain)?, terms.as_int(n)?);
            let back = if terms.as_const(wrapped) == Some(0) && step == 1 { -n + 1 } else { constant(terms, wrapped)? };
            let whole = plain == sum && back == step - n && (op != CompareOp::Eq || step == 1);
            whole.then_some((step, n))
        }
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}
