//! Z3 as it is linked: limits, scopes, its version.

use super::{Limit, Outcome, Z3, version};
use crate::smt::formula::{Expr, Lin, Query, Shape, Sort};
use crate::term::{BinaryOp, CompareOp};
use std::time::{Duration, Instant};

fn limit(steps: u32) -> Limit {
    Limit { steps, cpu: Duration::from_secs(20), end: Instant::now() + Duration::from_secs(200) }
}

/// x·y = z·w + 7919 for large x, y, z, w: with exact products beyond a few steps.
#[test]
fn steps_run_out_before_time_does() {
    let mut query = Query::default();
    let [x, y, z, w, p, q] = ["x", "y", "z", "w", "p", "q"].map(|n| query.symbol(n, Sort::Int));
    let products = [Shape::Product(p, vec![x, y]), Shape::Product(q, vec![z, w])].map(|s| query.intern(s));
    let sum = query.zero(Lin { terms: vec![(p, 1), (q, -1)], constant: -7919 });
    let big = [x, y, z, w].map(|s| query.at_most_zero(Lin { terms: vec![(s, -1)], constant: 1_000_003 }));
    let asserts = products.into_iter().chain(big).chain([sum]);
    let mut z3 = Z3::new().expect("Z3 starts");
    let mut session = z3.session();
    for e in asserts {
        session.assert(&query, e);
    }
    let outcome = session.check(limit(1000));
    assert!(matches!(outcome, Outcome::Unknown { time: false, .. }), "{outcome:?}");
}

/// 2⁶¹ - 1 as a product: it is a prime number, which takes long to see.
fn factors() -> (Query, Vec<Expr>) {
    let mut query = Query::default();
    let width = 64;
    let [x, y] = ["x", "y"].map(|n| query.symbol(n, Sort::Bits(width))).map(|s| query.intern(Shape::Sym(s)));
    let [one, most, product] = [1, 1 << 31, (1 << 61) - 1].map(|value| query.intern(Shape::Bits { width, value }));
    let multiplied = query.intern(Shape::BitsBinary(BinaryOp::Mul, x, y));
    let less = [(one, x), (x, most), (one, y), (y, most)].map(|(a, b)| Shape::BitsCompare(CompareOp::Ult, a, b));
    let asserts = less.into_iter().chain([Shape::BitsCompare(CompareOp::Eq, multiplied, product)]);
    let asserts = asserts.map(|s| query.intern(s)).collect();
    (query, asserts)
}

/// What comes of `asserts` in so much wall time.
fn timed((query, asserts): &(Query, Vec<Expr>), z3: &mut Z3, millis: u64) -> Outcome {
    let mut session = z3.session();
    for e in asserts {
        session.assert(query, *e);
    }
    let end = Instant::now() + Duration::from_secs(200);
    session.check(Limit { steps: u32::MAX, cpu: Duration::from_millis(millis), end })
}

#[test]
fn time_runs_out_before_steps_do() {
    let (factors, mut z3) = (factors(), Z3::new().expect("Z3 starts"));
    for millis in [1, 20, 300] {
        let outcome = timed(&factors, &mut z3, millis);
        assert!(matches!(outcome, Outcome::Unknown { time: true, .. }), "{outcome:?}");
    }
}

#[test]
fn scopes_and_models() {
    let mut query = Query::default();
    let x = query.symbol("x", Sort::Int);
    let low = query.at_most_zero(Lin { terms: vec![(x, -1)], constant: 1 << 100 });
    let high = query.at_most_zero(Lin { terms: vec![(x, 1)], constant: -(1 << 100) });
    let none = query.not(low);
    let mut z3 = Z3::new().expect("Z3 starts");
    for _ in 0..2 {
        let mut session = z3.session();
        session.assert(&query, low);
        session.assert(&query, high);
        session.push();
        session.assert(&query, none);
        assert_eq!(session.check(limit(100_000)), Outcome::Unsat);
        session.pop();
        assert_eq!(session.check(limit(100_000)), Outcome::Sat);
        assert_eq!(session.values(&query, &[x]), Some(vec![1 << 100]));
    }
}

#[test]
fn version_is_new_enough() {
    let text = version();
    let numbers = text.split(['.', ' ']).filter_map(|n| n.parse::<u32>().ok()).take(3).collect::<Vec<_>>();
    assert!(numbers >= vec![4, 8, 12], "{text}");
}
