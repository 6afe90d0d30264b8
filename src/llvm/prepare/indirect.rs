//! Calls by function pointers that are not known.
//!
//! In device code that is not linked with other units a pointer can only be to a function of the module whose address is
//! taken, so that the call is a choice between those of its type (as `CallPromotionUtils` of LLVM makes them). That nothing
//! else is called is an assumption, which names the functions; without a candidate the call stays.

use super::prepared::PreparedKernel;
use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::ffi;
use crate::verdict::Assumption;
use inkwell::module::Module;
use inkwell::values::{FunctionValue, InstructionValue};

/// The most functions that one call is a choice of.
const CHOICES: usize = 8;

/// Makes choices of the indirect calls of the kernels where there are candidates; whether there were any.
pub(crate) fn resolve(module: &Module<'_>, kernels: &mut [PreparedKernel<'_>]) -> bool {
    let are_kernels: Vec<_> = kernels.iter().map(|kernel| kernel.function).collect();
    let taken: Vec<FunctionValue<'_>> =
        module.get_functions().filter(|f| !are_kernels.contains(f) && ffi::has_address_taken(*f)).collect();
    // A choice of a function that chooses again might never end.
    let is_open = |f: &FunctionValue<'_>| f.count_basic_blocks() == 0 || instructions(*f).any(is_indirect);
    let mut resolved = false;
    for kernel in kernels.iter_mut().filter(|kernel| kernel.problem.is_none()) {
        let calls: Vec<_> = instructions(kernel.function).filter(|i| is_indirect(*i)).collect();
        for call in calls {
            let candidates: Vec<_> = taken.iter().copied().filter(|f| ffi::may_call(call, *f)).collect();
            if candidates.is_empty() || candidates.len() > CHOICES || candidates.iter().any(is_open) {
                continue;
            }
            let functions = candidates.iter().map(|f| name(*f)).collect();
            kernel.assumptions.push(Assumption::PointerTo { functions });
            ffi::choose(call, &candidates);
            resolved = true;
        }
    }
    resolved
}

fn is_indirect(instruction: InstructionValue<'_>) -> bool {
    matches!(callee(instruction), Some(Callee::Indirect))
}

/// Without the types of its parameters.
fn name(function: FunctionValue<'_>) -> String {
    let name = ffi::demangle(&symbol(function));
    name.split('(').next().unwrap_or(&name).to_owned()
}
