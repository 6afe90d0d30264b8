//! What a solver of linear integers needs to know of products (docs/design.md section 6, step 3) and of `Xor`, for one query.
//!
//! **Invariant:** every lemma holds for all integers, with a product's symbol read as the product: none excludes anything.
//! Those about `Xor` hold for numbers of one width.

use super::encode::{Encoder, Factored};
use super::normalise::{Monomial, Poly};
use super::radix;
use crate::smt::formula::{Expr, Shape, Sym};
use std::collections::{BTreeMap, BTreeSet};

/// Limits on the number of pairs: of coordinates under one stride, and in all.
const PAIRS_PER_STRIDE: usize = 45;
const PAIRS: usize = 300;
/// Longer sums are of no use.
const LONGEST: usize = 64;
/// Bounds of a coordinate up to this size give bounds of its products.
const SMALL: i128 = 1 << 16;

/// Asserts the lemmas for all products of the query.
pub(in crate::smt) fn instantiate(encoder: &mut Encoder<'_>) {
    exclusive(encoder);
    meanings(encoder);
    radix::instantiate(encoder);
    // Making a product's symbol may note further factors, so this runs until nothing is new.
    let mut groups: BTreeMap<Poly, BTreeSet<Poly>> = BTreeMap::new();
    while !encoder.factored.is_empty() {
        for Factored { stride, coordinate } in std::mem::take(&mut encoder.factored) {
            let known = groups.entry(stride.clone()).or_default();
            if known.insert(coordinate.clone()) {
                single(encoder, &stride, &coordinate);
            }
        }
    }
    let mut budget = PAIRS;
    for (stride, coordinates) in &groups {
        let coordinates = coordinates.iter().collect::<Vec<_>>();
        let all = coordinates.iter().enumerate().flat_map(|(i, a)| coordinates[i + 1..].iter().map(move |b| (*a, *b)));
        for (a, b) in all.take(PAIRS_PER_STRIDE) {
            if budget == 0 {
                break;
            }
            budget -= 1;
            pair(encoder, stride, a, b);
        }
    }
    constant_strides(encoder);
    tables(encoder);
}

/// What a symbol is, where a condition holds.
struct Meaning {
    condition: Expr,
    is: Poly,
}

/// Products are the same with a symbol's meaning in its place: a remainder is what the quotient leaves, `e - d·q`; a number
/// that is not negative is the same read as unsigned. So the parts of a number that was divided make it again when they are
/// put together.
fn meanings(e: &mut Encoder<'_>) {
    let mut of: BTreeMap<Sym, Meaning> = BTreeMap::new();
    // A quotient that is rounded down is defined for positive divisors only.
    let (down, to_zero) = (e.divisions.clone().into_iter(), e.truncating.clone().into_iter());
    let divisions = down.map(|division| (division, false)).chain(to_zero.map(|division| (division, true)));
    for (((dividend, divisor), (q, r)), any_sign) in divisions {
        let (Some((r, 1)), Some(less)) = (r.as_scaled(), divisor.mul(&q)) else { continue };
        let Some(is) = dividend.sub(&less) else { continue };
        let (positive, negative) = (e.ge(&divisor, 1), e.le(&divisor, &Poly::constant(-1)));
        let condition = if any_sign { e.query.or(&[positive, negative]) } else { positive };
        of.insert(r, Meaning { condition, is });
    }
    for ((p, _), unsigned) in e.unsigned.clone() {
        if let Some((s, 1)) = unsigned.as_scaled() {
            of.insert(s, Meaning { condition: e.ge(&p, 0), is: p });
        }
    }
    // Further products would be as hard as those that they replace.
    let known = e.products.keys().cloned().collect::<BTreeSet<_>>();
    for m in &known {
        let product = Poly::monomial(m.clone(), 1);
        let meant = put_in(&product, &of);
        let serves = |is: &Poly| is.terms.keys().all(|m| m.len() < 2 || known.contains(m));
        let Some((conditions, is)) = meant.filter(|(_, is)| serves(is)) else { continue };
        let condition = e.query.and(&conditions);
        let equal = e.eq(&product, &is);
        e.require(condition, equal);
    }
}

/// The polynomial with meanings in the place of symbols, and the conditions; `None` if there are none, or it is too long.
fn put_in(p: &Poly, of: &BTreeMap<Sym, Meaning>) -> Option<(Vec<Expr>, Poly)> {
    let (mut p, mut conditions) = (p.clone(), vec![]);
    loop {
        let mut with = p.terms.keys().filter_map(|m| Some((m, m.iter().position(|s| of.contains_key(s))?)));
        let Some((m, at)) = with.next() else { break };
        let (mut rest, c) = (m.clone(), *p.terms.get(m)?);
        let meaning = of.get(&rest.remove(at))?;
        let more = times(&meaning.is, &Poly::monomial(rest, c))?;
        p = p.sub(&Poly::monomial(m.clone(), c))?.add(&more).filter(|p| p.terms.len() <= LONGEST)?;
        conditions.push(meaning.condition);
    }
    (!conditions.is_empty()).then_some((conditions, p))
}

/// `x ↦ x ^ s` is its own inverse, so a bijection.
fn exclusive(e: &mut Encoder<'_>) {
    let all = e.exclusive.clone();
    let pairs = all.iter().enumerate().flat_map(|(i, a)| all[i + 1..].iter().map(move |b| (a, b)));
    for ((x, s, a), (y, _, b)) in pairs.filter(|((_, s, _), (_, t, _))| s == t).take(PAIRS_PER_STRIDE) {
        let [same, equal, there, back] = [(x, y), (a, b), (a, y), (b, x)].map(|(p, q)| e.eq(p, q));
        e.require(equal, same);
        let inverse = e.query.iff(there, back);
        e.query.assert(inverse);
        // Nothing else is known of s: that x ^ s is x where s is 0.
        let (none, fixed) = (e.eq(s, &Poly::default()), e.eq(a, x));
        let zero = e.query.iff(none, fixed);
        e.query.assert(zero);
    }
}

/// The product, unless it is too long to be of use.
fn times(a: &Poly, b: &Poly) -> Option<Poly> {
    a.mul(b).filter(|p| p.terms.len() <= LONGEST)
}

/// About one product p = S·a.
fn single(e: &mut Encoder<'_>, s: &Poly, a: &Poly) {
    let Some(p) = times(s, a) else { return };
    let zero = Poly::default();
    for (value, product) in [(0, &zero), (1, s)] {
        let (is, equal) = (e.eq(a, &Poly::constant(value)), e.eq(&p, product));
        e.require(is, equal);
    }
    let (positive, some, negative) = (e.ge(s, 1), e.ge(a, 1), e.le(a, &Poly::constant(-1)));
    let both = e.query.and(&[positive, some]);
    let (above_s, above_a) = (e.le(s, &p), e.le(a, &p));
    let above = e.query.and(&[above_s, above_a]);
    e.require(both, above);
    let both = e.query.and(&[positive, negative]);
    let minus = e.scale(s, -1);
    let below = e.le(&p, &minus);
    e.require(both, below);
    let range = e.range(a);
    for (bound, low) in [(range.lo, true), (range.hi, false)] {
        let Some(bound) = bound.filter(|b| b.abs() <= SMALL) else { continue };
        let limit = e.scale(s, bound);
        let bounded = if low { e.le(&limit, &p) } else { e.le(&p, &limit) };
        e.require(positive, bounded);
    }
}

/// About two products p = S·a and p' = S·a'.
fn pair(e: &mut Encoder<'_>, s: &Poly, a: &Poly, b: &Poly) {
    let (Some(p), Some(q)) = (times(s, a), times(s, b)) else { return };
    let positive = e.ge(s, 1);
    for (a, b, p, q) in [(a, b, &p, &q), (b, a, &q, &p)] {
        for distance in [1, 2] {
            let (step, near) = (e.scale(s, distance), e.plus(a, distance));
            let far = e.le(&near, b);
            let low = e.add(p, &step);
            let apart = e.le(&low, q);
            let condition = e.query.and(&[positive, far]);
            e.require(condition, apart);
        }
    }
    let (same, equal) = (e.eq(a, b), e.eq(&p, &q));
    e.require(same, equal);
    trichotomy(e, a, b);
}

/// `a < b ∨ a = b ∨ a > b`: says nothing, but makes the solver split.
fn trichotomy(e: &mut Encoder<'_>, a: &Poly, b: &Poly) {
    let (less, same, more) = (e.lt(a, b), e.eq(a, b), e.lt(b, a));
    let any = e.query.or(&[less, same, more]);
    e.query.assert(any);
}

/// Splits between symbols that occur with opposite coefficients in one comparison.
fn constant_strides(e: &mut Encoder<'_>) {
    let mut pairs: BTreeSet<(Sym, Sym)> = BTreeSet::new();
    for i in 0..e.query.len() {
        let (Shape::Zero(lin) | Shape::AtMostZero(lin)) = e.query.shape(Expr(i as u32)) else { continue };
        if lin.terms.len() > 12 {
            continue;
        }
        for (i, (s, c)) in lin.terms.iter().enumerate() {
            let partner = |(_, d): &&(Sym, i128)| *c == -*d && c.abs() > 1;
            pairs.extend(lin.terms[i + 1..].iter().filter(partner).map(|(t, _)| (*s, *t)));
        }
    }
    for (s, t) in pairs.into_iter().take(PAIRS_PER_STRIDE) {
        trichotomy(e, &Poly::sym(s), &Poly::sym(t));
    }
}

/// A product with a factor of few values is linear for each of them.
fn tables(e: &mut Encoder<'_>) {
    let products = e.products.keys().cloned().collect::<Vec<_>>();
    for m in products {
        for (i, s) in m.iter().enumerate() {
            let Some(values) = e.tables.get(s).cloned() else { continue };
            for v in values {
                let lemma = at_value(e, &m, i, v);
                e.query.assert(lemma);
            }
            break;
        }
    }
}

/// The product of `m` where its factor at `index` has the value `v`.
pub(in crate::smt) fn at_value(e: &mut Encoder<'_>, m: &Monomial, index: usize, v: i128) -> Expr {
    let mut rest = m.clone();
    let factor = rest.remove(index);
    let rest = e.scale(&Poly::monomial(rest, 1), v);
    let (is, equal) = (e.eq(&Poly::sym(factor), &Poly::constant(v)), {
        let d = e.sub(&Poly::monomial(m.clone(), 1), &rest);
        e.zero(&d)
    });
    e.query.implies(is, equal)
}

/// The tangent planes of `x·y` at `(a, b)`: bounds of the product on either side of the point.
pub(in crate::smt) fn tangents(e: &mut Encoder<'_>, (x, a): (&Poly, i128), (y, b): (&Poly, i128)) -> Option<Expr> {
    let p = x.mul(y)?;
    let plane = x.scale(b)?.add(&y.scale(a)?)?.sub(&Poly::constant(a.checked_mul(b)?))?;
    let (ca, cb) = (Poly::constant(a), Poly::constant(b));
    let (x_up, x_down, y_up, y_down) = (e.le(&ca, x), e.le(x, &ca), e.le(&cb, y), e.le(y, &cb));
    let (above, below) = (e.le(&plane, &p), e.le(&p, &plane));
    let cases = [(x_up, y_up, above), (x_down, y_down, above), (x_up, y_down, below), (x_down, y_up, below)];
    let lemmas = cases.map(|(c, d, bound)| {
        let condition = e.query.and(&[c, d]);
        e.query.implies(condition, bound)
    });
    Some(e.query.and(&lemmas))
}
