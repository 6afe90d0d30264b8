//! Kernels as they come out of the front end, run step by step by all threads of a small launch, against what raceproof
//! says of them.
//!
//! What is run is the [`Kernel`](raceproof::kernel::Kernel): accesses and barriers with their conditions, loops over terms.
//! Symbols for what the kernel does not fix (memory, values that are not followed) have values that a seed picks, since a
//! proof is for all of them. So this is about everything after the front end, phases included; whether the steps are those
//! of the program is what `tests/differential` is about.
//!
//! A conflict or a divergence that is seen must never have been called impossible; the witness of a finding that claims to
//! be certain must happen, whatever the contents of memory. Direction: launches, parameters and contents are samples.
//!
//! `RACEPROOF_CASES` sets the number of random kernels, `RACEPROOF_SEED` the first one; `RACEPROOF_ONLY` is a part of the
//! paths of the other tests that are wanted, `RACEPROOF_MINIMISE` asks for small kernels in messages.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small numbers")]

mod compare;
mod copies;
mod expressions;
mod flights;
mod generate;
mod history;
mod lanes;
mod machine;
mod masks;
#[path = "../differential/random.rs"]
mod random;
mod replay;
#[path = "../differential/text.rs"]
mod text;
mod world;

use compare::{Mismatch, Plan, Tally, compare};
use generate::{About, Sample};
use raceproof::command::cli::{self, Command};
use raceproof::driver::Check;
use raceproof::front::config::{Config, Environment};
use raceproof::front::nvcc::Invocation;
use raceproof::kernel::Kernel;
use random::Random;
use rayon::prelude::*;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use world::Launch;

/// Kernels in one file.
const PER_FILE: u64 = 20;
/// Contents and parameters of each launch.
const SEEDS: u64 = 8;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

fn environment() -> Environment {
    Environment::from_vars(std::env::vars_os())
}

/// The kernels of a file, and the options that its first line gives.
fn kernels(file: &Path) -> (Config, Vec<Kernel>) {
    let text = fs::read_to_string(file).unwrap();
    let options = text.lines().next().and_then(|l| l.strip_prefix("// raceproof:")).unwrap_or_default();
    let arguments = ["check"].into_iter().chain(options.split_whitespace()).map(OsString::from);
    let Command::Check { config, invocation, .. } =
        cli::parse(arguments.chain([file.as_os_str().to_owned()]), &environment()).unwrap()
    else {
        unreachable!("the command is a check");
    };
    let found = lowered(file, &config, &invocation);
    (config, found)
}

fn lowered(file: &Path, config: &Config, invocation: &Invocation) -> Vec<Kernel> {
    let environment = environment();
    let check = Check { config, invocation, environment: &environment };
    let kernels = check.kernels(file).unwrap_or_else(|(why, details)| panic!("{}: {why}\n{details}", file.display()));
    // To run a kernel takes more work than to look at it.
    let unbounded = |mut kernel: Kernel| {
        kernel.terms.limit_work(u64::MAX);
        kernel
    };
    kernels.into_iter().map(unbounded).collect()
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
fn launches(config: &Config) -> Vec<Launch> {
    let blocks = config.block_dim.map_or(SHAPES.to_vec(), |dims| vec![dims]);
    let grid = |dims: [u32; 3]| if dims.iter().product::<u32>() > 4 { [2, 1, 1] } else { dims };
    let grids = config.grid_dim.map_or(vec![[1, 1, 1], [2, 1, 1]], |dims| vec![grid(dims)]);
    blocks.iter().flat_map(|b| grids.iter().map(|g| Launch { block: *b, grid: *g })).collect()
}

fn compare_kernel(kernel: &Kernel, config: &Config) -> Tally {
    let params = config.params.iter().map(|(n, v)| (n.clone(), *v as i64)).collect();
    let block = config.block_dim.map_or([None; 3], |d| d.map(Some));
    compare(kernel, &Plan { launches: launches(config), most: 1, params, block, seeds: SEEDS })
}

/// Runs with room for values that are computed from values that are computed from values.
fn with_room(what: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().stack_size(1 << 30).build().unwrap().install(what);
}

/// Prints what was seen, and fails if anything was wrong.
fn judge(tally: &Tally, shown: &dyn Fn(&Mismatch) -> String) {
    let mut text = String::new();
    for (what, count) in &tally.verdicts {
        writeln!(text, "{count:5} {what}").unwrap();
    }
    writeln!(text, "runs {:?}; witnesses {:?}", tally.runs, tally.witnesses).unwrap();
    std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes()).unwrap();
    let all: Vec<String> =
        tally.mismatches.iter().map(|m| format!("{:?} in {}: {}\n{}", m.sort, m.kernel, m.what, shown(m))).collect();
    assert!(all.is_empty(), "{} mismatches\n{}", all.len(), all.join("\n"));
}

fn sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = fs::read_dir(root.join("tests/ui")).unwrap().map(|e| e.unwrap().path()).collect();
    folders.push(root.join("examples"));
    let files = folders.iter().flat_map(|f| fs::read_dir(f).unwrap().map(|e| e.unwrap().path()));
    let mut files: Vec<PathBuf> = files.filter(|f| f.extension().is_some_and(|e| e == "cu")).collect();
    let only = std::env::var("RACEPROOF_ONLY").unwrap_or_default();
    files.retain(|f| f.to_string_lossy().contains(&only));
    files.sort();
    files
}

#[test]
fn kernels_of_the_other_tests() {
    with_room(|| {
        let all: Vec<Tally> = sources().par_iter().map(|file| compare_file(file)).collect();
        judge(&all.into_iter().fold(Tally::default(), Tally::merge), &|_| String::new());
    });
}

fn compare_file(file: &Path) -> Tally {
    let (config, kernels) = kernels(file);
    let mut tally = Tally::default();
    for kernel in kernels.iter().filter(|_| config.warp_sync.is_none()) {
        tally = tally.merge(compare_kernel(kernel, &config));
    }
    let name = |m: Mismatch| Mismatch { kernel: format!("{} ({})", m.kernel, file.display()), ..m };
    tally.mismatches = tally.mismatches.into_iter().map(name).collect();
    tally
}

fn file_of(folder: &Path, samples: &[Sample]) -> Vec<Kernel> {
    let file = folder.join("kernels.cu");
    let text: String = samples.iter().map(|s| s.text(&format!("k{}", s.seed))).collect();
    fs::write(&file, format!("// raceproof: -arch=sm_80\n{}{text}", copies::macros())).unwrap();
    kernels(&file).1
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

#[test]
fn random_kernels() {
    with_room(|| random(About::Blocks, 40));
}

#[test]
fn random_masks() {
    with_room(|| random(About::Lanes, 10));
}

#[test]
fn random_copies() {
    with_room(|| random(About::Copies, 10));
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
