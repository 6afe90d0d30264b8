//! Where threads wait for each other, as lowering sees it: before each such instruction stands one that says so.

use super::reader::Reader;
use crate::kernel::program::{Called, Operand, Operation, Timing};
use crate::llvm::bind::debug_info;
use crate::llvm::device::ptx::clusters::Half;
use crate::llvm::device::waits::{Number, Numbered, Wait, waits};
use crate::llvm::flow::cfg::{BlockId, Cfg};
use inkwell::values::InstructionValue;

impl<'ctx> Reader<'_, 'ctx> {
    /// What is put before an instruction at which threads meet.
    pub(super) fn meeting(&mut self, instruction: InstructionValue<'ctx>) -> Option<Operation> {
        let found = waits(instruction, self.layout);
        let called = found.iter().find_map(|wait| self.called(wait))?;
        Some(self.comes(instruction, called))
    }

    /// What is put before the access of a whole warp.
    pub(super) fn meeting_of_warp(&mut self, marker: InstructionValue<'ctx>, access: &Operation) -> Option<Operation> {
        let Operation::Access { site, .. } = access else { return None };
        let site = self.program.sites.get(*site as usize);
        site.is_some_and(|site| site.timing == Timing::Together).then(|| self.comes(marker, Called::All))
    }

    fn comes(&mut self, instruction: InstructionValue<'ctx>, called: Called) -> Operation {
        self.program.meetings.push(debug_info::span(instruction).unwrap_or_default());
        Operation::Comes(self.program.meetings.len() as u32 - 1, called)
    }

    fn called(&mut self, wait: &Wait) -> Option<Called> {
        match wait {
            Wait::Block { .. } | Wait::Grid | Wait::Product | Wait::WarpGroup(_) => Some(Called::All),
            Wait::Warp(mask) => Some(Called::Lanes(self.operand(*mask))),
            Wait::Numbered(Numbered { id, count }) | Wait::Arrival(Numbered { id, count }) => {
                Some(Called::Numbered(self.meant(*id), count.map(|count| self.meant(count))))
            }
            Wait::Exchange { mask: Some(mask), .. } => Some(Called::Lanes(self.meant(*mask))),
            Wait::Cluster(barrier) => (barrier.half == Half::Wait).then_some(Called::All),
            Wait::Exchange { mask: None, .. } | Wait::Copies(_) => None,
        }
    }

    pub(super) fn meant(&mut self, number: Number) -> Operand {
        match number {
            Number::Literal(n) => self.number(32, n),
            Number::Value(val) => self.operand(val),
        }
    }

    /// Says of each block which loops are around it.
    pub(super) fn loops(&mut self) {
        let Some(cfg) = Cfg::of(self.kernel.function) else { return };
        self.program.loops = cfg.loop_ids().count();
        for (number, block) in self.kernel.function.get_basic_blocks().into_iter().enumerate() {
            let (Some(id), Some(made)) = (cfg.id(block), self.program.blocks.get_mut(number)) else { continue };
            made.loops = around(&cfg, id);
            made.is_header = cfg.innermost(id).is_some_and(|innermost| cfg.loop_data(innermost).header == id);
        }
    }
}

fn around(cfg: &Cfg<'_>, block: BlockId) -> Vec<usize> {
    let mut loops: Vec<usize> = cfg.loops_around(cfg.innermost(block)).iter().map(|id| id.0 as usize).collect();
    loops.reverse();
    loops
}
