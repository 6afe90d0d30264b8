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
    // With -march.
    ("__FP_FAST_FMA", OnlyNvcc),
    ("__FP_FAST_FMAF", OnlyNvcc),
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
/// Without a toolkit's headers, which bring gcc's library.
const WITHOUT_TOOLKIT: &[(&str, Difference)] = &[
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
    TABLE.iter().chain(more).find(|(known, _)| *known == name).map(|(_, difference)| *difference)
}
