//! Sums, products, comparisons and choices of polynomials, as the encoder uses them.
//!
//! **Invariant:** see `encode`: definitions of fresh symbols can be satisfied whatever the values of the others.

use super::encode::{Encoder, Factored, signed_range};
use super::normalise::{Monomial, Poly, Range};
use crate::smt::formula::{Expr, Lin, Sort, Sym};
use crate::term::{Term, Width};

impl Encoder<'_> {
    // Arithmetic on polynomials; what overflows 128 bits becomes free.

    fn or_free(&mut self, p: Option<Poly>) -> Poly {
        p.unwrap_or_else(|| {
            self.approximated = Some("a number of more than 128 bits");
            self.fresh_int("huge", Range::default())
        })
    }

    pub(in crate::smt) fn add(&mut self, a: &Poly, b: &Poly) -> Poly {
        let sum = a.add(b);
        self.or_free(sum)
    }

    pub(in crate::smt) fn sub(&mut self, a: &Poly, b: &Poly) -> Poly {
        let difference = a.sub(b);
        self.or_free(difference)
    }

    pub(in crate::smt) fn scale(&mut self, a: &Poly, by: i128) -> Poly {
        let scaled = a.scale(by);
        self.or_free(scaled)
    }

    pub(in crate::smt) fn plus(&mut self, a: &Poly, c: i128) -> Poly {
        self.add(a, &Poly::constant(c))
    }

    /// A product, its factors noted for the lemmas.
    pub(in crate::smt) fn mul(&mut self, a: &Poly, b: &Poly) -> Poly {
        if a.as_const().is_none() && b.as_const().is_none() {
            for (stride, coordinate) in [(a, b), (b, a)] {
                self.factored.push(Factored { stride: stride.clone(), coordinate: coordinate.clone() });
            }
        }
        let small = a.terms.len() * b.terms.len() <= 64;
        let product = if small { a.mul(b) } else { None };
        self.or_free(product)
    }

    /// The sum with a symbol for each product.
    pub(in crate::smt) fn lin(&mut self, p: &Poly) -> Lin {
        let mut lin = Lin::default();
        for (m, c) in &p.terms {
            match m.as_slice() {
                [] => lin.constant = *c,
                [s] => lin.terms.push((*s, *c)),
                [_, _, ..] => {
                    let s = self.product(m);
                    lin.terms.push((s, *c));
                }
            }
        }
        lin.terms.sort_unstable();
        lin
    }

    /// The symbol that stands for a product of at least two symbols.
    fn product(&mut self, m: &Monomial) -> Sym {
        if let Some(s) = self.products.get(m) {
            return *s;
        }
        let range = self.range(&Poly::monomial(m.clone(), 1));
        let s = self.fresh("product", Sort::Int, range);
        self.products.insert(m.clone(), s);
        for i in 0..m.len() {
            let mut rest = m.clone();
            let one = Poly::sym(rest.remove(i));
            let rest = Poly::monomial(rest, 1);
            if m.len() == 2 {
                self.factored.push(Factored { stride: rest.clone(), coordinate: one.clone() });
                self.factored.push(Factored { stride: one, coordinate: rest });
            }
        }
        s
    }

    // Formulas about polynomials.

    /// `a ≤ b`
    pub(in crate::smt) fn le(&mut self, a: &Poly, b: &Poly) -> Expr {
        let d = self.sub(a, b);
        let range = self.range(&d);
        if range.at_most(0) || range.at_least(1) {
            return self.query.bool(range.at_most(0));
        }
        let lin = self.lin(&d);
        self.query.at_most_zero(lin)
    }

    pub(in crate::smt) fn lt(&mut self, a: &Poly, b: &Poly) -> Expr {
        let a = self.plus(a, 1);
        self.le(&a, b)
    }

    pub(in crate::smt) fn ge(&mut self, a: &Poly, bound: i128) -> Expr {
        self.le(&Poly::constant(bound), a)
    }

    /// `a = b`, split by mixed radix.
    pub(in crate::smt) fn eq(&mut self, a: &Poly, b: &Poly) -> Expr {
        let d = self.sub(a, b);
        let ranges = &self.ranges;
        let Some(parts) = d.split_zero(&|s| ranges.get(s.0 as usize).copied().unwrap_or_default()) else {
            return self.query.bool(false);
        };
        let parts = parts.iter().map(|p| self.zero(p)).collect::<Vec<_>>();
        self.query.and(&parts)
    }

    pub(in crate::smt) fn zero(&mut self, p: &Poly) -> Expr {
        let lin = self.lin(p);
        self.query.zero(lin)
    }

    /// `a < b ∨ a = b ∨ a > b`: says nothing, but makes the solver split.
    pub(super) fn trichotomy(&mut self, a: &Poly, b: &Poly) {
        let (less, same, more) = (self.lt(a, b), self.eq(a, b), self.lt(b, a));
        let any = self.query.or(&[less, same, more]);
        self.query.assert(any);
    }

    /// Asserts `condition ⇒ conclusion`.
    pub(in crate::smt) fn require(&mut self, condition: Expr, conclusion: Expr) {
        let e = self.query.implies(condition, conclusion);
        self.query.assert(e);
    }

    /// Asserts that `p` lies in `range`, and notes it if `p` is a symbol.
    pub(in crate::smt) fn assert_range(&mut self, p: &Poly, range: Range) {
        for (bound, low) in [(range.lo, true), (range.hi, false)] {
            let Some(bound) = bound.map(Poly::constant) else { continue };
            let e = if low { self.le(&bound, p) } else { self.le(p, &bound) };
            self.query.assert(e);
        }
        if let Some((s, 1)) = p.as_scaled() {
            let known = &mut self.ranges[s.0 as usize];
            *known = known.meet(range);
        }
    }

    /// A fresh symbol that is `a` if `c` holds, else `b`.
    pub(in crate::smt) fn choose(&mut self, c: Expr, a: &Poly, b: &Poly) -> Poly {
        if a == b || self.query.is(c, true) {
            return a.clone();
        }
        if self.query.is(c, false) {
            return b.clone();
        }
        let range = self.range(a).join(self.range(b));
        let chosen = self.fresh_int("choice", range);
        let (yes, no) = (self.eq(&chosen, a), self.eq(&chosen, b));
        let nc = self.query.not(c);
        self.require(c, yes);
        self.require(nc, no);
        chosen
    }

    /// The number of `width` bits, signed, that is congruent to `p`.
    pub(in crate::smt) fn wrap(&mut self, p: &Poly, width: Width) -> Poly {
        let full = signed_range(width);
        let range = self.range(p);
        if range.lo >= full.lo && range.at_most(full.hi.unwrap_or(0)) {
            return p.clone();
        }
        if let Some(known) = self.wrapped.get(&(p.clone(), width)) {
            return known.clone();
        }
        let modulus = 1i128 << width;
        let shifted = range.add(Range::point(modulus / 2)).floor_div(modulus);
        let times = self.fresh_int("wraps", shifted);
        self.assert_range(&times, shifted);
        let result = self.fresh_int("wrapped", Range::default());
        self.assert_range(&result, full);
        let back = self.scale(&times, modulus);
        let back = self.add(&back, &result);
        let equal = {
            let d = self.sub(&back, p);
            self.zero(&d)
        };
        self.query.assert(equal);
        self.note_low_bits(&result, p, width);
        self.wrapped.insert((p.clone(), width), result.clone());
        result
    }

    /// A term's value as an unsigned number.
    pub(in crate::smt) fn unsigned(&mut self, t: Term) -> Poly {
        let p = self.poly(t);
        if self.interval(t).lo >= 0 || self.range(&p).at_least(0) {
            return p;
        }
        let width = self.terms.width(t);
        if let Some(known) = self.unsigned.get(&(p.clone(), width)) {
            return known.clone();
        }
        let up = self.plus(&p, 1i128 << width);
        let not_negative = self.ge(&p, 0);
        let chosen = self.choose(not_negative, &p, &up);
        if let Some((s, 1)) = chosen.as_scaled() {
            let range = self.range(&p);
            let above = Range { lo: Some(0), hi: range.hi.map(|h| h.max(0)) };
            let below = Range { lo: range.lo, hi: Some(-1) }.add(Range::point(1i128 << width));
            self.ranges[s.0 as usize] = above.join(below);
        }
        self.note_low_bits(&chosen, &p, width);
        self.unsigned.insert((p, width), chosen.clone());
        chosen
    }
}
