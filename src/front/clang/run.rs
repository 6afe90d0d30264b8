//! Starts clang, the only place that does, and takes what comes out.
//!
//! **Invariant:** no file with a name is written, so none is left behind however this process ends; clang ends with it.

use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output};

use super::arguments::{Target, arguments, common, of_overlaid};
use super::dialect::Dialect;
use super::error::ClangError;
use super::files;
use super::job::{Job, Side};
use super::overlay::{self, OWN_HEADERS, Overlay};
use super::precompiled;
use super::toolkit::{self, Headers};
use crate::front::child;
use crate::front::config::Environment;
use crate::front::nvcc::{self, Architecture, Compiler, Invocation};

/// Programs that are tried, in this order.
const PROGRAMS: [&str; 2] = ["clang-19", "clang"];

/// The clang of a package that has all inside, such as a wheel for pip, below the folder that it is installed into; this
/// program is `bin/raceproof` there.
const SHIPPED: &str = "lib/raceproof/bin/clang-19";

/// Below which the system's headers lie.
const SYSTEM: &str = "/usr";

/// What clang says of functions of the host that call one of the device, or whose objects are made by one.
const OF_THE_DEVICE: [&str; 3] =
    ["__device__ function from __host__", "which does not have a default constructor", "call to implicitly-deleted"];

/// How often a source is changed for clang: each time, all that it complains of.
const ROUNDS: usize = 16;

/// What came out of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompiledUnit {
    pub bitcode: Vec<u8>,
    /// As nvcc names it: `sm_70`.
    pub architecture: String,
    /// As clang was told.
    pub told: String,
    /// `__NVCC__` was not defined, since clang does not understand what stands behind it.
    pub without_nvcc: bool,
    /// clang's errors in functions whose bodies were left out.
    pub left_out: Vec<String>,
    /// Which CUDA declarations were used.
    pub headers: Headers,
    /// The files that it was made of, as clang names them: relative to the folder that it works in. Our own headers lie below
    /// [`OWN_HEADERS`](super::OWN_HEADERS). None if it did not say.
    pub files: Vec<PathBuf>,
}

/// What clang would do for one side of a file.
#[derive(Debug)]
pub struct Plan {
    /// What clang says of its version and its options; the same in each run.
    pub log: Vec<u8>,
    /// Where it would search for headers, whether the folders exist or not. `None` if it may read others, or searches in
    /// another way.
    pub searched: Option<Vec<PathBuf>>,
}

/// Compiles one side of a file. If clang does not understand all of the device side as nvcc sees it, then in other ways: with functions
/// of the device that the host may call, as nvcc lets it in a compilation for the device; and without `__NVCC__`: headers of libraries
/// may have for nvcc what nothing else understands. The host side, which may show fewer launches then, is not compiled that way.
///
/// # Errors
/// If there is no clang, if it does not start, or if it rejects the file.
pub fn compile(job: &Job<'_>, environment: &Environment) -> Result<CompiledUnit, ClangError> {
    let mut best = compiled(job, environment);
    let is_as_nvcc = job.invocation.compiler == Compiler::Nvcc;
    let complaints = match &best {
        Ok(unit) => unit.left_out.join("\n"),
        Err(ClangError::Failed { stderr }) => stderr.clone(),
        Err(_) => String::new(),
    };
    if complaints.is_empty() || !is_as_nvcc || job.side == Side::Host {
        return best;
    }
    let mut ways = vec![];
    if OF_THE_DEVICE.iter().any(|complaint| complaints.contains(complaint)) {
        ways.push(Invocation { device_for_hosts: true, ..job.invocation.clone() });
    }
    ways.push(Invocation { hides_nvcc: true, ..job.invocation.clone() });
    for invocation in &ways {
        let Ok(unit) = compiled(&Job { invocation, ..*job }, environment) else { continue };
        let is_whole = unit.left_out.is_empty();
        if is_whole || best.is_err() {
            best = Ok(CompiledUnit { without_nvcc: invocation.hides_nvcc, ..unit });
        }
        if is_whole {
            break;
        }
    }
    best
}

/// Changes what nvcc takes and clang does not until clang takes it too. The errors are those that no rule mends.
fn compiled(job: &Job<'_>, environment: &Environment) -> Result<CompiledUnit, ClangError> {
    let mut clang = Clang::new(job, environment)?;
    let first = match clang.unit() {
        Err(ClangError::Failed { stderr }) => stderr,
        done => return done,
    };
    let (mut stays, mut last) = (first.clone(), first);
    for _ in 0..ROUNDS {
        let Some(dialect) = clang.mended(&last) else { break };
        clang = clang.reading(dialect)?;
        match clang.unit() {
            Err(ClangError::Failed { stderr }) => last = stderr,
            done => return done,
        }
        // What is left out may make other errors.
        if clang.dialect.left_out.is_empty() {
            stays.clone_from(&last);
        }
    }
    Err(ClangError::Failed { stderr: stays })
}

/// What the preprocessor makes of one side of a file.
///
/// # Errors
/// As [`compile`].
pub fn preprocessed(job: &Job<'_>, environment: &Environment) -> Result<Vec<u8>, ClangError> {
    Ok(Clang::new(job, environment)?.run(&["-E", "-o", "-"])?.stdout)
}

/// The architectures that nvcc would make device code for; none if that is not known.
///
/// # Errors
/// If the command line names a folder without a toolkit.
pub fn targets(invocation: &Invocation, environment: &Environment) -> Result<Vec<Architecture>, ClangError> {
    Ok(nvcc::targets(invocation, toolkit::choose(invocation, environment)?.version()))
}

/// What [`compile`] would do.
///
/// # Errors
/// As [`compile`].
pub fn plan(job: &Job<'_>, environment: &Environment) -> Result<Plan, ClangError> {
    let clang = Clang::new(job, environment)?;
    let done = clang.run(&["-o", "-", "-MD", "-MT", files::TARGET, "-MF", "/dev/null", "-###"])?;
    let log = clang.overlays().fold(done.stderr, |log, overlay| overlay.forget(&log));
    Ok(Plan { searched: files::searched(&log), log })
}

/// The clang that is started, and the first line of what it says of its version.
///
/// # Errors
/// If there is none, or it does not start.
pub fn found(environment: &Environment) -> Result<(PathBuf, String), ClangError> {
    let program = find_clang(environment).ok_or(ClangError::NotFound)?;
    let mut clang = Command::new(&program);
    child::dies_with_parent(&mut clang, child::KILL);
    let done = clang.arg("--version").output();
    let done = done.map_err(|source| ClangError::Start { program: program.clone(), source })?;
    let said = String::from_utf8_lossy(&done.stdout);
    Ok((program, said.lines().next().unwrap_or_default().to_owned()))
}

/// Which CUDA declarations are used.
///
/// # Errors
/// If the command line names a folder without a toolkit.
pub fn headers(invocation: &Invocation, environment: &Environment) -> Result<Headers, ClangError> {
    toolkit::choose(invocation, environment)
}

/// A path without `.` and `..`, as clang looks it up.
fn lexically(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

/// A file as it is to be read.
fn read(environment: &Environment, path: &Path) -> Option<Vec<u8>> {
    environment.instead.get(path).cloned().or_else(|| fs::read(path).ok())
}

/// What the runs for one job have in common.
struct Clang<'a> {
    job: &'a Job<'a>,
    environment: &'a Environment,
    program: PathBuf,
    headers: Headers,
    dialect: Dialect,
    /// With the files that clang is to read otherwise than they are.
    own: Option<Overlay>,
    shared: &'static Overlay,
}

impl<'a> Clang<'a> {
    fn new(job: &'a Job<'a>, environment: &'a Environment) -> Result<Self, ClangError> {
        let headers = toolkit::choose(job.invocation, environment)?;
        let program = find_clang(environment).ok_or(ClangError::NotFound)?;
        let path = lexically(&environment.directory.join(job.file));
        let is_as_nvcc = job.invocation.compiler == Compiler::Nvcc;
        // Whether it can be read is for clang to say.
        let source = read(environment, &path).filter(|_| is_as_nvcc);
        let mut dialect = source.map(|source| Dialect::of_source(path, &source)).unwrap_or_default();
        for (path, text) in environment.instead.iter() {
            dialect.files.entry(path.clone()).or_insert_with(|| text.clone());
        }
        let shared = Overlay::of_headers(&headers)?;
        let clang = Clang { job, environment, program, headers, dialect: Dialect::default(), own: None, shared };
        if dialect.files.is_empty() { Ok(clang) } else { clang.reading(dialect) }
    }

    /// Compiles the source as it is read now.
    fn unit(&self) -> Result<CompiledUnit, ClangError> {
        let list = overlay::unnamed()?;
        let name = overlay::name(&list);
        let last = ["-o", "-", "-MD", "-MT", files::TARGET, "-MF", &name];
        let started = self.precompiled().and_then(|options| {
            let options: Vec<&str> = options.iter().map(String::as_str).chain(last).collect();
            self.run(&options).ok()
        });
        let bitcode = started.map_or_else(|| self.run(&last), Ok)?.stdout;
        let headers = self.headers.clone();
        let targets = nvcc::targets(self.job.invocation, headers.version());
        let named = self.job.architecture.or(targets.first());
        let told = Target::new(named, &targets).name;
        let architecture = named.map_or_else(|| told.clone(), Architecture::to_string);
        let left_out = self.dialect.left_out.clone();
        Ok(CompiledUnit {
            bitcode,
            architecture,
            told,
            without_nvcc: false,
            left_out,
            headers,
            files: files::listed(list),
        })
    }

    /// The source with what clang complains of put otherwise.
    fn mended(&self, stderr: &str) -> Option<Dialect> {
        if self.job.invocation.compiler != Compiler::Nvcc {
            return None;
        }
        let locate = |name: &str| lexically(&self.environment.directory.join(name));
        if self.headers == Headers::Embedded
            && let Some(dialect) = self.dialect.with_standard(stderr)
        {
            return Some(dialect);
        }
        let is_own = |path: &Path| path.starts_with(OWN_HEADERS);
        self.dialect.mended(stderr, &locate, &|path| read(self.environment, path).filter(|_| !is_own(path)))
    }

    /// With other files.
    fn reading(self, dialect: Dialect) -> Result<Self, ClangError> {
        let own = Overlay::of_sources(&dialect.files)?;
        Ok(Clang { own: Some(own), dialect, ..self })
    }

    /// What stands in later ones comes on top.
    fn overlays(&self) -> impl Iterator<Item = &Overlay> {
        std::iter::once(self.shared).chain(&self.own)
    }

    /// Whether all that is read otherwise than it is are sources of the user's: none can be part of what is precompiled.
    fn leaves_headers(&self) -> bool {
        let root = match &self.headers {
            Headers::Toolkit(toolkit) => Some(lexically(&self.environment.directory.join(&toolkit.root))),
            Headers::None | Headers::Embedded => None,
        };
        let of_system = |path: &PathBuf| path.starts_with(OWN_HEADERS) || path.starts_with(SYSTEM);
        let of_toolkit = |path: &PathBuf| root.as_ref().is_some_and(|root| path.starts_with(root));
        !self.dialect.files.keys().any(|path| of_system(path) || of_toolkit(path))
    }

    /// Compiles the source, with these options behind all others.
    fn run(&self, last: &[&str]) -> Result<Output, ClangError> {
        let (file, environment) = (self.job.file, self.environment);
        let is_overlaid = environment.has_text_of(file) && !environment.directory.join(file).is_file();
        let mut arguments = arguments(self.job, &self.headers);
        if self.dialect.standard {
            arguments.splice(0..0, ["-include".into(), "raceproof/standard.h".into()]);
        }
        self.start(if is_overlaid { of_overlaid(arguments) } else { arguments }, self.overlays(), last)
    }

    /// Options to start with a precompiled header.
    fn precompiled(&self) -> Option<[String; 4]> {
        if !self.leaves_headers() || self.headers == Headers::None {
            return None;
        }
        let common = common(self.job, &self.headers);
        let mut command = vec![self.program.clone().into(), self.environment.directory.clone().into()];
        command.extend(common.iter().cloned());
        precompiled::options(command, || {
            let made = self.start(common, std::iter::once(self.shared), &precompiled::MAKE).ok()?;
            overlay::holding(&made.stdout).ok()
        })
    }

    /// Runs clang to its end.
    fn start<'o>(
        &self,
        arguments: Vec<OsString>,
        overlays: impl Iterator<Item = &'o Overlay>,
        last: &[&str],
    ) -> Result<Output, ClangError> {
        let mut clang = Command::new(&self.program);
        clang.args(arguments).args(overlays.flat_map(Overlay::arguments)).args(last);
        if !self.environment.directory.as_os_str().is_empty() {
            clang.current_dir(&self.environment.directory);
        }
        child::dies_with_parent(&mut clang, child::KILL);
        let done = clang.output().map_err(|source| ClangError::Start { program: self.program.clone(), source })?;
        if !done.status.success() {
            let stderr = String::from_utf8_lossy(&done.stderr).into_owned();
            let stderr = if stderr.trim().is_empty() { format!("clang ended with {}", done.status) } else { stderr };
            return Err(ClangError::Failed { stderr });
        }
        Ok(done)
    }
}

/// Where clang lies: not relative to the folder that it is to work in, which may hold anything.
fn find_clang(environment: &Environment) -> Option<PathBuf> {
    let named = environment.clang.as_ref().map(|named| match named.to_str() {
        Some(name) if !name.contains('/') => environment.find_program(name).unwrap_or_else(|| named.clone()),
        Some(_) | None => named.clone(),
    });
    let on_path = || PROGRAMS.iter().find_map(|name| environment.find_program(name));
    let found = named.or_else(|| shipped(environment)).or_else(on_path)?;
    Some(std::path::absolute(&found).unwrap_or(found))
}

/// The clang that was installed with this program. It comes before others, since it and this program's LLVM are of one version.
fn shipped(environment: &Environment) -> Option<PathBuf> {
    let prefix = environment.executable.as_ref()?.parent()?.parent()?;
    Some(prefix.join(SHIPPED)).filter(|clang| clang.is_file())
}
