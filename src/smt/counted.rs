//! How far loop counters go by facts that compare with constants.
//!
//! Whether an operation can be taken not to wrap is asked for a few iterations ([`Intervals::may_wrap`]), since the bounds of
//! loops are mostly parameters. A bound that is a constant, of a value `init + step·x` or `init << step·x`, is as it is,
//! however large: every thread gets as far, and an operation that wraps on the way there wraps.
//!
//! Direction: only says in how many iterations operations are looked at. A comparison may be the bound of the loop or some
//! other, which the value may meet again after it wrapped; so the largest counts. The steps are taken as long as they may be in a
//! small launch, so that `init + step·x` reaches the bound and goes little beyond.

use crate::term::{BinaryOp, CastOp, CompareOp, Interval, Intervals, Node, Term, Terms};

/// What a comparison with a constant says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Below,
    Above,
    At,
}

/// Notes for each counter in the comparison `a op b`, or `a ≠ b` without an operator, how far it goes.
pub(super) fn note(
    intervals: &mut Intervals,
    terms: &Terms,
    op: Option<CompareOp>,
    (a, b): (Term, Term),
    is_counter: &dyn Fn(Term) -> bool,
) {
    let (left, right) = match op {
        Some(CompareOp::Slt | CompareOp::Sle | CompareOp::Ult | CompareOp::Ule) => (Side::Below, Side::Above),
        // `i != 4096` ends a loop.
        Some(CompareOp::Eq) | None => (Side::At, Side::At),
    };
    for (counted, bound, side) in [(a, b, left), (b, a, right)] {
        let Interval { lo, hi } = intervals.of(terms, bound);
        if lo != hi || terms.width(a) == 1 {
            continue;
        }
        let unsigned = matches!(op, Some(CompareOp::Ult | CompareOp::Ule)) && lo < 0;
        let bound = if unsigned { lo + (1i128 << terms.width(a)) } else { lo };
        for counter in terms.reachable(&[counted]).into_iter().filter(|t| is_counter(*t)) {
            if let Some(last) = last(intervals, terms, counted, counter, (side, bound)) {
                intervals.count(counter, last);
            }
        }
    }
}

/// The number of the iteration in which `t` reaches or passes a bound, if it moves towards it.
fn last(intervals: &mut Intervals, terms: &Terms, t: Term, counter: Term, (side, bound): (Side, i128)) -> Option<i128> {
    if let Some(line) = line(intervals, terms, t, counter) {
        return line.reaches(side, bound);
    }
    match *terms.node(t) {
        Node::Cast(CastOp::Zext | CastOp::Sext, _, a) => last(intervals, terms, a, counter, (side, bound)),
        Node::Binary(BinaryOp::Shl, a, by) if side != Side::Above => {
            let (a, line) = (intervals.modest(terms, a), line(intervals, terms, by, counter)?);
            let bits = if bound > 0 { bit_length(bound / a.lo.max(1)) } else { terms.width(t).into() };
            line.reaches(Side::Below, bits)
        }
        Node::Binary(BinaryOp::LShr | BinaryOp::AShr, a, by) if side != Side::Below => {
            let (a, line) = (intervals.of(terms, a), line(intervals, terms, by, counter)?);
            if a.lo == a.hi { line.reaches(Side::Below, bit_length(a.hi.max(0))) } else { None }
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

/// The bits of a number that is not negative.
fn bit_length(value: i128) -> i128 {
    (i128::BITS - value.leading_zeros()).into()
}

/// `start + step·x`
struct Line {
    start: Interval,
    step: Interval,
}

impl Line {
    fn times(&self, by: Interval) -> Self {
        Line { start: self.start.times(by), step: self.step.times(by) }
    }

    fn reaches(&self, side: Side, bound: i128) -> Option<i128> {
        let (way, step) = if self.step.lo >= 0 && side != Side::Above {
            (bound.checked_sub(self.start.lo)?, self.step.hi)
        } else if self.step.hi <= 0 && side != Side::Below {
            (self.start.hi.checked_sub(bound)?, -self.step.lo)
        } else {
            return None;
        };
        (step > 0 && way >= 0).then(|| way / step + 1)
    }
}

fn line(intervals: &mut Intervals, terms: &Terms, t: Term, counter: Term) -> Option<Line> {
    let zero = Interval::point(0);
    if t == counter {
        return Some(Line { start: zero, step: Interval::point(1) });
    }
    if !terms.reachable(&[t]).contains(&counter) {
        return Some(Line { start: intervals.modest(terms, t), step: zero });
    }
    match *terms.node(t) {
        Node::Cast(CastOp::Zext | CastOp::Sext, _, a) => line(intervals, terms, a, counter),
        Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) => {
            let (a, b) = (line(intervals, terms, a, counter)?, line(intervals, terms, b, counter)?);
            let b = if op == BinaryOp::Sub { b.times(Interval::point(-1)) } else { b };
            let both = |x: Interval, y: Interval| Interval { lo: x.lo + y.lo, hi: x.hi + y.hi };
            Some(Line { start: both(a.start, b.start), step: both(a.step, b.step) })
        }
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (a, b) = (line(intervals, terms, a, counter)?, line(intervals, terms, b, counter)?);
            let (fixed, moving) = if a.step == zero { (a.start, b) } else { (b.start, a) };
            Some(moving.times(fixed))
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
