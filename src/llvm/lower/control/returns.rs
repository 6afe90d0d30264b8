//! Which edges are `return` statements before the end of a kernel, and when a thread has taken one.
//!
//! clang leads a `return` to a block of the name `return`, by way of `cleanup` blocks where variables go out of scope; a
//! phi there says where control goes on, and 1 stands for returning. A block with `asm("exit;")` returns, too. Where such blocks were merged into others, a branch
//! of an `if` or `switch` that goes straight to the end is a return, and so is one that passes by the place where its `if`
//! ends; in a loop, where it may be a `break`, if it passes by the place where the loop ends. A `return` that
//! is the only way to the end ends its branch. In any case the rest of the
//! thread's path is fixed by the edge and does nothing that others can see.
//!
//! Direction: an edge that is not recognised leaves a thread alive, so that a barrier which it misses counts as divergent.

use crate::kernel::{Step, walk};
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::device::endings;
use crate::llvm::device::markers::Marker;
use crate::llvm::device::waits::concerns_others;
use crate::llvm::flow::cfg::{BlockId, Edge, LoopId};
use crate::llvm::flow::iteration;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Substitution, Term, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// The longest path to the end that is followed, in blocks.
const LONGEST: usize = 64;
/// What clang's cleanup blocks call the way to the end of the function.
const RETURNING: u64 = 1;
/// What clang calls the branches of `if` and `switch`.
const BRANCHES: [&str; 4] = ["if.then", "if.else", "sw.bb", "sw.default"];

impl Lowerer<'_, '_> {
    /// Finds the edges that are returns, once for the kernel.
    pub(crate) fn find_returns(&mut self) {
        self.survey.silent = self.cfg.blocks().filter(|b| self.does_nothing_seen(*b)).collect();
        let edges = self.cfg.blocks().flat_map(|b| self.cfg.successors(b)).copied();
        self.survey.ways_out = edges.filter_map(|e| Some((e, self.way_out(e)?))).collect();
    }

    /// The condition under which a thread has returned before it could reach `block`: in the block's own region, or before
    /// it came to a loop around. Returns in earlier iterations are added when the loop is done.
    pub(crate) fn returned_before(&mut self, block: BlockId) -> Term {
        let returns: Vec<Edge> = self.survey.ways_out.iter().map(|(e, _)| *e).collect();
        let mut conditions = vec![];
        let (mut block, mut region) = (block, self.cfg.innermost(block));
        loop {
            let header = region.map(|l| self.cfg.loop_data(l).header);
            for edge in &returns {
                let from = self.node(edge.from, region);
                let earlier = from.is_some_and(|n| self.walk.guards.contains_key(&n) && n != block)
                    && (header == Some(edge.from) || !self.cfg.reaches_forward(block, edge.from, header));
                if earlier {
                    conditions.push(self.guard_of_edge(region, *edge));
                }
            }
            let Some(l) = region else { break };
            (block, region) = (self.cfg.loop_data(l).header, self.cfg.loop_data(l).parent);
        }
        self.terms.any(conditions)
    }

    /// Says at the barriers of a loop that a thread may have returned in the iteration before, and gives the condition under
    /// which it returns in the current one.
    pub(crate) fn returned_earlier(
        &mut self,
        steps: &mut [Step],
        exits: &[(Edge, Term)],
        by: &mut Substitution,
        counter: Var,
    ) -> Term {
        let conditions: Vec<Term> = exits.iter().filter(|(e, _)| self.is_return(*e)).map(|(_, c)| *c).collect();
        let returned = self.terms.any(conditions);
        let returned = self.terms.substitute(returned, by);
        if self.terms.is_false(returned) {
            return returned;
        }
        let before = iteration::previous(&mut self.terms, returned, counter);
        let later = iteration::is_first(&mut self.terms, counter);
        let later = self.terms.not(later);
        let gone = self.terms.and(later, before);
        let here = self.terms.not(gone);
        self.restrict_barriers(steps, here);
        returned
    }

    /// Whether one of a loop's exits, beside its test, leads to the end without a barrier, by a way whose accesses are its own.
    pub(crate) fn may_be_last(&self, id: LoopId, exits: &[(Edge, Term)]) -> bool {
        let header = self.cfg.loop_data(id).header;
        let is_test = |e: Edge| e.from == header || self.cfg.successors(e.from).iter().any(|s| s.to == header);
        let ways: Vec<(Edge, FxHashSet<BlockId>)> =
            exits.iter().map(|(e, _)| (*e, self.cfg.beyond(e.to).collect())).collect();
        ways.iter().any(|(edge, way)| {
            let is_own = |(_, other): &(Edge, FxHashSet<BlockId>)| {
                way.intersection(other).all(|b| self.survey.silent.contains(b))
            };
            !self.is_return(*edge)
                && !is_test(*edge)
                && ways.iter().any(|(e, _)| e.to != edge.to)
                && ways.iter().filter(|(e, _)| e.to != edge.to).all(is_own)
                && !way.iter().all(|b| self.survey.silent.contains(b))
                && !way.iter().any(|b| self.waits(*b))
        })
    }

    /// Whether threads may wait for each other in a block.
    fn waits(&self, block: BlockId) -> bool {
        self.cfg.block(block).get_instructions().any(|i| concerns_others(i, self.layout))
    }

    fn restrict_barriers(&mut self, steps: &mut [Step], alive: Term) {
        walk::visit_mut(steps, &mut |step| match step {
            Step::Sync(s) if !s.waits_for_returned() => s.alive = self.terms.and(s.alive, alive),
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => {}
        });
    }

    /// The edges that are returns, each with the blocks that follow to the end; of those on one way the first.
    pub(crate) fn returns(&self) -> Vec<(Edge, Vec<BlockId>)> {
        self.survey.ways_out.iter().filter(|(e, _)| !self.has_returned(*e)).cloned().collect()
    }

    /// Whether all who take `edge` have taken a return before.
    fn has_returned(&self, edge: Edge) -> bool {
        let before = self.cfg.predecessors(edge.from);
        let leads_elsewhere = |p: &Edge| {
            let known = self.constants_from(p.from, p.to, &FxHashMap::default()).into_iter().collect();
            self.only_successor(p.to, &known).is_ok_and(|next| next.is_some_and(|n| n != edge.to))
        };
        !before.is_empty()
            && self.survey.silent.contains(&edge.from)
            && before.iter().all(|p| self.is_return(*p) || leads_elsewhere(p))
    }

    /// Whether a thread that takes `edge` returns, by a statement that says so.
    pub(crate) fn is_return(&self, edge: Edge) -> bool {
        self.survey.ways_out.iter().any(|(e, _)| *e == edge)
    }

    /// The blocks to the end, if `edge` is a return.
    fn way_out(&self, edge: Edge) -> Option<Vec<BlockId>> {
        let (mut from, mut at) = (edge.from, edge.to);
        let mut way = vec![];
        let mut says_so = self.is_branch(edge);
        let ends: Vec<BlockId> = self.ends_of_ifs(edge.from).chain(self.end_of_loop(edge.from)).collect();
        let mut known: FxHashMap<Val, u64> = FxHashMap::default();
        for _ in 0..LONGEST {
            if !self.survey.silent.contains(&at) {
                return None;
            }
            way.push(at);
            says_so |= self.is_named(at, "return") && self.cfg.predecessors(at).len() > 1 && !self.is_last(from, at);
            says_so |= self.exits(at) || self.ends_inside(at);
            let arriving = self.constants_from(from, at, &known);
            says_so |= self.is_named(at, "cleanup") && arriving.iter().any(|(_, v)| *v == RETURNING);
            known.extend(arriving);
            match self.only_successor(at, &known) {
                Ok(Some(next)) => (from, at) = (at, next),
                Ok(None) => return (says_so || ends.iter().any(|e| !way.contains(e))).then_some(way),
                Err(()) => return None,
            }
        }
        None
    }

    /// Whether a block says that the thread ends.
    fn exits(&self, block: BlockId) -> bool {
        self.cfg.block(block).get_instructions().any(endings::is_exit)
    }

    /// Whether a branch ends the function: the only `return` of a kernel that does not come to its end, as in `while (true)`.
    fn ends_inside(&self, block: BlockId) -> bool {
        BRANCHES.iter().any(|b| self.is_named(block, b))
            && matches!(self.only_successor(block, &FxHashMap::default()), Ok(None))
    }

    /// Whether what stands last in a function ends with `from`, so that it need not say `return` to come to `end`, where all
    /// returns lead.
    fn is_last(&self, from: BlockId, end: BlockId) -> bool {
        let mut before = self.cfg.block(end).get_previous_basic_block();
        while let Some(block) = before.filter(|b| b.get_name().to_bytes().starts_with(b"return")) {
            before = block.get_previous_basic_block();
        }
        before == Some(self.cfg.block(from))
    }

    /// Where the innermost loop around ends by its test; a `break` leads there, too.
    fn end_of_loop(&self, block: BlockId) -> Option<BlockId> {
        let data = self.cfg.loop_data(self.cfg.innermost(block)?);
        data.exits.iter().find(|e| e.from == data.header).map(|e| e.to)
    }

    /// Where the `if`s without `else` end, outside of all loops, in whose branch a block is.
    fn ends_of_ifs(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        let around = std::iter::successors(Some(block), |b| self.cfg.idom(*b));
        around.filter_map(|branch| {
            let test = self.cfg.idom(branch).filter(|_| self.is_named(branch, "if.then"))?;
            let ends = self.cfg.successors(test).iter().map(|e| e.to).find(|to| self.is_named(*to, "if.end"));
            ends.filter(|_| self.cfg.innermost(test).is_none())
        })
    }

    fn is_named(&self, block: BlockId, name: &str) -> bool {
        self.cfg.block(block).get_name().to_str().is_ok_and(|n| n.starts_with(name))
    }

    /// Whether `edge` enters a branch outside of all loops, which nobody enters but by a condition: several ones lead into that
    /// of `if (a || b)`.
    fn is_branch(&self, edge: Edge) -> bool {
        let is_condition = |e: &Edge| self.cfg.successors(e.from).len() > 1 && self.cfg.innermost(e.from).is_none();
        BRANCHES.iter().any(|b| self.is_named(edge.to, b)) && self.cfg.predecessors(edge.to).iter().all(is_condition)
    }

    /// Whether nothing in a block concerns other threads.
    fn does_nothing_seen(&self, block: BlockId) -> bool {
        !self.waits(block) && !self.cfg.block(block).get_instructions().any(|i| Marker::of(i).is_some())
    }

    /// The values of the phis of `at` that are constants when it is entered from `from`.
    fn constants_from(&self, from: BlockId, at: BlockId, known: &FxHashMap<Val, u64>) -> Vec<(Val, u64)> {
        let mut found = vec![];
        for instruction in self.cfg.block(at).get_instructions() {
            let phi = Val::of(&instruction);
            let Op::Phi(sources) = phi.op(self.layout) else { break };
            let source = sources.iter().find(|(_, b)| b.block().and_then(|b| self.cfg.id(b)) == Some(from));
            let value = source.and_then(|(v, _)| v.constant().or_else(|| known.get(v).copied()));
            found.extend(value.map(|v| (phi, v)));
        }
        found
    }

    /// The block that follows, none after the end; an error if it is not fixed.
    fn only_successor(&self, at: BlockId, known: &FxHashMap<Val, u64>) -> Result<Option<BlockId>, ()> {
        let terminator = self.cfg.block(at).get_terminator().ok_or(())?;
        let successor = match Val::of(&terminator).op(self.layout) {
            Op::Return => return Ok(None),
            Op::Branch(None) => 0,
            Op::Switch { value, cases } => {
                let value = value.constant().or_else(|| known.get(&value).copied()).ok_or(())?;
                cases.iter().find(|(case, _)| *case == value).map_or(0, |(_, target)| *target)
            }
            _ => return Err(()),
        };
        let edge = self.cfg.successors(at).iter().find(|e| e.successor == successor).ok_or(())?;
        Ok(Some(edge.to))
    }
}
