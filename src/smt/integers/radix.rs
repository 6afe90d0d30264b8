//! Mixed radix with extents that are not known: what a solver of linear integers needs to take `x + w·(y + h·z)` apart.
//!
//! Of `low + w·high = 0` with `-w < low < w` both parts are 0; and then each is taken apart in the same way. Indices of
//! three and more dimensions are such sums, and with every product a symbol of its own nothing says so.
//!
//! **Invariant:** every lemma holds for all integers, with a product's symbol read as the product.

use super::encode::{Encoder, Value};
use super::meanings::{Division, defined, divisions, equations};
use super::normalise::{Monomial, Poly};
use crate::smt::formula::{Arithmetic, Expr, Sym};
use std::collections::{BTreeMap, BTreeSet};

/// The most extents that are tried in one equation, and how often in a row.
const EXTENTS: usize = 2;
const DEPTH: usize = 6;
/// The most pairs of numbers that are divided by one divisor.
const PAIRS: usize = 10;

/// Asserts the lemmas for the equations that are asserted.
pub(in crate::smt) fn instantiate(e: &mut Encoder<'_>) {
    for sum in equations(e).iter().filter(|sum| has_products(sum)) {
        take_apart(e, sum, DEPTH);
    }
    counted_in_parts(e);
}

/// Where numbers are counted in parts of a constant length, as threads are in warps, their quotients and remainders say together
/// whether they are the same number, and so whether its digits are.
fn counted_in_parts(e: &mut Encoder<'_>) {
    let constant = divisions(e).into_iter().filter(|d| d.divisor.as_const().is_some() && has_products(&d.dividend));
    let constant: Vec<Division> = constant.collect();
    let pairs = constant.iter().enumerate().flat_map(|(i, a)| constant[i + 1..].iter().map(move |b| (a, b)));
    for (a, b) in pairs.filter(|(a, b)| a.divisor == b.divisor && a.to_zero == b.to_zero).take(PAIRS) {
        let between = e.sub(&a.dividend, &b.dividend);
        take_apart(e, &between, DEPTH);
    }
}

fn has_products(sum: &Poly) -> bool {
    sum.terms.keys().any(|m| m.len() > 1)
}

/// Whether numbers are divided by what is not known, and an equation has products.
pub(in crate::smt) fn has_digits(e: &Encoder<'_>) -> bool {
    is_divided(e) && equations(e).iter().any(has_products)
}

fn is_divided(e: &Encoder<'_>) -> bool {
    let mut divisors = e.divisions.keys().chain(e.truncating.keys()).map(|(_, divisor)| divisor);
    divisors.any(|divisor| divisor.as_const().is_none())
}

/// A quotient and an extent that may be above it: both times the divisor are compared with the dividend.
pub(in crate::smt) struct Top {
    pub(in crate::smt) divisor: Poly,
    pub(in crate::smt) quotient: Poly,
    pub(in crate::smt) extent: Poly,
}

/// The first digits of numbers with the extents that products of variables have for them: `i < x·y·z` is what bounds `i / (y·z)`.
pub(in crate::smt) fn tops(e: &Encoder<'_>) -> Vec<Top> {
    let vars: Vec<Sym> =
        e.vars.values().filter_map(|v| if let Value::Int(p) = v { Some(p.as_scaled()?.0) } else { None }).collect();
    let sizes: Vec<(&Monomial, Sym)> =
        e.products.iter().filter(|(m, _)| m.iter().all(|s| vars.contains(s))).map(|(m, s)| (m, *s)).collect();
    let is_part = |m: &Monomial| sizes.iter().any(|(n, _)| n.len() > m.len() && m.iter().all(|s| n.contains(s)));
    let bounds = bounds(e);
    let mut whole: Vec<Poly> = vec![];
    for (m, product) in sizes.iter().filter(|(m, _)| !is_part(m)) {
        // `i < 3·x·y` bounds `i / y`, too.
        let times = bounds.iter().filter(|(s, _)| s == product).map(|(_, times)| *times);
        whole
            .extend(BTreeSet::from_iter(times.chain([1])).into_iter().map(|times| Poly::monomial((*m).clone(), times)));
    }
    let mut found = vec![];
    let all: Vec<Division> = divisions(e).into_iter().filter(|d| d.divisor.as_const().is_none()).collect();
    for Division { dividend, divisor, quotient, .. } in &all {
        // What is left over by a size is below it.
        let left_over = all.iter().filter(|outer| outer.remainder == *dividend).map(|outer| outer.divisor.clone());
        for size in whole.iter().cloned().chain(left_over) {
            let (extent, rest) = size.split_divisor(divisor);
            if rest == Poly::default() && extent.as_const().is_none() {
                found.push(Top { divisor: divisor.clone(), quotient: quotient.clone(), extent });
            }
        }
    }
    found
}

/// The symbols in inequalities that are asserted, with how often they are in there.
fn bounds(e: &Encoder<'_>) -> Vec<(Sym, i128)> {
    let limited = |fact| match fact {
        Arithmetic::AtMostZero(lin) => Some(lin.terms.iter().map(|(s, c)| (*s, c.abs()))),
        Arithmetic::Zero(_) | Arithmetic::Other => None,
    };
    e.query.facts().into_iter().filter_map(limited).flatten().collect()
}

/// A quotient that is rounded towards 0 has the sign of dividend and divisor together, and is no larger than the dividend.
fn sign(e: &mut Encoder<'_>, Division { dividend, divisor, quotient, .. }: &Division) {
    let zero = Poly::default();
    let (minus, opposite) = (e.scale(dividend, -1), e.scale(quotient, -1));
    let of_divisor = [(e.ge(divisor, 1), quotient), (e.le(divisor, &Poly::constant(-1)), &opposite)];
    for (size, sign) in [(dividend, e.ge(dividend, 0)), (&minus, e.le(dividend, &zero))] {
        for (positive, q) in of_divisor {
            // The quotient's size, with the sign that it has to have.
            let q = if size == dividend { q.clone() } else { e.scale(q, -1) };
            let (given, bounds) = ([sign, positive], [e.ge(&q, 0), e.le(&q, size)]);
            let (condition, within) = (e.query.and(&given), e.query.and(&bounds));
            e.require(condition, within);
        }
    }
    // What is smaller than the divisor has none in it.
    let minus = e.scale(divisor, -1);
    let below = [e.lt(dividend, divisor), e.lt(dividend, &minus)];
    let given = [e.ge(dividend, 0), e.query.or(&below)];
    let (condition, none) = (e.query.and(&given), e.eq(quotient, &zero));
    e.require(condition, none);
}

/// A product is 0 where a factor is: so no extent of an index that exists is. And it is within what its factors' ranges come to.
fn zeros(e: &mut Encoder<'_>) {
    for m in e.products.keys().cloned().collect::<Vec<_>>() {
        let product = Poly::monomial(m.clone(), 1);
        let range = e.range(&product);
        e.assert_range(&product, range);
        let product = e.eq(&product, &Poly::default());
        let factors: Vec<Expr> = m.iter().map(|s| e.eq(&Poly::sym(*s), &Poly::default())).collect();
        let any = e.query.or(&factors);
        let both = e.query.iff(product, any);
        e.query.assert(both);
    }
}

/// Asserts that numbers are the same where quotient and remainder by one divisor are, and what else there is to say of digits.
pub(in crate::smt) fn digits(e: &mut Encoder<'_>) {
    let mut by: BTreeMap<Poly, Vec<Division>> = BTreeMap::new();
    let divisions = divisions(e);
    for division in divisions.into_iter().filter(|d| d.divisor.as_const().is_none()) {
        if division.to_zero {
            sign(e, &division);
        }
        by.entry(division.divisor.clone()).or_default().push(division);
    }
    for all in by.values() {
        let pairs = all.iter().enumerate().flat_map(|(i, a)| all[i + 1..].iter().map(move |b| (a, b)));
        for (a, b) in pairs.filter(|(a, b)| a.to_zero == b.to_zero).take(PAIRS) {
            let mut given = defined(e, a);
            given.extend([e.eq(&a.quotient, &b.quotient), e.eq(&a.remainder, &b.remainder)]);
            let (condition, same) = (e.query.and(&given), e.eq(&a.dividend, &b.dividend));
            e.require(condition, same);
            // And threads are, where their numbers in the grid are.
            let between = e.sub(&a.dividend, &b.dividend);
            take_apart(e, &between, 1);
        }
    }
    zeros(e);
}

/// What is left over by `k·d` is divided by d as the number itself: `x % (k·d) % d` is `x % d`, and `x % (k·d) / d` is `x / d % k`.
pub(super) fn left_over(e: &mut Encoder<'_>, (dividend, d): (&Poly, &Poly), (q, r): (&Poly, &Poly), to_zero: bool) {
    let known = if to_zero { &e.truncating } else { &e.divisions };
    let of = known.iter().find(|(_, (_, remainder))| remainder == dividend).map(|(of, _)| of.clone());
    let Some((x, size)) = of.filter(|_| d.as_const().is_none()) else { return };
    let (k, rest) = size.clone().split_divisor(d);
    if rest != Poly::default() {
        return;
    }
    let divide = |e: &mut Encoder<'_>, x: &Poly, by: &Poly| if to_zero { e.truncate(x, by) } else { e.divide(x, by) };
    let (quotient, place) = divide(e, &x, d);
    let (_, turn) = divide(e, &quotient, &k);
    let mut given = vec![];
    for divisor in [&size, d, &k] {
        let positive = e.ge(divisor, 1);
        let negative = e.le(divisor, &Poly::constant(-1));
        given.push(if to_zero { e.query.or(&[positive, negative]) } else { positive });
    }
    let same = [e.eq(r, &place), e.eq(q, &turn)];
    let (given, same) = (e.query.and(&given), e.query.and(&same));
    e.require(given, same);
}

fn take_apart(e: &mut Encoder<'_>, sum: &Poly, depth: usize) {
    // Extents that are known take a sum apart by themselves.
    let parts = sum.clone().split_zero(&|s| e.ranges.get(s.0 as usize).copied().unwrap_or_default());
    if let Some(parts) = parts.filter(|parts| parts.len() > 1) {
        return parts.iter().filter(|part| depth > 1 && **part != *sum).for_each(|part| take_apart(e, part, depth - 1));
    }
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
        // Two coordinates along one extent are for the lemmas about pairs of products, unless extents may be negative or digits are to
        // do alone.
        let alone = !e.truncating.is_empty() || is_divided(e);
        if alone || high.terms.len() > 2 || high.terms.keys().chain(low.terms.keys()).any(|m| m.len() > 1) {
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
