//! Which loads give one value: those behind the last stores to an object.
//!
//! With `if (threadIdx.x == 0) n = count[blockIdx.x]; __syncthreads();` all loads of `n` behind the barrier give one value, if
//! nothing behind it stores to `n`; where all this is in a loop, in one iteration of it.

use crate::kernel::{ArrayId, MemorySpace};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::access::{AccessKind, Mode};
use crate::llvm::device::markers::Marker;
use crate::llvm::device::waits::{Wait, waits};
use crate::llvm::flow::cfg::{BlockId, LoopId};
use crate::llvm::lower::lowerer::{Lowerer, Store};
use inkwell::values::InstructionValue;
use rustc_hash::FxHashSet;

/// Whether all threads of the block wait there for each other, each at this place.
fn is_one_place(wait: &Wait) -> bool {
    matches!(wait, Wait::Block { aligned: true })
}

/// Whether threads may not be behind others there by which memory would be ordered: the block is, or nothing is ordered.
fn is_in_step(wait: &Wait) -> bool {
    match wait {
        Wait::Block { aligned } => *aligned,
        Wait::Exchange { .. } | Wait::Product | Wait::WarpGroup(_) | Wait::Copies(_) => true,
        Wait::Grid | Wait::Cluster(_) | Wait::Warp(_) | Wait::Numbered(_) | Wait::Arrival(_) => false,
    }
}

/// Whether all threads of the block wait there for each other, at a barrier without a number.
fn is_block_wide(wait: &Wait) -> bool {
    match wait {
        Wait::Block { .. } | Wait::Grid => true,
        Wait::Warp(_)
        | Wait::Cluster(_)
        | Wait::Numbered(_)
        | Wait::Arrival(_)
        | Wait::Exchange { .. }
        | Wait::Product
        | Wait::WarpGroup(_)
        | Wait::Copies(_) => false,
    }
}

impl<'ctx> Lowerer<'_, 'ctx> {
    /// In an iteration of which loop, or in the whole kernel, a load of the objects finds what all loads find that are kept as it
    /// is: on every path to it a barrier of the block at one place comes last, from which no path leads to a store to them. Of other
    /// blocks' stores only shared memory of one block is safe.
    ///
    /// Of a thread at such a barrier the whole block is at it, so that all stores have happened; by minimality (docs/design.md section 3, "Loads")
    /// it does not matter what a store finds or leaves that is not ordered with the load. Of the next iteration's stores none comes
    /// before the load either, if nothing between barrier and load orders memory between threads.
    pub(super) fn kept_during(
        &self,
        load: InstructionValue<'ctx>,
        array: ArrayId,
        roots: &FxHashSet<Val>,
    ) -> Option<Option<LoopId>> {
        if self.objects.arrays[array.0].space != MemorySpace::Shared || self.cfg.irreducible {
            return None;
        }
        let meets = |s: &&Store| !s.known || s.roots.iter().any(|root| roots.contains(root));
        let stores: Vec<&Store> = self.survey.stores.iter().filter(meets).collect();
        let start = self.cfg.block_of(load)?;
        let around = self.cfg.loops_around(self.cfg.innermost(start));
        let has_store = |id: &LoopId| stores.iter().any(|s| self.cfg.contains(*id, s.block));
        let during = around.into_iter().find(has_store);
        let updates = during.map_or(Some(vec![]), |id| self.in_step(id))?;
        // An iteration begins there.
        let ends: Vec<BlockId> =
            self.cfg.loops_around(during).iter().map(|id| self.cfg.loop_data(*id).header).collect();
        let markers: FxHashSet<Val> = stores.iter().map(|s| s.marker).chain(updates).collect();
        let barriers = self.barriers_before(load, &ends)?;
        barriers.into_iter().all(|barrier| !self.leads_to(barrier, &markers, &ends)).then_some(during)
    }

    /// The atomic updates in a loop, by which a thread may hear of what another one has done, if besides barriers of the block nothing
    /// else in it orders memory between threads: no other barrier, no mbarrier, and nothing volatile.
    fn in_step(&self, id: LoopId) -> Option<Vec<Val>> {
        let mut updates = vec![];
        for block in &self.cfg.loop_data(id).blocks {
            for i in self.cfg.block(*block).get_instructions() {
                if !waits(i, self.layout).iter().all(is_in_step) {
                    return None;
                }
                let Some(marker) = Marker::of(i) else { continue };
                let site = self.input.prepared.site(marker.site)?;
                match (site.mode, &site.kind) {
                    (Mode::Atomic { .. }, AccessKind::ReadModifyWrite) => updates.push(Val::of(&i)),
                    (Mode::Atomic { .. }, _) | (_, AccessKind::Bulk(_) | AccessKind::BulkSignal) => return None,
                    (Mode::Read | Mode::Write, _) if site.volatile => return None,
                    (Mode::Read | Mode::Write, _) => {}
                }
            }
        }
        Some(updates)
    }

    /// The last barriers of the block at one place on the paths to an instruction; nothing if one has none behind where an iteration begins.
    fn barriers_before(&self, at: InstructionValue<'ctx>, ends: &[BlockId]) -> Option<Vec<InstructionValue<'ctx>>> {
        let is_barrier = |i: &InstructionValue<'ctx>| waits(*i, self.layout).iter().any(is_one_place);
        let back = |from: Option<InstructionValue<'ctx>>| {
            std::iter::successors(from, |i| i.get_previous_instruction()).find(is_barrier)
        };
        let (mut found, mut seen) = (vec![], FxHashSet::default());
        let mut open = vec![];
        match back(at.get_previous_instruction()) {
            Some(barrier) => found.push(barrier),
            None => open.push(self.cfg.block_of(at)?),
        }
        while let Some(block) = open.pop() {
            if ends.contains(&block) || block == self.cfg.entry() {
                return None;
            }
            for from in self.cfg.predecessors(block).iter().map(|e| e.from) {
                if seen.insert(from) {
                    match back(self.cfg.block(from).get_last_instruction()) {
                        Some(barrier) => found.push(barrier),
                        None => open.push(from),
                    }
                }
            }
        }
        Some(found)
    }

    /// Whether a path leads from an instruction to one of these, within the iteration.
    fn leads_to(&self, from: InstructionValue<'ctx>, wanted: &FxHashSet<Val>, ends: &[BlockId]) -> bool {
        let is_wanted = |i: InstructionValue<'ctx>| wanted.contains(&Val::of(&i));
        let Some(start) = self.cfg.block_of(from) else { return true };
        let behind = std::iter::successors(from.get_next_instruction(), |i| i.get_next_instruction());
        if behind.into_iter().any(is_wanted) {
            return true;
        }
        let (mut seen, mut open) = (FxHashSet::default(), vec![start]);
        while let Some(block) = open.pop() {
            for to in self.cfg.successors(block).iter().map(|e| e.to).filter(|to| !ends.contains(to)) {
                if seen.insert(to) {
                    if self.cfg.block(to).get_instructions().any(is_wanted) {
                        return true;
                    }
                    open.push(to);
                }
            }
        }
        false
    }

    /// Whether on every path back to the kernel's start a block-wide barrier comes before any own store to the objects.
    pub(super) fn no_own_store_reaches(&self, load: InstructionValue<'ctx>, roots: &FxHashSet<Val>) -> bool {
        let Some(start) = self.cfg.block_of(load) else { return false };
        let before: Vec<InstructionValue<'ctx>> =
            std::iter::successors(load.get_previous_instruction(), |i| i.get_previous_instruction()).collect();
        match self.scan(before.into_iter(), roots) {
            Some(verdict) => return verdict,
            None if start == self.cfg.entry() => return true,
            None => {}
        }
        let mut seen = FxHashSet::default();
        let mut open: Vec<BlockId> = self.cfg.predecessors(start).iter().map(|e| e.from).collect();
        while let Some(block) = open.pop() {
            if !seen.insert(block) {
                continue;
            }
            let mut instructions: Vec<InstructionValue<'ctx>> = self.cfg.block(block).get_instructions().collect();
            instructions.reverse();
            match self.scan(instructions.into_iter(), roots) {
                Some(false) => return false,
                Some(true) => {}
                None => open.extend(self.cfg.predecessors(block).iter().map(|e| e.from)),
            }
        }
        true
    }

    /// Walks backwards: true at a barrier, false at an own store to the objects, nothing at the block's start.
    fn scan(&self, instructions: impl Iterator<Item = InstructionValue<'ctx>>, roots: &FxHashSet<Val>) -> Option<bool> {
        for i in instructions {
            if waits(i, self.layout).iter().any(is_block_wide) || self.ends_whole_cluster_barrier(i) {
                return Some(true);
            }
            if let Some(m) = Marker::of(i)
                && self.writes(&m)
            {
                let (targets, known) = self.roots(Val::of(&m.pointer));
                if !known || targets.iter().any(|t| roots.contains(t)) {
                    return Some(false);
                }
            }
        }
        None
    }
}
