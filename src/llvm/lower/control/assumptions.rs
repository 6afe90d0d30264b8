//! What the source says of itself: contracts, assumptions, and code that no thread comes to.
//!
//! `if (n > 64) __trap();` is a branch of which one side is a dead end: a block that ends the launch and does nothing that
//! others can see. Whoever takes the other side has its condition true from there on, and nobody counts as missing at a
//! barrier since the launch has ended. Where the dead end is undefined behaviour instead (`__builtin_unreachable()`), the
//! condition holds in the whole run, as that of `[[assume(…)]]` does, and is an assumption.
//!
//! **Invariant:** the condition of a trap restricts no access that may come before it: a race there has happened when the
//! launch ends. Direction: conditions in loops are known only in the blocks behind, for the same iteration.

use crate::kernel::{Along, Cells, Pattern, Stated, Step, walk};
use crate::llvm::bind::calls::{Callee, callee, symbol};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::device::intrinsics::{Role, role};
use crate::llvm::device::markers::Marker;
use crate::llvm::device::ptx::{mbarriers, template};
use crate::llvm::device::waits::concerns_others;
use crate::llvm::device::{endings, library};
use crate::llvm::flow::cfg::{BlockId, Edge};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Target, Value};
use crate::term::{Term, Terms};
use crate::verdict::{Assumption, Unused};
use inkwell::values::InstructionValue;

/// What a block does that ends the path of a thread.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DeadEnd {
    Trap,
    Undefined,
}

impl<'ctx> Lowerer<'_, 'ctx> {
    /// `__requires` and its kin.
    pub(crate) fn contract(&mut self, block: BlockId, args: &[Val]) {
        if let Some(condition) = self.stated(args) {
            self.assume(block, condition);
            self.out.assumptions.push(Assumption::ContractsHold);
        }
    }

    /// `__requires_distinct` and its kin. What is said in loops, or of memory that is not followed, is not used, which is said.
    pub(crate) fn contents_contract(&mut self, block: BlockId, instruction: InstructionValue<'_>, args: &[Val]) {
        let line = self.span(instruction).line;
        match self.stated_contents(block, args) {
            Ok(stated) => self.out.contents.push(Stated { line, ..stated }),
            Err(why) => self.out.assumptions.push(Assumption::ContractUnused { line, why }),
        }
    }

    /// The cells, how many there are, the pattern by its number in `raceproof/assume.h`, and bounds or the cells of a second array.
    fn stated_contents(&mut self, block: BlockId, args: &[Val]) -> Result<Stated, Unused> {
        let ([cells, bytes, signed, count, pattern], rest) = args.split_first_chunk().ok_or(Unused::NotFollowed)?;
        let Cells { array, start, width, signed } = self.stated_cells(&[*cells, *bytes, *signed])?;
        if !self.walk.loops.is_empty() {
            return Err(Unused::InLoop);
        }
        let pattern = match (pattern.constant(), rest) {
            (Some(0), [_, _]) => Pattern::Distinct,
            (Some(1), [_, _]) => Pattern::Sorted,
            (Some(2), [_, _]) => Pattern::Increasing,
            (Some(3), [_, _]) => Pattern::Equal,
            (Some(4), [low, high]) => Pattern::Within(self.term(*low, 64), self.term(*high, 64)),
            (Some(0), others) => Pattern::Along(Along::Offsets, self.stated_cells(others)?),
            (Some(1), others) => Pattern::Along(Along::Sums, self.stated_cells(others)?),
            (Some(2), others) => Pattern::Along(Along::Intervals, self.stated_cells(others)?),
            (Some(_) | None, _) => return Err(Unused::NotFollowed),
        };
        let (truth, count) = (self.terms.truth(), self.term(*count, 64));
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        Ok(Stated { array, guard, start, count: Some(count), width, signed, pattern, line: 0 })
    }

    /// The first cell, the bytes of one, and whether it is signed.
    fn stated_cells(&mut self, args: &[Val]) -> Result<Cells, Unused> {
        let [cells, bytes, signed] = args else { return Err(Unused::NotFollowed) };
        let Value::Pointer(targets) = self.value(*cells) else { return Err(Unused::NotFollowed) };
        let [Target { base: Base::Array(array), offset, .. }] = targets.as_slice() else {
            return Err(Unused::NotFollowed);
        };
        let Some(bytes @ (1 | 2 | 4 | 8)) = bytes.constant() else { return Err(Unused::NotFollowed) };
        Ok(Cells { array: *array, start: *offset, width: bytes as u8 * 8, signed: signed.constant() != Some(0) })
    }

    /// `assert`
    pub(crate) fn assertion(&mut self, block: BlockId, args: &[Val]) {
        if let Some(condition) = self.stated(args) {
            self.survive(block, condition);
            self.out.assumptions.push(Assumption::NoTrap);
        }
    }

    /// That the first argument is not 0.
    fn stated(&mut self, args: &[Val]) -> Option<Term> {
        let width = args.first().map(|c| scalar_width(&c.ty()))?;
        let condition = self.term(*args.first()?, width.max(1));
        if width <= 1 {
            return Some(condition);
        }
        let zero = self.terms.constant(width, 0);
        Some(self.terms.ne(condition, zero))
    }

    /// `[[assume(…)]]`, `__builtin_assume`, and what states an alignment. LLVM's passes use it, too.
    pub(crate) fn assumption(&mut self, block: BlockId, instruction: InstructionValue<'_>, args: &[Val]) {
        let has_bundles = Val::of(&instruction).operands().len() > args.len() + 1;
        let Some(c) = args.first().filter(|c| has_bundles || c.constant() != Some(1)) else { return };
        let condition = self.term(*c, 1);
        self.assume(block, condition);
        self.out.assumptions.push(Assumption::SourceAssumes);
    }

    /// Where some ways from a branch are dead ends, the condition of the others holds from here on.
    pub(crate) fn assume_no_dead_end(&mut self, block: BlockId) {
        let edges = self.cfg.successors(block).to_vec();
        let dead: Vec<(BlockId, DeadEnd)> = edges.iter().filter_map(|e| Some((e.to, self.dead_end(e.to)?))).collect();
        if dead.is_empty() || dead.len() == edges.len() {
            return;
        }
        let live: Vec<Edge> = edges.into_iter().filter(|e| dead.iter().all(|(to, _)| *to != e.to)).collect();
        let conditions: Vec<Term> = live.into_iter().map(|e| self.branch_condition(e)).collect();
        let condition = self.terms.any(conditions);
        if dead.iter().any(|(_, end)| *end == DeadEnd::Trap) {
            self.survive(block, condition);
            self.out.assumptions.push(Assumption::NoTrap);
            return;
        }
        self.assume(block, condition);
        for (to, _) in dead {
            let line = self.cfg.block(to).get_terminator().map_or(0, |t| self.span(t).line);
            self.out.assumptions.push(Assumption::NotUndefined { line });
        }
    }

    /// Behind a trap that is no dead end there are no accesses of the thread.
    pub(crate) fn end_at_trap(&mut self, block: BlockId, instruction: InstructionValue<'_>) {
        if !endings::is_trap(instruction) {
            return;
        }
        self.out.assumptions.push(Assumption::NoTrap);
        let falsity = self.terms.falsity();
        if self.walk.loops.is_empty() {
            self.pass(block, falsity);
        } else {
            self.assume(block, falsity);
        }
    }

    /// Whether a block ends the launch, or is never reached, and does nothing that others can see.
    pub(crate) fn is_dead_end(&self, block: BlockId) -> bool {
        self.dead_end(block).is_some()
    }

    fn dead_end(&self, block: BlockId) -> Option<DeadEnd> {
        let instructions: Vec<InstructionValue<'ctx>> = self.cfg.block(block).get_instructions().collect();
        let ends = instructions.last().is_some_and(|i| matches!(Val::of(i).op(self.layout), Op::Unreachable));
        if !ends || !instructions.iter().all(|i| self.is_silent(*i)) {
            return None;
        }
        let calls = |i: &InstructionValue<'ctx>| {
            let is_intrinsic = matches!(callee(*i), Some(Callee::Declared(f)) if role(&symbol(f)).is_some());
            callee(*i).is_some() && !is_intrinsic
        };
        let traps = instructions.iter().any(|i| endings::is_trap(*i) || calls(i));
        Some(if traps { DeadEnd::Trap } else { DeadEnd::Undefined })
    }

    /// Whether an instruction is understood and concerns no other thread.
    fn is_silent(&self, instruction: InstructionValue<'_>) -> bool {
        if Marker::of(instruction).is_some() || concerns_others(instruction, self.layout) {
            return false;
        }
        match callee(instruction) {
            None => true,
            Some(Callee::Assembly(text)) => template::unmodelled(&text).is_none() && mbarriers::form(&text).is_none(),
            Some(Callee::Declared(function)) => match role(&symbol(function)) {
                Some(Role::Barrier | Role::NotModelled | Role::Fence | Role::Exit) => false,
                Some(
                    Role::Value
                    | Role::Fresh
                    | Role::First
                    | Role::Register
                    | Role::Nothing
                    | Role::Assumption
                    | Role::Trap
                    | Role::Exchange
                    | Role::ActiveLanes
                    | Role::Access
                    | Role::Atomic
                    | Role::Copy
                    | Role::Matrix
                    | Role::Fetch,
                ) => true,
                None => library::only_computes(&ffi::demangle(&symbol(function))),
            },
            Some(Callee::Defined(_) | Callee::Indirect) => false,
        }
    }

    /// The conditions assumed where `block` is reached.
    pub(crate) fn assumed_at(&mut self, block: BlockId) -> Term {
        let holding: Vec<Term> =
            self.walk.assumed.iter().filter(|(b, _)| self.cfg.dominates(*b, block)).map(|(_, c)| *c).collect();
        self.terms.all(holding)
    }

    /// Takes `condition` as given from the end of `block` on.
    pub(crate) fn assume(&mut self, block: BlockId, condition: Term) {
        if self.walk.loops.is_empty() {
            let truth = self.terms.truth();
            let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
            let fact = self.terms.implies(guard, condition);
            self.out.facts.push(fact);
        } else {
            self.walk.assumed.push((block, condition));
        }
    }

    /// Takes `condition` as given for what comes behind the end of `block`: who does not meet it is not there any more.
    fn survive(&mut self, block: BlockId, condition: Term) {
        if !self.walk.loops.is_empty() {
            return self.assume(block, condition);
        }
        if walk::accesses(&self.out.steps).next().is_none() {
            self.out.surviving.push(self.out.facts.len());
            return self.assume(block, condition);
        }
        self.pass(block, condition);
    }

    /// As `survive`, outside of loops.
    fn pass(&mut self, block: BlockId, condition: Term) {
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let condition = self.terms.implies(guard, condition);
        self.out.survived.push((self.out.steps.len(), condition));
    }

    /// Puts into the guards of accesses that the thread has come past the traps before, and says so of barriers.
    pub(crate) fn restrict_survivors(&mut self) {
        let mut traps = std::mem::take(&mut self.out.survived).into_iter().peekable();
        let mut condition = self.terms.truth();
        for (position, step) in self.out.steps.iter_mut().enumerate() {
            while let Some((_, survived)) = traps.next_if(|(before, _)| *before <= position) {
                condition = self.terms.and(condition, survived);
            }
            restrict(&mut self.terms, step, condition);
        }
    }
}

fn restrict(terms: &mut Terms, step: &mut Step, condition: Term) {
    walk::visit_mut(std::slice::from_mut(step), &mut |step| match step {
        Step::Access(access) => access.guard = terms.and(access.guard, condition),
        Step::Sync(sync) => sync.survived = terms.and(sync.survived, condition),
        Step::Fence(_) | Step::Loop(_) => {}
    });
}
