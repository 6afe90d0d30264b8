//! The command line of `raceproof` → [`Command`].
//!
//! Our own options and those of nvcc and clang may stand in any order. Ours are picked out by name and read by clap; the
//! rest goes to nvcc's table ([`crate::front::nvcc`]). Invariant: nothing is printed and nothing is read but options files;
//! every usage error is a [`CliError`].

mod arguments;
mod error;
mod help;
mod inputs;
mod split;
mod unknown;
mod values;

pub use arguments::CacheAction;
pub use error::CliError;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use arguments::{Benchmarks, CheckArgs, Cli, ScalingArgs, ShownArgs, Subcommands};
use clap::Parser;
use clap::error::ErrorKind;
use inputs::{inputs, of_finding, only_files, options_alone, read_options_file};
use split::{Split, split};

use crate::command::bench::{Family, Scaling};
use crate::diagnostics::render::Format;
use crate::diagnostics::severity::Policy;
use crate::front::config::{Config, Environment};
use crate::front::nvcc::{self, Invocation};

/// The folder that `reproduce` writes by default.
const REPRODUCTION: &str = "reproduce";

/// What is to be done.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// `check`: CUDA, LLVM and protocol files, told apart by their suffixes.
    Check { config: Config, invocation: Invocation, files: Vec<PathBuf> },
    /// `check -p`: the CUDA sources of a compilation database, or those of them that are named.
    Database { config: Config, place: PathBuf, files: Vec<PathBuf> },
    /// `reproduce FINDING`: write a program that shows it, into a folder.
    Reproduce {
        config: Config,
        invocation: Invocation,
        files: Vec<PathBuf>,
        finding: String,
        options: Vec<String>,
        output: PathBuf,
    },
    /// `nvcc --`: check what this command of nvcc compiles.
    Nvcc { config: Config, invocation: Invocation },
    /// `cache stats`, `cache clear`
    Cache(CacheAction),
    /// `report DIR`: put together what builds have left there.
    Report { config: Config, folder: PathBuf },
    /// `explain CODE`, or `explain` for a list
    Explain { code: Option<String> },
    /// `doctor`: what is found on this machine, with these options of nvcc.
    Doctor { invocation: Invocation },
    /// `lsp`: serve an editor.
    Lsp { config: Config, invocation: Invocation },
    /// `mcp`: serve an agent.
    Mcp { config: Config },
    /// `init`: write a `raceproof.toml` into a folder.
    Init { folder: PathBuf },
    /// `bench`: check the files several times and print how long the stages take.
    Bench { config: Config, invocation: Invocation, files: Vec<PathBuf>, repeat: u32 },
    /// `bench scaling`: the scaling families.
    Scaling(Scaling),
    /// `--version`
    Version,
    /// `--help` and other text about the commands themselves, to print.
    Help(String),
}

impl Command {
    /// What was asked for, where something is to be checked.
    pub fn config(&self) -> Option<&Config> {
        match self {
            Command::Check { config, .. }
            | Command::Database { config, .. }
            | Command::Nvcc { config, .. }
            | Command::Reproduce { config, .. }
            | Command::Report { config, .. }
            | Command::Lsp { config, .. }
            | Command::Mcp { config }
            | Command::Bench { config, .. } => Some(config),
            Command::Explain { .. }
            | Command::Doctor { .. }
            | Command::Init { .. }
            | Command::Scaling(_)
            | Command::Cache(_)
            | Command::Version
            | Command::Help(_) => None,
        }
    }
}

/// Whether the wrapper or the plugin gives this command line: of its options those of ours come from `RACEPROOF_FLAGS`.
pub fn is_of_a_build(arguments: &[OsString]) -> bool {
    let is_source = |argument: &OsString| argument.to_string_lossy().starts_with("--source=");
    arguments.first().is_some_and(|first| first == "nvcc") || arguments.iter().any(is_source)
}

/// What `--version` prints.
pub fn version_text(llvm: &str, z3: &str) -> String {
    format!("raceproof {} (LLVM {llvm}, Z3 {z3})", env!("CARGO_PKG_VERSION"))
}

/// Reads the arguments after the program's name.
///
/// # Errors
/// A message for the user, if the command line makes no sense.
pub fn parse(arguments: impl IntoIterator<Item = OsString>, environment: &Environment) -> Result<Command, CliError> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let Some(first) = arguments.first() else {
        return Err(CliError::new("no command: try `raceproof check FILE.cu` or `raceproof --help`"));
    };
    if first == "--version" || first == "-V" {
        return Ok(Command::Version);
    }
    let scaling = first == "bench" && arguments.get(1).is_some_and(|a| a == "scaling");
    let reproduces = first == "reproduce";
    let takes_options = ["check", "nvcc", "reproduce", "doctor", "lsp", "mcp"].iter().any(|name| first == name)
        || (first == "bench" && !scaling);
    let mut split = if takes_options { split(&arguments[1..], reproduces)? } else { Split::default() };
    if reproduces {
        split.put_finding_first();
    }
    let ours = if takes_options { [&arguments[..1], &split.ours].concat() } else { arguments };
    let cli = match Cli::try_parse_from(std::iter::once(OsString::from("raceproof")).chain(ours)) {
        Ok(cli) => cli,
        Err(error) => return help_or_error(&error),
    };
    command(cli.command, split, environment)
}

/// What clap has read, with the compiler's part of the arguments.
fn command(said: Subcommands, split: Split, environment: &Environment) -> Result<Command, CliError> {
    unknown::refuse(&split, &read_options_file)?;
    match said {
        Subcommands::Cache { action } => Ok(Command::Cache(action)),
        Subcommands::Explain { code } => Ok(Command::Explain { code }),
        Subcommands::Init { folder } => Ok(Command::Init { folder }),
        Subcommands::Help { command } => help::about(command.as_deref()).map(Command::Help),
        Subcommands::Completions { shell } => Ok(Command::Help(help::completions(shell))),
        Subcommands::Man => help::manual().map(Command::Help),
        Subcommands::Report { folder, shown } => {
            Ok(Command::Report { config: shown_config(shown, Config::default()), folder })
        }
        Subcommands::Doctor => doctor(split),
        Subcommands::Check(own) => check(own, split),
        Subcommands::Reproduce { finding, folder, check } => reproduce(finding, folder, *check, split),
        Subcommands::Bench { scaling: Some(Benchmarks::Scaling(own)), .. } => Ok(scaling(own)),
        Subcommands::Bench { scaling: None, files: own } => {
            let severities = split.severities.clone();
            let invocation = nvcc::parse(unknown::joined(split), &read_options_file);
            let files = inputs(&invocation)?;
            let repeat = own.repeat;
            Ok(Command::Bench { config: config(*own, &severities)?, invocation, files, repeat })
        }
        Subcommands::Lsp(own) => {
            let (config, invocation) = serving("lsp", *own, split)?;
            Ok(Command::Lsp { config, invocation })
        }
        Subcommands::Mcp(own) => {
            let (config, _) = serving("mcp", *own, split)?;
            Ok(Command::Mcp { config })
        }
        Subcommands::Nvcc(own) => of_nvcc(own, split, environment),
    }
}

fn doctor(split: Split) -> Result<Command, CliError> {
    let invocation = nvcc::parse(unknown::joined(split), &read_options_file);
    match invocation.complaints.first() {
        Some(complaint) => Err(CliError::new(complaint)),
        None => Ok(Command::Doctor { invocation }),
    }
}

fn check(mut own: CheckArgs, split: Split) -> Result<Command, CliError> {
    let severities = split.severities.clone();
    let invocation = nvcc::parse(unknown::joined(split), &read_options_file);
    if let Some(place) = own.database.take() {
        let files = only_files(invocation)?;
        return Ok(Command::Database { config: config(own, &severities)?, place, files });
    }
    let files = inputs(&invocation)?;
    Ok(Command::Check { config: config(own, &severities)?, invocation, files })
}

fn reproduce(
    finding: String,
    folder: Option<PathBuf>,
    mut check: CheckArgs,
    split: Split,
) -> Result<Command, CliError> {
    let output = folder.or(check.shown.output.take()).unwrap_or_else(|| PathBuf::from(REPRODUCTION));
    let severities = split.severities.clone();
    let rest = unknown::joined(split);
    let options = options_alone(&rest, &read_options_file);
    let invocation = of_finding(rest, &finding, &read_options_file);
    let files = inputs(&invocation)?;
    let config = config(check, &severities)?;
    Ok(Command::Reproduce { config, invocation, files, finding, options, output })
}

fn of_nvcc(own: CheckArgs, split: Split, environment: &Environment) -> Result<Command, CliError> {
    let severities = split.severities.clone();
    let flags = |text: &Option<String>| text.as_deref().map(nvcc::split_variable).unwrap_or_default();
    let all = flags(&environment.nvcc_prepend_flags).into_iter().chain(unknown::joined(split));
    let all = all.chain(flags(&environment.nvcc_append_flags));
    let invocation = nvcc::parse(all, &read_options_file);
    if own.fix || own.watch || own.stdin_filename.is_some() {
        return Err(CliError::new("--fix, --watch and --stdin-filename are not for builds: `raceproof check`"));
    }
    if own.shown.output.is_some() || own.shown.write_baseline.is_some() {
        return Err(CliError::new(
            "--output and --write-baseline are not for builds: RACEPROOF_REPORT_DIR=DIR, then `raceproof report DIR`",
        ));
    }
    Ok(Command::Nvcc { config: config(own, &severities)?, invocation })
}

/// The options of a command that goes on and is asked for files.
fn serving(name: &str, own: CheckArgs, split: Split) -> Result<(Config, Invocation), CliError> {
    let severities = split.severities.clone();
    let invocation = nvcc::parse(unknown::joined(split), &read_options_file);
    if let Some(complaint) = invocation.complaints.first() {
        return Err(CliError::new(complaint));
    }
    let has_files = !invocation.inputs.is_empty() || own.database.is_some() || own.stdin_filename.is_some();
    let writes = own.fix || own.shown.output.is_some() || own.shown.write_baseline.is_some();
    if has_files || writes || own.watch || own.diff.is_some() || own.emit.is_some() || own.budget.is_some() {
        return Err(CliError::new(format!(
            "{name} is told by its client what to check: it takes neither files nor -p, and none of --fix, --watch, --diff, --emit, \
             --budget, --output and --write-baseline"
        )));
    }
    Ok((config(own, &severities)?, invocation))
}

fn scaling(own: ScalingArgs) -> Command {
    let ScalingArgs { repeat, svg, family, size, cuda } = own;
    let families = if family.is_empty() { Family::ALL.to_vec() } else { family };
    Command::Scaling(Scaling { families, sizes: size, repeat, cuda, svg })
}

fn config(own: CheckArgs, severities: &[String]) -> Result<Config, CliError> {
    if own.diff.is_some() && own.shown.write_baseline.is_some() {
        return Err(CliError::new("--write-baseline is for all findings, and --diff leaves out some"));
    }
    let mut policy = Policy::new(own.strict);
    for flag in severities {
        policy.flag(flag).map_err(|error| CliError::new(error.to_string()))?;
    }
    let rest = Config {
        block_dim: own.block_dim,
        grid_dim: own.grid_dim,
        params: own.param.into_iter().collect(),
        launches: own.launches,
        facts: BTreeMap::new(),
        level: own.level,
        timeout: own.timeout,
        budget: own.budget,
        lifeline: own.lifeline,
        source: own.source,
        only: own.only,
        warp_sync: own.warp_sync,
        barrier_match: own.barrier_match,
        overflow: own.overflow,
        external: own.external,
        strict: own.strict,
        policy,
        emit: own.emit,
        kernels: own.kernel,
        no_replay: own.no_replay,
        no_cache: own.no_cache,
        suggest: own.suggest,
        fix: own.fix,
        watch: own.watch,
        diff: own.diff,
        stdin_filename: own.stdin_filename,
        redundant: own.redundant,
        performance: own.performance,
        pictures: own.shown.format == Format::Html,
        ..Config::default()
    };
    Ok(shown_config(own.shown, rest))
}

fn shown_config(shown: ShownArgs, rest: Config) -> Config {
    let ShownArgs { format, output, verbose, max_findings, color, system_headers, baseline, write_baseline } = shown;
    let colour = color.0;
    let max_findings = max_findings.and_then(|n| usize::try_from(n).ok());
    Config { format, output, verbose, max_findings, colour, system_headers, baseline, write_baseline, ..rest }
}

fn help_or_error(error: &clap::Error) -> Result<Command, CliError> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Ok(Command::Help(error.to_string()))
        }
        _ => Err(CliError::new(error.to_string().trim_start_matches("error: ").trim_end())),
    }
}

#[cfg(test)]
mod tests;
