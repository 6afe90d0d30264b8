//! Addresses in shared memory that inline PTX computes.
//!
//! Before there was `__cvta_generic_to_shared`, programs took the address of a variable of the block by
//! `asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(address) : "l"(pointer))`. That is a conversion of a
//! pointer to a number, and is made one. Source: PTX ISA, `cvta`. Direction: any other template stays.

use crate::llvm::bind::calls::{Callee, callee, instructions};
use crate::llvm::device::ptx::text::split;
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{BasicValue, BasicValueEnum, FunctionValue, InstructionValue};

/// Makes conversions of the templates that are nothing else.
pub(crate) fn convert<'ctx>(module: &Module<'ctx>, function: FunctionValue<'ctx>) -> Result<(), BuilderError> {
    let is_meant = |call: &InstructionValue<'ctx>| match callee(*call) {
        Some(Callee::Assembly(template)) => is_conversion(&template),
        Some(Callee::Declared(_) | Callee::Defined(_) | Callee::Indirect) | None => false,
    };
    let calls: Vec<InstructionValue<'ctx>> = instructions(function).filter(is_meant).collect();
    for call in calls {
        let context = module.get_context();
        let narrow = context.i32_type();
        let pointer = call.get_operand(0).and_then(|operand| operand.value());
        let (Some(BasicValueEnum::PointerValue(pointer)), true) = (pointer, call.get_type() == narrow.into()) else {
            continue;
        };
        let builder = context.create_builder();
        builder.position_before(&call);
        let address = builder.build_ptr_to_int(pointer, context.i64_type(), "")?;
        let address = builder.build_int_truncate(address, narrow, "")?;
        if let Some(address) = address.as_instruction_value() {
            call.replace_all_uses_with(&address);
            call.erase_from_basic_block();
        }
    }
    Ok(())
}

fn is_conversion(template: &str) -> bool {
    let words = |statement: &String| statement.replace(',', " ").split_whitespace().map(str::to_owned).collect();
    let statements: Vec<Vec<String>> = split(template).iter().map(words).collect();
    let statements: Vec<Vec<&str>> = statements.iter().map(|s| s.iter().map(String::as_str).collect()).collect();
    match statements.as_slice() {
        [register, to_shared, cut] => match (register.as_slice(), to_shared.as_slice(), cut.as_slice()) {
            ([".reg", ".u64" | ".b64", r], ["cvta.to.shared.u64", to, "$1"], ["cvt.u32.u64", "$0", from]) => {
                to == r && from == r && !r.starts_with('$')
            }
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_conversion;

    #[test]
    fn a_conversion_and_nothing_else() {
        assert!(is_conversion("{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; }\n"));
        for other in [
            "{ .reg .u64 a; cvta.to.global.u64 a, $1; cvt.u32.u64 $0, a; }",
            "{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, b; }",
            "{ .reg .u64 a; cvta.to.shared.u64 a, $1; add.u64 a, a, 4; cvt.u32.u64 $0, a; }",
            "",
        ] {
            assert!(!is_conversion(other), "{other}");
        }
    }
}
