//! Lemmas about the rows of packed triangles: row `i` of a lower one begins at `i·(i + 1) / 2`, of an upper one at `n·i - i·(i + 1) / 2`.
//!
//! How far two of them are apart is a product of two sums, `(x - y)·(x + y + c)`, and a product of positive numbers is one less than their
//! sum at least. That says in linear arithmetic what the row between them has room for.
//!
//! **Invariant:** every lemma holds for all integers.

use super::encode::Encoder;
use super::meanings::times;
use super::normalise::Poly;
use std::collections::{BTreeMap, BTreeSet};

/// The most pairs of rows of one kind.
const PAIRS: usize = 45;
/// The most extents that triangles are taken to have.
const EXTENTS: usize = 4;

/// What products are made of: by the one factor, the others.
type Groups = BTreeMap<Poly, BTreeSet<Poly>>;

/// `p = x² + c·x`, which begins row `x`.
struct Row<'a> {
    x: &'a Poly,
    p: Poly,
}

pub(super) fn instantiate(e: &mut Encoder<'_>, groups: &Groups) {
    for (c, x, y) in squares(groups) {
        let (Some(p), Some(q)) = (square(e, &x, c), square(e, &y, c)) else { continue };
        let rows = [Row { x: &x, p }, Row { x: &y, p: q }];
        growing(e, c, &rows);
        of_extents(e, groups, c, &rows);
        same(e, &rows);
    }
    for (r, x, y) in mirrored(groups) {
        let (Some(rx), Some(ry), Some(xx), Some(yy)) = (times(&r, &x), times(&r, &y), times(&x, &x), times(&y, &y))
        else {
            continue;
        };
        let rows = [Row { x: &x, p: e.sub(&rx, &xx) }, Row { x: &y, p: e.sub(&ry, &yy) }];
        shrinking(e, &r, &rows);
        same(e, &rows);
    }
}

/// The products `(x + a)·(x + b)` and `(y + a)·(y + b)`, or with another pair of constants of one sum: that, `x` and `y`.
fn squares(groups: &Groups) -> Vec<(i128, Poly, Poly)> {
    let squared = |(s, t): (&Poly, &Poly)| {
        let ((x, a), (y, b)) = (s.without_constant(), t.without_constant());
        (x == y && x.as_const().is_none()).then_some((a + b, x))
    };
    pairs(factors(groups).filter_map(squared).collect())
}

/// The products `x·(r - x)` and `y·(r - y)`: `r`, `x` and `y`.
fn mirrored(groups: &Groups) -> Vec<(Poly, Poly, Poly)> {
    let of_sum = |(x, far): (&Poly, &Poly)| {
        let (first, by) = x.terms.iter().next()?;
        let r = far.add(x)?;
        let is_mirrored = far.terms.get(first) == Some(&-by) && r.terms.keys().all(|m| !x.terms.contains_key(m));
        (is_mirrored && x.as_const().is_none()).then(|| (r, x.clone()))
    };
    pairs(factors(groups).filter_map(of_sum).collect())
}

fn factors(groups: &Groups) -> impl Iterator<Item = (&Poly, &Poly)> {
    groups.iter().flat_map(|(one, others)| others.iter().map(move |other| (one, other)))
}

/// Two rows each of one kind.
fn pairs<K: Ord + Clone>(found: BTreeSet<(K, Poly)>) -> Vec<(K, Poly, Poly)> {
    let found: Vec<(K, Poly)> = found.into_iter().collect();
    let all = found.iter().enumerate().flat_map(|(i, one)| found[i + 1..].iter().map(move |other| (one, other)));
    let alike = all.filter(|((one, _), (other, _))| one == other).take(PAIRS);
    alike.map(|((kind, x), (_, y))| (kind.clone(), x.clone(), y.clone())).collect()
}

/// `x² + c·x`
fn square(e: &mut Encoder<'_>, x: &Poly, c: i128) -> Option<Poly> {
    let (square, part) = (times(x, x)?, e.scale(x, c));
    Some(e.add(&square, &part))
}

/// `x² + c·x - y² - c·y = (x - y)·(x + y + c)`
fn growing(e: &mut Encoder<'_>, c: i128, [one, other]: &[Row<'_>; 2]) {
    let both = e.add(one.x, other.x);
    let both = e.plus(&both, c);
    for (far, near) in [(one, other), (other, one)] {
        apart(e, far, near, &both);
    }
}

/// That the rows are `(x - y)·b` apart: where `y < x`, at least `b` if that is not negative, and one less than the sum of both factors if it is
/// positive.
fn apart(e: &mut Encoder<'_>, far: &Row<'_>, near: &Row<'_>, b: &Poly) {
    let (more, between) = (e.lt(near.x, far.x), e.sub(&far.p, &near.p));
    let steps = e.sub(far.x, near.x);
    let sum = e.add(&steps, b);
    for (least, bound) in [(0, b.clone()), (1, e.plus(&sum, -1))] {
        let (room, wide) = (e.ge(b, least), e.le(&bound, &between));
        let condition = e.query.and(&[room, more]);
        e.require(condition, wide);
    }
}

/// Of upper triangles, `2n·x - x² - c·x`, for each `n` that both rows are multiplied with: under their names, or as the sums that they stand for.
fn of_extents(e: &mut Encoder<'_>, groups: &Groups, c: i128, rows: &[Row<'_>; 2]) {
    let sums = [&rows[0], &rows[1]].map(|row| e.meant_by(row.x));
    let is_row = |n: &Poly| rows.iter().any(|row| row.x == n);
    let multiplied = |n: &Poly, all: &BTreeSet<Poly>| {
        let of =
            |row: usize| [rows[row].x, &sums[row]].into_iter().find(|x| all.contains(*x)).and_then(|x| times(n, x));
        Some([of(0)?, of(1)?])
    };
    let found: Vec<(&Poly, [Poly; 2])> = groups
        .iter()
        .filter(|(n, _)| !is_row(n))
        .filter_map(|(n, all)| Some((n, multiplied(n, all)?)))
        .take(EXTENTS)
        .collect();
    for (n, products) in found {
        let twice = e.scale(n, 2);
        let r = e.plus(&twice, -c);
        let [p, q] = [0, 1].map(|row| {
            let whole = e.scale(&products[row], 2);
            e.sub(&whole, &rows[row].p)
        });
        shrinking(e, &r, &[Row { x: rows[0].x, p }, Row { x: rows[1].x, p: q }]);
    }
}

/// `r·x - x² - r·y + y² = (x - y)·(r - x - y)`
fn shrinking(e: &mut Encoder<'_>, r: &Poly, [one, other]: &[Row<'_>; 2]) {
    let both = e.add(one.x, other.x);
    let rest = e.sub(r, &both);
    for (far, near) in [(one, other), (other, one)] {
        apart(e, far, near, &rest);
    }
}

fn same(e: &mut Encoder<'_>, [one, other]: &[Row<'_>; 2]) {
    let (same, equal) = (e.eq(one.x, other.x), e.eq(&one.p, &other.p));
    e.require(same, equal);
    e.trichotomy(one.x, other.x);
}
