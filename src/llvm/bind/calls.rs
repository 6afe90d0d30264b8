//! What a call instruction calls.
//!
//! Computes one plain answer from LLVM's several ways to say it. Invariant: a function that is called with another
//! type than its own is `Indirect`, since LLVM will not inline it.

use super::ffi;
use inkwell::values::{CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue};

/// The target of a call.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Callee<'ctx> {
    /// A function with a body in this module.
    Defined(FunctionValue<'ctx>),
    /// An intrinsic or a function that is only declared.
    Declared(FunctionValue<'ctx>),
    /// Inline assembly with this template.
    Assembly(String),
    /// A pointer that is only known at run time.
    Indirect,
}

/// The target of `instruction`, or `None` if it is no call.
pub(crate) fn callee(instruction: InstructionValue<'_>) -> Option<Callee<'_>> {
    match instruction.get_opcode() {
        InstructionOpcode::Call | InstructionOpcode::Invoke | InstructionOpcode::CallBr => {}
        _ => return None,
    }
    if let Some(text) = ffi::inline_assembly(instruction) {
        return Some(Callee::Assembly(text));
    }
    let typed = match CallSiteValue::try_from(instruction) {
        Ok(call) => call.get_called_fn_value(),
        Err(()) => ffi::called_function(instruction),
    };
    Some(match typed {
        None => Callee::Indirect,
        Some(function) if function.count_basic_blocks() == 0 => Callee::Declared(function),
        Some(function) => Callee::Defined(function),
    })
}

/// A function's symbol.
pub(crate) fn symbol(function: FunctionValue<'_>) -> String {
    function.get_name().to_string_lossy().into_owned()
}

/// The last part of a function's name without parameters.
pub(crate) fn base_name(symbol: &str) -> String {
    let name = ffi::demangle(symbol);
    let end = name.find(['<', '(']).unwrap_or(name.len());
    name[..end].rsplit([' ', ':']).next().unwrap_or_default().to_owned()
}

/// The function that a call names.
pub(crate) fn called(instruction: InstructionValue<'_>) -> Option<FunctionValue<'_>> {
    match callee(instruction)? {
        Callee::Defined(function) | Callee::Declared(function) => Some(function),
        Callee::Assembly(_) | Callee::Indirect => None,
    }
}

/// All instructions of a function in the order in which they are written.
pub(crate) fn instructions<'ctx>(function: FunctionValue<'ctx>) -> impl Iterator<Item = InstructionValue<'ctx>> {
    function.get_basic_block_iter().flat_map(|block| block.get_instructions())
}

/// Whether a call's target is declared to read and write no memory at all.
pub(crate) fn is_pure(call: InstructionValue<'_>) -> bool {
    match callee(call) {
        Some(Callee::Declared(function)) => ffi::touches_no_memory(function),
        Some(Callee::Defined(_) | Callee::Assembly(_) | Callee::Indirect) | None => false,
    }
}
