//! What exchanges of a warp are handed, and who waits for what they give.
//!
//! ```text
//! x = s[t - 1];                     the read, which the exchange needs
//! s[t] += __shfl_sync(m, x, 1);     the write, which needs the exchange
//! ```
//!
//! An instruction *needs* a load or an exchange of the same iteration that it cannot do without: the value that it uses, or the
//! branch that leads to it, is computed from that one's. So a read is over before its thread comes to an exchange that needs it, and
//! a write begins after the exchanges that it needs. Where an instruction merely stands behind another, nothing is said: a shuffle
//! orders no memory, and a compiler may move the write to before it.
//!
//! Of a choice only what both sides need is needed; of a `phi`, what all the ways need that lead there from the load or exchange.
//!
//! Direction: too little. Operations are taken to need their operands: that a compiler finds out that they do not is not reckoned
//! with, since LLVM has simplified the code before.

use crate::llvm::bind::calls::is_pure;
use crate::llvm::bind::ir::{BlockRef, Op, Val};
use crate::llvm::device::access::AccessKind;
use crate::llvm::device::markers::Marker;
use crate::llvm::device::waits::{Wait, waits};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::{Handed, Lowerer};
use inkwell::values::InstructionValue;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// The most loads and exchanges of a kernel that are followed.
const MOST: usize = 256;

/// Loads and exchanges, by number.
type Needed = BTreeSet<usize>;

impl Handed {
    /// The number of an exchange.
    pub(crate) fn exchange(&self, instruction: InstructionValue<'_>) -> Option<usize> {
        self.number.get(&Val::of(&instruction)).copied()
    }

    /// Of a read, the exchanges that need it; of a write, those that it needs.
    pub(crate) fn of(&self, marker: &Marker<'_>) -> Vec<usize> {
        self.tied.get(&Val::of(&marker.call)).cloned().unwrap_or_default()
    }
}

/// What is found out on the way.
#[derive(Default)]
struct Flow {
    number: FxHashMap<Val, usize>,
    /// The blocks of the loads and exchanges, by number.
    blocks: Vec<BlockId>,
    exchanges: Needed,
    needed: FxHashMap<Val, Needed>,
    /// By block: what the branches need that lead there.
    decided: Vec<Needed>,
}

impl<'ctx> Lowerer<'_, 'ctx> {
    /// Finds the exchanges that accesses are tied to.
    pub(crate) fn find_handed(&mut self) {
        let mut flow = self.sources();
        if flow.exchanges.is_empty() || flow.blocks.len() > MOST {
            return;
        }
        let (mut reads, mut writes) = (vec![], vec![]);
        for block in self.cfg.blocks() {
            let decided = self.decided(&flow, block);
            flow.decided.push(decided);
            for instruction in self.cfg.block(block).get_instructions() {
                let needed = self.needed(&flow, block, instruction);
                flow.needed.insert(Val::of(&instruction), needed);
                let Some(marker) = Marker::of(instruction) else { continue };
                reads.extend(self.load_of(&marker).map(|load| (marker, load)));
                writes.extend(self.is_store(&marker).then_some((marker, block)));
            }
        }
        let mut tied: FxHashMap<Val, Vec<usize>> = FxHashMap::default();
        for (marker, block) in writes {
            let stored = [Some(Val::of(&marker.pointer)), marker.value.map(|v| Val::of(&v))];
            let mut all: Needed = stored.into_iter().flatten().flat_map(|v| flow.of(v)).collect();
            all.extend(&flow.decided[block.0 as usize]);
            tied.insert(Val::of(&marker.call), all.intersection(&flow.exchanges).copied().collect());
        }
        for (marker, load) in reads {
            let Some(load) = flow.number.get(&load).copied() else { continue };
            let mut by = vec![];
            for exchange in self.exchanges() {
                let needs_it = flow.needed.get(&Val::of(&exchange)).is_some_and(|needed| needed.contains(&load));
                by.extend(flow.number.get(&Val::of(&exchange)).copied().filter(|_| needs_it));
            }
            tied.insert(Val::of(&marker.call), by);
        }
        self.survey.handed = Handed { number: flow.number, tied };
    }

    /// The loads and the exchanges.
    fn sources(&self) -> Flow {
        let mut flow = Flow::default();
        for block in self.cfg.blocks() {
            for instruction in self.cfg.block(block).get_instructions() {
                let is_exchange = self.is_exchange(instruction);
                if is_exchange || matches!(Val::of(&instruction).op(self.layout), Op::Load { .. }) {
                    let number = flow.blocks.len();
                    flow.number.insert(Val::of(&instruction), number);
                    flow.blocks.push(block);
                    flow.exchanges.extend(is_exchange.then_some(number));
                }
            }
        }
        flow
    }

    fn exchanges(&self) -> impl Iterator<Item = InstructionValue<'ctx>> {
        let all = self.cfg.blocks().flat_map(|block| self.cfg.block(block).get_instructions());
        all.filter(|i| self.is_exchange(*i))
    }

    fn is_exchange(&self, instruction: InstructionValue<'_>) -> bool {
        waits(instruction, self.layout).iter().any(|wait| match wait {
            Wait::Exchange { .. } => true,
            Wait::Block { .. }
            | Wait::Grid
            | Wait::Cluster(_)
            | Wait::Warp(_)
            | Wait::Numbered(_)
            | Wait::Arrival(_)
            | Wait::Product
            | Wait::WarpGroup(_)
            | Wait::Copies(_) => false,
        })
    }

    /// The load that a marker stands before, where it is left.
    fn load_of(&self, marker: &Marker<'ctx>) -> Option<Val> {
        let load = Val::of(&marker.call.get_next_instruction()?);
        let Op::Load { pointer, .. } = load.op(self.layout) else { return None };
        let is_load = self.input.prepared.site(marker.site)?.kind == AccessKind::Load;
        (is_load && self.without_casts(pointer) == self.without_casts(Val::of(&marker.pointer))).then_some(load)
    }

    fn is_store(&self, marker: &Marker<'ctx>) -> bool {
        self.input.prepared.site(marker.site).is_some_and(|site| site.kind == AccessKind::Store)
    }

    /// What the branches need that lead to a block, as far as it has one way in.
    fn decided(&self, flow: &Flow, block: BlockId) -> Needed {
        let [edge] = self.cfg.predecessors(block) else { return Needed::new() };
        let (Some(mut needed), Some(end)) =
            (flow.decided.get(edge.from.0 as usize).cloned(), self.cfg.block(edge.from).get_terminator())
        else {
            return Needed::new();
        };
        match Val::of(&end).op(self.layout) {
            Op::Branch(Some(on)) | Op::Switch { value: on, .. } => needed.extend(flow.of(on)),
            _ => {}
        }
        needed
    }

    /// What an instruction needs, itself included.
    fn needed(&self, flow: &Flow, block: BlockId, instruction: InstructionValue<'ctx>) -> Needed {
        let val = Val::of(&instruction);
        let own = flow.number.get(&val).copied();
        let mut needed = match val.op(self.layout) {
            Op::Phi(ways) => self.of_ways(flow, block, &ways),
            Op::Select(when, a, b) => {
                let both: Needed = flow.of(a).intersection(&flow.of(b)).copied().collect();
                both.into_iter().chain(flow.of(when)).collect()
            }
            Op::Binary { .. }
            | Op::Pure(..)
            | Op::Compare { .. }
            | Op::Cast(..)
            | Op::Same(_)
            | Op::Gep { .. }
            | Op::Load { .. }
            | Op::Extract(..)
            | Op::ExtractElement(..) => val.operands().into_iter().flat_map(|v| flow.of(v)).collect(),
            Op::Call { .. } if own.is_some() || is_pure(instruction) => {
                val.arguments().into_iter().flat_map(|v| flow.of(v)).collect()
            }
            // An exchange, if it is known.
            Op::OpaqueCall if own.is_some() => val.arguments().into_iter().flat_map(|v| flow.of(v)).collect(),
            // Of what is put together not all need be used.
            _ => Needed::new(),
        };
        if let Some(own) = own {
            needed.extend(&flow.decided[block.0 as usize]);
            needed.insert(own);
        }
        needed
    }

    /// What a `phi` needs: nothing at a loop's header, where values are of another iteration.
    fn of_ways(&self, flow: &Flow, block: BlockId, ways: &[(Val, BlockRef)]) -> Needed {
        let from = |way: &BlockRef| way.block().and_then(|b| self.cfg.id(b));
        let ways: Option<Vec<(Needed, BlockId)>> =
            ways.iter().map(|(value, way)| Some((flow.of(*value), from(way)?))).collect();
        let Some(ways) = ways.filter(|ways| ways.iter().all(|(_, way)| *way < block)) else { return Needed::new() };
        let all: Needed = ways.iter().flat_map(|(needed, _)| needed).copied().collect();
        let avoids = |source: usize, (needed, way): &(Needed, BlockId)| {
            !needed.contains(&source) && self.leads(flow.blocks[source], *way)
        };
        all.into_iter().filter(|source| !ways.iter().any(|way| avoids(*source, way))).collect()
    }

    /// Whether a path without back edges leads from one block to the other.
    fn leads(&self, from: BlockId, to: BlockId) -> bool {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(block) = open.pop() {
            if block == to {
                return true;
            }
            let on = self.cfg.successors(block).iter().map(|edge| edge.to).filter(|next| block < *next && *next <= to);
            open.extend(on.filter(|next| seen.insert(*next)));
        }
        false
    }

    /// Without casts that leave the bits.
    fn without_casts(&self, val: Val) -> Val {
        match val.op(self.layout) {
            Op::Same(inner) => self.without_casts(inner),
            _ => val,
        }
    }
}

impl Flow {
    fn of(&self, val: Val) -> Needed {
        self.needed.get(&val).cloned().unwrap_or_default()
    }
}
