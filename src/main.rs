//! The `raceproof` command: reads the process's surroundings, runs the command, prints.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is what this file is for")]

use raceproof::command::cli::{self, Command};
use raceproof::command::{self, Printed};
use raceproof::diagnostics::plain;
use raceproof::driver::cache::{self, Store};
use raceproof::front::child;
use raceproof::front::config::{Config, Environment, Stop};
use std::io::{self, IsTerminal, Read, Write};
use std::thread;
use std::time::{Duration, Instant};

/// Exit status: bad usage, or the work could not be done.
const TOOL_FAILURE: u8 = 2;
/// The same where a build has options of ours that are wrong, which it is to tell from a check that failed.
const MISUSED: u8 = 3;
/// How long after the end of its time the command may take to say what it knows.
const GRACE: Duration = Duration::from_secs(2);
/// The same where it knows nothing yet, to write that down.
const NOTHING_TO_SAY: Duration = Duration::from_millis(200);

/// When it is first said what is being worked at: to people, and in a log.
const WAITED: Duration = Duration::from_secs(4);
const WAITED_IN_A_LOG: Duration = Duration::from_secs(30);
/// How often from then on.
const BETWEEN: Duration = Duration::from_secs(10);

/// A program without debug information has some 5 MiB, which take 5 ms to hash.
const LARGE: u64 = 32 << 20;

fn main() -> ! {
    leave(work())
}

/// Ends the process as it is. The destructors of LLVM and Z3 do not run: threads may still be at work there.
fn leave(code: u8) -> ! {
    let _ = io::stdout().flush();
    child::leave(code)
}

fn work() -> u8 {
    let mut environment = Environment::from_vars(std::env::vars_os());
    environment.directory = std::env::current_dir().unwrap_or_default();
    environment.executable = std::env::current_exe().ok();
    environment.arguments = std::env::args_os().skip(1).collect();
    environment.colour = environment.wants_colour.unwrap_or_else(|| io::stdout().is_terminal());
    environment.width = columns();
    let command = match cli::parse(std::env::args_os().skip(1), &environment) {
        Ok(command) => command,
        Err(e) => {
            let is_a_build = cli::is_of_a_build(&environment.arguments);
            let code = usage(&e.to_string());
            return if is_a_build { MISUSED } else { code };
        }
    };
    if let Some(config) = command.config() {
        environment.program = Store::of(&environment).filter(|_| !config.no_cache).and_then(|_| program());
        environment.stop = stop(config);
    }
    if matches!(command, Command::Check { .. } | Command::Database { .. }) {
        report_progress(&environment);
    }
    if command.config().is_some_and(|config| config.watch) {
        let Err(message) = command::watch(&command, &environment, &mut print);
        return usage(&message);
    }
    match run(&command, &environment) {
        Ok(printed) => {
            print(&printed);
            printed.code
        }
        Err(message) => usage(&message),
    }
}

/// How wide the terminal is that text goes to.
fn columns() -> Option<usize> {
    let size = rustix::termios::tcgetwinsize(io::stdout()).ok()?;
    Some(usize::from(size.ws_col)).filter(|columns| *columns > 0)
}

fn print(printed: &Printed) {
    print!("{}", printed.out);
    _ = io::stdout().flush();
    eprint!("{}", printed.err);
}

/// Says from time to time what is being worked at, where that takes long.
fn report_progress(environment: &Environment) {
    let busy = environment.busy.clone();
    let first = if io::stderr().is_terminal() { WAITED } else { WAITED_IN_A_LOG };
    thread::spawn(move || {
        let start = Instant::now();
        thread::sleep(first);
        loop {
            if let Some(sentence) = busy.sentence() {
                eprintln!("raceproof: {:.0} s: {}", start.elapsed().as_secs_f64(), plain(&sentence));
            }
            thread::sleep(BETWEEN);
        }
    });
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

fn usage(message: &str) -> u8 {
    eprintln!("raceproof: error: {}", plain(message));
    TOOL_FAILURE
}

/// Sees to it that the work ends in time, if it is limited.
fn stop(config: &Config) -> Option<Stop> {
    let stop = (config.budget.is_some() || config.lifeline).then(Stop::default)?;
    if let Some(budget) = config.budget {
        let stop = stop.clone();
        thread::spawn(move || {
            thread::sleep(budget);
            end(&stop);
        });
    }
    if config.lifeline {
        let stop = stop.clone();
        thread::spawn(move || match io::stdin().read(&mut [0]) {
            Ok(1..) => end(&stop),
            // Nobody waits for the result.
            Ok(0) | Err(_) => leave(TOOL_FAILURE),
        });
    }
    Some(stop)
}

/// Asks for the results that there are. Where that is not heard, in clang or LLVM, the process ends without any.
fn end(stop: &Stop) -> ! {
    stop.set();
    thread::sleep(if stop.has_kernels() { GRACE } else { NOTHING_TO_SAY });
    leave(usage("not finished in time (see --budget)"))
}

fn run(command: &Command, environment: &Environment) -> Result<Printed, String> {
    // A panic is caught and becomes `unknown`; its own text helps nobody but us.
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    command::run(command, environment)
}
