//! What a check of a file needs, and how files and kernels are told apart.

use crate::diagnostics::pattern::{Pattern, is_pattern};
use crate::front::config::{Config, Environment};
use crate::front::near;
use crate::front::nvcc::Invocation;
use crate::kernel::Kernel;
use crate::term::VarKind;
use crate::verdict::{Asked, Unmatched};
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
#[must_use]
pub fn is_protocol(path: &Path) -> bool {
    matches!(suffix(path), "map" | "proto")
}

/// Whether clang has to compile it.
pub(super) fn is_cuda(path: &Path) -> bool {
    !matches!(suffix(path), "ll" | "bc" | "map" | "proto")
}

/// Whether the user means this kernel: by its symbol, its whole name, or its name without parameters, or a pattern of one of them.
pub(super) fn is_named(kernel: &Kernel, wanted: &str) -> bool {
    let mut names = [kernel.symbol.as_str(), kernel.name.as_str(), plain(kernel)].into_iter();
    let pattern = is_pattern(wanted).then(|| Pattern::new(wanted));
    names.any(|name| name == wanted || pattern.as_ref().is_some_and(|pattern| pattern.matches_name(name)))
}

/// A kernel's name without parameters.
fn plain(kernel: &Kernel) -> &str {
    let name = kernel.name.as_str();
    let plain = name.split(['(', '<']).next().unwrap_or(name);
    plain.rsplit(' ').next().unwrap_or(plain)
}

impl Check<'_> {
    /// The names that were asked for and that none of a file's kernels has. Direction: a name is in doubt not listed.
    pub(super) fn unmatched(&self, kernels: &[&Kernel]) -> Vec<Unmatched> {
        let names: Vec<&str> = kernels.iter().map(|kernel| plain(kernel)).collect();
        let entry = |asked, name: &str, known: &[&str]| Unmatched {
            asked,
            name: name.to_owned(),
            near: near::nearest(name, known.iter().copied()).map(str::to_owned),
        };
        let has = |wanted: &String| kernels.iter().any(|kernel| is_named(kernel, wanted));
        let of_kernels = self.config.kernels.iter().filter(|name| !has(name)).map(|n| entry(Asked::Kernel, n, &names));
        let of_sections = self.config.facts.keys().filter(|name| !has(name)).map(|n| entry(Asked::Section, n, &names));
        let wanted = &self.config.kernels;
        let chosen = |kernel: &&&Kernel| wanted.is_empty() || wanted.iter().any(|name| is_named(kernel, name));
        let chosen: Vec<&Kernel> = kernels.iter().filter(chosen).copied().collect();
        let params: Vec<&str> = chosen.iter().flat_map(|kernel| parameters(kernel)).collect();
        // Without debug information names are not known. A field that nothing reads has no name.
        let is_known = |name: &str| params.contains(&name) || chosen.iter().any(|kernel| kernel.parameters.is_empty());
        let is_there = |name: &str| is_known(name) || name.split(['.', '+']).next().is_some_and(is_known);
        let of_params = self.config.params.keys().filter(|name| !is_there(name));
        let of_params = of_params.filter(|_| !chosen.is_empty()).map(|name| entry(Asked::Param, name, &params));
        of_kernels.chain(of_sections).chain(of_params).collect()
    }
}

/// The parameters of a kernel and their fields, by the names that are known.
fn parameters(kernel: &Kernel) -> Vec<&str> {
    let named = kernel.terms.vars().map(|var| kernel.terms.var_info(var));
    let fields = named.filter(|info| info.kind == VarKind::Param).map(|info| info.name.as_str());
    kernel.parameters.iter().map(String::as_str).chain(fields).collect()
}
