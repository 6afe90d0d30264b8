//! Source places and names from clang's debug information.
//!
//! Computes the span of an instruction with the calls that it was inlined through, and the name of an array. Source:
//! `DILocation`, `DIGlobalVariable`. Invariants: a path is the one that clang wrote, joined with its working directory
//! if relative; nothing here reads a file; a call of a function from clang's own headers stands where it is called.

use super::ffi;
use super::ir::Val;
use crate::kernel::{Field, Fields};
use crate::span::Span;
use inkwell::llvm_sys::debuginfo::{
    LLVMDIFileGetDirectory, LLVMDIFileGetFilename, LLVMDILocationGetColumn, LLVMDILocationGetInlinedAt,
    LLVMDILocationGetLine, LLVMDILocationGetScope, LLVMDIScopeGetFile, LLVMDISubprogramGetLine, LLVMDIVariableGetFile,
    LLVMDIVariableGetLine, LLVMGetSubprogram, LLVMInstructionGetDebugLoc,
};
use inkwell::llvm_sys::prelude::{LLVMMetadataRef, LLVMModuleRef, LLVMValueRef};
use inkwell::module::Module;
use inkwell::values::{AsValueRef, FunctionValue, GlobalValue, InstructionValue};
use std::ffi::c_char;
use std::path::Path;
use std::sync::Arc;

/// How the names of clang's own headers begin.
const CLANG_HEADERS: &str = "__clang_";

unsafe extern "C" {
    /// Of `scopes.cpp`.
    fn rp_mend_debug_info(module: LLVMModuleRef);
    // Of `shim.cpp`.
    fn rp_global_source_name(global: LLVMValueRef) -> *mut c_char;
    fn rp_location_function(location: LLVMMetadataRef) -> *mut c_char;
    fn rp_function_source_name(function: LLVMValueRef) -> *mut c_char;
    /// Of `fields.cpp`.
    fn rp_field_source_name(
        function: LLVMValueRef,
        parameter: u32,
        byte: u64,
        width: u64,
        is_hidden: *mut bool,
    ) -> *mut c_char;
    fn rp_global_variable(global: LLVMValueRef) -> LLVMMetadataRef;
    fn rp_global_fields(global: LLVMValueRef) -> *mut c_char;
    fn rp_led_to_fields(function: LLVMValueRef, parameter: u32, byte: u64) -> *mut c_char;
    fn rp_global_is_unsigned(global: LLVMValueRef) -> bool;
    fn rp_led_to_unsigned(function: LLVMValueRef, parameter: u32, byte: u64) -> bool;
    fn rp_field_is_unsigned(function: LLVMValueRef, parameter: u32, byte: u64, width: u64) -> bool;
}

/// Takes debug information out of a module that was read, where it is of no use.
pub(crate) fn mend(module: &Module<'_>) {
    // SAFETY: a live module.
    unsafe { rp_mend_debug_info(module.as_mut_ptr()) };
}

/// Where an instruction stands; `None` without debug information.
pub(crate) fn span(instruction: InstructionValue<'_>) -> Option<Span> {
    span_outside(instruction, |_| false)
}

/// Where an instruction stands, or if it was inlined from a function that `is_inner` by its name, where that is called.
pub(crate) fn span_outside(instruction: InstructionValue<'_>, is_inner: impl Fn(&str) -> bool) -> Option<Span> {
    // SAFETY: a live instruction.
    let mut current = unsafe { LLVMInstructionGetDebugLoc(instruction.as_value_ref()) };
    let mut places = vec![];
    while !current.is_null() {
        // SAFETY: `current` is a DILocation: first the instruction's, then what `GetInlinedAt` gave, checked for null.
        let (function, outer) = unsafe { (location_function(current), LLVMDILocationGetInlinedAt(current)) };
        places.push(place(current));
        if !outer.is_null() && function.is_some_and(|name| is_inner(&name)) {
            places.clear();
        }
        current = outer;
    }
    let outermost = places.len().checked_sub(1)?;
    let own = places.iter().take(outermost).take_while(|place| is_of_clang(place)).count();
    let mut places = places.into_iter().skip(own);
    let first = places.next()?;
    Some(Span { inlined_at: places.collect(), ..first })
}

/// The names of the functions that an instruction was inlined from, and of the one that it is in, as the source writes them.
pub(crate) fn functions(instruction: InstructionValue<'_>) -> Vec<String> {
    // SAFETY: a live instruction.
    let mut current = unsafe { LLVMInstructionGetDebugLoc(instruction.as_value_ref()) };
    let mut names = vec![];
    while !current.is_null() {
        // SAFETY: as in [`span_outside`].
        let (name, outer) = unsafe { (location_function(current), LLVMDILocationGetInlinedAt(current)) };
        names.extend(name);
        current = outer;
    }
    names
}

/// Whether it is in one of the headers in which clang declares what the language has.
fn is_of_clang(place: &Span) -> bool {
    Path::new(&*place.file).file_name().is_some_and(|name| name.to_string_lossy().starts_with(CLANG_HEADERS))
}

/// Where a function is declared.
pub(crate) fn function_span(function: FunctionValue<'_>) -> Option<Span> {
    // SAFETY: a live function; its subprogram is checked for null before it is read.
    unsafe {
        let subprogram = LLVMGetSubprogram(function.as_value_ref());
        if subprogram.is_null() {
            return None;
        }
        let file = path(LLVMDIScopeGetFile(subprogram));
        Some(Span { file, line: LLVMDISubprogramGetLine(subprogram), column: 0, inlined_at: Vec::new() })
    }
}

/// Where the source declares a global variable, of which shared ones in a kernel are some.
pub(crate) fn declared(global: Val) -> Option<Span> {
    // SAFETY: a live value; its description is checked for null before it is read.
    unsafe {
        let variable = rp_global_variable(global.0);
        if variable.is_null() {
            return None;
        }
        let file = path(LLVMDIVariableGetFile(variable));
        Some(Span { file, line: LLVMDIVariableGetLine(variable), column: 0, inlined_at: Vec::new() })
    }
}

/// The name that the source gives a global variable, without the functions and namespaces around it.
fn global_source_name(global: GlobalValue<'_>) -> Option<String> {
    // SAFETY: a live global in, a string of the shim's out.
    unsafe { ffi::owned(rp_global_source_name(global.as_value_ref())) }
}

/// The name of the function that a place stands in, with its template arguments.
///
/// # Safety
/// `location` is a `DILocation` of a live module.
unsafe fn location_function(location: LLVMMetadataRef) -> Option<String> {
    // SAFETY: the caller's promise; a string of the shim's out.
    unsafe { ffi::owned(rp_location_function(location)) }
}

/// A function's name in the source; `None` without debug information.
pub(crate) fn function_source_name(function: FunctionValue<'_>) -> Option<String> {
    // SAFETY: a live function; a string of the shim's out.
    unsafe { ffi::owned(rp_function_source_name(function.as_value_ref())) }
}

/// What the source writes behind the name of a parameter for its field of so many bits at this byte:
/// `.rows[2].pitch`, and whether that is private or protected.
pub(crate) fn field_source_name(
    function: FunctionValue<'_>,
    parameter: u32,
    byte: u64,
    width: u64,
) -> Option<(String, bool)> {
    let mut is_hidden = false;
    let (function, hidden) = (function.as_value_ref(), &raw mut is_hidden);
    // SAFETY: a live function, with a place for the answer; a string of the shim's out.
    let name = unsafe { ffi::owned(rp_field_source_name(function, parameter, byte, width, hidden)) };
    name.map(|name| (name, is_hidden))
}

/// What the structures are made of that a global variable holds.
pub(crate) fn fields_of_global(global: Val) -> Option<Fields> {
    // SAFETY: a live global in, a string of the shim's out.
    listed(&unsafe { ffi::owned(rp_global_fields(global.0)) }?)
}

/// What the structures are made of that a parameter, or its field at this byte, leads to.
pub(crate) fn fields_led_to(function: FunctionValue<'_>, parameter: u32, byte: u64) -> Option<Fields> {
    // SAFETY: a live function in, a string of the shim's out.
    listed(&unsafe { ffi::owned(rp_led_to_fields(function.as_value_ref(), parameter, byte)) }?)
}

/// The size of a structure, then a line for each field: first byte, bytes of an element, elements (0 if it is no array), path.
fn listed(text: &str) -> Option<Fields> {
    let mut lines = text.lines();
    let size = lines.next()?.parse::<u64>().ok().filter(|size| *size > 0)?;
    let field = |line: &str| {
        let mut words = line.splitn(4, ' ');
        let [first, bytes, extent] = [words.next()?, words.next()?, words.next()?].map(|word| word.parse::<u64>().ok());
        let (bytes, extent) = (bytes.filter(|bytes| *bytes > 0)?, extent.filter(|extent| *extent > 0));
        Some(Field { path: words.next()?.to_owned(), first: first?, bytes, extent })
    };
    Some(Fields { size, all: lines.filter_map(field).collect() })
}

/// Whether a global variable is an unsigned number, or holds such.
pub(crate) fn global_is_unsigned(global: Val) -> bool {
    // SAFETY: a live global in.
    unsafe { rp_global_is_unsigned(global.0) }
}

/// Whether a parameter, or its field at this byte, is a pointer to unsigned numbers.
pub(crate) fn leads_to_unsigned(function: FunctionValue<'_>, parameter: u32, byte: u64) -> bool {
    // SAFETY: a live function in.
    unsafe { rp_led_to_unsigned(function.as_value_ref(), parameter, byte) }
}

/// Whether a parameter, or its field of so many bits at this byte, is an unsigned number in the source.
pub(crate) fn field_is_unsigned(function: FunctionValue<'_>, parameter: u32, byte: u64, width: u64) -> bool {
    // SAFETY: a live function in.
    unsafe { rp_field_is_unsigned(function.as_value_ref(), parameter, byte, width) }
}

/// The place that a `DILocation` names, without the calls around it.
fn place(location: LLVMMetadataRef) -> Span {
    // SAFETY: `location` is a DILocation that is not null; it always has a scope.
    let (line, column, file) = unsafe {
        let scope = LLVMDILocationGetScope(location);
        (LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location), LLVMDIScopeGetFile(scope))
    };
    Span { file: path(file), line, column, inlined_at: Vec::new() }
}

/// The path that a `DIFile` names, empty for null.
fn path(file: LLVMMetadataRef) -> Arc<str> {
    if file.is_null() {
        return Arc::from("");
    }
    let text = |get: unsafe extern "C" fn(LLVMMetadataRef, *mut u32) -> *const c_char| {
        let mut length = 0;
        // SAFETY: `file` is a DIFile; the text is `length` bytes long, belongs to LLVM and is copied at once.
        unsafe {
            let start = get(file, &mut length);
            if start.is_null() || length == 0 {
                return String::new();
            }
            String::from_utf8_lossy(std::slice::from_raw_parts(start.cast::<u8>(), length as usize)).into_owned()
        }
    };
    let (name, directory) = (text(LLVMDIFileGetFilename), text(LLVMDIFileGetDirectory));
    let joined = Path::new(&directory).join(name);
    Arc::from(joined.to_string_lossy().as_ref())
}

/// The name of a global array as the source writes it, without the functions and namespaces around it.
pub(crate) fn array_name(global: GlobalValue<'_>) -> String {
    global_source_name(global).unwrap_or_else(|| {
        let symbol = global.get_name().to_string_lossy();
        last_component(&ffi::demangle(&symbol)).to_owned()
    })
}

/// What follows the last `::` that stands outside all brackets.
fn last_component(name: &str) -> &str {
    let (mut depth, mut start) = (0i32, 0);
    for (at, byte) in name.bytes().enumerate() {
        match byte {
            b'(' | b'<' | b'[' => depth += 1,
            b')' | b'>' | b']' => depth -= 1,
            b':' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    &name[start..]
}

#[cfg(test)]
mod tests {
    use super::last_component;

    #[test]
    fn the_function_around_an_array_is_left_out() {
        assert_eq!(last_component("kernel(float*)::tile"), "tile");
        assert_eq!(last_component("void k<a::b>(c::d)::tile"), "tile");
        assert_eq!(last_component("(anonymous namespace)::table"), "table");
        assert_eq!(last_component("smem"), "smem");
    }
}
