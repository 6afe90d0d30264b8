//! The witness of the transpose that loses a barrier between its repetitions: both accesses, the cell, two threads, and
//! the iterations in which they meet, held against what the source says.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::process::Command;

#[test]
fn a_witness_names_accesses_cell_threads_and_iterations() {
    let file = "tests/ui/race/faial_transpose_16.cu";
    let source = std::fs::read_to_string(file).unwrap();
    let options = source.lines().next().unwrap().strip_prefix("// raceproof: ").unwrap().split(' ');
    let run = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .args(["check", "--format", "json"])
        .args(options)
        .arg(file)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let findings = report["files"][0]["kernels"][0]["findings"].as_array().unwrap();
    let [finding] = findings.as_slice() else { panic!("{} findings", findings.len()) };
    let (write, read, witness) = (&finding["accesses"][0], &finding["accesses"][1], &finding["witness"]);
    assert_eq!((&write["mode"], &read["mode"]), (&"write".into(), &"read".into()));

    // tile[threadIdx.y][threadIdx.x] is written, tile[threadIdx.x][threadIdx.y] is read.
    let cell = |y: &Value, x: &Value| Value::from(format!("tile[{y}][{x}]"));
    assert_eq!(finding["cell"], cell(&write["thread"][1], &write["thread"][0]));
    assert_eq!(finding["cell"], cell(&read["thread"][0], &read["thread"][1]));
    assert_ne!(write["thread"], read["thread"]);
    assert_eq!(write["block"], read["block"]);

    // The write belongs to the repetition after the read's.
    let number = |name: &str| witness[name].as_i64().unwrap_or_else(|| panic!("no {name} in {witness}"));
    assert_eq!(number("iteration of r@1"), number("iteration of r@2") + 1);
    assert!(number("nreps") > number("iteration of r@1"));
}

#[test]
fn a_conditional_race_is_shown_by_sizes_of_a_program() {
    let file = "tests/ui/race/layers_of_one_image.cu";
    let run = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .args(["check", "--format", "json", "--launches", "any", "--kernel", "fill", "--timeout", "20"])
        .arg(file)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let findings = report["files"][0]["kernels"][0]["findings"].as_array().unwrap();
    let conditional: Vec<&Value> = findings.iter().filter(|f| f["verdict"] == "conditional").collect();
    let [finding] = conditional.as_slice() else { panic!("{} conditional findings", conditional.len()) };
    let witness = &finding["witness"];
    let number = |name: &str| witness[name].as_i64().unwrap_or_else(|| panic!("no {name} in {witness}"));
    for size in ["pitch", "width", "height", "count"] {
        assert!((1..1 << 24).contains(&number(size)), "{size} in {witness}");
    }
    // Rows overlap all the same: that is what the condition excludes.
    assert!(number("pitch") < 2 * number("blockDim.x") * number("gridDim.x"), "{witness}");
}

#[test]
fn an_execution_shows_no_race_that_depends_on_an_address() {
    let run = Command::new(env!("CARGO_BIN_EXE_raceproof"))
        .args(["check", "--format", "json", "tests/ui/possible-race/address_rounded_up.cu"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    let kernel = &report["files"][0]["kernels"][0];
    assert_eq!(kernel["verdict"], "possible-race", "{kernel}");
    let rests = kernel["findings"][0]["approximations"].to_string();
    assert!(rests.contains("&shared cells"), "{rests}");
}
