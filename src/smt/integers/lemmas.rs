//! What a solver of linear integers needs to know of products (docs/design.md section 6, step 3) and of `Xor`, for one query.
//!
//! **Invariant:** every lemma holds for all integers, with a product's symbol read as the product: none excludes anything.
//! Those about `Xor` hold for numbers of one width.

use super::encode::{Encoder, Factored};
use super::meanings;
use super::meanings::times;
use super::normalise::{Monomial, Poly};
use super::radix::{self, Top};
use super::triangles;
use crate::smt::formula::{Expr, Shape, Sym, gcd};
use std::collections::{BTreeMap, BTreeSet};

/// Limits on the number of pairs: of coordinates under one stride, and in all.
const PAIRS_PER_STRIDE: usize = 45;
const PAIRS: usize = 300;
/// The multiples of strides that coordinates are compared with, and how many for each.
const LARGEST_MULTIPLE: i128 = 64;
const MULTIPLES: usize = 2;
/// The most products of three factors that are compared.
const CUBES: usize = 12;
/// Bounds of a coordinate up to this size give bounds of its products.
const SMALL: i128 = 1 << 16;

/// Asserts the few lemmas that take indices apart and put them together again; whether numbers are divided by what is not known,
/// so that these may do.
pub(in crate::smt) fn of_digits(encoder: &mut Encoder<'_>) -> bool {
    let may_do = radix::has_digits(encoder);
    if may_do {
        meanings::instantiate(encoder);
        radix::instantiate(encoder);
        radix::digits(encoder);
    }
    may_do
}

/// Asserts what bounds the first digits of indices.
pub(in crate::smt) fn of_tops(encoder: &mut Encoder<'_>) {
    for Top { divisor, quotient, extent } in radix::tops(encoder) {
        pair(encoder, &divisor, &quotient, &extent);
        pair_negative(encoder, &divisor, &quotient, &extent);
    }
}

/// Asserts the lemmas for all products of the query.
pub(in crate::smt) fn instantiate(encoder: &mut Encoder<'_>) {
    instantiate_with(encoder, &BTreeMap::new());
}

/// Likewise with those about products of strides, coordinates without the constants that are added to them, and multiples of strides;
/// nothing if there are none. Where there is a model, so many lemmas are in the way.
pub(in crate::smt) fn instantiate_more(encoder: &mut Encoder<'_>) -> bool {
    let multiples = multiples(encoder);
    let more = [compose(encoder), without_constants(encoder), !multiples.is_empty()];
    let any = more.contains(&true);
    if any {
        instantiate_with(encoder, &multiples);
    }
    any
}

fn instantiate_with(encoder: &mut Encoder<'_>, multiples: &BTreeMap<Sym, BTreeSet<i128>>) {
    exclusive(encoder);
    meanings::instantiate(encoder);
    radix::instantiate(encoder);
    let negative = divisors(encoder);
    // Making a product's symbol may note further factors, so this runs until nothing is new.
    let mut groups: BTreeMap<Poly, BTreeSet<Poly>> = BTreeMap::new();
    while !encoder.factored.is_empty() {
        for Factored { stride, coordinate } in std::mem::take(&mut encoder.factored) {
            let known = groups.entry(stride.clone()).or_default();
            if known.insert(coordinate.clone()) {
                single(encoder, &stride, &coordinate);
                if negative.contains(&stride) {
                    single_negative(encoder, &stride, &coordinate);
                }
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
            if negative.contains(stride) {
                pair_negative(encoder, stride, a, b);
            }
        }
    }
    of_multiples(encoder, &groups, multiples);
    triangles::instantiate(encoder, &groups);
    constant_strides(encoder);
    tables(encoder);
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

/// Two products of three factors that have two in common have their product as a stride: `i * (rows * width)` and `j * (rows * width)`.
fn compose(e: &mut Encoder<'_>) -> bool {
    let cubes: Vec<Monomial> = e.products.keys().filter(|m| m.len() == 3).take(CUBES).cloned().collect();
    let mut found: BTreeSet<(Monomial, Sym)> = BTreeSet::new();
    for (i, one) in cubes.iter().enumerate() {
        for other in &cubes[i + 1..] {
            let (mut common, mut rest, mut others) = (vec![], vec![], other.clone());
            for s in one {
                match others.iter().position(|t| t == s) {
                    Some(at) => common.push(others.remove(at)),
                    None => rest.push(*s),
                }
            }
            if let ([a], [b]) = (&rest[..], &others[..]) {
                found.extend([(common.clone(), *a), (common, *b)]);
            }
        }
    }
    let any = !found.is_empty();
    for (common, coordinate) in found {
        let (stride, coordinate) = (Poly::monomial(common.clone(), 1), Poly::sym(coordinate));
        e.factored.push(Factored { stride, coordinate });
        if let [a, b] = common[..] {
            let [a, b] = [a, b].map(Poly::sym);
            e.factored.push(Factored { stride: a.clone(), coordinate: b.clone() });
            e.factored.push(Factored { stride: b, coordinate: a });
        }
    }
    any
}

/// The divisors that may be negative, which are strides of whatever products they divide.
fn divisors(e: &mut Encoder<'_>) -> BTreeSet<Poly> {
    let all: BTreeSet<Poly> = e.truncating.keys().map(|(_, d)| d.clone()).filter(|d| d.as_const().is_none()).collect();
    let products = e.products.keys().map(|m| Poly::monomial(m.clone(), 1)).collect::<Vec<_>>();
    for (stride, product) in all.iter().flat_map(|d| products.iter().map(move |p| (d, p))) {
        let (coordinate, rest) = product.split_divisor(stride);
        if rest == Poly::default() && coordinate.as_const().is_none() {
            e.factored.push(Factored { stride: stride.clone(), coordinate });
        }
    }
    all
}

/// About one product p = S·a where S is negative.
fn single_negative(e: &mut Encoder<'_>, s: &Poly, a: &Poly) {
    let Some(p) = times(s, a) else { return };
    let (minus, opposite) = (e.scale(s, -1), e.scale(&p, -1));
    let (negative, some, none) = (e.le(s, &Poly::constant(-1)), e.ge(a, 1), e.le(a, &Poly::constant(-1)));
    for (sign, less, more) in [(some, &p, s), (none, &minus, &p)] {
        let both = e.query.and(&[negative, sign]);
        let far = e.le(less, more);
        e.require(both, far);
    }
    let both = e.query.and(&[negative, some]);
    let above = e.le(a, &opposite);
    e.require(both, above);
}

/// About two products p = S·a and p' = S·a' where S is negative.
fn pair_negative(e: &mut Encoder<'_>, s: &Poly, a: &Poly, b: &Poly) {
    let (Some(p), Some(q)) = (times(s, a), times(s, b)) else { return };
    let negative = e.le(s, &Poly::constant(-1));
    for (a, b, p, q) in [(a, b, &p, &q), (b, a, &q, &p)] {
        let far = e.lt(a, b);
        let low = e.add(p, s);
        let apart = e.le(q, &low);
        let condition = e.query.and(&[negative, far]);
        e.require(condition, apart);
    }
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
    e.trichotomy(a, b);
}

/// Coordinates without the constants that are added to them: the distance of `(y + 3) * pitch` and `(z + 3) * pitch` is that of `y` and `z`.
fn without_constants(e: &mut Encoder<'_>) -> bool {
    let bare = |f: &Factored| {
        let (coordinate, constant) = f.coordinate.without_constant();
        let is_new = constant != 0 && coordinate.as_const().is_none();
        is_new.then(|| Factored { stride: f.stride.clone(), coordinate })
    };
    let found: Vec<Factored> = e.factored.iter().filter_map(bare).collect();
    let any = !found.is_empty();
    e.factored.extend(found);
    any
}

/// The constants that products are multiplied by, beside what all of a sum is: 3 of `i < 3 * rows * width`.
fn multiples(e: &Encoder<'_>) -> BTreeMap<Sym, BTreeSet<i128>> {
    let products: BTreeSet<Sym> = e.products.values().copied().collect();
    let mut found: BTreeMap<Sym, BTreeSet<i128>> = BTreeMap::new();
    for i in 0..e.query.len() {
        let (Shape::Zero(lin) | Shape::AtMostZero(lin)) = e.query.shape(Expr(i as u32)) else { continue };
        let common = lin.terms.iter().fold(0, |g, (_, c)| gcd(g, *c)).max(1);
        for (s, c) in lin.terms.iter().filter(|(s, _)| products.contains(s)) {
            let times = (c / common).abs();
            if (2..=LARGEST_MULTIPLE).contains(&times) {
                found.entry(*s).or_default().insert(times);
            }
        }
    }
    found
}

/// Coordinates against the constants that their stride is multiplied by elsewhere: of `i < 3 * rows * width`, `i / (rows * width)` is below 3.
fn of_multiples(e: &mut Encoder<'_>, groups: &BTreeMap<Poly, BTreeSet<Poly>>, by: &BTreeMap<Sym, BTreeSet<i128>>) {
    for (stride, coordinates) in groups {
        let Some(stride_of) = product_of(e, stride) else { continue };
        let multiples: Vec<i128> = by.get(&stride_of).into_iter().flatten().copied().take(MULTIPLES).collect();
        let open: Vec<&Poly> = coordinates.iter().filter(|a| a.as_const().is_none()).take(2 * MULTIPLES).collect();
        for (multiple, coordinate) in multiples.iter().flat_map(|m| open.iter().map(move |a| (*m, *a))) {
            pair(e, stride, coordinate, &Poly::constant(multiple));
        }
    }
}

/// The symbol that a stride is, or that its product has.
fn product_of(e: &Encoder<'_>, stride: &Poly) -> Option<Sym> {
    let (monomial, 1) = stride.terms.iter().next().filter(|_| stride.terms.len() == 1)? else { return None };
    match monomial.as_slice() {
        [only] => Some(*only),
        _ => e.products.get(monomial).copied(),
    }
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
        e.trichotomy(&Poly::sym(s), &Poly::sym(t));
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
