//! What a command line names besides single files: folders, patterns, headers, the changes since a commit.
//!
//! **Invariant:** nothing that is named is silently nothing: a folder without sources, a pattern that no file has, and a header that
//! no unit includes are errors. What is found comes in the order of its paths, so that the same folder gives the same report.

pub mod changed;
mod files;
mod includes;
mod units;

pub use files::{InputError, files, is_header};
pub use includes::{included, quoted};
pub use units::{Meant, meant};

/// What stands for standard input.
pub const STDIN: &str = "-";
