//! What the user asked for, as plain data.
//!
//! Built by [`crate::command::cli`] from the command line and passed to every stage. Invariant: nothing here reads the
//! environment or the command line; the one place that knows the environment's variables by name is
//! [`Environment::from_vars`], which gets them as data.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::render::Format;
use crate::diagnostics::severity::Policy;
use crate::front::busy::Busy;

/// Extents of a block in threads or of a grid in blocks: x, y, z.
pub type Extent = [u32; 3];

/// Which levels are checked: the named one and all below it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, clap::ValueEnum)]
pub enum LevelLimit {
    Warp,
    Block,
    Grid,
    #[default]
    All,
}

/// Which threads a barrier waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum BarrierMatch {
    /// Those that reach the same place.
    Site,
    /// Those that reach any place with a barrier.
    Any,
}

/// What is said of index arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum Overflow {
    /// It does not wrap, where large parameters or grids would make it.
    #[default]
    Assume,
    /// It may.
    Check,
}

/// What functions do that have no body in the code that is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum External {
    /// What is unknown where other units are linked (`-rdc=true`, LLVM IR). Elsewhere nvcc has no use for such a function, so
    /// that one with a result stands for a computation, which is assumed.
    #[default]
    Linked,
    /// They may synchronise and access memory.
    Unknown,
    /// They only compute a result from their arguments, which is assumed.
    Pure,
}

/// Which launches of a kernel are taken into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum LaunchSites {
    /// Those in the same file, if it is seen that there are some, and which.
    #[default]
    File,
    /// All that CUDA allows.
    Any,
}

/// A stage of the pipeline whose result is printed instead of verdicts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, clap::ValueEnum)]
pub enum Stage {
    Ir,
    Launches,
    Kernel,
    Map,
    Wf,
    Aligned,
    Phases,
    Query,
    Smt,
}

/// What is known of the launches of one kernel.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct KernelFacts {
    pub block_dim: Option<Extent>,
    pub grid_dim: Option<Extent>,
    /// Values of parameters by name.
    pub params: BTreeMap<String, i128>,
    pub contents: Vec<ContentsFact>,
}

/// What the contents of an array are like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContentsFact {
    pub pattern: ContentsPattern,
    /// By its parameter's name.
    pub array: String,
    /// How many cells it is about.
    pub count: Amount,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ContentsPattern {
    Distinct,
    Sorted,
    Increasing,
    Equal,
    /// From the first one, and below the second one.
    Range(Amount, Amount),
    /// Its cells go with those of a second array, by its parameter's name: counts, of which they are sums, or ends.
    Offsets(String),
    Sums(String),
    Intervals(String),
}

/// A sum of products: a number, times parameters and dimensions by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Amount(pub Vec<(i64, Vec<String>)>);

/// The options of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Config {
    /// Threads per block; `None`: from the source, else symbolic.
    pub block_dim: Option<Extent>,
    /// Blocks per grid; `None`: from the source, else symbolic.
    pub grid_dim: Option<Extent>,
    /// Values of kernel parameters by name.
    pub params: BTreeMap<String, i128>,
    pub launches: LaunchSites,
    /// By the kernel's name; what is said of all kernels is stronger.
    pub facts: BTreeMap<String, KernelFacts>,
    /// `None`: all.
    pub level: Option<LevelLimit>,
    /// Wall time per kernel.
    pub timeout: Option<Duration>,
    /// Wall time for everything; what is not finished then is unknown.
    pub budget: Option<Duration>,
    /// Standard input is the line to the wrapper.
    pub lifeline: bool,
    /// Only the file of this number, whose report is printed for the process that asked for it.
    pub only: Option<usize>,
    /// What the one file to check was compiled from, by a compiler that asks for the check: the file stands for it.
    pub source: Option<PathBuf>,
    /// Threads of a warp that run in lock-step, for code from before Volta.
    pub warp_sync: Option<u32>,
    /// Where the threads meet that a barrier of the block waits for; `None`: as its instruction says.
    pub barrier_match: Option<BarrierMatch>,
    pub overflow: Overflow,
    pub external: External,
    /// How many findings of a kernel the text shows; `None`: as many as are looked for.
    pub max_findings: Option<usize>,
    /// Warnings and `unknown` count as errors.
    pub strict: bool,
    /// Say what each proof rests on.
    pub verbose: bool,
    /// What `-W…` and `--strict` say about severities.
    pub policy: Policy,
    pub format: Format,
    /// Where the report goes instead of standard output.
    pub output: Option<PathBuf>,
    /// Kernels that libraries define are told of, too.
    pub system_headers: bool,
    /// With colours; `None`: as the terminal and the environment say.
    pub colour: Option<bool>,
    /// The findings that are known.
    pub baseline: Option<PathBuf>,
    /// Where the findings of this run are written, to be known from then on.
    pub write_baseline: Option<PathBuf>,
    pub emit: Option<Stage>,
    /// Only kernels with one of these names, demangled or mangled; all if empty.
    pub kernels: Vec<String>,
    /// Do not execute the witnesses of errors.
    pub no_replay: bool,
    /// Neither look for a report that was made before nor keep this one.
    pub no_cache: bool,
    /// Look for barriers that remove races.
    pub suggest: bool,
    /// Put them into the files.
    pub fix: bool,
    /// Check again whenever a file changes.
    pub watch: bool,
    /// Only findings that concern lines changed since this commit are told.
    pub diff: Option<String>,
    /// Only findings that concern these files are told; all if there are none.
    pub about: Vec<PathBuf>,
    /// What standard input is called.
    pub stdin_filename: Option<PathBuf>,
    /// Look for barriers that are not needed.
    pub redundant: bool,
    /// Look for bank conflicts, and for accesses that are not coalesced.
    pub performance: bool,
    /// Make what pages for browsers draw.
    pub pictures: bool,
}

impl Config {
    /// Without what only says how a report is shown, and what counts as an error.
    #[must_use]
    pub fn of_analysis(&self) -> Config {
        let (format, policy) = (Format::default(), Policy::default());
        let (budget, lifeline) = (None, false);
        Config {
            strict: false,
            verbose: false,
            policy,
            format,
            emit: None,
            no_cache: false,
            suggest: false,
            fix: false,
            watch: false,
            diff: None,
            about: vec![],
            stdin_filename: None,
            redundant: false,
            output: None,
            system_headers: false,
            colour: None,
            baseline: None,
            write_baseline: None,
            budget,
            lifeline,
            source: None,
            only: None,
            ..self.clone()
        }
    }
}

/// What two threads tell each other, each once: one, that the time for the work is over; the other, which does the work,
/// that there is something to say.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Progress>);

#[derive(Debug, Default)]
struct Progress {
    is_over: AtomicBool,
    has_kernels: AtomicBool,
}

impl Stop {
    pub fn set(&self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether both are one.
    #[must_use]
    pub fn is(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub fn is_set(&self) -> bool {
        self.0.is_over.load(Ordering::Relaxed)
    }

    /// Says that the kernels of a file are known: from now on there is something to say.
    pub fn say_kernels(&self) {
        self.0.has_kernels.store(true, Ordering::Relaxed);
    }

    pub fn has_kernels(&self) -> bool {
        self.0.has_kernels.load(Ordering::Relaxed)
    }
}

/// What the process finds around itself.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Folders in which programs are looked up.
    pub path: Vec<PathBuf>,
    /// The clang to start, if not the one on the path: `RACEPROOF_CLANG`.
    pub clang: Option<PathBuf>,
    /// `CUDA_PATH`, else `CUDA_HOME`.
    pub cuda_path: Option<PathBuf>,
    /// `NVCC_PREPEND_FLAGS`, which nvcc puts before its arguments.
    pub nvcc_prepend_flags: Option<String>,
    /// `NVCC_APPEND_FLAGS`, which nvcc puts after its arguments.
    pub nvcc_append_flags: Option<String>,
    /// Where reports are kept: the folder of raceproof in `XDG_CACHE_HOME`, else in `~/.cache`.
    pub cache: Option<PathBuf>,
    /// Bytes: `RACEPROOF_CACHE_SIZE`, which is in MiB; 0 for no cache, `None` for the usual.
    pub cache_limit: Option<u64>,
    /// Where builds leave a report of each unit: `RACEPROOF_REPORT_DIR`.
    pub report_folder: Option<PathBuf>,
    /// What tells this program from others of its version; reports are only kept if it is known.
    pub program: Option<String>,
    /// Where this program lies, and the arguments that it was started with, if they are known: to start it once more.
    pub executable: Option<PathBuf>,
    pub arguments: Vec<OsString>,
    /// The working directory.
    pub directory: PathBuf,
    /// Text goes to a terminal.
    pub colour: bool,
    /// How many columns that has, if it is known.
    pub width: Option<usize>,
    /// What variables say of colours: `NO_COLOR`, `CLICOLOR_FORCE`, and a `TERM` that is dumb.
    pub wants_colour: Option<bool>,
    /// `None`: the work may take as long as it takes.
    pub stop: Option<Stop>,
    /// What is being worked at.
    pub busy: Busy,
    /// Reports of single kernels are kept, too: files are checked again after each edit.
    pub keeps_kernels: bool,
    /// Files, by their absolute paths without `.` and `..`, that are read otherwise than they are: what a change would make of them.
    pub instead: Arc<BTreeMap<PathBuf, Vec<u8>>>,
}

impl Environment {
    /// Takes what concerns us from all variables.
    pub fn from_vars(vars: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let vars: BTreeMap<OsString, OsString> = vars.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        let get = |name: &str| vars.get(&OsString::from(name));
        let text = |name: &str| get(name).map(|value| value.to_string_lossy().into_owned());
        let folder = |name: &str| get(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches = folder("XDG_CACHE_HOME").or_else(|| folder("HOME").map(|home| home.join(".cache")));
        let mebibytes = |text: String| text.parse::<u64>().ok()?.checked_mul(1 << 20);
        Environment {
            path: get("PATH").map(|path| std::env::split_paths(path).collect()).unwrap_or_default(),
            clang: get("RACEPROOF_CLANG").map(PathBuf::from),
            cuda_path: get("CUDA_PATH").or_else(|| get("CUDA_HOME")).map(PathBuf::from),
            nvcc_prepend_flags: text("NVCC_PREPEND_FLAGS"),
            nvcc_append_flags: text("NVCC_APPEND_FLAGS"),
            cache: caches.map(|caches| caches.join("raceproof")),
            cache_limit: text("RACEPROOF_CACHE_SIZE").and_then(mebibytes),
            report_folder: get("RACEPROOF_REPORT_DIR").map(PathBuf::from),
            program: None,
            executable: None,
            arguments: vec![],
            directory: PathBuf::new(),
            colour: false,
            width: None,
            wants_colour: wants_colour(&text),
            stop: None,
            busy: Busy::default(),
            keeps_kernels: false,
            instead: Arc::default(),
        }
    }

    /// A file as it is to be read; `None` if it cannot be.
    #[must_use]
    pub fn text_of(&self, path: &Path) -> Option<Vec<u8>> {
        let own = self.instead.get(&lexically(&self.directory.join(path))).filter(|_| !self.instead.is_empty());
        own.cloned().or_else(|| std::fs::read(path).ok())
    }

    /// Whether a file is read otherwise than it is.
    #[must_use]
    pub fn has_text_of(&self, path: &Path) -> bool {
        self.instead.contains_key(&lexically(&self.directory.join(path)))
    }

    /// Where a program lies on the path.
    pub fn find_program(&self, name: &str) -> Option<PathBuf> {
        self.path.iter().map(|folder| folder.join(name)).find(|file| file.is_file())
    }
}

/// What is said of colours, by the customs of <https://no-color.org> and <https://bixense.com/clicolors>: the first that is set counts.
fn wants_colour(text: &dyn Fn(&str) -> Option<String>) -> Option<bool> {
    if text("NO_COLOR").is_some() {
        return Some(false);
    }
    if text("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return Some(true);
    }
    let is_plain =
        text("CLICOLOR").is_some_and(|value| value == "0") || text("TERM").is_some_and(|value| value == "dumb");
    is_plain.then_some(false)
}
