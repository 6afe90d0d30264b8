//! Runs a property on many random protocols at once. Each case has a seed of its own, so that a failing one can be had
//! again without those before it.
//!
//! `RACEPROOF_CASES` sets how many cases are run, `RACEPROOF_SEED` the first one's seed.

use super::generate::{Sample, sample};
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use rayon::prelude::*;

fn asked(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// The number of cases that the environment asks for.
pub(crate) fn cases(variable: &str, usual: u32) -> u32 {
    asked(variable).and_then(|n| u32::try_from(n).ok()).unwrap_or(usual)
}

/// Panics with the smallest protocol that could be found for the first seed that fails.
pub(crate) fn hold(cases: u32, property: impl Fn(&Sample) -> Result<(), String> + Sync) {
    hold_of(cases, sample, property);
}

/// The same for other samples.
pub(crate) fn hold_of<S: Strategy>(
    cases: u32,
    samples: impl Fn() -> S + Sync,
    property: impl Fn(&S::Value) -> Result<(), String> + Sync,
) {
    let first = asked("RACEPROOF_SEED").unwrap_or(0);
    let fails = |case| fails(first + case, &samples(), &property);
    let failed = (0..u64::from(cases)).into_par_iter().find_map_first(fails);
    if let Some(message) = failed {
        panic!("{message}");
    }
}

/// What fails, for one seed.
fn fails<S: Strategy>(seed: u64, samples: &S, property: impl Fn(&S::Value) -> Result<(), String>) -> Option<String> {
    let mut bytes = [0; 16];
    for (i, half) in bytes.chunks_mut(8).enumerate() {
        half.copy_from_slice(&mixed(2 * seed + i as u64).to_le_bytes());
    }
    let config = Config { cases: 1, max_shrink_iters: 20_000, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::XorShift, &bytes));
    let found = runner.run(samples, |sample| property(&sample).map_err(TestCaseError::fail));
    let (reason, shrunk) = match found {
        Ok(()) => return None,
        Err(TestError::Fail(reason, sample)) => (reason.to_string(), format!("{sample:?}")),
        Err(TestError::Abort(reason)) => (reason.to_string(), String::new()),
    };
    Some(format!("RACEPROOF_SEED={seed} RACEPROOF_CASES=1 finds this again:\n{shrunk}\n{reason}"))
}

/// Neighbouring seeds to numbers that have nothing in common (SplitMix64).
fn mixed(seed: u64) -> u64 {
    let z = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
