//! LLVM values and instructions as plain data: one decoding for instructions and constant expressions alike, so that
//! `lower` matches on [`Op`] and never asks LLVM.
//!
//! **Invariant:** a [`Val`] is only made from a live module that outlives it; decoding changes nothing.

use crate::term::{BinaryOp, CastOp, CompareOp, Width};
use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMOffsetOfElement, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, LLVMValueKind};
use inkwell::values::AsValueRef;
use std::ffi::CStr;

/// A value of the module in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Val(LLVMValueRef);

/// A type, as far as lowering cares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Ty {
    Void,
    /// Bits.
    Int(u32),
    /// Bits.
    Float(u32),
    Pointer,
    /// Fields or elements: struct, array, vector.
    Aggregate(Vec<Ty>),
    Other,
}

/// One case of a switch is the value and the number of the successor.
#[derive(Clone, Debug)]
pub(super) enum Op {
    /// Integers and the bits of floating-point numbers, up to 64 bits.
    Constant(Width, u64),
    Null,
    Undef,
    /// The zero of an aggregate.
    Zero,
    Argument(u32),
    Global,
    /// A constant aggregate's parts.
    Aggregate(Vec<Val>),
    Binary {
        op: BinaryOp,
        a: Val,
        b: Val,
        no_signed_wrap: bool,
    },
    /// A value that depends on its operands only.
    Pure(String, Vec<Val>),
    /// `a op b`; negated if `negated`.
    Compare {
        op: CompareOp,
        a: Val,
        b: Val,
        negated: bool,
    },
    Cast(CastOp, Val),
    /// Same bits, another type: bit casts, address space casts, freeze.
    Same(Val),
    PtrToInt(Val),
    IntToPtr(Val),
    /// `base + constant + Σ index·scale` bytes.
    Gep {
        base: Val,
        constant: i64,
        indices: Vec<(Val, i64)>,
    },
    Select(Val, Val, Val),
    Phi(Vec<(Val, BlockRef)>),
    Load {
        pointer: Val,
        volatile: bool,
        atomic: bool,
    },
    Store {
        pointer: Val,
    },
    /// A call of a declared function, an intrinsic, or a defined function that was not inlined.
    Call {
        callee: String,
        args: Vec<Val>,
    },
    /// A call of inline assembly or through a pointer.
    OpaqueCall,
    Extract(Val, Vec<u32>),
    Insert(Val, Val, Vec<u32>),
    ExtractElement(Val, Val),
    InsertElement(Val, Val, Val),
    /// Elements by number, counted through both vectors; negative for undefined ones.
    Shuffle(Val, Val, Vec<i32>),
    Alloca,
    AtomicReadWrite,
    Branch(Option<Val>),
    Switch {
        value: Val,
        cases: Vec<(u64, u32)>,
    },
    Return,
    Unreachable,
    Other(String),
}

/// LLVM's block, comparable with those of [`super::cfg::Cfg`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct BlockRef(inkwell::llvm_sys::prelude::LLVMBasicBlockRef);

impl BlockRef {
    pub(super) fn block<'ctx>(self) -> Option<BasicBlock<'ctx>> {
        // SAFETY: the reference comes from a phi of the live module.
        unsafe { BasicBlock::new(self.0) }
    }
}

/// The layout of types in memory.
#[derive(Clone, Copy)]
pub(super) struct Layout(LLVMTargetDataRef);

impl Layout {
    pub(super) fn of(module: &inkwell::module::Module<'_>) -> Self {
        // SAFETY: the module is live; it owns its layout.
        Layout(unsafe { LLVMGetModuleDataLayout(module.as_mut_ptr()) })
    }

    fn size(self, ty: LLVMTypeRef) -> i64 {
        // SAFETY: `ty` is a sized type of the same module.
        unsafe { if LLVMTypeIsSized(ty) == 0 { 1 } else { LLVMABISizeOfType(self.0, ty) as i64 } }
    }
}

fn text(chars: *const std::ffi::c_char) -> String {
    if chars.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returns a string that ends with a zero byte and lives as long as the value.
    unsafe { CStr::from_ptr(chars) }.to_string_lossy().into_owned()
}

fn type_of(ty: LLVMTypeRef) -> Ty {
    // SAFETY: `ty` is a type of the live module; each call fits its kind.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMVoidTypeKind => Ty::Void,
            LLVMTypeKind::LLVMIntegerTypeKind => Ty::Int(LLVMGetIntTypeWidth(ty)),
            LLVMTypeKind::LLVMHalfTypeKind | LLVMTypeKind::LLVMBFloatTypeKind => Ty::Float(16),
            LLVMTypeKind::LLVMFloatTypeKind => Ty::Float(32),
            LLVMTypeKind::LLVMDoubleTypeKind => Ty::Float(64),
            LLVMTypeKind::LLVMPointerTypeKind => Ty::Pointer,
            LLVMTypeKind::LLVMStructTypeKind => Ty::Aggregate(
                (0..LLVMCountStructElementTypes(ty)).map(|i| type_of(LLVMStructGetTypeAtIndex(ty, i))).collect(),
            ),
            LLVMTypeKind::LLVMArrayTypeKind => repeated(ty, LLVMGetArrayLength2(ty)),
            LLVMTypeKind::LLVMVectorTypeKind => repeated(ty, u64::from(LLVMGetVectorSize(ty))),
            _ => Ty::Other,
        }
    }
}

fn repeated(ty: LLVMTypeRef, count: u64) -> Ty {
    if count > 64 {
        return Ty::Other; // no value of such a type is followed
    }
    // SAFETY: `ty` is an array or a vector.
    let element = type_of(unsafe { LLVMGetElementType(ty) });
    Ty::Aggregate(vec![element; count as usize])
}

impl Val {
    pub(super) fn of(value: &impl AsValueRef) -> Self {
        Val(value.as_value_ref())
    }

    pub(super) fn ty(self) -> Ty {
        // SAFETY: live value.
        type_of(unsafe { LLVMTypeOf(self.0) })
    }

    pub(super) fn name(self) -> String {
        let mut len = 0;
        // SAFETY: live value; the length is written before it is read.
        text(unsafe { LLVMGetValueName2(self.0, &mut len) })
    }

    fn operand(self, i: u32) -> Val {
        // SAFETY: callers ask for operands that the opcode has.
        Val(unsafe { LLVMGetOperand(self.0, i) })
    }

    fn operands(self) -> Vec<Val> {
        // SAFETY: live user.
        let n = unsafe { LLVMGetNumOperands(self.0) };
        (0..n.max(0) as u32).map(|i| self.operand(i)).collect()
    }

    /// The constant's value, for integers of up to 64 bits.
    pub(super) fn constant(self) -> Option<u64> {
        if let Op::Constant(_, v) = self.op_without_layout() { Some(v) } else { None }
    }

    fn op_without_layout(self) -> Op {
        // SAFETY: the kind is checked before the value is read as that kind.
        unsafe {
            match (LLVMGetValueKind(self.0), self.ty()) {
                (LLVMValueKind::LLVMConstantIntValueKind, Ty::Int(w)) if w <= 64 => {
                    Op::Constant(w as Width, LLVMConstIntGetZExtValue(self.0))
                }
                _ => Op::Undef,
            }
        }
    }

    /// What the value is.
    pub(super) fn op(self, layout: Layout) -> Op {
        // SAFETY: the kind is checked before the value is read as that kind.
        unsafe {
            match LLVMGetValueKind(self.0) {
                LLVMValueKind::LLVMConstantIntValueKind => match self.op_without_layout() {
                    Op::Undef => Op::Other("a constant of more than 64 bits".into()),
                    known => known,
                },
                LLVMValueKind::LLVMConstantFPValueKind => self.float(),
                LLVMValueKind::LLVMConstantPointerNullValueKind => Op::Null,
                LLVMValueKind::LLVMConstantAggregateZeroValueKind => Op::Zero,
                LLVMValueKind::LLVMUndefValueValueKind | LLVMValueKind::LLVMPoisonValueKind => Op::Undef,
                LLVMValueKind::LLVMArgumentValueKind => {
                    let function = LLVMGetParamParent(self.0);
                    Op::Argument(
                        (0..LLVMCountParams(function))
                            .find(|i| LLVMGetParam(function, *i) == self.0)
                            .unwrap_or(u32::MAX),
                    )
                }
                LLVMValueKind::LLVMGlobalVariableValueKind => Op::Global,
                LLVMValueKind::LLVMConstantStructValueKind
                | LLVMValueKind::LLVMConstantArrayValueKind
                | LLVMValueKind::LLVMConstantVectorValueKind => Op::Aggregate(self.operands()),
                LLVMValueKind::LLVMConstantDataVectorValueKind | LLVMValueKind::LLVMConstantDataArrayValueKind => {
                    match self.ty() {
                        Ty::Aggregate(parts) => Op::Aggregate(
                            (0..parts.len() as u32).map(|i| Val(LLVMGetAggregateElement(self.0, i))).collect(),
                        ),
                        _ => Op::Other("a constant array".into()),
                    }
                }
                LLVMValueKind::LLVMConstantExprValueKind => self.instruction(LLVMGetConstOpcode(self.0), layout),
                LLVMValueKind::LLVMInstructionValueKind => self.instruction(LLVMGetInstructionOpcode(self.0), layout),
                kind => Op::Other(format!("{kind:?}")),
            }
        }
    }

    fn float(self) -> Op {
        let mut loses = 0;
        // SAFETY: a floating-point constant.
        let value = unsafe { LLVMConstRealGetDouble(self.0, &mut loses) };
        match self.ty() {
            Ty::Float(32) => Op::Constant(32, u64::from((value as f32).to_bits())),
            Ty::Float(16) => Op::Pure(format!("half({value})"), vec![]),
            _ => Op::Constant(64, value.to_bits()),
        }
    }

    fn instruction(self, opcode: LLVMOpcode, layout: Layout) -> Op {
        use LLVMOpcode::*;
        let o = |i| self.operand(i);
        match opcode {
            LLVMAdd => self.binary(BinaryOp::Add),
            LLVMSub => self.binary(BinaryOp::Sub),
            LLVMMul => self.binary(BinaryOp::Mul),
            LLVMUDiv => self.binary(BinaryOp::UDiv),
            LLVMSDiv => self.binary(BinaryOp::SDiv),
            LLVMURem => self.binary(BinaryOp::URem),
            LLVMSRem => self.binary(BinaryOp::SRem),
            LLVMShl => self.binary(BinaryOp::Shl),
            LLVMLShr => self.binary(BinaryOp::LShr),
            LLVMAShr => self.binary(BinaryOp::AShr),
            LLVMAnd => self.binary(BinaryOp::And),
            LLVMOr => self.binary(BinaryOp::Or),
            LLVMXor => self.binary(BinaryOp::Xor),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg | LLVMFPTrunc | LLVMFPExt | LLVMFPToUI
            | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP => {
                Op::Pure(format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase(), self.operands())
            }
            LLVMFCmp => {
                // SAFETY: a floating-point comparison.
                let predicate = unsafe { LLVMGetFCmpPredicate(self.0) };
                Op::Pure(format!("{predicate:?}").trim_start_matches("LLVMReal").to_lowercase(), vec![o(0), o(1)])
            }
            LLVMICmp => self.compare(),
            LLVMZExt => Op::Cast(CastOp::Zext, o(0)),
            LLVMSExt => Op::Cast(CastOp::Sext, o(0)),
            LLVMTrunc => Op::Cast(CastOp::Trunc, o(0)),
            LLVMBitCast | LLVMAddrSpaceCast | LLVMFreeze => Op::Same(o(0)),
            LLVMPtrToInt => Op::PtrToInt(o(0)),
            LLVMIntToPtr => Op::IntToPtr(o(0)),
            LLVMGetElementPtr => self.gep(layout),
            LLVMSelect => Op::Select(o(0), o(1), o(2)),
            LLVMPHI => self.phi(),
            LLVMLoad => Op::Load { pointer: o(0), volatile: self.volatile(), atomic: self.is_atomic() },
            LLVMStore => Op::Store { pointer: o(1) },
            LLVMCall => self.call(),
            LLVMExtractValue => Op::Extract(o(0), self.indices()),
            LLVMInsertValue => Op::Insert(o(0), o(1), self.indices()),
            LLVMExtractElement => Op::ExtractElement(o(0), o(1)),
            LLVMInsertElement => Op::InsertElement(o(0), o(1), o(2)),
            LLVMShuffleVector => self.shuffle(),
            LLVMAlloca => Op::Alloca,
            LLVMAtomicRMW | LLVMAtomicCmpXchg => Op::AtomicReadWrite,
            LLVMBr => self.branch(),
            LLVMSwitch => self.switch(),
            LLVMRet => Op::Return,
            LLVMUnreachable => Op::Unreachable,
            LLVMFence => Op::Call { callee: "fence".into(), args: vec![] },
            _ => Op::Other(format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase()),
        }
    }

    fn binary(self, op: BinaryOp) -> Op {
        // SAFETY: the flag exists for add, sub, mul and shl instructions; constant expressions have none that matter.
        let no_signed_wrap = unsafe {
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl)
                && !LLVMIsAInstruction(self.0).is_null()
                && LLVMGetNSW(self.0) != 0
        };
        Op::Binary { op, a: self.operand(0), b: self.operand(1), no_signed_wrap }
    }

    fn compare(self) -> Op {
        use LLVMIntPredicate::*;
        let (a, b) = (self.operand(0), self.operand(1));
        // SAFETY: an integer comparison.
        let (op, swap, negated) = match unsafe { LLVMGetICmpPredicate(self.0) } {
            LLVMIntEQ => (CompareOp::Eq, false, false),
            LLVMIntNE => (CompareOp::Eq, false, true),
            LLVMIntULT => (CompareOp::Ult, false, false),
            LLVMIntULE => (CompareOp::Ule, false, false),
            LLVMIntUGT => (CompareOp::Ult, true, false),
            LLVMIntUGE => (CompareOp::Ule, true, false),
            LLVMIntSLT => (CompareOp::Slt, false, false),
            LLVMIntSLE => (CompareOp::Sle, false, false),
            LLVMIntSGT => (CompareOp::Slt, true, false),
            LLVMIntSGE => (CompareOp::Sle, true, false),
        };
        let (a, b) = if swap { (b, a) } else { (a, b) };
        Op::Compare { op, a, b, negated }
    }

    fn gep(self, layout: Layout) -> Op {
        let (mut constant, mut indices) = (0i64, vec![]);
        // SAFETY: a GEP has a source element type; the walk below follows its indices through that type.
        unsafe {
            let mut ty = LLVMGetGEPSourceElementType(self.0);
            for (position, index) in self.operands().into_iter().skip(1).enumerate() {
                if position > 0 && LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMStructTypeKind {
                    let field = index.constant().unwrap_or(0) as u32;
                    constant += LLVMOffsetOfElement(layout.0, ty, field) as i64;
                    ty = LLVMStructGetTypeAtIndex(ty, field);
                    continue;
                }
                if position > 0 {
                    ty = LLVMGetElementType(ty);
                }
                let scale = layout.size(ty);
                match (index.constant(), index.ty()) {
                    (Some(v), Ty::Int(w)) => constant += crate::term::signed(w as Width, v).wrapping_mul(scale),
                    _ => indices.push((index, scale)),
                }
            }
        }
        Op::Gep { base: self.operand(0), constant, indices }
    }

    fn phi(self) -> Op {
        // SAFETY: a phi; each incoming value has a block.
        unsafe {
            Op::Phi(
                (0..LLVMCountIncoming(self.0))
                    .map(|i| (Val(LLVMGetIncomingValue(self.0, i)), BlockRef(LLVMGetIncomingBlock(self.0, i))))
                    .collect(),
            )
        }
    }

    fn volatile(self) -> bool {
        // SAFETY: a load or store instruction.
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }

    fn is_atomic(self) -> bool {
        // SAFETY: a load or store instruction.
        unsafe { LLVMGetOrdering(self.0) != inkwell::llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic }
    }

    fn call(self) -> Op {
        // SAFETY: a call instruction.
        let (callee, count) = unsafe { (Val(LLVMGetCalledValue(self.0)), LLVMGetNumArgOperands(self.0)) };
        // SAFETY: live value.
        match unsafe { LLVMGetValueKind(callee.0) } {
            LLVMValueKind::LLVMFunctionValueKind => {
                Op::Call { callee: callee.name(), args: (0..count).map(|i| self.operand(i)).collect() }
            }

            _ => Op::OpaqueCall,
        }
    }

    fn indices(self) -> Vec<u32> {
        // SAFETY: extractvalue and insertvalue have that many indices.
        unsafe {
            let n = LLVMGetNumIndices(self.0) as usize;
            if n == 0 { vec![] } else { std::slice::from_raw_parts(LLVMGetIndices(self.0), n).to_vec() }
        }
    }

    fn shuffle(self) -> Op {
        // SAFETY: a shufflevector has that many mask elements.
        let mask = unsafe { (0..LLVMGetNumMaskElements(self.0)).map(|i| LLVMGetMaskValue(self.0, i)).collect() };
        Op::Shuffle(self.operand(0), self.operand(1), mask)
    }

    fn branch(self) -> Op {
        // SAFETY: a branch.
        Op::Branch(unsafe { if LLVMIsConditional(self.0) != 0 { Some(Val(LLVMGetCondition(self.0))) } else { None } })
    }

    fn switch(self) -> Op {
        // Operands are the value, the default block, then a value and a block for each case.
        let operands = self.operands();
        let cases = (1..operands.len() / 2).filter_map(|i| Some((operands[2 * i].constant()?, i as u32))).collect();
        Op::Switch { value: operands[0], cases }
    }

    /// The size of a global variable's type and its array extents with the size of an element, in bytes.
    pub(super) fn global_shape(self, layout: Layout) -> (u64, Vec<u64>) {
        // SAFETY: a global variable has a value type.
        unsafe {
            let mut ty = LLVMGlobalGetValueType(self.0);
            let mut dims = vec![];
            while LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMArrayTypeKind {
                dims.push(LLVMGetArrayLength2(ty));
                ty = LLVMGetElementType(ty);
            }
            (layout.size(ty).max(1) as u64, dims)
        }
    }

    /// The address space of a pointer's type.
    pub(super) fn address_space(self) -> u32 {
        // SAFETY: asked of pointers only.
        unsafe {
            let ty = LLVMTypeOf(self.0);
            if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind { LLVMGetPointerAddressSpace(ty) } else { 0 }
        }
    }

    /// Whether a global variable is declared `constant`.
    pub(super) fn is_constant_global(self) -> bool {
        // SAFETY: a global variable.
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Whether a parameter is passed by value through memory.
    pub(super) fn is_by_value(self, index: u32) -> bool {
        // SAFETY: an argument has a parent function; attribute kinds are looked up by name.
        unsafe {
            let function = LLVMGetParamParent(self.0);
            let kind = LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
            !LLVMGetEnumAttributeAtIndex(function, index + 1, kind).is_null()
        }
    }
}
