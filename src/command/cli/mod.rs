//! The command line of `raceproof` → [`Command`].
//!
//! Our own options and those of nvcc and clang may stand in any order. Ours are picked out by name and read by clap; the
//! rest goes to nvcc's table ([`crate::front::nvcc`]). Invariant: nothing is printed and nothing is read but options files;
//! every usage error is a [`CliError`].

mod error;
mod inputs;
mod split;
mod values;

pub use error::CliError;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Args, Parser, Subcommand};
use inputs::{inputs, of_finding, only_files, options_alone, read_options_file};
use split::{Split, split};
use values::{extent, family, format, param, seconds};

use crate::command::bench::{Family, SIZES, Scaling};
use crate::diagnostics::render::Format;
use crate::diagnostics::severity::Policy;
use crate::front::config::{
    BarrierMatch, Config, Environment, Extent, External, LaunchSites, LevelLimit, Overflow, Stage,
};
use crate::front::nvcc::{self, Invocation};

/// The most threads that can be said to run in lock-step: those of CUDA's largest block (`kernel/target.rs`).
const MOST_IN_STEP: i64 = 1024;

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
    /// `explain CODE`
    Explain { code: String },
    /// `bench`: check the files several times and print how long the stages take.
    Bench { config: Config, invocation: Invocation, files: Vec<PathBuf>, repeat: u32 },
    /// `bench scaling`: the scaling families.
    Scaling(Scaling),
    /// `--version`
    Version,
    /// `--help`, as text to print.
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
            | Command::Bench { config, .. } => Some(config),
            Command::Explain { .. } | Command::Scaling(_) | Command::Cache(_) | Command::Version | Command::Help(_) => {
                None
            }
        }
    }
}

/// What `--version` prints.
pub fn version_text(llvm: &str, z3: &str) -> String {
    format!("raceproof {} (LLVM {llvm}, Z3 {z3})", env!("CARGO_PKG_VERSION"))
}

#[derive(Parser)]
#[command(name = "raceproof", about = "Proves CUDA kernels free of data races and barrier divergence")]
#[command(disable_help_subcommand = true, disable_version_flag = true)]
struct Cli {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Subcommand)]
enum Subcommands {
    /// Check files: .cu .ll .bc .map .proto
    ///
    /// Takes every option of nvcc and clang's front end besides its own (-I, -D, -std=, -include, -arch, --cuda-path …).
    Check(CheckArgs),
    /// Check what a command of nvcc compiles: raceproof nvcc [options] -- ARGV
    Nvcc(CheckArgs),
    /// Write a program that shows a finding on a GPU: raceproof reproduce FINDING [-o DIR] [FILE.cu] [options]
    ///
    /// FINDING is the id that JSON has for it, or FILE.cu:LINE, or FILE.cu where that has one only. The file that is compiled,
    /// if it is another one, and the options are those of `check`. DIR gets the program and a Makefile: `make run`, `make
    /// racecheck`, `make synccheck`.
    Reproduce {
        /// Its id, or FILE.cu:LINE
        finding: String,
        /// The folder to write into
        #[arg(long, short, value_name = "DIR", default_value = "reproduce")]
        output: PathBuf,
        #[command(flatten)]
        check: Box<CheckArgs>,
    },
    /// Look at what is kept of earlier runs
    Cache {
        #[command(subcommand)]
        action: CacheAction,
    },
    /// Explain a code of a finding, or what a verdict or finding rests on
    Explain {
        /// For example RP0001, RA0003 or RB0001
        code: String,
    },
    /// Check files several times and print how long that takes
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        #[command(subcommand)]
        scaling: Option<Benchmarks>,
        #[command(flatten)]
        files: Box<CheckArgs>,
    },
}

/// What to do with the cache.
#[derive(Subcommand, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CacheAction {
    /// Say where it is and how large
    Stats,
    /// Delete it
    Clear,
}

#[derive(Subcommand)]
enum Benchmarks {
    /// Check protocols that grow in one construct each, and print how time and memory grow
    Scaling(ScalingArgs),
}

#[derive(Args)]
struct ScalingArgs {
    /// Times are the least of N
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Draw the curves
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Only these families
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = family)]
    family: Vec<Family>,
    /// Only these sizes
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = SIZES)]
    size: Vec<usize>,
    /// As CUDA, through the whole pipeline
    #[arg(long)]
    cuda: bool,
}

#[derive(Args)]
struct CheckArgs {
    /// How the report is written
    #[arg(long, default_value = "text", value_parser = format)]
    format: Format,
    /// Print this stage's result instead of verdicts
    #[arg(long, value_enum, value_name = "STAGE")]
    emit: Option<Stage>,
    /// Check only kernels of this name (repeatable)
    #[arg(long, value_name = "NAME")]
    kernel: Vec<String>,
    /// Check this level and those below it
    #[arg(long, value_enum)]
    level: Option<LevelLimit>,
    /// Threads per block
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extent)]
    block_dim: Option<Extent>,
    /// Blocks per grid
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extent)]
    grid_dim: Option<Extent>,
    /// Value of a kernel parameter (repeatable)
    #[arg(long, value_name = "NAME=VALUE", value_parser = param)]
    param: Vec<(String, i128)>,
    /// The launches that are checked: those in the same file, where it has launches that are understood, or any
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    launches: LaunchSites,
    /// Assume that warps of N threads run in lock-step, as before Volta
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_IN_STEP))]
    warp_sync: Option<u32>,
    /// Where the threads of a block meet: at the same barrier or at any [default: the same for `__syncthreads`, any for
    /// `barrier.sync` from sm_70 on]
    #[arg(long, value_enum, value_name = "PLACE")]
    barrier_match: Option<BarrierMatch>,
    /// Assume that index arithmetic does not wrap, or check it
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    overflow: Overflow,
    /// What functions do that have no body here
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    external: External,
    /// Seconds per kernel
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Seconds for the whole command, after which unfinished kernels are unknown [default in a build: as long as nvcc
    /// takes, at least 10]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    budget: Option<Duration>,
    /// Stop when a byte comes on standard input, end when it is closed
    #[arg(long, hide = true)]
    lifeline: bool,
    /// What the file was compiled from; its raceproof.toml counts
    #[arg(long, hide = true, value_name = "FILE")]
    source: Option<PathBuf>,
    /// Check the file of this number alone, and print its report for the process that asks
    #[arg(long, hide = true, value_name = "N")]
    only: Option<usize>,
    /// Findings that are shown of each kernel; JSON has all [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_findings: Option<u32>,
    /// Warnings and unknown verdicts fail the command
    #[arg(long)]
    strict: bool,
    /// Check anew, and keep nothing
    #[arg(long)]
    no_cache: bool,
    /// Do not execute the witnesses of races: what is an error is then what the analysis says
    #[arg(long, hide = true)]
    no_replay: bool,
    /// Say what each proof rests on
    #[arg(long, short)]
    verbose: bool,
    /// Check the CUDA sources of DIR/compile_commands.json, or those that are named, in parallel
    #[arg(short = 'p', value_name = "DIR")]
    database: Option<PathBuf>,
    /// How often `bench` checks
    #[arg(long, value_name = "N", default_value_t = 10, hide = true, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Severities: -WNAME, -Wno-NAME, -Werror, -Werror=NAME, -Wno-error=NAME
    #[arg(id = "W", short = 'W', value_name = "NAME")]
    severities: Vec<String>,
    /// Files, and options for the front end
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
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
    let takes_options = first == "check" || first == "nvcc" || reproduces || (first == "bench" && !scaling);
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
    match said {
        Subcommands::Cache { action } => Ok(Command::Cache(action)),
        Subcommands::Explain { code } => Ok(Command::Explain { code }),
        Subcommands::Check(mut own) => {
            let invocation = nvcc::parse(split.rest, &read_options_file);
            if let Some(place) = own.database.take() {
                let files = only_files(invocation)?;
                return Ok(Command::Database { config: config(own, &split.severities)?, place, files });
            }
            let files = inputs(&invocation)?;
            Ok(Command::Check { config: config(own, &split.severities)?, invocation, files })
        }
        Subcommands::Reproduce { finding, output, check } => {
            let options = options_alone(&split.rest, &read_options_file);
            let invocation = of_finding(split.rest, &finding, &read_options_file);
            let files = inputs(&invocation)?;
            let config = config(*check, &split.severities)?;
            Ok(Command::Reproduce { config, invocation, files, finding, options, output })
        }
        Subcommands::Bench { scaling: Some(Benchmarks::Scaling(own)), .. } => {
            let ScalingArgs { repeat, svg, family, size, cuda } = own;
            let families = if family.is_empty() { Family::ALL.to_vec() } else { family };
            Ok(Command::Scaling(Scaling { families, sizes: size, repeat, cuda, svg }))
        }
        Subcommands::Bench { scaling: None, files: own } => {
            let invocation = nvcc::parse(split.rest, &read_options_file);
            let files = inputs(&invocation)?;
            let repeat = own.repeat;
            Ok(Command::Bench { config: config(*own, &split.severities)?, invocation, files, repeat })
        }
        Subcommands::Nvcc(own) => {
            let flags = |text: &Option<String>| text.as_deref().map(nvcc::split_variable).unwrap_or_default();
            let all = flags(&environment.nvcc_prepend_flags).into_iter().chain(split.rest);
            let all = all.chain(flags(&environment.nvcc_append_flags));
            let invocation = nvcc::parse(all, &read_options_file);
            Ok(Command::Nvcc { config: config(own, &split.severities)?, invocation })
        }
    }
}

fn config(own: CheckArgs, severities: &[String]) -> Result<Config, CliError> {
    let mut policy = Policy::new(own.strict);
    for flag in severities {
        policy.flag(flag).map_err(|error| CliError::new(error.to_string()))?;
    }
    Ok(Config {
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
        max_findings: own.max_findings.and_then(|n| usize::try_from(n).ok()),
        strict: own.strict,
        verbose: own.verbose,
        policy,
        format: own.format,
        emit: own.emit,
        kernels: own.kernel,
        no_replay: own.no_replay,
        no_cache: own.no_cache,
    })
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
