//! The pointers in a structure that a kernel is passed by value.

use super::ir::Layout;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::LLVMTypeKind::{
    LLVMArrayTypeKind, LLVMIntegerTypeKind, LLVMPointerTypeKind, LLVMStructTypeKind,
};
use inkwell::llvm_sys::core::{
    LLVMCountStructElementTypes, LLVMGetArrayLength2, LLVMGetElementType, LLVMGetStructName, LLVMGetTypeKind,
    LLVMStructGetTypeAtIndex,
};
use inkwell::llvm_sys::prelude::LLVMTypeRef;
use inkwell::llvm_sys::target::LLVMOffsetOfElement;
use inkwell::types::AsTypeRef;
use inkwell::values::FunctionValue;
use std::ffi::CStr;
use std::ops::Range;

/// The type of what a kernel is passed by value through memory, if a parameter is passed so.
pub(crate) fn passed_by_value(kernel: FunctionValue<'_>, parameter: u32) -> Option<LLVMTypeRef> {
    let kind = Attribute::get_named_enum_kind_id("byval");
    let attribute = kernel.get_enum_attribute(AttributeLoc::Param(parameter), kind)?;
    Some(attribute.get_type_value().as_type_ref())
}

/// The places of the pointers in a value of this type, in bytes from its start; nothing if there are more than `most`.
pub(crate) fn places(ty: LLVMTypeRef, most: usize, layout: Layout) -> Option<Vec<u64>> {
    places_within(ty, &(0..u64::MAX), most, layout)
}

/// As [`places`], of those in these bytes.
pub(crate) fn places_within(ty: LLVMTypeRef, bytes: &Range<u64>, most: usize, layout: Layout) -> Option<Vec<u64>> {
    let mut found = vec![];
    each(ty, 0, layout, &mut |at| {
        found.extend(bytes.contains(&at).then_some(at));
        found.len() <= most
    })
    .then_some(found)
}

/// The bytes of the array around a place in a value of this type whose elements have so many bytes, if they hold pointers.
pub(crate) fn array_around(ty: LLVMTypeRef, at: u64, element: u64, layout: Layout) -> Option<Range<u64>> {
    // SAFETY: a live type; each call fits its kind, and parts are counted by it.
    unsafe {
        let kind = LLVMGetTypeKind(ty);
        if kind == LLVMArrayTypeKind {
            let part = LLVMGetElementType(ty);
            let size = layout.size(part).unsigned_abs();
            if size == element {
                let holds = places(part, 0, layout).is_none();
                return holds.then(|| 0..size.saturating_mul(LLVMGetArrayLength2(ty)));
            }
            let start = at.checked_div(size)?.checked_mul(size)?;
            return Some(moved(array_around(part, at - start, element, layout)?, start));
        }
        if kind != LLVMStructTypeKind {
            return None;
        }
        let parts = (0..LLVMCountStructElementTypes(ty))
            .map(|i| (LLVMStructGetTypeAtIndex(ty, i), LLVMOffsetOfElement(layout.0, ty, i)));
        let (part, start) = parts.rev().find(|(_, start)| *start <= at)?;
        Some(moved(array_around(part, at - start, element, layout)?, start))
    }
}

fn moved(bytes: Range<u64>, by: u64) -> Range<u64> {
    bytes.start.saturating_add(by)..bytes.end.saturating_add(by)
}

/// Whether a value of this type has parts that may hold pointers though their types do not say so: unions, and arrays of bytes or of numbers
/// as long as pointers.
pub(crate) fn may_hide_pointers(ty: LLVMTypeRef, layout: Layout) -> bool {
    // SAFETY: a live type; each call fits its kind, and a name is read within its length.
    unsafe {
        let kind = LLVMGetTypeKind(ty);
        if kind == LLVMArrayTypeKind {
            let element = LLVMGetElementType(ty);
            let is_number = LLVMGetTypeKind(element) == LLVMIntegerTypeKind;
            return is_number && matches!(layout.size(element), 1 | 8) || may_hide_pointers(element, layout);
        }
        if kind != LLVMStructTypeKind {
            return false;
        }
        let name = LLVMGetStructName(ty);
        let is_union = !name.is_null() && CStr::from_ptr(name).to_bytes().starts_with(b"union");
        is_union
            || (0..LLVMCountStructElementTypes(ty)).any(|i| may_hide_pointers(LLVMStructGetTypeAtIndex(ty, i), layout))
    }
}

/// The arrays and vectors of whole numbers that are fields of the innermost structure in a value of this type of which a field is the pointer at
/// `place`: each with where it begins, the bytes of a number, and how many there are.
pub(crate) fn arrays_beside(ty: LLVMTypeRef, place: u64, layout: Layout) -> Vec<[u64; 3]> {
    // SAFETY: a live type; each call fits its kind, and parts are counted by it.
    unsafe {
        if LLVMGetTypeKind(ty) != LLVMStructTypeKind {
            return vec![];
        }
        let parts = (0..LLVMCountStructElementTypes(ty))
            .map(|i| (LLVMStructGetTypeAtIndex(ty, i), LLVMOffsetOfElement(layout.0, ty, i)));
        let parts: Vec<(LLVMTypeRef, u64)> = parts.collect();
        let holds = |(part, at): &&(LLVMTypeRef, u64)| place - *at < layout.size(*part).unsigned_abs();
        let Some((holder, first)) = parts.iter().rev().filter(|(_, at)| *at <= place).find(holds) else {
            return vec![];
        };
        if LLVMGetTypeKind(*holder) != LLVMPointerTypeKind {
            let inner = arrays_beside(*holder, place - first, layout);
            return inner.into_iter().map(|[at, bytes, count]| [first + at, bytes, count]).collect();
        }
        let of = |(part, at): &(LLVMTypeRef, u64)| {
            let (number, count) = numbers(*part)?;
            Some([*at, layout.size(number).unsigned_abs(), count])
        };
        parts.iter().filter_map(of).collect()
    }
}

/// Of an array of whole numbers, or of a vector such as `int4`, which is a structure: the number, and how many there are.
///
/// # Safety
/// `ty` is live.
unsafe fn numbers(ty: LLVMTypeRef) -> Option<(LLVMTypeRef, u64)> {
    // SAFETY: by the caller; each call fits the type's kind, and parts are counted by it.
    unsafe {
        let (number, count) = match LLVMGetTypeKind(ty) {
            LLVMArrayTypeKind => (LLVMGetElementType(ty), LLVMGetArrayLength2(ty)),
            LLVMStructTypeKind => {
                let parts = LLVMCountStructElementTypes(ty);
                let first = (parts > 1).then(|| LLVMStructGetTypeAtIndex(ty, 0))?;
                let is_vector = (1..parts).all(|i| LLVMStructGetTypeAtIndex(ty, i) == first);
                (first, u64::from(is_vector.then_some(parts)?))
            }
            _ => return None,
        };
        (LLVMGetTypeKind(number) == LLVMIntegerTypeKind).then_some((number, count))
    }
}

/// Gives the places of all pointers as long as they are wanted; whether all were.
fn each(ty: LLVMTypeRef, at: u64, layout: Layout, wanted: &mut dyn FnMut(u64) -> bool) -> bool {
    // SAFETY: a live type; each call fits its kind, and parts are counted by it.
    unsafe {
        let kind = LLVMGetTypeKind(ty);
        if kind == LLVMArrayTypeKind {
            let element = LLVMGetElementType(ty);
            let size = layout.size(element).unsigned_abs();
            (0..LLVMGetArrayLength2(ty)).all(|i| each(element, at + i * size, layout, wanted))
        } else if kind == LLVMStructTypeKind {
            (0..LLVMCountStructElementTypes(ty)).all(|i| {
                let part = LLVMStructGetTypeAtIndex(ty, i);
                each(part, at + LLVMOffsetOfElement(layout.0, ty, i), layout, wanted)
            })
        } else {
            kind != LLVMPointerTypeKind || wanted(at)
        }
    }
}
