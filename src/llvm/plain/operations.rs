//! What each instruction of a prepared kernel is, as an operation of a program.

use super::reader::Reader;
use super::types;
use crate::kernel::program::{
    AccessScope, AccessSite, AtomicOp, FloatOp, Format, Mode, Operand, Operation, Timing, floats,
};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::device::access::{self, AccessKind};
use crate::llvm::device::endings;
use crate::llvm::device::markers::Marker;
use inkwell::llvm_sys::LLVMAtomicRMWBinOp;
use inkwell::llvm_sys::core::{LLVMGetAllocatedType, LLVMGetAtomicRMWBinOp, LLVMGetOrdering, LLVMGetVolatile};
use inkwell::values::InstructionValue;

impl<'ctx> Reader<'_, 'ctx> {
    /// What an instruction does, and which of it gives its value.
    pub(super) fn operations(&mut self, instruction: InstructionValue<'ctx>, op: &Op) -> (Vec<Operation>, usize) {
        let only = |operation| (vec![operation], 0);
        if let Some(marker) = Marker::of(instruction) {
            let access = self.access(&marker);
            let meeting = self.meeting_of_warp(instruction, &access);
            return (meeting.into_iter().chain([access]).collect(), usize::MAX);
        }
        if endings::is_trap(instruction) {
            return only(Operation::Trap);
        }
        if endings::is_exit(instruction) {
            return only(Operation::Exit);
        }
        let meeting = self.meeting(instruction);
        let (operations, giver) = self.without_meeting(instruction, op);
        let before = usize::from(meeting.is_some());
        (meeting.into_iter().chain(operations).collect(), giver.saturating_add(before))
    }

    fn without_meeting(&mut self, instruction: InstructionValue<'ctx>, op: &Op) -> (Vec<Operation>, usize) {
        let only = |operation| (vec![operation], 0);
        match op {
            Op::Call { callee, args } => {
                let args = args.iter().map(|a| (self.operand(*a), types::of_value(*a, self.layout))).collect();
                only(Operation::Call(self.callee(callee), args))
            }
            Op::OpaqueCall => self.assembly(instruction),
            op => only(self.computed(Val::of(&instruction), op)),
        }
    }

    fn operands(&mut self, vals: &[Val]) -> Vec<Operand> {
        vals.iter().map(|val| self.operand(*val)).collect()
    }

    /// Everything but calls and what belongs to blocks.
    pub(super) fn computed(&mut self, val: Val, op: &Op) -> Operation {
        let ty = |v: Val, reader: &Self| types::of_value(v, reader.layout);
        match op {
            Op::Constant(_, bits) => Operation::Bits(*bits),
            Op::Null | Op::Undef | Op::Zero => Operation::Zero,
            Op::Argument(i) => Operation::Argument(*i as usize),
            Op::Global => Operation::Global(self.global(val)),
            Op::Aggregate(parts) => Operation::Parts(self.operands(parts)),
            Op::Binary { op, a, b, .. } => Operation::Binary(*op, self.operand(*a), self.operand(*b)),
            Op::Pure(name, args) => self.pure(name, args),
            Op::Compare { op, a, b, negated } => {
                Operation::Compare(*op, self.operand(*a), self.operand(*b), ty(*a, self), *negated)
            }
            Op::Cast(op, a) => Operation::Cast(*op, self.operand(*a), ty(*a, self)),
            Op::Same(a) | Op::PtrToInt(a) | Op::IntToPtr(a) => Operation::Same(self.operand(*a), ty(*a, self)),
            Op::Gep { base, constant, indices } => {
                let indices =
                    indices.iter().map(|(i, scale)| (self.operand(*i), ty(*i, self).bits(), *scale)).collect();
                Operation::Offset { base: self.operand(*base), constant: *constant, indices }
            }
            Op::Select(c, a, b) => Operation::Select(self.operand(*c), self.operand(*a), self.operand(*b)),
            Op::Extract(a, path) => Operation::Extract(self.operand(*a), path.clone()),
            Op::Insert(a, v, path) => Operation::Insert(self.operand(*a), self.operand(*v), path.clone()),
            Op::ExtractElement(a, i) => Operation::ExtractElement(self.operand(*a), self.operand(*i)),
            Op::InsertElement(a, v, i) => {
                Operation::InsertElement(self.operand(*a), self.operand(*v), self.operand(*i))
            }
            Op::Shuffle(a, b, mask) => Operation::Shuffle(self.operand(*a), self.operand(*b), mask.clone()),
            Op::Fence => Operation::Order { acquires: true, releases: true },
            Op::Load { volatile, atomic, .. } => {
                Operation::Load { pointer: self.operand(val.operand(0)), orders: *volatile || *atomic }
            }
            Op::Store { pointer } => self.stored(val, *pointer),
            Op::ReadModifyWrite(_, by) => self.modified(val, *by),
            Op::CompareExchange { expected, new, .. } => self.exchanged(val, [*expected, *new]),
            Op::Alloca => self.allocation(val),
            Op::NotModelled(what) => Operation::Unknown((*what).to_owned()),
            Op::Other(what) => Operation::Unknown(what.clone()),
            Op::Phi(_)
            | Op::Call { .. }
            | Op::OpaqueCall
            | Op::Branch(_)
            | Op::Switch { .. }
            | Op::Return
            | Op::Unreachable => Operation::Unknown("an instruction at this place".into()),
        }
    }

    fn stored(&mut self, val: Val, pointer: Val) -> Operation {
        let value = val.operand(0);
        let ty = types::of_value(value, self.layout);
        // SAFETY: a store.
        let orders = unsafe {
            let plain = inkwell::llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic;
            LLVMGetVolatile(val.0) != 0 || LLVMGetOrdering(val.0) != plain
        };
        Operation::Store { pointer: self.operand(pointer), value: self.operand(value), ty, orders }
    }

    fn modified(&mut self, val: Val, by: Val) -> Operation {
        match modification(val) {
            Some(op) => Operation::Modify { op, pointer: self.operand(val.operand(0)), value: self.operand(by) },
            None => Operation::Unknown("an atomic operation".into()),
        }
    }

    fn exchanged(&mut self, val: Val, [expected, new]: [Val; 2]) -> Operation {
        let (pointer, expected, new) = (self.operand(val.operand(0)), self.operand(expected), self.operand(new));
        Operation::CompareExchange { pointer, expected, new }
    }

    fn allocation(&self, val: Val) -> Operation {
        // SAFETY: an `alloca` has an allocated type.
        let bytes = self.layout.size(unsafe { LLVMGetAllocatedType(val.0) }).unsigned_abs();
        match val.operand(0).constant() {
            Some(count) => Operation::Allocate(bytes.saturating_mul(count)),
            None => Operation::Unknown("a variable of open size".into()),
        }
    }

    /// Arithmetic on floating-point numbers, and constants that lowering knows by name only.
    fn pure(&mut self, name: &str, args: &[Val]) -> Operation {
        if let Some(value) = name.strip_prefix("half(").and_then(|rest| rest.strip_suffix(')')) {
            return match value.parse() {
                Ok(value) => Operation::Bits(floats::encode(Format::Half, value)),
                Err(_) => Operation::Unknown(name.to_owned()),
            };
        }
        match (float_op(name), args.first()) {
            (Some(op), Some(first)) => {
                let ty = types::of_value(*first, self.layout);
                Operation::Float(op, self.operands(args), ty)
            }
            (Some(_) | None, _) => Operation::Unknown(name.to_owned()),
        }
    }

    fn access(&mut self, marker: &Marker<'ctx>) -> Operation {
        let Some(site) = self.prepared.site(marker.site) else { return Operation::Unknown("an access".into()) };
        if let AccessKind::NotModelled { callee } = &site.kind {
            return Operation::Unknown(callee.clone());
        }
        let site = AccessSite {
            mode: mode(site.mode),
            timing: timing(&site.kind),
            volatile: site.volatile,
            non_coherent: site.kind == AccessKind::ReadOnlyCache,
            span: debug_info::span(marker.call).unwrap_or_default(),
        };
        self.program.sites.push(site);
        let site = self.program.sites.len() as u32 - 1;
        if let Some(read) = self.matrix_read(marker, site) {
            return read;
        }
        let (pointer, bytes) = (self.operand(Val::of(&marker.pointer)), self.operand(Val::of(&marker.bytes)));
        Operation::Access { site, pointer, bytes }
    }
}

/// As lowering takes it.
fn mode(mode: access::Mode) -> Mode {
    match mode {
        access::Mode::Read => Mode::Read,
        access::Mode::Write => Mode::Write,
        access::Mode::Atomic { scope, .. } => match scope {
            access::AtomicScope::Thread => Mode::Write,
            access::AtomicScope::Block | access::AtomicScope::Cluster => Mode::Atomic(AccessScope::Block),
            access::AtomicScope::Device | access::AtomicScope::System => Mode::Atomic(AccessScope::Device),
        },
    }
}

fn timing(kind: &AccessKind) -> Timing {
    match kind {
        AccessKind::AsyncCopySource | AccessKind::AsyncCopyDestination => Timing::Copied,
        AccessKind::Bulk(_) => Timing::Bulk,
        AccessKind::Product(_) => Timing::Multiplied,
        AccessKind::Tile(_) | AccessKind::Rows(_) => Timing::Together,
        AccessKind::Load
        | AccessKind::Store
        | AccessKind::ReadModifyWrite
        | AccessKind::CopySource
        | AccessKind::CopyDestination
        | AccessKind::Fill
        | AccessKind::Assembly
        | AccessKind::BulkSignal
        | AccessKind::ReadOnlyCache
        | AccessKind::NotModelled { .. } => Timing::AtOnce,
    }
}

fn modification(val: Val) -> Option<AtomicOp> {
    // SAFETY: an `atomicrmw`.
    Some(match unsafe { LLVMGetAtomicRMWBinOp(val.0) } {
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXchg => AtomicOp::Exchange,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpAdd => AtomicOp::Add,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpSub => AtomicOp::Sub,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpAnd => AtomicOp::And,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpNand => AtomicOp::Nand,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpOr => AtomicOp::Or,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXor => AtomicOp::Xor,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpMax => AtomicOp::Max,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpMin => AtomicOp::Min,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUMax => AtomicOp::UMax,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUMin => AtomicOp::UMin,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFAdd => AtomicOp::FAdd,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFSub => AtomicOp::FSub,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFMax => AtomicOp::FMax,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFMin => AtomicOp::FMin,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUIncWrap => AtomicOp::Inc,
        LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUDecWrap => AtomicOp::Dec,
    })
}

/// By the name of the opcode, or of the predicate of a comparison.
fn float_op(name: &str) -> Option<FloatOp> {
    let compare = |less, equal, greater, none| Some(FloatOp::Compare([less, equal, greater, none]));
    match name {
        "fadd" => Some(FloatOp::Add),
        "fsub" => Some(FloatOp::Sub),
        "fmul" => Some(FloatOp::Mul),
        "fdiv" => Some(FloatOp::Div),
        "frem" => Some(FloatOp::Rem),
        "fneg" => Some(FloatOp::Neg),
        "fptrunc" | "fpext" => Some(FloatOp::Convert),
        "fptoui" => Some(FloatOp::ToUnsigned),
        "fptosi" => Some(FloatOp::ToSigned),
        "uitofp" => Some(FloatOp::FromUnsigned),
        "sitofp" => Some(FloatOp::FromSigned),
        "predicatefalse" => compare(false, false, false, false),
        "oeq" => compare(false, true, false, false),
        "ogt" => compare(false, false, true, false),
        "oge" => compare(false, true, true, false),
        "olt" => compare(true, false, false, false),
        "ole" => compare(true, true, false, false),
        "one" => compare(true, false, true, false),
        "ord" => compare(true, true, true, false),
        "uno" => compare(false, false, false, true),
        "ueq" => compare(false, true, false, true),
        "ugt" => compare(false, false, true, true),
        "uge" => compare(false, true, true, true),
        "ult" => compare(true, false, false, true),
        "ule" => compare(true, true, false, true),
        "une" => compare(true, false, true, true),
        "predicatetrue" => compare(true, true, true, true),
        _ => None,
    }
}
