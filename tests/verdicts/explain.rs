//! The pages of `raceproof explain` are true: the kernel under "Wrong" is reported with the page's code, the one under
//! "Right" is not reported at all.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::time::Duration;

use raceproof::diagnostics::codes::{CODES, Code};
use serde_json::Value;

/// The first CUDA listing under a heading of a page.
fn listing<'a>(code: &'a Code, heading: &str) -> &'a str {
    let section = code.page.split("\n## ").find_map(|section| section.strip_prefix(heading)?.strip_prefix('\n'));
    let section = section.unwrap_or_else(|| panic!("{}: no section {heading}", code.id));
    let listing = section.split_once("```cuda\n").and_then(|(_, rest)| rest.split_once("```"));
    listing.unwrap_or_else(|| panic!("{}: no CUDA listing under {heading}", code.id)).0
}

/// The codes that raceproof reports for a kernel, and its verdict.
fn check(kernel: &str) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("page.cu"), kernel).unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.current_dir(folder.path()).args(["check", "-arch=sm_80", "--format", "json", "page.cu"]);
    let output = command.timeout(Duration::from_secs(20)).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let kernel = &report["files"][0]["kernels"][0];
    let findings = kernel["findings"].as_array().unwrap_or_else(|| panic!("nothing was checked: {report:#}"));
    let codes = findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned());
    (codes.collect(), format!("{} / {}", kernel["verdict"], kernel["divergence"]))
}

#[test]
fn a_wrong_kernel_shows_its_code() {
    for code in CODES {
        let (codes, verdict) = check(listing(code, "Wrong"));
        assert!(codes.iter().any(|found| found == code.id), "{}: found {codes:?}, {verdict}", code.id);
    }
}

#[test]
fn a_right_kernel_is_proved() {
    for code in CODES {
        let (codes, verdict) = check(listing(code, "Right"));
        assert!(codes.is_empty(), "{}: found {codes:?}, {verdict}", code.id);
        assert_eq!(verdict, "\"race-free\" / \"free\"", "{}", code.id);
    }
}
