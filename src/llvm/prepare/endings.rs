//! Ends the paths of threads where PTX does, though LLVM goes on.
//!
//! A trap ends the launch: no thread goes on behind one of its own. clang lets control go on behind `__builtin_trap()` and
//! `asm("trap;")`; here what follows a trap becomes unreachable if nothing that others see is on the way there from a branch
//! that also leads elsewhere. Other traps stay, and lowering says that no access of their threads follows (`survive`): at a
//! barrier behind `if (bad) { *error = 1; __trap(); }` nobody is missing. `asm("exit;")` ends the thread, also from within
//! functions: it becomes a return of the kernel, once all is inlined.
//!
//! Source: PTX ISA, "Miscellaneous Instructions" and `exit`. Direction: an ending under a predicate is left as it is, as if
//! the thread went on behind a trap; behind an `exit` the kernel is unknown. What stands before an ending is kept.

use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::ffi;
use crate::llvm::device::endings::{is_exit, is_trap};
use crate::llvm::device::intrinsics::{Role, role};
use crate::llvm::device::library;
use crate::llvm::flow::cfg::{BlockId, Cfg};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::values::{AsValueRef, FunctionValue, InstructionOpcode, InstructionValue};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{CStr, c_char};

unsafe extern "C" {
    fn rp_end_after(instruction: LLVMValueRef);
    fn rp_return_at(instruction: LLVMValueRef, name: *const c_char);
}

/// Makes unreachable what stands behind traps that a branch leads to with nothing on the way.
pub(crate) fn end_at_traps(kernel: FunctionValue<'_>) {
    let Some(cfg) = Cfg::of(kernel) else { return };
    let trap = |block: BlockId| {
        let mut instructions = cfg.block(block).get_instructions().skip_while(|i| !is_trap(*i) && is_quiet(*i));
        instructions.next().filter(|i| is_trap(*i))
    };
    let mut traps: BTreeMap<BlockId, InstructionValue<'_>> = cfg.blocks().filter_map(|b| Some((b, trap(b)?))).collect();
    loop {
        let goes_on = |block: BlockId| cfg.successors(block).iter().any(|e| !traps.contains_key(&e.to));
        let kept = traps.keys().copied().filter(|b| cfg.predecessors(*b).iter().all(|e| goes_on(e.from)));
        let kept: BTreeSet<BlockId> = kept.collect();
        if kept.len() == traps.len() {
            break;
        }
        traps.retain(|block, _| kept.contains(block));
    }
    traps.into_values().for_each(end_after);
}

/// Whether an instruction is seen by no other thread, and waits for none.
fn is_quiet(instruction: InstructionValue<'_>) -> bool {
    let only_computes = |role| {
        use Role::{Assumption, First, Fresh, Nothing, Register, Value};
        matches!(role, Value | Fresh | First | Register | Nothing | Assumption)
    };
    match callee(instruction) {
        None => true,
        Some(Callee::Declared(function)) => {
            let name = symbol(function);
            role(&name).map_or_else(|| library::only_computes(&ffi::demangle(&name)), only_computes)
        }
        Some(Callee::Defined(_) | Callee::Assembly(_) | Callee::Indirect) => false,
    }
}

/// Has a kernel return at exits.
pub(crate) fn return_at_exits(kernel: FunctionValue<'_>) {
    let returns = |i: &InstructionValue<'_>| {
        i.get_next_instruction().is_some_and(|n| n.get_opcode() == InstructionOpcode::Return)
    };
    while let Some(exit) =
        instructions(kernel).find(|i| is_exit(*i) && i.get_next_instruction().is_some() && !returns(i))
    {
        return_at(exit, c"exit");
    }
}

/// Makes what stands behind an instruction unreachable.
fn end_after(instruction: InstructionValue<'_>) {
    // SAFETY: a live instruction; nothing behind it is kept.
    unsafe { rp_end_after(instruction.as_value_ref()) };
}

/// Has a function without a result return at an instruction, in a block of its own with this name.
fn return_at(instruction: InstructionValue<'_>, name: &CStr) {
    // SAFETY: a live instruction that is no terminator; nothing behind it is kept.
    unsafe { rp_return_at(instruction.as_value_ref(), name.as_ptr()) };
}
