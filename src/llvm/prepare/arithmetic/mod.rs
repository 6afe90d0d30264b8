//! Inline PTX that computes registers from registers, as LLVM's own instructions: `asm("bfe.u32 %0, %1, %2, %3;" : …)` is two shifts
//! and a mask for all that comes after.
//!
//! Shuffles of a warp are among it: what such a template does with the lane's own and another one's value is known then.
//!
//! `parse` reads a template, `emit` says what its instructions are in LLVM IR.
//!
//! Source: PTX ISA, "Integer Arithmetic", "Floating-Point" (sums), "Logic and Shift", "Comparison and Selection", "Predicated Execution"
//! and "Data Movement and Conversion" (with `shfl.sync`). Direction: a
//! template is taken as a whole or stays; one that clobbers memory stays, since accesses are not moved across it.

mod emit;
pub(super) mod parse;
mod shuffle;

use self::emit::Emitter;
use self::parse::Template;
use crate::llvm::bind::calls::{Callee, callee, instructions};
use crate::llvm::bind::ffi;
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue};

/// Replaces the calls of the function that run such templates.
pub(crate) fn lift<'ctx>(module: &Module<'ctx>, function: FunctionValue<'ctx>) -> Result<(), BuilderError> {
    let calls: Vec<(InstructionValue<'ctx>, Template)> =
        instructions(function).filter_map(|call| Some((call, template(call)?))).collect();
    for (call, template) in calls {
        let Some(arguments) = template.inputs().map(|i| argument(call, i)).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let builder = module.get_context().create_builder();
        builder.position_before(&call);
        let Some(result) = Emitter::new(module, &builder).run(&template, &arguments, call.get_type())? else {
            continue;
        };
        if replace(call, result) {
            call.erase_from_basic_block();
        }
    }
    Ok(())
}

/// Has what read the call's value read another one; false if it cannot.
fn replace<'ctx>(call: InstructionValue<'ctx>, by: BasicValueEnum<'ctx>) -> bool {
    let Ok(value) = CallSiteValue::try_from(call) else { return false };
    match (value.try_as_basic_value().basic(), by) {
        (Some(BasicValueEnum::IntValue(old)), BasicValueEnum::IntValue(new)) => old.replace_all_uses_with(new),
        (Some(BasicValueEnum::FloatValue(old)), BasicValueEnum::FloatValue(new)) => old.replace_all_uses_with(new),
        (Some(BasicValueEnum::StructValue(old)), BasicValueEnum::StructValue(new)) => old.replace_all_uses_with(new),
        (Some(_) | None, _) => return false,
    }
    true
}

/// What the call runs, where that is understood.
fn template(call: InstructionValue<'_>) -> Option<Template> {
    let Some(Callee::Assembly(text)) = callee(call) else { return None };
    let constraints = ffi::assembly_constraints(call)?;
    Template::of(&text, &constraints)
}

fn argument<'ctx>(call: InstructionValue<'ctx>, i: u32) -> Option<BasicValueEnum<'ctx>> {
    call.get_operand(i)?.value()
}
