//! Normalises device code for lowering without losing an access or a barrier.
//!
//! Source: docs/design.md section 3. In this order: make one variable of dynamic shared memory (`dynamic`), leave out bodies
//! that other units may replace, take inline PTX apart that is done under a predicate (`apart`), make instructions of inline PTX that only computes (`arithmetic`), compute recursion on constants (`bind/shim/recursion.cpp`), take out promises about other threads (`promises`), put markers before
//! accesses (`instrument`), inline everything upwards, each function simplified before it is copied, forward copies that are only read (`bind/shim/copies.cpp`), promote stack
//! variables and forward a thread's own stores (`early-cse<memssa>`) until nothing changes, with parameters that are changed
//! among the variables (`parameters`), unroll the loops that count through the thread's own arrays and promote those
//! (`bind/shim/unroll.cpp`), end paths at traps (`endings`), then loop-simplify and LCSSA. Never run: simplifycfg, GVN, LICM, instcombine; they merge barriers, move accesses or exploit
//! undefined behaviour.
//! Invariants: every kernel of the module comes back, in its order; one without a `problem` has reducible control flow,
//! calls no function with a body, and has the same markers and barriers as after inlining.

use super::endings::{end_at_traps, return_at_exits};
use super::instrument::instrument;
use super::prepared::{Prepared, PreparedKernel, REPLACEABLE};
use super::promises::{erase_scopes, remove_promises};
use super::verify::Census;
use super::{apart, arithmetic, dynamic, indirect, inline, parameters};
use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ffi::{self, PointerBase};
use crate::llvm::bind::ir::Layout;
use crate::llvm::bind::module::kernels;
use crate::llvm::bind::transforms;
use crate::llvm::device::markers::Marker;
use crate::llvm::flow::cfg::Cfg;
use inkwell::attributes::AttributeLoc;
use inkwell::module::Module;
use inkwell::values::{FunctionValue, InstructionValue};
use std::collections::HashSet;

/// More rounds than any chain of pointers to functions and stack variables in real code needs.
const ROUNDS: usize = 24;
/// The most iterations of a loop that is unrolled.
const MOST_TRIPS: u32 = 33;
/// The most instructions of a kernel that come of unrolling.
const MOST_UNROLLED: u32 = 8192;

/// Why a whole module cannot be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PrepareError {
    /// The module breaks LLVM's rules.
    #[error("the module is not valid LLVM IR: {0}")]
    Invalid(String),
    /// LLVM refused to insert an instruction.
    #[error("an instruction cannot be inserted: {0}")]
    Insert(#[from] inkwell::builder::BuilderError),
    /// A pass failed.
    #[error("LLVM's passes failed: {0}")]
    Passes(String),
}

/// Prepares all kernels of a module in place. Where it is `linked` with others, they may replace what is weak.
///
/// # Errors
/// The module is not valid, or LLVM fails on it. What concerns one kernel only is its `problem`.
pub fn prepare<'ctx>(module: &Module<'ctx>, linked: bool) -> Result<Prepared<'ctx>, PrepareError> {
    module.verify().map_err(|message| PrepareError::Invalid(message.to_string_lossy().into_owned()))?;
    let mut kernels: Vec<_> = kernels(module).into_iter().map(PreparedKernel::from).collect();
    let functions: Vec<_> = kernels.iter().map(|kernel| kernel.function).collect();
    dynamic::unify(module, &mut kernels);
    if linked {
        forget_replaceable(module, &functions);
    }
    remove_unreachable_blocks(module);
    for function in defined(module) {
        apart::take_apart(module, function)?;
        arithmetic::lift(module, function)?;
        transforms::compute_recursion(function);
    }
    remove_promises(module);
    let sites = instrument(module)?;
    for (kernel, problem) in kernels.iter_mut().zip(inline::mark_functions(module, &functions)) {
        kernel.problem = problem;
    }
    inline_and_promote(module, &mut kernels)?;
    kernels.iter().for_each(|kernel| end_at_traps(kernel.function));
    remove_unreachable_blocks(module);
    for kernel in kernels.iter_mut().filter(|kernel| kernel.problem.is_none()) {
        kernel.problem = remaining_problem(kernel.function);
    }
    run_checked(module, &mut kernels, c"function(loop-simplify,lcssa)")?;
    Ok(Prepared { kernels, sites })
}

/// Leaves only the names of functions that another unit may replace: which body is linked is not known here.
fn forget_replaceable(module: &Module<'_>, kernels: &[FunctionValue<'_>]) {
    for function in defined(module).filter(|f| ffi::is_interposable(*f) && !kernels.contains(f)) {
        ffi::delete_body(function);
        function.add_attribute(AttributeLoc::Function, module.get_context().create_string_attribute(REPLACEABLE, ""));
    }
}

fn run(module: &Module<'_>, passes: &std::ffi::CStr) -> Result<(), PrepareError> {
    ffi::run_passes(module, passes).map_err(PrepareError::Passes)
}

fn defined<'ctx>(module: &Module<'ctx>) -> impl Iterator<Item = FunctionValue<'ctx>> {
    module.get_functions().filter(|function| function.count_basic_blocks() > 0)
}

/// Runs passes that must not change the markers and barriers of a function. What a kernel does not have any more is its problem, and what another
/// function does not have that of all kernels, which may call it.
fn run_checked(
    module: &Module<'_>,
    kernels: &mut [PreparedKernel<'_>],
    passes: &std::ffi::CStr,
) -> Result<(), PrepareError> {
    let layout = Layout::of(module);
    let before: Vec<_> = defined(module).map(|function| (function, Census::of(function, layout))).collect();
    run(module, passes)?;
    for (function, before) in before {
        let Some(difference) = before.difference(&Census::of(function, layout)) else { continue };
        let is_kernel = kernels.iter().any(|kernel| kernel.function == function);
        for kernel in kernels.iter_mut().filter(|kernel| !is_kernel || kernel.function == function) {
            kernel.problem.get_or_insert_with(|| difference.clone());
        }
    }
    Ok(())
}

/// Inlines, promotes and forwards until no marker is dropped and no call becomes direct. Each round can make known
/// which function a pointer calls or which variable it points to.
fn inline_and_promote<'ctx>(module: &Module<'ctx>, kernels: &mut [PreparedKernel<'ctx>]) -> Result<(), PrepareError> {
    inline_upwards(module, kernels)?;
    until_settled(module, kernels)?;
    if own_parameters(module, kernels)? {
        until_settled(module, kernels)?;
    }
    if indirect::resolve(module, kernels) {
        until_settled(module, kernels)?;
    }
    if unroll_own_arrays(kernels) { until_settled(module, kernels) } else { Ok(()) }
}

/// Inlines what calls no other function, simplifies the callers, and so on upwards: a function is simplified before it is copied.
///
/// Where all is inlined at first, a kernel has tens of thousands of stack variables, and SROA takes time by the square of their
/// number.
fn inline_upwards(module: &Module<'_>, kernels: &mut [PreparedKernel<'_>]) -> Result<(), PrepareError> {
    let mut inlined = HashSet::new();
    loop {
        run(module, c"globaldce")?;
        drop_private_markers(module);
        defined(module).for_each(|function| _ = transforms::forward_copies(function));
        run_checked(module, kernels, c"function(sroa<modify-cfg>,instsimplify)")?;
        drop_private_markers(module);
        let all = defined(module).filter(|function| inline::is_marked(*function));
        let (callers, leaves): (Vec<_>, Vec<_>) = all.partition(|function| instructions(*function).any(calls_defined));
        // One whose address is taken stays.
        if leaves.iter().filter(|leaf| inlined.insert(**leaf)).count() == 0 {
            return Ok(());
        }
        callers.iter().for_each(|caller| inline::mark(module, *caller, false));
        run(module, c"always-inline")?;
        callers.iter().for_each(|caller| inline::mark(module, *caller, true));
    }
}

/// Unrolls what counts through arrays of the thread's own; whether there was any.
fn unroll_own_arrays(kernels: &[PreparedKernel<'_>]) -> bool {
    let sound = kernels.iter().filter(|kernel| kernel.problem.is_none());
    sound.filter(|kernel| transforms::unroll_own_arrays(kernel.function, MOST_TRIPS, MOST_UNROLLED)).count() > 0
}

/// Makes variables of the parameters that are changed; whether there were any.
fn own_parameters<'ctx>(module: &Module<'ctx>, kernels: &[PreparedKernel<'ctx>]) -> Result<bool, PrepareError> {
    let mut copied = false;
    for kernel in kernels.iter().filter(|kernel| kernel.problem.is_none()) {
        copied |= parameters::copy_changed(module, kernel.function)?;
    }
    Ok(copied)
}

fn until_settled(module: &Module<'_>, kernels: &mut [PreparedKernel<'_>]) -> Result<(), PrepareError> {
    for _ in 0..ROUNDS {
        run(module, c"always-inline,globaldce")?;
        kernels.iter().for_each(|kernel| return_at_exits(kernel.function));
        defined(module).for_each(erase_scopes);
        remove_unreachable_blocks(module);
        let forwarded = defined(module).filter(|function| transforms::forward_copies(*function)).count() > 0;
        run_checked(module, kernels, c"function(sroa<modify-cfg>,instsimplify)")?;
        let dropped = drop_private_markers(module);
        run_checked(module, kernels, c"function(early-cse<memssa>)")?;
        let dropped = drop_private_markers(module) || dropped;
        let removed = remove_unreachable_blocks(module);
        if !forwarded && !dropped && !removed && !defined(module).flat_map(instructions).any(calls_defined) {
            break;
        }
    }
    Ok(())
}

/// Removes what is never executed; whether there was any.
fn remove_unreachable_blocks(module: &Module<'_>) -> bool {
    defined(module).filter(|function| ffi::remove_unreachable_blocks(*function)).count() > 0
}

/// Drops the markers of accesses to stack variables and constants; whether there were any.
fn drop_private_markers(module: &Module<'_>) -> bool {
    let private: Vec<_> = defined(module)
        .flat_map(instructions)
        .filter_map(Marker::of)
        .filter(|marker| ffi::pointer_base(marker.pointer) != PointerBase::Other)
        .collect();
    for marker in &private {
        marker.call.erase_from_basic_block();
    }
    !private.is_empty()
}

fn calls_defined(instruction: InstructionValue<'_>) -> bool {
    matches!(callee(instruction), Some(Callee::Defined(_)))
}

/// What still stands in the way after inlining.
fn remaining_problem(kernel: FunctionValue<'_>) -> Option<String> {
    let call = instructions(kernel).find_map(|instruction| match callee(instruction)? {
        Callee::Defined(function) => {
            let name = ffi::demangle(&symbol(function));
            Some(format!("`{name}` is called{} and could not be inlined", at(instruction)))
        }
        Callee::Indirect => Some(format!("a function pointer that is not known is called{}", at(instruction))),
        Callee::Declared(_) | Callee::Assembly(_) => None,
    });
    let irreducible = || {
        let cfg = Cfg::of(kernel)?;
        cfg.irreducible.then(|| "irreducible control flow: a loop is entered at several places".to_owned())
    };
    call.or_else(irreducible)
}

/// ` at line N`, or nothing without debug information.
fn at(instruction: InstructionValue<'_>) -> String {
    debug_info::span(instruction).map_or_else(String::new, |span| format!(" at line {}", span.line))
}
