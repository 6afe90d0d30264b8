//! Makes the configurations of extended launches values.
//!
//! `cudaLaunchKernelExC(config, kernel, args)` finds grid, block and shared memory in a structure in memory. Before each such
//! call what lies there is loaded and passed to a marker, so that LLVM's passes put the stored values in place of the loads. The
//! structure may lead to itself, as where it is a part of one that has its attributes, too: what the runtime and C's
//! library are called for in between is said not to reach it.
//! Source: the CUDA runtime's `cudaLaunchConfig_t`, for 64-bit hosts. Invariants: the marker stands right before its call, and
//! no pass takes it for an access to the program's memory. Direction: what the passes do not find stays unknown. Of the
//! attributes none changes the dimensions of a launch.

use super::names::{ANSWERING, TAKING};
use crate::llvm::bind::calls::{Callee, base_name, callee, instructions, symbol};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum, StructType};
use inkwell::values::{BasicMetadataValueEnum, FunctionValue, InstructionValue, PointerValue};

/// The runtime's functions, whose first arguments are the configuration and the kernel.
pub(crate) const LAUNCHING: [&str; 2] = ["cudaLaunchKernelExC", "cudaLaunchKernelExC_ptsz"];
/// Takes the kernel, the grid's and the block's x, y, z, and bytes of shared memory.
pub(crate) const MARK: &str = "raceproof.launch";

/// What begins the structure's name in LLVM IR: the runtime calls it `cudaLaunchConfig_st`, and `cudaLaunchConfig_t` by a `typedef`.
const CONFIGURATION: &[u8] = b"struct.cudaLaunchConfig_";
/// Bytes from the start of the configuration: grid, block.
const DIMS: [u64; 6] = [0, 4, 8, 12, 16, 20];
const SHARED: u64 = 24;
/// LLVM's `memory(inaccessiblemem: readwrite)`.
const ELSEWHERE: u64 = 3 << 2;
/// LLVM's `memory(argmem: readwrite, inaccessiblemem: readwrite)`, and the same with `argmem: read`.
const WRITTEN: u64 = ELSEWHERE | 3;
const READ: u64 = ELSEWHERE | 1;

/// Puts the markers into a module.
///
/// # Errors
/// What could not be built.
pub(crate) fn mark(module: &Module<'_>) -> Result<(), BuilderError> {
    let defined = module.get_functions().filter(|function| function.count_basic_blocks() > 0);
    let calls: Vec<_> = defined.flat_map(instructions).filter(|call| launches(*call)).collect();
    if calls.is_empty() {
        return Ok(());
    }
    let marker = marker(module);
    for function in module.get_functions().filter(|function| function.count_basic_blocks() == 0) {
        if let Some(memory) = touched(&symbol(function)) {
            confine(module, function, memory);
        }
    }
    for function in LAUNCHING.iter().filter_map(|name| module.get_function(name)) {
        // The runtime neither changes nor keeps the configuration.
        for name in ["readonly", "nocapture"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            function.add_attribute(AttributeLoc::Param(0), module.get_context().create_enum_attribute(kind, 0));
        }
    }
    calls.into_iter().try_for_each(|call| mark_call(module, marker, call))
}

/// Whether a function names a part of a configuration.
pub(crate) fn configures(function: FunctionValue<'_>) -> bool {
    let is_one = |ty: &StructType<'_>| ty.get_name().is_some_and(|name| name.to_bytes().starts_with(CONFIGURATION));
    let names = |i: InstructionValue<'_>| match i.get_gep_source_element_type() {
        Ok(BasicTypeEnum::StructType(ty)) => is_one(&ty),
        Ok(_) | Err(_) => false,
    };
    instructions(function).any(names)
}

/// What of memory a function of the runtime or of C's library touches, if that is known.
fn touched(symbol: &str) -> Option<u64> {
    // The runtime has templates, too.
    let name = if symbol.contains("cuda") { base_name(symbol) } else { symbol.to_owned() };
    let known = [(&ANSWERING[..], WRITTEN), (&TAKING[..], READ)];
    known.into_iter().find_map(|(names, memory)| names.contains(&name.as_str()).then_some(memory))
}

/// A function touches only what its arguments lead to, as `memory` says, and keeps none of them.
fn confine(module: &Module<'_>, function: FunctionValue<'_>, memory: u64) {
    let attribute =
        |name: &str, value| module.get_context().create_enum_attribute(Attribute::get_named_enum_kind_id(name), value);
    function.add_attribute(AttributeLoc::Function, attribute("memory", memory));
    for (argument, parameter) in (0..).zip(function.get_params()) {
        if parameter.is_pointer_value() {
            function.add_attribute(AttributeLoc::Param(argument), attribute("nocapture", 0));
        }
    }
}

fn launches(instruction: InstructionValue<'_>) -> bool {
    match callee(instruction) {
        Some(Callee::Declared(function)) => LAUNCHING.contains(&symbol(function).as_str()),
        Some(Callee::Defined(_) | Callee::Assembly(_) | Callee::Indirect) | None => false,
    }
}

fn marker<'ctx>(module: &Module<'ctx>) -> FunctionValue<'ctx> {
    let context = module.get_context();
    let (pointer, int) = (context.ptr_type(0.into()), context.i32_type());
    let mut parameters: Vec<BasicMetadataTypeEnum<'ctx>> = vec![pointer.into()];
    parameters.extend(DIMS.map(|_| BasicMetadataTypeEnum::from(int)));
    parameters.push(context.i64_type().into());
    let marker = module.add_function(MARK, context.void_type().fn_type(&parameters, false), None);
    for (name, value) in [("memory", ELSEWHERE), ("nounwind", 0), ("willreturn", 0), ("nocallback", 0)] {
        let kind = Attribute::get_named_enum_kind_id(name);
        marker.add_attribute(AttributeLoc::Function, context.create_enum_attribute(kind, value));
    }
    marker
}

fn mark_call<'ctx>(
    module: &Module<'ctx>,
    marker: FunctionValue<'ctx>,
    call: InstructionValue<'ctx>,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let pointer =
        |index| call.get_operand(index)?.value().filter(|v| v.is_pointer_value()).map(|v| v.into_pointer_value());
    let (Some(configuration), Some(kernel)) = (pointer(0), pointer(1)) else { return Ok(()) };
    let builder = context.create_builder();
    builder.position_before(&call);
    let at = |offset: u64| -> Result<PointerValue<'ctx>, BuilderError> {
        let index = context.i64_type().const_int(offset, false);
        // SAFETY: an address within the structure that the call reads.
        unsafe { builder.build_gep(context.i8_type(), configuration, &[index], "") }
    };
    let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = vec![kernel.into()];
    for offset in DIMS {
        arguments.push(builder.build_load(context.i32_type(), at(offset)?, "")?.into());
    }
    arguments.push(builder.build_load(context.i64_type(), at(SHARED)?, "")?.into());
    builder.build_call(marker, &arguments, "")?;
    Ok(())
}
