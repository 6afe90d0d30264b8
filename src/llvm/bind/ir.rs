//! LLVM values and instructions as plain data: one decoding for instructions and constant expressions alike, so that
//! `lower` matches on [`Op`] and never asks LLVM.
//!
//! **Invariant:** a [`Val`] is only made from a live module that outlives it; decoding changes nothing.

use crate::term::{BinaryOp, CastOp, CompareOp, Width};
use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::{LLVMTypeRef, LLVMValueRef};
use inkwell::llvm_sys::target::{LLVMABISizeOfType, LLVMGetModuleDataLayout, LLVMTargetDataRef};
use inkwell::llvm_sys::{LLVMLinkage, LLVMTypeKind, LLVMValueKind};
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue};
use std::ffi::CStr;

/// A value of the module in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Val(pub(crate) LLVMValueRef);

/// A type, as far as lowering cares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
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
pub(crate) enum Op {
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
    /// `atomicrmw`; the result is the value before.
    ReadModifyWrite(Modification, Val),
    /// `cmpxchg`; the result is the value before, and whether it was replaced.
    CompareExchange {
        expected: Val,
        new: Val,
        /// It fails only where it finds another value.
        strong: bool,
    },
    Branch(Option<Val>),
    Switch {
        value: Val,
        cases: Vec<(u64, u32)>,
    },
    Return,
    Unreachable,
    /// `fence`
    Fence,
    /// An instruction that may do anything, in words.
    NotModelled(&'static str),
    /// A constant that is not followed.
    Other(String),
}

/// What a read-modify-write does with its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Modification {
    Add,
    AddFloat,
    Exchange,
    Or,
    /// `uinc_wrap`
    Count,
    Other,
}

/// LLVM's block, comparable with those of `flow::cfg::Cfg`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct BlockRef(pub(crate) inkwell::llvm_sys::prelude::LLVMBasicBlockRef);

impl BlockRef {
    pub(crate) fn block<'ctx>(self) -> Option<BasicBlock<'ctx>> {
        // SAFETY: the reference comes from a phi of the live module.
        unsafe { BasicBlock::new(self.0) }
    }
}

/// The layout of types in memory.
#[derive(Clone, Copy)]
pub(crate) struct Layout(pub(crate) LLVMTargetDataRef);

impl Layout {
    pub(crate) fn of(module: &inkwell::module::Module<'_>) -> Self {
        // SAFETY: the module is live; it owns its layout.
        Layout(unsafe { LLVMGetModuleDataLayout(module.as_mut_ptr()) })
    }

    pub(crate) fn size(self, ty: LLVMTypeRef) -> i64 {
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
    pub(crate) fn of(value: &impl AsValueRef) -> Self {
        Val(value.as_value_ref())
    }

    pub(crate) fn ty(self) -> Ty {
        // SAFETY: live value.
        type_of(unsafe { LLVMTypeOf(self.0) })
    }

    pub(crate) fn name(self) -> String {
        let mut len = 0;
        // SAFETY: live value; the length is written before it is read.
        text(unsafe { LLVMGetValueName2(self.0, &mut len) })
    }

    pub(crate) fn operand(self, i: u32) -> Val {
        // SAFETY: callers ask for operands that the opcode has.
        Val(unsafe { LLVMGetOperand(self.0, i) })
    }

    pub(crate) fn operands(self) -> Vec<Val> {
        // SAFETY: live user.
        let n = unsafe { LLVMGetNumOperands(self.0) };
        (0..n.max(0) as u32).map(|i| self.operand(i)).collect()
    }

    /// What a call passes.
    pub(crate) fn arguments(self) -> Vec<Val> {
        // SAFETY: asked of calls only.
        let n = unsafe { LLVMGetNumArgOperands(self.0) };
        (0..n).map(|i| self.operand(i)).collect()
    }

    /// Instructions, constants and globals that have the value as an operand, once for each time.
    pub(crate) fn users(self) -> Vec<Val> {
        // SAFETY: a live value; a use belongs to a live user.
        unsafe {
            let first = LLVMGetFirstUse(self.0);
            let uses = std::iter::successors(Some(first), |&u| (!u.is_null()).then(|| LLVMGetNextUse(u)));
            uses.filter(|u| !u.is_null()).map(|u| Val(LLVMGetUser(u))).collect()
        }
    }

    pub(crate) fn as_instruction<'ctx>(self) -> Option<InstructionValue<'ctx>> {
        // SAFETY: a live value, and an instruction where it is taken for one.
        unsafe { (!LLVMIsAInstruction(self.0).is_null()).then(|| InstructionValue::new(self.0)) }
    }

    pub(crate) fn as_function<'ctx>(self) -> Option<FunctionValue<'ctx>> {
        // SAFETY: a live value; `new` asks whether it is a function.
        unsafe { FunctionValue::new(self.0) }
    }

    /// The function that an argument belongs to.
    pub(crate) fn function_of_argument<'ctx>(self) -> Option<FunctionValue<'ctx>> {
        // SAFETY: a live value, and an argument where it is taken for one.
        unsafe {
            let argument = LLVMIsAArgument(self.0);
            if argument.is_null() { None } else { FunctionValue::new(LLVMGetParamParent(argument)) }
        }
    }

    pub(crate) fn is_undefined(self) -> bool {
        // SAFETY: a live value.
        unsafe { LLVMIsUndef(self.0) != 0 }
    }

    /// The constant's value, for integers of up to 64 bits.
    pub(crate) fn constant(self) -> Option<u64> {
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
    pub(crate) fn op(self, layout: Layout) -> Op {
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
                LLVMValueKind::LLVMGlobalAliasValueKind if !super::ffi::may_be_replaced(self.0) => {
                    Op::Same(Val(LLVMAliasGetAliasee(self.0)))
                }
                LLVMValueKind::LLVMFunctionValueKind => {
                    Op::Pure(format!("&function {}", super::ffi::demangle(&self.name())), vec![])
                }
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

    /// The size of a global variable's type and its array extents with the size of an element, in bytes.
    pub(crate) fn global_shape(self, layout: Layout) -> (u64, Vec<u64>) {
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
    pub(crate) fn address_space(self) -> u32 {
        // SAFETY: asked of pointers only.
        unsafe {
            let ty = LLVMTypeOf(self.0);
            if LLVMGetTypeKind(ty) == LLVMTypeKind::LLVMPointerTypeKind { LLVMGetPointerAddressSpace(ty) } else { 0 }
        }
    }

    /// Whether a global variable is declared `constant`.
    pub(crate) fn is_constant_global(self) -> bool {
        // SAFETY: a global variable.
        unsafe { LLVMIsGlobalConstant(self.0) != 0 }
    }

    /// Whether a global variable starts with its value here and is named nowhere else.
    pub(crate) fn is_own_variable(self) -> bool {
        // SAFETY: a global variable.
        unsafe {
            let own =
                matches!(LLVMGetLinkage(self.0), LLVMLinkage::LLVMInternalLinkage | LLVMLinkage::LLVMPrivateLinkage);
            own && LLVMIsExternallyInitialized(self.0) == 0
        }
    }

    pub(crate) fn is_constant(self) -> bool {
        // SAFETY: a live value.
        unsafe { LLVMIsConstant(self.0) != 0 }
    }

    /// Whether it is a function or a variable of the module.
    pub(crate) fn is_global(self) -> bool {
        // SAFETY: a live value.
        unsafe { !LLVMIsAGlobalValue(self.0).is_null() }
    }

    /// Whether a parameter is passed by value through memory.
    pub(crate) fn is_by_value(self, index: u32) -> bool {
        // SAFETY: an argument has a parent function; attribute kinds are looked up by name.
        unsafe {
            let function = LLVMGetParamParent(self.0);
            let kind = LLVMGetEnumAttributeKindForName(c"byval".as_ptr(), 5);
            !LLVMGetEnumAttributeAtIndex(function, index + 1, kind).is_null()
        }
    }
}
