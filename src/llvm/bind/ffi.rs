//! Safe names for what inkwell lacks: `shim.cpp` and a few functions of LLVM's C API.
//!
//! Source: `shim.cpp` beside this file, LLVM 19's C API. Invariants: every value passed in belongs to a module that
//! is alive (inkwell's lifetimes see to that, as long as no erased instruction is kept), and every string is freed.

use inkwell::basic_block::BasicBlock;
use inkwell::llvm_sys::comdat::LLVMSetComdat;
use inkwell::llvm_sys::core::{
    LLVMCanValueUseFastMathFlags, LLVMGetCalledValue, LLVMGetInlineAsmAsmString, LLVMGetInlineAsmConstraintString,
    LLVMGetNamedMetadata, LLVMGetNumSuccessors, LLVMGetSuccessor, LLVMIsAInlineAsm, LLVMSetFastMathFlags,
    LLVMSetMetadata,
};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use inkwell::llvm_sys::prelude::{LLVMBasicBlockRef, LLVMModuleRef, LLVMValueRef};
use inkwell::llvm_sys::target::{LLVMGetModuleDataLayout, LLVMStoreSizeOfType};
use inkwell::llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMRunPasses,
};
use inkwell::module::Module;
use inkwell::types::{AsTypeRef, BasicTypeEnum};
use inkwell::values::{AsValueRef, FunctionValue, InstructionValue, PointerValue};
use std::ffi::{CStr, CString, c_char, c_void};

/// `shim.cpp`'s view of a control-flow graph; the arrays live until `rp_cfg_free(owner)`.
#[repr(C)]
struct RawCfg {
    owner: *mut c_void,
    block_count: u32,
    loop_count: u32,
    blocks: *const LLVMBasicBlockRef,
    idom: *const u32,
    ipostdom: *const u32,
    loop_of: *const u32,
    loop_header: *const u32,
    loop_parent: *const u32,
    irreducible: bool,
}

type EmitAnnotation = extern "C" fn(*mut c_void, LLVMValueRef, *const c_char, u64);

unsafe extern "C" {
    fn rp_configure();
    fn rp_cfg_build(function: LLVMValueRef, out: *mut RawCfg);
    fn rp_cfg_free(owner: *mut c_void);
    fn rp_free_string(text: *mut c_char);
    fn rp_demangle(name: *const c_char) -> *mut c_char;
    fn rp_remove_unreachable_blocks(function: LLVMValueRef) -> bool;
    fn rp_pointer_base(pointer: LLVMValueRef) -> u32;
    fn rp_call_effects(instruction: LLVMValueRef) -> u32;
    fn rp_sync_scope(instruction: LLVMValueRef) -> *mut c_char;
    fn rp_delete_body(function: LLVMValueRef);
    fn rp_make_call(invoke: LLVMValueRef);
    fn rp_has_address_taken(function: LLVMValueRef) -> bool;
    fn rp_may_call(call: LLVMValueRef, function: LLVMValueRef) -> bool;
    fn rp_choose(call: LLVMValueRef, functions: *const LLVMValueRef, count: u32);
    fn rp_is_interposable(global: LLVMValueRef) -> bool;
    fn rp_known_bits(module: LLVMModuleRef, value: LLVMValueRef, mask: *mut u64, bits: *mut u64);
    fn rp_annotations(module: LLVMModuleRef, emit: EmitAnnotation, state: *mut c_void);
}

/// A control-flow graph as LLVM's analyses see it; indices as in `cfg`.
pub(crate) struct CfgTables<'ctx> {
    pub(crate) blocks: Vec<BasicBlock<'ctx>>,
    pub(crate) idom: Vec<Option<u32>>,
    pub(crate) ipostdom: Vec<Option<u32>>,
    pub(crate) loop_of: Vec<Option<u32>>,
    pub(crate) loop_header: Vec<u32>,
    pub(crate) loop_parent: Vec<Option<u32>>,
    pub(crate) irreducible: bool,
}

/// Runs LLVM's dominator and loop analyses over a function that has a body.
pub(crate) fn cfg_tables<'ctx>(function: FunctionValue<'ctx>) -> CfgTables<'ctx> {
    let mut raw = RawCfg {
        owner: std::ptr::null_mut(),
        block_count: 0,
        loop_count: 0,
        blocks: std::ptr::null(),
        idom: std::ptr::null(),
        ipostdom: std::ptr::null(),
        loop_of: std::ptr::null(),
        loop_header: std::ptr::null(),
        loop_parent: std::ptr::null(),
        irreducible: false,
    };
    let option = |index: u32| (index != u32::MAX).then_some(index);
    // SAFETY: the function is alive and has a body; the shim fills `raw` with arrays of the two counts, which
    // live until `rp_cfg_free`, called after everything was copied. An empty array may be null, hence `slice`.
    unsafe {
        rp_cfg_build(function.as_value_ref(), &mut raw);
        let blocks = slice(raw.blocks, raw.block_count);
        let tables = CfgTables {
            blocks: blocks.iter().filter_map(|&block| BasicBlock::new(block)).collect(),
            idom: slice(raw.idom, raw.block_count).iter().copied().map(option).collect(),
            ipostdom: slice(raw.ipostdom, raw.block_count).iter().copied().map(option).collect(),
            loop_of: slice(raw.loop_of, raw.block_count).iter().copied().map(option).collect(),
            loop_header: slice(raw.loop_header, raw.loop_count).to_vec(),
            loop_parent: slice(raw.loop_parent, raw.loop_count).iter().copied().map(option).collect(),
            irreducible: raw.irreducible,
        };
        rp_cfg_free(raw.owner);
        tables
    }
}

/// A slice over a C array that is null when it is empty.
///
/// # Safety
/// `data` points to `count` values that live as long as the slice is used.
unsafe fn slice<'a, T>(data: *const T, count: u32) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's promise, and `count` is not 0.
    unsafe { std::slice::from_raw_parts(data, count as usize) }
}

/// The text of a string that the shim allocated, which it frees; `None` for null.
///
/// # Safety
/// `text` is null or comes from the shim and is used by nobody else.
pub(crate) unsafe fn owned(text: *mut c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: a C string from the shim, freed once, after the copy.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        rp_free_string(text);
        Some(copy)
    }
}

/// The name as the source would write it; names that are not mangled come back as they are.
pub(crate) fn demangle(symbol: &str) -> String {
    let Ok(name) = CString::new(symbol) else { return symbol.to_owned() };
    // SAFETY: a C string in, a string of the shim's out.
    unsafe { owned(rp_demangle(name.as_ptr())) }.unwrap_or_else(|| symbol.to_owned())
}

/// Deletes the blocks that no path from the entry reaches, whatever the values that are not constants; whether something was
/// changed.
pub(crate) fn remove_unreachable_blocks(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function with a body.
    unsafe { rp_remove_unreachable_blocks(function.as_value_ref()) }
}

/// What all objects that a pointer may be based on have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PointerBase {
    /// All are stack variables or by-value arguments: no other thread sees them.
    ThreadPrivate,
    /// All are constants of the module: nobody writes them.
    Constant,
    /// Anything else.
    Other,
}

/// Looks through offsets, casts, phis and selects. The pointer's block must be reachable.
pub(crate) fn pointer_base(pointer: PointerValue<'_>) -> PointerBase {
    // SAFETY: a live value of pointer type.
    match unsafe { rp_pointer_base(pointer.as_value_ref()) } {
        1 => PointerBase::ThreadPrivate,
        2 => PointerBase::Constant,
        _ => PointerBase::Other,
    }
}

/// What LLVM's attributes say about a call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallEffects {
    pub(crate) convergent: bool,
    pub(crate) reads: bool,
    pub(crate) writes: bool,
    pub(crate) only_inaccessible: bool,
}

/// The effects of a call; none for other instructions.
pub(crate) fn call_effects(instruction: InstructionValue<'_>) -> CallEffects {
    // SAFETY: a live instruction; the shim itself asks whether it is a call.
    let bits = unsafe { rp_call_effects(instruction.as_value_ref()) };
    CallEffects {
        convergent: bits & 1 != 0,
        reads: bits & 2 != 0,
        writes: bits & 4 != 0,
        only_inaccessible: bits & 8 != 0,
    }
}

/// The name of the synchronisation scope of an atomic instruction, `""` for the whole system.
pub(crate) fn sync_scope(instruction: InstructionValue<'_>) -> Option<String> {
    // SAFETY: a live instruction in, a string of the shim's out.
    unsafe { owned(rp_sync_scope(instruction.as_value_ref())) }
}

/// One integer annotation of a function, such as `maxntidx` 256.
pub(crate) struct Annotation<'ctx> {
    pub(crate) function: FunctionValue<'ctx>,
    pub(crate) key: String,
    pub(crate) value: u64,
}

/// All integer annotations of functions in `!nvvm.annotations`, in order.
pub(crate) fn annotations<'ctx>(module: &Module<'ctx>) -> Vec<Annotation<'ctx>> {
    extern "C" fn emit(state: *mut c_void, function: LLVMValueRef, key: *const c_char, value: u64) {
        // SAFETY: `state` is the vector below, borrowed for the call; `function` belongs to the module; `key` is
        // a C string that lives during this call.
        unsafe {
            let list = &mut *state.cast::<Vec<(LLVMValueRef, String, u64)>>();
            list.push((function, CStr::from_ptr(key).to_string_lossy().into_owned(), value));
        }
    }
    let mut raw: Vec<(LLVMValueRef, String, u64)> = Vec::new();
    // SAFETY: a live module; `emit` is only called during this call and matches the type of `state`.
    unsafe { rp_annotations(module.as_mut_ptr(), emit, (&raw mut raw).cast()) };
    raw.into_iter()
        .filter_map(|(function, key, value)| {
            // SAFETY: the shim emits functions of this module only.
            let function = unsafe { FunctionValue::new(function) }?;
            Some(Annotation { function, key, value })
        })
        .collect()
}

/// Runs passes named as `opt -passes=` names them. No target machine: nothing target-specific may happen.
///
/// # Errors
/// LLVM's message if the pipeline cannot be parsed or a pass fails.
pub(crate) fn run_passes(module: &Module<'_>, passes: &CStr) -> Result<(), String> {
    configure();
    // SAFETY: a live module; a null target machine is allowed; the options and the error are disposed of once.
    unsafe {
        let options = LLVMCreatePassBuilderOptions();
        let error = LLVMRunPasses(module.as_mut_ptr(), passes.as_ptr(), std::ptr::null_mut(), options);
        LLVMDisposePassBuilderOptions(options);
        if error.is_null() {
            return Ok(());
        }
        let message = LLVMGetErrorMessage(error);
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(text)
    }
}

/// Sets LLVM's options as modules are to be read and prepared.
pub(crate) fn configure() {
    // SAFETY: it does its work once.
    unsafe { rp_configure() };
}

/// Removes the metadata of one kind from an instruction.
pub(crate) fn remove_metadata(instruction: InstructionValue<'_>, kind: u32) {
    // SAFETY: a live instruction; null removes the metadata.
    unsafe { LLVMSetMetadata(instruction.as_value_ref(), kind, std::ptr::null_mut()) };
}

/// Has an operation on floating-point numbers mean what it says, with NaNs, infinities and signed zeros.
pub(crate) fn remove_fast_math(instruction: InstructionValue<'_>) {
    // SAFETY: a live instruction that is asked whether it has the flags.
    unsafe {
        if LLVMCanValueUseFastMathFlags(instruction.as_value_ref()) != 0 {
            LLVMSetFastMathFlags(instruction.as_value_ref(), 0);
        }
    }
}

/// Takes a function out of its comdat group: a function that only this module sees needs none.
pub(crate) fn remove_comdat(function: FunctionValue<'_>) {
    // SAFETY: a live function; null takes it out.
    unsafe { LLVMSetComdat(function.as_value_ref(), std::ptr::null_mut()) };
}

/// Whether something else is done with the address of a function than to call it.
pub(crate) fn has_address_taken(function: FunctionValue<'_>) -> bool {
    // SAFETY: a live function.
    unsafe { rp_has_address_taken(function.as_value_ref()) }
}

/// Whether an indirect call has arguments and a result as the function has.
pub(crate) fn may_call(call: InstructionValue<'_>, function: FunctionValue<'_>) -> bool {
    // SAFETY: a live call and a live function of one module.
    unsafe { rp_may_call(call.as_value_ref(), function.as_value_ref()) }
}

/// Makes an indirect call a choice of functions, which it may call: the one that its pointer is to, or else the last.
pub(crate) fn choose(call: InstructionValue<'_>, functions: &[FunctionValue<'_>]) {
    let functions: Vec<_> = functions.iter().map(AsValueRef::as_value_ref).collect();
    if !functions.is_empty() {
        // SAFETY: a live call and live functions of one module that it may call; the call is not used afterwards.
        unsafe { rp_choose(call.as_value_ref(), functions.as_ptr(), functions.len() as u32) };
    }
}

/// Makes a definition a declaration, whose parameters keep their names.
pub(crate) fn delete_body(function: FunctionValue<'_>) {
    // SAFETY: a live function; no instruction of it is kept.
    unsafe { rp_delete_body(function.as_value_ref()) };
}

/// Makes a plain call, with a branch behind it, of one that may throw.
pub(crate) fn make_call(invoke: InstructionValue<'_>) {
    // SAFETY: a live instruction, which nothing keeps; the shim asks what it is.
    unsafe { rp_make_call(invoke.as_value_ref()) };
}

/// Whether another unit may put something else in the place of a definition.
pub(crate) fn is_interposable(function: FunctionValue<'_>) -> bool {
    may_be_replaced(function.as_value_ref())
}

/// As [`is_interposable`], of any global.
pub(crate) fn may_be_replaced(global: LLVMValueRef) -> bool {
    // SAFETY: a live value; the shim asks whether it is a global.
    unsafe { rp_is_interposable(global) }
}

/// The value of an integer of at most 64 bits as far as it is the same whenever it is computed: which bits are, and these.
pub(crate) fn known_bits(module: &Module<'_>, value: LLVMValueRef) -> (u64, u64) {
    let (mut mask, mut bits) = (0, 0);
    // SAFETY: a live integer of the module; the shim writes two numbers.
    unsafe { rp_known_bits(module.as_mut_ptr(), value, &mut mask, &mut bits) };
    (mask, bits)
}

/// The number of bytes that a store of the type writes.
pub(crate) fn store_size(module: &Module<'_>, ty: BasicTypeEnum<'_>) -> u64 {
    // SAFETY: a live module, which owns its data layout, and a sized type of the same context.
    unsafe { LLVMStoreSizeOfType(LLVMGetModuleDataLayout(module.as_mut_ptr()), ty.as_type_ref()) }
}

/// The function that a call instruction names, whatever type it is called with.
pub(crate) fn called_function<'ctx>(call: InstructionValue<'ctx>) -> Option<FunctionValue<'ctx>> {
    // SAFETY: a live call instruction; `FunctionValue::new` asks whether the callee is a function.
    unsafe { FunctionValue::new(LLVMGetCalledValue(call.as_value_ref())) }
}

/// Whether a function carries `memory(none)`.
pub(crate) fn touches_no_memory(function: FunctionValue<'_>) -> bool {
    use inkwell::attributes::{Attribute, AttributeLoc};
    let kind = Attribute::get_named_enum_kind_id("memory");
    function.get_enum_attribute(AttributeLoc::Function, kind).is_some_and(|a| a.get_enum_value() == 0)
}

/// The template of the inline assembly that a call instruction runs, if it does.
pub(crate) fn inline_assembly(call: InstructionValue<'_>) -> Option<String> {
    // SAFETY: a live call instruction; the text belongs to LLVM, is `length` bytes long and is copied at once.
    unsafe {
        let callee = LLVMGetCalledValue(call.as_value_ref());
        if LLVMIsAInlineAsm(callee).is_null() {
            return None;
        }
        let mut length = 0;
        let text = LLVMGetInlineAsmAsmString(callee, &mut length);
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// The constraints of the inline assembly that a call instruction runs, if it does.
pub(crate) fn assembly_constraints(call: InstructionValue<'_>) -> Option<String> {
    // SAFETY: a live call instruction; the text belongs to LLVM, is `length` bytes long and is copied at once.
    unsafe {
        let callee = LLVMGetCalledValue(call.as_value_ref());
        if LLVMIsAInlineAsm(callee).is_null() {
            return None;
        }
        let mut length = 0;
        let text = LLVMGetInlineAsmConstraintString(callee, &mut length);
        let bytes = std::slice::from_raw_parts(text.cast::<u8>(), length);
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// The successors of a terminator in order, one per edge.
pub(crate) fn successors(terminator: InstructionValue<'_>) -> Vec<BasicBlock<'_>> {
    // SAFETY: a live terminator, indices below its number of successors.
    unsafe {
        let value = terminator.as_value_ref();
        let count = LLVMGetNumSuccessors(value);
        (0..count).filter_map(|index| BasicBlock::new(LLVMGetSuccessor(value, index))).collect()
    }
}

/// Whether the module has named metadata of this name.
pub(crate) fn has_named_metadata(module: &Module<'_>, name: &str) -> bool {
    // Safety: the module is alive, and the name is read by its length.
    !unsafe { LLVMGetNamedMetadata(module.as_mut_ptr(), name.as_ptr().cast(), name.len()) }.is_null()
}
