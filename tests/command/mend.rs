//! Barriers that are proposed, put into files, or named as redundant: what the command says, and what it leaves.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A reversal without its barrier, and one where a loop needs two.
const RACY: &str = "__global__ void reverse(float *data) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = data[t];  // the barrier goes behind this line
    data[t] = s[blockDim.x - 1 - t];
}
__global__ void turn(float *data, int rounds) {
    __shared__ float s[256];
    int t = threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        s[t] = data[t];
        data[t] = s[(t + 1) % 256];
    }
}
";
/// No barrier of a block orders blocks.
const BLOCKS: &str = "__global__ void k(int *x) { x[threadIdx.x] = blockIdx.x; }\n";

fn run(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.args(line.split(' ')).current_dir(folder);
    let Output { status, stdout, stderr } = command.env("RACEPROOF_CACHE_SIZE", "0").output().unwrap();
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (status.code(), out, err)
}

fn folder_with(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), text).unwrap();
    folder
}

#[test]
fn a_barrier_that_repairs_is_shown_as_a_diff_and_in_sarif() {
    let folder = folder_with(RACY);
    let (code, out, _) = run(folder.path(), "check a.cu --block-dim 256 --suggest");
    assert_eq!(code, Some(1), "{out}");
    assert!(out.contains("help: insert `__syncthreads();` behind line 4: with it the kernel is proved"), "{out}");
    assert!(out.contains("5 +     __syncthreads();"), "{out}");
    assert!(out.contains("insert `__syncthreads();` behind line 11 and `__syncthreads();` behind line 12"), "{out}");
    assert_eq!(fs::read_to_string(folder.path().join("a.cu")).unwrap(), RACY);

    let (_, sarif, _) = run(folder.path(), "check a.cu --block-dim 256 --suggest --format sarif");
    let sarif: Value = serde_json::from_str(&sarif).unwrap();
    let change = &sarif["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "a.cu");
    assert_eq!(change["replacements"][0]["deletedRegion"]["startLine"], 5);
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "    __syncthreads();\n");
}

#[test]
fn a_file_is_repaired_and_checked_again() {
    let folder = folder_with(RACY);
    let (code, out, err) = run(folder.path(), "check a.cu --block-dim 256 --fix");
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(out.contains("2 kernels proved race-free"), "{out}");
    assert_eq!(err.lines().count(), 3, "{err}");
    let text = fs::read_to_string(folder.path().join("a.cu")).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.contains("__syncthreads")).collect();
    assert_eq!(lines, RACY.lines().collect::<Vec<_>>());
    let (code, out, _) = run(folder.path(), "check a.cu --block-dim 256");
    assert_eq!(code, Some(0), "{out}");
}

#[test]
fn what_no_barrier_repairs_stays_as_it_is() {
    let folder = folder_with(BLOCKS);
    let (code, out, err) = run(folder.path(), "check a.cu --fix");
    assert_eq!((code, err.as_str()), (Some(1), ""), "{out}");
    assert_eq!(fs::read_to_string(folder.path().join("a.cu")).unwrap(), BLOCKS);
}

#[test]
fn what_the_source_allows_is_not_repaired() {
    let allowed = RACY.replace(
        "s[t] = data[t];  // the barrier goes behind this line",
        "s[t] = data[t]; // raceproof: allow(RP0001) so",
    );
    let first: String = allowed.lines().take(6).flat_map(|line| [line, "\n"]).collect();
    let folder = folder_with(&first);
    run(folder.path(), "check a.cu --fix");
    assert_eq!(fs::read_to_string(folder.path().join("a.cu")).unwrap(), first);
}

#[test]
fn redundant_barriers_can_all_be_taken_out_together() {
    let source = "__global__ void k(float *data) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = data[t];
    __syncthreads();
    __syncthreads();
    data[t] = s[blockDim.x - 1 - t];
    __syncthreads();
}
";
    let folder = folder_with(source);
    let (code, out, _) = run(folder.path(), "check a.cu --redundant --format concise --block-dim 256 --grid-dim 1");
    assert_eq!(code, Some(0), "{out}");
    let lines: Vec<&str> =
        out.lines().filter_map(|line| line.split(": note[RP0017]").next().filter(|one| *one != line)).collect();
    assert_eq!(lines, ["a.cu:5:5", "a.cu:8:5"], "{out}");
}
