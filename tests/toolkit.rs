//! The front end against a real toolkit. It needs the folder of one in `RACEPROOF_TEST_TOOLKIT` (12.4 or later) and
//! does nothing without, since most machines that build this project have none.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use raceproof::clang::{Headers, Job, Side, compile};
use raceproof::config::Environment;
use raceproof::nvcc::{Arity, Effect, Invocation, OPTIONS};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn toolkit() -> Option<PathBuf> {
    std::env::var_os("RACEPROOF_TEST_TOOLKIT").map(PathBuf::from)
}

/// Kernels that later toolkits have no declarations for.
const OLD: &str = "texture_references.cu";

#[test]
fn our_test_kernels_compile_with_its_headers() {
    let Some(root) = toolkit() else { return };
    let environment = Environment::from_vars(std::env::vars_os());
    let invocation = Invocation { cuda_path: Some(root.clone()), ..Invocation::default() };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| !file.ends_with(OLD)) {
        for side in [Side::Device, Side::Host] {
            let job = Job { file: &file, side, architecture: None, invocation: &invocation };
            let unit = compile(&job, &environment)
                .unwrap_or_else(|error| panic!("{} {side:?}: {error}\n{}", file.display(), error.details()));
            assert_eq!(unit.headers, Headers::Toolkit(root.clone()));
        }
    }
}

/// nvcc says of every option that it takes whether it wants a value.
#[test]
fn the_table_of_options_agrees_with_nvcc() {
    let Some(root) = toolkit() else { return };
    let help = Command::new(root.join("bin/nvcc")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    for line in help.lines().filter(|line| line.starts_with("--")) {
        let Some((long, short)) = names(line) else { continue };
        let row = OPTIONS.iter().find(|row| row.long == long).unwrap_or_else(|| panic!("--{long} is missing"));
        assert_eq!(row.short, short, "--{long}");
        // These may end the line without a value, but take the next argument where there is one.
        if matches!(long, "Ofast-compile" | "host-linker-script")
            || row.effect == Effect::Mode(raceproof::nvcc::Mode::Information)
        {
            continue;
        }
        let output = Command::new(root.join("bin/nvcc")).args(["--dryrun", "a.cu", &format!("--{long}")]).output();
        let wants_value = String::from_utf8_lossy(&output.unwrap().stderr).contains("argument expected after");
        assert_eq!(wants_value, row.arity != Arity::Flag, "--{long}");
    }
}

/// `--long <value>   (-short)`
fn names(line: &str) -> Option<(&str, &str)> {
    let (_, short) = line.trim_end().strip_suffix(')')?.rsplit_once("(-")?;
    Some((line.strip_prefix("--")?.split_whitespace().next()?, short))
}
