//! Inline PTX of several statements as inline PTX of one statement each, and intrinsics on mbarriers as inline PTX.
//!
//! For example `{ .reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.ca.shared.global [%0], [%1], 16; }` is a branch around a template
//! without a predicate. All that comes after sees control flow and single statements. CUTLASS arrives so at another block's mbarrier:
//! `@p mapa.shared::cluster.u32 there, %0, %1; @p mbarrier.arrive.shared::cluster.b64 _, [there];`. A bulk copy into several blocks of the
//! cluster is one into each block whose rank is in the mask.
//!
//! Source: PTX ISA, "Predicated Execution" and `mapa`, which computes an address and accesses nothing, so that it needs no predicate; LLVM's
//! `llvm.nvvm.mbarrier.*`, which are the instructions of these names. Direction: exact; a template is taken as a whole or stays, and then the
//! parsers of its statements say what is not understood.

mod emit;
mod intrinsics;
mod statements;

use self::emit::Emitter;
use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{FunctionValue, InstructionValue};

/// Takes the templates of a function apart, and makes inline assembly of its intrinsics.
pub(crate) fn take_apart<'ctx>(module: &Module<'ctx>, function: FunctionValue<'ctx>) -> Result<(), BuilderError> {
    let calls: Vec<InstructionValue<'ctx>> = instructions(function).collect();
    for call in calls {
        let mut emitter = Emitter::of(module, call);
        match callee(call) {
            Some(Callee::Assembly(text)) => emitter.template(&text)?,
            Some(Callee::Declared(declared)) => emitter.intrinsic(&symbol(declared))?,
            Some(Callee::Defined(_) | Callee::Indirect) | None => {}
        }
    }
    Ok(())
}
