//! Fences: where they are, and which stand right before a barrier.
//!
//! Direction: a fence is never counted as a barrier. That one stands before a barrier is said only where no access and no
//! call lies between.

use super::super::calls::{Callee, callee};
use super::super::markers;
use super::super::ptx::{self, Operation, Statement};
use super::Lowerer;
use crate::kernel::{AtomicScope, Fence};
use crate::span::Span;
use inkwell::values::InstructionValue;

impl Lowerer<'_, '_> {
    /// Notes that the barrier `instruction` follows a fence, which is the latest, if it does.
    pub(super) fn fence_before(&mut self, instruction: InstructionValue<'_>, barrier: &Span) {
        if follows_fence(instruction)
            && let Some(fence) = self.fences.last_mut()
        {
            fence.barrier = Some(barrier.clone());
        }
    }

    /// Inline assembly that orders the thread's accesses.
    pub(super) fn fences_in(&mut self, instruction: InstructionValue<'_>, template: &str) {
        let line = self.span(instruction).line;
        for statement in ptx::statements(template) {
            let scope = match statement {
                Statement::Fence(scope) => scope,
                Statement::Access(Operation { orders: true, mode: markers::Mode::Atomic { scope, .. }, .. }) => scope,
                Statement::Access(_) => continue,
            };
            let scope = match scope {
                markers::AtomicScope::Thread => continue,
                markers::AtomicScope::Block => AtomicScope::Block,
                markers::AtomicScope::Cluster | markers::AtomicScope::Device => AtomicScope::Device,
                markers::AtomicScope::System => AtomicScope::System,
            };
            self.fences.push(Fence { scope, line, barrier: None });
        }
    }
}

/// Whether a fence of the device stands before the instruction in its block, and no access in between.
fn follows_fence(instruction: InstructionValue<'_>) -> bool {
    let mut before = std::iter::successors(instruction.get_previous_instruction(), |i| i.get_previous_instruction());
    // Every access is a call: its marker.
    let last_call = before.find_map(callee);
    let is_fence = |name: &str| name == "llvm.nvvm.membar.gl" || name == "llvm.nvvm.membar.sys";
    matches!(last_call, Some(Callee::Declared(f)) if is_fence(&f.get_name().to_string_lossy()))
}
