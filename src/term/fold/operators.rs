//! The rewrites of the smart constructors for operators. Every one preserves [`eval`](Terms::eval) wherever the original
//! is defined.

use crate::term::arithmetic::Arithmetic;
use crate::term::eval;
use crate::term::node::{BinaryOp, Node, Term, Width};
use crate::term::terms::Terms;

impl Terms {
    fn parts(&self, t: Term, op: BinaryOp) -> Option<(Term, Term)> {
        match self.node(t) {
            Node::Binary(o, a, b) if *o == op => Some((*a, *b)),
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

    /// Whether constants are added or multiplied without leaving their width.
    fn fits(&self, op: impl Fn(i64, i64) -> Option<i64>, a: Term, b: Term) -> bool {
        let half = i64::MAX >> (64 - self.width(a));
        let result = self.as_int(a).zip(self.as_int(b)).and_then(|(a, b)| op(a, b));
        result.is_some_and(|r| (-half - 1..=half).contains(&r))
    }

    /// Of `t`, which an operation on `a` was folded to, no more is assumed than of `a`; nothing if their constants wrapped.
    fn inherit(&mut self, t: Term, a: Term, fits: bool) {
        let unsigned_sum =
            matches!(self.node(t), Node::Binary(BinaryOp::Add, ..)) && self.arithmetic(a) == Arithmetic::Unsigned;
        let to = if fits || unsigned_sum { self.arithmetic(a) } else { Arithmetic::Modular };
        self.weaken(t, to);
    }

    pub(in crate::term) fn fold_add(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.as_const(b) == Some(0) {
            return Some(a); // a + 0
        }
        if self.as_const(b).is_some()
            && let Some((x, c)) = self.parts(a, BinaryOp::Add)
            && self.as_const(c).is_some()
        {
            let (sum, fits) = (self.add(c, b), self.fits(i64::checked_add, c, b));
            let t = self.add(x, sum); // (x + c) + b = x + (c + b)
            self.inherit(t, a, fits);
            return Some(t);
        }
        None
    }

    pub(in crate::term) fn fold_sub(&mut self, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if a == b {
            return Some(self.constant(w, 0)); // a - a
        }
        if let Some(c) = self.as_int(b) {
            let c = self.int(w, c.wrapping_neg()); // a - c = a + (-c)
            return Some(self.add(a, c));
        }
        if let Some((x, y)) = self.parts(a, BinaryOp::Add) {
            if x == b {
                return Some(y); // (b + y) - b
            }
            if y == b {
                return Some(x);
            }
        }
        if let Node::Binary(BinaryOp::URem, x, by) = *self.node(b)
            && x == a
        {
            let whole = self.binary(BinaryOp::UDiv, a, by); // a - a % b = a / b * b, which does not wrap
            return Some(self.binary_as(Arithmetic::Unsigned, BinaryOp::Mul, whole, by));
        }
        if let Node::Binary(BinaryOp::Mul, x, y) = *self.node(b) {
            let is_whole = |t: Term, by| *self.node(t) == Node::Binary(BinaryOp::UDiv, a, by);
            let by = [(x, y), (y, x)].into_iter().find_map(|(t, by)| is_whole(t, by).then_some(by));
            return by.map(|by| self.binary(BinaryOp::URem, a, by)); // a - a / b * b
        }
        None
    }

    pub(in crate::term) fn fold_mul(&mut self, a: Term, b: Term) -> Option<Term> {
        match self.as_const(b) {
            Some(0) => return Some(b), // a * 0
            Some(1) => return Some(a), // a * 1
            Some(_) | None => {}
        }
        if self.as_const(b).is_some()
            && let Some((x, c)) = self.parts(a, BinaryOp::Mul)
            && self.as_const(c).is_some()
        {
            let (product, fits) = (self.mul(c, b), self.fits(i64::checked_mul, c, b));
            let t = self.mul(x, product); // (x * c) * b = x * (c * b)
            self.inherit(t, a, fits);
            return Some(t);
        }
        None
    }

    pub(in crate::term) fn fold_and(&mut self, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if a == b {
            return Some(a);
        }
        if let Some(c) = self.as_const(b) {
            if c == 0 {
                return Some(b);
            }
            if c == eval::mask(w, u64::MAX) {
                return Some(a);
            }
        }
        if w != 1 {
            let mask = self.as_const(b).filter(|c| c & c.wrapping_add(1) == 0)?;
            let count = mask.trailing_ones() as Width;
            return if self.length(a) <= count { Some(a) } else { self.field(a, 0, count) };
        }
        for (x, y) in [(a, b), (b, a)] {
            if self.not(x) == y {
                return Some(self.falsity()); // x ∧ ¬x
            }
            if let Some((p, q)) = self.parts(y, BinaryOp::And) {
                if p == x || q == x {
                    return Some(y); // x ∧ (x ∧ q)
                }
                let nx = self.not(x);
                if p == nx || q == nx {
                    return Some(self.falsity());
                }
            }
            if let Some((p, q)) = self.parts(y, BinaryOp::Or) {
                let nx = self.not(x);
                if p == x || q == x {
                    return Some(x); // x ∧ (x ∨ q)
                }
                if p == nx {
                    return Some(self.and(x, q)); // x ∧ (¬x ∨ q)
                }
                if q == nx {
                    return Some(self.and(x, p));
                }
            }
        }
        None
    }

    pub(in crate::term) fn fold_or(&mut self, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if a == b {
            return Some(a);
        }
        if let Some(c) = self.as_const(b) {
            if c == 0 {
                return Some(a);
            }
            if c == eval::mask(w, u64::MAX) {
                return Some(b);
            }
        }
        if w != 1 {
            return self.joined(a, b);
        }
        if let Some(folded) = self.absorb(a, b).or_else(|| self.absorb(b, a)) {
            return Some(folded);
        }
        let (Some((p, q)), Some((r, s))) = (self.parts(a, BinaryOp::And), self.parts(b, BinaryOp::And)) else {
            return None;
        };
        // (g ∧ c) ∨ (g ∧ d) = g ∧ (c ∨ d), taken only where c ∨ d folds to true: the join after an if.
        for (g, c, h, d) in [(p, q, r, s), (p, q, s, r), (q, p, r, s), (q, p, s, r)] {
            if g == h && self.not(c) == d {
                return Some(g);
            }
        }
        None
    }

    /// `x ∨ y` of truth values, where `y` repeats `x` or its negation.
    fn absorb(&mut self, x: Term, y: Term) -> Option<Term> {
        let nx = self.not(x);
        if nx == y {
            return Some(self.truth()); // x ∨ ¬x
        }
        if let Some((p, q)) = self.parts(y, BinaryOp::Or) {
            if p == x || q == x {
                return Some(y); // x ∨ (x ∨ q)
            }
            if p == nx || q == nx {
                return Some(self.truth());
            }
        }
        if let Some((p, q)) = self.parts(y, BinaryOp::And) {
            if p == x || q == x {
                return Some(x); // x ∨ (x ∧ q)
            }
            if p == nx {
                return Some(self.or(x, q)); // x ∨ (¬x ∧ q)
            }
            if q == nx {
                return Some(self.or(x, p));
            }
        }
        None
    }

    pub(in crate::term) fn fold_xor(&mut self, a: Term, b: Term) -> Option<Term> {
        let w = self.width(a);
        if a == b {
            return Some(self.constant(w, 0));
        }
        match self.as_const(b) {
            Some(0) => Some(a),
            Some(1) if w == 1 => Some(self.not(a)),
            Some(_) | None => None,
        }
    }

    pub(in crate::term) fn fold_shift(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if self.as_const(a) == Some(0) {
            return Some(a); // 0 << b, where defined
        }
        let shift = self.as_const(b)?;
        if shift == 0 {
            return Some(a);
        }
        let w = self.width(a);
        if op == BinaryOp::Shl && shift < u64::from(w) {
            let factor = self.constant(w, 1 << shift); // a << c = a * 2^c
            return Some(self.mul(a, factor));
        }
        if op == BinaryOp::LShr && shift < u64::from(w) {
            return self.field(a, shift as Width, w - shift as Width);
        }
        None
    }

    pub(in crate::term) fn fold_division(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if self.as_const(b) == Some(1) {
            return Some(match op {
                BinaryOp::URem | BinaryOp::SRem => {
                    let w = self.width(a);
                    self.constant(w, 0)
                }
                BinaryOp::UDiv | BinaryOp::SDiv => a,
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => return None,
            });
        }
        None
    }
}
