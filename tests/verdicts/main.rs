//! What is said of kernels: conditions, assumptions, launches, witnesses.
//!
//! Most files are checked in this process, where clang reads our declarations once for all of them.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

mod assumptions;
mod conditions;
mod explain;
mod host_code;
mod overflow;
mod performance;
mod pictures;
mod told;
mod unchecked;
mod witness;

use raceproof::command::{cli, run};
use raceproof::front::config::Environment;
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;

/// The exit code of `raceproof check` for a file, and the kernels in what it prints.
fn checked(file: &Path, options: &[&str]) -> (u8, Vec<Value>) {
    let environment = Environment::from_vars(std::env::vars_os());
    let words = ["check", "--format", "json", "--no-cache"].iter().chain(options).map(OsString::from);
    let command = cli::parse(words.chain([file.into()]), &environment).unwrap();
    let printed = run(&command, &environment).unwrap();
    let report: Value = serde_json::from_str(&printed.out).unwrap();
    let kernels = report["files"][0]["kernels"].as_array();
    (printed.code, kernels.unwrap_or_else(|| panic!("nothing was checked: {report:#}")).clone())
}
