//! The `raceproof` command: reads the process's surroundings, runs the command, prints.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this file is for")]

use raceproof::cache;
use raceproof::cli::{self, Command};
use raceproof::command::{self, Printed};
use raceproof::config::Environment;
use std::io::IsTerminal;
use std::process::ExitCode;

/// A program without debug information has some 5 MiB, which take 5 ms to hash.
const LARGE: u64 = 32 << 20;

fn main() -> ExitCode {
    let mut environment = Environment::from_vars(std::env::vars_os());
    environment.directory = std::env::current_dir().unwrap_or_default();
    environment.program = program();
    environment.colour = std::io::stderr().is_terminal();
    let command = match cli::parse(std::env::args_os().skip(1), &environment) {
        Ok(command) => command,
        Err(e) => return usage(&e.to_string()),
    };
    match run(&command, &environment) {
        Ok(printed) => {
            print!("{}", printed.out);
            eprint!("{}", printed.err);
            ExitCode::from(printed.code)
        }
        Err(message) => usage(&message),
    }
}

/// The build of this program, as one in development keeps its version: its contents, or where these are large, its size and
/// time.
fn program() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    let metadata = path.metadata().ok()?;
    if metadata.len() <= LARGE {
        return Some(cache::key::of_bytes(&std::fs::read(path).ok()?));
    }
    Some(format!("{} {:?}", metadata.len(), metadata.modified().ok()?))
}

fn usage(message: &str) -> ExitCode {
    eprintln!("raceproof: error: {message}");
    ExitCode::from(2)
}

fn run(command: &Command, environment: &Environment) -> Result<Printed, String> {
    // A panic is caught and becomes `unknown`; its own text helps nobody but us.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    command::run(command, environment)
}
