//! Products of matrices by a warp group, as operations: what each reads stands where its marker is, all else where the instruction is.
//!
//! Direction: products are not computed. One whose result decides a branch, a place in memory or a comparison is unknown: what comes
//! through memory is not followed.

use super::reader::Reader;
use crate::kernel::program::{Operation, ProductStep};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::device::access::AccessKind;
use crate::llvm::device::markers::Marker;
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::device::ptx::wgmma::{self, Statement};
use crate::llvm::device::ptx::{memory, template};
use inkwell::values::InstructionValue;
use rustc_hash::FxHashSet;

impl<'ctx> Reader<'_, 'ctx> {
    /// The products, commits and waits of inline assembly that is understood.
    pub(super) fn products(&mut self, call: InstructionValue<'ctx>, text: &str) -> Option<Vec<Operation>> {
        let statements = wgmma::statements(text);
        if statements.is_empty() || template::unmodelled(text).is_some() {
            return None;
        }
        if self.decides(Val::of(&call)) {
            return Some(vec![Operation::Unknown("the result of a product of matrices".into())]);
        }
        let constraints = ffi::assembly_constraints(call)?;
        let mut operations = vec![];
        for statement in statements {
            operations.push(Operation::Product(match statement {
                Statement::Fence => ProductStep::Fence,
                Statement::Multiply(_) => ProductStep::Multiply,
                Statement::Commit => ProductStep::Commit,
                Statement::Wait(Operand::Number(n)) => ProductStep::Wait(self.number(32, n)),
                Statement::Wait(Operand::Register(i)) => {
                    let argument = memory::argument(&constraints, i)?;
                    ProductStep::Wait(self.operand(Val::of(&call).operand(argument)))
                }
            }));
        }
        Some(operations)
    }

    /// What a marker before a product reads.
    pub(super) fn matrix_read(&mut self, marker: &Marker<'ctx>, site: u32) -> Option<Operation> {
        let AccessKind::Product(matrix) = self.prepared.site(marker.site)?.kind else { return None };
        let descriptor = self.operand(Val::of(&marker.value?));
        Some(Operation::Product(ProductStep::Read { site, descriptor, matrix }))
    }

    /// Whether a branch, a place or a comparison is computed from a value.
    fn decides(&self, val: Val) -> bool {
        let (mut open, mut seen) = (vec![val], FxHashSet::default());
        while let Some(v) = open.pop() {
            for user in v.users() {
                match becomes(v, user, &user.op(self.layout)) {
                    Use::Carried => open.extend(seen.insert(user).then_some(user)),
                    Use::Ends => {}
                    Use::Decides => return true,
                }
            }
        }
        false
    }
}

/// What a value is used for.
enum Use {
    Carried,
    Ends,
    Decides,
}

fn becomes(value: Val, user: Val, op: &Op) -> Use {
    match op {
        Op::Store { pointer } if *pointer != value => Use::Ends,
        // Inline assembly: descriptors come from elsewhere.
        Op::OpaqueCall | Op::Return => Use::Ends,
        Op::Call { .. } if user.as_instruction().is_some_and(|i| Marker::of(i).is_some()) => Use::Ends,
        Op::Branch(_)
        | Op::Switch { .. }
        | Op::Compare { .. }
        | Op::Gep { .. }
        | Op::IntToPtr(_)
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::ReadModifyWrite(..)
        | Op::CompareExchange { .. }
        | Op::NotModelled(_)
        | Op::Other(_) => Use::Decides,
        Op::Constant(..)
        | Op::Null
        | Op::Undef
        | Op::Zero
        | Op::Argument(_)
        | Op::Global
        | Op::Aggregate(_)
        | Op::Binary { .. }
        | Op::Pure(..)
        | Op::Cast(..)
        | Op::Same(_)
        | Op::PtrToInt(_)
        | Op::Select(..)
        | Op::Phi(_)
        | Op::Call { .. }
        | Op::Extract(..)
        | Op::Insert(..)
        | Op::ExtractElement(..)
        | Op::InsertElement(..)
        | Op::Shuffle(..)
        | Op::Alloca
        | Op::Unreachable
        | Op::Fence => Use::Carried,
    }
}
