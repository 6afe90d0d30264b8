//! `raceproof doctor`: what of that which checking needs is there, in lines of one kind.

use crate::driver::cache::{Statistics, Store};
use crate::front::clang::{self, Headers, Job, Side};
use crate::front::config::Environment;
use crate::front::nvcc::Invocation;
use std::path::Path;

/// What is compiled to see whether all works together.
const TRIAL: &str = "__global__ void trial(int *x) { x[threadIdx.x] = 1; }\n";
/// Architectures that are named before the others are counted.
const NAMED: usize = 8;

/// What was found, and whether CUDA files can be checked.
pub(super) fn doctor(invocation: &Invocation, environment: &Environment) -> (String, bool) {
    let clang = clang::found(environment);
    let headers = clang::headers(invocation, environment);
    let trial = trial(invocation, environment);
    let is_well = clang.is_ok() && headers.is_ok() && trial.is_ok();
    let clang = clang.map(|(program, version)| format!("{} ({version})", program.display()));
    let headers = headers.map(|headers| match headers {
        Headers::None => "none, as -nocudainc says".to_owned(),
        Headers::Embedded => "none found: raceproof's own declarations stand in (--cuda-path, CUDA_PATH)".to_owned(),
        Headers::Toolkit(toolkit) => format!("{}{}", toolkit.root.display(), version(toolkit.version)),
    });
    let said = |name: &str, what: &str| format!("{name:<15}{what}\n");
    let versions =
        format!("{} (LLVM {}, Z3 {})", env!("CARGO_PKG_VERSION"), crate::llvm::version(), crate::smt::version());
    let lines = [
        said("raceproof", &versions),
        said("clang", &clang.unwrap_or_else(|error| format!("error: {error}"))),
        said("CUDA toolkit", &headers.unwrap_or_else(|error| format!("error: {error}"))),
        said("architectures", &architectures(invocation, environment)),
        said("cache", &cache(environment)),
        said("trial", &trial.map_or_else(|why| format!("error: {why}"), |()| "a small kernel compiles".to_owned())),
    ];
    (lines.concat(), is_well)
}

fn version(version: Option<u32>) -> String {
    version.map(|v| format!(" ({}.{})", v / 1000, v % 1000 / 10)).unwrap_or_default()
}

fn architectures(invocation: &Invocation, environment: &Environment) -> String {
    match clang::targets(invocation, environment) {
        Err(error) => format!("error: {error}"),
        Ok(all) if all.is_empty() => "not known; -arch names one".to_owned(),
        Ok(all) => {
            let more = all.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let named: Vec<String> = all.iter().take(NAMED).map(ToString::to_string).collect();
            named.join(", ") + &more
        }
    }
}

fn cache(environment: &Environment) -> String {
    match Store::of(environment).map(|store| store.statistics()) {
        None => "none: its size is 0, or neither XDG_CACHE_HOME nor HOME is set".to_owned(),
        Some(Err(error)) => format!("error: {error}"),
        Some(Ok(statistics)) => counts(&statistics),
    }
}

/// Where the cache is, its size, and how often something was found in it.
pub(super) fn counts(statistics: &Statistics) -> String {
    let Statistics { folder, entries, bytes, limit, hits, misses } = statistics;
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let (size, limit) = (mebibytes(*bytes), mebibytes(*limit));
    let asked = hits + misses;
    let rate = if asked == 0 { String::new() } else { format!(" ({:.0} %)", *hits as f64 * 100.0 / asked as f64) };
    let folder = folder.display();
    format!("{folder}: {entries} entries, {size:.1} of {limit:.0} MiB; {hits} of {asked} reports were there{rate}")
}

/// Compiles a kernel.
fn trial(invocation: &Invocation, environment: &Environment) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = folder.path().join("trial.cu");
    std::fs::write(&file, TRIAL).map_err(|error| error.to_string())?;
    let job = Job { file: Path::new(&file), side: Side::Device, architecture: None, invocation };
    clang::compile(&job, environment).map(|_| ()).map_err(|error| error.to_string())
}
