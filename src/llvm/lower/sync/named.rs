//! Barriers with a number as steps.

use super::meeting::Meeting;
use crate::kernel::{Matching, Named, SyncScope};
use crate::llvm::device::barriers::{Barrier, Number};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::Term;
use inkwell::values::InstructionValue;

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
