//! Which calls end a thread or the launch: traps, failed assertions, `exit`.
//!
//! Source: PTX ISA, "Miscellaneous Instructions" and `exit`. Direction: an ending under a predicate is none.

use super::intrinsics::{Role, role};
use super::ptx::template;
use crate::llvm::bind::calls::{Callee, callee, symbol};
use inkwell::values::InstructionValue;

/// Functions of the device's runtime that end the launch.
const ENDING: [&str; 2] = ["__assertfail", "abort"];

/// Whether no thread goes on behind a call.
pub(crate) fn is_trap(call: InstructionValue<'_>) -> bool {
    match callee(call) {
        Some(Callee::Assembly(text)) => template::is_trap(&text),
        Some(Callee::Declared(function)) => {
            let name = symbol(function);
            role(&name) == Some(Role::Trap) || ENDING.contains(&name.as_str())
        }
        Some(Callee::Defined(_) | Callee::Indirect) | None => false,
    }
}

/// Whether a debugger may go on behind a call that is a trap without one.
pub(crate) fn is_breakpoint(call: InstructionValue<'_>) -> bool {
    match callee(call) {
        Some(Callee::Assembly(text)) => template::is_breakpoint(&text),
        Some(Callee::Declared(function)) => symbol(function) == "llvm.debugtrap",
        Some(Callee::Defined(_) | Callee::Indirect) | None => false,
    }
}

/// Whether a call ends its thread, as a return from the kernel does.
pub(crate) fn is_exit(call: InstructionValue<'_>) -> bool {
    match callee(call) {
        Some(Callee::Assembly(text)) => template::is_exit(&text),
        Some(Callee::Declared(function)) => role(&symbol(function)) == Some(Role::Exit),
        Some(Callee::Defined(_) | Callee::Indirect) | None => false,
    }
}
