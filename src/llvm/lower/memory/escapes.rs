//! Where the addresses of objects go.
//!
//! An address that is only computed with and accessed stays in sight: what is lost on the way has the object among its
//! roots (`Lowerer::roots`). An address escapes that is stored, passed on, packed into something, or made a
//! number from which it does not come back in a form that is followed. Then every pointer that is not followed may be to
//! the object.
//!
//! Direction: an address that stays in sight may count as escaped, never the other way.

use super::addresses::is_rounding;
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::device::access::Mode;
use crate::llvm::device::markers::Marker;
use crate::llvm::device::ptx::{copies, wgmma};
use crate::llvm::device::{library, matrix};
use crate::llvm::lower::lowerer::Lowerer;
use inkwell::values::InstructionValue;
use rustc_hash::FxHashSet;

/// What becomes of an address in one use.
enum Use {
    /// The result is an address in the object, too, or a number from one.
    Carried,
    /// Nothing but an access, or a comparison.
    Ends,
    Escapes,
}

impl Use {
    fn ends_if(ends: bool) -> Use {
        if ends { Use::Ends } else { Use::Escapes }
    }

    fn carried_if(carried: bool) -> Use {
        if carried { Use::Carried } else { Use::Escapes }
    }
}

impl<'ctx> Lowerer<'_, 'ctx> {
    /// Finds out, before the walk, which memory of the device's heap stays with the thread that has allocated it.
    pub(crate) fn find_own_heap(&mut self) {
        for block in self.cfg.blocks() {
            for instruction in self.cfg.block(block).get_instructions() {
                let val = Val::of(&instruction);
                let Op::Call { callee: name, .. } = val.op(self.layout) else { continue };
                let is_declared = matches!(callee(instruction), Some(Callee::Declared(_)));
                if is_declared && library::allocates(&name) && !self.escapes(val) {
                    self.survey.own_heap.insert(val);
                }
            }
        }
    }

    /// Finds out, before the walk, whether an address in shared memory escapes, and which parameters are changed by way of
    /// an address of theirs that does.
    pub(crate) fn find_escapes(&mut self) {
        let module = self.input.module;
        let shared: Vec<Val> =
            module.get_globals().map(|g| Val::of(&g)).filter(|g| self.is_shared_variable(*g)).collect();
        let names: Vec<String> = shared.iter().map(|object| object.name()).collect();
        self.survey.shared_escapes = self.assembly_gives_shared(&names) || shared.into_iter().any(|o| self.escapes(o));
        let function = self.input.kernel.function;
        let by_value = (0..).zip(function.get_params()).map(|(i, p)| (i, Val::of(&p)));
        let by_value: Vec<Val> =
            by_value.filter(|(i, p)| p.ty() == Ty::Pointer && p.is_by_value(*i)).map(|(_, p)| p).collect();
        for p in by_value {
            let is_stored_to = self.survey.writes_anything || self.survey.written.contains(&p);
            if is_stored_to && self.escapes(p) {
                self.survey.changed_parameters.insert(p);
            }
        }
    }

    /// Whether inline assembly may give an address in shared memory that it was not given: it names a variable, or makes a
    /// generic address of a number.
    fn assembly_gives_shared(&self, names: &[String]) -> bool {
        let blocks = self.cfg.blocks().map(|b| self.cfg.block(b));
        let mut texts = blocks.flat_map(|b| b.get_instructions()).filter(|i| !only_accesses(*i)).filter_map(callee);
        texts.any(|called| match called {
            Callee::Assembly(text) => {
                let mut words = text.split(|c: char| !c.is_alphanumeric() && !"_$.".contains(c));
                words.any(|word| word.starts_with("cvta.shared") || names.iter().any(|name| name == word))
            }
            Callee::Defined(_) | Callee::Declared(_) | Callee::Indirect => false,
        })
    }

    fn escapes(&self, object: Val) -> bool {
        let (mut open, mut seen) = (vec![object], FxHashSet::default());
        while let Some(address) = open.pop() {
            for user in address.users() {
                match self.becomes(object, address, user) {
                    Use::Carried => open.extend(seen.insert(user).then_some(user)),
                    Use::Ends => {}
                    Use::Escapes => return true,
                }
            }
        }
        false
    }

    /// What becomes of `address`, which is one in `object`, where `user` uses it.
    fn becomes(&self, object: Val, address: Val, user: Val) -> Use {
        let instruction: Option<InstructionValue<'ctx>> = user.as_instruction();
        if instruction.is_some_and(|i| !self.is_ours(i)) {
            return Use::Ends; // another kernel has other shared memory
        }
        if instruction.is_none() && (user.is_global() || !user.is_constant()) {
            return Use::Escapes;
        }
        match user.op(self.layout) {
            Op::Gep { base, .. } => Use::carried_if(base == address),
            Op::Same(_) | Op::Select(..) | Op::Phi(_) | Op::PtrToInt(_) | Op::Binary { .. } | Op::Cast(..) => {
                Use::Carried
            }
            // Of changed parameters only what is stored to them directly is known.
            Op::IntToPtr(number) => {
                Use::carried_if(self.pointer_in(number).is_some() && self.is_shared_variable(object))
            }
            Op::Compare { .. } | Op::Load { .. } | Op::Branch(_) | Op::Switch { .. } => Use::Ends,
            Op::Store { pointer } => Use::ends_if(pointer == address && user.operand(0) != address),
            Op::ReadModifyWrite(_, by) => Use::ends_if(by != address),
            Op::CompareExchange { expected, new, .. } => Use::ends_if(expected != address && new != address),
            Op::Call { callee, .. } => passed(address, user, &callee),
            Op::OpaqueCall => Use::ends_if(instruction.is_some_and(only_accesses)),
            Op::Constant(..)
            | Op::Null
            | Op::Undef
            | Op::Zero
            | Op::Argument(_)
            | Op::Global
            | Op::Aggregate(_)
            | Op::Pure(..)
            | Op::Extract(..)
            | Op::Insert(..)
            | Op::ExtractElement(..)
            | Op::InsertElement(..)
            | Op::Shuffle(..)
            | Op::Alloca
            | Op::Return
            | Op::Unreachable
            | Op::Fence
            | Op::NotModelled(_)
            | Op::Other(_) => Use::Escapes,
        }
    }

    fn is_ours(&self, instruction: InstructionValue<'ctx>) -> bool {
        instruction.get_parent().and_then(|b| b.get_parent()) == Some(self.input.kernel.function)
    }
}

/// What becomes of an address that a call is passed.
fn passed(address: Val, call: Val, callee: &str) -> Use {
    if is_rounding(callee) && call.operand(0) == address {
        return Use::Carried;
    }
    if library::frees(callee) {
        return Use::Ends;
    }
    let by_address = address.ty() == Ty::Pointer && call.ty() != Ty::Pointer;
    let is_marker = call.as_instruction().is_some_and(|i| Marker::of(i).is_some());
    Use::ends_if(is_marker || (by_address && callee.starts_with("llvm.")))
}

/// Whether inline assembly copies from or to its addresses, or loads matrices there, and nothing else.
fn only_accesses(call: InstructionValue<'_>) -> bool {
    let loads = || {
        let found = matrix::accesses(call).unwrap_or_default();
        !found.is_empty() && found.iter().all(|(_, mode, _)| *mode == Mode::Read)
    };
    let multiplies = || wgmma::reads(call).is_some_and(|all| !all.is_empty());
    copies::copy_steps(call).is_some() || loads() || multiplies()
}
