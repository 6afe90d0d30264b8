//! The `raceproof` command: reads the process's surroundings, runs the command, prints.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this file is for")]

use raceproof::cli::{self, Command};
use raceproof::command::{self, Printed};
use raceproof::config::Environment;
use std::io::IsTerminal;
use std::process::ExitCode;

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

/// The build of this program: by size and time, as one in development keeps its version.
fn program() -> Option<String> {
    let metadata = std::env::current_exe().ok()?.metadata().ok()?;
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
