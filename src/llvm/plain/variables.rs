//! Variables of a module, and what they hold at first.

use super::reader::Reader;
use super::types;
use crate::kernel::program::{Global, Piece, Space, Type};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::prepare::dynamic::{SHARED, is_dynamic};
use inkwell::llvm_sys::core::{
    LLVMGetAggregateElement, LLVMGetInitializer, LLVMGlobalGetValueType, LLVMIsNull, LLVMIsUndef,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;

/// The most parts of a variable's first contents that are read.
const PIECES: usize = 1 << 16;

impl Reader<'_, '_> {
    /// The number of a variable.
    pub(super) fn global(&mut self, val: Val) -> usize {
        if let Some(known) = self.globals.get(&val) {
            return *known;
        }
        let number = self.program.globals.len();
        self.globals.insert(val, number);
        let symbol = val.name();
        let known = self.module.get_global(&symbol).map(debug_info::array_name);
        let dynamic = self.kernel.dynamic.as_ref().filter(|_| is_dynamic(val, self.layout));
        let name = dynamic.map(|dynamic| dynamic.name.clone()).or(known).unwrap_or_else(|| symbol.clone());
        let shared = val.address_space() == SHARED;
        let (element, dims) = val.global_shape(self.layout);
        let bytes = dims.iter().fold(element, |bytes, extent| bytes.saturating_mul(*extent));
        let space = if shared { Space::Shared } else { Space::Global };
        self.program.globals.push(Global { symbol, name, space, bytes, initial: vec![] });
        if !shared {
            // SAFETY: a live global variable with a value type.
            let (value, ty) = unsafe { (LLVMGetInitializer(val.0), LLVMGlobalGetValueType(val.0)) };
            let mut found = vec![];
            self.collect(value, &types::of(ty, self.layout), 0, &mut found);
            self.program.globals[number].initial = found;
        }
        number
    }

    /// The parts of a constant that are not 0, with their places in bytes.
    fn collect(&mut self, value: LLVMValueRef, ty: &Type, at: u64, found: &mut Vec<(u64, Piece)>) {
        // SAFETY: null, or a live constant of the type.
        if value.is_null() || found.len() > PIECES || unsafe { LLVMIsNull(value) + LLVMIsUndef(value) != 0 } {
            return;
        }
        match ty {
            Type::Whole(whole) => {
                for (i, (offset, part)) in (0..).zip(&whole.parts) {
                    // SAFETY: a constant of as many parts.
                    let element = unsafe { LLVMGetAggregateElement(value, i) };
                    self.collect(element, part, at + offset, found);
                }
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer => {
                let piece = if let Op::Constant(_, bits) = Val(value).op(self.layout) {
                    Piece::Bits(ty.bytes(), bits)
                } else {
                    Piece::Value(ty.bytes(), self.operand(Val(value)))
                };
                found.push((at, piece));
            }
            Type::Void | Type::Other => {}
        }
    }
}
