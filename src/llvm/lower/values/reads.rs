//! Which threads' and blocks' numbers the code reads, though what comes of them is not followed.
//!
//! Direction: reads more than has an effect; a number that only dead arithmetic uses is not read.

use crate::llvm::bind::calls::is_pure;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::Var;
use rustc_hash::FxHashSet;

impl Lowerer<'_, '_> {
    /// Notes that the code reads a variable of the launch, if a branch, a call or an access depends on `val`, its value.
    pub(crate) fn note_read(&mut self, var: Var, val: Val) {
        if !self.out.reads.contains(&var) && self.has_effect(val) {
            self.out.reads.push(var);
        }
    }

    /// Whether something that depends on a value acts.
    fn has_effect(&self, val: Val) -> bool {
        let (mut seen, mut stack) = (FxHashSet::default(), vec![val]);
        while let Some(user) = stack.pop() {
            if !seen.insert(user) {
                continue;
            }
            if user != val && self.acts(user) {
                return true;
            }
            stack.extend(user.users());
        }
        false
    }

    /// Whether an instruction does more than to compute its result.
    fn acts(&self, user: Val) -> bool {
        match user.op(self.layout) {
            Op::Call { .. } | Op::OpaqueCall if user.as_instruction().is_some_and(is_pure) => false,
            Op::Call { .. }
            | Op::OpaqueCall
            | Op::Store { .. }
            | Op::Load { .. }
            | Op::ReadModifyWrite(..)
            | Op::CompareExchange { .. }
            | Op::Branch(_)
            | Op::Switch { .. }
            | Op::Return
            | Op::Fence
            | Op::NotModelled(_)
            | Op::Other(_) => true,
            Op::Constant(..)
            | Op::Null
            | Op::Undef
            | Op::Zero
            | Op::Argument(_)
            | Op::Global
            | Op::Aggregate(_)
            | Op::Binary { .. }
            | Op::Pure(..)
            | Op::Compare { .. }
            | Op::Cast(..)
            | Op::Same(_)
            | Op::PtrToInt(_)
            | Op::IntToPtr(_)
            | Op::Gep { .. }
            | Op::Select(..)
            | Op::Phi(_)
            | Op::Extract(..)
            | Op::Insert(..)
            | Op::ExtractElement(..)
            | Op::InsertElement(..)
            | Op::Shuffle(..)
            | Op::Alloca
            | Op::Unreachable => false,
        }
    }
}
