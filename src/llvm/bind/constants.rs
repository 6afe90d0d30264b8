//! What constants of the module hold: pointers (`int* const parts[] = {low, high}`) and texts.

use super::ir::{Layout, Op, Ty, Val};
use inkwell::llvm_sys::LLVMTypeKind;
use inkwell::llvm_sys::core::{
    LLVMCountStructElementTypes, LLVMGetAggregateElement, LLVMGetArrayLength2, LLVMGetAsString, LLVMGetElementType,
    LLVMGetInitializer, LLVMGetTypeKind, LLVMIsConstantString, LLVMTypeOf,
};
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::llvm_sys::target::LLVMOffsetOfElement;

/// The most pointers of a constant.
pub(crate) const POINTERS: usize = 16;
/// The most numbers of one.
const WORDS: usize = 256;

/// The pointers with their places in bytes from the start of a global variable that never changes; none if it may, or if it
/// is made of anything but pointers.
pub(crate) fn pointers(global: Val, layout: Layout) -> Option<Vec<(i64, Val)>> {
    if !global.is_constant_global() || !global.is_own_variable() {
        return None;
    }
    let mut found = vec![];
    // SAFETY: a live global variable.
    let value = unsafe { LLVMGetInitializer(global.0) };
    each(value, 0, layout, &mut |at, value| {
        found.push((at, value));
        (value.ty() == Ty::Pointer && found.len() <= POINTERS + 1).then_some(())
    })?;
    Some(found)
}

/// The numbers of 32 bits that a global variable holds at first, with their places in bytes; none if it is made of anything
/// else, or of too many.
pub(crate) fn words(global: Val, layout: Layout) -> Vec<(i64, u32)> {
    let mut found = vec![];
    // SAFETY: a live global variable.
    let value = unsafe { LLVMGetInitializer(global.0) };
    let all = each(value, 0, layout, &mut |at, value| {
        found.push((at, value.constant()? as u32));
        (value.ty() == Ty::Int(32) && found.len() <= WORDS).then_some(())
    });
    all.map(|()| found).unwrap_or_default()
}

/// Whether a global variable starts with the address of something, as far as that is seen.
pub(crate) fn holds_addresses(global: Val, layout: Layout) -> bool {
    let mut found = false;
    // SAFETY: a live global variable.
    let value = unsafe { LLVMGetInitializer(global.0) };
    let all = each(value, 0, layout, &mut |_, value| {
        found |= value.ty() == Ty::Pointer && !matches!(value.op(layout), Op::Null | Op::Undef | Op::Zero);
        Some(())
    });
    found || all.is_none() && !value.is_null()
}

/// Takes a constant apart, down to what has no parts.
fn each(value: LLVMValueRef, at: i64, layout: Layout, leaf: &mut dyn FnMut(i64, Val) -> Option<()>) -> Option<()> {
    if value.is_null() {
        return None;
    }
    // SAFETY: a live constant; each call fits the kind of its type, and elements are counted by it.
    unsafe {
        let ty = LLVMTypeOf(value);
        let element = |i: u64| u32::try_from(i).map_or(std::ptr::null_mut(), |i| LLVMGetAggregateElement(value, i));
        match LLVMGetTypeKind(ty) {
            LLVMTypeKind::LLVMArrayTypeKind => {
                let size = layout.size(LLVMGetElementType(ty));
                for i in 0..LLVMGetArrayLength2(ty) {
                    each(element(i), at + i.cast_signed() * size, layout, leaf)?;
                }
            }
            LLVMTypeKind::LLVMStructTypeKind => {
                for i in 0..LLVMCountStructElementTypes(ty) {
                    let offset = LLVMOffsetOfElement(layout.0, ty, i).cast_signed();
                    each(element(i.into()), at + offset, layout, leaf)?;
                }
            }
            _ => leaf(at, Val(value))?,
        }
    }
    Some(())
}

/// The bytes of a string that never changes.
pub(crate) fn text(global: Val) -> Option<Vec<u8>> {
    // SAFETY: a live global variable; the bytes belong to LLVM and are copied at once.
    unsafe {
        let value = LLVMGetInitializer(global.0);
        if value.is_null() || LLVMIsConstantString(value) == 0 {
            return None;
        }
        let mut length = 0;
        let start = LLVMGetAsString(value, &mut length);
        (!start.is_null()).then(|| std::slice::from_raw_parts(start.cast::<u8>(), length).to_vec())
    }
}
