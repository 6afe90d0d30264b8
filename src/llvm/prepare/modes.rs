//! How LLVM's own instructions access memory: plainly or atomically, in which scope, and how they are aligned.

use crate::llvm::bind::ffi;
use crate::llvm::device::access::{AtomicOp, AtomicScope, Mode};
use inkwell::AtomicOrdering;
use inkwell::values::InstructionValue;

pub(super) fn is_volatile(instruction: InstructionValue<'_>) -> bool {
    instruction.get_volatile().unwrap_or(true)
}

/// 1 if LLVM says none.
pub(super) fn alignment(instruction: InstructionValue<'_>) -> u64 {
    instruction.get_alignment().map_or(1, |bytes| u64::from(bytes.max(1)))
}

pub(super) fn plain_or_atomic(instruction: InstructionValue<'_>, plain: Mode, op: AtomicOp) -> Mode {
    match instruction.get_atomic_ordering() {
        Ok(AtomicOrdering::NotAtomic) => plain,
        Ok(_) => Mode::Atomic { op, scope: scope(instruction) },
        Err(_) => plain,
    }
}

/// The scope of an atomic instruction. No scope means the device: that is what CUDA's plain atomics promise, and clang
/// writes them without one. A scope of unknown name counts as no atomicity.
pub(super) fn scope(instruction: InstructionValue<'_>) -> AtomicScope {
    match ffi::sync_scope(instruction).as_deref() {
        Some("" | "device" | "agent") => AtomicScope::Device,
        Some("block" | "workgroup") => AtomicScope::Block,
        Some("cluster") => AtomicScope::Cluster,
        Some("system") => AtomicScope::System,
        Some(_) | None => AtomicScope::Thread,
    }
}
