//! The names by which host code launches kernels, and the stubs that stand for them.
//!
//! Source: clang's CUDA runtime code generation, and the CUDA runtime's interface.

use crate::llvm::bind::calls::symbol;
use inkwell::module::Module;
use inkwell::values::FunctionValue;

/// In the name of the host function that stands for a kernel.
pub(crate) const STUB: &str = "__device_stub__";

/// What a launch by `<<<…>>>` calls first.
pub(crate) const PUSH: &str = "__cudaPushCallConfiguration";

/// Functions of the runtime that launch their first argument: kernel, grid, block, arguments, shared memory, stream.
pub(crate) const LAUNCHING: [&str; 4] =
    ["cudaLaunchKernel", "cudaLaunchKernel_ptsz", "cudaLaunchCooperativeKernel", "cudaLaunchCooperativeKernel_ptsz"];

/// The functions that stand for kernels.
pub(crate) fn stubs<'ctx>(module: &Module<'ctx>) -> Vec<FunctionValue<'ctx>> {
    module.get_functions().filter(|function| symbol(*function).contains(STUB)).collect()
}

/// The function of the runtime that writes the address of a variable of the device where its first argument leads.
pub(crate) const SYMBOL_ADDRESS: &str = "cudaGetSymbolAddress";

/// Functions of the runtime that write no memory of the program but where their arguments lead, and keep none of these.
pub(crate) const ANSWERING: [&str; 9] = [
    "cudaDeviceGetAttribute",
    "cudaFuncGetAttributes",
    "cudaGetDevice",
    "cudaGetDeviceCount",
    "cudaGetDeviceProperties",
    "cudaGetDeviceProperties_v2",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cudaOccupancyMaxActiveClusters",
];

/// Functions of the runtime and of C's library that write no memory of the program, a stream's own left out, and keep no argument.
pub(crate) const TAKING: [&str; 15] = [
    "cudaDeviceSetLimit",
    "cudaFuncSetAttribute",
    "cudaFuncSetCacheConfig",
    "cudaFuncSetSharedMemConfig",
    "cudaGetErrorString",
    "cudaGetLastError",
    "cudaPeekAtLastError",
    "cudaSetDevice",
    "fflush",
    "fprintf",
    "fputs",
    "fwrite",
    "printf",
    "putchar",
    "puts",
];
