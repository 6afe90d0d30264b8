//! Starts clang, the only place that does, and takes what comes out.
//!
//! **Invariant:** no file with a name is written, so none is left behind however this process ends; clang ends with it.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output};

use super::arguments::{Target, arguments};
use super::chevrons;
use super::error::ClangError;
use super::files;
use super::job::{Job, Side};
use super::overlay::{self, Overlay};
use super::toolkit::{self, Headers};
use crate::front::child;
use crate::front::config::Environment;
use crate::front::nvcc::{self, Architecture, Compiler, Invocation};

/// Programs that are tried, in this order.
const PROGRAMS: [&str; 2] = ["clang-19", "clang"];

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

/// Compiles one side of a file. If clang does not understand the device side as nvcc sees it, then without `__NVCC__`: headers
/// of libraries may have for nvcc what nothing else understands. The host side, which may show fewer launches then, is not
/// compiled that way.
///
/// # Errors
/// If there is no clang, if it does not start, or if it rejects the file.
pub fn compile(job: &Job<'_>, environment: &Environment) -> Result<CompiledUnit, ClangError> {
    let is_as_nvcc = job.invocation.compiler == Compiler::Nvcc;
    let failed = match compiled(job, environment) {
        Err(failed @ ClangError::Failed { .. }) if is_as_nvcc && job.side == Side::Device => failed,
        done => return done,
    };
    let Headers::Toolkit(_) = toolkit::choose(job.invocation, environment)? else { return Err(failed) };
    let invocation = Invocation { hides_nvcc: true, ..job.invocation.clone() };
    let unit = compiled(&Job { invocation: &invocation, ..*job }, environment);
    unit.map(|unit| CompiledUnit { without_nvcc: true, ..unit }).map_err(|_| failed)
}

fn compiled(job: &Job<'_>, environment: &Environment) -> Result<CompiledUnit, ClangError> {
    let headers = toolkit::choose(job.invocation, environment)?;
    let list = overlay::unnamed()?;
    let name = overlay::name(&list);
    let last = ["-o", "-", "-MD", "-MT", files::TARGET, "-MF", &name];
    let bitcode = run(job, environment, &headers, &overlay(job, environment, &headers)?, &last)?.stdout;
    let files = files::listed(list);
    let targets = nvcc::targets(job.invocation, headers.version());
    let named = job.architecture.or(targets.first());
    let told = Target::new(named, &targets).name;
    let architecture = named.map_or_else(|| told.clone(), Architecture::to_string);
    Ok(CompiledUnit { bitcode, architecture, told, without_nvcc: false, headers, files })
}

/// What the preprocessor makes of one side of a file.
///
/// # Errors
/// As [`compile`].
pub fn preprocessed(job: &Job<'_>, environment: &Environment) -> Result<Vec<u8>, ClangError> {
    let headers = toolkit::choose(job.invocation, environment)?;
    Ok(run(job, environment, &headers, &overlay(job, environment, &headers)?, &["-E", "-o", "-"])?.stdout)
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
    let headers = toolkit::choose(job.invocation, environment)?;
    let overlay = overlay(job, environment, &headers)?;
    let last = ["-o", "-", "-MD", "-MT", files::TARGET, "-MF", "/dev/null", "-###"];
    let done = run(job, environment, &headers, &overlay, &last)?;
    let log = overlay.forget(&done.stderr);
    Ok(Plan { searched: files::searched(&log), log })
}

/// Our headers, and the source where nvcc reads its launches otherwise than clang.
fn overlay(job: &Job<'_>, environment: &Environment, headers: &Headers) -> Result<Overlay, ClangError> {
    let path = lexically(&environment.directory.join(job.file));
    let is_as_nvcc = job.invocation.compiler == Compiler::Nvcc;
    // Whether it can be read is for clang to say.
    let joined = fs::read(&path).ok().filter(|_| is_as_nvcc).and_then(|source| chevrons::joined(&source));
    Ok(Overlay::new(headers, joined.as_deref().map(|text| (path.as_path(), text)))?)
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

/// Runs clang to its end, with these options behind all others.
fn run(
    job: &Job<'_>,
    environment: &Environment,
    headers: &Headers,
    overlay: &Overlay,
    last: &[&str],
) -> Result<Output, ClangError> {
    let program = find_clang(environment).ok_or(ClangError::NotFound)?;
    let mut clang = Command::new(&program);
    clang.args(arguments(job, headers)).args(overlay.arguments()).args(last);
    if !environment.directory.as_os_str().is_empty() {
        clang.current_dir(&environment.directory);
    }
    child::dies_with_parent(&mut clang, child::KILL);
    let done = clang.output().map_err(|source| ClangError::Start { program, source })?;
    if !done.status.success() {
        let stderr = String::from_utf8_lossy(&done.stderr).into_owned();
        let stderr = if stderr.trim().is_empty() { format!("clang ended with {}", done.status) } else { stderr };
        return Err(ClangError::Failed { stderr });
    }
    Ok(done)
}

/// Where clang lies: not relative to the folder that it is to work in, which may hold anything.
fn find_clang(environment: &Environment) -> Option<PathBuf> {
    let named = environment.clang.as_ref().map(|named| match named.to_str() {
        Some(name) if !name.contains('/') => environment.find_program(name).unwrap_or_else(|| named.clone()),
        Some(_) | None => named.clone(),
    });
    let found = named.or_else(|| PROGRAMS.iter().find_map(|name| environment.find_program(name)))?;
    Some(std::path::absolute(&found).unwrap_or(found))
}
