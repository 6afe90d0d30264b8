//! The rewrites and lemmas against values, and what Z3 makes of them as text.

use super::facts::prepare;
use super::formula::{Expr, Lin, Query, Shape, Sort, Sym};
use super::integers::encode::{Encoder, encode};
use super::integers::lemmas;
use super::integers::normalise::{Poly, Range};
use super::integers::refute::contradictory;
use super::z3::{Limit, Z3};
use super::{smtlib, to_smtlib};
use crate::term::{BinaryOp, Owner, Term, Terms, VarInfo, VarKind};
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// The truth of an integer formula under values for all symbols.
fn holds(query: &Query, e: Expr, values: &[i128]) -> bool {
    let get = |e: &Expr| holds(query, *e, values);
    let sum = |lin: &Lin| lin.terms.iter().map(|(s, c)| values[s.0 as usize] * c).sum::<i128>() + lin.constant;
    match query.shape(e) {
        Shape::Bool(b) => *b,
        Shape::Sym(s) => values[s.0 as usize] != 0,
        Shape::Not(a) => !get(a),
        Shape::And(parts) => parts.iter().all(get),
        Shape::Or(parts) => parts.iter().any(get),
        Shape::Iff(a, b) => get(a) == get(b),
        Shape::AtMostZero(lin) => sum(lin) <= 0,
        Shape::Zero(lin) => sum(lin) == 0,
        Shape::Product(p, factors) => {
            values[p.0 as usize] == factors.iter().map(|s| values[s.0 as usize]).product::<i128>()
        }
        Shape::Bits { .. }
        | Shape::BitsBinary(..)
        | Shape::BitsCompare(..)
        | Shape::BitsIte(..)
        | Shape::BitsCast(..) => panic!("not an integer formula"),
    }
}

/// Polynomials over three symbols.
fn poly() -> impl Strategy<Value = Poly> {
    let monomial = prop::collection::vec((0u32..3).prop_map(Sym), 0..3);
    let coefficient = prop_oneof![-4i128..5, prop::sample::select(&[16i128, 32, -32, 64, 100][..])];
    prop::collection::vec((monomial, coefficient), 0..5).prop_map(|terms| {
        terms.into_iter().fold(Poly::default(), |sum, (mut m, c)| {
            m.sort_unstable();
            sum.add(&Poly::monomial(m, c)).unwrap_or_default()
        })
    })
}

fn values() -> impl Strategy<Value = [i128; 3]> {
    prop::array::uniform3(-9i128..20)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn arithmetic_on_polynomials(p in poly(), q in poly(), v in values()) {
        let of = |s: Sym| v.get(s.0 as usize).copied();
        let (a, b) = (p.value(&of), q.value(&of));
        prop_assert_eq!(p.mul(&q).and_then(|r| r.value(&of)), a.zip(b).map(|(a, b)| a * b));
        prop_assert_eq!(p.sub(&q).and_then(|r| r.value(&of)), a.zip(b).map(|(a, b)| a - b));
    }

    #[test]
    fn ranges_hold(p in poly(), v in values(), slack in prop::array::uniform3(0i128..9)) {
        let of = |s: Sym| v.get(s.0 as usize).copied();
        let range = p.range(&|s| Range::new(v[s.0 as usize] - slack[s.0 as usize], v[s.0 as usize] + slack[2]));
        let value = p.value(&of).unwrap_or(0);
        prop_assert!(range.at_least(i128::MIN) && range.lo <= Some(value) && range.hi >= Some(value));
        let half = p.range(&|s| Range { lo: Some(v[s.0 as usize] - slack[0]), hi: None });
        prop_assert!(half.lo <= Some(value) && half.hi.is_none_or(|hi| hi >= value));
    }

    /// The floor rule: e = d·p + r, so ⌊e / d⌋ = p + ⌊r / d⌋.
    #[test]
    fn floor_rule(e in poly(), v in values(), d in prop_oneof![
        (1i128..40).prop_map(Poly::constant), (0u32..3).prop_map(|s| Poly::sym(Sym(s)))]) {
        let of = |s: Sym| v.get(s.0 as usize).copied();
        let (whole, rest) = e.split_divisor(&d);
        let (e, d, p, r) = (e.value(&of), d.value(&of), whole.value(&of), rest.value(&of));
        let (Some(e), Some(d), Some(p), Some(r)) = (e, d, p, r) else { return Ok(()) };
        prop_assert_eq!(e, d * p + r);
        if d > 0 {
            prop_assert_eq!(e.div_euclid(d), p + r.div_euclid(d));
        }
    }

    /// Splitting an equation by mixed radix keeps its solutions.
    #[test]
    fn mixed_radix(p in poly(), at in values(), slack in prop::array::uniform3(0i128..4)) {
        let range = |s: Sym| Range::new(at[s.0 as usize] - slack[s.0 as usize], at[s.0 as usize]);
        let parts = p.clone().split_zero(&range);
        let all = (0..slack[0] + 1).flat_map(|a| (0..slack[1] + 1).flat_map(move |b| (0..slack[2] + 1).map(move |c| [a, b, c])));
        for less in all {
            let of = |s: Sym| Some(at[s.0 as usize] - less[s.0 as usize]);
            let split = parts.as_ref().is_some_and(|parts| parts.iter().all(|p| p.value(&of) == Some(0)));
            prop_assert_eq!(p.value(&of) == Some(0), split);
        }
    }

    /// Comparisons in lowest terms mean the same.
    #[test]
    fn lowest_terms(c in prop::array::uniform3(-12i128..13), k in -40i128..40, v in values()) {
        let mut query = Query::default();
        let terms = (0..3).map(|i| (query.symbol("v", Sort::Int), c[i as usize])).filter(|(_, c)| *c != 0);
        let lin = Lin { terms: terms.collect(), constant: k };
        let sum = lin.terms.iter().map(|(s, c)| v[s.0 as usize] * c).sum::<i128>() + k;
        let (below, zero) = (query.at_most_zero(lin.clone()), query.zero(lin));
        let above = query.not(below);
        prop_assert_eq!(holds(&query, below, &v), sum <= 0);
        prop_assert_eq!(holds(&query, above, &v), sum > 0);
        prop_assert_eq!(holds(&query, zero, &v), sum == 0);
    }

    /// What is refuted without the solver has no solution.
    #[test]
    fn refutations_are_proofs(facts in prop::collection::vec((prop::array::uniform3(-3i128..4), -9i128..10, 0usize..4), 1..6)) {
        let mut query = Query::default();
        let symbols = [0, 1, 2].map(|_| query.symbol("v", Sort::Int));
        let mut last = query.bool(false);
        for (c, k, form) in facts {
            let terms = symbols.into_iter().zip(c).filter(|(_, c)| *c != 0).collect();
            let lin = Lin { terms, constant: k };
            let (below, zero) = (query.at_most_zero(lin.clone()), query.zero(lin));
            let apart = query.not(zero);
            let either = query.or(&[last, apart]);
            query.assert([below, zero, apart, either][form]);
            last = zero;
        }
        let ranges = [Range::new(0, 3), Range::new(0, 2), Range::new(1, 4)];
        if contradictory(&mut query, &ranges) {
            let all = (0..4).flat_map(|a| (0..3).flat_map(move |b| (1..5).map(move |c| [a, b, c])));
            for v in all {
                prop_assert!(!query.asserts.iter().all(|e| holds(&query, *e, &v)), "{v:?}");
            }
        }
    }

    /// Every lemma holds for all integers.
    #[test]
    fn lemmas_are_true(v in prop::array::uniform4(-6i128..7), at in prop::array::uniform4(-6i128..7)) {
        let mut terms = Terms::new();
        let fact = products(&mut terms);
        let prepared = prepare(&mut terms, &[fact]);
        let mut encoder = encode(&terms, &prepared);
        let before = encoder.query.asserts.len();
        lemmas::instantiate(&mut encoder);
        let monomials = encoder.products.keys().cloned().collect::<Vec<_>>();
        for m in &monomials {
            let lemma = lemmas::at_value(&mut encoder, m, 0, at[0]);
            encoder.query.assert(lemma);
            let (x, y) = (Poly::sym(m[0]), Poly::monomial(m[1..].to_vec(), 1));
            if let Some(lemma) = lemmas::tangents(&mut encoder, (&x, at[1]), (&y, at[2])) {
                encoder.query.assert(lemma);
            }
        }
        prop_assert!(encoder.query.asserts.len() > before + 20);
        let values = complete(&encoder, &v, [0, 0]);
        for e in &encoder.query.asserts[before..] {
            prop_assert!(holds(&encoder.query, *e, &values), "{:?}", encoder.query.shape(*e));
        }
    }

    /// So does every lemma about quotients and remainders, which are anything where the divisor is 0.
    #[test]
    fn lemmas_of_digits_are_true(
        v in prop::array::uniform4(-6i128..7), unsigned in any::<bool>(), free in prop::array::uniform2(-6i128..7)
    ) {
        let v = if unsigned { v.map(i128::abs) } else { v };
        let mut terms = Terms::new();
        let fact = digits(&mut terms, unsigned);
        let prepared = prepare(&mut terms, &[fact]);
        let mut encoder = encode(&terms, &prepared);
        // The fact need not hold, nor what defines the symbols.
        let first = encoder.query.asserts.len();
        prop_assert!(lemmas::of_digits(&mut encoder));
        lemmas::instantiate(&mut encoder);
        prop_assert!(encoder.query.asserts.len() > first + 40);
        let values = complete(&encoder, &v, free);
        for e in &encoder.query.asserts[first..] {
            prop_assert!(holds(&encoder.query, *e, &values), "{:?}", encoder.query.shape(*e));
        }
    }

    /// So does what is said of the quotient and the remainder of what a multiple of the divisor leaves over, and of their signs.
    #[test]
    fn what_is_left_over_is_divided_as_the_number(
        v in prop::array::uniform3(-40i128..41), unsigned in any::<bool>(), free in prop::array::uniform2(-6i128..7)
    ) {
        // By 0 the symbols are free, and some of their values will do, not all.
        prop_assume!(v[0] != 0 && v[1] != 0);
        let v = if unsigned { v.map(i128::abs) } else { v };
        let mut terms = Terms::new();
        let fact = left_over(&mut terms, unsigned);
        let prepared = prepare(&mut terms, &[fact]);
        let encoder = encode(&terms, &prepared);
        prop_assert!(encoder.divisions.len() + encoder.truncating.len() >= 4);
        let values = complete(&encoder, &v, free);
        for e in &encoder.query.asserts {
            prop_assert!(holds(&encoder.query, *e, &values), "{:?}", encoder.query.shape(*e));
        }
    }
}

/// `i mod (y·x) mod x + i mod (y·x) / x ≤ 100` over variables x, y, i of small size, for which it holds.
fn left_over(t: &mut Terms, unsigned: bool) -> Term {
    let least = if unsigned { 0 } else { -40 };
    let [x, y, i] = ["x", "y", "i"].map(|name| {
        let (name, kind, bounds) = (name.into(), VarKind::Param, Some((least, 40)));
        let v = t.declare_var(VarInfo { name, width: 64, kind, bounds, owner: Owner::All });
        t.var(v)
    });
    let (div, rem) = if unsigned { (BinaryOp::UDiv, BinaryOp::URem) } else { (BinaryOp::SDiv, BinaryOp::SRem) };
    let size = t.mul(y, x);
    let rest = t.binary(rem, i, size);
    let (place, turn) = (t.binary(rem, rest, x), t.binary(div, rest, x));
    let (sum, most) = (t.add(place, turn), t.constant(64, 100));
    t.sle(sum, most)
}

/// `y·x·((i - x·j - k) / (y·x)) + x·j + k = y·(m mod x) + m / x` with `k = i mod x` and `j = (i - k) / x mod y`, over small
/// variables x, y, i, m.
fn digits(t: &mut Terms, unsigned: bool) -> Term {
    let least = if unsigned { 0 } else { -6 };
    let [x, y, i, m] = ["x", "y", "i", "m"].map(|name| {
        let kind = VarKind::Param;
        let v =
            t.declare_var(VarInfo { name: name.into(), width: 64, kind, bounds: Some((least, 6)), owner: Owner::All });
        t.var(v)
    });
    let (div, rem) = if unsigned { (BinaryOp::UDiv, BinaryOp::URem) } else { (BinaryOp::SDiv, BinaryOp::SRem) };
    let k = t.binary(rem, i, x);
    let without = t.sub(i, k);
    let row = t.binary(div, without, x);
    let j = t.binary(rem, row, y);
    let (xj, yx) = (t.mul(x, j), t.mul(y, x));
    let rest = t.sub(i, xj);
    let rest = t.sub(rest, k);
    let h = t.binary(div, rest, yx);
    let high = t.mul(yx, h);
    let sum = t.add(high, xj);
    let left = t.add(sum, k);
    let (low, column) = (t.binary(rem, m, x), t.binary(div, m, x));
    let low = t.mul(y, low);
    let right = t.add(low, column);
    t.eq(left, right)
}

/// `x·y + 3·z·y ≤ (x + 2·w)·w·z`, over four unbounded variables.
fn products(t: &mut Terms) -> Term {
    let mut make = |name: &str| {
        let v = t.declare_var(VarInfo {
            name: name.into(),
            width: 64,
            kind: VarKind::Param,
            bounds: None,
            owner: Owner::All,
        });
        t.var(v)
    };
    let (x, y, z, w) = (make("x"), make("y"), make("z"), make("w"));
    let (three, two) = (t.int(64, 3), t.int(64, 2));
    let (xy, zy, w2) = (t.mul(x, y), t.mul(z, y), t.mul(w, two));
    let (zy3, xw) = (t.mul(zy, three), t.add(x, w2));
    let (left, xww) = (t.add(xy, zy3), t.mul(xw, w));
    let right = t.mul(xww, z);
    t.sle(left, right)
}

/// Every lemma about the rows of triangles, of which sums have names, holds for all integers.
#[test]
fn lemmas_of_triangles_are_true() {
    let mut terms = Terms::new();
    let fact = triangles(&mut terms);
    let prepared = prepare(&mut terms, &[fact]);
    let mut encoder = encode(&terms, &prepared);
    let before = encoder.query.asserts.len();
    lemmas::instantiate(&mut encoder);
    assert!(encoder.query.asserts.len() > before + 40);
    let some = [-7i128, -2, -1, 0, 1, 2, 5];
    for at in 0..some.len().pow(4) {
        let v = [1, 7, 49, 343].map(|place| some[at / place % 7]);
        let values = complete(&encoder, &v, [0, 0]);
        for e in &encoder.query.asserts[before..] {
            assert!(holds(&encoder.query, *e, &values), "{v:?}: {:?}", encoder.query.shape(*e));
        }
    }
}

/// Rows of lower and upper triangles, numbered by sums and by variables.
fn triangles(t: &mut Terms) -> Term {
    let [x, y, z, n] = ["x", "y", "z", "n"].map(|name| {
        let kind = VarKind::Param;
        let v = t.declare_var(VarInfo { name: name.into(), width: 64, kind, bounds: None, owner: Owner::All });
        t.var(v)
    });
    let one = t.int(64, 1);
    let row = |x: Term, t: &mut Terms| {
        let (next, rest) = (t.add(x, one), t.sub(n, x));
        let (square, of_all, mirrored) = (t.mul(x, next), t.mul(x, n), t.mul(x, rest));
        let sum = t.add(square, of_all);
        t.add(sum, mirrored)
    };
    let (xz, yz) = (t.add(x, z), t.add(y, z));
    let [a, b, c, d] = [xz, yz, x, y].map(|x| row(x, t));
    let (left, right) = (t.add(a, c), t.add(b, d));
    t.sle(left, right)
}

/// Values for all symbols: those given for the variables in order, what divisions come to (by 0 these), what numbers are that are
/// read as unsigned, and the products.
fn complete(encoder: &Encoder<'_>, v: &[i128], by_zero: [i128; 2]) -> Vec<i128> {
    let mut values = vec![0; encoder.query.symbols.len()];
    values[..v.len()].copy_from_slice(v);
    let divisions = encoder.divisions.iter().chain(&encoder.truncating);
    let divisions = divisions.filter_map(|(of, (q, r))| Some((q.as_scaled()?.0, Some((of, r.as_scaled()?.0)), None)));
    let unsigned = encoder.unsigned.iter().filter_map(|(of, s)| Some((s.as_scaled()?.0, None, Some(of))));
    let mut defined: Vec<_> = divisions.chain(unsigned).collect();
    // A quotient may be that of two divisions, the later of which comes behind what it divides: by remainders, which are no other's.
    defined.sort_by_key(|(s, division, _)| division.map_or(*s, |(_, r)| r));
    for (s, division, unsigned) in defined {
        let of = |s: Sym| values.get(s.0 as usize).copied();
        if let Some(((e, d), r)) = division {
            let (e, d) = (e.value(&of).unwrap_or(0), d.value(&of).unwrap_or(0));
            let [quotient, remainder] = if d == 0 { by_zero } else { [e / d, e % d] };
            (values[s.0 as usize], values[r.0 as usize]) = (quotient, remainder);
        } else if let Some((p, width)) = unsigned {
            let value = p.value(&of).unwrap_or(0);
            values[s.0 as usize] = if value < 0 { value + (1 << width) } else { value };
        }
    }
    for (sum, name) in &encoder.names.of {
        let value = sum.value(&|s: Sym| values.get(s.0 as usize).copied()).unwrap_or(0);
        if let Some((s, _)) = name.as_scaled() {
            values[s.0 as usize] = value;
        }
    }
    for (m, s) in &encoder.products {
        values[s.0 as usize] = m.iter().map(|x| values[x.0 as usize]).product();
    }
    values
}

/// Z3's own reader takes the text and comes to the same result.
#[test]
fn text_is_what_is_asserted() {
    let limit =
        Limit { steps: 10_000_000, cpu: Duration::from_secs(20), end: Instant::now() + Duration::from_secs(200) };
    let mut terms = Terms::new();
    let fact = products(&mut terms);
    let not = terms.not(fact);
    for facts in [vec![fact], vec![fact, not]] {
        let text = to_smtlib(&mut terms, &facts);
        let prepared = prepare(&mut terms, &facts);
        let mut encoder = encode(&terms, &prepared);
        lemmas::instantiate(&mut encoder);
        assert_eq!(text, smtlib::print(&encoder.query));
        let mut z3 = Z3::new().expect("Z3 starts");
        let direct = {
            let mut session = z3.session();
            for e in &encoder.query.asserts {
                session.assert(&encoder.query, *e);
            }
            session.check(limit)
        };
        let mut session = z3.session();
        session.assert_text(&text).expect("Z3 reads the text");
        assert_eq!(session.check(limit), direct);
    }
}
