//! `And`, `Or` and `Xor` as arithmetic, where they are: against constants, against powers of two, and of numbers that
//! share no bits. `x | y = x + y - (x & y)` and `x ^ y = x + y - 2·(x & y)` leave `x & y` to be found.
//!
//! **Invariant:** what stays a real bit operation is bounded and otherwise free, and noted in `approximated`.

use super::encode::{Encoder, signed_range};
use super::normalise::{Poly, Range};
use crate::smt::formula::gcd;
use crate::term::{BinaryOp, Term, Width};

/// The most runs of ones in a mask that is taken apart.
const RUNS: usize = 4;
/// How many symbols are put in for what a number's low bits are.
const UNFOLDINGS: usize = 16;

impl Encoder<'_> {
    pub(in crate::smt) fn bitwise(&mut self, op: BinaryOp, a: Term, b: Term) -> Poly {
        let width = self.terms.width(a);
        let (x, y) = (self.as_signed(a), self.as_signed(b));
        let both = self.common_bits(&x, &y, width);
        if op == BinaryOp::And {
            return both;
        }
        let sum = self.add(&x, &y);
        let times = if op == BinaryOp::Or { 1 } else { 2 };
        let less = self.scale(&both, times);
        let result = self.sub(&sum, &less);
        if op == BinaryOp::Xor && x.as_const().is_none() && y.as_const().is_none() {
            self.exclusive.extend([(x.clone(), y.clone(), result.clone()), (y, x, result.clone())]);
        }
        result
    }

    /// `x & y`
    fn common_bits(&mut self, x: &Poly, y: &Poly, width: Width) -> Poly {
        let (x, y) = if x.as_const().is_some() || y < x { (y, x) } else { (x, y) };
        if let Some(known) = self.conjunctions.get(&(x.clone(), y.clone())) {
            return known.clone();
        }
        let arithmetic = [(x, y), (y, x)].into_iter().find_map(|(x, y)| self.arithmetic_and(x, y, width));
        let p = arithmetic.unwrap_or_else(|| self.free_and(x, y, width));
        self.conjunctions.insert((x.clone(), y.clone()), p.clone());
        p
    }

    fn arithmetic_and(&mut self, x: &Poly, y: &Poly, width: Width) -> Option<Poly> {
        if x == y {
            return Some(x.clone());
        }
        if let Some(mask) = y.as_const() {
            return self.and_mask(x, mask, width);
        }
        if self.share_no_bits(x, y) {
            return Some(Poly::default());
        }
        if self.is_power_or_zero(y) {
            return Some(self.and_power(x, y));
        }
        let above = self.plus(y, 1);
        if self.is_power_or_zero(&above) {
            // x & (s - 1) is x mod s for a power of two s, and x for s = 0.
            let (_, rest) = self.divide(x, &above);
            let positive = self.ge(&above, 1);
            return Some(self.choose(positive, &rest, x));
        }
        None
    }

    /// Whether every value is 0 or a power of two, by its table.
    fn is_power_or_zero(&self, p: &Poly) -> bool {
        self.table(p).is_some_and(|values| values.iter().all(|v| *v >= 0 && v.count_ones() <= 1))
    }

    /// x is a multiple of a power of two that y, which is not negative, lies below.
    fn share_no_bits(&self, x: &Poly, y: &Poly) -> bool {
        let factor = x.terms.values().fold(0, |g, c| gcd(g, *c));
        let low = if factor == 0 { 0 } else { 1i128 << factor.trailing_zeros() };
        let range = self.range(y);
        low > 0 && range.at_least(0) && range.at_most(low - 1)
    }

    /// `x & mask`, by the runs of ones in the mask.
    fn and_mask(&mut self, x: &Poly, mask: i128, width: Width) -> Option<Poly> {
        let runs = runs_of_ones(mask, width);
        if runs.len() > RUNS {
            return None;
        }
        let mut sum = Poly::default();
        for (start, end) in runs {
            if start == 0 && end < width {
                let reduced = self.reduced(x, end);
                let low = self.divide(&reduced, &Poly::constant(1i128 << end)).1;
                sum = self.add(&sum, &low);
                continue;
            }
            let (shifted, _) = self.divide(x, &Poly::constant(1i128 << start));
            let bits = if end >= width {
                shifted // the run reaches the sign, which fills everything above
            } else {
                self.divide(&shifted, &Poly::constant(1i128 << (end - start))).1
            };
            let placed = self.scale(&bits, 1i128 << start);
            sum = self.add(&sum, &placed);
        }
        Some(sum)
    }

    /// That a symbol has so many low bits in common with `p`.
    pub(in crate::smt) fn note_low_bits(&mut self, symbol: &Poly, p: &Poly, bits: Width) {
        if let Some((s, 1)) = symbol.as_scaled() {
            self.low_bits.insert(s, (p.clone(), bits));
        }
    }

    /// A number with the same low bits as x. How a product wraps is no matter for them: of `x · 1103515245 & 7` only
    /// `x · 5` counts. Where no factor becomes smaller it is x, which shares its quotient with `x >> bits`.
    fn reduced(&self, x: &Poly, bits: Width) -> Poly {
        let modulus = 1i128 << bits;
        let Some(unfolded) = self.unfolded(x, bits) else { return x.clone() };
        if unfolded.terms.values().all(|c| c.abs() < modulus || c % modulus == 0) {
            return x.clone();
        }
        let smaller = |c: i128| {
            let rest = c.rem_euclid(modulus);
            if rest > modulus / 2 { rest - modulus } else { rest }
        };
        let terms = unfolded.terms.iter().map(|(m, c)| (m.clone(), smaller(*c))).filter(|(_, c)| *c != 0);
        Poly { terms: terms.collect() }
    }

    /// x with what its symbols stand for as far as these bits go; `None` if that is too large.
    fn unfolded(&self, x: &Poly, bits: Width) -> Option<Poly> {
        let mut x = x.clone();
        for _ in 0..UNFOLDINGS {
            let known = x.terms.iter().find_map(|(m, c)| {
                let [s] = m.as_slice() else { return None };
                self.low_bits.get(s).filter(|(_, known)| *known >= bits).map(|(p, _)| (*s, *c, p.clone()))
            });
            let Some((s, c, p)) = known else { return Some(x) };
            x = x.sub(&Poly::sym(s).scale(c)?)?.add(&p.scale(c)?)?;
        }
        None
    }

    /// `x & s` for a power of two s: s times the lowest bit of ⌊x / s⌋; 0 for s = 0.
    fn and_power(&mut self, x: &Poly, s: &Poly) -> Poly {
        let (q, _) = self.divide(x, s);
        let (_, bit) = self.divide(&q, &Poly::constant(2));
        self.mul(s, &bit)
    }

    /// Free but for its bounds: between 0 and each operand that is not negative.
    fn free_and(&mut self, x: &Poly, y: &Poly, width: Width) -> Poly {
        self.approximated = Some("a bit operation on two variables");
        let p = self.fresh_int("bits", Range::default());
        self.assert_range(&p, signed_range(width));
        let not_negative = self.ge(&p, 0);
        for side in [x, y] {
            let positive = self.ge(side, 0);
            let below = self.le(&p, side);
            let bounds = self.query.and(&[not_negative, below]);
            self.require(positive, bounds);
        }
        p
    }
}

/// The runs of ones of a signed mask as half-open ranges of bit positions.
fn runs_of_ones(mask: i128, width: Width) -> Vec<(Width, Width)> {
    let one = |i: Width| i < width && mask >> i & 1 == 1;
    let mut runs = vec![];
    let mut start = None;
    for i in 0..=width {
        match (start, one(i)) {
            (None, true) => start = Some(i),
            (Some(s), false) => {
                runs.push((s, i));
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
    runs
}
