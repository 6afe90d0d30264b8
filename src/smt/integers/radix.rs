//! Mixed radix with extents that are not known: what a solver of linear integers needs to take `x + w·(y + h·z)` apart.
//!
//! Of `low + w·high = 0` with `-w < low < w` both parts are 0; and then each is taken apart in the same way. Indices of
//! three and more dimensions are such sums, and with every product a symbol of its own nothing says so.
//!
//! **Invariant:** every lemma holds for all integers, with a product's symbol read as the product.

use super::encode::Encoder;
use super::normalise::{Monomial, Poly};
use crate::smt::formula::{Arithmetic, Expr, Lin, Logic, Sym};
use std::collections::BTreeMap;

/// The most equations that are taken apart, the most extents that are tried in one, and how often in a row.
const EQUATIONS: usize = 8;
const EXTENTS: usize = 2;
const DEPTH: usize = 3;

/// Asserts the lemmas for the equations that are asserted.
pub(in crate::smt) fn instantiate(e: &mut Encoder<'_>) {
    let products: BTreeMap<Sym, Monomial> = e.products.iter().map(|(m, s)| (*s, m.clone())).collect();
    for lin in equations(e) {
        if let Some(sum) = expanded(&lin, &products) {
            take_apart(e, &sum, DEPTH);
        }
    }
}

fn equations(e: &Encoder<'_>) -> Vec<Lin> {
    let (mut found, mut stack) = (vec![], e.query.asserts.clone());
    while let Some(asserted) = stack.pop() {
        match (e.query.logic(asserted), e.query.arithmetic(asserted)) {
            (Logic::And(parts), _) => stack.extend(parts),
            (_, Arithmetic::Zero(lin)) => found.push(lin.clone()),
            (Logic::Constant(_) | Logic::Symbol(_) | Logic::Not(_) | Logic::Or(_) | Logic::Other, _) => {}
        }
    }
    found.truncate(EQUATIONS);
    found
}

/// The sum with products in the place of their symbols; `None` if there are none.
fn expanded(lin: &Lin, products: &BTreeMap<Sym, Monomial>) -> Option<Poly> {
    let monomial = |s: &Sym| products.get(s).cloned().unwrap_or_else(|| vec![*s]);
    let mut sum = Poly::constant(lin.constant);
    for (s, c) in &lin.terms {
        sum = sum.add(&Poly::monomial(monomial(s), *c))?;
    }
    lin.terms.iter().any(|(s, _)| products.contains_key(s)).then_some(sum)
}

fn take_apart(e: &mut Encoder<'_>, sum: &Poly, depth: usize) {
    let mut times: BTreeMap<Sym, usize> = BTreeMap::new();
    for m in sum.terms.keys().filter(|m| m.len() > 1) {
        let mut factors = m.clone();
        factors.dedup();
        factors.into_iter().for_each(|s| *times.entry(s).or_default() += 1);
    }
    // A row's length divides all but the place within the row.
    let mut extents: Vec<(Sym, usize)> = times.into_iter().filter(|(_, n)| *n > 1).collect();
    extents.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    for (s, _) in extents.into_iter().take(EXTENTS) {
        let extent = Poly::sym(s);
        let (high, low) = sum.split_divisor(&extent);
        // Two coordinates along one extent are for the lemmas about pairs of products.
        if high.terms.len() > 2 || high.terms.keys().chain(low.terms.keys()).any(|m| m.len() > 1) {
            lemma(e, sum, &extent, &high, &low);
        }
        if depth > 1 {
            take_apart(e, &high, depth - 1);
            take_apart(e, &low, depth - 1);
        }
    }
}

/// `low + extent·high = 0` and `|low| < |extent|` imply that `low` and `high` are 0.
fn lemma(e: &mut Encoder<'_>, sum: &Poly, extent: &Poly, high: &Poly, low: &Poly) {
    let zero = Poly::default();
    let minus = e.scale(extent, -1);
    let between: [[Expr; 2]; 2] = [(&minus, extent), (extent, &minus)].map(|(lo, hi)| [e.lt(lo, low), e.lt(low, hi)]);
    let within = between.map(|both| e.query.and(&both));
    let given: [Expr; 2] = [e.eq(sum, &zero), e.query.or(&within)];
    let condition = e.query.and(&given);
    let parts = [e.eq(high, &zero), e.eq(low, &zero)];
    let both = e.query.and(&parts);
    e.require(condition, both);
}
