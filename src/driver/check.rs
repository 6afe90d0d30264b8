//! What a check of a file needs, and how files and kernels are told apart.

use crate::front::config::{Config, Environment};
use crate::front::nvcc::Invocation;
use crate::kernel::Kernel;
use std::path::Path;

/// Everything that a check needs besides the file.
#[derive(Clone, Copy)]
pub struct Check<'a> {
    pub config: &'a Config,
    pub invocation: &'a Invocation,
    pub environment: &'a Environment,
}

/// The kernels of a file, or why there are none: the reason in one line, and details.
pub(super) type Kernels = Result<Vec<Kernel>, (String, String)>;

pub(super) fn suffix(path: &Path) -> &str {
    path.extension().and_then(|s| s.to_str()).unwrap_or_default()
}

/// Whether it has no code that could be executed.
pub(super) fn is_protocol(path: &Path) -> bool {
    matches!(suffix(path), "map" | "proto")
}

/// Whether clang has to compile it.
pub(super) fn is_cuda(path: &Path) -> bool {
    !matches!(suffix(path), "ll" | "bc" | "map" | "proto")
}

/// Whether the user means this kernel: by its symbol, its whole name, or its name without parameters.
pub(super) fn is_named(kernel: &Kernel, wanted: &str) -> bool {
    let name = kernel.name.as_str();
    let plain = name.split(['(', '<']).next().unwrap_or(name);
    let plain = plain.rsplit(' ').next().unwrap_or(plain);
    [kernel.symbol.as_str(), name, plain].contains(&wanted)
}
