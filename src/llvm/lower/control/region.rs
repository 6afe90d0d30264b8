//! The walk: guards, joins and the order of steps. A region is the function or one loop's body without its inner loops,
//! which count as one node each, named by their headers.

use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::flow::cfg::{BlockId, Edge, LoopId};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::{Value, choose};
use crate::term::Term;
use rustc_hash::{FxHashMap, FxHashSet};

impl<'ctx> Lowerer<'_, 'ctx> {
    /// Lowers the blocks of a region in topological order.
    pub(crate) fn region(&mut self, region: Option<LoopId>) {
        for block in self.cfg.blocks() {
            if self.node(block, region) != Some(block) || self.is_dead_end(block) {
                continue;
            }
            let own = self.cfg.innermost(block) == region;
            let is_start = region.map_or(block == self.cfg.entry(), |l| self.cfg.loop_data(l).header == block);
            if is_start {
                let truth = self.terms.truth();
                self.walk.guards.insert(block, truth);
            } else {
                let incoming = self.incoming(region, block);
                let guard = self.guard(region, block, &incoming);
                self.walk.guards.insert(block, guard);
                if own {
                    self.join(block, &incoming);
                }
            }
            if own {
                let first = self.out.steps.len();
                self.block(block);
                self.note_branch(region, block, first);
                self.copies_left(region, block);
            } else if let Some(inner) = self.child_loop(block, region) {
                self.lower_loop(inner);
            }
        }
    }

    /// The block that stands for `block` in the region: itself, or the header of the inner loop that holds it.
    pub(crate) fn node(&self, block: BlockId, region: Option<LoopId>) -> Option<BlockId> {
        match self.child_loop(block, region) {
            Some(inner) => Some(self.cfg.loop_data(inner).header),
            None => (self.cfg.innermost(block) == region).then_some(block),
        }
    }

    /// The outermost loop inside `region` that holds `block`.
    fn child_loop(&self, block: BlockId, region: Option<LoopId>) -> Option<LoopId> {
        self.cfg.loops_around(self.cfg.innermost(block)).into_iter().find(|l| self.cfg.loop_data(*l).parent == region)
    }

    /// The condition of an edge, relative to the node that it leaves.
    pub(crate) fn edge_condition(&mut self, edge: Edge, region: Option<LoopId>) -> Term {
        if self.cfg.innermost(edge.from) != region {
            let falsity = self.terms.falsity();
            return self.walk.exit_conditions.get(&edge).copied().unwrap_or(falsity);
        }
        let others_end = self.cfg.successors(edge.from).iter().filter(|e| !self.is_dead_end(e.to)).count() == 1;
        if others_end { self.terms.truth() } else { self.branch_condition(edge) }
    }

    /// The condition as the terminator has it.
    pub(crate) fn branch_condition(&mut self, edge: Edge) -> Term {
        let Some(terminator) = self.cfg.block(edge.from).get_terminator() else { return self.terms.truth() };
        match Val::of(&terminator).op(self.layout) {
            Op::Branch(Some(c)) => {
                let c = self.term(c, 1);
                if edge.successor == 0 { c } else { self.terms.not(c) }
            }
            Op::Switch { value, cases } => self.switch_condition(value, &cases, edge.successor),
            _ => self.terms.truth(),
        }
    }

    fn switch_condition(&mut self, value: Val, cases: &[(u64, u32)], successor: u32) -> Term {
        let Ty::Int(w) = value.ty() else {
            return self.opaque("a wide switch", 1, crate::term::Sharing::Thread);
        };
        if w > 64 {
            return self.opaque("a wide switch", 1, crate::term::Sharing::Thread);
        }
        let width = w as u8;
        let v = self.term(value, width);
        let mut hits = vec![];
        for (case, target) in cases {
            if successor == 0 || *target == successor {
                let c = self.terms.constant(width, *case);
                hits.push(self.terms.eq(v, c));
            }
        }
        let any = self.terms.any(hits);
        if successor == 0 { self.terms.not(any) } else { any }
    }

    /// The edges into a block that is no loop header of its own region, each with its condition relative to the block's
    /// immediate dominator.
    pub(crate) fn incoming(&mut self, region: Option<LoopId>, block: BlockId) -> Vec<(Edge, Term)> {
        let back = |l: &Self, e: &Edge| l.cfg.is_back_edge(*e) && e.to == block;
        let edges: Vec<Edge> = self.cfg.predecessors(block).iter().filter(|e| !back(self, e)).copied().collect();
        let Some(dominator) = self.cfg.idom(block).and_then(|d| self.node(d, region)) else { return vec![] };
        let mut below = FxHashSet::default();
        let mut open: Vec<BlockId> = edges.iter().filter_map(|e| self.node(e.from, region)).collect();
        while let Some(n) = open.pop() {
            if n != dominator && below.insert(n) {
                open.extend(self.region_predecessors(region, n).iter().filter_map(|e| self.node(e.from, region)));
            }
        }
        let mut order: Vec<BlockId> = below.into_iter().collect();
        order.sort_unstable();
        let mut conditions = FxHashMap::default();
        conditions.insert(dominator, self.terms.truth());
        for n in order {
            let condition = self.relative(region, n, &conditions);
            conditions.insert(n, condition);
        }
        edges.into_iter().map(|e| (e, self.edge_guard(region, e, &conditions))).collect()
    }

    fn region_predecessors(&self, region: Option<LoopId>, node: BlockId) -> Vec<Edge> {
        self.cfg
            .predecessors(node)
            .iter()
            .filter(|e| !self.cfg.is_back_edge(**e) && self.node(e.from, region).is_some_and(|n| n != node))
            .copied()
            .collect()
    }

    /// The condition of a node: its immediate dominator's where the region is left only after it, else the disjunction of its edges.
    fn relative(&mut self, region: Option<LoopId>, node: BlockId, known: &FxHashMap<BlockId, Term>) -> Term {
        if let Some(d) = self.cfg.idom(node).and_then(|d| self.node(d, region))
            && self.cfg.postdominates_within(region, node, d)
            && let Some(c) = known.get(&d)
        {
            return *c;
        }
        let edges = self.region_predecessors(region, node);
        let alternatives: Vec<Term> = edges.into_iter().map(|e| self.edge_guard(region, e, known)).collect();
        self.terms.any(alternatives)
    }

    fn edge_guard(&mut self, region: Option<LoopId>, edge: Edge, known: &FxHashMap<BlockId, Term>) -> Term {
        let falsity = self.terms.falsity();
        let from = self.node(edge.from, region).and_then(|n| known.get(&n)).copied().unwrap_or(falsity);
        let condition = self.edge_condition(edge, region);
        self.terms.and(from, condition)
    }

    /// The guard of a block, relative to the region's start.
    fn guard(&mut self, region: Option<LoopId>, block: BlockId, incoming: &[(Edge, Term)]) -> Term {
        let falsity = self.terms.falsity();
        let Some(d) = self.cfg.idom(block).and_then(|d| self.node(d, region)) else { return falsity };
        let above = self.walk.guards.get(&d).copied().unwrap_or(falsity);
        if self.cfg.postdominates_within(region, block, d) {
            return above;
        }
        let any = self.terms.any(incoming.iter().map(|(_, c)| *c));
        self.terms.and(above, any)
    }

    /// The guard of an edge out of a node of the region, relative to the region's start.
    pub(crate) fn guard_of_edge(&mut self, region: Option<LoopId>, edge: Edge) -> Term {
        let guards = std::mem::take(&mut self.walk.guards);
        let guard = self.edge_guard(region, edge, &guards);
        self.walk.guards = guards;
        guard
    }

    /// Gives the phis of a join their values.
    fn join(&mut self, block: BlockId, incoming: &[(Edge, Term)]) {
        for instruction in self.cfg.block(block).get_instructions() {
            let val = Val::of(&instruction);
            let Op::Phi(sources) = val.op(self.layout) else { break };
            let mut result: Option<Value> = None;
            for (edge, condition) in incoming.iter().rev() {
                let source = sources.iter().find(|(_, b)| b.block().and_then(|b| self.cfg.id(b)) == Some(edge.from));
                let Some((source, _)) = source else { continue };
                let value = self.value(*source);
                result = Some(match result {
                    None => value,
                    Some(rest) => choose(&mut self.terms, *condition, &value, &rest),
                });
            }
            let value = self.or_opaque(result.unwrap_or(Value::Opaque), &val.ty(), "a merged value");
            self.define(val, value);
        }
    }
}
