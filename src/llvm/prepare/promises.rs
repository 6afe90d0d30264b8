//! Takes out of a module what would let LLVM assume that no other thread writes.
//!
//! With `noalias`, type-based or invariance information LLVM forwards a load across a barrier and the racy read is
//! gone. And whatever else the program promises of its values would be used without being listed with the verdict: that
//! pointers are aligned or not null, that numbers are in a range or no NaNs. Removed here: these (`align` of parameters only); `noalias` of parameters, results and call sites; `!noalias`, `!alias.scope`, `!tbaa`,
//! `!tbaa.struct`, `!invariant.group` (`instrument` takes `!invariant.load` out, when it has read it); the intrinsics that open such scopes; lifetime markers (they
//! only say when a stack variable is dead). Functions with a body, calls of them, indirect calls, and inline assembly
//! that may do more than compute lose their claim to write no memory, so that no pass deletes a call. Direction of imprecision: less is forwarded, nothing is lost.
//!
//! In return libdevice's functions, which only compute, are declared so: `-nocudalib` leaves them as plain externals.

use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Val;
use crate::llvm::device::ptx::template;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::values::{CallSiteValue, FunctionValue, InstructionValue};

/// `memory(none)` as LLVM encodes it.
const MEMORY_NONE: u64 = 0;
/// `memory(argmem: read, inaccessiblemem: readwrite)`: two bits each, arguments first.
const MEMORY_READS_ARGUMENTS: u64 = 0b11_01;

const METADATA: [&str; 10] = [
    "noalias",
    "alias.scope",
    "tbaa",
    "tbaa.struct",
    "invariant.group",
    "nonnull",
    "align",
    "range",
    "dereferenceable",
    "dereferenceable_or_null",
];

/// Attributes of parameters, results and arguments.
const ATTRIBUTES: [&str; 6] =
    ["noalias", "nonnull", "range", "dereferenceable", "dereferenceable_or_null", "nofpclass"];

/// Intrinsics to erase. Ends come before starts, whose results they use.
const SCOPES: [&str; 5] = [
    "llvm.invariant.end",
    "llvm.invariant.start",
    "llvm.experimental.noalias.scope.decl",
    "llvm.lifetime.start",
    "llvm.lifetime.end",
];

/// Removes every promise from a module.
pub(crate) fn remove_promises(module: &Module<'_>) {
    let context = module.get_context();
    let [align, memory] = ["align", "memory"].map(Attribute::get_named_enum_kind_id);
    let promised = ATTRIBUTES.map(Attribute::get_named_enum_kind_id);
    let kinds = METADATA.map(|name| context.get_kind_id(name));
    for function in module.get_functions() {
        for location in locations(function.count_params()) {
            promised.iter().for_each(|kind| function.remove_enum_attribute(location, *kind));
        }
        if function.count_basic_blocks() > 0 {
            function.remove_enum_attribute(AttributeLoc::Function, memory);
            // Of those that are passed by value it is their layout.
            for (index, parameter) in (0..).zip(function.get_param_iter()) {
                if !Val::of(&parameter).is_by_value(index) {
                    function.remove_enum_attribute(AttributeLoc::Param(index), align);
                }
            }
        }
        for instruction in instructions(function) {
            for kind in kinds {
                ffi::remove_metadata(instruction, kind);
            }
            ffi::remove_fast_math(instruction);
            if let Ok(call) = CallSiteValue::try_from(instruction) {
                for location in locations(call.count_arguments()) {
                    promised.iter().for_each(|kind| call.remove_enum_attribute(location, *kind));
                }
                weaken_call(instruction, call);
            }
        }
        erase_scopes(function);
    }
    for function in module.get_functions().filter(|function| function.count_basic_blocks() == 0) {
        declare_libdevice(context, function);
    }
    for function in module.get_functions() {
        instructions(function).for_each(weaken_convergence);
    }
}

/// Erases the calls that only open or close a scope.
pub(crate) fn erase_scopes(function: FunctionValue<'_>) {
    for prefix in SCOPES {
        let calls: Vec<_> = instructions(function).filter(|&call| calls_intrinsic(call, prefix)).collect();
        // A start whose result is still used says nothing: LLVM ignores it too.
        for call in calls.into_iter().filter(|call| call.get_first_use().is_none()) {
            call.erase_from_basic_block();
        }
    }
}

fn calls_intrinsic(instruction: InstructionValue<'_>, prefix: &str) -> bool {
    match callee(instruction) {
        Some(Callee::Declared(function)) => function.get_name().to_bytes().starts_with(prefix.as_bytes()),
        Some(Callee::Defined(_) | Callee::Assembly(_) | Callee::Indirect) | None => false,
    }
}

fn locations(parameters: u32) -> impl Iterator<Item = AttributeLoc> {
    std::iter::once(AttributeLoc::Return).chain((0..parameters).map(AttributeLoc::Param))
}

/// Lets a call touch memory if it will be inlined, is indirect, or runs assembly that may do more than compute.
fn weaken_call(instruction: InstructionValue<'_>, call: CallSiteValue<'_>) {
    let weaken = match callee(instruction) {
        Some(Callee::Assembly(text)) => !only_computes(&text),
        Some(Callee::Defined(_) | Callee::Indirect) => true,
        Some(Callee::Declared(_)) | None => false,
    };
    if weaken {
        call.remove_enum_attribute(AttributeLoc::Function, Attribute::get_named_enum_kind_id("memory"));
    }
}

/// Whether every instruction of a PTX template is known to only compute.
fn only_computes(template: &str) -> bool {
    template
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .flat_map(|line| line.split([';', '{', '}']))
        .map(str::trim)
        .filter(|statement| !statement.is_empty() && !statement.starts_with(".reg"))
        .all(|statement| {
            let opcode = statement.split(|c: char| c == '.' || c.is_whitespace()).next().unwrap_or("");
            template::is_arithmetic(opcode)
        })
}

/// Declares a function of libdevice that takes no pointer as a pure computation, and `vprintf` as a reader.
fn declare_libdevice(context: ContextRef<'_>, function: FunctionValue<'_>) {
    let memory = Attribute::get_named_enum_kind_id("memory");
    if is_libdevice_computation(function) {
        for name in ["nounwind", "willreturn"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            function.add_attribute(AttributeLoc::Function, context.create_enum_attribute(kind, 0));
        }
        function.add_attribute(AttributeLoc::Function, context.create_enum_attribute(memory, MEMORY_NONE));
        function.remove_enum_attribute(AttributeLoc::Function, Attribute::get_named_enum_kind_id("convergent"));
    } else if symbol(function) == "vprintf" {
        function.add_attribute(AttributeLoc::Function, context.create_enum_attribute(memory, MEMORY_READS_ARGUMENTS));
    }
}

/// The functions of libdevice on integers only, without their prefix `__nv_`.
const INTEGER_FUNCTIONS: [&str; 29] = [
    "abs",
    "brev",
    "brevll",
    "byte_perm",
    "clz",
    "clzll",
    "ffs",
    "ffsll",
    "hadd",
    "llabs",
    "llmax",
    "llmin",
    "max",
    "min",
    "mul24",
    "mul64hi",
    "mulhi",
    "popc",
    "popcll",
    "rhadd",
    "sad",
    "uhadd",
    "ullmax",
    "ullmin",
    "umax",
    "umin",
    "umul24",
    "umulhi",
    "usad",
];

/// Whether a declaration is one of libdevice's functions from numbers to a number.
fn is_libdevice_computation(function: FunctionValue<'_>) -> bool {
    let name = symbol(function);
    let Some(name) = name.strip_prefix("__nv_") else { return false };
    let Some(result) = function.get_type().get_return_type() else { return false };
    let parameters = function.get_type().get_param_types();
    (result.is_float_type() || result.is_int_type())
        && parameters.iter().all(|ty| ty.is_float_type() || ty.is_int_type())
        && (result.is_float_type()
            || parameters.iter().any(|ty| ty.is_float_type())
            || INTEGER_FUNCTIONS.contains(&name))
}

/// A call of such a function is not convergent either.
fn weaken_convergence(instruction: InstructionValue<'_>) {
    if let (Some(Callee::Declared(function)), Ok(call)) = (callee(instruction), CallSiteValue::try_from(instruction))
        && is_libdevice_computation(function)
    {
        call.remove_enum_attribute(AttributeLoc::Function, Attribute::get_named_enum_kind_id("convergent"));
    }
}

#[cfg(test)]
mod tests {
    use super::only_computes;

    #[test]
    fn assembly_that_touches_memory_is_told_from_computation() {
        assert!(only_computes("mov.u32 $0, %laneid;"));
        assert!(only_computes("{ .reg .u32 t; add.u32 t, $1, 1; // ld.global\n mov.u32 $0, t; }"));
        assert!(!only_computes("ld.shared.u32 $0, [$1];"));
        assert!(!only_computes("mov.u32 $0, 1; bar.sync 0;"));
        assert!(!only_computes("@p mov.u32 $0, 1;"));
    }
}
