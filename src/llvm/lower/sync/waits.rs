//! What waits, as steps: what each kind of [`Wait`] becomes.

use super::meeting::Meeting;
use crate::kernel::target::{ALL_LANES, MASK, REGISTER};
use crate::kernel::{Matching, Named, SyncScope};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::waits::{Number, Numbered, Wait};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::Value;
use crate::term::{Sharing, Term, Width};
use inkwell::values::InstructionValue;

impl Lowerer<'_, '_> {
    /// Adds to the steps what an instruction waits for: a call of a function of this `name`, or inline assembly. Gives what is
    /// known of its value.
    pub(crate) fn wait_in_turn(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        waits: &[Wait],
        name: Option<&str>,
    ) -> Value {
        let mut known = Value::Opaque;
        for wait in waits {
            let given = self.wait(block, instruction, wait, name);
            if given != Value::Opaque {
                known = given;
            }
        }
        known
    }

    fn wait(&mut self, block: BlockId, instruction: InstructionValue<'_>, wait: &Wait, name: Option<&str>) -> Value {
        match wait {
            Wait::Block { aligned } => {
                let (scope, matching) = (SyncScope::Block, self.matching(*aligned));
                self.sync(block, instruction, Meeting { scope, matching, mask: None, named: None, orders: true });
                return self.block_wide_result(instruction, name);
            }
            Wait::Grid => {
                let (scope, matching) = (SyncScope::Grid, Matching::Site);
                self.sync(block, instruction, Meeting { scope, matching, mask: None, named: None, orders: true });
            }
            Wait::Cluster(barrier) => self.barrier_of_cluster(block, instruction, *barrier),
            Wait::Warp(mask) => {
                let (scope, matching) = (SyncScope::Warp, self.matching(false));
                let mask = (mask.constant() != Some(ALL_LANES)).then(|| self.term(*mask, MASK));
                self.sync(block, instruction, Meeting { scope, matching, mask, named: None, orders: true });
            }
            Wait::Numbered(barrier) => self.numbered(block, instruction, barrier, true),
            Wait::Arrival(barrier) => self.numbered(block, instruction, barrier, false),
            Wait::Exchange { mask, gives } => return self.exchange(block, instruction, (*mask, *gives), name),
            Wait::Product => self.together(block, instruction, vec![]),
            Wait::WarpGroup(_) => {
                self.stays(instruction);
                self.group_comes(block, instruction);
            }
            // How long they last was found before the walk ([`find_copies`](Self::find_copies)).
            Wait::Copies(_) => {}
        }
        Value::Opaque
    }

    /// A barrier with a number; a thread that only arrives sees nothing there of what the others wrote.
    fn numbered(&mut self, block: BlockId, instruction: InstructionValue<'_>, barrier: &Numbered, orders: bool) {
        let mut number = |n| self.number_of(n, REGISTER);
        let (id, count): (Term, Option<Term>) = (number(barrier.id), barrier.count.map(number));
        let named = (!barrier.is_whole_block()).then_some(Named { id, count });
        let (scope, matching, mask) = (SyncScope::Block, Matching::Site, None);
        self.sync(block, instruction, Meeting { scope, matching, mask, named, orders });
    }

    pub(super) fn number_of(&mut self, number: Number, width: Width) -> Term {
        match number {
            Number::Literal(n) => self.terms.constant(width, n),
            Number::Value(v) => self.term(v, width),
        }
    }

    /// What `__syncthreads_and` and its kin give: one value for the block.
    fn block_wide_result(&mut self, instruction: InstructionValue<'_>, name: Option<&str>) -> Value {
        let width = scalar_width(&Val::of(&instruction).ty());
        if width == 0 {
            return Value::Opaque;
        }
        Value::Term(self.opaque(&result_of(name), width, Sharing::Block))
    }
}

/// The value of a call of a function of this name, or of inline assembly, in words.
pub(super) fn result_of(name: Option<&str>) -> String {
    match name {
        Some(name) => format!("the result of `{name}`"),
        None => "the result of inline assembly".to_owned(),
    }
}
