//! Fences, and what inline assembly orders.
//!
//! Direction: a fence is a step of its own where it is clear between which accesses it stands; else it is named among what
//! is left out.

use crate::kernel::{AtomicScope, Fence, Step};
use crate::llvm::device::access;
use crate::llvm::device::ptx::memory::{self, Operation, Statement};
use crate::llvm::device::ptx::text;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::Value;
use crate::verdict::{Approximation, Assumption};
use inkwell::values::InstructionValue;

/// What is taken for granted of inline assembly that says that it has effects, and not which.
impl Lowerer<'_, '_> {
    /// `llvm.nvvm.membar.*`, and kinds of fences that are not followed.
    pub(crate) fn fence(&mut self, block: BlockId, instruction: InstructionValue<'_>, name: &str) {
        match name {
            "membar.cta" => self.fence_step(block, instruction, AtomicScope::Block),
            "fence.sc.cluster" => self.fence_step(block, instruction, AtomicScope::Cluster),
            "membar.gl" => self.fence_step(block, instruction, AtomicScope::Device),
            "membar.sys" => self.fence_step(block, instruction, AtomicScope::System),
            _ => self.fence_left_out(instruction),
        }
    }

    fn fence_step(&mut self, block: BlockId, instruction: InstructionValue<'_>, scope: AtomicScope) {
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let line = self.span(instruction).line;
        self.out.steps.push(Step::Fence(Fence { guard, scope, line }));
    }

    fn fence_left_out(&mut self, instruction: InstructionValue<'_>) {
        let line = self.span(instruction).line;
        self.out.ignored.push(Approximation::UnfollowedFence { line });
    }

    /// Inline assembly that orders the thread's accesses, and what is known of the access in it.
    pub(crate) fn orders_in(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        template: &str,
        result: &Value,
    ) {
        let statements = memory::statements(template);
        if statements.iter().any(Statement::orders) {
            if memory::may_move_assembly(instruction) {
                let line = self.span(instruction).line;
                self.out.ignored.push(Approximation::MovableAssembly { line });
                return;
            }
            if !memory::clobbers_memory(instruction) {
                self.out.assumptions.push(Assumption::VolatileStays);
            }
        }
        let alone = text::split(template).iter().filter(|s| !s.trim().is_empty()).count() == 1;
        match statements.as_slice() {
            [Statement::Fence(scope)] => match scope {
                access::AtomicScope::Thread => {}
                access::AtomicScope::Block => self.fence_step(block, instruction, AtomicScope::Block),
                access::AtomicScope::Cluster => self.fence_step(block, instruction, AtomicScope::Cluster),
                access::AtomicScope::Device => self.fence_step(block, instruction, AtomicScope::Device),
                access::AtomicScope::System => self.fence_step(block, instruction, AtomicScope::System),
            },
            [Statement::Access(operation)] if alone || operation.mbarrier.is_some() => {
                self.assembly_update(instruction, &operation.clone().on(instruction), result);
                if operation.mbarrier.is_some_and(|m| m.arrives()) {
                    self.products_behind_arrival(block, instruction);
                }
            }
            several => {
                let orders = |s: &Statement| match s {
                    Statement::Fence(_) => true,
                    Statement::Access(Operation { acquires, releases, .. }) => *acquires || *releases,
                };
                if several.iter().any(orders) {
                    self.fence_left_out(instruction);
                }
            }
        }
    }
}
