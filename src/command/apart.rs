//! Files that may bring LLVM down are checked by this program once more, in a process of its own.
//!
//! LLVM trusts bitcode, and much of its assembly: what is damaged ends the process that reads it, in the reader or in a later
//! pass. What clang did not just write is checked by the same command with `--only`, which checks the one file and prints
//! its report; if that process ends by a signal, the file is not analysed and the others go on. The processes hold a line to
//! each other: neither outlives the other, and a byte says that the time is over.
//!
//! Direction: a process that does not say what it came to has come to nothing.

use crate::front::child;
use crate::front::config::{Environment, Stop};
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// How often the end of the time is looked for.
const TICK: Duration = Duration::from_millis(20);

/// Whether a file is LLVM's.
#[must_use]
pub fn is_module(file: &Path) -> bool {
    file.extension().is_some_and(|suffix| suffix == "ll" || suffix == "bc")
}

/// What this command prints of its file of this number. `None` if the program does not know how it was started.
///
/// # Errors
/// Why it prints nothing.
pub fn run(environment: &Environment, number: usize, has_line: bool) -> Option<Result<String, String>> {
    let program = environment.executable.as_ref()?;
    let (subcommand, rest) = environment.arguments.split_first()?;
    let mut command = Command::new(program);
    command.arg(subcommand).arg(OsString::from(format!("--only={number}")));
    command.args((!has_line).then_some("--lifeline")).args(rest);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    child::dies_with_parent(&mut command, child::KILL);
    let outcome = finish(command, environment.stop.clone());
    Some(outcome.map_err(|e| format!("raceproof does not start once more: {e}")).and_then(|output| said(&output)))
}

/// Runs the process to its end, and tells it when the time is over.
fn finish(mut command: Command, stop: Option<Stop>) -> io::Result<Output> {
    let mut process = command.spawn()?;
    let mut line = process.stdin.take();
    let (sender, ended) = mpsc::channel::<()>();
    let watch = thread::spawn(move || {
        let mut stop = stop;
        while let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(TICK) {
            if stop.as_ref().is_some_and(Stop::is_set) {
                stop = None;
                _ = line.as_mut().map(|line| line.write_all(b"."));
            }
        }
    });
    let output = process.wait_with_output();
    drop(sender);
    _ = watch.join();
    output
}

fn said(output: &Output) -> Result<String, String> {
    if let Some(signal) = output.status.signal() {
        return Err(format!("LLVM crashed on it (signal {signal}): the file may be damaged"));
    }
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let text = text.trim();
    let why = text.strip_prefix("raceproof: error: ").unwrap_or(text);
    Err(if why.is_empty() { format!("its process ended with {}", output.status) } else { why.to_owned() })
}
