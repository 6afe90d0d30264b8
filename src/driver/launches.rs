//! Which launches of the host code are looked for, and what they change in how a kernel is checked.

use crate::analysis::Options;
use crate::analysis::reports::of_launches::sites;
use crate::front::clang::CompiledUnit;
use crate::front::config::Environment;
use crate::front::inputs::quoted;
use crate::kernel::launch::{Launch, Launches};
use crate::kernel::overlay::{Overlay, Wanted};
use crate::kernel::shapes::{Shape, parts, shapes};
use crate::kernel::{Kernel, LaunchFacts};
use crate::verdict::LaunchSites;
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
pub(super) fn may_launch(source: &Path, folders: &[PathBuf], environment: &Environment) -> bool {
    let marked = |text: &Vec<u8>| MARKS.iter().any(|mark| memmem::find(text, mark.as_bytes()).is_some());
    visible(source, folders, environment).any(|text| marked(&text))
}

/// What a source holds, and the files that it includes by `"…"`.
pub(super) fn visible(source: &Path, folders: &[PathBuf], environment: &Environment) -> impl Iterator<Item = Vec<u8>> {
    let mut open = vec![source.to_owned()];
    let mut seen: BTreeSet<PathBuf> = BTreeSet::new();
    iter::from_fn(move || {
        loop {
            let file = open.pop()?;
            let Some(bytes) = environment.text_of(&file) else { continue };
            let beside = file.parent().map(Path::to_owned);
            for name in String::from_utf8_lossy(&bytes).lines().filter_map(quoted) {
                let places = beside.iter().chain(folders).map(|folder| folder.join(name));
                open.extend(
                    places.filter(|f| f.is_file() && seen.len() < MOST_FILES && seen.insert(f.clone())).take(1),
                );
            }
            return Some(bytes);
        }
    })
}

/// How the host side of a unit launches kernels.
///
/// # Errors
/// Why that is not known.
pub(super) fn of_unit(path: &Path, host: Result<&Option<Box<CompiledUnit>>, &String>) -> Result<Launches, String> {
    let Some(unit) = host.map_err(Clone::clone)? else { return Ok(Launches::default()) };
    crate::llvm::launches::launches(path, &unit.bitcode).map_err(|e| e.to_string())
}

/// Puts into the kernels how they are launched; `overlaid` lowers kernels with their overlays.
///
/// # Errors
/// Why these cannot be lowered; nothing is put in then.
pub(super) fn attach(
    kernels: &mut [Kernel],
    launches: &Launches,
    overlaid: &dyn Fn(Wanted) -> Result<Vec<Kernel>, String>,
) -> Result<(), String> {
    let of = |kernel: &Kernel| launches.all.get(&kernel.symbol).cloned().unwrap_or_default();
    let mut wanted = Wanted::new();
    for kernel in &*kernels {
        for launch in of(kernel) {
            let new = (kernel.symbol.clone(), overlays(&launch));
            if !new.1.is_empty() && !wanted.contains(&new) {
                wanted.push(new);
            }
        }
    }
    let variants = if wanted.is_empty() { vec![] } else { overlaid(wanted.clone())? };
    for kernel in kernels {
        kernel.launches = of(kernel);
        kernel.seen = launches.seen.get(&kernel.symbol).cloned().unwrap_or_default();
        let own = wanted.iter().zip(&variants).filter(|((symbol, _), _)| *symbol == kernel.symbol);
        // Pointers that a kernel does not read make no difference to it.
        for ((_, meant), variant) in own.filter(|(_, variant)| !variant.overlays.is_empty()) {
            let (for_it, others) =
                std::mem::take(&mut kernel.launches).into_iter().partition(|launch| overlays(launch) == *meant);
            kernel.launches = others;
            kernel.variants.push(Kernel { launches: for_it, ..variant.clone() });
        }
    }
    Ok(())
}

fn overlays(launch: &Launch) -> Vec<Overlay> {
    launch.overlays.iter().map(|(overlay, _)| overlay.clone()).collect()
}

/// All that a kernel is launched with, each with where that is seen.
pub(super) fn of_parts<'k>(
    kernel: &'k Kernel,
    options: &Options,
) -> Vec<(&'k Kernel, LaunchFacts, Option<LaunchSites>)> {
    let of_part = |part: &'k Kernel| {
        let shapes = shapes(part, &options.launch);
        let seen = shapes.iter().map(|shape| (part, shape.facts.clone(), Some(sites(shape))));
        let any = shapes.is_empty().then(|| (part, options.launch.clone(), None));
        seen.chain(any).collect::<Vec<_>>()
    };
    parts(kernel).flat_map(of_part).collect()
}

/// The launches of a variant, if it is to be checked for any.
pub(super) fn of_variant(kernel: &Kernel, given: &LaunchFacts) -> Option<Shape> {
    let sites = kernel.launches.iter().map(|launch| launch.span.clone()).collect();
    (!kernel.overlays.is_empty()).then(|| Shape { facts: given.clone(), sites, written: vec![] })
}

/// The options for each of so many checks that share the time and the work of one.
pub(super) fn shared(options: &Options, checks: usize) -> Options {
    let share = |time: Duration| time / checks.max(1) as u32;
    Options { deadline: options.deadline.map(share), effort: options.effort.map(share), ..options.clone() }
}

/// The shapes of a kernel's launches, each with the options to check it; they share the kernel's time and work.
pub(super) fn cases(kernel: &Kernel, options: &Options) -> Vec<(Shape, Options)> {
    let shapes = shapes(kernel, &options.launch);
    let share = shared(options, shapes.len());
    let with = |shape: &Shape| Options { launch: shape.facts.clone(), ..share.clone() };
    shapes.into_iter().map(|shape| (shape.clone(), with(&shape))).collect()
}
