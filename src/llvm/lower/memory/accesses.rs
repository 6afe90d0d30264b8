//! Memory: objects and accesses.
//!
//! Every access is read from a marker; a pointer with several targets gives one step for each.

use super::addresses::is_rounding;
use crate::kernel::{Access, Array, ArrayId, AtomicScope, MemorySpace, Mode, Part, Step, walk};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::device::access::{self, AccessKind, AtomicOp};
use crate::llvm::device::barriers::{self, sync_scope};
use crate::llvm::device::endings;
use crate::llvm::device::markers::Marker;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::sync::in_flight::Place;
use crate::llvm::lower::values::value::{Base, Target, Value};
use crate::llvm::prepare::dynamic::{SHARED, is_dynamic};
use crate::span::Span;
use crate::term::Terms;
use crate::verdict::Assumption;
use inkwell::values::{GlobalValue, InstructionValue};
use rustc_hash::FxHashSet;

const CONSTANT: u32 = 4;

impl<'ctx> Lowerer<'_, 'ctx> {
    pub(crate) fn span(&self, instruction: InstructionValue<'_>) -> Span {
        debug_info::span(instruction).unwrap_or_default()
    }

    /// ` at line N`, or nothing without debug information.
    pub(crate) fn at(&self, instruction: InstructionValue<'_>) -> String {
        let line = self.span(instruction).line;
        if line > 0 { format!(" at line {line}") } else { String::new() }
    }

    /// Collects, before the walk, which loops synchronise and which objects are written.
    pub(crate) fn survey(&mut self) {
        for block in self.cfg.blocks() {
            for instruction in self.cfg.block(block).get_instructions() {
                if sync_scope(&Val::of(&instruction).op(self.layout)).is_some()
                    || barriers::is_barrier(instruction, self.layout)
                {
                    self.survey.synchronised.extend(self.cfg.loops_around(self.cfg.innermost(block)));
                }
                self.parameter_change(instruction);
                self.whether_modelled(instruction);
                if let Some(m) = Marker::of(instruction)
                    && self.writes(&m)
                {
                    let (roots, known) = self.roots(Val::of(&m.pointer));
                    self.survey.written.extend(roots);
                    self.survey.writes_anything |= !known;
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
            access::Mode::Read | access::Mode::Atomic { op: AtomicOp::Load, .. } => false,
            access::Mode::Write | access::Mode::Atomic { .. } => true,
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
                _ => known = false,
            }
        }
        self.add_overlaid(&mut roots);
        (roots, known)
    }

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

    /// Adds an array and gives a pointer to its start.
    pub(crate) fn new_array(&mut self, name: &str, space: MemorySpace, element: u64, dims: Vec<u64>) -> Value {
        self.objects.arrays.push(Array { name: name.to_owned(), space, element, dims, unknown_object: false });
        self.start_of(ArrayId(self.objects.arrays.len() - 1))
    }

    fn start_of(&mut self, array: ArrayId) -> Value {
        let (when, offset) = (self.terms.truth(), self.terms.constant(64, 0));
        Value::Pointer(vec![Target { when, base: Base::Array(array), offset }])
    }

    /// A pointer to a global variable.
    pub(crate) fn global(&mut self, val: Val) -> Value {
        if let Some(v) = self.objects.array_of.get(&val) {
            return v.clone();
        }
        let (element, dims) = val.global_shape(self.layout);
        let space = val.address_space();
        let dynamic = self.input.kernel.dynamic.as_ref().filter(|_| is_dynamic(val, self.layout));
        let is_constant = space == CONSTANT || val.is_constant_global();
        // What the launch passes the address of may be written by way of that.
        let value = if is_constant && !self.is_overlaid(val) {
            self.private()
        } else if let Some(dynamic) = dynamic {
            self.new_array(&dynamic.name, MemorySpace::Shared, dynamic.element, vec![0])
        } else {
            let kind = if space == SHARED { MemorySpace::Shared } else { MemorySpace::Global };
            let name = self.global_name(val);
            self.new_array(&name, kind, element, dims)
        };
        self.objects.array_of.insert(val, value.clone());
        value
    }

    pub(crate) fn global_name(&self, val: Val) -> String {
        let global: Option<GlobalValue<'ctx>> = self.input.module.get_global(&val.name());
        global.map_or_else(|| val.name(), debug_info::array_name)
    }

    /// Lowers a marker: one step for each object that the pointer may point into.
    pub(crate) fn access(&mut self, block: BlockId, marker: &Marker<'ctx>) {
        let Some(site) = self.input.prepared.site(marker.site).cloned() else {
            return self.is_unsupported("an access without a description");
        };
        match &site.kind {
            AccessKind::NotModelled { callee } => {
                return self.is_unsupported(format!("`{callee}` accesses memory in a way that is not modelled"));
            }
            AccessKind::AsyncCopySource
            | AccessKind::AsyncCopyDestination
            | AccessKind::Load
            | AccessKind::Store
            | AccessKind::ReadModifyWrite
            | AccessKind::CopySource
            | AccessKind::CopyDestination
            | AccessKind::Fill
            | AccessKind::Assembly
            | AccessKind::ReadOnlyCache => {}
            AccessKind::Tile(_) => {
                let place = [Some((Val::of(&marker.pointer), 64)), marker.value.map(|stride| (Val::of(&stride), 32))];
                let agreed = place.into_iter().flatten().map(|(v, width)| self.term(v, width)).collect();
                self.together(block, marker.call, agreed);
            }
            AccessKind::Rows(_) => self.together(block, marker.call, vec![]),
        }
        let bytes = self.term(Val::of(&marker.bytes), 64);
        let mode = self.mode(&site, marker);
        let stored = marker.value.filter(|_| site.kind == AccessKind::Store).map(|v| Val::of(&v));
        let update = self.unfollowed(site.mode, stored);
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let assumed = self.assumed_at(block);
        let guard = self.terms.and(guard, assumed);
        let span = self.span(marker.call);
        let Value::Pointer(targets) = self.value(Val::of(&marker.pointer)) else {
            return self.is_unsupported("an access through a pointer that is not followed");
        };
        let copy = self.copy_of(marker);
        let tile = self.tile(&site, marker);
        self.walk.latest = None;
        let only = targets.len() == 1;
        let rows = matches!(site.kind, AccessKind::Rows(_));
        for t in targets {
            let Base::Array(array) = t.base else { continue };
            let is_followed = |a: &Array| a.space == MemorySpace::Shared && !a.unknown_object;
            if rows && !is_followed(&self.objects.arrays[array.0]) {
                self.is_unsupported("rows of a matrix at an address that is not followed");
            }
            if site.kind == AccessKind::AsyncCopyDestination && !is_followed(&self.objects.arrays[array.0]) {
                self.is_unsupported("an asynchronous copy to an address that is not followed");
            }
            let mut tile = tile.clone();
            // Which array it is says the lane that has the address.
            let when = match tile.as_mut().map(|(tile, _)| &mut tile.part) {
                Some(Part::OfLane(_, when)) => std::mem::replace(when, t.when),
                Some(Part::Numbered(_)) | None => t.when,
            };
            let guard = self.terms.and(guard, when);
            if self.terms.is_false(guard) {
                continue;
            }
            self.copies_at(marker.call, truth, Place::Access);
            let access = Access {
                id: 0,
                guard,
                array,
                offset: tile.as_ref().map_or(t.offset, |(_, part)| self.terms.add(t.offset, *part)),
                bytes,
                mode: mode.clone(),
                update: update.clone(),
                copy,
                // Whose address is aligned is the lane's that has it.
                alignment: if tile.is_some() { 1 } else { site.alignment },
                tile: tile.map(|(tile, _)| tile),
                volatile: site.volatile,
                non_coherent: site.kind == AccessKind::ReadOnlyCache,
                span: span.clone(),
            };
            self.walk.latest = only.then_some(self.out.steps.len());
            self.out.steps.push(Step::Access(access));
        }
    }

    /// Whether the object is the same one for all threads of the grid.
    fn is_common(&self, target: &Target) -> bool {
        match target.base {
            Base::Array(a) => self.objects.arrays[a.0].space == MemorySpace::Global,
            Base::Null => true,
            Base::ByValue(_) | Base::Private => false,
        }
    }

    fn mode(&mut self, site: &access::Site, marker: &Marker<'ctx>) -> Mode {
        match site.mode {
            access::Mode::Read => Mode::Read,
            access::Mode::Write if matches!(site.kind, AccessKind::Tile(_)) => Mode::Write(None),
            access::Mode::Write => Mode::Write(marker.value.and_then(|v| {
                let v = Val::of(&v);
                match self.value(v) {
                    Value::Term(t) => Some(t),
                    Value::Pointer(targets) if v.address_space() == 0 && targets.iter().all(|t| self.is_common(t)) => {
                        Some(self.address(&targets))
                    }
                    Value::Pointer(_) | Value::Aggregate(_) | Value::Opaque => None,
                }
            })),
            access::Mode::Atomic { scope, .. } => match scope {
                // Atomic towards nobody else: for other threads it reads and writes.
                access::AtomicScope::Thread => Mode::Write(None),
                access::AtomicScope::Block | access::AtomicScope::Cluster => Mode::Atomic(AtomicScope::Block),
                access::AtomicScope::Device => Mode::Atomic(AtomicScope::Device),
                access::AtomicScope::System => Mode::Atomic(AtomicScope::System),
            },
        }
    }
}

/// Gives arrays without a declared element type the width of their accesses.
pub(crate) fn set_element_sizes(arrays: &mut [Array], terms: &Terms, steps: &[Step]) {
    let mut widths: Vec<Vec<u64>> = vec![vec![]; arrays.len()];
    collect(terms, steps, &mut widths);
    for (array, widths) in arrays.iter_mut().zip(widths) {
        if array.element == 0 {
            array.element = widths.into_iter().min().unwrap_or(1);
        }
    }
}

fn collect(terms: &Terms, steps: &[Step], widths: &mut [Vec<u64>]) {
    for access in walk::accesses(steps) {
        let width = access.tile.as_ref().map_or(terms.as_const(access.bytes), |t| Some(t.element));
        if let Some(w) = width.filter(|w| *w > 0) {
            widths[access.array.0].push(w);
        }
    }
}
