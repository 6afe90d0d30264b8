//! What threads meet for, as a step.

use super::in_flight::Place;
use crate::kernel::{Matching, Named, Step, Sync, SyncScope};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::Term;
use inkwell::attributes::AttributeLoc;
use inkwell::values::InstructionValue;

/// What threads meet for; see [`Sync`].
pub(crate) struct Meeting {
    pub(crate) scope: SyncScope,
    pub(crate) matching: Matching,
    pub(crate) mask: Option<Term>,
    pub(crate) named: Option<Named>,
    pub(crate) orders: bool,
}

/// The first architecture whose threads are scheduled one by one (Volta).
const INDEPENDENT_THREADS: u32 = 70;

impl Lowerer<'_, '_> {
    /// At how many places the threads may be of a barrier that is `aligned` in PTX, or not: before sm_70 the hardware's barriers count warps, and so they need their threads at one place.
    pub(crate) fn matching(&self, aligned: bool) -> Matching {
        let function = self.input.kernel.function;
        let cpu = function.get_string_attribute(AttributeLoc::Function, "target-cpu");
        let cpu = cpu.map(|a| a.get_string_value().to_string_lossy().into_owned()).unwrap_or_default();
        let number = cpu.trim_start_matches("sm_").trim_end_matches(|c: char| !c.is_ascii_digit());
        let independent = number.parse().is_ok_and(|sm: u32| sm >= INDEPENDENT_THREADS);
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
