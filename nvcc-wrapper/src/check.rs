//! Runs `raceproof nvcc` and says what came of it.
//!
//! **Invariant:** only raceproof's exit status 1 means that a finding is an error. Every other end that is not 0,
//! a missing program and a crash included, means that nothing was checked.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// What the variable `RACEPROOF` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Policy {
    /// Do not check.
    Off,
    /// Check and print, but never fail a build.
    Warn,
    /// Fail the build if a finding is an error; the default.
    Error,
}

impl Policy {
    /// Reads the value of `RACEPROOF`; an unknown one is told to `complain` and counts as unset.
    pub(crate) fn parse(value: Option<&OsStr>, complain: impl FnOnce(&str)) -> Policy {
        match value.map(OsStr::as_bytes) {
            None | Some(b"error") => Policy::Error,
            Some(b"warn") => Policy::Warn,
            Some(b"off") => Policy::Off,
            Some(_) => {
                complain("warning: RACEPROOF is none of off, warn and error; it counts as error");
                Policy::Error
            }
        }
    }
}

/// How to run raceproof.
pub(crate) struct Checker {
    /// Its executable; one without a folder is looked for in PATH.
    pub(crate) program: PathBuf,
    /// The user's options, from `RACEPROOF_FLAGS`.
    pub(crate) flags: Vec<OsString>,
    /// The toolkit that the real nvcc belongs to, whose headers raceproof is to read.
    pub(crate) toolkit: Option<PathBuf>,
    /// Whether the output goes to a terminal that wants colour.
    pub(crate) colour: bool,
}

/// What came of one run of raceproof.
pub(crate) enum Outcome {
    /// No finding is an error; its output, which may hold warnings.
    Clean(OsString),
    /// At least one finding is an error; its output.
    Errors(OsString),
    /// Nothing was checked, and why.
    NotChecked(String),
}

impl Checker {
    /// Checks what nvcc compiles with the arguments `argv`.
    pub(crate) fn run(&self, argv: &[OsString]) -> Outcome {
        let mut command = Command::new(&self.program);
        command.arg("nvcc").args(&self.flags).arg("--").args(argv);
        command.stdin(Stdio::null());
        if let Some(toolkit) = &self.toolkit {
            command.env("CUDA_PATH", toolkit);
        }
        if self.colour {
            command.env("CLICOLOR_FORCE", "1");
        }
        let output = match command.output() {
            Ok(output) => output,
            Err(error) => return Outcome::NotChecked(format!("cannot start {}: {error}", self.program.display())),
        };
        match output.status.code() {
            Some(0) => Outcome::Clean(text(output)),
            Some(1) => Outcome::Errors(text(output)),
            Some(_) | None => Outcome::NotChecked(reason(&output)),
        }
    }

    /// Whether the user wants a build to fail that could not be checked.
    pub(crate) fn strict(&self) -> bool {
        self.flags.iter().any(|flag| flag == "--strict")
    }
}

/// Splits the value of `RACEPROOF_FLAGS` at white space; there is no quoting.
pub(crate) fn split_flags(flags: &OsStr) -> Vec<OsString> {
    let words = flags.as_bytes().split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.map(|word| OsStr::from_bytes(word).to_owned()).collect()
}

/// Everything that raceproof printed.
fn text(output: Output) -> OsString {
    let mut text = output.stdout;
    text.extend(output.stderr);
    OsString::from_vec(text)
}

/// Why raceproof checked nothing: its first line of complaint, or how it ended.
fn reason(output: &Output) -> String {
    let complaint = String::from_utf8_lossy(&output.stderr);
    match complaint.lines().find(|line| !line.trim().is_empty()) {
        Some(line) => format!("{} ({})", line.trim(), output.status),
        None => format!("raceproof ended with {}", output.status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_is_named_exactly() {
        let mut complaints = 0;
        let mut parse = |value: Option<&str>| Policy::parse(value.map(OsStr::new), |_| complaints += 1);
        assert_eq!(parse(None), Policy::Error);
        assert_eq!(parse(Some("error")), Policy::Error);
        assert_eq!(parse(Some("warn")), Policy::Warn);
        assert_eq!(parse(Some("off")), Policy::Off);
        assert_eq!(parse(Some("0")), Policy::Error);
        assert_eq!(complaints, 1);
    }

    #[test]
    fn flags_split_at_white_space() {
        assert_eq!(split_flags(OsStr::new("  --strict\t--level  block ")), ["--strict", "--level", "block"]);
        assert!(split_flags(OsStr::new("")).is_empty());
    }
}
