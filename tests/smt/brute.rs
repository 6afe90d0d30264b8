//! The solver on random facts against trying all values.

#[path = "../recipe/mod.rs"]
mod recipe;

use crate::solver;
use proptest::prelude::*;
use raceproof::smt::Answer;
use raceproof::term::{Terms, Width};
use recipe::{Truth, declare, truth};

/// Values that make all facts true, by trying all; whether some were left out because they wrap.
fn find(facts: &[Truth], vars: usize, w: Width, range: std::ops::Range<i64>) -> Option<Vec<u64>> {
    let values = range.map(|v| v as u64).collect::<Vec<_>>();
    let all = values.len().pow(vars as u32);
    (0..all).find_map(|mut i| {
        let mut chosen = vec![];
        for _ in 0..vars {
            chosen.push(values[i % values.len()]);
            i /= values.len();
        }
        let mut wraps = false;
        let holds = facts.iter().all(|f| f.value(&chosen, w, &mut wraps) == Some(true));
        (holds && !wraps).then_some(chosen)
    })
}

fn check(facts: &[Truth], vars: usize, w: Width, range: std::ops::Range<i64>) -> Result<bool, TestCaseError> {
    let mut t = Terms::new();
    let declared = declare(&mut t, vars, w, Some((range.start, range.end - 1)));
    let built = facts.iter().map(|f| f.build(&mut t, &declared, w)).collect::<Vec<_>>();
    let shown = built.iter().map(|f| t.show(*f)).collect::<Vec<_>>().join("\n");
    match solver().check(&mut t, &built, &mut |_, _| true) {
        Answer::Unsat { .. } => {
            let found = find(facts, vars, w, range);
            prop_assert_eq!(found, None, "said to be impossible:\n{}", shown);
        }
        Answer::Sat(model) => {
            for f in &built {
                prop_assert_eq!(model.holds(&t, *f), Some(true), "{} under {:?}", t.show(*f), model);
            }
        }
        Answer::Unknown { .. } => return Ok(false),
    }
    Ok(true)
}

fn cases() -> u32 {
    std::env::var("RACEPROOF_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(80)
}

/// Runs `cases` random lists of facts; at most one in eight may stay unknown.
fn run(vars: usize, depth: u32, w: Width, range: std::ops::Range<i64>) {
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(cases()));
    let unknown = std::cell::Cell::new(0);
    let facts = prop::collection::vec(truth(vars, depth), 1..4);
    let result = runner.run(&facts, |facts| {
        if !check(&facts, vars, w, range.clone())? {
            unknown.set(unknown.get() + 1);
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(unknown.get() * 8 <= cases(), "{} of {} stayed unknown", unknown.get(), cases());
}

/// Four bits: every operation is exact, wrapping included.
#[test]
fn four_bits() {
    run(3, 3, 4, -8..8);
}

#[test]
fn six_bits_of_two_variables() {
    run(2, 4, 6, -32..32);
}

/// 32 bits, small values: nothing wraps, so the assumption that nothing does is of no help.
#[test]
fn small_numbers_of_32_bits() {
    run(3, 3, 32, -3..9);
}

#[test]
fn small_natural_numbers_of_64_bits() {
    run(3, 3, 64, 0..12);
}
