//! Barriers taken out one by one: of a kernel that is proved race-free, every barrier that is needed must be missed.
//!
//! A mutant is the module as clang makes it without one call of a barrier. It has to be found racy, unless the barrier is
//! listed as redundant, with the reason. Direction: says nothing about kernels without barriers, nor about false alarms.
//!
//! By hand, for kernels of other projects: `RACEPROOF_MUTANTS` names a file whose lines are command lines after
//! `raceproof check`, and `cargo test --test kernels mutants` says what became of the mutants of each.
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use raceproof::command::cli::{self, Command};
use raceproof::driver::Check;
use raceproof::front::clang::{self, Job, Side};
use raceproof::front::config::{Config, Environment};
use raceproof::front::nvcc::Invocation;
use raceproof::verdict::{Divergence, FindingKind, KernelReport, Severity, Verdict};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What is said of a module, the worst of its kernels.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Said {
    RaceFree,
    Unknown,
    /// A finding that is no error.
    Possible,
    Error,
}

/// A module without one barrier.
struct Mutant {
    /// Of the barrier, 0 if not known.
    line: u32,
    ir: String,
}

/// The function that a line of LLVM's text names first.
fn named(line: &str) -> &str {
    line.split('@').nth(1).and_then(|rest| rest.split('(').next()).unwrap_or_default()
}

/// Whether a function of the headers does nothing but synchronise.
fn is_wrapper(name: &str) -> bool {
    name.contains("10__syncwarp") || name.contains("18cooperative_groups") && name.contains("4sync")
}

fn is_barrier(line: &str) -> bool {
    let name = named(line);
    let known = name.starts_with("llvm.nvvm.bar") || name == "__raceproof_grid_sync" || is_wrapper(name);
    line.contains("call void @") && known
}

/// Every mutant of a module, in the order of its barriers.
fn mutants(ir: &str) -> Vec<Mutant> {
    let lines: Vec<&str> = ir.lines().collect();
    let mut found = vec![];
    let mut in_wrapper = false;
    for (i, line) in lines.iter().enumerate() {
        if line.starts_with("define ") {
            in_wrapper = is_wrapper(named(line));
        } else if is_barrier(line) && !in_wrapper {
            let rest = lines.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, l)| format!("{l}\n"));
            found.push(Mutant { line: source_line(&lines, line), ir: rest.collect() });
        }
    }
    found
}

/// The line that an instruction's debug location names.
fn source_line(lines: &[&str], instruction: &str) -> u32 {
    let location = instruction.split("!dbg ").nth(1).map(|id| format!("{} = ", id.trim()));
    let text = location.and_then(|l| lines.iter().find(|line| line.starts_with(&l)));
    let number = text.and_then(|t| t.split("line: ").nth(1)).and_then(|t| t.split([',', ')']).next());
    number.and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// A command line after `raceproof check`.
struct Subject {
    config: Config,
    invocation: Invocation,
    file: PathBuf,
}

fn subject(arguments: impl Iterator<Item = OsString>, environment: &Environment) -> Subject {
    let command = cli::parse(std::iter::once("check".into()).chain(arguments), environment).unwrap();
    let Command::Check { config, invocation, files } = command else { unreachable!("the command is a check") };
    Subject { config, invocation, file: files[0].clone() }
}

impl Subject {
    /// The module as clang prints it.
    fn ir(&self, environment: &Environment) -> Result<String, String> {
        let architecture = self.invocation.architectures.first();
        let job = Job { file: &self.file, side: Side::Device, architecture, invocation: &self.invocation };
        let unit = clang::compile(&job, environment).map_err(|e| e.to_string())?;
        let context = Context::create();
        let buffer = MemoryBuffer::create_from_memory_range_copy(&unit.bitcode, "unit");
        Ok(context.create_module_from_ir(buffer).unwrap().print_to_string().to_string())
    }

    fn check(&self, environment: &Environment, ir: &str) -> Said {
        let check = Check { config: &self.config, invocation: &self.invocation, environment };
        let Ok(kernels) = raceproof::llvm::kernels_of(&self.file, ir.as_bytes(), check.reading(&self.file)) else {
            return Said::Unknown;
        };
        check.verify(&kernels).iter().map(said).max().unwrap_or(Said::Unknown)
    }
}

fn said(report: &KernelReport) -> Said {
    let alarms = report.findings.iter().filter(|f| match f.kind {
        FindingKind::DataRace | FindingKind::BarrierDivergence => true,
        FindingKind::BenignRace
        | FindingKind::ExitedThread
        | FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch
        | FindingKind::RedundantBarrier => false,
    });
    let free = matches!(report.divergence, Divergence::Free | Divergence::Exited);
    match alarms.map(|f| f.severity).max() {
        Some(Severity::Error) => Said::Error,
        Some(Severity::Warning | Severity::Note) => Said::Possible,
        None if report.verdict == Verdict::RaceFree && free => Said::RaceFree,
        None => Said::Unknown,
    }
}

/// What became of the mutants of a file that is race-free; the line of the barrier and what is said without it.
fn outcomes(subject: &Subject, environment: &Environment) -> Result<Vec<(u32, Said)>, String> {
    let ir = subject.ir(environment)?;
    match subject.check(environment, &ir) {
        Said::RaceFree => {}
        other => return Err(format!("is {other:?} as it stands")),
    }
    Ok(mutants(&ir).par_iter().map(|m| (m.line, subject.check(environment, &m.ir))).collect())
}

fn environment() -> Environment {
    Environment::from_vars(std::env::vars_os())
}

/// Some kernels of `tests/ui/race-free`, with the lines of barriers that are redundant and why they are.
const SUBJECTS: [(&str, &[(u32, &str)]); 9] = [
    ("barriers_hoisted", &[(19, "nothing in the loop touches memory")]),
    ("bitonic_sort", &[]),
    ("fft_butterfly", &[(19, "the last round and the results are the thread's own cells")]),
    ("histogram_flush", &[]),
    ("matmul_tiled", &[]),
    ("reduce_halving", &[]),
    ("scan_blelloch", &[(33, "the last round and the results are the thread's own cells")]),
    ("tickets", &[(27, "the next round's first barrier comes before its slots are written")]),
    ("warp_scan", &[]),
];

/// Of the kernels of [`SUBJECTS`].
pub(crate) fn barriers_that_are_needed_are_missed() {
    let environment = environment();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/race-free");
    let mut complaints = String::new();
    for (name, redundant) in SUBJECTS {
        let file = root.join(format!("{name}.cu"));
        let text = std::fs::read_to_string(&file).unwrap();
        let options = text.lines().next().and_then(|l| l.strip_prefix("// raceproof:")).unwrap_or_default();
        let arguments = options.split_whitespace().map(OsString::from).chain([file.into_os_string()]);
        let found = outcomes(&subject(arguments, &environment), &environment).unwrap();
        assert!(!found.is_empty(), "{name} has no barrier");
        for (line, said) in &found {
            let listed = redundant.iter().any(|(l, _)| l == line);
            if *said != (if listed { Said::RaceFree } else { (*said).max(Said::Possible) }) {
                writeln!(complaints, "{name} without the barrier at line {line}: {said:?}").unwrap();
            }
        }
        let gone = redundant.iter().filter(|(l, _)| found.iter().all(|(line, _)| line != l));
        gone.for_each(|(line, _)| writeln!(complaints, "{name}: no barrier at line {line}").unwrap());
    }
    assert!(complaints.is_empty(), "{complaints}");
}

/// Of the kernels of other projects, if the environment names any.
pub(crate) fn mutants_of_named_files() {
    let Some(list) = std::env::var_os("RACEPROOF_MUTANTS") else { return };
    let environment = environment();
    let list = std::fs::read_to_string(list).unwrap();
    let mut totals: BTreeMap<Said, usize> = BTreeMap::new();
    let mut left_out = 0;
    for line in list.lines() {
        let subject = subject(line.split_whitespace().map(OsString::from), &environment);
        let text = match outcomes(&subject, &environment) {
            Ok(found) => {
                found.iter().for_each(|(_, said)| *totals.entry(*said).or_default() += 1);
                found.iter().map(|(line, said)| format!("{}:{line}: {said:?}\n", subject.file.display())).collect()
            }
            Err(why) => {
                left_out += 1;
                format!("{}: {why}\n", subject.file.display())
            }
        };
        std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes()).unwrap();
    }
    let text = format!("{} files, {left_out} of them left out; mutants {totals:?}\n", list.lines().count());
    std::io::Write::write_all(&mut std::io::stderr(), text.as_bytes()).unwrap();
}
