//! Inline assembly that is one load, as `asm("ld.global.cs.f32 %0, [%1];" : "=f"(value) : "l"(place))`.

use super::memory::{Operation, accesses};
use super::text::split;
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::device::access::Mode;
use inkwell::values::InstructionValue;

/// The load, with the argument that is its address, of inline assembly that is one weak load of one value and nothing else.
pub(crate) fn only_load(call: InstructionValue<'_>) -> Option<(Operation, u32)> {
    let Some(Callee::Assembly(template)) = callee(call) else { return None };
    let is_one = matches!(split(&template).as_slice(), [one] if one.trim_start().starts_with("ld."));
    let load = accesses(call)?.pop().filter(|_| is_one)?;
    let is_weak = load.0.mode == Mode::Read && !load.0.volatile && !load.0.shared && load.0.when.is_none();
    is_weak.then_some(load)
}
