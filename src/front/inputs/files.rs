//! Files, folders and patterns → the files to check.
//!
//! `src` stands for every `.cu` below it, `'src/**/*.cu'` (quoted, so that the shell leaves it) for those that match. Folders with a
//! name that begins with a dot, and links to folders, are not entered.

use crate::diagnostics::pattern::{Pattern, is_pattern};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What a folder is searched for.
const SOURCE: &str = "cu";
/// What a pattern may match without saying so.
const CHECKED: [&str; 5] = ["cu", "ll", "bc", "map", "proto"];
/// Suffixes of files that units include.
const HEADERS: [&str; 4] = ["cuh", "h", "hpp", "hh"];

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum InputError {
    #[error("{}: there is no .cu file in this folder or below it", .0.display())]
    Empty(PathBuf),
    #[error("`{0}`: no file that can be checked matches this pattern")]
    Unmatched(String),
    #[error("{}: {}", .0.display(), .1)]
    Unreadable(PathBuf, String),
    #[error(
        "{}: a header is checked in the units that include it: `-p DIR` says where their compile_commands.json is (`-x cu` checks it as a source)",
        .0.display()
    )]
    Header(PathBuf),
}

/// Whether it is, by its suffix, a file that others include.
#[must_use]
pub fn is_header(path: &Path) -> bool {
    has_suffix(path, &HEADERS)
}

/// The files that are meant, each once. `directory` is what names are relative to; headers are files if they are `sources`.
///
/// # Errors
/// If something that is named stands for no file.
pub fn files(named: &[PathBuf], directory: &Path, are_sources: bool) -> Result<Vec<PathBuf>, InputError> {
    let (mut found, mut seen) = (vec![], BTreeSet::new());
    for one in named {
        let path = directory.join(one);
        let these = if path.is_dir() {
            in_folder(one, directory)?
        } else if !path.exists() && one.to_str().is_some_and(is_pattern) {
            matching(&one.to_string_lossy(), directory)?
        } else if is_header(one) && !are_sources {
            return Err(InputError::Header(one.clone()));
        } else {
            // Whether it can be read, the check says. What is named twice on purpose is checked twice.
            found.push(one.clone());
            seen.insert(one.clone());
            continue;
        };
        found.extend(these.into_iter().filter(|file| seen.insert(file.clone())));
    }
    Ok(found)
}

fn in_folder(folder: &Path, directory: &Path) -> Result<Vec<PathBuf>, InputError> {
    let all = below(folder, directory)?;
    let sources: Vec<PathBuf> = all.into_iter().filter(|file| has_suffix(file, &[SOURCE])).collect();
    if sources.is_empty() { Err(InputError::Empty(folder.to_owned())) } else { Ok(sources) }
}

fn matching(pattern: &str, directory: &Path) -> Result<Vec<PathBuf>, InputError> {
    // `a/b*/c` begins to be a pattern below `a`.
    let fixed: PathBuf = Path::new(pattern).iter().take_while(|part| !part.to_str().is_some_and(is_pattern)).collect();
    let is_searched = fixed.as_os_str().is_empty() || directory.join(&fixed).is_dir();
    let all = if is_searched { below(&fixed, directory)? } else { vec![] };
    let says_suffix = Path::new(pattern).extension().and_then(|s| s.to_str()).is_some_and(|s| !is_pattern(s));
    let wanted = Pattern::new(pattern);
    let is_meant = |file: &PathBuf| wanted.matches_whole_path(file) && (says_suffix || has_suffix(file, &CHECKED));
    let found: Vec<PathBuf> = all.into_iter().filter(is_meant).collect();
    if found.is_empty() { Err(InputError::Unmatched(pattern.to_owned())) } else { Ok(found) }
}

/// All files below a folder, by their paths, which begin as the folder's does.
fn below(folder: &Path, directory: &Path) -> Result<Vec<PathBuf>, InputError> {
    let unreadable = |path: &Path, error: std::io::Error| InputError::Unreadable(path.to_owned(), error.to_string());
    let (mut found, mut open) = (vec![], vec![folder.to_owned()]);
    while let Some(folder) = open.pop() {
        let entries = fs::read_dir(directory.join(&folder)).map_err(|e| unreadable(&folder, e))?;
        for entry in entries {
            let entry = entry.map_err(|e| unreadable(&folder, e))?;
            let path = folder.join(entry.file_name());
            let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !is_hidden => open.push(path),
                Ok(_) if directory.join(&path).is_file() => found.push(path),
                Ok(_) | Err(_) => {}
            }
        }
    }
    found.sort();
    Ok(found)
}

fn has_suffix(path: &Path, suffixes: &[&str]) -> bool {
    path.extension().and_then(|suffix| suffix.to_str()).is_some_and(|suffix| suffixes.contains(&suffix))
}

#[cfg(test)]
mod tests {
    use super::{InputError, files};
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn folders_and_patterns_stand_for_files() {
        let root = tempfile::tempdir().expect("a temporary folder");
        for name in ["a.cu", "src/b.cu", "src/deep/c.cu", "src/deep/d.cuh", "src/e.ll", ".git/f.cu", "docs/g.md"] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "").expect("a file");
        }
        let found = |named: &[&str]| {
            let named: Vec<PathBuf> = named.iter().map(PathBuf::from).collect();
            let found = files(&named, root.path(), false);
            found.map(|all| all.iter().map(|file| file.display().to_string()).collect::<Vec<_>>())
        };
        let all = |names: &[&str]| Ok(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(found(&["src"]), all(&["src/b.cu", "src/deep/c.cu"]));
        assert_eq!(found(&["."]), all(&["./a.cu", "./src/b.cu", "./src/deep/c.cu"]));
        assert_eq!(found(&["src/b.cu", "src"]), all(&["src/b.cu", "src/deep/c.cu"]));
        assert_eq!(found(&["src/*"]), all(&["src/b.cu", "src/e.ll"]));
        assert_eq!(found(&["**/?.cu"]), all(&["a.cu", "src/b.cu", "src/deep/c.cu"]));
        assert_eq!(found(&["nowhere.cu"]), all(&["nowhere.cu"]));
        assert_eq!(found(&["docs"]), Err(InputError::Empty("docs".into())));
        assert_eq!(found(&["docs/*"]), Err(InputError::Unmatched("docs/*".to_owned())));
        assert_eq!(found(&["none/*.cu"]), Err(InputError::Unmatched("none/*.cu".to_owned())));
        assert_eq!(found(&["src/deep/d.cuh"]), Err(InputError::Header("src/deep/d.cuh".into())));
        assert!(files(&["src/deep/d.cuh".into()], root.path(), true).is_ok());
    }
}
