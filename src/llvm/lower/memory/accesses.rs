//! Memory: objects and accesses.
//!
//! Every access is read from a marker; a pointer with several targets gives one step for each.

use super::bulk::is_signalled;
use crate::kernel::{
    Access, Array, ArrayId, AsyncCopy, AtomicScope, MemorySpace, Mode, Part, PartIndex, Step, Tile, Unfenced, Update,
    walk,
};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::device::access::{self, AccessKind, Site};
use crate::llvm::device::markers::Marker;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::sync::under_way::in_flight::Place;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Target, Value};
use crate::llvm::prepare::dynamic::{SHARED, is_dynamic};
use crate::span::Span;
use crate::term::{CastOp, PureOp, Sharing, Term, Terms};
use inkwell::values::{GlobalValue, InstructionValue};

const CONSTANT: u32 = 4;
/// The most bytes of a number.
const LONGEST_NUMBER: u64 = 8;
/// The most bytes of a copy whose value is followed.
const LONGEST_COPY: u64 = 64;

/// What is the same of an access whichever object it is to.
struct Common<'s> {
    site: &'s Site,
    /// The condition that always holds.
    truth: Term,
    /// When the block is executed, if what is assumed there holds.
    guard: Term,
    bytes: Term,
    mode: Mode,
    update: Option<Update>,
    copy: Option<AsyncCopy>,
    unfenced: Option<Unfenced>,
    /// With the bytes from the tile's start.
    tile: Option<(Tile, Term)>,
    members: Vec<PartIndex>,
    span: Span,
}

impl<'ctx> Lowerer<'_, 'ctx> {
    pub(crate) fn span(&self, instruction: InstructionValue<'_>) -> Span {
        debug_info::span(instruction).unwrap_or_default()
    }

    /// ` at line N`, or nothing without debug information.
    pub(crate) fn at(&self, instruction: InstructionValue<'_>) -> String {
        let line = self.span(instruction).line;
        if line > 0 { format!(" at line {line}") } else { String::new() }
    }

    /// Adds an array and gives a pointer to its start.
    pub(crate) fn new_array(&mut self, name: &str, space: MemorySpace, element: u64, dims: Vec<u64>) -> Value {
        self.objects.arrays.push(Array {
            name: name.to_owned(),
            written: None,
            space,
            element,
            dims,
            single: false,
            unsigned: false,
            fields: None,
            unknown_object: false,
            beside: vec![],
            opens_for: None,
            declared: None,
        });
        self.start_of(ArrayId(self.objects.arrays.len() - 1))
    }

    pub(super) fn start_of(&mut self, array: ArrayId) -> Value {
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
            let (name, is_single) = (self.global_name(val), dims.is_empty());
            let value = self.new_array(&name, kind, element, dims);
            if let Some(array) = self.objects.arrays.last_mut() {
                (array.single, array.unsigned) = (is_single, debug_info::global_is_unsigned(val));
                array.fields = debug_info::fields_of_global(val);
                array.declared = debug_info::declared(val);
            }
            value
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
        if let AccessKind::NotModelled { callee } = &site.kind {
            return self.is_unsupported(format!("`{callee}` accesses memory in a way that is not modelled"));
        }
        self.come_for_matrices(block, &site, marker);
        let Some((common, targets)) = self.described(block, &site, marker) else {
            return self.is_unsupported("an access through a pointer that is not followed");
        };
        self.walk.latest = None;
        self.note_definitions(block, &common.span, Val::of(&marker.pointer));
        let only = targets.len() == 1;
        for target in targets {
            let (array, rank) = match target.base {
                Base::Array(array) => (array, None),
                Base::Remote(array, rank) => (array, Some(rank)),
                Base::ByValue(_) | Base::Private | Base::Null => continue,
            };
            self.needs_followed(&site, array);
            self.needs_own(&site, rank.filter(|_| !self.objects.arrays[array.0].space.is_global()));
            let step = self.access_to(marker, &common, (array, rank), &target);
            self.walk.latest = step.filter(|_| only);
            self.walk.bulk.extend(step.filter(|_| is_signalled(&site.kind)));
        }
        self.told(&site, marker);
    }

    /// What a warp accesses together, its lanes have to come to: to the same tile, or each with rows of its own.
    fn come_for_matrices(&mut self, block: BlockId, site: &Site, marker: &Marker<'ctx>) {
        match site.kind {
            AccessKind::Tile(_) => {
                let place = [Some((Val::of(&marker.pointer), 64)), marker.value.map(|stride| (Val::of(&stride), 32))];
                let agreed = place.into_iter().flatten().map(|(v, width)| self.term(v, width)).collect();
                self.together(block, marker.call, agreed);
            }
            AccessKind::Rows(_) => self.together(block, marker.call, vec![]),
            AccessKind::Product(_) => self.group_comes(block, marker.call),
            AccessKind::AsyncCopySource
            | AccessKind::AsyncCopyDestination
            | AccessKind::Bulk(_)
            | AccessKind::BulkSignal
            | AccessKind::Load
            | AccessKind::Store
            | AccessKind::ReadModifyWrite
            | AccessKind::CopySource
            | AccessKind::CopyDestination
            | AccessKind::Fill
            | AccessKind::Assembly
            | AccessKind::ReadOnlyCache
            | AccessKind::NotModelled { .. } => {}
        }
    }

    /// What an access is, and where its pointer may lead; none if that is not followed.
    fn described<'s>(
        &mut self,
        block: BlockId,
        site: &'s Site,
        marker: &Marker<'ctx>,
    ) -> Option<(Common<'s>, Vec<Target>)> {
        let bytes = self.term(Val::of(&marker.bytes), 64);
        let mode = self.mode(site, marker);
        let stored = marker.value.filter(|_| site.kind == AccessKind::Store).map(|v| Val::of(&v));
        let update = self.unfollowed(site.mode, stored);
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let assumed = self.assumed_at(block);
        let guard = self.terms.and(guard, assumed);
        let span = self.span(marker.call);
        let (copy, unfenced) = (self.copy_of(marker), self.unfenced_of(marker));
        if let (AccessKind::Product(matrix), Some(descriptor)) = (&site.kind, marker.value) {
            let read = self.matrix_read(Val::of(&descriptor), *matrix);
            let guard = if read.exact { guard } else { self.perhaps_read(guard, &span) };
            let (bytes, mode, tile, members) = (read.bytes, Mode::Read, None, vec![]);
            let common = Common { site, truth, guard, bytes, mode, update: None, copy, unfenced, tile, members, span };
            return Some((common, read.targets));
        }
        let Value::Pointer(targets) = self.value(Val::of(&marker.pointer)) else { return None };
        let tile = self.tile(site, marker);
        let members = self.members(Val::of(&marker.pointer));
        Some((Common { site, truth, guard, bytes, mode, update, copy, unfenced, tile, members, span }, targets))
    }

    /// A condition under which it is not known whether a matrix is read.
    fn perhaps_read(&mut self, guard: Term, span: &Span) -> Term {
        let what = format!("which bytes the matrix descriptor at line {} is of", span.line);
        let open = self.opaque(&what, 1, Sharing::Thread);
        self.terms.and(guard, open)
    }

    /// The indices by which a pointer leads into parts of objects.
    fn members(&mut self, pointer: Val) -> Vec<PartIndex> {
        let mut found = vec![];
        for (index, extent, part) in pointer.part_indices(self.layout) {
            let width = scalar_width(&index.ty());
            if width > 0 {
                let index = self.term(index, width);
                found.push(PartIndex { index: self.terms.cast(CastOp::Sext, 64, index), extent, part });
            }
        }
        found
    }

    /// Says what is not understood where an array is not followed: rows and asynchronous copies have to be.
    fn needs_followed(&mut self, site: &Site, array: ArrayId) {
        let array = &self.objects.arrays[array.0];
        if array.space == MemorySpace::Shared && !array.unknown_object {
            return;
        }
        let bulk = matches!(site.kind, AccessKind::Bulk(_)) && array.space == MemorySpace::Shared;
        if matches!(site.kind, AccessKind::Rows(_)) {
            self.is_unsupported("rows of a matrix at an address that is not followed");
        }
        if bulk || site.kind == AccessKind::AsyncCopyDestination {
            self.is_unsupported("an asynchronous copy to an address that is not followed");
        }
    }

    /// Adds the step for one object, if the pointer ever leads there, and gives its number.
    fn access_to(
        &mut self,
        marker: &Marker<'ctx>,
        common: &Common<'_>,
        (array, rank): (ArrayId, Option<Term>),
        target: &Target,
    ) -> Option<usize> {
        let mut tile = common.tile.clone();
        // Which array it is says the lane that has the address.
        let when = match tile.as_mut().map(|(tile, _)| &mut tile.part) {
            Some(Part::OfLane(_, when)) => std::mem::replace(when, target.when),
            Some(Part::Numbered(_)) | None => target.when,
        };
        let guard = self.terms.and(common.guard, when);
        if self.terms.is_false(guard) {
            return None;
        }
        self.copies_at(marker.call, common.truth, Place::Access);
        let access = Access {
            id: 0,
            guard,
            array,
            rank,
            offset: tile.as_ref().map_or(target.offset, |(_, part)| self.terms.add(target.offset, *part)),
            bytes: common.bytes,
            mode: common.mode.clone(),
            update: common.update.clone(),
            copy: common.copy,
            unfenced: common.unfenced,
            pending: self.pending_at(common.site, marker),
            signal: None,
            // Whose address is aligned is the lane's that has it.
            alignment: if tile.is_some() { 1 } else { common.site.alignment },
            tile: tile.map(|(tile, _)| tile),
            volatile: common.site.volatile,
            non_coherent: common.site.kind == AccessKind::ReadOnlyCache,
            life: None,
            seeds: self.only_seeds(common.site, marker),
            exchanges: self.survey.handed.of(marker),
            members: common.members.clone(),
            span: common.span.clone(),
        };
        self.out.steps.push(Step::Access(access));
        Some(self.out.steps.len() - 1)
    }

    /// Whether the object is the same one for all threads of the grid.
    fn is_common(&self, target: &Target) -> bool {
        match target.base {
            Base::Array(a) => self.objects.arrays[a.0].space == MemorySpace::Global,
            // One of those that a table leads to, and not shared memory of another block of the cluster.
            Base::Remote(a, _) => self.objects.arrays[a.0].space == MemorySpace::Tabled,
            Base::Null => true,
            Base::ByValue(_) | Base::Private => false,
        }
    }

    /// What a copy writes, if that is as long as a number, as of a structure of two halves; else a function of all parts of it, so
    /// that equal parts make equal values: of the three numbers of a vector.
    fn copied_value(&mut self, marker: &Marker<'ctx>) -> Option<Term> {
        let bytes = Val::of(&marker.bytes).constant().filter(|bytes| *bytes <= LONGEST_COPY)?;
        let parts = self.stored_parts(marker, bytes).or_else(|| self.copied_parts(marker, bytes))?;
        match parts.as_slice() {
            [part] => Some(*part),
            _ => Some(self.operation(PureOp::Other, "copy".to_owned(), 64, parts)),
        }
    }

    /// What the thread has in its own variable that is copied: stores behind the marker, one for each part, side by side.
    fn stored_parts(&mut self, marker: &Marker<'ctx>, bytes: u64) -> Option<Vec<Term>> {
        let (mut parts, mut covered) = (vec![], 0);
        let mut next = marker.call.get_next_instruction();
        while let Some(instruction) = next.filter(|_| covered < bytes) {
            let val = Val::of(&instruction);
            let op = val.op(self.layout);
            if let Op::Store { pointer } = op {
                let Value::Term(part) = self.value(val.operand(0)) else { return None };
                let width = scalar_width(&val.operand(0).ty());
                if width == 0 || pointer.behind(Val::of(&marker.pointer), self.layout)? != covered {
                    return None;
                }
                covered += u64::from(width / 8);
                parts.push(part);
            } else if !matches!(op, Op::Gep { .. }) {
                return None;
            }
            next = instruction.get_next_instruction();
        }
        (covered == bytes && !parts.is_empty()).then_some(parts)
    }

    /// What memory that is never written has where it is copied from, in parts of a number's length.
    fn copied_parts(&mut self, marker: &Marker<'ctx>, bytes: u64) -> Option<Vec<Term>> {
        let length = [LONGEST_NUMBER, 4, 2, 1].into_iter().find(|length| bytes.is_multiple_of(*length))?;
        let copy = Val::of(&marker.call.get_next_instruction()?);
        let Op::Call { callee, args } = copy.op(self.layout) else { return None };
        callee.starts_with("llvm.mem").then_some(())?;
        let (source, bits) = (*args.get(1)?, u32::try_from(8 * length).ok()?);
        let parts = (0..bytes / length).map(|i| {
            match self.unwritten(source, i64::try_from(i * length).ok()?, &Ty::Int(bits)) {
                Value::Term(part) => Some(part),
                Value::Pointer(_) | Value::Aggregate(_) | Value::Opaque => None,
            }
        });
        parts.collect::<Option<Vec<_>>>().filter(|parts| !parts.is_empty())
    }

    fn mode(&mut self, site: &Site, marker: &Marker<'ctx>) -> Mode {
        match site.mode {
            access::Mode::Read => Mode::Read,
            access::Mode::Write if matches!(site.kind, AccessKind::Tile(_)) => Mode::Write(None),
            access::Mode::Write if site.kind == AccessKind::CopyDestination && !site.volatile => {
                Mode::Write(self.copied_value(marker))
            }
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
                access::AtomicScope::Block => Mode::Atomic(AtomicScope::Block),
                access::AtomicScope::Cluster => Mode::Atomic(AtomicScope::Cluster),
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
