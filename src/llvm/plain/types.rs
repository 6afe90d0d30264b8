//! LLVM's types with their layout.

use crate::kernel::program::{Format, Type, Whole};
use crate::llvm::bind::ir::{Layout, Val};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMCountStructElementTypes, LLVMGetArrayLength2, LLVMGetElementType, LLVMGetIntTypeWidth, LLVMGetTypeKind,
    LLVMGetVectorSize, LLVMStructGetTypeAtIndex, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use inkwell::llvm_sys::target::LLVMOffsetOfElement;

/// The most parts of a value.
const PARTS: u64 = 4096;

pub(super) fn of_value(val: Val, layout: Layout) -> Type {
    // SAFETY: a live value.
    of(unsafe { LLVMTypeOf(val.0) }, layout)
}

pub(super) fn of(ty: LLVMTypeRef, layout: Layout) -> Type {
    // SAFETY: a type of the live module; each call fits its kind.
    unsafe {
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMVoidTypeKind => Type::Void,
            LLVMTypeKind::LLVMIntegerTypeKind => match LLVMGetIntTypeWidth(ty) {
                bits @ 1..=64 => Type::Int(bits),
                _ => Type::Other,
            },
            LLVMTypeKind::LLVMHalfTypeKind => Type::Float(Format::Half),
            LLVMTypeKind::LLVMBFloatTypeKind => Type::Float(Format::Bfloat),
            LLVMTypeKind::LLVMFloatTypeKind => Type::Float(Format::Single),
            LLVMTypeKind::LLVMDoubleTypeKind => Type::Float(Format::Double),
            LLVMTypeKind::LLVMPointerTypeKind => Type::Pointer,
            LLVMTypeKind::LLVMStructTypeKind => {
                let part = |i| (LLVMOffsetOfElement(layout.0, ty, i), of(LLVMStructGetTypeAtIndex(ty, i), layout));
                whole((0..LLVMCountStructElementTypes(ty)).map(part).collect(), layout.size(ty), false)
            }
            LLVMTypeKind::LLVMArrayTypeKind => repeated(ty, LLVMGetArrayLength2(ty), layout, false),
            LLVMTypeKind::LLVMVectorTypeKind => repeated(ty, u64::from(LLVMGetVectorSize(ty)), layout, true),
            _ => Type::Other,
        }
    }
}

fn repeated(ty: LLVMTypeRef, count: u64, layout: Layout, vector: bool) -> Type {
    if count > PARTS {
        return Type::Other;
    }
    // SAFETY: an array or a vector.
    let element = unsafe { LLVMGetElementType(ty) };
    // A vector's elements are packed, where they are made of bytes.
    let distance = if vector { of(element, layout).bytes() } else { layout.size(element).unsigned_abs() };
    let part = of(element, layout);
    whole((0..count).map(|i| (i * distance, part.clone())).collect(), layout.size(ty), vector)
}

fn whole(parts: Vec<(u64, Type)>, bytes: i64, vector: bool) -> Type {
    if parts.iter().any(|(_, part)| *part == Type::Other) {
        return Type::Other;
    }
    Type::Whole(Box::new(Whole { parts, bytes: bytes.unsigned_abs(), vector }))
}
