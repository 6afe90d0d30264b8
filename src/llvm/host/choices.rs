//! Which value was chosen among several on the way to a launch, and whether launches are known to be made with it.
//!
//! Computes of a `select` or a `phi` the condition that chooses, and compares it with the branches that may keep the launch from
//! being made: `if (!same) k<<<1, 64>>>(a, same ? a : b)` never passes `a` twice. Source: LLVM's language reference.
//!
//! **Invariant:** conditions are taken to be independent only if no argument, variable or function is looked at for both, also
//! by way of memory. Direction: choices count as unclear that are not.

use super::names::PUSH;
use super::variables::Variables;
use crate::llvm::bind::calls::{self, Callee, callee};
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::llvm::flow::cfg::{BlockId, Edge, LoopId};
use crate::term::{BinaryOp, CompareOp};
use inkwell::module::Linkage;
use inkwell::values::InstructionValue;
use std::collections::HashSet;

/// How far values are followed that are the same in all iterations.
const DEPTH: u32 = 8;
/// The most values that a condition is followed through.
const MOST_VALUES: usize = 500;

/// What is chosen by: this condition, or the way into this block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Chooser {
    Condition(Val),
    Block(BlockId),
}

/// One way that a choice went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    pub(crate) chooser: Chooser,
    pub(crate) way: usize,
}

/// Whether launches are made after a choice went one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Taken {
    /// As far as the conditions go: nothing relates them.
    Free,
    Never,
    Unclear,
}

/// A condition without its negations: two that are equal are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plain {
    Value(Val),
    Compare(CompareOp, Val, Val),
}

pub(crate) struct Choices<'a, 'ctx> {
    pub(crate) layout: Layout,
    pub(crate) variables: &'a Variables<'ctx>,
    pub(crate) launch: InstructionValue<'ctx>,
}

impl Choices<'_, '_> {
    /// The condition, and what it is, that a choice went this way by, if it is one.
    pub(crate) fn condition(&self, Chosen { chooser, way }: Chosen) -> Option<(Val, bool)> {
        let block = match chooser {
            Chooser::Condition(condition) => return Some((condition, way == 0)),
            Chooser::Block(block) => block,
        };
        let cfg = &self.variables.cfg;
        let above = cfg.idom(block)?;
        let from = self.source(block, way)?;
        let leads = |to: BlockId| match to == block {
            true => from == above,
            false => cfg.predecessors(to).len() == 1 && cfg.dominates(to, from),
        };
        let ways: Vec<u32> = cfg.successors(above).iter().filter(|e| leads(e.to)).map(|e| e.successor).collect();
        match ways[..] {
            // Of a switch it is a number.
            [way] => Some((self.branch(above).filter(|by| by.ty() == Ty::Int(1))?, way == 0)),
            _ => None,
        }
    }

    /// What a value becomes by a choice that it is chosen by. What comes from the iteration before is not what it is in this one.
    pub(crate) fn chosen(&self, value: Val, Chosen { chooser, way }: Chosen) -> Option<Val> {
        match (value.op(self.layout), chooser) {
            (Op::Select(_, a, b), Chooser::Condition(_)) => [a, b].get(way).copied(),
            (Op::Phi(sources), Chooser::Block(block)) => {
                let from = self.source(block, way)?;
                let cfg = &self.variables.cfg;
                let source = sources.iter().find(|(_, b)| b.block().and_then(|b| cfg.id(b)) == Some(from));
                let (value, _) = *source?;
                let around = cfg.innermost(block).filter(|id| cfg.loop_data(*id).header == block);
                let again = around.filter(|id| cfg.contains(*id, from));
                again.is_none_or(|id| self.is_same(value, id, DEPTH)).then_some(value)
            }
            _ => None,
        }
    }

    /// Whether a value is the same in all iterations of a loop.
    fn is_same(&self, value: Val, around: LoopId, depth: u32) -> bool {
        let block = value.as_instruction().and_then(|by| self.variables.block(by));
        let is_inside = block.is_some_and(|block| self.variables.cfg.contains(around, block));
        let computes = matches!(value.op(self.layout), Op::Gep { .. } | Op::Same(_) | Op::Cast(..) | Op::Binary { .. });
        let all = |deeper| value.operands().into_iter().all(|operand| self.is_same(operand, around, deeper));
        !is_inside || computes && depth.checked_sub(1).is_some_and(all)
    }

    /// The block that a `phi` has its value with this number from.
    fn source(&self, block: BlockId, way: usize) -> Option<BlockId> {
        let first = Val::of(&self.variables.cfg.block(block).get_first_instruction()?);
        let Op::Phi(sources) = first.op(self.layout) else { return None };
        self.variables.cfg.id(sources.get(way)?.1.block()?)
    }

    fn branch(&self, block: BlockId) -> Option<Val> {
        match Val::of(&self.variables.cfg.block(block).get_terminator()?).op(self.layout) {
            Op::Branch(condition) => condition,
            Op::Switch { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Whether the launch is made after a choice that went this way.
    pub(crate) fn taken(&self, chosen: Chosen) -> Taken {
        let cfg = &self.variables.cfg;
        let Some(at) = self.variables.block(self.launch) else { return Taken::Unclear };
        let (place, chooses): (Option<BlockId>, Vec<Val>) = match chosen.chooser {
            Chooser::Condition(condition) => {
                let by = condition.as_instruction();
                (by.and_then(|by| self.variables.block(by)), vec![condition])
            }
            Chooser::Block(block) => {
                let above = |x: &BlockId| cfg.idom(block).is_some_and(|top| cfg.dominates(top, *x));
                let between = cfg.blocks().filter(|x| *x != block && above(x) && cfg.reachable(*x, block));
                (Some(block), between.filter_map(|x| self.branch(x)).collect())
            }
        };
        // The last of several times may be like no other.
        let is_in_loop = place.is_some_and(|block| {
            let mut around = cfg.loops_around(cfg.innermost(block)).into_iter();
            around.any(|id| !cfg.contains(id, at) || cfg.loop_data(id).header == block)
        });
        let Some(reads) = self.looked_at(&chooses).filter(|_| !is_in_loop) else { return Taken::Unclear };
        // All its calls are in this unit, and may pass less than they could.
        let is_own = |value: &Val| matches!(value.op(self.layout), Op::Argument(_)) && self.is_own_function();
        if reads.iter().any(is_own) {
            return Taken::Unclear;
        }
        let condition = self.condition(chosen).map(|(condition, is)| self.plain(condition, is));
        let mut taken = Taken::Free;
        let may_prevent = |x: &BlockId| {
            cfg.successors(*x).len() > 1 && cfg.reachable(*x, at) && !cfg.postdominates(at, *x) && *x != at
        };
        for block in cfg.blocks().filter(may_prevent) {
            let Some(branch) = self.branch(block).filter(|branch| !self.is_accepted(*branch)) else { continue };
            let (plain, _) = self.plain(branch, true);
            if let Some((_, is)) = condition.filter(|(chosen, _)| *chosen == plain) {
                let enters = |e: &&Edge| cfg.predecessors(e.to).len() == 1 && cfg.dominates(e.to, at);
                let entered = cfg.successors(block).iter().find(enters);
                match entered.map(|e| self.plain(branch, e.successor == 0).1 == is) {
                    Some(true) => {}
                    Some(false) if matches!(branch.ty(), Ty::Int(1)) => return Taken::Never,
                    Some(false) | None => taken = Taken::Unclear,
                }
            } else if self.looked_at(&[branch]).is_none_or(|others| !others.is_disjoint(&reads)) {
                taken = Taken::Unclear;
            }
        }
        taken
    }

    fn is_own_function(&self) -> bool {
        let function = self.launch.get_parent().and_then(|block| block.get_parent());
        function.is_none_or(|f| matches!(f.get_linkage(), Linkage::Internal | Linkage::Private))
    }

    /// Whether a condition is that a configuration was accepted.
    fn is_accepted(&self, condition: Val) -> bool {
        let Op::Compare { a, .. } = condition.op(self.layout) else { return false };
        a.as_instruction().and_then(calls::called).is_some_and(|function| calls::symbol(function) == PUSH)
    }

    /// A condition without negations, and what it is if the condition is `is`.
    fn plain(&self, condition: Val, is: bool) -> (Plain, bool) {
        let (mut value, mut is) = (condition, is);
        loop {
            match value.op(self.layout) {
                Op::Binary { op: BinaryOp::Xor, a, b, .. } if b.constant().is_some_and(|c| c & 1 == 1) => {
                    (value, is) = (a, !is);
                }
                Op::Same(inner) => value = inner,
                Op::Compare { op, a, b, negated } => return (Plain::Compare(op, a, b), is != negated),
                _ => return (Plain::Value(value), is),
            }
        }
    }

    /// The arguments, variables and functions that values are computed from, and what these are filled with; `None` if these
    /// are too many.
    fn looked_at(&self, values: &[Val]) -> Option<HashSet<Val>> {
        let (mut seen, mut found, mut open) = (HashSet::new(), HashSet::new(), values.to_vec());
        while let Some(value) = open.pop() {
            if !seen.insert(value) {
                continue;
            }
            if seen.len() > MOST_VALUES {
                return None;
            }
            let is_leaf = value.is_global() || matches!(value.op(self.layout), Op::Argument(_) | Op::Alloca);
            if is_leaf && !value.name().starts_with("llvm.") {
                found.insert(value);
            }
            if matches!(value.op(self.layout), Op::Alloca) {
                open.extend(self.variables.users(value).into_iter().flat_map(|user| user.operands()));
            } else if !value.is_global() {
                open.extend(value.operands());
            }
            // What is not known by name is one and the same.
            if value.as_instruction().and_then(callee) == Some(Callee::Indirect) {
                return None;
            }
        }
        Some(found)
    }
}
