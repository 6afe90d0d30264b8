//! Normalises host code so that launches show their shapes.
//!
//! Every function that reaches a launch becomes part of its callers, so that dimensions that are passed down become
//! constants; what has nothing to do with launches becomes a declaration. Unlike device code, host code may be optimised:
//! the optimiser removes a launch only where the program has none.
//!
//! Invariants: a function that other units may replace (a weak one) is no part of its callers, and what it gives them is
//! unknown; a function that other units may call stays, with unknown arguments; no use of a kernel's stub outside of the
//! stubs' own bodies is lost, unless it is dead. Direction: what is left out makes values unknown.

use super::names::{LAUNCHING, PUSH, stubs};
use super::stubs::{self, Passing};
use super::{extended, handles};
use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Layout, Op, Val};
use crate::llvm::prepare::inline::{CallGraph, mark};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::basic_block::BasicBlock;
use inkwell::module::{Linkage, Module};
use inkwell::values::{CallSiteValue, FunctionValue, InstructionOpcode, InstructionValue};
use std::collections::HashSet;

/// The most instructions of a function without launches that is inlined.
const LARGEST_HELPER: u64 = 300;
/// The most instructions of a function with launches that is inlined.
const LARGEST: u64 = 2_000;
/// The most instructions that calls of larger functions may add that take a kernel.
const MOST_TAKERS: u64 = 100_000;
/// How often calls are inlined that inlining has made known.
const ROUNDS: usize = 4;

/// Brings a host module into the form in which launches are looked for.
///
/// What stubs do with their arguments is the result, since nothing is left of that, and whether anything rests on what functions have
/// left in local variables.
///
/// # Errors
/// LLVM's message.
pub(crate) fn simplify(module: &Module<'_>) -> Result<(Passing, bool), String> {
    let passing = stubs::passing(module);
    for stub in stubs(module) {
        ffi::delete_body(stub);
    }
    open_shadows(module);
    extended::mark(module).map_err(|error| error.to_string())?;
    // Sees the whole module, so it comes before anything is left out: what weak functions write, too.
    ffi::run_passes(module, c"globalopt")?;
    // The linker may take another body.
    forget(module, &mut ffi::is_interposable);
    let mut graph = CallGraph::default();
    forget(module, &mut |function| graph.size(function).is_none_or(|size| size > LARGEST_HELPER));
    let mut graph = CallGraph::default();
    for function in defined(module) {
        let small = graph.size(function).is_some_and(|size| size <= LARGEST);
        mark(module, function, small && !ffi::is_interposable(function));
    }
    ffi::run_passes(module, c"always-inline")?;
    forget(module, &mut |_| true);
    leave_cleanups_out(module);
    // Where parameters are kept in memory, the addresses that they have are, too.
    ffi::run_passes(module, c"function(sroa)")?;
    let lends = lend(module);
    let mut room = MOST_TAKERS;
    for _ in 0..ROUNDS {
        // Without simplifycfg: it may join two launches.
        ffi::run_passes(
            module,
            c"globaldce,function(sroa,early-cse<memssa>,sccp,instcombine<no-verify-fixpoint>,gvn)",
        )?;
        if !defined(module).flat_map(instructions).any(|call| matches!(callee(call), Some(Callee::Defined(_)))) {
            break;
        }
        mark_takers(module, &mut room);
        ffi::run_passes(module, c"always-inline")?;
        leave_cleanups_out(module);
    }
    Ok((passing, lends))
}

/// Brings a host module into a form in which launches show that are never made, and what is written into `variables`: it is
/// inlined, and no branch is taken out.
///
/// # Errors
/// LLVM's message.
pub(crate) fn unfolded(module: &Module<'_>, variables: &[String]) -> Result<(), String> {
    for stub in stubs(module) {
        ffi::delete_body(stub);
    }
    let variables = variables.iter().filter_map(|name| module.get_global(name));
    let writers = naming(variables.map(|global| Val::of(&global)).collect());
    let mut graph = CallGraph::default();
    forget(module, &mut |f| !writers.contains(&f) && graph.size(f).is_none_or(|size| size > LARGEST_HELPER));
    let mut graph = CallGraph::default();
    for function in defined(module) {
        let small = graph.size(function).is_some_and(|size| size <= LARGEST);
        mark(module, function, small && !ffi::is_interposable(function));
    }
    ffi::run_passes(module, c"always-inline")?;
    forget(module, &mut |f| !writers.contains(&f));
    ffi::run_passes(module, c"function(sroa,early-cse<memssa>)")
}

/// Makes plain calls of those whose exceptions leave the function: what the cleanups on the way write is seen by nothing in it. Where a
/// handler comes back, or something is launched on the way, nothing is changed.
fn leave_cleanups_out(module: &Module<'_>) {
    let stubs: Vec<Val> = stubs(module).iter().map(Val::of).collect();
    let terminators = defined(module).flat_map(|f| f.get_basic_blocks()).filter_map(BasicBlock::get_terminator);
    let invokes: Vec<InstructionValue<'_>> =
        terminators.filter(|t| t.get_opcode() == InstructionOpcode::Invoke).collect();
    for invoke in invokes {
        // The second is where exceptions go.
        if ffi::successors(invoke).get(1).is_some_and(|pad| only_leaves(*pad, &stubs)) {
            ffi::make_call(invoke);
        }
    }
}

/// Whether what is executed from a block on launches nothing, and leaves the function by an exception, or does not end.
fn only_leaves(from: BasicBlock<'_>, stubs: &[Val]) -> bool {
    let (mut open, mut seen) = (vec![from], HashSet::from([from]));
    while let Some(block) = open.pop() {
        let launches = |i: InstructionValue<'_>| {
            let may = match callee(i) {
                Some(Callee::Declared(f)) => {
                    let name = symbol(f);
                    LAUNCHING.iter().chain(&extended::LAUNCHING).chain(&[PUSH]).any(|known| name == *known)
                }
                Some(Callee::Defined(_) | Callee::Indirect) => true,
                Some(Callee::Assembly(_)) | None => false,
            };
            may || (0..i.get_num_operands()).any(|n| stubs.contains(&Val::of(&i).operand(n)))
        };
        if block.get_instructions().any(|i| i.get_opcode() == InstructionOpcode::Return || launches(i)) {
            return false;
        }
        let next = block.get_terminator().map(ffi::successors).unwrap_or_default();
        open.extend(next.into_iter().filter(|next| seen.insert(*next)));
    }
    true
}

/// Functions are taken to keep no address of a local variable that they are passed: what `scanf("%d", &n)` has left in it is there
/// wherever it is read, until its address is passed once more. Pointers are no such variables: see `variables`. Nor are those of
/// which the program keeps the address itself, or that it writes itself behind that: the optimiser would not see it, or nothing would
/// show that what is written last rests on this. Whether there is one.
fn lend(module: &Module<'_>) -> bool {
    let layout = Layout::of(module);
    let nocapture = module.get_context().create_enum_attribute(Attribute::get_named_enum_kind_id("nocapture"), 0);
    let mut any = false;
    for instruction in defined(module).flat_map(instructions) {
        let Ok(call) = CallSiteValue::try_from(instruction) else { continue };
        for argument in 0..call.count_arguments() {
            let variable = local(layout, Val::of(&instruction).operand(argument));
            if variable.is_some_and(|variable| is_read_again(layout, variable)) {
                call.add_attribute(AttributeLoc::Param(argument), nocapture);
                any = true;
            }
        }
    }
    any
}

/// Whether a local variable is read at several places, and all that the program writes into it comes before all calls that its address
/// is passed to: it is at the function's beginning. Its address is kept nowhere.
fn is_read_again(layout: Layout, variable: Val) -> bool {
    let is_call = |v: Val, of: &str| matches!(v.op(layout), Op::Call { callee, .. } if callee.starts_with(of));
    let writes = |v: Val| matches!(v.op(layout), Op::Store { .. }) || is_call(v, "llvm.mem");
    let is_any_call = |v: Val| v.as_instruction().is_some_and(|i| CallSiteValue::try_from(i).is_ok());
    let lends = |v: Val| is_any_call(v) && !is_call(v, "llvm.");
    let keeps = |v: Val, address: Val| matches!(v.op(layout), Op::Store { pointer } if pointer != address);
    let (mut open, mut users) = (vec![variable], vec![]);
    while let Some(address) = open.pop() {
        let (inner, others): (Vec<Val>, Vec<Val>) =
            address.users().into_iter().partition(|user| matches!(user.op(layout), Op::Gep { .. } | Op::Same(_)));
        if others.iter().any(|user| keeps(*user, address)) {
            return false;
        }
        open.extend(inner);
        users.extend(others);
    }
    let entry = variable.as_instruction().and_then(|i| i.get_parent()?.get_parent()?.get_first_basic_block());
    let all = entry.into_iter().flat_map(|block| block.get_instructions()).map(|i| Val::of(&i));
    let first: Vec<Val> = all.take_while(|v| !(users.contains(v) && lends(*v))).collect();
    let loads = users.iter().filter(|user| matches!(user.op(layout), Op::Load { .. })).count();
    loads > 1 && users.iter().all(|user| !writes(*user) || first.contains(user))
}

/// The local variable of numbers, or structures, that an address leads into.
fn local(layout: Layout, mut address: Val) -> Option<Val> {
    while let Op::Gep { base: inner, .. } | Op::Same(inner) = address.op(layout) {
        address = inner;
    }
    let variable = address.as_instruction().filter(|_| matches!(address.op(layout), Op::Alloca))?;
    let holds = variable.get_allocated_type().ok()?;
    (holds.is_int_type() || holds.is_struct_type()).then_some(address)
}

/// Has large functions inlined, too, that take a kernel: the dimensions are mostly passed along with it.
fn mark_takers(module: &Module<'_>, room: &mut u64) {
    let mut graph = CallGraph::default();
    let mut seen = HashSet::new();
    let takers = stubs(module).into_iter().flat_map(|stub| handles::takers(Layout::of(module), stub));
    for taker in takers.filter(|taker| !ffi::is_interposable(*taker) && seen.insert(*taker)) {
        let added = graph.size(taker).map(|size| size.saturating_mul(Val::of(&taker).users().len() as u64));
        if let Some(left) = added.and_then(|added| room.checked_sub(added)) {
            *room = left;
            mark(module, taker, true);
        }
    }
}

/// Device code may write the variables that host and device share, of which host code has shadows without a value.
fn open_shadows(module: &Module<'_>) {
    for global in module.get_globals() {
        if global.get_initializer().is_some_and(|value| Val::of(&value).is_undefined()) {
            global.set_linkage(Linkage::External);
            global.set_externally_initialized(true);
        }
    }
}

/// Makes declarations of the functions that have nothing to do with launches, as far as `wanted`.
fn forget<'ctx>(module: &Module<'ctx>, wanted: &mut dyn FnMut(FunctionValue<'ctx>) -> bool) {
    let launching = reaching(module);
    let others: Vec<_> = defined(module).filter(|f| !launching.contains(f) && wanted(*f)).collect();
    others.into_iter().for_each(ffi::delete_body);
}

/// The functions of which other units may have copies (`inline` ones, templates), so that this one is given up when it has
/// become part of its callers.
pub(crate) fn copied<'ctx>(module: &Module<'ctx>) -> impl Iterator<Item = FunctionValue<'ctx>> {
    defined(module).filter(|f| matches!(f.get_linkage(), Linkage::LinkOnceAny | Linkage::LinkOnceODR))
}

/// The functions with a body.
pub(crate) fn defined<'ctx>(module: &Module<'ctx>) -> impl Iterator<Item = FunctionValue<'ctx>> {
    module.get_functions().filter(|function| function.count_basic_blocks() > 0)
}

/// The functions that name a stub or what launches one, or that fill in the configuration of an extended launch, and those that name
/// these, through constants too.
fn reaching<'ctx>(module: &Module<'ctx>) -> HashSet<FunctionValue<'ctx>> {
    let runtime = LAUNCHING.iter().chain(&extended::LAUNCHING).chain(&[PUSH]);
    let mut open: Vec<Val> = runtime.filter_map(|name| module.get_function(name)).map(|f| Val::of(&f)).collect();
    open.extend(stubs(module).iter().map(Val::of));
    let configuring: Vec<FunctionValue<'ctx>> = defined(module).filter(|f| extended::configures(*f)).collect();
    open.extend(configuring.iter().map(Val::of));
    naming(open).into_iter().chain(configuring).collect()
}

/// The functions that name one of some values, and those that name these.
fn naming<'ctx>(mut open: Vec<Val>) -> HashSet<FunctionValue<'ctx>> {
    let mut seen: HashSet<Val> = HashSet::new();
    let mut found = HashSet::new();
    while let Some(value) = open.pop() {
        for user in value.users() {
            let function = user.as_instruction().and_then(|i| i.get_parent()).and_then(|block| block.get_parent());
            let user = function.map_or(user, |function| Val::of(&function));
            found.extend(function);
            if seen.insert(user) {
                open.push(user);
            }
        }
    }
    found
}
