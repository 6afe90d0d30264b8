//! `--watch`: files are checked, and checked again whenever they, what they include, or their `raceproof.toml` change.
//!
//! Times and sizes of files are looked at some times in a second: that works on every file system. Each file is told by itself, and
//! again only if its report is another one. Direction: a header that comes to stand in front of another one is seen with the next
//! change of a file that was there.

use crate::command::cli::Command;
use crate::command::printed::Printed;
use crate::command::run::run;
use crate::diagnostics::render::Format;
use crate::front::config::{Config, Environment};
use crate::front::database;
use crate::front::inputs::{self, STDIN, included, meant};
use crate::front::nvcc::Invocation;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

const BETWEEN: Duration = Duration::from_millis(300);
use crate::front::project::NAME as PROJECT;

/// What tells that a file has changed; nothing where there is none.
type Stamp = Option<(SystemTime, u64)>;

/// What is checked by itself.
struct Job {
    file: PathBuf,
    command: Command,
    invocation: Invocation,
    /// Where it is compiled.
    directory: PathBuf,
}

/// What is known of a file.
struct Known {
    depends: BTreeMap<PathBuf, Stamp>,
    told: Result<Printed, String>,
}

/// Goes on until the process is ended; what is to be printed goes to `tell`.
///
/// # Errors
/// If the command makes no sense from the start.
pub fn watch(
    command: &Command,
    environment: &Environment,
    tell: &mut dyn FnMut(&Printed),
) -> Result<Infallible, String> {
    command.config().map_or(Ok(()), refuse)?;
    let environment = &Environment { keeps_kernels: true, ..environment.clone() };
    let mut jobs = jobs(command, environment)?;
    let mut known: BTreeMap<PathBuf, Known> = BTreeMap::new();
    let mut complaint = None;
    loop {
        for job in &jobs {
            if let Some(said) = checked(job, environment, &mut known) {
                tell(&said);
            }
        }
        thread::sleep(BETWEEN);
        match self::jobs(command, environment) {
            Ok(new) => (jobs, complaint) = (new, None),
            // Files may be away while they are written anew.
            Err(why) if complaint.as_ref() != Some(&why) => {
                tell(&Printed { err: format!("raceproof: {why}\n"), ..Printed::default() });
                complaint = Some(why);
            }
            Err(_) => {}
        }
    }
}

fn refuse(config: &Config) -> Result<(), String> {
    let is_for_people = matches!(config.format, Format::Text | Format::Concise);
    if config.fix || config.emit.is_some() || config.output.is_some() || config.write_baseline.is_some() {
        return Err("--watch tells what it finds: it neither changes nor writes files, nor prints stages".to_owned());
    }
    is_for_people.then_some(()).ok_or_else(|| "--watch tells file by file: --format text or concise".to_owned())
}

/// Checks a file if something has changed; what is to be said of it.
fn checked(job: &Job, environment: &Environment, known: &mut BTreeMap<PathBuf, Known>) -> Option<Printed> {
    let before = known.get(&job.file);
    let is_same = |(path, stamp): (&PathBuf, &Stamp)| self::stamp(path) == *stamp;
    if before.is_some_and(|before| before.depends.iter().all(is_same)) {
        return None;
    }
    // Looked at before the check: what changes meanwhile is checked again.
    let depends = depends(job, environment).into_iter().map(|path| (path.clone(), stamp(&path))).collect();
    let told = run(&job.command, environment);
    let said = match (before, &told) {
        (Some(before), told) if before.told == *told => {
            let err = format!("raceproof: {}: checked again, nothing new\n", job.file.display());
            Printed { err, ..Printed::default() }
        }
        (Some(_) | None, Ok(printed)) => printed.clone(),
        (Some(_) | None, Err(why)) => Printed { err: format!("raceproof: error: {why}\n"), ..Printed::default() },
    };
    known.insert(job.file.clone(), Known { depends, told });
    Some(said)
}

/// One for each file that is meant now.
fn jobs(command: &Command, environment: &Environment) -> Result<Vec<Job>, String> {
    let directory = &environment.directory;
    match command {
        Command::Check { config, invocation, files } => {
            if files.iter().any(|file| file.as_os_str() == STDIN) {
                return Err(format!("`{STDIN}` can be read once, and not be watched"));
            }
            let files = inputs::files(files, directory, invocation.language.is_some()).map_err(|e| e.to_string())?;
            let job = |file: PathBuf| {
                let (config, invocation) = (config.clone(), invocation.clone());
                let command = Command::Check { config, invocation: invocation.clone(), files: vec![file.clone()] };
                Job { file, command, invocation, directory: directory.clone() }
            };
            Ok(files.into_iter().map(job).collect())
        }
        Command::Database { config, place, files } => {
            let units = database::read(place, environment).map_err(|e| e.to_string())?;
            let meant = meant(units, files, directory, place)?;
            let mut seen = BTreeSet::new();
            let units = meant.units.into_iter().filter(|unit| seen.insert(unit.file.clone()));
            let about = meant.headers;
            let job = |unit: database::Unit| {
                let (file, place) = (unit.file, place.clone());
                let config = Config { about: about.clone(), ..config.clone() };
                let command = Command::Database { config, place, files: vec![file.clone()] };
                Job { file, command, invocation: unit.invocation, directory: unit.directory }
            };
            Ok(units.map(job).collect())
        }
        Command::Reproduce { .. }
        | Command::Nvcc { .. }
        | Command::Cache(_)
        | Command::Report { .. }
        | Command::Lsp { .. }
        | Command::Mcp { .. }
        | Command::Explain { .. }
        | Command::Doctor { .. }
        | Command::Init { .. }
        | Command::Bench { .. }
        | Command::Scaling(_)
        | Command::Version
        | Command::Help(_) => Err("--watch is for `raceproof check`".to_owned()),
    }
}

/// The files of which a report is made.
fn depends(job: &Job, environment: &Environment) -> Vec<PathBuf> {
    let file = environment.directory.join(&job.file);
    let projects = file.ancestors().skip(1).map(|folder| folder.join(PROJECT));
    let included = included(&job.file, &job.invocation, &job.directory);
    included.into_iter().chain(projects).chain([file.clone()]).collect()
}

fn stamp(path: &Path) -> Stamp {
    let found = path.metadata().ok()?;
    Some((found.modified().ok()?, found.len()))
}
