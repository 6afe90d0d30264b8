//! Loads device code and finds the kernels in it.
//!
//! Computes an LLVM module from a `.ll` or `.bc` file, and the list of its kernels with their launch bounds. Source:
//! NVVM IR's `!nvvm.annotations` and calling conventions. Invariants: a module that loads has an NVPTX triple; kernels
//! come in the order in which the module defines them.

use super::calls::symbol;
use super::{debug_info, ffi};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::Module;
use inkwell::values::FunctionValue;
use std::path::{Path, PathBuf};

/// LLVM's number for the calling convention `ptx_kernel`.
const PTX_KERNEL: u32 = 71;

/// Why a file could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error("{}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file has no content.
    #[error("{}: the file is empty", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// The file is neither LLVM assembly nor bitcode that LLVM 19 reads.
    #[error("{}{}: {message}", path.display(), position.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Line and column, from 1, where LLVM names them (assembly only).
        position: Option<(u32, u32)>,
        /// LLVM's message.
        message: String,
    },
    /// The module is not for NVIDIA GPUs.
    #[error("{}: the target is {}, not nvptx64: this is no CUDA device code", path.display(), if triple.is_empty() { "not named" } else { triple })]
    NotDeviceCode {
        /// The file.
        path: PathBuf,
        /// Its target triple.
        triple: String,
    },
}

/// Loads LLVM assembly or bitcode of device code.
///
/// # Errors
/// The file cannot be read, is empty, is not valid, or is not for an NVPTX target.
pub fn load<'ctx>(context: &'ctx Context, path: &Path) -> Result<Module<'ctx>, LoadError> {
    let bytes = std::fs::read(path).map_err(|source| LoadError::Read { path: path.to_owned(), source })?;
    parse(context, path, &bytes)
}

/// Parses LLVM assembly or bitcode; `path` is only used in messages and as the module's name.
///
/// # Errors
/// As [`load`].
pub fn parse<'ctx>(context: &'ctx Context, path: &Path, bytes: &[u8]) -> Result<Module<'ctx>, LoadError> {
    let module = read(context, path, bytes)?;
    let triple = module.get_triple().as_str().to_string_lossy().into_owned();
    if !triple.starts_with("nvptx") {
        return Err(LoadError::NotDeviceCode { path: path.to_owned(), triple });
    }
    Ok(module)
}

/// As [`parse`], for any target.
pub(crate) fn read<'ctx>(context: &'ctx Context, path: &Path, bytes: &[u8]) -> Result<Module<'ctx>, LoadError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(LoadError::Empty { path: path.to_owned() });
    }
    let name = path.to_string_lossy().replace('\0', "");
    let buffer = MemoryBuffer::create_from_memory_range_copy(bytes, &name);
    ffi::configure();
    let module = context.create_module_from_ir(buffer);
    let module = module.map_err(|message| parse_error(path, &name, &message.to_string_lossy()))?;
    debug_info::mend(&module);
    Ok(module)
}

/// Splits LLVM's `name:line:column: error: text`; the source line that may follow is left out.
fn parse_error(path: &Path, name: &str, text: &str) -> LoadError {
    let text = text.lines().next().unwrap_or("");
    let rest = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(':')).unwrap_or(text);
    let mut parts = rest.splitn(3, ':');
    let position = match (parts.next().map(str::parse), parts.next().map(str::parse)) {
        (Some(Ok(line)), Some(Ok(column))) => Some((line, column)),
        _ => None,
    };
    let message = if position.is_some() { parts.next().unwrap_or(rest) } else { rest };
    let message = message.trim_start();
    let message = message.strip_prefix("error: ").unwrap_or(message).to_owned();
    LoadError::Parse { path: path.to_owned(), position, message }
}

/// What `__launch_bounds__` and `reqntid` say. Extents are in threads; `None` is not given.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LaunchBounds {
    /// Upper bounds (`maxntidx`, y, z); their product bounds the block.
    pub max_threads: [Option<u32>; 3],
    /// The exact shape of the block (`reqntidx`, y, z).
    pub required: [Option<u32>; 3],
    /// The blocks of a cluster (`__cluster_dims__`), by axis: all of them or none.
    pub cluster: [Option<u32>; 3],
    /// The least number of blocks on a multiprocessor (`minctasm`); no fact about the shape.
    pub min_blocks: Option<u32>,
}

/// A kernel that a module defines.
#[derive(Debug, Clone)]
pub struct KernelInfo<'ctx> {
    /// Its function.
    pub function: FunctionValue<'ctx>,
    /// Its name as the source writes it.
    pub name: String,
    /// Its mangled name.
    pub symbol: String,
    /// Its launch bounds.
    pub bounds: LaunchBounds,
}

/// The kernels that a module defines, in the module's order.
pub fn kernels<'ctx>(module: &Module<'ctx>) -> Vec<KernelInfo<'ctx>> {
    let annotations = ffi::annotations(module);
    let of = |function| annotations.iter().filter(move |annotation| annotation.function == function);
    module
        .get_functions()
        .filter(|function| function.count_basic_blocks() > 0)
        .filter(|&function| {
            function.get_call_conventions() == PTX_KERNEL
                || of(function).any(|annotation| annotation.key == "kernel" && annotation.value == 1)
        })
        .map(|function| {
            let mut bounds = LaunchBounds::default();
            for annotation in of(function) {
                note_bound(&mut bounds, &annotation.key, annotation.value);
            }
            if bounds.cluster != [None; 3] {
                bounds.cluster = bounds.cluster.map(|n| n.or(Some(1)));
            }
            let symbol = symbol(function);
            KernelInfo { function, name: ffi::demangle(&symbol), symbol, bounds }
        })
        .collect()
}

/// Takes one annotation into the bounds. A value of 0 or above 32 bits says nothing.
fn note_bound(bounds: &mut LaunchBounds, key: &str, value: u64) {
    let value = u32::try_from(value).ok().filter(|&value| value > 0);
    match key {
        "maxntidx" => bounds.max_threads[0] = value,
        "maxntidy" => bounds.max_threads[1] = value,
        "maxntidz" => bounds.max_threads[2] = value,
        "reqntidx" => bounds.required[0] = value,
        "reqntidy" => bounds.required[1] = value,
        "reqntidz" => bounds.required[2] = value,
        "cluster_dim_x" => bounds.cluster[0] = value,
        "cluster_dim_y" => bounds.cluster[1] = value,
        "cluster_dim_z" => bounds.cluster[2] = value,
        "minctasm" => bounds.min_blocks = value,
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use inkwell::context::Context;

    use super::{LaunchBounds, kernels, load, parse};

    const CODE: &str = "target triple = \"nvptx64-nvidia-cuda\"
define void @_Z5firstPf(ptr %a) { ret void }
define ptx_kernel void @second() { ret void }
define void @_Z5helpPf(ptr %a) { ret void }
declare void @elsewhere()
!nvvm.annotations = !{!0, !1, !2, !3, !4}
!0 = !{ptr @_Z5firstPf, !\"kernel\", i32 1, !\"maxntidx\", i32 256}
!1 = !{null, !\"align\", i32 8}
!2 = !{ptr @_Z5firstPf, !\"reqntidx\", i32 64, !\"reqntidy\", i32 2, !\"minctasm\", i32 0}
!3 = !{ptr @elsewhere, !\"kernel\", i32 1}
!4 = !{ptr @_Z5helpPf, !\"maxntidx\", i32 32}
";

    fn error(bytes: &[u8]) -> String {
        let context = Context::create();
        parse(&context, Path::new("dir/x.ll"), bytes).err().map_or_else(String::new, |error| error.to_string())
    }

    #[test]
    fn kernels_come_with_names_and_bounds() {
        let context = Context::create();
        let module = parse(&context, Path::new("x.ll"), CODE.as_bytes()).expect("the test's code parses");
        let found = kernels(&module);
        let names: Vec<_> = found.iter().map(|kernel| (kernel.name.as_str(), kernel.symbol.as_str())).collect();
        assert_eq!(names, [("first(float*)", "_Z5firstPf"), ("second", "second")]);
        let bounds = LaunchBounds {
            max_threads: [Some(256), None, None],
            required: [Some(64), Some(2), None],
            cluster: [None; 3],
            min_blocks: None,
        };
        assert_eq!((found[0].bounds, found[1].bounds), (bounds, LaunchBounds::default()));
    }

    #[test]
    fn a_syntax_error_has_its_position() {
        assert_eq!(error(b"define void @f() {\n  nonsense\n}"), "dir/x.ll:2:3: expected instruction opcode");
    }

    #[test]
    fn bitcode_is_read_and_a_truncated_file_is_refused() {
        let context = Context::create();
        let module = parse(&context, Path::new("x.ll"), CODE.as_bytes()).expect("the test's code parses");
        let bitcode = module.write_bitcode_to_memory();
        let bytes = bitcode.as_slice();
        let again = parse(&context, Path::new("x.bc"), bytes).expect("bitcode parses");
        assert_eq!(kernels(&again).len(), 2);
        assert!(error(&bytes[..bytes.len() / 2]).starts_with("dir/x.ll: "));
    }

    #[test]
    fn other_targets_and_empty_files_are_refused() {
        let host = error(b"target triple = \"x86_64-pc-linux-gnu\"");
        assert_eq!(host, "dir/x.ll: the target is x86_64-pc-linux-gnu, not nvptx64: this is no CUDA device code");
        assert!(error(b"define void @f() { ret void }").contains("the target is not named"));
        assert_eq!(error(b" \n"), "dir/x.ll: the file is empty");
        let context = Context::create();
        assert!(load(&context, Path::new("does/not/exist.ll")).is_err());
    }
}
