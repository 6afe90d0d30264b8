//! What a `phi` of host code is, as a choice by the conditions of the branches that lead to it: `n < 256 ? n : 256`.
//!
//! Goes from the block that dominates the `phi`'s along all ways to it. Ways that never come there are no choice: they end the
//! program, or leave the function or the iteration. What such a block computed was computed before the `phi` for the last time,
//! since the `phi`'s block is always behind it. A block that several ways lead to, as the last one of `if (a && b) … else …`, is
//! one choice that they share.
//!
//! Direction: a `phi` is followed only where each block on the way is passed once, and ends with a branch or a `switch`.

use super::taken::{Taken, taken};
use crate::llvm::bind::ir::{BlockRef, Layout, Val};
use crate::llvm::flow::cfg::{BlockId, Cfg, Edge};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The most blocks that are passed on all ways together.
const MOST_BLOCKS: usize = 24;

/// The value of a `phi`.
#[derive(Debug)]
pub(crate) enum Merged {
    Value(Val),
    /// By a branch: what it is if that goes one way, and if not.
    Choice(Taken, [Rc<Merged>; 2]),
}

impl Merged {
    /// What a `select` is.
    pub(crate) fn of_select(condition: Val, sides: [Val; 2]) -> Rc<Merged> {
        Rc::new(Merged::Choice(Taken::Is(condition, true), sides.map(|side| Rc::new(Merged::Value(side)))))
    }
}

/// What the `phi` with these sources is.
pub(crate) fn merged(cfg: &Cfg<'_>, layout: Layout, join: BlockId, sources: &[(Val, BlockRef)]) -> Option<Rc<Merged>> {
    let top = cfg.idom(join)?;
    let mut ways = Ways { cfg, layout, join, top, sources, passed: BTreeMap::new() };
    ways.from(top)
}

struct Ways<'a, 'ctx> {
    cfg: &'a Cfg<'ctx>,
    layout: Layout,
    join: BlockId,
    /// The last block that all ways have in common.
    top: BlockId,
    sources: &'a [(Val, BlockRef)],
    /// The values of who leaves the blocks that were passed.
    passed: BTreeMap<BlockId, Rc<Merged>>,
}

impl Ways<'_, '_> {
    /// The value of who leaves a block.
    fn from(&mut self, block: BlockId) -> Option<Rc<Merged>> {
        if let Some(known) = self.passed.get(&block) {
            return Some(known.clone());
        }
        if self.passed.len() >= MOST_BLOCKS || self.cfg.innermost(block) != self.cfg.innermost(self.join) {
            return None;
        }
        let mut edges: Vec<Edge> =
            self.cfg.successors(block).iter().copied().filter(|edge| self.arrives(edge.to)).collect();
        if edges.len() > 2 {
            // The default of a `switch` is what is left when no case is.
            let defaults = usize::from(edges[0].successor == 0);
            edges.rotate_left(defaults);
        }
        let (last, others) = edges.split_last()?;
        let mut value = self.along(*last)?;
        for edge in others.iter().rev() {
            let side = self.along(*edge)?;
            value = Rc::new(Merged::Choice(taken(self.cfg, self.layout, &[*edge])?, [side, value]));
        }
        self.passed.insert(block, value.clone());
        Some(value)
    }

    /// Whether who enters a block comes to the `phi` before the branches are taken once more.
    fn arrives(&self, to: BlockId) -> bool {
        to == self.join || to != self.top && self.cfg.dominates(self.top, to) && self.cfg.reachable(to, self.join)
    }

    fn along(&mut self, edge: Edge) -> Option<Rc<Merged>> {
        if edge.to != self.join {
            return self.from(edge.to);
        }
        let source = self.sources.iter().find(|(_, from)| from.block().and_then(|b| self.cfg.id(b)) == Some(edge.from));
        source.map(|(value, _)| Rc::new(Merged::Value(*value)))
    }
}
