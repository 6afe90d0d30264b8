//! Which launches of the host code are looked for, and what they change in how a kernel is checked.

use super::devices::Variant;
use crate::analysis::Options;
use crate::clang::CompiledUnit;
use crate::kernel::Kernel;
use crate::kernel::launch::{Shape, shapes};
use memchr::memmem;
use std::collections::BTreeSet;
use std::iter;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What every launch in a source has in it.
const MARKS: [&str; 2] = ["<<<", "cudaLaunch"];
/// The most files that are searched for it.
const MOST_FILES: usize = 200;

/// Whether a source, or a file that it includes by `"…"`, has a launch in it. Those that macros hide, or other included
/// files, are not found: unless they are of templates, nothing is then known of them.
pub(super) fn may_launch(source: &Path, folders: &[PathBuf]) -> bool {
    let marked = |text: &Vec<u8>| MARKS.iter().any(|mark| memmem::find(text, mark.as_bytes()).is_some());
    visible(source, folders).any(|text| marked(&text))
}

/// What a source holds, and the files that it includes by `"…"`.
pub(super) fn visible(source: &Path, folders: &[PathBuf]) -> impl Iterator<Item = Vec<u8>> {
    let mut open = vec![source.to_owned()];
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    iter::from_fn(move || {
        loop {
            let file = open.pop()?;
            let Ok(bytes) = std::fs::read(&file) else { continue };
            let beside = file.parent().map(Path::to_owned);
            for name in String::from_utf8_lossy(&bytes).lines().filter_map(included) {
                let places = beside.iter().chain(folders).map(|folder| folder.join(name));
                open.extend(
                    places.filter(|f| f.is_file() && seen.len() < MOST_FILES && seen.insert(f.clone())).take(1),
                );
            }
            return Some(bytes);
        }
    })
}

/// The file that a line includes by `"…"`.
fn included(line: &str) -> Option<&str> {
    let name = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    name.strip_prefix('"')?.split('"').next()
}

/// Puts into the kernels how the host side launches them.
///
/// # Errors
/// Why that is not known; nothing is put in then.
pub(super) fn attach(
    path: &Path,
    host: Result<&Option<CompiledUnit>, &String>,
    variants: &mut [Variant],
) -> Result<(), String> {
    let Some(unit) = host.map_err(Clone::clone)? else { return Ok(()) };
    let launches = crate::llvm::launches::launches(path, &unit.bitcode).map_err(|e| e.to_string())?;
    for Variant { kernel, .. } in variants {
        kernel.launches = launches.get(&kernel.symbol).cloned().unwrap_or_default();
    }
    Ok(())
}

/// The shapes of a kernel's launches, each with the options to check it; they share the kernel's time and work.
pub(super) fn cases(kernel: &Kernel, options: &Options) -> Vec<(Shape, Options)> {
    let shapes = shapes(kernel, &options.launch);
    let share = |time: Duration| time / shapes.len().max(1) as u32;
    let (deadline, effort) = (options.deadline.map(share), options.effort.map(share));
    let with = |shape: &Shape| Options { launch: shape.facts.clone(), deadline, effort, ..options.clone() };
    shapes.into_iter().map(|shape| (shape.clone(), with(&shape))).collect()
}
