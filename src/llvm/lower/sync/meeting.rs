//! What threads meet for, as a step.

use super::under_way::in_flight::Place;
use crate::kernel::{Matching, Named, Step, Sync, SyncScope};
use crate::llvm::device::ptx::architecture::since_volta;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::Term;
use inkwell::values::InstructionValue;

/// What threads meet for; see [`Sync`].
pub(crate) struct Meeting {
    pub(crate) scope: SyncScope,
    pub(crate) matching: Matching,
    pub(crate) mask: Option<Term>,
    pub(crate) named: Option<Named>,
    pub(crate) orders: bool,
}

impl Lowerer<'_, '_> {
    /// At how many places the threads may be of a barrier that is `aligned` in PTX, or not: before sm_70 the hardware's barriers count warps, and so they need their threads at one place.
    pub(crate) fn matching(&self, aligned: bool) -> Matching {
        let independent = since_volta(self.input.kernel.function);
        if !aligned && independent { Matching::Any } else { Matching::Site }
    }

    pub(crate) fn sync(&mut self, block: BlockId, instruction: InstructionValue<'_>, meeting: Meeting) {
        let Meeting { scope, matching, mask, named, orders } = meeting;
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let returned = self.returned_before(block);
        let alive = self.terms.not(returned);
        let (exchange, span) = (self.survey.handed.exchange(instruction), self.span(instruction));
        self.out.steps.push(Step::Sync(Sync {
            guard,
            alive,
            survived: truth,
            scope,
            matching,
            mask,
            named,
            orders,
            agreed: vec![],
            exchange,
            span,
        }));
        self.copies_at(instruction, guard, Place::Phase);
    }
}
