//! Parameters passed by value that a kernel changes.
//!
//! They are memory of the thread's own, and so is a stack variable that starts as a copy of one; that is promoted to values
//! like other variables. A parameter that is only read stays what it is: its fields are equal for all threads.

use crate::llvm::bind::ir::{Layout, Op, Val};
use crate::llvm::bind::pointers::passed_by_value;
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, FunctionValue, PointerValue};
use rustc_hash::FxHashSet;

/// Puts stack variables in the place of the parameters of a kernel that it changes; whether there were any.
pub(crate) fn copy_changed<'ctx>(module: &Module<'ctx>, kernel: FunctionValue<'ctx>) -> Result<bool, BuilderError> {
    let layout = Layout::of(module);
    let mut copied = false;
    for (index, parameter) in (0..).zip(kernel.get_param_iter()) {
        let BasicValueEnum::PointerValue(parameter) = parameter else { continue };
        let Some(bytes) = size(kernel, index, layout).filter(|_| is_stored_to(parameter, layout)) else { continue };
        copy(module, kernel, parameter, bytes)?;
        copied = true;
    }
    Ok(copied)
}

/// The bytes of a parameter that is passed by value through memory.
fn size(kernel: FunctionValue<'_>, index: u32, layout: Layout) -> Option<u32> {
    u32::try_from(layout.size(passed_by_value(kernel, index)?)).ok()
}

/// Whether something is stored where a pointer points, or one computed from it.
fn is_stored_to(parameter: PointerValue<'_>, layout: Layout) -> bool {
    let (mut open, mut seen) = (vec![Val::of(&parameter)], FxHashSet::default());
    while let Some(pointer) = open.pop() {
        for user in pointer.users() {
            let used = user.op(layout);
            if matches!(used, Op::Gep { .. } | Op::Same(_) | Op::Select(..) | Op::Phi(_)) {
                open.extend(seen.insert(user).then_some(user));
            } else if let Op::Store { pointer: to } = used {
                if to == pointer {
                    return true;
                }
            } else if let Op::ReadModifyWrite(..) | Op::CompareExchange { .. } = used {
                if user.operand(0) == pointer {
                    return true;
                }
            } else if let Op::Call { callee, args } = used
                && callee.starts_with("llvm.mem")
                && args.first() == Some(&pointer)
            {
                return true;
            }
        }
    }
    false
}

fn copy<'ctx>(
    module: &Module<'ctx>,
    kernel: FunctionValue<'ctx>,
    parameter: PointerValue<'ctx>,
    bytes: u32,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let builder = context.create_builder();
    let Some(entry) = kernel.get_first_basic_block() else { return Ok(()) };
    match entry.get_first_instruction() {
        Some(first) => builder.position_before(&first),
        None => builder.position_at_end(entry),
    }
    let own = builder.build_alloca(context.i8_type().array_type(bytes), "")?;
    own.set_name(parameter.get_name().to_str().unwrap_or_default());
    parameter.replace_all_uses_with(own);
    let bytes = context.i64_type().const_int(bytes.into(), false);
    builder.build_memcpy(own, 1, parameter, 1, bytes)?;
    Ok(())
}
