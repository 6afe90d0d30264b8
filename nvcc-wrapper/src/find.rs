//! Finds the real nvcc, and raceproof.
//!
//! **Invariant:** the result is never this program: not under another name, not through a link and not as a copy. A
//! script that calls `nvcc` again (a cache, say) would still come back here; each time round, the wrapper sees itself
//! among its ancestors and takes the next candidate, so that the list runs out before the processes do.

use std::ffi::{OsStr, OsString};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Where the real nvcc may be, strongest first; the last place is `/usr/local/cuda/bin`.
pub(crate) struct Places {
    /// The compiler that the user or the launcher named: this one or none.
    pub(crate) named: Option<PathBuf>,
    /// The value of `PATH`.
    pub(crate) path: Option<OsString>,
    /// The value of `CUDA_PATH`.
    pub(crate) cuda_path: Option<PathBuf>,
}

/// The real nvcc as an absolute path, seen from the executable `own` with `depth` wrappers above it.
///
/// # Errors
/// A sentence that says where it looked.
pub(crate) fn real_nvcc(places: &Places, own: &Path, depth: usize) -> Result<PathBuf, String> {
    if let Some(named) = &places.named
        && (!is_executable(named) || is_same_program(named, own))
    {
        return Err(format!("the nvcc to run, {}, is this wrapper or cannot be executed", named.display()));
    }
    let folders = places.path.iter().flat_map(std::env::split_paths);
    let toolkits = places.cuda_path.iter().cloned().chain([PathBuf::from("/usr/local/cuda")]);
    let searched = folders.chain(toolkits.map(|toolkit| toolkit.join("bin"))).map(|folder| folder.join("nvcc"));
    let mut candidates: Vec<PathBuf> = Vec::new();
    for candidate in places.named.iter().cloned().chain(searched) {
        if is_executable(&candidate) && !is_same_program(&candidate, own) {
            let candidate = resolve(&candidate);
            if !candidates.contains(&candidate) {
                candidates.push(candidate);
            }
        }
    }
    candidates.into_iter().nth(depth).ok_or_else(|| {
        "no other nvcc in PATH, CUDA_PATH/bin or /usr/local/cuda/bin; RACEPROOF_NVCC can name it".to_owned()
    })
}

/// How many ancestors of this process run this program. Zero where there is no `/proc` to tell.
pub(crate) fn depth(own: &Path) -> usize {
    let parent = |pid: u32| -> Option<u32> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
    };
    let ancestors = std::iter::successors(Some(std::os::unix::process::parent_id()), |&pid| parent(pid));
    let ancestors = ancestors.take_while(|&pid| pid > 1);
    ancestors.filter(|pid| is_same_program(Path::new(&format!("/proc/{pid}/exe")), own)).count()
}

/// Where raceproof is: where the user says, else beside this program, else in `bin/` where this program is installed as
/// `libexec/raceproof/bin/nvcc`, else wherever PATH has it.
pub(crate) fn raceproof(named: Option<PathBuf>, own: &Path) -> PathBuf {
    let beside = own.with_file_name("raceproof");
    let installed = own.parent().filter(|folder| folder.ends_with("libexec/raceproof/bin"));
    let installed = installed.and_then(|folder| folder.ancestors().nth(3)).map(|prefix| prefix.join("bin/raceproof"));
    let found = || std::iter::once(beside).chain(installed).find(|program| is_executable(program));
    named.or_else(found).unwrap_or_else(|| PathBuf::from("raceproof"))
}

/// Splits what a launcher of compilers is given, `[LAUNCHER WORD…] nvcc ARGUMENT…`, into the launcher that comes next, the
/// compiler if it is named with its folder, and its arguments. Anything else is arguments of nvcc.
pub(crate) fn split_launch<'a>(
    argv: &'a [OsString],
    path: Option<&OsStr>,
) -> (&'a [OsString], Option<PathBuf>, &'a [OsString]) {
    let mut words = argv.iter().take_while(|word| !word.as_encoded_bytes().starts_with(b"-"));
    let nvcc = words.position(|word| is_nvcc(word)).filter(|&at| at == 0 || is_program(&argv[0], path));
    match nvcc.map(|at| (&argv[..at], argv.split_at(at).1)) {
        Some((launcher, [compiler, arguments @ ..])) => {
            let compiler = PathBuf::from(compiler);
            (launcher, Some(compiler).filter(|compiler| compiler.components().count() > 1), arguments)
        }
        Some((_, [])) | None => (&[], None, argv),
    }
}

/// Whether an argument is a compiler, not something to compile.
fn is_nvcc(argument: &OsStr) -> bool {
    let path = Path::new(argument);
    path.file_name() == Some(OsStr::new("nvcc")) && (is_executable(path) || path == "nvcc" && !path.exists())
}

/// Whether a shell would start something for this word.
fn is_program(word: &OsStr, path: Option<&OsStr>) -> bool {
    let folders = path.into_iter().flat_map(std::env::split_paths);
    if Path::new(word).components().count() > 1 {
        return is_executable(Path::new(word));
    }
    folders.map(|folder| folder.join(word)).any(|candidate| is_executable(&candidate))
}

/// The absolute path without links, since nvcc finds its toolkit by the path that it is started with. A link to a
/// program of another name keeps its own: that program goes by the name (ccache).
fn resolve(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    match absolute.canonicalize() {
        Ok(target) if target.file_name() == absolute.file_name() => target,
        Ok(_) | Err(_) => absolute,
    }
}

fn is_executable(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

/// Whether two paths lead to the same file or to two copies of it.
pub(crate) fn is_same_program(path: &Path, own: &Path) -> bool {
    let (Ok(file), Ok(own_file)) = (path.metadata(), own.metadata()) else { return false };
    if (file.dev(), file.ino()) == (own_file.dev(), own_file.ino()) {
        return true;
    }
    file.len() == own_file.len()
        && std::fs::read(path).is_ok_and(|bytes| std::fs::read(own).is_ok_and(|own| own == bytes))
}
