//! Kernels as they come out of the front end, run step by step by all threads of a small launch, against what raceproof
//! says of them.
//!
//! What is run is the [`Kernel`](raceproof::kernel::Kernel): accesses and barriers with their conditions, loops over terms.
//! Symbols for what the kernel does not fix (memory, values that are not followed) have values that a seed picks, since a
//! proof is for all of them. So this is about everything after the front end, phases included; whether the steps are those
//! of the program is what `tests/kernels/differential` is about.
//!
//! A conflict or a divergence that is seen must never have been called impossible; the witness of a finding that claims to
//! be certain must happen, whatever the contents of memory. Direction: launches, parameters and contents are samples.
//!
//! `RACEPROOF_CASES` sets the number of random kernels, `RACEPROOF_SEED` the first one; `RACEPROOF_MINIMISE` asks for small
//! kernels in messages.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]

mod compare;
mod contents;
mod copies;
mod expressions;
mod filled;
mod flights;
mod generate;
mod history;
mod lanes;
mod machine;
mod masks;
mod replay;
mod world;

use crate::checked::{configured, environment};
use crate::random::Random;
use crate::text;
use compare::{Mismatch, Plan, Tally, compare};
use generate::{About, Sample};
use raceproof::driver::Check;
use raceproof::front::config::Config;
use raceproof::kernel::Kernel;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};
use world::Launch;

/// Kernels in one file.
const PER_FILE: u64 = 20;
/// Contents and parameters of each launch.
const SEEDS: u64 = 8;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// To run a kernel takes more work than to look at it.
fn unbounded(mut kernel: Kernel) -> Kernel {
    kernel.terms.limit_work(u64::MAX);
    kernel
}

const SHAPES: [[u32; 3]; 12] = [
    [5, 1, 1],
    [32, 1, 1],
    [8, 1, 1],
    [4, 4, 1],
    [40, 1, 1],
    [16, 1, 1],
    [3, 2, 2],
    [64, 1, 1],
    [16, 16, 1],
    [128, 1, 1],
    [32, 8, 1],
    [256, 1, 1],
];

/// Launches that the options allow, the smallest first.
fn launches(kernel: &Kernel, config: &Config) -> Vec<Launch> {
    let blocks = config.block_dim.map_or(SHAPES.to_vec(), |dims| vec![dims]);
    let bounds = |axis: usize| kernel.cluster.and_then(|vars| kernel.terms.var_info(vars.dim[axis]).bounds);
    // Two clusters of an extent that is known.
    let known = [0, 1, 2].map(|axis| bounds(axis).filter(|(lo, hi)| lo == hi).map_or(1, |(n, _)| n as u32));
    let grid = |dims: [u32; 3]| if dims.iter().product::<u32>() > 4 { [2, 1, 1] } else { dims };
    let grids = config.grid_dim.map_or(vec![[1, 1, 1], [2, 1, 1]], |dims| vec![grid(dims)]);
    let several = |[x, y, z]: [u32; 3]| {
        if kernel.cluster.is_some() { [x * known[0], y * known[1], z * known[2]] } else { [x, y, z] }
    };
    let grids: Vec<[u32; 3]> = if config.grid_dim.is_some() { grids } else { grids.into_iter().map(several).collect() };
    blocks.iter().flat_map(|b| grids.iter().map(|g| Launch { block: *b, grid: *g })).collect()
}

fn compare_kernel(kernel: &Kernel, config: &Config) -> Tally {
    let params = config.params.iter().map(|(n, v)| (n.clone(), *v as i64)).collect();
    let block = config.block_dim.map_or([None; 3], |d| d.map(Some));
    compare(kernel, &Plan { launches: launches(kernel, config), most: 1, params, block, seeds: SEEDS })
}

/// Threads with room for values that are computed from values that are computed from values.
static ROOM: LazyLock<ThreadPool> =
    LazyLock::new(|| rayon::ThreadPoolBuilder::new().stack_size(1 << 30).build().unwrap());

/// Runs with room, and with all processors.
pub(crate) fn with_room<T: Send>(what: impl FnOnce() -> T + Send) -> T {
    ROOM.install(what)
}

/// What was seen of the kernels of all files.
static SEEN: Mutex<Option<Tally>> = Mutex::new(None);

fn described(tally: &Tally) -> String {
    let mut text = String::new();
    for (what, count) in &tally.verdicts {
        writeln!(text, "{count:5} {what}").unwrap();
    }
    writeln!(text, "runs {:?}; witnesses {:?}", tally.runs, tally.witnesses).unwrap();
    text
}

fn complaints(tally: &Tally, shown: &dyn Fn(&Mismatch) -> String) -> Vec<String> {
    let complaint = |m: &Mismatch| format!("{:?} in {}: {}\n{}", m.sort, m.kernel, m.what, shown(m));
    tally.mismatches.iter().map(complaint).collect()
}

fn print(text: &str) {
    std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes()).unwrap();
}

/// What was seen of files, in numbers.
pub(crate) fn say() {
    if let Some(tally) = &*SEEN.lock().unwrap_or_else(PoisonError::into_inner) {
        print(&described(tally));
    }
}

/// Runs the kernels of a file; complains where runs and verdicts disagree.
pub(crate) fn of_file(kernels: Vec<Kernel>, config: &Config) -> Vec<String> {
    let kernels = kernels.into_iter().filter(|_| config.warp_sync.is_none()).map(unbounded);
    let tally = kernels.map(|kernel| compare_kernel(&kernel, config)).fold(Tally::default(), Tally::merge);
    let complaints = complaints(&tally, &|_| String::new());
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    *seen = Some(seen.take().unwrap_or_default().merge(tally));
    complaints
}

/// Prints what was seen, and fails if anything was wrong.
fn judge(tally: &Tally, shown: &dyn Fn(&Mismatch) -> String) {
    print(&described(tally));
    let all = complaints(tally, shown);
    assert!(all.is_empty(), "{} mismatches\n{}", all.len(), all.join("\n"));
}

fn file_of(folder: &Path, samples: &[Sample]) -> Vec<Kernel> {
    let file = folder.join("kernels.cu");
    let text: String = samples.iter().map(|s| s.text(&format!("k{}", s.seed))).collect();
    fs::write(&file, format!("{}{text}", copies::macros())).unwrap();
    let (config, invocation) = configured(["-arch=sm_80"], &file);
    let environment = environment();
    let check = Check { config: &config, invocation: &invocation, environment: &environment };
    let kernels = check.kernels(&file).unwrap_or_else(|(why, details)| panic!("{}: {why}\n{details}", file.display()));
    kernels.into_iter().map(unbounded).collect()
}

/// The smallest kernel that the same kind of mismatch still holds for.
fn minimise(sample: Sample, mismatch: &Mismatch) -> Sample {
    let folder = tempfile::tempdir().unwrap();
    let attempt = |s: &Sample| {
        let found = file_of(folder.path(), std::slice::from_ref(s));
        let tallies = found.iter().map(|k| compare_kernel(k, &random_config(s.seed)));
        tallies.fold(Tally::default(), Tally::merge)
    };
    let same = |s: &Sample| {
        let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| attempt(s))).unwrap_or_default();
        found.mismatches.iter().any(|m| m.sort == mismatch.sort)
    };
    let mut best = sample;
    while let Some(smaller) =
        text::smaller(&best.body).into_iter().map(|body| Sample { body, ..best.clone() }).find(|s| same(s))
    {
        best = smaller;
    }
    best
}

/// A launch of up to 40 threads in up to two blocks.
fn random_config(seed: u64) -> Config {
    let mut random = Random::new(seed);
    let x = *random.pick(&[2, 3, 4, 5, 8, 8, 16, 32, 33, 40]);
    let y = if x <= 16 && random.chance(20) { 2 } else { 1 };
    Config { block_dim: Some([x, y, 1]), grid_dim: Some([1 + random.below(2) as u32, 1, 1]), ..Config::default() }
}

pub(crate) fn random_kernels() {
    random(About::Blocks, 40);
}

pub(crate) fn random_masks() {
    random(About::Lanes, 10);
}

pub(crate) fn random_copies() {
    random(About::Copies, 10);
}

/// Of so many kernels, if the environment names no other number.
fn random(about: About, usual: u64) {
    let (cases, first) = (number("RACEPROOF_CASES", usual), number("RACEPROOF_SEED", 1));
    let starts: Vec<u64> = (first..first + cases).step_by(PER_FILE as usize).collect();
    let sample = |seed| generate::sample(seed, about);
    let all: Vec<Tally> = starts
        .par_iter()
        .flat_map(|start| {
            let folder = tempfile::tempdir().unwrap();
            let samples: Vec<Sample> = (*start..(start + PER_FILE).min(first + cases)).map(sample).collect();
            let kernels = file_of(folder.path(), &samples);
            let seeds: Vec<u64> = samples.iter().map(|s| s.seed).collect();
            seeds.into_par_iter().zip(kernels).map(|(s, k)| compare_kernel(&k, &random_config(s))).collect::<Vec<_>>()
        })
        .collect();
    let text = |m: &Mismatch| {
        let seed = m.kernel.split('(').next().and_then(|n| n.trim_start_matches('k').parse().ok());
        let Some(sample) = seed.map(sample) else { return String::new() };
        let shown = if std::env::var_os("RACEPROOF_MINIMISE").is_some() { minimise(sample, m) } else { sample };
        shown.text(&m.kernel)
    };
    judge(&all.into_iter().fold(Tally::default(), Tally::merge), &text);
}
