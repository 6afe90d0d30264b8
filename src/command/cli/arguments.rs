//! The command line as clap reads it: one structure for each command, with the words of its help.
//!
//! `--help` prints the first line of each option in groups, `raceproof help COMMAND` all that is said here.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args, Parser, Subcommand};
use clap_complete::Shell;

use super::values::{Colour, colour, extent, family, format, param, seconds};
use crate::command::bench::{Family, SIZES};
use crate::diagnostics::render::Format;
use crate::front::config::{BarrierMatch, Extent, External, LaunchSites, LevelLimit, Overflow, Stage};

/// The most threads that can be said to run in lock-step: those of CUDA's largest block (`kernel/target.rs`).
const MOST_IN_STEP: i64 = 1024;

/// Groups of the options of a check.
const WHICH: &str = "What is checked";
const MEANING: &str = "How code is understood";
const SHOWN: &str = "The report";
const ERRORS: &str = "What counts as an error";
const EFFORT: &str = "Time";

#[derive(Parser)]
#[command(name = "raceproof", about = "Proves CUDA kernels free of data races and barrier divergence")]
#[command(disable_help_subcommand = true, disable_version_flag = true, disable_help_flag = true)]
#[command(
    after_help = "`raceproof help COMMAND` says more than `raceproof COMMAND --help`. `--version` prints the versions."
)]
pub(super) struct Cli {
    /// Print help
    #[arg(short, long, global = true, action = ArgAction::HelpShort)]
    help: Option<bool>,
    #[command(subcommand)]
    pub(super) command: Subcommands,
}

#[derive(Subcommand)]
pub(super) enum Subcommands {
    /// Check files: .cu .ll .bc .map .proto
    ///
    /// Takes every option of nvcc and clang's front end besides its own (-I, -D, -std=, -include, -arch, --cuda-path …). One that
    /// neither has is an error; what stands behind `--` is left to the compiler, whatever it is.
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
        /// The folder to write into, `reproduce` by default
        #[arg(short = 'o', value_name = "DIR")]
        folder: Option<PathBuf>,
        #[command(flatten)]
        check: Box<CheckArgs>,
    },
    /// Serve an editor by the Language Server Protocol: raceproof lsp [options of check]
    ///
    /// Over standard input and output. Files are checked as the compile_commands.json above them says, else with the options that stand
    /// here, and as raceproof.toml says. `docs/editors.md` has the setup of editors.
    Lsp(Box<CheckArgs>),
    /// Serve an agent by the Model Context Protocol: raceproof mcp [options of check]
    ///
    /// Over standard input and output, with the tools check, fix, explain and reproduce. Files are checked as for `raceproof lsp`.
    /// `docs/agents.md` has the setup.
    Mcp(Box<CheckArgs>),
    /// Put the reports together that builds with RACEPROOF_REPORT_DIR have left in a folder
    ///
    /// What several units, architectures or targets have is told once.
    Report {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        shown: ShownArgs,
    },
    /// Explain a code of a finding, or what a verdict or finding rests on
    Explain {
        /// For example RP0001, RA0003 or RB0001; without one, the codes of findings are listed
        code: Option<String>,
    },
    /// Say what is found on this machine: clang, the CUDA toolkit, architectures, the cache
    ///
    /// Takes the options of nvcc that matter to that: --cuda-path, -arch, -gencode. Ends with 1 if something is missing that
    /// checking CUDA files needs.
    Doctor,
    /// Write a raceproof.toml with all keys, commented out
    Init {
        /// The folder to write it into
        #[arg(value_name = "DIR", default_value = ".")]
        folder: PathBuf,
    },
    /// Look at what is kept of earlier runs
    Cache {
        #[command(subcommand)]
        action: CacheAction,
    },
    /// Check files several times and print how long that takes
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        #[command(subcommand)]
        scaling: Option<Benchmarks>,
        #[command(flatten)]
        files: Box<CheckArgs>,
    },
    /// Say all about a command
    Help {
        /// The command; all of them in short if there is none
        command: Option<String>,
    },
    /// Print what completes command lines in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, for `man -l -`
    Man,
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
pub(super) enum Benchmarks {
    /// Check protocols that grow in one construct each, and print how time and memory grow
    Scaling(ScalingArgs),
}

#[derive(Args)]
pub(super) struct ScalingArgs {
    /// Times are the least of N
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) repeat: u32,
    /// Draw the curves
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    /// Only these families
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = family)]
    pub(super) family: Vec<Family>,
    /// Only these sizes
    #[arg(long, value_name = "N", num_args = 1.., default_values_t = SIZES)]
    pub(super) size: Vec<usize>,
    /// As CUDA, through the whole pipeline
    #[arg(long)]
    pub(super) cuda: bool,
}

/// What is shown of reports, and how.
#[derive(Args)]
pub(super) struct ShownArgs {
    /// text, concise, json, sarif, html, github, gitlab or junit
    #[arg(long, default_value = "text", value_parser = format, help_heading = SHOWN)]
    pub(super) format: Format,
    /// Write the report into FILE
    #[arg(long, value_name = "FILE", help_heading = SHOWN)]
    pub(super) output: Option<PathBuf>,
    /// Say what each proof rests on
    #[arg(long, short, help_heading = SHOWN)]
    pub(super) verbose: bool,
    /// Findings that are shown of each kernel; JSON has all [default: 100]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = SHOWN)]
    pub(super) max_findings: Option<u32>,
    /// auto, always or never
    #[arg(long, value_name = "WHEN", value_parser = colour, default_value = "auto", help_heading = SHOWN)]
    pub(super) color: Colour,
    /// Tell of kernels, too, that headers of toolkits and systems define
    #[arg(long, help_heading = SHOWN)]
    pub(super) system_headers: bool,
    /// Only findings that are not in FILE are told and count
    #[arg(long, value_name = "FILE", help_heading = ERRORS)]
    pub(super) baseline: Option<PathBuf>,
    /// Write all findings into FILE, to be known from then on
    #[arg(long, value_name = "FILE", help_heading = ERRORS)]
    pub(super) write_baseline: Option<PathBuf>,
}

#[derive(Args)]
pub(super) struct CheckArgs {
    /// Files, folders, patterns and `-`, and options for the front end
    ///
    /// A folder stands for the .cu files below it; a pattern ('src/**/*.cu') is quoted; `-` is standard input. Beside -p a header stands
    /// for the units that include it.
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// The CUDA sources of DIR/compile_commands.json, or those that are named, in parallel
    #[arg(short = 'p', value_name = "DIR", help_heading = WHICH)]
    pub(super) database: Option<PathBuf>,
    /// Only kernels of this name (repeatable)
    #[arg(long, value_name = "NAME", help_heading = WHICH)]
    pub(super) kernel: Vec<String>,
    /// Tell only findings that concern lines changed since BASE, a commit that git knows
    ///
    /// A finding concerns them if its kernel, or a function on the way to one of its accesses, has a line that was changed, or lost one,
    /// since the branch left BASE. The others are counted.
    #[arg(long, value_name = "BASE", help_heading = WHICH)]
    pub(super) diff: Option<String>,
    /// What the source on standard input is called, where `-` is checked
    ///
    /// Its folder is where includes and raceproof.toml are looked for.
    #[arg(long, value_name = "NAME", help_heading = WHICH)]
    pub(super) stdin_filename: Option<PathBuf>,
    /// Go on, and check files again when they or what they include change
    #[arg(long, help_heading = WHICH)]
    pub(super) watch: bool,
    /// This level and those below it
    #[arg(long, value_enum, help_heading = WHICH)]
    pub(super) level: Option<LevelLimit>,
    /// Threads per block
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extent, help_heading = WHICH)]
    pub(super) block_dim: Option<Extent>,
    /// Blocks per grid
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = extent, help_heading = WHICH)]
    pub(super) grid_dim: Option<Extent>,
    /// Value of a kernel parameter (repeatable)
    #[arg(long, value_name = "NAME=VALUE", value_parser = param, help_heading = WHICH)]
    pub(super) param: Vec<(String, i128)>,
    /// The launches that are checked
    ///
    /// Those in the same file, where it has launches that are understood, or any.
    #[arg(long, value_enum, value_name = "WHICH", default_value_t, help_heading = WHICH)]
    pub(super) launches: LaunchSites,
    /// Assume that warps of N threads run in lock-step, as before Volta
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MOST_IN_STEP), help_heading = MEANING)]
    pub(super) warp_sync: Option<u32>,
    /// Where the threads of a block meet: at the same barrier or at any
    ///
    /// By default at the same one for `__syncthreads`, at any for `barrier.sync` from sm_70 on.
    #[arg(long, value_enum, value_name = "PLACE", help_heading = MEANING)]
    pub(super) barrier_match: Option<BarrierMatch>,
    /// Assume that index arithmetic does not wrap, or check it
    #[arg(long, value_enum, value_name = "WHICH", default_value_t, help_heading = MEANING)]
    pub(super) overflow: Overflow,
    /// What functions do that have no body here
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, help_heading = MEANING)]
    pub(super) external: External,
    #[command(flatten)]
    pub(super) shown: ShownArgs,
    /// Look for barriers that remove races, and prove them
    ///
    /// Each is put into a copy of the source, which is checked again: with it the race is gone, no finding is new, and all threads
    /// come to it. It is shown with the race, in SARIF as `fixes`.
    #[arg(long, help_heading = SHOWN)]
    pub(super) suggest: bool,
    /// Put such barriers into the files
    ///
    /// The report is then on the files as they are afterwards.
    #[arg(long, help_heading = SHOWN)]
    pub(super) fix: bool,
    /// Name barriers that the proof for all launches can do without
    #[arg(long, help_heading = SHOWN)]
    pub(super) redundant: bool,
    /// Note bank conflicts and accesses to global memory that are not coalesced
    ///
    /// Each with the lanes of a warp, their cells, and the values that it depends on. The notes are no errors or warnings.
    #[arg(long, help_heading = SHOWN)]
    pub(super) performance: bool,
    /// Print this stage's result instead of verdicts
    #[arg(long, value_enum, value_name = "STAGE", help_heading = SHOWN)]
    pub(super) emit: Option<Stage>,
    /// Warnings and unknown verdicts fail the command
    #[arg(long, help_heading = ERRORS)]
    pub(super) strict: bool,
    /// Severities: -WNAME, -Wno-NAME, -Werror, -Werror=NAME, -Wno-error=NAME
    #[arg(id = "W", short = 'W', value_name = "NAME", help_heading = ERRORS)]
    pub(super) severities: Vec<String>,
    /// Seconds per kernel
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = EFFORT)]
    pub(super) timeout: Option<Duration>,
    /// Seconds for the whole command
    ///
    /// Kernels that are not finished then are unknown. In a build the default is as long as nvcc takes, at least 10.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = EFFORT)]
    pub(super) budget: Option<Duration>,
    /// Check anew, and keep nothing
    #[arg(long, help_heading = EFFORT)]
    pub(super) no_cache: bool,
    /// Stop when a byte comes on standard input, end when it is closed
    #[arg(long, hide = true)]
    pub(super) lifeline: bool,
    /// What the file was compiled from; its raceproof.toml counts
    #[arg(long, hide = true, value_name = "FILE")]
    pub(super) source: Option<PathBuf>,
    /// Check the file of this number alone, and print its report for the process that asks
    #[arg(long, hide = true, value_name = "N")]
    pub(super) only: Option<usize>,
    /// Do not execute the witnesses of races: what is an error is then what the analysis says
    #[arg(long, hide = true)]
    pub(super) no_replay: bool,
    /// How often `bench` checks
    #[arg(long, value_name = "N", default_value_t = 10, hide = true, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) repeat: u32,
}
