//! The pointers in a structure that a kernel is passed by value, and which of them an index chooses among.

use super::ir::Layout;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::LLVMTypeKind::{LLVMArrayTypeKind, LLVMPointerTypeKind, LLVMStructTypeKind};
use inkwell::llvm_sys::core::{
    LLVMCountStructElementTypes, LLVMGetArrayLength2, LLVMGetElementType, LLVMGetTypeKind, LLVMStructGetTypeAtIndex,
};
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use inkwell::llvm_sys::target::LLVMOffsetOfElement;
use inkwell::types::AsTypeRef;
use inkwell::values::FunctionValue;

/// The most pointers that are looked at.
const MOST: usize = 64;

/// The type of what a kernel is passed by value through memory, if a parameter is passed so.
pub(crate) fn passed_by_value(kernel: FunctionValue<'_>, parameter: u32) -> Option<LLVMTypeRef> {
    let kind = Attribute::get_named_enum_kind_id("byval");
    let attribute = kernel.get_enum_attribute(AttributeLoc::Param(parameter), kind)?;
    Some(attribute.get_type_value().as_type_ref())
}

/// The places, in bytes from the start of a value of this type, of the pointers that indices choose among, of which the first is
/// at `first`: `{first, first + 16, …}` of an array of structures with two pointers. Empty if none begins there, or if there
/// are too many.
pub(crate) fn chosen_from(ty: LLVMTypeRef, first: u64, layout: Layout) -> Vec<u64> {
    let mut found = vec![];
    let is_all = each(ty, (0, 0), layout, &mut |at, of| {
        found.push((at, of));
        found.len() <= MOST
    });
    let places = found.into_iter().filter(|(_, of)| is_all && *of == first);
    places.map(|(at, _)| at).collect()
}

/// Gives the places of all pointers, each with the one that it has where all indices are 0; whether all were wanted.
fn each(ty: LLVMTypeRef, (at, first): (u64, u64), layout: Layout, pointer: &mut dyn FnMut(u64, u64) -> bool) -> bool {
    // SAFETY: a live type; each call fits its kind, and parts are counted by it.
    unsafe {
        let kind = LLVMGetTypeKind(ty);
        if kind == LLVMArrayTypeKind {
            let element = LLVMGetElementType(ty);
            let size = layout.size(element).unsigned_abs();
            (0..LLVMGetArrayLength2(ty)).all(|i| each(element, (at + i * size, first), layout, pointer))
        } else if kind == LLVMStructTypeKind {
            (0..LLVMCountStructElementTypes(ty)).all(|i| {
                let offset = LLVMOffsetOfElement(layout.0, ty, i);
                each(LLVMStructGetTypeAtIndex(ty, i), (at + offset, first + offset), layout, pointer)
            })
        } else {
            kind != LLVMPointerTypeKind || pointer(at, first)
        }
    }
}
