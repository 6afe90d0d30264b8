//! Real code: every kernel file of the crate `candle-kernels`, with the embedded declarations alone.
//!
//! No verdict is asked for, only that each file has one or is turned away with a reason, whatever is in it. The crate is
//! fetched into a temporary project, because as a dependency it would be built, which takes a CUDA toolkit. Where the
//! registry cannot be reached, the test says so and ends.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]
#![allow(clippy::print_stderr, reason = "the table of verdicts, and why there is none")]

use std::collections::BTreeMap;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

const MANIFEST: &str = r#"[package]
name = "fetched"
version = "0.0.0"
edition = "2024"

[dependencies]
candle-kernels = "=0.11.1"
"#;
/// Files of the crate, and those that need no other library (CUB, the tensor cores' `mma.h`).
const FILES: usize = 27;
const CHECKED: usize = 24;
/// The longest that one file may take.
const LIMIT: Duration = Duration::from_secs(60);
/// Once this is used up, kernels get next to no time.
const BUDGET: Duration = Duration::from_secs(6);
const VERDICTS: [&str; 5] = ["race-free", "race", "conditional-race", "possible-race", "unknown"];

/// Where cargo put the crate's `src`, or why it is not there.
fn fetch() -> Result<PathBuf, String> {
    let project = tempfile::tempdir().unwrap();
    fs::write(project.path().join("Cargo.toml"), MANIFEST).unwrap();
    fs::create_dir(project.path().join("src")).unwrap();
    fs::write(project.path().join("src/lib.rs"), "").unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--quiet"]).current_dir(project.path());
    cargo.env("CARGO_NET_RETRY", "1").env("CARGO_HTTP_TIMEOUT", "20");
    let output = cargo.output().unwrap();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let package = list(&metadata, "packages").iter().find(|p| p["name"] == "candle-kernels").unwrap();
    Ok(Path::new(text(package, "manifest_path")).with_file_name("src"))
}

/// Whether cargo's complaint is about reaching the registry, and not about what was asked of it.
fn unreachable(complaint: &str) -> bool {
    ["download", "resolve host", "connect", "network", "offline", "timed out", "Timeout"]
        .iter()
        .any(|word| complaint.contains(word))
}

fn kernel_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            kernel_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            found.push(path);
        }
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Checks one file; what it is in the table, or what is wrong with the answer.
fn check(root: &Path, file: &Path, seconds: &str) -> Result<String, String> {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    let options = ["check", "--format", "json", "-nocudalib", "-std=c++17", "--timeout", seconds];
    command.args(options).arg(file).env_remove("CUDA_PATH").timeout(LIMIT);
    let output = command.output().unwrap();
    let Some(code) = output.status.code() else {
        return Err(format!("killed by a signal, or after {LIMIT:?}"));
    };
    let document: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("exit {code}: {error}"))?;
    let [report] = list(&document, "files") else { return Err(format!("exit {code}: not one file")) };
    match (text(report, "status"), code) {
        ("checked", 0 | 1) => verdicts(list(report, "kernels")),
        ("not-analysed", 2) => {
            let reason = text(report, "reason").replace(&root.display().to_string(), "");
            if reason.is_empty() { Err("no reason".to_owned()) } else { Ok(format!("not analysed: {reason}")) }
        }
        (status, code) => Err(format!("exit {code} with status {status:?}")),
    }
}

/// How many kernels have which verdict.
fn verdicts(kernels: &[Value]) -> Result<String, String> {
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    for kernel in kernels {
        let (verdict, reason) = (text(kernel, "verdict"), text(kernel, "reason"));
        let name = text(kernel, "name");
        if !VERDICTS.contains(&verdict) {
            return Err(format!("{name}: verdict {verdict:?}"));
        }
        if verdict == "unknown" && reason.is_empty() {
            return Err(format!("{name}: unknown without a reason"));
        }
        if reason.contains("raceproof itself failed") {
            return Err(format!("{name}: {reason}"));
        }
        *count.entry(verdict).or_default() += 1;
    }
    let columns = VERDICTS.map(|verdict| format!("{:>9}", count.get(verdict).copied().unwrap_or_default()));
    Ok(format!("{:>7}{}", kernels.len(), columns.concat()))
}

#[test]
fn every_file_has_a_verdict_or_a_reason() {
    let root = match fetch() {
        Ok(root) => root,
        Err(complaint) => {
            assert!(unreachable(&complaint), "{complaint}");
            eprintln!("SKIPPED: the registry cannot be reached\n{complaint}");
            return;
        }
    };
    let mut files = vec![];
    kernel_files(&root, &mut files);
    files.sort();
    assert_eq!(files.len(), FILES);
    let start = Instant::now();
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let seconds = if start.elapsed() < BUDGET { "0.1" } else { "0.001" };
                    let begun = Instant::now();
                    let answer = check(&root, file, seconds);
                    answers.lock().unwrap().insert(file, (begun.elapsed(), answer));
                }
            });
        }
    });
    let (mut wrong, mut checked) = (vec![], 0);
    eprintln!("{:<36} seconds kernels     free     race    cond.    poss.  unknown", "file");
    for (file, (time, answer)) in answers.into_inner().unwrap() {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        eprintln!("{name:<36} {:>7.1} {}", time.as_secs_f64(), answer.as_ref().unwrap_or_else(|e| e));
        match answer {
            // On a loaded machine the largest one is not read in a tenth of a second.
            Ok(row) => checked += usize::from(!row.starts_with("not analysed") || row.contains("in time")),
            Err(complaint) => wrong.push(format!("{name}: {complaint}")),
        }
    }
    eprintln!("{checked} of {} files checked in {:.0} s", files.len(), start.elapsed().as_secs_f64());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked >= CHECKED, "files that need nothing but CUDA's own headers are checked");
}
