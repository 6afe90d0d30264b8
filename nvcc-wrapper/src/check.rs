//! Runs `raceproof nvcc` and says what came of it.
//!
//! It is held by a line, its standard input: a byte says that its time is over, and it then says what it knows; the end
//! of the line, which comes with the end of this process however that comes about, says that nobody waits.
//!
//! **Invariant:** only raceproof's exit status 1 means that a finding is an error, and 3 that its options are wrong. Every other
//! end that is not 0, a missing program and a crash included, means that nothing was checked.

use crate::child;
use crate::seconds;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// raceproof's exit status if its own options are wrong.
const MISUSED: i32 = 3;
/// What every call may take, however fast nvcc is.
const LEAST_BUDGET: Duration = Duration::from_secs(10);
/// From the request for the results to the kill. raceproof itself gives up a second earlier.
const GRACE: Duration = Duration::from_secs(3);
/// How often signals and the end of the time are looked for.
const TICK: Duration = Duration::from_millis(20);

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
    /// Nothing was checked, since the user's options are wrong, and how.
    Misused(String),
}

impl Checker {
    /// Starts to check what nvcc compiles with the arguments `argv`.
    ///
    /// # Errors
    /// Why raceproof does not start.
    pub(crate) fn start(&self, argv: &[OsString]) -> Result<Running, String> {
        let mut command = Command::new(&self.program);
        command.args(["nvcc", "--lifeline"]).args(&self.flags).arg("--").args(argv);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(toolkit) = &self.toolkit {
            command.env("CUDA_PATH", toolkit);
        }
        if self.colour {
            command.env("CLICOLOR_FORCE", "1");
        }
        // nvcc is what the build waits for.
        child::gives_way(&mut command);
        let mut process =
            command.spawn().map_err(|error| format!("cannot start {}: {error}", self.program.display()))?;
        let (stdout, stderr) = (process.stdout.take(), process.stderr.take());
        let (sender, output) = mpsc::channel();
        thread::spawn(move || {
            let stderr = thread::spawn(move || read(stderr));
            let stdout = read(stdout);
            let _ = sender.send((stdout, stderr.join().unwrap_or_default()));
        });
        Ok(Running { process, output })
    }

    /// The time for one call of nvcc that took `nvcc` itself: what the user names, else as long again, and enough for
    /// small files.
    pub(crate) fn budget(&self, nvcc: Duration) -> Duration {
        let mut flags = self.flags.iter().map(|flag| flag.to_string_lossy());
        let mut named = None;
        while let Some(flag) = flags.next() {
            let value = match flag.strip_prefix("--budget") {
                Some("") => flags.next().map(|value| value.into_owned()),
                Some(value) => value.strip_prefix('=').map(str::to_owned),
                None => None,
            };
            named = value.and_then(|value| seconds::positive(value.parse().ok()?)).or(named);
        }
        named.unwrap_or_else(|| nvcc.max(LEAST_BUDGET))
    }

    /// Whether the user wants a build to fail that could not be checked.
    pub(crate) fn strict(&self) -> bool {
        self.flags.iter().any(|flag| flag == "--strict")
    }
}

/// A run of raceproof. It is killed if this goes out of scope.
pub(crate) struct Running {
    process: Child,
    /// Standard output and errors, when both are closed.
    output: Receiver<(Vec<u8>, Vec<u8>)>,
}

impl Running {
    /// Waits for the result, at most for `time`; then asks for what is known so far. `None` if `give_up` says so.
    pub(crate) fn finish(mut self, time: Duration, give_up: impl Fn() -> bool) -> Option<Outcome> {
        let end = Instant::now() + time;
        let mut asked = false;
        loop {
            match self.output.recv_timeout(TICK) {
                Ok((stdout, stderr)) => return Some(self.outcome(stdout, stderr)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Some(Outcome::NotChecked("its output cannot be read".to_owned()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if give_up() {
                return None;
            }
            if Instant::now() > end + GRACE {
                return Some(Outcome::NotChecked(format!(
                    "not finished after {:.0} s (see --budget)",
                    time.as_secs_f64()
                )));
            }
            if Instant::now() > end && !asked {
                asked = true;
                let _ = self.process.stdin.as_mut().map(|line| line.write_all(b"."));
            }
        }
    }

    fn outcome(&mut self, stdout: Vec<u8>, stderr: Vec<u8>) -> Outcome {
        let status = match self.process.wait() {
            Ok(status) => status,
            Err(error) => return Outcome::NotChecked(error.to_string()),
        };
        let output = Output { status, stdout, stderr };
        match status.code() {
            Some(0) => Outcome::Clean(text(output)),
            Some(1) => Outcome::Errors(text(output)),
            Some(MISUSED) => Outcome::Misused(complaint(&output)),
            Some(_) | None => Outcome::NotChecked(reason(&output)),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn read(pipe: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was read before an error counts.
    let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
    bytes
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
    match complaint(output) {
        line if line.is_empty() => format!("raceproof ended with {}", output.status),
        line => format!("{line} ({})", output.status),
    }
}

/// The first line that raceproof complains in; empty if there is none.
fn complaint(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    line.trim_start_matches("raceproof: ").trim_start_matches("error: ").to_owned()
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
    fn the_budget_is_nvcc_s_time_unless_it_is_named() {
        let budget = |flags: &str, nvcc| {
            let flags = split_flags(OsStr::new(flags));
            let checker = Checker { program: PathBuf::new(), flags, toolkit: None, colour: false };
            checker.budget(Duration::from_secs(nvcc))
        };
        assert_eq!(budget("", 1), LEAST_BUDGET);
        assert_eq!(budget("--strict", 60), Duration::from_secs(60));
        assert_eq!(budget("--budget 1e19", 60), seconds::LONGEST, "a time that can be added to another");
        assert_eq!(budget("--budget 5 --budget=0.5", 60), Duration::from_millis(500));
    }

    #[test]
    fn flags_split_at_white_space() {
        assert_eq!(split_flags(OsStr::new("  --strict\t--level  block ")), ["--strict", "--level", "block"]);
        assert!(split_flags(OsStr::new("")).is_empty());
    }
}
