//! Instructions and constant expressions as [`Op`]s: what each opcode means.
//!
//! **Invariant:** the match in [`Val::instruction`] is the census of LLVM's opcodes: it names each, and what is not
//! understood is [`Op::NotModelled`], by which a kernel is unknown.

use super::ir::{BlockRef, Layout, Modification, Op, Ty, Val};
use crate::term::{BinaryOp, CastOp, CompareOp, Width};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::target::LLVMOffsetOfElement;
use inkwell::llvm_sys::{LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, LLVMValueKind};

impl Val {
    pub(crate) fn instruction(self, opcode: LLVMOpcode, layout: Layout) -> Op {
        use LLVMOpcode::*;
        let o = |i| self.operand(i);
        match opcode {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl | LLVMLShr | LLVMAShr
            | LLVMAnd | LLVMOr | LLVMXor => self.binary(opcode),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem | LLVMFNeg | LLVMFPTrunc | LLVMFPExt | LLVMFPToUI
            | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP => self.floating(opcode),
            LLVMFCmp => self.compare_floating(),
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
            LLVMAtomicRMW => Op::ReadModifyWrite(self.modification(), o(1)),
            LLVMAtomicCmpXchg => Op::CompareExchange { expected: o(1), new: o(2), strong: self.is_strong() },
            LLVMBr => self.branch(),
            LLVMSwitch => self.switch(),
            LLVMRet => Op::Return,
            LLVMUnreachable => Op::Unreachable,
            LLVMFence => Op::Fence,
            LLVMCallBr => Op::NotModelled("inline assembly with jumps (`asm goto`)"),
            LLVMIndirectBr => Op::NotModelled("jump to a computed label (`indirectbr`)"),
            LLVMInvoke => Op::NotModelled("call that may throw (`invoke`)"),
            LLVMResume | LLVMLandingPad | LLVMCleanupRet | LLVMCatchRet | LLVMCatchPad | LLVMCleanupPad
            | LLVMCatchSwitch => Op::NotModelled("handling of an exception"),
            LLVMVAArg => Op::NotModelled("variable argument (`va_arg`)"),
            // LLVM keeps these numbers for its passes.
            LLVMUserOp1 | LLVMUserOp2 => Op::NotModelled("internal operation of LLVM"),
        }
    }

    fn binary(self, opcode: LLVMOpcode) -> Op {
        let Some(op) = binary_op(opcode) else { return Op::NotModelled("operation on two whole numbers") };
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

    /// Arithmetic on floating-point numbers, and conversions from and to them: a symbol that is called like the opcode.
    fn floating(self, opcode: LLVMOpcode) -> Op {
        Op::Pure(format!("{opcode:?}").trim_start_matches("LLVM").to_lowercase(), self.operands())
    }

    fn compare_floating(self) -> Op {
        // SAFETY: a floating-point comparison.
        let predicate = unsafe { LLVMGetFCmpPredicate(self.0) };
        let name = format!("{predicate:?}").trim_start_matches("LLVMReal").to_lowercase();
        Op::Pure(name, vec![self.operand(0), self.operand(1)])
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

    /// What an `atomicrmw` does, as far as it is followed.
    fn modification(self) -> Modification {
        // SAFETY: an `atomicrmw`.
        match unsafe { LLVMGetAtomicRMWBinOp(self.0) } {
            LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpAdd => Modification::Add,
            LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpFAdd => Modification::AddFloat,
            LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpXchg => Modification::Exchange,
            LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpOr => Modification::Or,
            LLVMAtomicRMWBinOp::LLVMAtomicRMWBinOpUIncWrap => Modification::Count,
            _ => Modification::Other,
        }
    }

    /// Whether a `cmpxchg` fails only where it finds another value.
    fn is_strong(self) -> bool {
        // SAFETY: a `cmpxchg`.
        unsafe { LLVMGetWeak(self.0) == 0 }
    }

    fn is_atomic(self) -> bool {
        // SAFETY: a load or store instruction.
        unsafe { LLVMGetOrdering(self.0) != inkwell::llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic }
    }

    fn call(self) -> Op {
        // SAFETY: a call instruction.
        let callee = unsafe { Val(LLVMGetCalledValue(self.0)) };
        // SAFETY: live value.
        match unsafe { LLVMGetValueKind(callee.0) } {
            LLVMValueKind::LLVMFunctionValueKind => Op::Call { callee: callee.name(), args: self.arguments() },
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
}

/// The operation on two whole numbers that an opcode is.
fn binary_op(opcode: LLVMOpcode) -> Option<BinaryOp> {
    use LLVMOpcode::*;
    Some(match opcode {
        LLVMAdd => BinaryOp::Add,
        LLVMSub => BinaryOp::Sub,
        LLVMMul => BinaryOp::Mul,
        LLVMUDiv => BinaryOp::UDiv,
        LLVMSDiv => BinaryOp::SDiv,
        LLVMURem => BinaryOp::URem,
        LLVMSRem => BinaryOp::SRem,
        LLVMShl => BinaryOp::Shl,
        LLVMLShr => BinaryOp::LShr,
        LLVMAShr => BinaryOp::AShr,
        LLVMAnd => BinaryOp::And,
        LLVMOr => BinaryOp::Or,
        LLVMXor => BinaryOp::Xor,
        _ => return None,
    })
}
