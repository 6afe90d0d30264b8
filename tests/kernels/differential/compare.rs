//! Emulator against verdict, kernel by kernel.

use super::emulate::{self, Emulator, Launch, Outcome};
use super::generate::Kernel;
use super::verdicts::{self, Verdict};
use crate::random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// How the two disagree. The first three are unsound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    MissedRace,
    MissedArray,
    MissedDivergence,
    FalseAlarm,
    /// Nothing wraps, but `--overflow check` says something else.
    Overflow,
}

#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    pub(crate) kernel: usize,
    pub(crate) sort: Sort,
    /// The launch whose values were given to raceproof, if any.
    pub(crate) fixed: Option<Launch>,
    pub(crate) what: String,
}

/// Orders of threads from here on are for memory that holds zeros, as `emulator.cpp` has it.
const ZEROS: u32 = 3;

/// A launch in the emulator.
type Run = (Launch, Outcome);

/// What a batch gave.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) mismatches: Vec<Mismatch>,
    /// How often emulator and raceproof said what: (launch fixed, raced in the emulator, verdict).
    pub(crate) table: BTreeMap<(bool, bool, String), usize>,
    /// Certain alarms that were run, and those that were confirmed.
    pub(crate) alarms: (usize, usize),
    /// How many kernels had a feature.
    pub(crate) features: BTreeMap<String, usize>,
    /// What is said where nothing wraps: as usual, and with `--overflow check`.
    pub(crate) overflow: BTreeMap<(String, String), usize>,
}

/// What is run and checked for each kernel.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) fixed: Vec<Launch>,
    pub(crate) others: Vec<Launch>,
}

impl Plan {
    pub(crate) fn new(random: &mut Random, fixed: usize, others: usize) -> Plan {
        let mut draw = |count: usize| (0..count).map(|_| Launch::random(random)).collect();
        Plan { fixed: draw(fixed), others: draw(others) }
    }
}

/// The launch, laid out in a plane for kernels that read `threadIdx.y`.
fn shaped(kernel: &Kernel, launch: Launch) -> Launch {
    if kernel.planar && launch.block.1 == 1 { Launch { block: (1 + launch.block.0 / 2, 2), ..launch } } else { launch }
}

/// A launch with several contents and orders of threads.
fn variants(launch: Launch) -> Vec<Launch> {
    (0..6).map(|i| Launch { seed: launch.seed + i, schedule: i % 3, ..launch }).collect()
}

/// A launch with zeros in memory and several orders of threads.
fn of_zeros(launch: Launch) -> Vec<Launch> {
    (ZEROS..ZEROS + 6).map(|schedule| Launch { schedule, ..launch }).collect()
}

pub(crate) fn batch(folder: &Path, kernels: &[Kernel], plan: &Plan) -> Batch {
    let emulator = Emulator::new(folder, kernels);
    let file = folder.join("kernels.cu");
    fs::write(&file, emulate::cuda(kernels)).unwrap();
    let mut result = Batch::default();
    let mut runs: Vec<Vec<Run>> = vec![vec![]; kernels.len()];
    let run = |launches: Vec<(usize, Launch)>| -> Vec<(usize, Launch, Outcome)> {
        let outcomes = emulator.run(&launches);
        launches.into_iter().zip(outcomes).map(|((k, l), o)| (k, l, o)).collect()
    };
    for launch in &plan.fixed {
        let launches = (0..kernels.len()).flat_map(|k| variants(*launch).into_iter().map(move |l| (k, l))).collect();
        let outcomes = run(launches);
        let verdicts = verdicts::check(&file, kernels.len(), Some(*launch), "assume");
        let strict = verdicts::check(&file, kernels.len(), Some(*launch), "check");
        for (k, verdict) in verdicts.iter().enumerate() {
            let mine: Vec<_> = outcomes.iter().filter(|(n, _, _)| *n == k).map(|(_, l, o)| (*l, o.clone())).collect();
            result.compare(k, &kernels[k], verdict, &mine, Some(*launch));
            result.confirm(k, verdict, &emulator, Some(*launch));
            result.overflow(k, verdict, &strict[k], &mine, *launch);
            runs[k].extend(mine);
        }
    }
    let others = (0..kernels.len()).flat_map(|k| plan.others.iter().map(move |l| (k, *l)));
    for (k, l, o) in run(others.map(|(k, l)| (k, shaped(&kernels[k], l))).collect()) {
        runs[k].push((l, o));
    }
    for (k, verdict) in verdicts::check(&file, kernels.len(), None, "assume").iter().enumerate() {
        result.compare(k, &kernels[k], verdict, &runs[k], None);
        result.confirm(k, verdict, &emulator, None);
    }
    result
}

/// Whether the verdict speaks about this launch.
fn covers(verdict: &Verdict, launch: Launch, outcome: &Outcome, fixed: bool) -> bool {
    let ones =
        |axis: &str| verdict.assumptions.iter().any(|a| a.contains(axis) && a.contains("1: the kernel does not"));
    outcome.valid
        && !(outcome.wrapped && verdict.assumes("does not wrap"))
        && (fixed || launch.grid.0 == 1 || !ones("gridDim.x"))
        && (fixed || launch.grid.1 == 1 || !ones("gridDim.y"))
        && (fixed || launch.block.1 == 1 || !ones("blockDim.y"))
        && (fixed || launch.block.0 == 1 || !ones("blockDim.x"))
}

impl Batch {
    fn compare(&mut self, k: usize, kernel: &Kernel, v: &Verdict, runs: &[Run], fixed: Option<Launch>) {
        let covered = || runs.iter().filter(|(l, o)| covers(v, *l, o, fixed.is_some()));
        let mut add = |sort, what| self.mismatches.push(Mismatch { kernel: k, sort, fixed, what });
        let raced = covered().find(|(_, o)| !o.diverged && !o.races.is_empty());
        if let Some((launch, outcome)) = raced
            && v.verdict == "race-free"
        {
            add(Sort::MissedRace, format!("races on {:?} with {launch:?}", outcome.races));
        } else if v.verdict != "unknown" && v.reason.is_empty() && !kernel.loads() {
            let missed = covered().find(|(_, o)| !o.diverged && o.races.iter().any(|a| !v.arrays.contains(a)));
            if let Some((launch, outcome)) = missed {
                add(Sort::MissedArray, format!("{:?}, found only {:?} with {launch:?}", outcome.races, v.arrays));
            }
        }
        if v.divergence == "free"
            && let Some((launch, _)) = covered().find(|(_, o)| o.diverged || o.exited)
        {
            add(Sort::MissedDivergence, format!("with {launch:?}"));
        }
        *self.table.entry((fixed.is_some(), raced.is_some(), v.verdict.clone())).or_default() += 1;
    }

    /// Where nothing wraps, it makes no difference whether something may.
    fn overflow(&mut self, k: usize, usual: &Verdict, strict: &Verdict, runs: &[Run], launch: Launch) {
        if runs.iter().any(|(_, o)| !o.valid || o.wrapped) {
            return;
        }
        let class = |v: &Verdict| if v.verdict.ends_with("race") { "race".to_owned() } else { v.verdict.clone() };
        let (a, b) = (class(usual), class(strict));
        if a != b && a != "unknown" && b != "unknown" {
            let (a, b) = (&usual.verdict, &strict.verdict);
            let what = format!("{a}, with --overflow check {b}; {launch:?}");
            self.mismatches.push(Mismatch { kernel: k, sort: Sort::Overflow, fixed: Some(launch), what });
        }
        *self.overflow.entry((a, b)).or_default() += 1;
    }

    /// Runs the witnesses of alarms that claim to be certain.
    fn confirm(&mut self, k: usize, verdict: &Verdict, emulator: &Emulator, fixed: Option<Launch>) {
        if verdict.divergence != "free" {
            return; // where threads part, barriers count differently
        }
        for alarm in &verdict.alarms {
            if alarm.witness.keys().any(|name| name.starts_with("par")) {
                continue; // a struct's fields are not given to the emulator
            }
            let get = |name: &str, default: i64| alarm.witness.get(name).copied().unwrap_or(default);
            let (x, y) = (get("blockDim.x", 1), get("blockDim.y", 1));
            let (g, h) = (get("gridDim.x", 1), get("gridDim.y", 1));
            if x * y > 256 || g * h > 8 || get("blockDim.z", 1) * get("gridDim.z", 1) > 1 {
                continue;
            }
            let from = fixed.unwrap_or(Launch { block: (2, 1), grid: (1, 1), n: 1, m: 1, u: 1, seed: 0, schedule: 0 });
            let launch = Launch {
                block: (x as u32, y as u32),
                grid: (g as u32, h as u32),
                n: get("n", i64::from(from.n)) as i32,
                m: get("m", i64::from(from.m)) as i32,
                u: get("u", i64::from(from.u)) as u32,
                ..from
            };
            let launches = if alarm.executed { of_zeros(launch) } else { variants(launch) };
            let launches: Vec<_> = launches.into_iter().map(|l| (k, l)).collect();
            let valid: Vec<Outcome> = emulator.run(&launches).into_iter().filter(|o| o.valid && !o.diverged).collect();
            if valid.is_empty() {
                continue;
            }
            self.alarms.0 += 1;
            // That the values are the same may be out of reach of a proof. What was executed may depend on the order of the threads.
            let names = |o: &Outcome| o.names(&alarm.array);
            let is_seen = if alarm.executed { valid.iter().any(names) } else { valid.iter().all(names) };
            if is_seen {
                self.alarms.1 += 1;
            } else {
                let what = format!("no race on {} (line {}) with {launch:?}", alarm.array, alarm.line);
                self.mismatches.push(Mismatch { kernel: k, sort: Sort::FalseAlarm, fixed, what });
            }
        }
    }
}
