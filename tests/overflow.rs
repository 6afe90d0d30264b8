//! What `--overflow` says of index arithmetic: that it does not wrap is an assumption of a verdict, or is followed.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::time::Duration;

const ASSUMPTION: &str = "index arithmetic does not wrap";
/// In a grid of 2^22 blocks of 256 threads, thread 2^30 stores where thread 0 does.
const SPREAD: &str = "__global__ void spread(int *out) {
    GRID
    unsigned thread = blockIdx.x * 256 + threadIdx.x;
    out[thread * 4] = thread;
}";

/// The verdict, and whether it rests on the assumption.
fn verdict(source: &str, option: &str) -> (String, bool) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spread.cu");
    std::fs::write(&file, source).unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.args(["check", "--format", "json", "--no-cache", "--block-dim", "256", option]).arg(&file);
    let output = command.timeout(Duration::from_secs(60)).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let kernel = &report["files"][0]["kernels"][0];
    let assumptions = kernel["assumptions"].as_array().unwrap();
    (kernel["verdict"].as_str().unwrap().to_owned(), assumptions.iter().any(|a| a == ASSUMPTION))
}

#[test]
fn a_product_that_wraps_is_a_race_where_it_is_followed() {
    let open = SPREAD.replace("GRID", "");
    assert_eq!(verdict(&open, "--overflow=assume"), ("race-free".to_owned(), true));
    assert_eq!(verdict(&open, "--overflow=check"), ("race".to_owned(), false));
}

#[test]
fn arithmetic_that_fits_needs_no_assumption() {
    let small = format!("#include <raceproof.h>\n{}", SPREAD.replace("GRID", "__requires(gridDim.x <= 65535);"));
    assert_eq!(verdict(&small, "--overflow=check"), ("race-free".to_owned(), false));
}
