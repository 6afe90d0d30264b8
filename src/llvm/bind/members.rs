//! Arrays that are members of structures or rows of arrays of arrays, and the indices into them.
//!
//! `box->heights[i]` is a step to the member `heights` and a step by `i` within it. The size of the member says how far `i`
//! goes, which the size of what `box` points to does not. The step to a first member is none in LLVM, so that an array that a
//! pointer leads to without a step is a member, too, unless it is all of an object.

use super::ir::{Layout, Op, Val};
use crate::kernel::ObjectPart;
use inkwell::llvm_sys::LLVMTypeKind::{LLVMArrayTypeKind, LLVMStructTypeKind};
use inkwell::llvm_sys::LLVMValueKind::LLVMGlobalVariableValueKind;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMTypeRef;

/// Where a walk along the steps of a pointer has come to.
struct Walk {
    /// In a part of an object.
    within: Option<ObjectPart>,
    /// The structure has no further member.
    last: bool,
    /// The type of the part, where a step has led to it.
    end: Option<LLVMTypeRef>,
    found: Vec<(Val, u64, ObjectPart)>,
}

impl Val {
    /// How many bytes a pointer is behind another one, from which it is computed in one step.
    pub(crate) fn behind(self, other: Val, layout: Layout) -> Option<u64> {
        if self == other {
            return Some(0);
        }
        let Op::Gep { base, constant, indices } = self.op(layout) else { return None };
        (base == other && indices.is_empty()).then(|| constant.try_into().ok())?
    }

    /// The indices that lead to this pointer within arrays that are parts of objects, each with the elements of its array.
    /// An array of one element at the end stands for one of any length (`T data[1]`), and is left out.
    pub(crate) fn part_indices(self, layout: Layout) -> Vec<(Val, u64, ObjectPart)> {
        let (mut steps, mut pointer) = (vec![], self);
        while let Op::Gep { base, .. } | Op::Same(base) = pointer.op(layout) {
            steps.extend(matches!(pointer.op(layout), Op::Gep { .. }).then_some(pointer));
            pointer = base;
        }
        let mut walk = Walk {
            within: (!pointer.is_array_object()).then_some(ObjectPart::Led),
            last: false,
            end: None,
            found: vec![],
        };
        steps.into_iter().rev().for_each(|step| walk.along(step));
        walk.found
    }

    /// A variable that is an array.
    fn is_array_object(self) -> bool {
        // SAFETY: the kind is checked before the value is read as that kind.
        unsafe {
            let ty = match LLVMGetValueKind(self.0) {
                LLVMGlobalVariableValueKind => LLVMGlobalGetValueType(self.0),
                _ if LLVMIsAAllocaInst(self.0).is_null() => return false,
                _ => LLVMGetAllocatedType(self.0),
            };
            LLVMGetTypeKind(ty) == LLVMArrayTypeKind
        }
    }
}

impl Walk {
    /// Goes along a step of a pointer.
    fn along(&mut self, step: Val) {
        // SAFETY: a GEP has a source element type, through which its indices lead.
        let mut ty = unsafe { LLVMGetGEPSourceElementType(step.0) };
        // A step to the first of several rows is none in LLVM, nor is one to a first member.
        if let Some(end) = self.end.filter(|end| *end != ty) {
            if is_array(end) {
                self.within = None;
            } else if is_array(ty) && begins_with(end, ty) {
                self.within = Some(ObjectPart::Member);
            }
        }
        for (position, index) in step.operands().into_iter().skip(1).enumerate() {
            if position == 0 {
                if index.constant() != Some(0) {
                    // What has been chosen before is where another step begins, and may be the end of its array.
                    let is_row = is_array(ty) && index.constant().is_none();
                    (self.within, self.found) = (is_row.then_some(ObjectPart::Row), vec![]);
                }
            } else {
                ty = self.into(ty, index);
            }
        }
        self.end = Some(ty);
    }

    /// Goes into a part of a type, and gives the part's type.
    fn into(&mut self, ty: LLVMTypeRef, index: Val) -> LLVMTypeRef {
        // SAFETY: a live type, of which the kind is checked before it is read as that kind.
        unsafe {
            let kind = LLVMGetTypeKind(ty);
            if kind == LLVMStructTypeKind {
                let field = index.constant().unwrap_or(0) as u32;
                (self.within, self.last) = (Some(ObjectPart::Member), LLVMCountStructElementTypes(ty) == field + 1);
                return LLVMStructGetTypeAtIndex(ty, field);
            }
            if kind == LLVMArrayTypeKind && index.constant().is_none() {
                let extent = LLVMGetArrayLength2(ty);
                let open = extent == 0 || extent == 1 && self.last;
                self.found.extend(self.within.filter(|_| !open).map(|part| (index, extent, part)));
                self.within = self.within.or(Some(ObjectPart::Row));
            }
            if kind == LLVMArrayTypeKind && index.constant().is_some() {
                // The first row may stand for all of them: `tile[0][i]`.
                self.within = None;
            }
            LLVMGetElementType(ty)
        }
    }
}

fn is_array(ty: LLVMTypeRef) -> bool {
    // SAFETY: a live type.
    unsafe { LLVMGetTypeKind(ty) == LLVMArrayTypeKind }
}

/// Whether a structure has this type as its first member, or the first member of that, and so on.
fn begins_with(mut structure: LLVMTypeRef, first: LLVMTypeRef) -> bool {
    // SAFETY: live types, of which the kind is checked before they are read as that kind.
    unsafe {
        while LLVMGetTypeKind(structure) == LLVMStructTypeKind && LLVMCountStructElementTypes(structure) > 0 {
            structure = LLVMStructGetTypeAtIndex(structure, 0);
            if structure == first {
                return true;
            }
        }
    }
    false
}
