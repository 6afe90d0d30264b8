//! The macros by which a source can tell clang from nvcc with gcc, since they cannot be made equal: clang's own headers and
//! those of other libraries rely on them, or what nvcc's are is not to be seen without starting it.
//!
//! `tests/toolkit/macros.rs` holds this list against the macros of the real nvcc.

/// How a macro differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difference {
    /// nvcc does not define it.
    OnlyClang,
    /// clang does not define it.
    OnlyNvcc,
    /// Both define it, with values of their own.
    Value,
}

use Difference::{OnlyClang, OnlyNvcc, Value};

const TABLE: &[(&str, Difference)] = &[
    ("__clang__", OnlyClang),
    ("__clang_major__", OnlyClang),
    ("__clang_minor__", OnlyClang),
    ("__clang_patchlevel__", OnlyClang),
    ("__clang_version__", OnlyClang),
    ("__CUDA__", OnlyClang),
    ("__has_feature", OnlyClang),
    ("__has_extension", OnlyClang),
    ("__has_warning", OnlyClang),
    ("__is_identifier", OnlyClang),
    ("__has_declspec_attribute", OnlyClang),
    ("__CUDACC_DEVICE_ATOMIC_BUILTINS__", OnlyNvcc),
    ("__GXX_EXPERIMENTAL_CXX0X__", OnlyNvcc),
    // Depends on how gcc was built.
    ("__PIC__", OnlyNvcc),
    ("__PIE__", OnlyNvcc),
    ("__pic__", OnlyNvcc),
    ("__pie__", OnlyNvcc),
    ("__SSP__", OnlyNvcc),
    ("__SSP_STRONG__", OnlyNvcc),
    ("__has_attribute", Value),
    ("__has_builtin", Value),
    ("__has_cpp_attribute", Value),
    ("__CUDACC_VER_BUILD__", Value),
    ("__GNUC_MINOR__", Value),
    ("__GNUC_PATCHLEVEL__", Value),
    ("__VERSION__", Value),
    ("__GXX_ABI_VERSION", Value),
    ("__SIZEOF_LONG_DOUBLE__", Value),
    ("__LDBL_MANT_DIG__", Value),
    ("__LDBL_DIG__", Value),
    ("__LDBL_MAX_EXP__", Value),
    ("__BIGGEST_ALIGNMENT__", Value),
    ("__cpp_char8_t", Value),
    ("__cpp_consteval", Value),
    ("__cpp_constexpr", Value),
    ("__cpp_deduction_guides", Value),
    ("__cpp_nontype_template_args", Value),
    ("__cpp_structured_bindings", Value),
];
/// By how they begin: what one of the two has for languages and types of its own. Numbers that both have are the same, but for
/// how they are written.
const FAMILIES: &[(&str, Difference)] = &[
    ("__BITINT_MAXWIDTH__", OnlyClang),
    ("__BOOL_WIDTH__", OnlyClang),
    ("__CLANG_ATOMIC_", OnlyClang),
    ("__CONSTANT_CFSTRINGS__", OnlyClang),
    ("__FPCLASS_", OnlyClang),
    ("__GNUC_GNU_INLINE__", OnlyClang),
    ("__LITTLE_ENDIAN__", OnlyClang),
    ("__LLONG_WIDTH__", OnlyClang),
    ("__MEMORY_SCOPE_", OnlyClang),
    ("__NO_MATH_INLINES", OnlyClang),
    ("__OBJC_", OnlyClang),
    ("__OPENCL_", OnlyClang),
    ("__POINTER_WIDTH__", OnlyClang),
    ("__STDC_EMBED_", OnlyClang),
    ("__UINTMAX_WIDTH__", OnlyClang),
    ("__UINTPTR_WIDTH__", OnlyClang),
    ("__WINT_UNSIGNED__", OnlyClang),
    ("__clang_", OnlyClang),
    ("__cpp_constexpr_in_decltype", OnlyClang),
    ("__cpp_deleted_function", OnlyClang),
    ("__cpp_impl_destroying_delete", OnlyClang),
    ("__cpp_named_character_escapes", OnlyClang),
    ("__cpp_pack_indexing", OnlyClang),
    ("__cpp_placeholder_variables", OnlyClang),
    ("__cpp_static_call_operator", OnlyClang),
    ("__private_extern__", OnlyClang),
    ("__seg_", OnlyClang),
    ("_STDC_PREDEF_H", OnlyNvcc),
    ("__ATOMIC_HLE_", OnlyNvcc),
    ("__DEC", OnlyNvcc),
    ("__FLOAT_WORD_ORDER__", OnlyNvcc),
    // With -march.
    ("__FP_FAST_FMA", OnlyNvcc),
    ("__haswell", OnlyNvcc),
    ("__FLT32", OnlyNvcc),
    ("__FLT64", OnlyNvcc),
    ("__FLT128", OnlyNvcc),
    ("__FLT_EVAL_METHOD", OnlyNvcc),
    ("__GCC_IEC_559", OnlyNvcc),
    ("__GNUC_EXECUTION_CHARSET_NAME", OnlyNvcc),
    ("__GNUC_STDC_INLINE__", OnlyNvcc),
    ("__GNUC_WIDE_EXECUTION_CHARSET_NAME", OnlyNvcc),
    ("__HAVE_SPECULATION_SAFE_VALUE", OnlyNvcc),
    ("__LONG_LONG_WIDTH__", OnlyNvcc),
    ("__MMX_WITH_SSE__", OnlyNvcc),
    ("__SCHAR_WIDTH__", OnlyNvcc),
    ("__SIG_ATOMIC_MIN__", OnlyNvcc),
    ("__SIZEOF_FLOAT80__", OnlyNvcc),
    ("__STDC_IEC_", OnlyNvcc),
    ("__STDC_ISO_10646__", OnlyNvcc),
    ("__WCHAR_MIN__", OnlyNvcc),
    ("__WINT_MIN__", OnlyNvcc),
    ("__cpp_runtime_arrays", OnlyNvcc),
    ("__cpp_rvalue_reference", OnlyNvcc),
    ("__cpp_nontype_template_parameter_class", OnlyNvcc),
    ("__INT_FAST", Value),
    ("__UINT_FAST", Value),
    ("__cpp_unicode_characters", Value),
];
/// What the headers define that nvcc reads before every source, unless the source reads them itself.
const INCLUDED: &[&str] =
    &["BUFSIZ", "CLOCKS_PER_SEC", "EOF", "SEEK_CUR", "SEEK_END", "SEEK_SET", "_ASSERT_H", "_STDIO_H", "_TIME_H"];
/// Without a toolkit's headers, which bring gcc's library.
const WITHOUT_TOOLKIT: &[(&str, Difference)] = &[
    ("__has_include", Value),
    ("__GNUC__", Value),
    ("__GNUG__", Value),
    ("__llvm__", OnlyClang),
    ("__NVPTX__", OnlyClang),
    ("__PTX__", OnlyClang),
    ("__CUDACC_VER_MAJOR__", Value),
    ("__CUDACC_VER_MINOR__", Value),
    ("CUDART_VERSION", Value),
    ("CUDA_VERSION", Value),
];

/// How a macro differs for a source that is compiled with a toolkit's headers, or without.
pub fn difference(name: &str, with_toolkit: bool) -> Option<Difference> {
    let more = if with_toolkit { &[][..] } else { WITHOUT_TOOLKIT };
    let named = TABLE.iter().chain(more).find(|(known, _)| *known == name);
    let found = named.or_else(|| FAMILIES.iter().find(|(start, _)| name.starts_with(start)));
    let found = found.map(|(_, difference)| *difference);
    found.or_else(|| INCLUDED.contains(&name).then_some(OnlyNvcc))
}
