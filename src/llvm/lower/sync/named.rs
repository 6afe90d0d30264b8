//! Barriers with a number: what is awaited there, as a step.
//!
//! Source: LLVM's `IntrinsicsNVVM.td`; PTX ISA, `bar` and `barrier`. Number 0 for all threads is `__syncthreads`.
//!
//! Direction of imprecision: what is not seen to be such a barrier is left to the caller. In inline assembly it counts only
//! if it says that memory changes: else the compiler may move accesses across.

use super::meeting::Meeting;
use crate::kernel::{Matching, Named, SyncScope};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Layout, Op, Val};
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::device::ptx::{barriers, memory};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::Term;
use inkwell::values::InstructionValue;

/// A number of 32 bits.
#[derive(Clone, Copy)]
enum Number {
    Literal(u64),
    Value(Val),
}

/// A barrier, and how many threads it is for, if not all of the block.
struct Barrier {
    id: Number,
    count: Option<Number>,
    /// Threads do not only arrive.
    waits: bool,
}

impl Barrier {
    fn of(instruction: InstructionValue<'_>, layout: Layout) -> Option<Barrier> {
        match Val::of(&instruction).op(layout) {
            Op::Call { callee, args } => called(&callee, &args),
            Op::OpaqueCall => assembly(instruction),
            _ => None,
        }
    }

    fn is_whole_block(&self) -> bool {
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

impl Lowerer<'_, '_> {
    /// Adds the barrier to the steps, if it is one with a number.
    pub(crate) fn named_barrier(&mut self, block: BlockId, instruction: InstructionValue<'_>) -> bool {
        let Some(barrier) = Barrier::of(instruction, self.layout) else { return false };
        let mut number = |n| match n {
            Number::Literal(n) => self.terms.constant(32, n),
            Number::Value(v) => self.term(v, 32),
        };
        let (id, count): (Term, Option<Term>) = (number(barrier.id), barrier.count.map(&mut number));
        let named = (!barrier.is_whole_block()).then_some(Named { id, count });
        let (scope, matching, mask, orders) = (SyncScope::Block, Matching::Site, None, barrier.waits);
        self.sync(block, instruction, Meeting { scope, matching, mask, named, orders });
        true
    }
}
