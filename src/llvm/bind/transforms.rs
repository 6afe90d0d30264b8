//! Safe names for what the C++ beside this file changes in functions.
//!
//! Invariants: as of [`ffi`](super::ffi).

use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue, IntValue};

unsafe extern "C" {
    fn rp_forward_copies(function: LLVMValueRef) -> bool;
    fn rp_unroll_own_arrays(function: LLVMValueRef, trips: u32, size: u32) -> bool;
    fn rp_compute_recursion(function: LLVMValueRef) -> bool;
    fn rp_make_conditional(call: LLVMValueRef, condition: LLVMValueRef);
}

/// Puts parameters and constants in the place of copies of them that are only read, and what values were put together from in the
/// place of their parts; whether there were any.
pub(crate) fn forward_copies(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    unsafe { rp_forward_copies(function.as_value_ref()) }
}

/// Unrolls the loops of at most `trips` iterations that count through an array of the thread's own of which something is read
/// that an address or a branch depends on, until the function has `size` instructions more; whether something was changed.
pub(crate) fn unroll_own_arrays(function: FunctionValue<'_>, trips: u32, size: u32) -> bool {
    // SAFETY: a live function with a body.
    unsafe { rp_unroll_own_arrays(function.as_value_ref(), trips, size) }
}

/// Computes the calls of functions that call themselves and read nothing but constant arguments; whether there were any.
pub(crate) fn compute_recursion(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    unsafe { rp_compute_recursion(function.as_value_ref()) }
}

/// Has a call that gives no value be made only where a condition holds, which stands before it.
pub(crate) fn make_conditional(call: InstructionValue<'_>, condition: IntValue<'_>) {
    // SAFETY: a live call in a block that is complete, and a live value of one bit that dominates it.
    unsafe { rp_make_conditional(call.as_value_ref(), condition.as_value_ref()) }
}
