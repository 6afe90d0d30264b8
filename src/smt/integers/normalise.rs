//! The linear normal form over monomials, and what follows from it without a solver (docs/design.md section 6, steps 0 and 1).
//!
//! **Invariant:** everything here is an equivalence over the unbounded integers; property tests compare values.

use crate::smt::formula::Sym;
use std::collections::BTreeMap;

/// A product of symbols in ascending order; the empty one is 1.
pub(in crate::smt) type Monomial = Vec<Sym>;

/// Integers between two bounds, each inclusive; a missing bound is infinite.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in crate::smt) struct Range {
    pub(in crate::smt) lo: Option<i128>,
    pub(in crate::smt) hi: Option<i128>,
}

impl Range {
    pub(in crate::smt) fn new(lo: i128, hi: i128) -> Self {
        Range { lo: Some(lo), hi: Some(hi) }
    }

    pub(in crate::smt) fn point(value: i128) -> Self {
        Range::new(value, value)
    }

    pub(in crate::smt) fn at_least(self, bound: i128) -> bool {
        self.lo.is_some_and(|lo| lo >= bound)
    }

    pub(in crate::smt) fn at_most(self, bound: i128) -> bool {
        self.hi.is_some_and(|hi| hi <= bound)
    }

    pub(in crate::smt) fn meet(self, other: Self) -> Self {
        Range { lo: self.lo.max(other.lo), hi: [self.hi, other.hi].into_iter().flatten().min() }
    }

    pub(in crate::smt) fn join(self, other: Self) -> Self {
        Range { lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)), hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)) }
    }

    pub(in crate::smt) fn add(self, other: Self) -> Self {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Range { lo: sum(self.lo, other.lo), hi: sum(self.hi, other.hi) }
    }

    pub(in crate::smt) fn scale(self, by: i128) -> Self {
        let times = |a: Option<i128>| a?.checked_mul(by);
        let (a, b) = (times(self.lo), times(self.hi));
        if by >= 0 { Range { lo: a, hi: b } } else { Range { lo: b, hi: a } }
    }

    pub(in crate::smt) fn mul(self, other: Self) -> Self {
        let (Some(a), Some(b), Some(c), Some(d)) = (self.lo, self.hi, other.lo, other.hi) else {
            let lo = (self.at_least(0) && other.at_least(0)).then(|| {
                let product = self.lo.zip(other.lo).and_then(|(a, b)| a.checked_mul(b));
                product.unwrap_or(0)
            });
            return Range { lo, hi: None };
        };
        let corners = [a.checked_mul(c), a.checked_mul(d), b.checked_mul(c), b.checked_mul(d)];
        let Some(corners) = corners.into_iter().collect::<Option<Vec<_>>>() else { return Range::default() };
        Range { lo: corners.iter().min().copied(), hi: corners.iter().max().copied() }
    }

    /// Of the rounded-down quotients by `divisor`, which is positive.
    pub(in crate::smt) fn floor_div(self, divisor: i128) -> Self {
        Range { lo: self.lo.map(|x| x.div_euclid(divisor)), hi: self.hi.map(|x| x.div_euclid(divisor)) }
    }
}

/// A polynomial with integer coefficients, none of them 0. Operations give `None` where a coefficient would leave `i128`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub(in crate::smt) struct Poly {
    pub(in crate::smt) terms: BTreeMap<Monomial, i128>,
}

impl Poly {
    pub(in crate::smt) fn constant(value: i128) -> Self {
        Self::monomial(vec![], value)
    }

    pub(in crate::smt) fn sym(s: Sym) -> Self {
        Self::monomial(vec![s], 1)
    }

    pub(in crate::smt) fn monomial(m: Monomial, coefficient: i128) -> Self {
        Poly { terms: if coefficient == 0 { BTreeMap::new() } else { BTreeMap::from([(m, coefficient)]) } }
    }

    /// The sum of all but the constant, and that.
    pub(in crate::smt) fn without_constant(&self) -> (Self, i128) {
        let mut rest = self.clone();
        let constant = rest.terms.remove(&[][..]).unwrap_or_default();
        (rest, constant)
    }

    pub(in crate::smt) fn as_const(&self) -> Option<i128> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&[][..]).copied(),
            _ => None,
        }
    }

    /// `coefficient · symbol`, without a constant.
    pub(in crate::smt) fn as_scaled(&self) -> Option<(Sym, i128)> {
        let mut terms = self.terms.iter();
        match (terms.next(), terms.next()) {
            (Some((m, c)), None) => {
                if let [s] = m.as_slice() {
                    Some((*s, *c))
                } else {
                    None
                }
            }
            (_, _) => None,
        }
    }

    /// The product of symbols that it is some times, and how many.
    pub(in crate::smt) fn as_product(&self) -> Option<(&Monomial, i128)> {
        let mut terms = self.terms.iter();
        terms.next().filter(|(m, _)| !m.is_empty() && terms.next().is_none()).map(|(m, c)| (m, *c))
    }

    /// The constant term.
    pub(in crate::smt) fn offset(&self) -> i128 {
        self.terms.get(&[][..]).copied().unwrap_or(0)
    }

    fn accumulate(&mut self, m: Monomial, coefficient: i128) -> Option<()> {
        let sum = self.terms.get(&m).copied().unwrap_or(0).checked_add(coefficient)?;
        if sum == 0 {
            self.terms.remove(&m);
        } else {
            self.terms.insert(m, sum);
        }
        Some(())
    }

    pub(in crate::smt) fn add(&self, other: &Poly) -> Option<Poly> {
        let mut sum = self.clone();
        for (m, c) in &other.terms {
            sum.accumulate(m.clone(), *c)?;
        }
        Some(sum)
    }

    pub(in crate::smt) fn scale(&self, by: i128) -> Option<Poly> {
        let terms = self.terms.iter().filter(|_| by != 0).map(|(m, c)| Some((m.clone(), c.checked_mul(by)?)));
        Some(Poly { terms: terms.collect::<Option<_>>()? })
    }

    pub(in crate::smt) fn sub(&self, other: &Poly) -> Option<Poly> {
        self.add(&other.scale(-1)?)
    }

    pub(in crate::smt) fn mul(&self, other: &Poly) -> Option<Poly> {
        let mut product = Poly::default();
        for (m, c) in &self.terms {
            for (n, d) in &other.terms {
                let mut both = [m.as_slice(), n.as_slice()].concat();
                both.sort_unstable();
                product.accumulate(both, c.checked_mul(*d)?)?;
            }
        }
        Some(product)
    }

    /// Bounds on the value, from bounds on the symbols.
    pub(in crate::smt) fn range(&self, of: &dyn Fn(Sym) -> Range) -> Range {
        self.terms.iter().fold(Range::point(0), |sum, (m, c)| {
            let product = m.iter().fold(Range::point(1), |p, s| p.mul(of(*s)));
            sum.add(product.scale(*c))
        })
    }

    /// The value under an assignment.
    pub(in crate::smt) fn value(&self, of: &dyn Fn(Sym) -> Option<i128>) -> Option<i128> {
        let mut sum = 0i128;
        for (m, c) in &self.terms {
            let mut product = *c;
            for s in m {
                product = product.checked_mul(of(*s)?)?;
            }
            sum = sum.checked_add(product)?;
        }
        Some(sum)
    }

    fn partition(&self, first: impl Fn(&Monomial, i128) -> bool) -> (Poly, Poly) {
        let (a, b) = self.terms.iter().map(|(m, c)| (m.clone(), *c)).partition(|(m, c)| first(m, *c));
        (Poly { terms: a }, Poly { terms: b })
    }

    fn divide_exactly(&self, by: i128) -> Poly {
        Poly { terms: self.terms.iter().map(|(m, c)| (m.clone(), c / by)).collect() }
    }

    /// `(p, e)` with `self = d·p + e`, by the terms that `d` visibly divides; so `⌊self / d⌋ = p + ⌊e / d⌋` where d > 0.
    pub(in crate::smt) fn split_divisor(&self, d: &Poly) -> (Poly, Poly) {
        if let Some(d) = d.as_const().filter(|d| *d != 0) {
            let (whole, mut rest) = self.partition(|m, c| !m.is_empty() && c % d == 0);
            let mut whole = whole.divide_exactly(d);
            let k = self.offset();
            rest.terms.remove(&[][..]);
            // The constant keeps its remainder, so that e is as small as it can be.
            for (poly, c) in [(&mut whole, k.div_euclid(d)), (&mut rest, k.rem_euclid(d))] {
                if c != 0 {
                    poly.terms.insert(vec![], c);
                }
            }
            return (whole, rest);
        }
        if let Some((d, times)) = d.as_product() {
            let mut parts = (Poly::default(), Poly::default());
            for (m, c) in &self.terms {
                match without(m, d).filter(|_| c % times == 0) {
                    Some(rest) => parts.0.terms.insert(rest, c / times),
                    None => parts.1.terms.insert(m.clone(), *c),
                };
            }
            return parts;
        }
        (Poly::default(), self.clone())
    }

    /// Splits `self = 0` by mixed radix into equations that hold together iff it does; `None` if it cannot hold.
    ///
    /// `c·h + l = 0` with `l` between two bounds forces `l` to be a multiple of c: where only one lies between the bounds,
    /// `l` is that one.
    pub(in crate::smt) fn split_zero(self, of: &dyn Fn(Sym) -> Range) -> Option<Vec<Poly>> {
        let range = self.range(of);
        if range.at_least(1) || range.at_most(-1) {
            return None;
        }
        let mut radices =
            self.terms.iter().filter(|(m, _)| !m.is_empty()).map(|(_, c)| c.saturating_abs()).collect::<Vec<_>>();
        radices.sort_unstable();
        radices.dedup();
        for c in radices.into_iter().filter(|c| *c > 1 && *c < 1 << 100) {
            let (high, low) = self.partition(|m, k| !m.is_empty() && k % c == 0);
            let Range { lo: Some(lo), hi: Some(hi) } = low.range(of) else { continue };
            let (first, last) = (lo.div_euclid(c) + i128::from(lo.rem_euclid(c) != 0), hi.div_euclid(c));
            if first > last {
                return None;
            }
            if first == last && (low.as_const().is_none() || c > 1) {
                let high = high.divide_exactly(c).add(&Poly::constant(first));
                let low = low.sub(&Poly::constant(first.checked_mul(c)?));
                let (Some(high), Some(low)) = (high, low) else { continue };
                let mut parts = high.split_zero(of)?;
                if low.as_const() != Some(0) {
                    parts.extend(low.split_zero(of)?);
                }
                return Some(parts);
            }
        }
        Some(vec![self])
    }
}

/// The product of the symbols that `m` has besides those of `factors`; `None` if it does not have these.
fn without(m: &Monomial, factors: &Monomial) -> Option<Monomial> {
    let mut rest = m.clone();
    for factor in factors {
        let at = rest.iter().position(|s| s == factor)?;
        rest.remove(at);
    }
    Some(rest)
}
