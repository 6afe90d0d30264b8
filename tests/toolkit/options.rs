//! The table of options against the real nvcc.

use raceproof::front::nvcc::{Arity, Effect, Mode, OPTIONS};
use std::path::Path;
use std::process::Command;

/// The options that nvcc 13.5 lists.
const COUNT: usize = 163;

/// nvcc says of every option that it takes whether it wants a value.
pub(crate) fn the_table_agrees_with_nvcc(toolkit: &Path) {
    let help = Command::new(toolkit.join("bin/nvcc")).arg("--help").output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let mut count = 0;
    for line in help.lines().filter(|line| line.starts_with("--")) {
        let (long, short) = names(line);
        count += 1;
        let row = OPTIONS.iter().find(|row| row.long == long).unwrap_or_else(|| panic!("--{long} is missing"));
        assert_eq!(row.short, short, "--{long}");
        // These may end the line without a value, but take the next argument where there is one.
        if matches!(long, "Ofast-compile" | "host-linker-script") || row.effect == Effect::Mode(Mode::Information) {
            continue;
        }
        let output = Command::new(toolkit.join("bin/nvcc")).args(["--dryrun", "a.cu", &format!("--{long}")]).output();
        let wants_value = String::from_utf8_lossy(&output.unwrap().stderr).contains("argument expected after");
        assert_eq!(wants_value, row.arity != Arity::Flag, "--{long}");
    }
    assert_eq!(count, COUNT, "the options that nvcc lists");
}

/// `--long <value>   (-short)`; one option has no short name and repeats the long one.
fn names(line: &str) -> (&str, &str) {
    let mut words = line.split_whitespace();
    let long = words.next().unwrap().trim_start_matches("--");
    let short = words.next_back().unwrap_or_default();
    (long, short.strip_prefix("(-").and_then(|short| short.strip_suffix(')')).unwrap_or_default())
}
