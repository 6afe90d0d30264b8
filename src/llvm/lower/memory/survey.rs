//! What is found out before the walk: which loops synchronise, which objects are written, which parameters are changed.
//!
//! Direction: an object that is never written may count as written, never the other way.

use super::addresses::is_rounding;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::device::access::{AtomicOp, Mode};
use crate::llvm::device::endings;
use crate::llvm::device::markers::Marker;
use crate::llvm::device::ptx::clusters::Half;
use crate::llvm::device::waits::{Wait, waits};
use crate::llvm::lower::lowerer::{Lowerer, Store};
use crate::llvm::prepare::dynamic::SHARED;
use crate::verdict::Assumption;
use inkwell::values::InstructionValue;
use rustc_hash::FxHashSet;

/// Whether a thread sees behind it what others wrote before: a loop with it reads memory anew in each iteration.
fn synchronises(wait: &Wait) -> bool {
    match wait {
        Wait::Block { .. } | Wait::Grid | Wait::Warp(_) | Wait::Numbered(_) => true,
        Wait::Cluster(barrier) => barrier.half == Half::Wait,
        Wait::Arrival(_) | Wait::Exchange { .. } | Wait::Product | Wait::WarpGroup(_) | Wait::Copies(_) => false,
    }
}

impl Lowerer<'_, '_> {
    /// Collects, before the walk, which loops synchronise and which objects are written.
    pub(crate) fn survey(&mut self) {
        self.find_own_heap();
        self.find_held_pointers();
        self.find_written();
        while self.forget_written_holders() {
            self.find_written();
        }
        for block in self.cfg.blocks() {
            for instruction in self.cfg.block(block).get_instructions() {
                if waits(instruction, self.layout).iter().any(synchronises) {
                    self.survey.synchronised.extend(self.cfg.loops_around(self.cfg.innermost(block)));
                }
                self.parameter_change(instruction);
                self.whether_modelled(instruction);
            }
        }
    }

    fn find_written(&mut self) {
        self.survey.stores.clear();
        for block in self.cfg.blocks() {
            for instruction in self.cfg.block(block).get_instructions() {
                if let Some(m) = Marker::of(instruction)
                    && self.writes(&m)
                {
                    let (roots, known) = self.roots(Val::of(&m.pointer));
                    self.survey.written.extend(roots.iter().copied());
                    self.survey.writes_anything |= !known;
                    self.survey.stores.push(Store { block, marker: Val::of(&instruction), roots, known });
                }
            }
        }
    }

    /// Says what kind of instruction is not understood, also of one that ends a block, and what breakpoints are taken to do.
    fn whether_modelled(&mut self, instruction: InstructionValue<'_>) {
        if let Op::NotModelled(what) = Val::of(&instruction).op(self.layout) {
            let place = self.at(instruction);
            self.is_unsupported(format!("the {what}{place} is not modelled"));
        }
        if endings::is_breakpoint(instruction) {
            self.out.assumptions.push(Assumption::NoDebugger);
        }
    }

    /// Notes a by-value parameter whose copy in the thread's memory is stored to, or handed to somebody else.
    fn parameter_change(&mut self, instruction: InstructionValue<'_>) {
        let pointers: Vec<Val> = match Val::of(&instruction).op(self.layout) {
            Op::Store { pointer } => vec![pointer],
            Op::ReadModifyWrite(..) | Op::CompareExchange { .. } => vec![Val::of(&instruction).operand(0)],
            // What is copied from is only read.
            Op::Call { callee, args } if callee.starts_with("llvm.mem") => args.into_iter().take(1).collect(),
            Op::Call { args, .. } if Marker::of(instruction).is_none() => {
                args.into_iter().filter(|a| a.ty() == Ty::Pointer).collect()
            }
            Op::OpaqueCall => Val::of(&instruction).operands().into_iter().filter(|a| a.ty() == Ty::Pointer).collect(),
            Op::Constant(..)
            | Op::Null
            | Op::Undef
            | Op::Zero
            | Op::Argument(_)
            | Op::Global
            | Op::Aggregate(_)
            | Op::Binary { .. }
            | Op::Pure(..)
            | Op::Compare { .. }
            | Op::Cast(..)
            | Op::Same(_)
            | Op::PtrToInt(_)
            | Op::IntToPtr(_)
            | Op::Gep { .. }
            | Op::Select(..)
            | Op::Phi(_)
            | Op::Load { .. }
            | Op::Call { .. }
            | Op::Extract(..)
            | Op::Insert(..)
            | Op::ExtractElement(..)
            | Op::InsertElement(..)
            | Op::Shuffle(..)
            | Op::Alloca
            | Op::Branch(_)
            | Op::Switch { .. }
            | Op::Return
            | Op::Unreachable
            | Op::Fence
            | Op::NotModelled(_)
            | Op::Other(_) => return,
        };
        for p in pointers {
            self.survey.changed_parameters.extend(self.by_value_root(p));
        }
    }

    pub(crate) fn writes(&self, m: &Marker<'_>) -> bool {
        self.input.prepared.site(m.site).is_none_or(|s| match s.mode {
            Mode::Read | Mode::Atomic { op: AtomicOp::Load, .. } => false,
            Mode::Write | Mode::Atomic { .. } => true,
        })
    }

    /// The objects that a pointer may point into, by their names in the IR, and whether these are all.
    pub(crate) fn roots(&self, pointer: Val) -> (FxHashSet<Val>, bool) {
        let (mut roots, mut seen, mut known) = (FxHashSet::default(), FxHashSet::default(), true);
        let mut open = vec![pointer];
        while let Some(v) = open.pop() {
            if !seen.insert(v) {
                continue;
            }
            match v.op(self.layout) {
                // From nowhere, the distance is an address.
                Op::Gep { base, indices, .. } if !indices.is_empty() && matches!(base.op(self.layout), Op::Null) => {
                    known = false;
                }
                Op::Gep { base, .. } | Op::Same(base) => open.push(base),
                Op::IntToPtr(address) => match self.pointer_in(address) {
                    Some(pointer) => open.push(pointer),
                    None => known = false,
                },
                Op::Select(_, a, b) => open.extend([a, b]),
                Op::Phi(sources) => open.extend(sources.into_iter().map(|(v, _)| v)),
                Op::Argument(_) | Op::Global | Op::Alloca => {
                    roots.insert(v);
                }
                // In shared memory something lies at address 0.
                Op::Null if v.address_space() == SHARED => known = false,
                Op::Null | Op::Undef => {}
                Op::Call { callee, args } if is_rounding(&callee) => match args.as_slice() {
                    [pointer, mask] if self.rounds(*mask) => open.push(*pointer),
                    _ => known = false,
                },
                // A pointer out of a by-value parameter is a parameter of its own.
                Op::Load { pointer, .. } if self.by_value_root(pointer).is_some() => {
                    roots.extend(self.by_value_root(pointer));
                }
                Op::Call { .. } if self.survey.own_heap.contains(&v) => {
                    roots.insert(v);
                }
                Op::Load { .. } if let Some(object) = self.survey.held.object(v) => _ = roots.insert(object),
                _ => known = false,
            }
        }
        self.add_overlaid(&mut roots);
        (roots, known)
    }

    /// The by-value parameter that a pointer leads into, if it is one.
    fn by_value_root(&self, pointer: Val) -> Option<Val> {
        let mut v = pointer;
        loop {
            match v.op(self.layout) {
                Op::Gep { base, .. } | Op::Same(base) => v = base,
                Op::Argument(i) => return v.is_by_value(i).then_some(v),
                _ => return None,
            }
        }
    }
}
