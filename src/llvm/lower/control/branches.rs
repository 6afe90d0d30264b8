//! The branches of the source at which threads may part on their way to a barrier: for people.
//!
//! In `if (i >= n) return; __syncthreads();` not every way out of the branch comes by the barrier. In `if (i == 0) s = 0;
//! __syncthreads();` both do.

use crate::kernel::{Branch, Step, Sync};
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::flow::cfg::{BlockId, Edge, LoopId};
use crate::llvm::lower::lowerer::{Forked, Lowerer};
use crate::span::Span;

impl Lowerer<'_, '_> {
    /// Notes the barriers in a block that was lowered, the steps of which begin at `first`, and how it ends.
    pub(crate) fn note_branch(&mut self, region: Option<LoopId>, block: BlockId, first: usize) {
        let is_sync = |step: &Step| if let Step::Sync(Sync { span, .. }) = step { Some(span.clone()) } else { None };
        let met: Vec<Span> = self.out.steps.iter().skip(first).filter_map(is_sync).collect();
        self.walk.met.extend(met.into_iter().map(|span| (block, span)));
        let Some(terminator) = self.cfg.block(block).get_terminator() else { return };
        let Op::Branch(Some(_)) = Val::of(&terminator).op(self.layout) else { return };
        let span = self.span(terminator);
        let edges: Vec<Edge> = self.cfg.successors(block).iter().filter(|edge| edge.successor == 0).copied().collect();
        let (Some(guard), [edge], true) = (self.walk.guards.get(&block).copied(), edges.as_slice(), span.line > 0)
        else {
            return;
        };
        let around = self.walk.loops.iter().map(|l| l.counter).collect();
        let taken = self.branch_condition(*edge);
        let branch = Branch { guard, taken, around, spares: vec![], span };
        self.walk.forked.insert(block, Forked { region, branch });
    }

    /// The branches from which not all ways come by a barrier, in the order of the program.
    pub(crate) fn branches(&mut self) -> Vec<Branch> {
        let (cfg, met) = (self.cfg, std::mem::take(&mut self.walk.met));
        let with_barriers = |(at, Forked { region, mut branch }): (BlockId, Forked)| {
            let is_spared =
                |block: &BlockId| region.is_none_or(|l| cfg.contains(l, *block)) && cfg.decides(region, at, *block);
            branch.spares = met.iter().filter(|(block, _)| is_spared(block)).map(|(_, span)| span.clone()).collect();
            branch.spares.dedup();
            (!branch.spares.is_empty()).then_some(branch)
        };
        std::mem::take(&mut self.walk.forked).into_iter().filter_map(with_barriers).collect()
    }
}
