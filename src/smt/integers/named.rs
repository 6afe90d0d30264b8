//! Sums that multiply get names: `(last - first + 1) * j` is a product of two symbols, and the first one is a sum.
//!
//! Where the length of a row is such a sum, multiplying it out hides that all of it is one length: with the product of two lengths, a cell
//! of a layer is a sum of nine products and more. What the lemmas about digits ([`radix`](super::radix)) need is the length as a symbol.
//!
//! The row number of a packed triangle, in `i * (i + 1) / 2`, has a name in every encoding: [`triangles`](super::triangles) are about its square.
//!
//! **Invariant:** a name is defined by an equation that every value of the other symbols can satisfy.

use super::encode::{Encoder, Factored};
use super::normalise::Poly;
use crate::term::Term;

impl Encoder<'_> {
    /// The factor `t` of a product, of which `p` is the value: under its name, if it is a sum that both threads share.
    pub(super) fn factor(&mut self, t: Term, p: Poly) -> Poly {
        let is_wanted = self.names.wanted && p.terms.len() >= 2 && self.terms.is_shared(t);
        if is_wanted { self.name(p) } else { p }
    }

    /// The factors of `x·(k·x + r)`, by a name for the sum `x`; others as they are. Constants beside `x` are no part of it.
    pub(super) fn near_factors(&mut self, x: Poly, y: Poly) -> (Poly, Poly) {
        if let Some(near) = self.near(&x, &y) {
            return near;
        }
        if let Some((y, x)) = self.near(&y, &x) {
            return (x, y);
        }
        (x, y)
    }

    fn near(&mut self, x: &Poly, y: &Poly) -> Option<(Poly, Poly)> {
        let (sum, constant) = x.without_constant();
        let (first, by) = sum.terms.iter().next().filter(|_| sum.terms.len() >= 2)?;
        let times = y.terms.get(first).filter(|times| *times % by == 0)? / by;
        let rest = y.sub(&sum.scale(times)?)?;
        if rest.terms.keys().any(|m| sum.terms.contains_key(m)) {
            return None;
        }
        let name = self.name(sum);
        let far = name.scale(times)?.add(&rest)?;
        Some((self.plus(&name, constant), far))
    }

    /// The sum that a name stands for; all else as it is.
    pub(super) fn meant_by(&self, name: &Poly) -> Poly {
        self.names.of.iter().find(|(_, known)| *known == name).map_or(name.clone(), |(sum, _)| sum.clone())
    }

    fn name(&mut self, p: Poly) -> Poly {
        if let Some(name) = self.names.of.get(&p) {
            return name.clone();
        }
        let range = self.range(&p);
        let name = self.fresh_int("sum", range);
        let same = self.eq(&name, &p);
        self.query.assert(same);
        self.names.of.insert(p, name.clone());
        name
    }
}

/// Forgets the factors of products that no fact has, as those that an equation has on both sides: lemmas about them are in the way.
pub(in crate::smt) fn only_used_factors(e: &mut Encoder<'_>) {
    let is_used = |f: &Factored| {
        let product = f.stride.mul(&f.coordinate);
        product.is_some_and(|p| p.terms.keys().all(|m| m.len() < 2 || e.products.contains_key(m)))
    };
    let used: Vec<Factored> = e.factored.iter().filter(|f| is_used(f)).cloned().collect();
    e.factored = used;
}
