//! The lines of the source that an access depends on, by control and by data: for people.
//!
//! In `int i = threadIdx.x / 2; if (i < n) a[i] = 0;` the write depends on the definition of `i` and on the branch. So does a barrier
//! on the branches around it, and on those by which threads leave the loop that it is in.

use super::lowerer::{Forked, Lowerer, Placed};
use crate::llvm::bind::ir::Val;
use crate::llvm::flow::cfg::BlockId;
use crate::span::Span;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, VecDeque};

/// The most definitions that are noted of a value, and the most branches around an access: those next to it.
const DEFINITIONS: usize = 3;
const BRANCHES: usize = 2;
/// The most lines of one place.
const MOST: usize = 6;
/// The most branches above a place that are looked at: long programs have thousands.
const LOOKED_AT: usize = 32;
/// The most values that an address is followed through.
const VALUES: usize = 32;

impl Lowerer<'_, '_> {
    /// Notes the definitions that the address of an access is computed from.
    pub(crate) fn note_definitions(&mut self, block: BlockId, span: &Span, pointer: Val) {
        let definitions = self.definitions(span, pointer);
        self.walk.placed.push(Placed { block, span: span.clone(), definitions });
    }

    /// By place of an access or a barrier, the lines that it depends on, those next to it first.
    pub(crate) fn dependences(&self) -> BTreeMap<Span, Vec<Span>> {
        let mut all: BTreeMap<Span, Vec<Span>> = BTreeMap::new();
        let mut add = |span: &Span, lines: Vec<Span>| {
            let known = all.entry(span.clone()).or_default();
            for line in lines {
                if known.len() < MOST && !known.contains(&line) {
                    known.push(line);
                }
            }
        };
        for Placed { block, span, definitions } in &self.walk.placed {
            add(span, self.lines(span, definitions, self.branches_around(*block)));
        }
        for (block, span) in &self.walk.met {
            add(span, self.lines(span, &[], self.branches_around(*block).chain(self.ways_out_of_loop(*block))));
        }
        all.retain(|_, lines| !lines.is_empty());
        all
    }

    /// The lines of definitions and of the first branches, and of the definitions of what the first one compares.
    fn lines<'l>(
        &'l self,
        place: &Span,
        definitions: &[Span],
        branches: impl Iterator<Item = (BlockId, &'l Span)>,
    ) -> Vec<Span> {
        let in_line = branches.filter_map(|(at, branch)| Some((at, branch, beside(place, branch)?)));
        let branches: Vec<(BlockId, &Span, Span)> = in_line.take(BRANCHES).collect();
        let compared = branches.first().and_then(|(at, branch, _)| {
            let terminator = self.cfg.block(*at).get_terminator()?;
            Some(self.definitions(branch, Val::of(&terminator).operand(0)))
        });
        let compared = compared.unwrap_or_default().into_iter().filter_map(|definition| beside(place, &definition));
        definitions.iter().cloned().chain(branches.into_iter().map(|(_, _, line)| line)).chain(compared).collect()
    }

    /// The definitions next to a value that it is computed from, in other lines than the one where it is used.
    fn definitions(&self, used: &Span, value: Val) -> Vec<Span> {
        let (mut found, mut seen, mut open) = (vec![], FxHashSet::default(), VecDeque::from([value]));
        while let Some(value) = open.pop_front().filter(|_| found.len() < DEFINITIONS && seen.len() < VALUES) {
            let Some(instruction) = value.as_instruction() else { continue };
            let is_new =
                |line: &Span| found.iter().all(|known: &Span| (&known.file, known.line) != (&line.file, line.line));
            let definition = beside(used, &self.span(instruction)).filter(is_new);
            found.extend(definition);
            open.extend(value.operands().into_iter().filter(|operand| seen.insert(*operand)));
        }
        found
    }

    /// The branches by which threads leave the loop that a block is in.
    fn ways_out_of_loop(&self, block: BlockId) -> impl Iterator<Item = (BlockId, &Span)> {
        let exits = self.cfg.innermost(block).map_or(&[][..], |id| &self.cfg.loop_data(id).exits);
        exits.iter().filter_map(|edge| Some((edge.from, &self.walk.forked.get(&edge.from)?.branch.span)))
    }

    /// The branches that decide whether a block is executed, the innermost first, of those that are not far above.
    fn branches_around(&self, block: BlockId) -> impl Iterator<Item = (BlockId, &Span)> {
        let above = std::iter::successors(self.cfg.idom(block), |&above| self.cfg.idom(above));
        let forked = above.filter_map(|above| Some((above, self.walk.forked.get(&above)?)));
        let decides = move |(above, forked): &(BlockId, &Forked)| self.cfg.decides(forked.region, *above, block);
        forked.take(LOOKED_AT).filter(decides).map(|(above, forked)| (above, &forked.branch.span))
    }
}

/// Where something is done in the innermost function that it shares with an access, if in another line of that.
fn beside(access: &Span, other: &Span) -> Option<Span> {
    let ([access, other], _) = Span::common(access, other);
    let is_beside = other.line > 0 && other.file == access.file && other.line != access.line;
    is_beside.then(|| Span { inlined_at: vec![], ..other.clone() })
}
