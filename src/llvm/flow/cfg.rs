//! The control-flow graph of one function as plain data.
//!
//! Computes blocks in reverse post-order, edges, dominators, postdominators and natural loops. Source: LLVM's
//! DominatorTree, PostDominatorTree and LoopInfo. Invariants: only blocks that the entry reaches appear, the entry is
//! block 0, without back edges an edge leads to a higher number, and the blocks of a loop are consecutive and begin
//! with its header. Nothing is approximated; a cycle that no
//! natural loop covers sets `irreducible`, and then loops and order must not be relied on.

use crate::llvm::bind::ffi;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{FunctionValue, InstructionValue};
use std::collections::HashMap;

/// A block's place in reverse post-order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BlockId(pub u32);

/// A natural loop; a loop has a lower number than those inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(pub u32);

/// One edge. A switch has one edge for its default (number 0) and one per case, even if several lead to one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    /// The block that is left.
    pub from: BlockId,
    /// Which successor of the terminator of `from` this is.
    pub successor: u32,
    /// The block that is entered.
    pub to: BlockId,
}

/// A natural loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loop {
    /// The only block by which it is entered.
    pub header: BlockId,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// The number of loops around it and itself: 1 for an outermost loop.
    pub depth: u32,
    /// All its blocks, those of inner loops too, in order.
    pub blocks: Vec<BlockId>,
    /// The blocks with an edge back to the header, in order.
    pub latches: Vec<BlockId>,
    /// The edges that leave it, in order.
    pub exits: Vec<Edge>,
}

/// The control-flow graph of a function.
#[derive(Debug, Clone)]
pub struct Cfg<'ctx> {
    blocks: Vec<BasicBlock<'ctx>>,
    index: HashMap<BasicBlock<'ctx>, BlockId>,
    successors: Vec<Vec<Edge>>,
    predecessors: Vec<Vec<Edge>>,
    idom: Vec<Option<BlockId>>,
    ipostdom: Vec<Option<BlockId>>,
    innermost: Vec<Option<LoopId>>,
    loops: Vec<Loop>,
    /// There is a cycle that is not a natural loop.
    pub irreducible: bool,
}

impl<'ctx> Cfg<'ctx> {
    /// The graph of a function; `None` for a declaration.
    pub fn of(function: FunctionValue<'ctx>) -> Option<Self> {
        function.get_first_basic_block()?;
        let tables = ffi::cfg_tables(function);
        let index: HashMap<_, _> = tables.blocks.iter().copied().zip((0..).map(BlockId)).collect();
        let mut cfg = Cfg {
            index,
            successors: Vec::new(),
            predecessors: vec![Vec::new(); tables.blocks.len()],
            idom: tables.idom.into_iter().map(|block| block.map(BlockId)).collect(),
            ipostdom: tables.ipostdom.into_iter().map(|block| block.map(BlockId)).collect(),
            innermost: tables.loop_of.into_iter().map(|id| id.map(LoopId)).collect(),
            loops: Vec::new(),
            irreducible: tables.irreducible,
            blocks: tables.blocks,
        };
        cfg.add_edges();
        cfg.add_loops(&tables.loop_header, &tables.loop_parent);
        Some(cfg)
    }

    fn add_edges(&mut self) {
        for (&block, from) in self.blocks.iter().zip((0..).map(BlockId)) {
            let targets = block.get_terminator().map(ffi::successors).unwrap_or_default();
            let edges: Vec<Edge> = targets
                .iter()
                .zip(0..)
                .filter_map(|(target, successor)| Some(Edge { from, successor, to: *self.index.get(target)? }))
                .collect();
            for &edge in &edges {
                self.predecessors[edge.to.0 as usize].push(edge);
            }
            self.successors.push(edges);
        }
    }

    fn add_loops(&mut self, headers: &[u32], parents: &[Option<u32>]) {
        for (&header, &parent) in headers.iter().zip(parents) {
            let parent = parent.map(LoopId);
            let depth = 1 + parent.map_or(0, |id| self.loops[id.0 as usize].depth);
            let (blocks, latches, exits) = (Vec::new(), Vec::new(), Vec::new());
            self.loops.push(Loop { header: BlockId(header), parent, depth, blocks, latches, exits });
        }
        for block in self.blocks() {
            for id in self.loops_around(self.innermost(block)) {
                self.loops[id.0 as usize].blocks.push(block);
            }
        }
        for id in self.loop_ids() {
            let header = self.loop_data(id).header;
            let (mut latches, mut exits) = (Vec::new(), Vec::new());
            for &block in &self.loop_data(id).blocks {
                if self.successors(block).iter().any(|edge| edge.to == header) {
                    latches.push(block);
                }
                exits.extend(self.successors(block).iter().filter(|edge| !self.contains(id, edge.to)));
            }
            self.loops[id.0 as usize].latches = latches;
            self.loops[id.0 as usize].exits = exits;
        }
    }

    /// All blocks in reverse post-order.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> + use<> {
        (0..self.blocks.len() as u32).map(BlockId)
    }

    /// The entry.
    pub fn entry(&self) -> BlockId {
        BlockId(0)
    }

    /// LLVM's block.
    pub fn block(&self, id: BlockId) -> BasicBlock<'ctx> {
        self.blocks[id.0 as usize]
    }

    /// The number of LLVM's block; `None` if it is unreachable or belongs to another function.
    pub fn id(&self, block: BasicBlock<'ctx>) -> Option<BlockId> {
        self.index.get(&block).copied()
    }

    /// The number of the block that holds an instruction.
    pub fn block_of(&self, instruction: InstructionValue<'ctx>) -> Option<BlockId> {
        self.id(instruction.get_parent()?)
    }

    /// The edges out of a block, in the order of its terminator.
    pub fn successors(&self, id: BlockId) -> &[Edge] {
        &self.successors[id.0 as usize]
    }

    /// The edges into a block, by the number of the block they leave.
    pub fn predecessors(&self, id: BlockId) -> &[Edge] {
        &self.predecessors[id.0 as usize]
    }

    /// The immediate dominator; `None` for the entry.
    pub fn idom(&self, id: BlockId) -> Option<BlockId> {
        self.idom[id.0 as usize]
    }

    /// The immediate postdominator; `None` for the virtual exit behind all returns.
    pub fn ipostdom(&self, id: BlockId) -> Option<BlockId> {
        self.ipostdom[id.0 as usize]
    }

    /// Whether every path from the entry to `below` passes `above`; a block dominates itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        std::iter::successors(Some(below), |&block| self.idom(block)).any(|block| block == above)
    }

    /// Whether every path from `above` to the exit passes `below`; a block postdominates itself.
    pub fn postdominates(&self, below: BlockId, above: BlockId) -> bool {
        std::iter::successors(Some(above), |&block| self.ipostdom(block)).any(|block| block == below)
    }

    /// Whether every path from `above` passes `below` before it leaves the loop or comes back to its header. Without a loop:
    /// before it leaves the function. A `continue` comes by `below` in a later iteration at most.
    pub fn postdominates_within(&self, region: Option<LoopId>, below: BlockId, above: BlockId) -> bool {
        self.postdominates(below, above) && region.is_none_or(|id| !self.leaves_before(id, above, below))
    }

    /// Whether the branch at the end of `at`, which is in a loop or in none, decides if `block` is executed: some way from it does not come by,
    /// and its ways have not met before.
    pub fn decides(&self, region: Option<LoopId>, at: BlockId, block: BlockId) -> bool {
        let meets = self.ipostdom(at).is_some_and(|join| self.dominates(join, block));
        self.dominates(at, block) && !meets && !self.postdominates_within(region, block, at)
    }

    /// Whether a path from `from` ends the loop's iteration without passing `block`.
    fn leaves_before(&self, id: LoopId, from: BlockId, block: BlockId) -> bool {
        let header = self.loop_data(id).header;
        let mut seen = vec![false; self.blocks.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if at == block || std::mem::replace(&mut seen[at.0 as usize], true) {
                continue;
            }
            if self.successors(at).iter().any(|edge| edge.to == header || !self.contains(id, edge.to)) {
                return true;
            }
            open.extend(self.successors(at).iter().map(|edge| edge.to));
        }
        false
    }

    /// All loops, outer ones before inner ones.
    pub fn loop_ids(&self) -> impl Iterator<Item = LoopId> + use<> {
        (0..self.loops.len() as u32).map(LoopId)
    }

    /// A loop's data.
    pub fn loop_data(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, id: BlockId) -> Option<LoopId> {
        self.innermost[id.0 as usize]
    }

    /// A loop and those around it, from the inside out.
    pub fn loops_around(&self, innermost: Option<LoopId>) -> Vec<LoopId> {
        std::iter::successors(innermost, |&id| self.loop_data(id).parent).collect()
    }

    /// Whether a block belongs to a loop or to one inside it.
    pub fn contains(&self, id: LoopId, block: BlockId) -> bool {
        self.loop_data(id).blocks.binary_search(&block).is_ok()
    }

    /// Whether an edge leads back to the header of a loop that it leaves from.
    pub fn is_back_edge(&self, edge: Edge) -> bool {
        self.loops_around(self.innermost(edge.from)).iter().any(|&id| self.loop_data(id).header == edge.to)
    }

    /// Whether a path of any length, 0 included, leads from one block to the other.
    pub fn reachable(&self, from: BlockId, to: BlockId) -> bool {
        self.reaches_forward(from, to, None)
    }

    /// As [`Cfg::reachable`], by paths that do not go on from `end`, a loop's header.
    pub fn reaches_forward(&self, from: BlockId, to: BlockId, end: Option<BlockId>) -> bool {
        self.walk(from, end).any(|block| block == to)
    }

    /// The blocks that paths from one may come to, itself included, each once.
    pub fn beyond(&self, from: BlockId) -> impl Iterator<Item = BlockId> {
        self.walk(from, None)
    }

    fn walk(&self, from: BlockId, end: Option<BlockId>) -> impl Iterator<Item = BlockId> {
        let mut seen = vec![false; self.blocks.len()];
        let mut open = vec![from];
        std::iter::from_fn(move || {
            let new = |block: &BlockId| !std::mem::replace(&mut seen[block.0 as usize], true);
            let block = std::iter::from_fn(|| open.pop()).find(new)?;
            if block == from || Some(block) != end {
                open.extend(self.successors(block).iter().map(|edge| edge.to));
            }
            Some(block)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use inkwell::context::Context;

    use super::{BlockId, Cfg, LoopId};
    use crate::llvm::bind::module::parse;

    fn with_cfg(body: &str, check: impl FnOnce(&Cfg<'_>)) {
        let text = format!("target triple = \"nvptx64-nvidia-cuda\"\ndefine void @f(i1 %c, i32 %k) {{\n{body}\n}}");
        let context = Context::create();
        let module = parse(&context, Path::new("test.ll"), text.as_bytes()).expect("the test's code parses");
        let function = module.get_function("f").expect("the test's code has the function");
        check(&Cfg::of(function).expect("the function has a body"));
    }

    #[test]
    fn a_switch_keeps_one_edge_per_case() {
        let body = "
a: switch i32 %k, label %d [ i32 1, label %b
                             i32 2, label %b
                             i32 3, label %d ]
b: br label %d
lost: br label %d
d: ret void";
        with_cfg(body, |cfg| {
            let edges =
                |id| cfg.successors(BlockId(id)).iter().map(|edge| (edge.successor, edge.to.0)).collect::<Vec<_>>();
            assert_eq!(edges(0), [(0, 2), (1, 1), (2, 1), (3, 2)]);
            assert_eq!(cfg.blocks().count(), 3);
            assert_eq!(cfg.predecessors(BlockId(2)).len(), 3);
            assert_eq!((cfg.idom(BlockId(2)), cfg.ipostdom(BlockId(1))), (Some(BlockId(0)), Some(BlockId(2))));
            assert!(!cfg.reachable(BlockId(2), BlockId(1)) && !cfg.dominates(BlockId(1), BlockId(2)));
        });
    }

    #[test]
    fn a_branch_decides_until_its_ways_meet() {
        let body = "
a: br i1 %c, label %b, label %d
b: br label %d
d: br i1 %c, label %e, label %f
e: br label %f
f: br i1 %c, label %early, label %g
early: ret void
g: ret void";
        with_cfg(body, |cfg| {
            let decided =
                |block| (0..7).filter(|at| cfg.decides(None, BlockId(*at), BlockId(block))).collect::<Vec<_>>();
            assert_eq!((decided(1), decided(3)), (vec![0], vec![2]));
            assert_eq!((decided(4), decided(6)), (vec![], vec![4]), "what comes behind both ways depends on neither");
        });
    }

    #[test]
    fn loops_are_consecutive_and_exits_are_named() {
        let body = "
a: br label %h
h: br i1 %c, label %early, label %i
early: ret void
i: br i1 %c, label %i, label %l
l: br i1 %c, label %h, label %end
end: ret void";
        with_cfg(body, |cfg| {
            let (outer, inner) = (cfg.loop_data(LoopId(0)), cfg.loop_data(LoopId(1)));
            assert_eq!(outer.blocks, [1, 2, 3].map(BlockId));
            assert_eq!((outer.depth, inner.depth, inner.parent), (1, 2, Some(LoopId(0))));
            assert_eq!(outer.exits.iter().map(|edge| edge.from.0).collect::<Vec<_>>(), [1, 3]);
            assert_eq!((inner.header, inner.latches.as_slice()), (BlockId(2), [BlockId(2)].as_slice()));
            assert_eq!((cfg.innermost(BlockId(2)), cfg.innermost(BlockId(3))), (Some(LoopId(1)), Some(LoopId(0))));
            assert_eq!((cfg.innermost(BlockId(4)), cfg.ipostdom(BlockId(1))), (None, None));
            assert!(cfg.postdominates(BlockId(3), BlockId(2)) && !cfg.irreducible);
        });
    }

    #[test]
    fn what_comes_in_a_later_iteration_at_most_does_not_postdominate_within_the_loop() {
        let body = "
a: br label %h
h: br i1 %c, label %x, label %l
x: br i1 %c, label %l, label %end
l: br label %h
end: ret void";
        with_cfg(body, |cfg| {
            let (inside, [h, x, l]) = (Some(LoopId(0)), [1, 2, 3].map(BlockId));
            let x = if cfg.successors(x).len() == 2 { x } else { l };
            assert!(cfg.postdominates(x, h) && !cfg.postdominates_within(inside, x, h));
            assert!(cfg.postdominates_within(None, x, h) && cfg.postdominates_within(inside, x, x));
        });
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        let body = "
a: br i1 %c, label %x, label %y
x: br label %y
y: br i1 %c, label %x, label %end
end: ret void";
        with_cfg(body, |cfg| assert!(cfg.irreducible));
    }
}
