//! Which calls are barriers: those that the model knows by their names, and those with a number.
//!
//! Source: LLVM's `IntrinsicsNVVM.td`; PTX ISA, `bar` and `barrier`. Number 0 for all threads is `__syncthreads`.
//!
//! Direction of imprecision: what is not seen to be such a barrier is left to the caller. In inline assembly it counts only
//! if it says that memory changes: else the compiler may move accesses across.

use super::ptx::text::Operand;
use super::ptx::{barriers, memory};
use crate::kernel::SyncScope;
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Layout, Op, Val};
use inkwell::values::InstructionValue;

/// What an instruction synchronises; `None` if it is no barrier that the model knows.
pub(crate) fn sync_scope(op: &Op) -> Option<SyncScope> {
    let Op::Call { callee, args } = op else { return None };
    let first_is_zero = args.first().is_some_and(|a| a.constant() == Some(0));
    match callee.as_str() {
        "llvm.nvvm.barrier0" | "llvm.nvvm.barrier0.popc" | "llvm.nvvm.barrier0.and" | "llvm.nvvm.barrier0.or" => {
            Some(SyncScope::Block)
        }
        "llvm.nvvm.barrier.sync" | "llvm.nvvm.barrier.n" | "llvm.nvvm.bar.sync" if first_is_zero => {
            Some(SyncScope::Block)
        }
        "llvm.nvvm.bar.warp.sync" => Some(SyncScope::Warp),
        "__raceproof_grid_sync" => Some(SyncScope::Grid),
        _ => None,
    }
}

/// A number of 32 bits.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Literal(u64),
    Value(Val),
}

/// A barrier, and how many threads it is for, if not all of the block.
pub(crate) struct Barrier {
    pub(crate) id: Number,
    pub(crate) count: Option<Number>,
    /// Threads do not only arrive.
    pub(crate) waits: bool,
}

impl Barrier {
    pub(crate) fn of(instruction: InstructionValue<'_>, layout: Layout) -> Option<Barrier> {
        match Val::of(&instruction).op(layout) {
            Op::Call { callee, args } => called(&callee, &args),
            Op::OpaqueCall => assembly(instruction),
            _ => None,
        }
    }

    pub(crate) fn is_whole_block(&self) -> bool {
        let zero = match self.id {
            Number::Literal(n) => n == 0,
            Number::Value(v) => v.constant() == Some(0),
        };
        zero && self.count.is_none()
    }
}

/// Those intrinsics that are no barrier of the whole block.
fn called(callee: &str, args: &[Val]) -> Option<Barrier> {
    let (id, count) = match (callee.strip_prefix("llvm.nvvm.")?, args) {
        ("barrier.n" | "bar.sync" | "barrier.sync", [id]) if id.constant() != Some(0) => (id, None),
        ("barrier" | "barrier.sync.cnt", [id, count]) => (id, Some(Number::Value(*count))),
        _ => return None,
    };
    Some(Barrier { id: Number::Value(*id), count, waits: true })
}

fn assembly(instruction: InstructionValue<'_>) -> Option<Barrier> {
    let Some(Callee::Assembly(text)) = callee(instruction) else { return None };
    let barriers::Barrier { id, count, waits } = barriers::barrier(&text)?;
    let constraints = ffi::assembly_constraints(instruction)?;
    let number = |operand| match operand {
        Operand::Number(n) => Some(Number::Literal(n)),
        Operand::Register(i) => Some(Number::Value(Val::of(&instruction).operand(memory::argument(&constraints, i)?))),
    };
    let count = match count {
        None => None,
        Some(count) => Some(number(count)?),
    };
    let changes_memory = constraints.split(',').any(|c| c == "~{memory}");
    changes_memory.then_some(Barrier { id: number(id)?, count, waits })
}

/// Whether it is such a barrier, or an arrival at one.
pub(crate) fn is_named(instruction: InstructionValue<'_>, layout: Layout) -> bool {
    Barrier::of(instruction, layout).is_some()
}

/// Whether threads wait for each other there.
pub(crate) fn is_barrier(instruction: InstructionValue<'_>, layout: Layout) -> bool {
    Barrier::of(instruction, layout).is_some_and(|b| b.waits)
}
