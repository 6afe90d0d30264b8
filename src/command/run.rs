//! What each command does, from its parsed form to what it prints.

use crate::command::apart;
use crate::command::bench;
use crate::command::cli::{self, CacheAction, Command};
use crate::command::doctor;
use crate::command::emit::emit;
use crate::command::mend::{Mended, mended};
use crate::command::printed::Printed;
use crate::command::report::report;
use crate::command::reproduce::reproduce;
use crate::command::serve::{lsp, mcp};
use crate::command::telling::told_each;
use crate::command::unmatched;
use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::severity::Policy;
use crate::diagnostics::{explain, explained, listed, plain};
use crate::driver::cache::{self, Store};
use crate::driver::{self, Check};
use crate::front::config::{Config, Environment};
use crate::front::database;
use crate::front::inputs::{self, Meant, STDIN, meant};
use crate::front::near;
use crate::front::nvcc::Invocation;
use crate::front::project::{self, Project};
use crate::verdict::{FileReport, FileStatus};
use indicatif::ProgressBar;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What standard input is called unless it has a name.
const UNNAMED: &str = "stdin.cu";

/// Runs a command.
///
/// # Errors
/// Usage errors, as a message for the user.
pub fn run(command: &Command, environment: &Environment) -> Result<Printed, String> {
    match command {
        Command::Help(text) => Ok(Printed { out: text.clone(), ..Printed::default() }),
        Command::Version => Ok(version()),
        Command::Cache(action) => cache(*action, environment),
        Command::Explain { code: Some(code) } => page_of(code),
        Command::Explain { code: None } => Ok(Printed { out: listed(), ..Printed::default() }),
        Command::Doctor { invocation } => {
            let (said, is_well) = doctor::doctor(invocation, environment);
            Ok(Printed { out: plain(&said), code: u8::from(!is_well), ..Printed::default() })
        }
        Command::Init { folder } => {
            let path = project::init(folder).map_err(|e| e.to_string())?;
            Ok(Printed { out: format!("{}\n", plain(&path.display().to_string())), ..Printed::default() })
        }
        Command::Check { config, invocation, files } => {
            let asked = Asked { failure: 2, is_whole: files.iter().any(|named| holds_project(named, environment)) };
            let (files, environment) = inputs(config, invocation, files, environment)?;
            let printed = check(config, invocation, &files, &environment, Some(&asked))?;
            Ok(printed.below(refusals(None, invocation)))
        }
        Command::Reproduce { config, invocation, files, finding, options, output } => {
            let sources = files.iter().map(|file| (file.as_path(), environment.directory.as_path()));
            let own = Wanted::new(config, sources)?.config;
            let check = Check { config: &own, invocation, environment };
            let out = reproduce(&check, files, finding, options, output)?;
            Ok(Printed { out, ..Printed::default() })
        }
        Command::Lsp { config, invocation } => lsp::serve(config, invocation, environment),
        Command::Mcp { .. } => mcp::serve(environment),
        Command::Report { config, folder } => report(config, folder, environment),
        Command::Database { config, place, files } => database(config, place, files, environment),
        Command::Nvcc { config, invocation } => build(config, invocation, environment),
        Command::Scaling(scaling) => {
            let (out, verified) = bench::scaling(scaling, environment)?;
            Ok(Printed { out, code: u8::from(!verified), ..Printed::default() })
        }
        Command::Bench { config, invocation, files, repeat } => {
            let check = Check { config, invocation, environment };
            Ok(Printed { out: plain(&bench::files(&check, files, *repeat)), ..Printed::default() })
        }
    }
}

/// What a build compiles.
fn build(config: &Config, invocation: &Invocation, environment: &Environment) -> Result<Printed, String> {
    if invocation.skip_reason().is_some() {
        return Ok(Printed::default());
    }
    let files: Vec<PathBuf> = invocation.cuda_inputs().map(PathBuf::from).collect();
    // What it leaves may become a page.
    let pictures = config.pictures || environment.report_folder.is_some();
    let config = Config { pictures, ..config.clone() };
    let printed = check(&config, invocation, &files, environment, None)?;
    Ok(printed.below(refusals(None, invocation)))
}

fn version() -> Printed {
    let text = cli::version_text(&crate::llvm::version(), &crate::smt::version());
    Printed { out: text + "\n", ..Printed::default() }
}

fn page_of(code: &str) -> Result<Printed, String> {
    match explain(code) {
        Some(page) => Ok(Printed { out: page.to_owned(), ..Printed::default() }),
        None => {
            let near = near::nearest(code, explained()).or(near::nearest(&code.to_uppercase(), explained()));
            Err(format!("there is no code `{code}`{}", near::meant(near)))
        }
    }
}

fn cache(action: CacheAction, environment: &Environment) -> Result<Printed, String> {
    let store =
        Store::of(environment).ok_or("there is no cache: its size is 0, or neither XDG_CACHE_HOME nor HOME is set")?;
    let out = match action {
        CacheAction::Clear => store.clear().map(|()| String::new()),
        CacheAction::Stats => store.statistics().map(|statistics| doctor::counts(&statistics) + "\n"),
    };
    Ok(Printed { out: out.map_err(|e| format!("the cache: {e}"))?, ..Printed::default() })
}

/// The files that are meant, and the environment with what standard input holds.
fn inputs(
    config: &Config,
    invocation: &Invocation,
    named: &[PathBuf],
    environment: &Environment,
) -> Result<(Vec<PathBuf>, Environment), String> {
    let mut named = named.to_vec();
    let mut environment = environment.clone();
    let dashes = named.iter().filter(|file| file.as_os_str() == STDIN).count();
    if dashes == 0 && config.stdin_filename.is_some() {
        return Err("--stdin-filename names what `-` stands for, which is not among the files".to_owned());
    }
    if dashes > 0 {
        if dashes > 1 || config.fix {
            return Err(format!("`{STDIN}` can be read once, and not be changed by --fix"));
        }
        let name = config.stdin_filename.clone().unwrap_or_else(|| PathBuf::from(UNNAMED));
        if apart::is_module(&name) || driver::is_protocol(&name) {
            return Err(format!("{}: on standard input only CUDA sources are read", name.display()));
        }
        let mut text = vec![];
        io::stdin().read_to_end(&mut text).map_err(|e| format!("standard input: {e}"))?;
        let path = lexically(&environment.directory.join(&name));
        environment.instead = Arc::new(BTreeMap::from([(path, text)]));
        named.iter_mut().filter(|file| file.as_os_str() == STDIN).for_each(|file| file.clone_from(&name));
    }
    let directory = environment.directory.clone();
    let are_sources = invocation.language.is_some() || config.stdin_filename.is_some();
    let files = inputs::files(&named, &directory, are_sources).map_err(|e| e.to_string())?;
    Ok((files, environment))
}

/// A check that was asked for by itself, and not in a build.
struct Asked {
    /// The exit code of a file that cannot be analysed.
    failure: u8,
    /// The files are all of a project.
    is_whole: bool,
}

/// Whether it is a folder with a project's file: all that the file is about is in there.
fn holds_project(named: &Path, environment: &Environment) -> bool {
    environment.directory.join(named).join(project::NAME).is_file()
}

/// Checks the files.
fn check(
    config: &Config,
    invocation: &Invocation,
    files: &[PathBuf],
    environment: &Environment,
    asked: Option<&Asked>,
) -> Result<Printed, String> {
    let sources = match &config.source {
        Some(source) if files.len() == 1 => std::slice::from_ref(source),
        Some(_) => return Err("--source takes one file".to_owned()),
        None => files,
    };
    let wanted = Wanted::new(config, sources.iter().map(|file| (file.as_path(), environment.directory.as_path())))?;
    let chosen = files.iter().zip(&wanted.configs).enumerate();
    let chosen = chosen.filter(|(number, _)| config.only.is_none_or(|only| only == *number));
    let chosen = chosen.filter_map(|(number, (file, config))| Some((number, file, config.as_ref()?)));
    if let Some(stage) = config.emit {
        let mut out = String::new();
        for (number, file, config) in chosen {
            let here = || emit(&Check { config, invocation, environment }, std::slice::from_ref(file), stage);
            out += &plain(&apart(number, file, config, environment).unwrap_or_else(here)?);
        }
        return Ok(Printed { out, ..Printed::default() });
    }
    let mut changes = String::new();
    let mut reports: Vec<FileReport> = vec![];
    for (number, file, config) in chosen {
        let check = Check { config, invocation, environment };
        let report = match apart(number, file, config, environment) {
            Some(said) => report_of(file, said),
            None => check.file(file),
        };
        let Mended { mut report, said } = mended(&check, file, report)?;
        changes += &said;
        if let Some(source) = &config.source {
            report.path = source.display().to_string();
        }
        reports.push(report);
    }
    if config.only.is_some() {
        let said = reports.first().and_then(cache::encode).and_then(|said| String::from_utf8(said).ok());
        return Ok(Printed { out: said.ok_or("there is no such file")?, ..Printed::default() });
    }
    if let Some(asked) = asked.filter(|_| config.source.is_none()) {
        unmatched::refuse(&reports, asked.is_whole)?;
    }
    Ok(wanted.told(reports, environment, asked.map(|asked| asked.failure))?.below(changes))
}

/// What a process of its own prints of a file, where it takes one: clang's own work needs none.
fn apart(number: usize, file: &Path, config: &Config, environment: &Environment) -> Option<Result<String, String>> {
    let is_ours = config.only.is_some() || config.source.is_some() || !apart::is_module(file);
    if is_ours { None } else { apart::run(environment, number, config.lifeline) }
}

/// The report that such a process printed.
fn report_of(file: &Path, said: Result<String, String>) -> FileReport {
    let read = |said: String| cache::decode(said.as_bytes()).ok_or_else(|| "its process said nothing".to_owned());
    said.and_then(read).unwrap_or_else(|reason| {
        let status = FileStatus::NotAnalysed { reason, details: String::new() };
        FileReport { path: file.display().to_string(), status, ..FileReport::default() }
    })
}

/// Checks the units of a compilation database in parallel, with a progress bar if stderr is a terminal.
fn database(config: &Config, place: &Path, files: &[PathBuf], environment: &Environment) -> Result<Printed, String> {
    if config.emit.is_some() {
        return Err("--emit takes files and no compilation database".to_owned());
    }
    if config.fix {
        return Err("--fix takes files and no compilation database, whose units share headers".to_owned());
    }
    let units = database::read(place, environment).map_err(|e| e.to_string())?;
    if units.is_empty() {
        return Err(format!("{}: no command in it compiles CUDA", place.display()));
    }
    let Meant { units, headers } = meant(units, files, &environment.directory, place)?;
    let about = if headers.is_empty() { config.about.clone() } else { headers };
    let config = &Config { about, ..config.clone() };
    let wanted = Wanted::new(config, units.iter().map(|unit| (unit.file.as_path(), unit.directory.as_path())))?;
    let bar = ProgressBar::new(units.len() as u64);
    let checked = units.par_iter().zip(&wanted.configs).filter_map(|(unit, config)| {
        let config = config.as_ref()?;
        let there = Environment { directory: unit.directory.clone(), ..environment.clone() };
        let check = Check { config, invocation: &unit.invocation, environment: &there };
        let mended = mended(&check, &unit.file, check.file(&unit.file));
        bar.inc(1);
        Some(mended.map(|Mended { mut report, .. }| {
            driver::shorten(&mut report, &environment.directory);
            report
        }))
    });
    let reports: Vec<FileReport> = checked.collect::<Result<_, String>>()?;
    bar.finish_and_clear();
    unmatched::refuse(&reports, files.is_empty())?;
    let shown = |file: &Path| file.strip_prefix(&environment.directory).unwrap_or(file).to_owned();
    let refusals = units.iter().map(|unit| refusals(Some(&shown(&unit.file)), &unit.invocation)).collect();
    Ok(wanted.told(reports, environment, Some(2))?.below(refusals))
}

/// Lines about options that clang was not given.
fn refusals(file: Option<&Path>, invocation: &Invocation) -> String {
    let of = file.map(|file| format!("{}: ", file.display())).unwrap_or_default();
    let line = |option: &String| format!("raceproof: warning: {of}`{option}` may load code: clang is not given it\n");
    invocation.refused.iter().map(line).collect()
}

/// What is wanted of some files, their `raceproof.toml` included.
struct Wanted {
    /// Of each file; `None` for those that are not to be checked.
    configs: Vec<Option<Config>>,
    /// Of all together.
    config: Config,
    /// Lines about the former.
    notes: String,
}

impl Wanted {
    /// Each source with the folder that it is relative to.
    fn new<'a>(config: &Config, sources: impl Iterator<Item = (&'a Path, &'a Path)>) -> Result<Wanted, String> {
        let mut wanted = Wanted { configs: vec![], config: config.clone(), notes: String::new() };
        for (source, directory) in sources {
            let project = Project::of(source, directory).map_err(|e| e.to_string())?;
            let own = project.as_ref().map_or_else(|| config.clone(), |project| project.complete(config));
            if let Some(project) = project.as_ref().filter(|project| project.excludes(source, directory)) {
                wanted.notes +=
                    &format!("raceproof: {} is excluded by {}\n", source.display(), project.path().display());
                wanted.configs.push(None);
                continue;
            }
            if wanted.configs.iter().all(Option::is_none) {
                wanted.config = own.clone();
            }
            wanted.configs.push(Some(own));
        }
        Ok(wanted)
    }

    fn told(
        &self,
        reports: Vec<FileReport>,
        environment: &Environment,
        failure: Option<u8>,
    ) -> Result<Printed, String> {
        if reports.is_empty() && !self.configs.is_empty() && self.config.format.is_for_people() {
            // In a build it is not worth a line.
            let is_asked = failure.is_some() && self.config.source.is_none();
            let err = if is_asked { self.notes.clone() } else { String::new() };
            return Ok(Printed::default().below(err));
        }
        let policies: Vec<&Policy> = self.configs.iter().flatten().map(|config| &config.policy).collect();
        let printed = told_each(&self.config, (reports, &policies), environment, failure)?;
        Ok(printed.below(self.notes.clone()))
    }
}
