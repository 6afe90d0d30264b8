//! `raceproof bench`: how long checking takes, of given files and of the scaling families.
//!
//! A family's protocol is printed and read again, so that the whole way from text to verdict is measured; with CUDA, from
//! clang on, whose own time is told apart. Times are the least of some runs, since what else a machine does only adds to
//! them. Memory is the process's peak while it checks one size, libraries included; what an earlier size left with the
//! allocator counts too.
//!
//! **Invariant:** nothing here takes part in checking.

mod cuda;
mod families;
mod plot;
mod table;

pub use cuda::cuda;
pub use families::Family;
pub use table::{Row, exponent};

use crate::driver::Check;
use crate::front::clang::{self, Job, Side};
use crate::front::config::{Config, Environment};
use crate::front::nvcc::Invocation;
use crate::kernel::Kernel;
use crate::llvm::Reading;
use crate::map;
use crate::verdict::{Divergence, KernelReport, Verdict};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The sizes of the table, if none are asked for. The exponents are of those from [`table::FROM`] on.
pub const SIZES: [usize; 6] = [1, 10, 20, 30, 40, 50];

/// What `bench scaling` measures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scaling {
    pub families: Vec<Family>,
    pub sizes: Vec<usize>,
    /// Times are the least of so many.
    pub repeat: u32,
    /// From CUDA instead of from protocols.
    pub cuda: bool,
    /// Where the curves are drawn.
    pub svg: Option<PathBuf>,
}

/// Checks the files `repeat` times and prints the times in milliseconds: the median, least and greatest.
#[must_use]
pub fn files(check: &Check<'_>, files: &[PathBuf], repeat: u32) -> String {
    let mut out = String::from("file\tmedian ms\tleast\tgreatest\n");
    for file in files {
        let mut times: Vec<u128> = (0..repeat.max(1))
            .map(|_| {
                let start = Instant::now();
                let _ = check.file(file);
                start.elapsed().as_millis()
            })
            .collect();
        times.sort_unstable();
        let (Some(least), Some(greatest)) = (times.first(), times.last()) else { continue };
        let _ = writeln!(out, "{}\t{}\t{least}\t{greatest}", file.display(), times[times.len() / 2]);
    }
    out
}

/// The table of the families, and whether all were verified.
///
/// # Errors
/// What keeps a family from being checked at all, or the drawing from being written.
pub fn scaling(scaling: &Scaling, environment: &Environment) -> Result<(String, bool), String> {
    let mut rows = vec![];
    for family in &scaling.families {
        for n in &scaling.sizes {
            rows.push(row(*family, *n, scaling, environment)?);
        }
    }
    if let Some(file) = &scaling.svg {
        std::fs::write(file, plot::svg(&rows)).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let all = rows.iter().all(|r| r.verified);
    Ok((table::text(&rows), all))
}

/// One check: how long clang took and the rest of the way, and what came out.
struct Run {
    clang: Duration,
    rest: Duration,
    report: KernelReport,
}

fn row(family: Family, n: usize, scaling: &Scaling, environment: &Environment) -> Result<Row, String> {
    let source = family.protocol(n);
    let fresh = forget_peak();
    let mut runs = vec![];
    for _ in 0..scaling.repeat.max(1) {
        runs.push(if scaling.cuda {
            let text = cuda(&source).ok_or("this family has no CUDA form")?;
            from_cuda(&text, environment)?
        } else {
            from_text(&source.to_string(), environment)?
        });
    }
    let memory = if fresh { peak() } else { None };
    let best = runs.into_iter().min_by_key(|r| r.rest).ok_or("no run")?;
    let Run { clang, rest, report } = best;
    Ok(Row {
        family,
        n,
        products: report.stats.phases,
        pairs: report.stats.pairs,
        queries: report.stats.queries,
        clang,
        time: rest,
        memory,
        verified: report.verdict == Verdict::RaceFree && report.divergence == Divergence::Free,
    })
}

fn from_text(text: &str, environment: &Environment) -> Result<Run, String> {
    let start = Instant::now();
    let protocols = map::parse("scaling.map", text).map_err(|e| e.to_string())?;
    let mut kernels = vec![];
    for p in &protocols {
        kernels.push(map::lower(p).map_err(|e| e.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?);
    }
    let report = verify(&kernels, environment)?;
    Ok(Run { clang: Duration::ZERO, rest: start.elapsed(), report })
}

fn from_cuda(text: &str, environment: &Environment) -> Result<Run, String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let file = folder.path().join("scaling.cu");
    std::fs::write(&file, text).map_err(|e| e.to_string())?;
    let invocation = Invocation::default();
    let job = Job { file: &file, side: Side::Device, architecture: None, invocation: &invocation };
    let start = Instant::now();
    let unit = clang::compile(&job, environment).map_err(|e| e.to_string())?;
    let clang = start.elapsed();
    let kernels = crate::llvm::kernels_of(&file, &unit.bitcode, Reading::default()).map_err(|e| e.to_string())?;
    let report = verify(&kernels, environment)?;
    Ok(Run { clang, rest: start.elapsed() - clang, report })
}

fn verify(kernels: &[Kernel], environment: &Environment) -> Result<KernelReport, String> {
    let (config, invocation) = (Config::default(), Invocation::default());
    let check = Check { config: &config, invocation: &invocation, environment };
    check.verify(kernels).pop().ok_or("no kernel".to_owned())
}

/// Lets Linux count the peak of the process's memory afresh; false where that is not to be had.
fn forget_peak() -> bool {
    std::fs::write(Path::new("/proc/self/clear_refs"), "5").is_ok()
}

/// The peak since, in MiB.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib / 1024.0)
}
