//! Functions of CUDA's libraries that a module may call without a body: which of them only compute.
//!
//! Known by the names that CUDA's and C's documentation give them. Invariant: a function that is not listed is not known
//! to be harmless. Textures are read only while nobody writes them (CUDA C++ Programming Guide, "Texture and Surface
//! Memory"), so that a fetch is a value and no access.

/// How names begin that are not the user's.
const RESERVED: [&str; 5] = ["_", "cuda", "cooperative_groups", "nvcuda", "std"];

/// C's and CUDA's mathematics, without a leading `__` and without the suffix of `float`.
const MATHEMATICS: &[&str] = &[
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "cosh",
    "cospi",
    "erf",
    "erfc",
    "erfcinv",
    "erfinv",
    "exp",
    "exp10",
    "exp2",
    "expm1",
    "fabs",
    "fdim",
    "fdivide",
    "floor",
    "fma",
    "fmax",
    "fmin",
    "fmod",
    "frexp",
    "hypot",
    "ldexp",
    "lgamma",
    "log",
    "log10",
    "log1p",
    "log2",
    "logb",
    "modf",
    "nearbyint",
    "pow",
    "rcbrt",
    "remainder",
    "rhypot",
    "rint",
    "round",
    "rsqrt",
    "saturate",
    "sin",
    "sincos",
    "sincospi",
    "sinh",
    "sinpi",
    "sqrt",
    "tan",
    "tanh",
    "tgamma",
    "trunc",
];

/// Fetches from textures.
const TEXTURES: &[&str] = &[
    "tex1D",
    "tex1DGrad",
    "tex1DLayered",
    "tex1DLod",
    "tex1Dfetch",
    "tex2D",
    "tex2DGrad",
    "tex2DLayered",
    "tex2DLod",
    "tex2Dgather",
    "tex3D",
    "tex3DGrad",
    "tex3DLod",
    "texCubemap",
    "texCubemapLayered",
    "texCubemapLod",
];

/// The device's runtime: these neither synchronise nor touch memory that a kernel's threads share already.
const RUNTIME: &[&str] = &["__assertfail", "abort", "free", "malloc", "printf", "vprintf"];

/// What gives a thread new memory on the device's heap, and what takes it back, by their names for the linker.
const ALLOCATING: &[&str] = &["malloc", "_Znwm", "_Znam"];
const FREEING: &[&str] = &["free", "_ZdlPv", "_ZdlPvm", "_ZdaPv", "_ZdaPvm"];

/// Whether this function without a body, by its name for the linker, gives new memory, which nothing else points to.
pub(crate) fn allocates(name: &str) -> bool {
    ALLOCATING.contains(&name)
}

/// Whether it ends the life of what it is passed, and does nothing else.
pub(crate) fn frees(name: &str) -> bool {
    FREEING.contains(&name)
}

/// Whether the function of this demangled name fetches from textures.
pub(crate) fn is_fetch(demangled: &str) -> bool {
    let unbracketed = without_brackets(demangled);
    TEXTURES.contains(&qualified(&unbracketed).rsplit(':').next().unwrap_or_default())
}

/// Whether the function of this demangled name does nothing to memory but what its pointer arguments allow, and does not
/// synchronise.
pub(crate) fn only_computes(demangled: &str) -> bool {
    let unbracketed = without_brackets(demangled);
    let name = qualified(&unbracketed).rsplit(':').next().unwrap_or_default();
    let plain = name.strip_prefix("__").unwrap_or(name);
    let single = plain.strip_suffix('f').unwrap_or(plain);
    // Names with parameters are the program's own, whatever it calls its functions.
    let is_plain = name == demangled;
    let is_known = RUNTIME.contains(&name) || MATHEMATICS.contains(&plain) || MATHEMATICS.contains(&single);
    TEXTURES.contains(&name) || is_plain && is_known
}

/// Whether the name of a function, or of a namespace that it is in, is one that compilers and CUDA's headers keep for themselves.
pub(crate) fn is_reserved(demangled: &str) -> bool {
    let unbracketed = without_brackets(demangled);
    qualified(&unbracketed).split("::").any(|part| RESERVED.iter().any(|prefix| part.starts_with(prefix)))
}

/// The name without the result that comes before it.
fn qualified(unbracketed: &str) -> &str {
    unbracketed.trim_end().rsplit(' ').next().unwrap_or_default()
}

/// The name without template arguments, parameters, and what else stands in brackets.
fn without_brackets(name: &str) -> String {
    let mut depth = 0u32;
    let outside = |c: &char| {
        let before = depth;
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        before == 0 && depth == 0
    };
    name.chars().filter(outside).collect()
}

/// Whether an operation of LLVM or a function gives the same if its two operands change places: sums, products, minima and maxima of
/// floating-point numbers. The payloads of NaNs are taken to be equal.
pub(crate) fn commutes(operation: &str) -> bool {
    let operation = operation.trim_end_matches("()");
    let name = operation.strip_prefix("llvm.").and_then(|n| n.split('.').next()).unwrap_or(operation);
    matches!(
        name,
        "fadd"
            | "fmul"
            | "maxnum"
            | "minnum"
            | "maximum"
            | "minimum"
            | "__nv_fmaxf"
            | "__nv_fminf"
            | "__nv_fmax"
            | "__nv_fmin"
    )
}

#[cfg(test)]
mod tests {
    use super::{is_reserved, only_computes};

    #[test]
    fn names_of_the_toolkit() {
        for name in
            ["__syncthreads_count", "int std::get<int>(int)", "cooperative_groups::__v1::meet(int)", "cudaGetDevice"]
        {
            assert!(is_reserved(name), "{name}");
        }
        for name in ["weight", "float weight<__half>(float)", "my::weight(__half, int)"] {
            assert!(!is_reserved(name), "{name}");
        }
    }

    #[test]
    fn mathematics_and_fetches() {
        for name in [
            "sinf",
            "__sincosf",
            "pow",
            "fmaxf",
            "float tex2D<float, 2>(texture<float>, float, float)",
            "ret<float, (mode)0>::type tex1Dfetch<float>(texture<float>, int)",
            "malloc",
        ] {
            assert!(only_computes(name), "{name}");
        }
    }

    #[test]
    fn everything_else_may_do_anything() {
        for name in
            ["surf2Dwrite", "f", "", "my_sin", "sinful", "void store(int*)", "__syncf", "mine::exp(int)", "free(S)"]
        {
            assert!(!only_computes(name), "{name}");
        }
    }
}
