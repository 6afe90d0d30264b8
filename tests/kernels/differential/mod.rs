//! Hunts for unsoundness end to end: random kernels run by an emulator, race by race, against what `raceproof` says.
//!
//! A race or a divergence that the emulator sees must never be called free under the assumptions that are listed, whether
//! the launch is given or left open; the witness of an alarm that claims to be certain must race in the emulator; and
//! where no arithmetic wraps in the runs of a launch, `--overflow check` must not change what is said of it.
//! `RACEPROOF_CASES` sets the number of kernels, `RACEPROOF_SEED` the first one, `RACEPROOF_BINARY` another binary to test,
//! `RACEPROOF_FEATURES` what the kernels have (see [`features`]); `RACEPROOF_MINIMISE` makes those that fail small.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]

mod compare;
mod emulate;
mod executed;
mod expression;
mod features;
mod generate;
mod probes;
mod verdicts;

pub(crate) use executed::emulator_and_interpreter_agree;

use crate::random::Random;
use crate::text;
use compare::{Batch, Mismatch, Plan, batch};
use generate::Kernel;
use std::fmt::Write as _;
use std::path::Path;

/// Kernels in one file.
pub(crate) const PER_BATCH: usize = 40;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// The smallest kernel that the same kind of mismatch still holds for.
fn minimise(folder: &Path, kernel: &Kernel, mismatch: &Mismatch, plan: &Plan) -> Kernel {
    let fixed = mismatch.fixed.into_iter().collect();
    let plan = Plan { fixed, others: plan.others.clone() };
    let same = |k: &Kernel| {
        let attempt = || batch(folder, std::slice::from_ref(k), &plan);
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(attempt)).unwrap_or_default();
        found.mismatches.iter().any(|m| m.sort == mismatch.sort && m.fixed.is_some() == mismatch.fixed.is_some())
    };
    let mut best = kernel.clone();
    'again: loop {
        for body in text::smaller(&best.body) {
            let smaller = Kernel { body, ..best.clone() };
            if same(&smaller) {
                best = smaller;
                continue 'again;
            }
        }
        return best;
    }
}

/// Random kernels, as many as the environment asks for.
pub(crate) fn emulator_and_verdicts_agree() {
    let (cases, first) = (number("RACEPROOF_CASES", 100), number("RACEPROOF_SEED", 1));
    let features = features::enabled();
    let folder = tempfile::tempdir().unwrap();
    emulate::runtime(folder.path());
    let (mut total, mut report) = (Batch::default(), String::new());
    let mut seed = first;
    while seed < first + cases {
        let last = (seed + PER_BATCH as u64).min(first + cases);
        let kernels: Vec<Kernel> = (seed..last).map(|seed| generate::kernel(seed, &features)).collect();
        let plan = Plan::new(&mut Random::new(seed), 1, 40);
        for feature in kernels.iter().flat_map(|k| &k.features) {
            *total.features.entry(feature.name()).or_default() += 1;
        }
        let mut found = batch(folder.path(), &kernels, &plan);
        for m in &found.mismatches {
            let kernel = &kernels[m.kernel];
            let shown = if std::env::var_os("RACEPROOF_MINIMISE").is_some() {
                minimise(folder.path(), kernel, m, &plan)
            } else {
                kernel.clone()
            };
            let text = shown.text(&format!("seed_{}", kernel.seed));
            writeln!(report, "{:?} (raceproof given {:?}): {}\n{text}", m.sort, m.fixed, m.what).unwrap();
        }
        total.alarms = (total.alarms.0 + found.alarms.0, total.alarms.1 + found.alarms.1);
        found.table.iter().for_each(|(k, n)| *total.table.entry(k.clone()).or_default() += n);
        found.overflow.iter().for_each(|(k, n)| *total.overflow.entry(k.clone()).or_default() += n);
        total.mismatches.append(&mut found.mismatches);
        seed = last;
    }
    let mut table = format!("{cases} kernels; witnesses run and confirmed: {:?}\n", total.alarms);
    for ((fixed, raced, verdict), count) in &total.table {
        writeln!(table, "launch given: {fixed:5}  race in the emulator: {raced:5}  {verdict:18} {count}").unwrap();
    }
    writeln!(table, "kernels with features: {:?}", total.features).unwrap();
    for ((usual, strict), count) in &total.overflow {
        writeln!(table, "nothing wraps: {usual:18} --overflow check: {strict:18} {count}").unwrap();
    }
    std::io::Write::write_all(&mut std::io::stderr(), table.as_bytes()).unwrap();
    assert!(total.mismatches.is_empty(), "{} mismatches\n{report}", total.mismatches.len());
}
