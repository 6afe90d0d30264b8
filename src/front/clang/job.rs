//! One run of clang: which half of which file, as which command line asks for it.

use crate::front::nvcc::{Architecture, Invocation};
use std::path::Path;

/// Which half of a CUDA file is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    Device,
    Host,
}

/// One run of clang.
#[derive(Clone, Copy, Debug)]
pub struct Job<'a> {
    pub file: &'a Path,
    pub side: Side,
    /// `None`: the first of the command.
    pub architecture: Option<&'a Architecture>,
    pub invocation: &'a Invocation,
}
