//! The kernels of a device module, lowered: what the rest of raceproof asks of LLVM.

use super::bind::{ffi, guard, module};
use super::lower::kernel;
use super::plain::reader;
use super::prepare::passes::{PrepareError, prepare};
use super::reading::Reading;
use crate::kernel::Kernel;
use crate::kernel::overlay::{Overlay, Wanted};
use crate::kernel::program::Program;
use crate::verdict::Assumption;
use inkwell::context::Context;
use inkwell::module::Module;
use std::path::Path;

/// Named metadata of modules that no pass has run on; `src/front/plugin/plugin.cpp` writes it.
const UNOPTIMISED: &str = "raceproof.unoptimised";

/// Why a file gives no kernels.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Load(#[from] module::LoadError),
    #[error("{path}: {source}")]
    Prepare { path: String, source: PrepareError },
    #[error("{path}: LLVM cannot go on: {message}")]
    Fatal { path: String, message: String },
}

/// The kernels of a device module (`.ll` or `.bc`), lowered, in the module's order.
///
/// # Errors
/// The file cannot be read, is no device code, or LLVM fails on it. What concerns one kernel is in its `unsupported`.
pub fn kernels(path: &Path, reading: Reading) -> Result<Vec<Kernel>, Error> {
    guarded(path, None, move |path, context, _| {
        let module = module::load(context, path)?;
        let mut kernels = lowered(path, &module, reading)?;
        if !ffi::has_named_metadata(&module, UNOPTIMISED) {
            for kernel in &mut kernels {
                kernel.assumptions.push(Assumption::Unoptimised);
            }
        }
        Ok(kernels)
    })
}

/// The kernels of bitcode in memory; `path` is used in messages.
///
/// # Errors
/// As [`kernels`].
pub fn kernels_of(path: &Path, bitcode: &[u8], reading: Reading) -> Result<Vec<Kernel>, Error> {
    guarded(path, Some(bitcode), move |path, context, bitcode| {
        lowered(path, &module::parse(context, path, bitcode)?, reading)
    })
}

/// Kernels of bitcode in memory for launches that pass several pointers into one object: of each symbol with its overlays,
/// in this order. The kernels of symbols that the module does not have, and those after them, are left out.
///
/// # Errors
/// As [`kernels`].
pub fn overlaid(path: &Path, bitcode: &[u8], reading: Reading, wanted: Wanted) -> Result<Vec<Kernel>, Error> {
    guarded(path, Some(bitcode), move |path, context, bitcode| {
        let module = module::parse(context, path, bitcode)?;
        let prepared = prepare(&module, reading.linked)
            .map_err(|source| Error::Prepare { path: path.display().to_string(), source })?;
        let of = |symbol: &str| prepared.kernels.iter().find(|kernel| kernel.symbol == symbol);
        let lower = |(symbol, overlays): &(String, Vec<Overlay>)| {
            of(symbol).map(|kernel| kernel::kernel(&module, &prepared, kernel, reading, overlays))
        };
        Ok(wanted.iter().map_while(lower).collect())
    })
}

/// Whether a device module may have kernels that are instances of templates, which it has since something uses them.
///
/// # Errors
/// As [`kernels`].
pub fn has_instances(path: &Path, bitcode: &[u8]) -> Result<bool, Error> {
    guarded(path, Some(bitcode), |path, context, bitcode| {
        let module = module::parse(context, path, bitcode)?;
        Ok(module::kernels(&module).iter().any(|kernel| kernel.name.contains('<')))
    })
}

/// The programs of kernels of a device module (`bitcode`, or else the file at `path`): of those that could be prepared.
///
/// # Errors
/// As [`kernels`].
pub fn programs(
    path: &Path,
    bitcode: Option<&[u8]>,
    reading: Reading,
    symbols: &[String],
) -> Result<Vec<Program>, Error> {
    let (is_given, symbols) = (bitcode.is_some(), symbols.to_owned());
    guarded(path, bitcode, move |path, context, bitcode| {
        let module = if is_given { module::parse(context, path, bitcode)? } else { module::load(context, path)? };
        let prepared = prepare(&module, reading.linked)
            .map_err(|source| Error::Prepare { path: path.display().to_string(), source })?;
        let wanted =
            prepared.kernels.iter().filter(|kernel| kernel.problem.is_none() && symbols.contains(&kernel.symbol));
        Ok(wanted.map(|kernel| reader::program(&module, &prepared, kernel)).collect())
    })
}

/// The IR of a device module (`bitcode`, or else the file at `path`) after preparation, as LLVM writes it.
///
/// # Errors
/// As [`kernels`].
pub fn prepared_ir(path: &Path, bitcode: Option<&[u8]>) -> Result<String, Error> {
    let is_given = bitcode.is_some();
    guarded(path, bitcode, move |path, context, bitcode| {
        let module = if is_given { module::parse(context, path, bitcode)? } else { module::load(context, path)? };
        prepare(&module, false).map_err(|source| Error::Prepare { path: path.display().to_string(), source })?;
        Ok(module.print_to_string().to_string())
    })
}

/// The result of `work` on a file and bitcode, unless LLVM cannot go on with it.
fn guarded<T: Send + 'static>(
    path: &Path,
    bitcode: Option<&[u8]>,
    work: impl FnOnce(&Path, &Context, &[u8]) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let (own, bitcode) = (path.to_owned(), bitcode.unwrap_or_default().to_owned());
    guard::guarded(move || work(&own, &Context::create(), &bitcode))
        .unwrap_or_else(|message| Err(Error::Fatal { path: path.display().to_string(), message }))
}

fn lowered(path: &Path, module: &Module<'_>, reading: Reading) -> Result<Vec<Kernel>, Error> {
    let prepared = prepare(module, reading.linked)
        .map_err(|source| Error::Prepare { path: path.display().to_string(), source })?;
    Ok(prepared.kernels.iter().map(|k| kernel::kernel(module, &prepared, k, reading, &[])).collect())
}

/// The version of the LLVM that is linked.
#[must_use]
pub fn version() -> String {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    format!("{major}.{minor}.{patch}")
}
