//! What each of LLVM's intrinsics is to the checking: one table is the whole vocabulary.
//!
//! Source: LLVM 19's language reference, `Intrinsics.td` and `IntrinsicsNVVM.td`. A line of [`TABLE`] says how families of
//! intrinsics are treated and how many they have, so that one that a later LLVM adds fails the test below until somebody
//! has looked at it. A family is named without `llvm.`; the longest that fits an intrinsic counts.
//!
//! **Invariant:** what is not listed is [`Role::NotModelled`], and what is a [`Role::Value`] neither accesses memory nor
//! waits for other threads, as LLVM itself declares it. Direction: a kernel with an intrinsic that is not modelled is unknown.

use std::collections::HashMap;
use std::sync::OnceLock;

/// How a call of an intrinsic is treated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its result depends on its operands only.
    Value,
    /// Its result is another value at each call, or is not followed.
    Fresh,
    /// It gives its first operand.
    First,
    /// It reads a special register of PTX.
    Register,
    /// It does nothing that a thread could see.
    Nothing,
    /// The program states that its operand is true.
    Assumption,
    /// No thread goes on behind it: it ends the launch.
    Trap,
    /// It ends the thread.
    Exit,
    /// Threads wait for each other.
    Barrier,
    /// Lanes of a warp exchange values.
    Exchange,
    /// It gives the lanes that happen to be together.
    ActiveLanes,
    /// A fence, or an operation that is one.
    Fence,
    /// Its markers say what it accesses.
    Access,
    /// An atomic operation, with a marker.
    Atomic,
    /// A step of asynchronous copies, with markers.
    Copy,
    /// Lanes of a warp compute with matrices, or load and store them, with markers.
    Matrix,
    /// It reads from a texture or a surface.
    Fetch,
    /// Kernels with it are unknown.
    NotModelled,
}

/// How families are treated, how many intrinsics they have together, and their names.
const TABLE: &[(Role, usize, &str)] = &[
    // Numbers.
    (Role::Value, 14, "abs smax smin umax umin scmp ucmp bitreverse bswap ctlz ctpop cttz fshl fshr"),
    (Role::Value, 8, "sadd.sat ssub.sat sshl.sat uadd.sat usub.sat ushl.sat is.fpclass ptrmask"),
    (
        Role::Value,
        6,
        "sadd.with.overflow ssub.with.overflow smul.with.overflow uadd.with.overflow usub.with.overflow umul.with.overflow",
    ),
    (Role::Value, 15, "acos asin atan cos cosh sin sinh tan tanh exp exp10 exp2 log log10 log2"),
    (Role::Value, 9, "ceil floor nearbyint rint round roundeven trunc canonicalize copysign"),
    (Role::Value, 13, "fabs fma fmuladd frexp ldexp maximum maxnum minimum minnum pow powi sqrt objectsize"),
    (Role::Value, 7, "convert fptosi fptoui llrint llround lrint"),
    (Role::Value, 2, "lround fptrunc"),
    (Role::Value, 21, "vector"),
    (
        Role::Value,
        70,
        "nvvm.abs nvvm.add nvvm.bf2h nvvm.bitcast nvvm.ceil nvvm.cos nvvm.d2f nvvm.d2i nvvm.d2ll nvvm.d2ui nvvm.d2ull nvvm.div nvvm.ex2",
    ),
    (Role::Value, 42, "nvvm.f2bf16 nvvm.f2h nvvm.f2i nvvm.f2ll nvvm.f2tf32 nvvm.f2ui nvvm.f2ull nvvm.fabs"),
    (Role::Value, 130, "nvvm.ff2bf16x2 nvvm.ff2f16x2 nvvm.floor nvvm.fma nvvm.fmax nvvm.fmin nvvm.fns"),
    (
        Role::Value,
        29,
        "nvvm.i2d nvvm.i2f nvvm.lg2 nvvm.ll2d nvvm.ll2f nvvm.lohi nvvm.isspacep nvvm.istypep nvvm.reflect",
    ),
    (Role::Value, 47, "nvvm.mul nvvm.mul24 nvvm.mulhi nvvm.neg nvvm.prmt nvvm.rcp nvvm.rotate nvvm.round nvvm.rsqrt"),
    (Role::Value, 4, "nvvm.getctarank nvvm.mapa"),
    (Role::Value, 31, "nvvm.sad nvvm.saturate nvvm.sin nvvm.sqrt nvvm.swap nvvm.trunc nvvm.is_explicit_cluster"),
    (Role::Value, 16, "nvvm.ui2d nvvm.ui2f nvvm.ull2d nvvm.ull2f"),
    (Role::Value, 16, "nvvm.suq nvvm.texsurf nvvm.txq"),
    (Role::Fresh, 51, "experimental.constrained get.rounding is.constant type.test"),
    (
        Role::Fresh,
        7,
        "readcyclecounter readsteadycounter returnaddress frameaddress addressofreturnaddress sponentry stacksave",
    ),
    (
        Role::First,
        10,
        "annotation arithmetic.fence expect launder.invariant.group preserve.static.offset ptr.annotation ssa.copy strip.invariant.group threadlocal.address",
    ),
    (Role::First, 16, "nvvm.move nvvm.ptr"),
    (Role::Register, 85, "nvvm.read.ptx.sreg"),
    // What the program says of itself.
    (Role::Assumption, 1, "assume"),
    (
        Role::Nothing,
        12,
        "codeview.annotation dbg donothing pseudoprobe sideeffect stackrestore var.annotation prefetch clear_cache",
    ),
    (Role::Nothing, 5, "experimental.convergence experimental.noalias.scope.decl nvvm.nanosleep"),
    (Role::Nothing, 4, "invariant lifetime"),
    (Role::Trap, 3, "trap debugtrap ubsantrap"),
    (Role::Exit, 1, "nvvm.exit"),
    // Between threads.
    (Role::Barrier, 16, "nvvm.bar nvvm.barrier nvvm.barrier0"),
    (Role::Exchange, 52, "nvvm.shfl nvvm.vote nvvm.match nvvm.redux"),
    (Role::ActiveLanes, 1, "nvvm.activemask"),
    (Role::Fence, 4, "nvvm.membar nvvm.fence.sc.cluster"),
    // Memory.
    (Role::Access, 5, "memcpy memmove memset"),
    (Role::Access, 6, "nvvm.ldg nvvm.ldu"),
    (Role::Atomic, 24, "nvvm.atomic"),
    (Role::Copy, 11, "nvvm.cp.async.ca nvvm.cp.async.cg nvvm.cp.async.commit.group nvvm.cp.async.wait"),
    (Role::Copy, 3, "nvvm.cp.async.bulk.commit.group nvvm.cp.async.bulk.wait"),
    (Role::Matrix, 497, "nvvm.ldmatrix nvvm.mma nvvm.wmma"),
    (Role::Fetch, 339, "nvvm.suld nvvm.tex nvvm.tld4"),
    // Known, and left out.
    (Role::NotModelled, 3, "memcpy.element memmove.element memset.element"),
    (Role::NotModelled, 4, "nvvm.cp.async nvvm.cp.async.bulk nvvm.cp.async.mbarrier"),
    (Role::NotModelled, 210, "nvvm.sust"),
    (Role::NotModelled, 15, "nvvm.mbarrier"),
    (Role::NotModelled, 2, "nvvm.compiler"),
    (Role::Nothing, 2, "nvvm.setmaxnreg"),
];

/// How an intrinsic is treated; `None` for what is no intrinsic by its name.
pub(crate) fn role(name: &str) -> Option<Role> {
    let name = name.strip_prefix("llvm.")?;
    Some(family(name).map_or(Role::NotModelled, |(role, _)| role))
}

/// The role and the line of the longest family that fits.
fn family(name: &str) -> Option<(Role, usize)> {
    static FAMILIES: OnceLock<HashMap<&str, (Role, usize)>> = OnceLock::new();
    let families = FAMILIES.get_or_init(|| {
        let lines = TABLE.iter().enumerate();
        lines.flat_map(|(line, (role, _, names))| names.split_whitespace().map(move |n| (n, (*role, line)))).collect()
    });
    let names = std::iter::successors(Some(name), |longer| Some(longer.rsplit_once('.')?.0));
    names.into_iter().find_map(|n| families.get(n)).copied()
}

#[cfg(test)]
mod tests {
    use super::{Role, TABLE, family, role};

    use std::ffi::{CStr, c_char, c_void};

    unsafe extern "C" {
        fn rp_intrinsics(emit: extern "C" fn(*mut c_void, *const c_char, u32), state: *mut c_void);
    }

    /// An intrinsic, by the name that is common to its overloads, and what LLVM declares of it.
    #[derive(Debug)]
    struct Intrinsic {
        name: String,
        convergent: bool,
        touches_memory: bool,
        only_inaccessible: bool,
    }

    /// All that LLVM knows.
    fn intrinsics() -> Vec<Intrinsic> {
        extern "C" fn emit(state: *mut c_void, name: *const c_char, bits: u32) {
            // SAFETY: `state` is the vector below, borrowed for the call; `name` is a C string that lives during this call.
            let (all, name) = unsafe { (&mut *state.cast::<Vec<Intrinsic>>(), CStr::from_ptr(name)) };
            all.push(Intrinsic {
                name: name.to_string_lossy().into_owned(),
                convergent: bits & 1 != 0,
                touches_memory: bits & 2 != 0,
                only_inaccessible: bits & 4 != 0,
            });
        }
        let mut all: Vec<Intrinsic> = Vec::new();
        // SAFETY: `emit` is only called during this call and matches the type of `state`.
        unsafe { rp_intrinsics(emit, (&raw mut all).cast()) };
        all
    }

    /// What a later LLVM adds has to be looked at, and what it takes away is not to be listed.
    #[test]
    fn every_line_has_as_many_intrinsics_as_it_says() {
        let mut counts = vec![0; TABLE.len()];
        for intrinsic in intrinsics() {
            let name = intrinsic.name.strip_prefix("llvm.").expect("an intrinsic");
            if let Some((_, line)) = family(name) {
                counts[line] += 1;
            }
        }
        let wrong: Vec<_> = TABLE.iter().zip(counts).filter(|((_, said, _), found)| said != found).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_intrinsic_of_nvvm_is_listed() {
        let all = intrinsics();
        let missing: Vec<_> =
            all.iter().filter(|i| i.name.starts_with("llvm.nvvm.") && family(&i.name[5..]).is_none()).collect();
        assert!(all.len() > 10_000 && missing.is_empty(), "{missing:#?}");
    }

    /// By what LLVM itself declares.
    #[test]
    fn values_have_no_effects() {
        let has_effects = |i: &&Intrinsic| match role(&i.name) {
            Some(Role::Value) => i.convergent || i.touches_memory,
            Some(Role::First) => i.convergent || i.touches_memory && !i.only_inaccessible,
            Some(_) => false,
            None => true,
        };
        let all = intrinsics();
        let wrong: Vec<_> = all.iter().filter(has_effects).collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    /// Whatever waits for other threads or accesses their memory is a step of a kind of its own, or makes a kernel unknown.
    #[test]
    fn effects_are_not_passed_over() {
        let silent = |i: &&Intrinsic| {
            let passed_over = matches!(role(&i.name), Some(Role::Nothing | Role::Fresh));
            passed_over && i.convergent && i.touches_memory
        };
        let all = intrinsics();
        let wrong: Vec<_> = all.iter().filter(silent).map(|i| i.name.as_str()).collect();
        // They only take time.
        let [inc, dec] = ["inc", "dec"].map(|which| format!("llvm.nvvm.setmaxnreg.{which}.sync.aligned.u32"));
        assert_eq!(wrong, ["llvm.nvvm.nanosleep", &dec, &inc]);
    }

    #[test]
    fn what_is_not_listed_is_not_modelled() {
        for name in ["llvm.masked.store.v4i32.p0", "llvm.amdgcn.s.barrier", "llvm.nvvm.new", "llvm.vp.store.v4i32.p0"] {
            assert_eq!(role(name), Some(Role::NotModelled), "{name}");
        }
        assert_eq!(role("llvm.smax.i32"), Some(Role::Value));
        assert_eq!(role("llvm.nvvm.barrier0.popc"), Some(Role::Barrier));
        assert_eq!(role("llvm.memcpy.p0.p0.i64"), Some(Role::Access));
        assert_eq!(role("sin"), None);
    }
}
