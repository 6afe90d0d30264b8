//! The interpreter of prepared code against real execution: random kernels, compiled for the host and run there, and executed
//! from the code that lowering reads, have to leave memory the same, bit for bit, and to race on the same arrays.
//!
//! Memory is compared where nothing races, since else it depends on the order of the threads. Behind a first race, on which both agree, what else
//! races may depend on that order, too: `if (a[t] > t) s[78] = t;` with a race on `a`. `RACEPROOF_CASES` and
//! `RACEPROOF_SEED` as in [`super`]. What depends on where arrays lie in memory is left out.

use super::emulate::{self, Emulator, Launch, Outcome};
use super::features::{self, Feature};
use super::generate::{self, Kernel};
use super::{PER_BATCH, number};
use crate::checked::{configured, environment};
use crate::random::Random;
use raceproof::driver::Check;
use raceproof::kernel::program::{Program, Space};
use raceproof::replay::{Contents, Execution, Input, Schedule, Unset, Wanted, execute};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Bytes on both sides of what a pointer is passed to.
const REACH: i64 = 1 << 18;
const ARRAYS: [&str; 6] = ["a", "b", "c", "h", "y", "r"];
/// Instructions of one execution.
const FUEL: u64 = 5_000_000;
/// How many launches are looked at for one that ends well.
const LAUNCHES: usize = 6;

/// What was compared.
#[derive(Default)]
struct Tally {
    memory: usize,
    races: usize,
    racy: usize,
    parted: usize,
    none: usize,
    wrong: String,
}

fn programs(file: &Path, count: usize) -> Vec<Option<Program>> {
    let (config, invocation) = configured(["-std=c++17", "-w", "--no-cache"], file);
    let environment = environment();
    let check = Check { config: &config, invocation: &invocation, environment: &environment };
    let kernels = check.kernels(file).unwrap();
    let symbols: Vec<String> = kernels.iter().map(|kernel| kernel.symbol.clone()).collect();
    let programs = check.programs(file, &symbols).unwrap();
    let of = |name: String| {
        let kernel = kernels.iter().find(|kernel| kernel.name.split('(').next() == Some(name.as_str()))?;
        programs.iter().find(|program| program.symbol == kernel.symbol).cloned()
    };
    (0..count).map(|i| of(format!("k{i}"))).collect()
}

/// What memory holds before the launch, as the emulator wrote it down.
fn input(program: &Program, launch: Launch, folder: &Path) -> Input {
    let before = |name: &str| fs::read(folder.join(format!("{name}.before"))).unwrap();
    let mut contents: Vec<Contents> = ARRAYS
        .iter()
        .map(|name| Contents { object: (*name).to_owned(), at: -REACH, bytes: before(name), block: None })
        .collect();
    let dynamic = program.globals.iter().find(|global| global.space == Space::Shared && global.bytes == 0);
    for line in fs::read_to_string(folder.join("shared")).unwrap_or_default().lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let object = match (words[2], dynamic) {
            ("ext", Some(dynamic)) => dynamic.name.clone(),
            (name, _) => name.to_owned(),
        };
        let bytes = (0..words[3].len() / 2).map(|i| u8::from_str_radix(&words[3][2 * i..2 * i + 2], 16).unwrap());
        let block = Some([words[0].parse().unwrap(), words[1].parse().unwrap(), 0]);
        contents.push(Contents { object, at: 0, bytes: bytes.collect(), block });
    }
    let ((x, y), (g, h)) = (launch.block, launch.grid);
    let mut parameters =
        vec![("n".to_owned(), launch.n as u64), ("m".to_owned(), launch.m as u64), ("u".to_owned(), launch.u.into())];
    // Fields of `Par`: words, and four bytes.
    let par = before("par");
    parameters.extend([0, 4, 8, 12, 20].map(|at| {
        let word = u32::from_le_bytes(par[at..at + 4].try_into().unwrap());
        (format!("par+{at}"), word.into())
    }));
    parameters.extend((16..20).map(|at| (format!("par+{at}"), par[at].into())));
    Input {
        block_dim: [x, y, 1],
        grid_dim: [g, h, 1],
        cluster_dim: [1; 3],
        blocks: (0..g * h).map(|b| [b % g, b / g, 0]).collect(),
        parameters,
        contents,
        fuel: FUEL,
        schedule: Schedule::InTurns,
        unset: Unset::Zero,
    }
}

/// Where memory differs.
fn different(execution: &Execution<'_>, folder: &Path) -> Option<String> {
    ARRAYS.iter().find_map(|name| {
        let after = fs::read(folder.join(format!("{name}.after"))).unwrap();
        let own = execution.bytes(name, -REACH, after.len()).unwrap();
        let at = (0..after.len()).find(|i| own[*i] != after[*i])?;
        Some(format!("{name} byte {}: {} and not {}", at as i64 - REACH, own[at], after[at]))
    })
}

fn compare(
    kernel: &Kernel,
    program: &Program,
    (launch, outcome): (Launch, &Outcome),
    folder: &Path,
    tally: &mut Tally,
) {
    let input = input(program, launch, folder);
    let what = match execute(program, &input, &Wanted::All) {
        Err(obstacle) => Some(obstacle.to_string()),
        Ok(execution) => {
            let known = |name: &&str| ARRAYS.contains(name) || ["s0", "s1", "s2", "s3"].contains(name);
            let own: BTreeSet<&str> = execution.racy().into_iter().filter(known).collect();
            let theirs = [&outcome.races, &outcome.benign, &outcome.late].into_iter().flatten();
            let theirs: BTreeSet<&str> = theirs.map(String::as_str).filter(|n| known(n)).collect();
            tally.races += 1;
            if own != theirs && !own.is_disjoint(&theirs) {
                tally.parted += 1;
                None
            } else if own != theirs {
                Some(format!("races on {own:?} and not on {theirs:?}"))
            } else if outcome.races.is_empty() && outcome.benign.is_empty() && outcome.late.is_empty() {
                tally.memory += 1;
                different(&execution, folder)
            } else {
                tally.racy += 1;
                None
            }
        }
    };
    if let Some(what) = what {
        let text = kernel.text(&format!("seed_{}", kernel.seed));
        writeln!(tally.wrong, "{what} with {launch:?}\n{text}").unwrap();
    }
}

/// The first launch that ends well, without races if there is one.
fn chosen(emulator: &Emulator, k: usize, random: &mut Random) -> Option<(Launch, Outcome)> {
    let launches: Vec<_> = (0..LAUNCHES).map(|_| (k, Launch { schedule: 0, ..Launch::random(random) })).collect();
    let outcomes = emulator.run(&launches);
    let ended = |o: &Outcome| o.valid && !o.diverged;
    let all: Vec<_> = launches.into_iter().map(|(_, l)| l).zip(outcomes).filter(|(_, o)| ended(o)).collect();
    let free = all.iter().find(|(_, o)| o.races.is_empty() && o.benign.is_empty());
    free.or(all.first()).cloned()
}

/// Random kernels, as many as the environment asks for.
pub(crate) fn emulator_and_interpreter_agree() {
    let (cases, first) = (number("RACEPROOF_CASES", 80), number("RACEPROOF_SEED", 1));
    let features: Vec<Feature> = features::enabled().into_iter().filter(|f| *f != Feature::Alignment).collect();
    let folder = tempfile::tempdir().unwrap();
    emulate::runtime(folder.path());
    let mut tally = Tally::default();
    let mut seed = first;
    while seed < first + cases {
        let last = (seed + PER_BATCH as u64).min(first + cases);
        let kernels: Vec<Kernel> = (seed..last).map(|seed| generate::kernel(seed, &features)).collect();
        let emulator = Emulator::new(folder.path(), &kernels);
        let file = folder.path().join("kernels.cu");
        fs::write(&file, emulate::cuda(&kernels)).unwrap();
        for ((k, kernel), program) in kernels.iter().enumerate().zip(programs(&file, kernels.len())) {
            let launch = chosen(&emulator, k, &mut Random::new(kernel.seed));
            let (Some((launch, outcome)), Some(program)) = (launch, program) else {
                tally.none += 1;
                continue;
            };
            let memory = tempfile::tempdir().unwrap();
            emulator.run_with(&[(k, launch)], Some(memory.path()));
            compare(kernel, &program, (launch, &outcome), memory.path(), &mut tally);
        }
        seed = last;
    }
    let Tally { memory, races, racy, parted, none, wrong } = tally;
    let said = format!(
        "{cases} kernels: races compared of {races}, of which {racy} have some and {parted} some besides common ones; memory of {memory}; no launch of {none} ends well\n"
    );
    std::io::Write::write_all(&mut std::io::stderr(), said.as_bytes()).unwrap();
    assert!(wrong.is_empty(), "{wrong}");
}
