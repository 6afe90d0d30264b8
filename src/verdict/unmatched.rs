//! Names that options and settings ask for and that a file does not have.

use serde::{Deserialize, Serialize};

/// What an option or a key of `raceproof.toml` names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Asked {
    /// `--kernel NAME`
    Kernel,
    /// `--param NAME=VALUE`
    Param,
    /// `[kernels.NAME]`
    Section,
}

/// A name that nothing in a file has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Unmatched {
    pub asked: Asked,
    pub name: String,
    /// One that the file has and that is nearly the same.
    pub near: Option<String>,
}
