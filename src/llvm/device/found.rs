//! An access as an instruction makes it: the pointer and the number of bytes, as LLVM values, before there is a marker.

use super::access::Site;
use inkwell::values::{BasicValueEnum, InstructionValue, PointerValue};

/// The number of bytes of an access.
pub(crate) enum Bytes<'ctx> {
    Fixed(u64),
    Value(BasicValueEnum<'ctx>),
}

/// What an address is a multiple of where so many bytes are accessed at once, also as a vector (PTX ISA, "Addresses as
/// Operands").
pub(crate) fn natural(bytes: u64) -> u64 {
    if bytes.is_power_of_two() { bytes } else { 1 }
}

/// An access before it has its marker. Without a pointer it is a call that is not understood.
pub(crate) struct Found<'ctx> {
    pub(crate) pointer: Option<PointerValue<'ctx>>,
    pub(crate) bytes: Bytes<'ctx>,
    pub(crate) value: Option<BasicValueEnum<'ctx>>,
    pub(crate) site: Site,
}

/// An operand that is a value.
pub(crate) fn operand(instruction: InstructionValue<'_>, index: u32) -> Option<BasicValueEnum<'_>> {
    instruction.get_operand(index)?.value()
}

/// An operand that is a pointer.
pub(crate) fn pointer(instruction: InstructionValue<'_>, index: u32) -> Option<PointerValue<'_>> {
    match operand(instruction, index)? {
        BasicValueEnum::PointerValue(pointer) => Some(pointer),
        _ => None,
    }
}
