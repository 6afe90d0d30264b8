//! Why clang made nothing.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum ClangError {
    #[error("no clang found: install clang-19, or name one in RACEPROOF_CLANG")]
    NotFound,
    #[error("no CUDA toolkit in {}", .0.display())]
    NoToolkit(PathBuf),
    #[error("{} does not start: {source}", program.display())]
    Start { program: PathBuf, source: io::Error },
    #[error("temporary files: {0}")]
    Files(#[from] io::Error),
    /// clang's own words are in `stderr`.
    #[error("clang cannot compile the file: {}", first_error(stderr))]
    Failed { stderr: String },
}

impl ClangError {
    /// What clang printed of its first errors; empty if it did not run.
    pub fn details(&self) -> &str {
        match self {
            ClangError::Failed { stderr } => first_errors(stderr),
            ClangError::NotFound | ClangError::NoToolkit(_) | ClangError::Start { .. } | ClangError::Files(_) => "",
        }
    }
}

/// The line of clang's output that says why.
fn first_error(stderr: &str) -> &str {
    let mut lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.clone().find(|line| line.contains("error: "));
    first.or_else(|| lines.next()).unwrap_or("it gave no reason")
}

/// How many of clang's errors are worth reading: the others follow from them, or say the same.
const SHOWN: usize = 3;

/// All up to the error behind those.
fn first_errors(stderr: &str) -> &str {
    let mut at = 0;
    let mut starts = stderr.split_inclusive('\n').filter_map(|line| {
        let start = at;
        at += line.len();
        line.contains("error: ").then_some(start)
    });
    starts.nth(SHOWN).map_or(stderr, |end| &stderr[..end])
}

#[cfg(test)]
mod tests {
    use super::{first_error, first_errors};

    #[test]
    fn three_errors_are_enough() {
        let error = |n: usize| format!("a.cu:{n}:1: error: x\n    {n} | y\n");
        let text: String = (1..6).map(error).collect();
        assert_eq!(first_errors(&text), (1..4).map(error).collect::<String>());
        assert_eq!(first_errors(&error(1)), error(1));
    }

    #[test]
    fn the_reason_is_the_first_error() {
        let stderr = "In file included from a.cu:1:\na.h:3:1: error: unknown type name 'foo'\nfoo x;\n";
        assert_eq!(first_error(stderr), "a.h:3:1: error: unknown type name 'foo'");
        assert_eq!(first_error("Segmentation fault\n"), "Segmentation fault");
        assert_eq!(first_error(""), "it gave no reason");
    }
}
