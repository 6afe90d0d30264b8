//! Finds the launches of kernels in host code.
//!
//! Computes, from host IR that `simplify` has prepared, each kernel's launches with their constant dimensions and
//! arguments, one by one as `sites` reads them. Of kernels of which they are not all known, or have no shape, what is seen: some
//! launches, shapes of those in code that constants fold away, shapes in `tables`.
//!
//! **Invariant:** a kernel is among `all` of the result only if all that its stub comes to (`handles`) is a launch that was found
//! or is known to launch nothing.

use super::handle_escapes::Written;
use super::handles::{self, Use};
use super::names::{self, STUB};
use super::sites::{configuration, is_harmless, sites, some_sites};
use super::stubs::Passing;
use super::{simplify, tables};
use crate::kernel::launch::{Launch, Launches, Seen};
use crate::llvm::bind::calls;
use crate::llvm::bind::ir::{Layout, Val};
use crate::llvm::bind::module::{self, LoadError};
use crate::llvm::bind::{debug_info, ffi, guard};
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::FunctionValue;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

/// Why nothing is known of a unit's launches.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("LLVM's passes failed: {0}")]
    Passes(String),
    #[error("the host code is malformed: {0}")]
    Malformed(String),
    #[error("LLVM cannot go on: {0}")]
    Fatal(String),
}

/// The launches in a host module; `path` is used in messages.
///
/// # Errors
/// The module cannot be read, or LLVM fails on it.
pub fn launches(path: &Path, bitcode: &[u8]) -> Result<Launches, Error> {
    let (path, bitcode) = (path.to_owned(), bitcode.to_owned());
    guard::guarded(move || in_module(&path, &bitcode)).unwrap_or_else(|message| Err(Error::Fatal(message)))
}

fn in_module(path: &Path, bitcode: &[u8]) -> Result<Launches, Error> {
    let context = Context::create();
    let module = module::read(&context, path, bitcode)?;
    // Passes crash on what is not well-formed.
    module.verify().map_err(|message| Error::Malformed(first_line(&message.to_string_lossy())))?;
    // What becomes of these is not seen afterwards.
    let copied: HashMap<String, Option<String>> =
        simplify::copied(&module).map(|f| (calls::symbol(f), debug_info::function_source_name(f))).collect();
    let called: BTreeSet<String> =
        names::stubs(&module).into_iter().filter(|f| is_called(*f)).map(calls::symbol).collect();
    let (passing, lends) = simplify::simplify(&module).map_err(Error::Passes)?;
    let mut found = Launches::default();
    let mut written = Written::new(&context, path, bitcode, &is_harmless);
    for stub in names::stubs(&module) {
        let places = passing.get(&calls::symbol(stub)).map_or(&[][..], Vec::as_slice);
        let Some(kernel) = kernel_of(&calls::symbol(stub)) else { continue };
        let sites = sites(&module, stub, places, &mut written);
        if sites.is_none() {
            let calls = some_sites(&module, stub, places, &mut written);
            found.seen.insert(kernel.clone(), Seen { calls, shapes: vec![] });
        }
        if let Some(mut sites) = sites {
            // A unit that has the kernel, too, is checked by itself.
            let elsewhere = !copied.contains_key(&calls::symbol(stub));
            let is_open = |name: &String| elsewhere && copied.values().flatten().any(|other| other == name);
            sites.iter_mut().for_each(|launch| launch.helpers.retain(is_open));
            found.all.insert(kernel, sites);
        }
    }
    add_shapes(&context, (path, bitcode), &module, &mut found);
    add_folded(&context, (path, bitcode), &called, &passing, &mut found);
    let seen = found.seen.values_mut().flat_map(|seen| seen.calls.iter_mut().chain(&mut seen.shapes));
    found.all.values_mut().flatten().chain(seen).for_each(|launch| launch.lent = lends);
    Ok(found)
}

/// Adds the shapes of launches whose dimensions lie in tables.
fn add_shapes(context: &Context, (path, bitcode): (&Path, &[u8]), module: &Module<'_>, found: &mut Launches) {
    let layout = Layout::of(module);
    let mut tabled = vec![];
    for stub in names::stubs(module) {
        let Some(kernel) = kernel_of(&calls::symbol(stub)) else { continue };
        for used in handles::some_uses(layout, stub) {
            let Use::Called(call) = used else { continue };
            let places = configuration(layout, call).and_then(|dims| tables::places(layout, &dims));
            tabled.extend(places.map(|places| (kernel.clone(), call, places)));
        }
    }
    let variables =
        tabled.iter().flat_map(|(_, _, places)| places.iter().flatten().map(|(name, _)| name.clone())).collect();
    let unit = if tabled.is_empty() { None } else { tables::unit(context, path, bitcode, &variables) };
    for ((kernel, call, places), unit) in tabled.into_iter().zip(unit.iter().cycle()) {
        let span = debug_info::span(call).unwrap_or_default();
        let mut known =
            found.all.get(&kernel).into_iter().chain(found.seen.get(&kernel).map(|seen| &seen.calls)).flatten();
        let Some(known) = known.find(|launch| launch.span == span).cloned() else { continue };
        let shapes = tables::shapes(unit, &places, [known.grid_dim, known.block_dim]).into_iter();
        let shapes =
            shapes.map(|[grid_dim, block_dim]| Launch { grid_dim, block_dim, relations: vec![], ..known.clone() });
        found.seen.entry(kernel).or_default().shapes.extend(shapes);
    }
}

/// Adds the shapes of launches in code that constants fold away, of kernels of which no other is seen. They are not launches that
/// happen: `if (size == 16) k<16><<<grid, size>>>()` has blocks of 32 where `size` is 32.
fn add_folded(
    context: &Context,
    (path, bitcode): (&Path, &[u8]),
    called: &BTreeSet<String>,
    passing: &Passing,
    found: &mut Launches,
) {
    let is_seen = |kernel: &String| {
        let calls = found.seen.get(kernel).map(|seen| &seen.calls);
        found.all.get(kernel).into_iter().chain(calls).any(|launches| !launches.is_empty())
    };
    let wanted: Vec<(String, &String)> = called
        .iter()
        .filter_map(|stub| Some((kernel_of(stub)?, stub)))
        .filter(|(kernel, _)| !is_seen(kernel))
        .collect();
    if wanted.is_empty() {
        return;
    }
    let Some(unit) = tables::unit(context, path, bitcode, &BTreeSet::new()) else { return };
    let mut written = Written::new(context, path, bitcode, &is_harmless);
    for (kernel, stub) in wanted {
        let places = passing.get(stub).map_or(&[][..], Vec::as_slice);
        let launches = unit.get_function(stub).map(|stub| some_sites(&unit, stub, places, &mut written));
        let shapes = launches.into_iter().flatten().map(|launch| Launch { relations: vec![], ..launch });
        found.seen.entry(kernel).or_default().shapes.extend(shapes);
    }
}

/// Whether a stub is called somewhere in a unit.
fn is_called(stub: FunctionValue<'_>) -> bool {
    let calls = Val::of(&stub).users().into_iter().filter_map(Val::as_instruction);
    calls.into_iter().any(|call| calls::called(call) == Some(stub))
}

fn first_line(text: &str) -> String {
    text.lines().next().unwrap_or_default().to_owned()
}

/// The symbol of the kernel that a stub stands for: the stub's without [`STUB`], which counts in the length of the name. A
/// digit before that length may belong to the name of a namespace: then what follows is mostly shorter than that, or the
/// symbol has no meaning. LLVM does not know the meaning of all.
fn kernel_of(stub: &str) -> Option<String> {
    let (before, after) = stub.split_once(STUB)?;
    if before.is_empty() {
        return Some(after.to_owned());
    }
    let start = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let candidates = (start..before.len()).filter_map(|at| {
        let length = before[at..].parse::<usize>().ok()?.checked_sub(STUB.len())?;
        let is_name = after.get(..length)?.starts_with(|c: char| !c.is_ascii_digit());
        is_name.then(|| format!("{}{length}{after}", &before[..at]))
    });
    let mut candidates: Vec<String> = candidates.collect();
    if candidates.len() > 1 {
        candidates.retain(|symbol| ffi::demangle(symbol) != *symbol);
    }
    candidates.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::kernel_of;

    #[test]
    fn a_stub_has_the_name_of_its_kernel() {
        assert_eq!(kernel_of("__device_stub__sum").as_deref(), Some("sum"));
        assert_eq!(kernel_of("_Z18__device_stub__sumPfi").as_deref(), Some("_Z3sumPfi"));
        assert_eq!(kernel_of("_ZN12_GLOBAL__N_117__device_stub__anEPi").as_deref(), Some("_ZN12_GLOBAL__N_12anEPi"));
        // A closure outside of functions.
        assert_eq!(kernel_of("_Z16__device_stub__kIUlPiE_EvT_S0_").as_deref(), Some("_Z1kIUlPiE_EvT_S0_"));
        let many = format!("_ZN2a116__device_stub__k{}", "PiRi".repeat(40));
        assert_eq!(kernel_of(&many), None, "which of two lengths it is cannot be seen");
        let many = format!("_ZN2a116__device_stub__kE{}", "PiRi".repeat(40));
        assert_eq!(kernel_of(&many), Some(format!("_ZN2a11kE{}", "PiRi".repeat(40))));
        assert_eq!(kernel_of("_Z3sumPfi"), None);
        assert_eq!(kernel_of("_Z2__device_stub__"), None);
    }
}
