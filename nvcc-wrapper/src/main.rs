//! A drop-in `nvcc` that checks what it compiles.
//!
//! It runs the real nvcc with argv, environment, stdin and working directory untouched, runs `raceproof nvcc` on the
//! same arguments beside it, and prints what raceproof says after nvcc's own output. It ends as nvcc does, or with 1
//! if nvcc succeeded and a finding is an error; then the outputs of this call are deleted, as a failing compiler
//! does, because the next `make` would otherwise call them up to date.
//!
//! **Invariant:** nothing that goes wrong in the checking fails a build, unless the user asked for `--strict`. Options that are
//! wrong do fail it: with them nothing would be checked that the user believes to be.
//! **Invariant:** where there is nothing to check, this process *becomes* nvcc (`exec`), so that no difference remains.
//! **Invariant:** the environment is read here and nowhere else in this program.

mod check;
#[path = "../../src/front/child.rs"]
#[allow(dead_code, unreachable_pub, reason = "the analyser uses what the wrapper does not")]
mod child;
mod find;
#[path = "../../src/front/seconds.rs"]
#[allow(unreachable_pub, reason = "the analyser uses it too")]
mod seconds;
// The analyser's own reading of nvcc's command line. It is compiled in, not linked, because the analyser's library
// brings LLVM and Z3 with it.
#[path = "../../src/front/nvcc/mod.rs"]
#[allow(dead_code, unreachable_pub, unused_imports, reason = "the analyser uses what the wrapper does not")]
mod nvcc;
mod signals;

use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::time::Instant;

use check::{Checker, Outcome, Policy};
use nvcc::Invocation;

/// What a shell returns for a command that it did not find, and for one that it could not start.
const NOT_FOUND: u8 = 127;
const NOT_STARTED: u8 = 126;

fn main() -> ExitCode {
    let argv: Vec<OsString> = std::env::args_os().skip(1).collect();
    let Ok(own) = std::env::current_exe() else {
        say("cannot tell which executable this is, so not which nvcc is another");
        return ExitCode::from(NOT_FOUND);
    };
    let path = variable("PATH");
    let (launcher, launched, argv) = find::split_launch(&argv, path.as_deref());
    let launched = launched.filter(|compiler| !find::is_same_program(compiler, &own));
    let places = find::Places {
        named: launched.or_else(|| variable("RACEPROOF_NVCC").map(PathBuf::from)),
        path,
        cuda_path: variable("CUDA_PATH").map(PathBuf::from),
    };
    let depth = find::depth(&own);
    let real = match find::real_nvcc(&places, &own, depth) {
        Ok(nvcc) => Real { launcher, nvcc },
        Err(why) => {
            say(&why);
            return ExitCode::from(NOT_FOUND);
        }
    };
    let call = invocation(argv);
    let policy = Policy::parse(variable("RACEPROOF").as_deref(), say);
    // A wrapper further up the process tree already checks this call.
    match policy {
        Policy::Warn | Policy::Error if call.skip_reason().is_none() && depth == 0 => {
            compile(&real, argv, &call, policy, &checker(&own, &real.nvcc))
        }
        Policy::Off | Policy::Warn | Policy::Error => {
            let failure = real.command(argv).exec();
            say(&format!("cannot start {}: {failure}", real.program().display()));
            ExitCode::from(NOT_STARTED)
        }
    }
}

/// Runs nvcc and raceproof side by side and combines their results.
fn compile(real: &Real<'_>, argv: &[OsString], call: &Invocation, policy: Policy, checker: &Checker) -> ExitCode {
    signals::catch();
    let start = Instant::now();
    let checking = checker.start(argv);
    let status = match run(real, argv) {
        Ok(status) => status,
        Err(error) => {
            say(&format!("cannot start {}: {error}", real.program().display()));
            return ExitCode::from(NOT_STARTED);
        }
    };
    let passed = status.success();
    if !passed && (signals::came().is_some() || status.signal().is_some()) {
        drop(checking);
        return exit_code(status);
    }
    let time = checker.budget(start.elapsed()).saturating_sub(start.elapsed());
    let outcome = match checking {
        Ok(running) => running.finish(time, || signals::came().is_some()),
        Err(why) => Some(Outcome::NotChecked(why)),
    };
    let fails = match outcome {
        // A signal came while only raceproof was at work.
        None => {
            if passed && policy == Policy::Error {
                delete(&call.outputs(), |_| {});
            }
            if let Some(signal) = signals::came() {
                signals::end_by(signal);
            }
            true
        }
        Some(outcome) => report(&outcome, passed, checker),
    };
    if passed && fails && policy == Policy::Error {
        delete(&call.outputs(), say);
        return ExitCode::from(1);
    }
    exit_code(status)
}

/// Prints what the checking came to, and says whether it is an error. `passed`: nvcc succeeded.
fn report(outcome: &Outcome, passed: bool, checker: &Checker) -> bool {
    match outcome {
        Outcome::Clean(report) => {
            print(report);
            false
        }
        Outcome::Errors(report) => {
            print(report);
            true
        }
        // nvcc's errors say more about a file that does not compile than raceproof can.
        Outcome::NotChecked(_) if !passed => false,
        Outcome::NotChecked(why) => {
            say(&format!("warning: not checked for data races: {why}"));
            checker.strict()
        }
        Outcome::Misused(_) if !passed => false,
        Outcome::Misused(how) => {
            say(&format!("error: RACEPROOF_FLAGS: {how}"));
            true
        }
    }
}

/// Runs the real nvcc to its end. It gets the signals that come, and dies with this process.
fn run(real: &Real<'_>, argv: &[OsString]) -> std::io::Result<ExitStatus> {
    let mut command = real.command(argv);
    child::dies_with_parent(&mut command, signals::TERMINATE);
    let mut process = command.spawn()?;
    signals::send_to(process.id());
    let status = process.wait();
    signals::keep();
    status
}

/// What nvcc is asked to do. It adds the contents of two variables to its arguments by itself.
fn invocation(argv: &[OsString]) -> Invocation {
    let flags = |name| nvcc::split_variable(&variable(name).unwrap_or_default().to_string_lossy());
    let arguments = flags("NVCC_PREPEND_FLAGS").into_iter().chain(argv.iter().cloned());
    let arguments = arguments.chain(flags("NVCC_APPEND_FLAGS"));
    nvcc::parse(arguments, &|file| std::fs::read_to_string(file).ok())
}

/// The real nvcc, and what is to start it: a cache of compilations, or nothing.
struct Real<'a> {
    launcher: &'a [OsString],
    nvcc: PathBuf,
}

impl Real<'_> {
    /// Runs nvcc with these arguments. nvcc finds its own files by `argv[0]`.
    fn command(&self, argv: &[OsString]) -> Command {
        let mut command = Command::new(self.program());
        match self.launcher.split_first() {
            Some((_, words)) => command.args(words).arg(&self.nvcc),
            None => command.arg0(&self.nvcc),
        };
        command.args(argv);
        command
    }

    /// The program that this process starts.
    fn program(&self) -> &Path {
        self.launcher.first().map_or(&self.nvcc, Path::new)
    }
}

/// Ends as nvcc did: by the same signal, or with its status.
fn exit_code(status: ExitStatus) -> ExitCode {
    if let Some(signal) = status.signal() {
        signals::end_by(signal);
    }
    ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

/// Deletes those of `outputs` that are ordinary files: `-o /dev/null` names none.
fn delete(outputs: &[PathBuf], tell: impl Fn(&str)) {
    for output in outputs.iter().filter(|output| output.is_file()) {
        match std::fs::remove_file(output) {
            Ok(()) => tell(&format!("removed {} (RACEPROOF=warn keeps it)", output.display())),
            Err(error) => tell(&format!("cannot remove {}: {error}", output.display())),
        }
    }
}

fn checker(own: &Path, nvcc: &Path) -> Checker {
    let flags = variable("RACEPROOF_FLAGS").unwrap_or_default();
    let toolkit = nvcc.ancestors().nth(2).filter(|folder| folder.join("include/cuda_runtime.h").is_file());
    Checker {
        program: find::raceproof(variable("RACEPROOF_BIN").map(PathBuf::from), own),
        flags: check::split_flags(&flags),
        toolkit: toolkit.map(Path::to_owned),
        colour: std::io::stderr().is_terminal() && variable("NO_COLOR").is_none(),
    }
}

/// An environment variable; an empty one counts as unset.
fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}

/// One line on stderr. That it cannot be written is no reason to fail a build.
fn say(line: &str) {
    print(format!("raceproof: {line}\n").as_ref());
}

/// A block of text on stderr, in one piece.
fn print(text: &OsStr) {
    let _ = std::io::stderr().lock().write_all(text.as_encoded_bytes());
}
