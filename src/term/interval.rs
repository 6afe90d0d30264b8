//! Intervals of signed values: a cheap over-approximation used to drop case splits and to prove side conditions.
//!
//! Direction: an interval holds every value that the term has when `Add`, `Mul` and `Shl` do not wrap and variables respect
//! their bounds. Where an operation could leave its signed range otherwise, the result is the whole range.

use super::{BinaryOp, CastOp, Node, Term, Terms, Width};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Inclusive bounds on a signed value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub lo: i128,
    pub hi: i128,
}

impl Interval {
    /// Every value of a signed number of `width` bits; 0 and 1 for a truth value.
    #[must_use]
    pub fn full(width: Width) -> Self {
        if width == 1 {
            return Interval { lo: 0, hi: 1 };
        }
        let half = 1i128 << (width - 1);
        Interval { lo: -half, hi: half - 1 }
    }

    #[must_use]
    pub fn point(value: i128) -> Self {
        Interval { lo: value, hi: value }
    }

    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The values in both, `None` if there are none.
    #[must_use]
    pub fn meet(self, other: Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Interval { lo, hi })
    }

    fn clamp(self, to: Self) -> Self {
        let (lo, hi) = (self.lo.max(to.lo), self.hi.min(to.hi));
        if lo <= hi { Interval { lo, hi } } else { to }
    }

    #[must_use]
    pub fn within(self, other: Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }
}

impl Terms {
    /// Whether an `Add`, `Mul` or `Shl` must be taken as modular: assuming that it does not wrap would exclude threads rather than
    /// large parameters. So for narrow types and for constants that are no plausible index (hash multipliers, masks).
    #[must_use]
    pub fn may_wrap(&self, t: Term) -> bool {
        let w = self.width(t);
        match self.node(t) {
            Node::Binary(BinaryOp::Add | BinaryOp::Mul, _, b) => {
                w < 32 || self.as_int(*b).is_some_and(|c| c.unsigned_abs() >= 1u64 << (w.min(64) * 3 / 4))
            }
            Node::Binary(BinaryOp::Shl, ..) => w < 32,
            Node::Binary(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => false,
        }
    }
}

/// Computed intervals of one arena, kept.
#[derive(Clone, Default, Debug)]
pub struct Intervals {
    known: FxHashMap<Term, Interval>,
    /// What is known from elsewhere.
    narrowed: BTreeMap<Term, Interval>,
}

impl Intervals {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes it as given that `t` lies in `to`. Returns whether that says anything new; a contradiction is ignored.
    pub fn narrow(&mut self, terms: &Terms, t: Term, to: Interval) -> bool {
        let old = self.of(terms, t);
        let Some(new) = old.meet(to).filter(|new| *new != old) else { return false };
        self.narrowed.insert(t, new);
        self.known.clear();
        true
    }

    /// The terms that were narrowed, each with its interval.
    pub fn narrowed(&self) -> impl Iterator<Item = (Term, Interval)> + '_ {
        self.narrowed.iter().map(|(t, i)| (*t, *i))
    }

    /// The interval of `t`.
    pub fn of(&mut self, terms: &Terms, t: Term) -> Interval {
        if let Some(known) = self.known.get(&t) {
            return *known;
        }
        for sub in terms.reachable(&[t]) {
            if !self.known.contains_key(&sub) {
                let interval = self.compute(terms, sub);
                let narrowed = self.narrowed.get(&sub).and_then(|n| n.meet(interval));
                self.known.insert(sub, narrowed.unwrap_or(interval));
            }
        }
        self.get(terms, t)
    }

    /// Whether the sum or the product `t`, as an ideal number, is not known to fit its width, and may not wrap either.
    pub fn may_leave(&mut self, terms: &Terms, t: Term) -> bool {
        let Node::Binary(op @ (BinaryOp::Add | BinaryOp::Mul), a, b) = *terms.node(t) else { return false };
        let (a, b) = (self.of(terms, a), self.of(terms, b));
        let ideal = |x: i128, y: i128| if op == BinaryOp::Add { x + y } else { x.saturating_mul(y) };
        !terms.may_wrap(t) && !corners(a, b, ideal).within(Interval::full(terms.width(t)))
    }

    fn get(&self, terms: &Terms, t: Term) -> Interval {
        self.known.get(&t).copied().unwrap_or_else(|| Interval::full(terms.width(t)))
    }

    fn compute(&self, terms: &Terms, t: Term) -> Interval {
        let w = terms.width(t);
        let full = Interval::full(w);
        match terms.node(t) {
            Node::Const { value, .. } if w == 1 => Interval::point(i128::from(*value)),
            Node::Const { value, .. } => Interval::point(i128::from(super::signed(w, *value))),
            Node::Var(v) => {
                terms.var_info(*v).bounds.map_or(full, |(lo, hi)| Interval { lo: lo.into(), hi: hi.into() })
            }
            Node::Not(_) | Node::Compare(..) | Node::Apply(..) => full,
            Node::Ite(_, a, b) => self.get(terms, *a).join(self.get(terms, *b)),
            Node::Cast(op, _, a) => {
                let x = self.get(terms, *a);
                match op {
                    CastOp::Sext => x,
                    CastOp::Zext if x.lo >= 0 => x,
                    CastOp::Zext => Interval { lo: 0, hi: (1i128 << terms.width(*a)) - 1 },
                    CastOp::Trunc if x.within(full) => x,
                    CastOp::Trunc => full,
                }
            }
            Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, ..) if terms.may_wrap(t) => full,
            Node::Binary(op, a, b) => binary(*op, full, self.get(terms, *a), self.get(terms, *b)),
        }
    }
}

fn corners(a: Interval, b: Interval, f: impl Fn(i128, i128) -> i128) -> Interval {
    let values = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
    Interval { lo: values.into_iter().min().unwrap_or(i128::MIN), hi: values.into_iter().max().unwrap_or(i128::MAX) }
}

fn binary(op: BinaryOp, full: Interval, a: Interval, b: Interval) -> Interval {
    let exact = |i: Interval| if i.within(full) { i } else { full };
    match op {
        BinaryOp::Add => corners(a, b, |x, y| x + y).clamp(full),
        BinaryOp::Mul => corners(a, b, |x, y| x.saturating_mul(y)).clamp(full),
        BinaryOp::Sub => exact(Interval { lo: a.lo - b.hi, hi: a.hi - b.lo }),
        BinaryOp::UDiv if a.lo >= 0 && b.lo >= 1 => Interval { lo: a.lo / b.hi, hi: a.hi / b.lo },
        BinaryOp::SDiv if b.lo >= 1 => corners(a, b, |x, y| x / y),
        BinaryOp::URem if b.lo >= 1 => Interval { lo: 0, hi: if a.lo >= 0 { a.hi.min(b.hi - 1) } else { b.hi - 1 } },
        BinaryOp::SRem if b.lo >= 1 => {
            let m = b.hi - 1;
            Interval { lo: if a.lo >= 0 { 0 } else { a.lo.max(-m) }, hi: if a.hi <= 0 { 0 } else { a.hi.min(m) } }
        }
        BinaryOp::LShr | BinaryOp::AShr if a.lo >= 0 => {
            Interval { lo: 0, hi: if b.lo == b.hi && (0..64).contains(&b.lo) { a.hi >> b.lo } else { a.hi } }
        }
        BinaryOp::Shl if a.lo >= 0 => Interval { lo: a.lo, hi: full.hi },
        BinaryOp::And if a.lo >= 0 && b.lo >= 0 => Interval { lo: 0, hi: a.hi.min(b.hi) },
        BinaryOp::And if b.lo >= 0 => Interval { lo: 0, hi: b.hi },
        BinaryOp::And if a.lo >= 0 => Interval { lo: 0, hi: a.hi },
        BinaryOp::Or | BinaryOp::Xor if a.lo >= 0 && b.lo >= 0 => Interval { lo: 0, hi: next_ones(a.hi.max(b.hi)) },
        BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => full,
    }
}

/// The smallest 2^k - 1 that is at least `value`.
fn next_ones(value: i128) -> i128 {
    let mut ones = 0;
    while ones < value {
        ones = ones * 2 + 1;
    }
    ones
}
