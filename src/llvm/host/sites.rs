//! Reads one launch: where it is, its dimensions, arguments and what relates them.
//!
//! Source: clang's lowering of `<<<…>>>` to `__cudaPushCallConfiguration` and a call of the kernel's stub, and the CUDA runtime's
//! `cudaLaunchKernel`, for hosts that pass a `dim3` as a pair of 64 and 32 bits, and `cudaLaunchKernelExC`, of which `extended`
//! shows the configuration. Direction: dimensions that are not seen to be constant are unknown.

use super::dims;
use super::extended;
use super::handle_escapes::Written;
use super::handles::{self, Use};
use super::names::{self, PUSH};
use super::pointers::{Given, Laid, Pointers};
use super::relations::Relations;
use super::stubs::Passed;
use crate::kernel::launch::{Argument, Launch};
use crate::kernel::overlay::{Overlay, Place};
use crate::kernel::relation::{HostValue, Quantity};
use crate::llvm::bind::calls::{self, base_name, called};
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::llvm::bind::{debug_info, ffi};
use crate::llvm::flow::cfg::{BlockId, Cfg};
use crate::term::{Axis, CompareOp};
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue};

/// In the names of functions that launch so that all blocks run at the same time.
const COOPERATIVE: &str = "Cooperative";
/// Functions of the runtime that take a kernel and do not launch it.
const HARMLESS: [&str; 13] = [
    "cudaFuncGetAttributes",
    "cudaFuncGetName",
    "cudaFuncSetAttribute",
    "cudaFuncSetCacheConfig",
    "cudaFuncSetSharedMemConfig",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor",
    "cudaOccupancyMaxActiveClusters",
    "cudaOccupancyMaxPotentialClusterSize",
    "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
    "cudaOccupancyMaxPotentialBlockSize",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMem",
    "cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags",
    "cudaOccupancyMaxPotentialBlockSizeWithFlags",
];

/// The launches of a stub's kernel; `None` if a use of it is not understood.
pub(crate) fn sites<'ctx>(
    module: &Module<'ctx>,
    stub: FunctionValue<'ctx>,
    places: &[Option<Passed>],
    written: &mut Written<'_, '_>,
) -> Option<Vec<Launch>> {
    let mut found = vec![];
    for used in handles::uses(Layout::of(module), stub)? {
        match used {
            Use::Called(call) => found.extend(configured(module, stub, places, call)?),
            Use::Passed(call, position) => found.extend(passed(module, (stub, places), (call, position), written)?),
        }
    }
    Some(found)
}

/// The launches of a stub's kernel that are seen, whatever else is done with it.
pub(crate) fn some_sites<'ctx>(
    module: &Module<'ctx>,
    stub: FunctionValue<'ctx>,
    places: &[Option<Passed>],
    written: &mut Written<'_, '_>,
) -> Vec<Launch> {
    let uses = handles::some_uses(Layout::of(module), stub).into_iter();
    let found = uses.filter_map(|used| match used {
        Use::Called(call) => configured(module, stub, places, call),
        Use::Passed(call, position) => passed(module, (stub, places), (call, position), written),
    });
    found.flatten().collect()
}

/// What a call launches that passes a handle on: one kernel (with other arguments once for each) or none; `None` if it is
/// not understood.
fn passed<'ctx>(
    module: &Module<'ctx>,
    (stub, places): (FunctionValue<'ctx>, &[Option<Passed>]),
    (call, position): (InstructionValue<'ctx>, usize),
    written: &mut Written<'_, '_>,
) -> Option<Vec<Launch>> {
    let function = called(call)?;
    let name = base_name(&calls::symbol(function));
    let arguments = Val::of(&call).arguments();
    let given = |array: Option<Val>| {
        let (Some(mut pointers), Some(array)) = (Pointers::new(module, call), array) else { return (vec![], vec![]) };
        let numbers = pointers.numbers_in_array(array, &|place| parameter(stub, places, place));
        (numbers, pointers.of_array(array))
    };
    if names::LAUNCHING.contains(&name.as_str()) && position == 0 {
        let (numbers, pointers) = given(arguments.iter().skip(1).find(|v| v.ty() == Ty::Pointer).copied());
        return Some(launch(module, call, &arguments[1..], &numbers, pointers));
    }
    if extended::LAUNCHING.contains(&name.as_str()) && position == 1 {
        let (numbers, pointers) = given(arguments.get(2).copied());
        return Some(configured_in_memory(module, call, &numbers, pointers));
    }
    let launches_nothing = name == extended::MARK || is_harmless(function);
    (launches_nothing || written.keeps(&calls::symbol(function), position)).then(Vec::new)
}

/// What the stub calls a parameter that is one number.
fn parameter(stub: FunctionValue<'_>, places: &[Option<Passed>], place: Place) -> Option<String> {
    let is_it = |passed: &Option<Passed>| passed.is_some_and(|passed| passed.place == place && !passed.is_address);
    let name = Val::of(stub.get_params().get(places.iter().position(is_it)?)?).name();
    (!name.contains('.')).then_some(name)
}

/// Whether a function is known to take a kernel and not to launch it.
pub(crate) fn is_harmless(function: FunctionValue<'_>) -> bool {
    HARMLESS.contains(&base_name(&calls::symbol(function)).as_str())
}

/// A call of a stub, which launches with the configuration that was pushed last.
fn configured<'ctx>(
    module: &Module<'ctx>,
    stub: FunctionValue<'ctx>,
    places: &[Option<Passed>],
    call: InstructionValue<'ctx>,
) -> Option<Vec<Launch>> {
    let configuration = configuration(Layout::of(module), call)?;
    let values = Val::of(&call).arguments();
    let is_understood = places.len() == values.len();
    let place = |i: usize| places.get(i).copied().flatten().filter(|_| is_understood);
    let given = |(i, (parameter, value)): (usize, (BasicValueEnum<'ctx>, Val))| {
        let name = Val::of(&parameter).name();
        // A structure that clang passes in registers, as `p.coerce0` and `p.coerce1`.
        Given { part: name.contains('.'), name, passed: place(i), value }
    };
    let mut arguments: Vec<Given> = stub.get_params().into_iter().zip(values).enumerate().map(given).collect();
    let mut passed = Pointers::new(module, call);
    let pointers = passed.as_mut().map(|p| p.of_stub(&arguments)).unwrap_or_default();
    arguments.extend(passed.map(|p| p.numbers(&arguments)).unwrap_or_default());
    Some(launch(module, call, &configuration, &arguments, pointers))
}

/// The configuration that was pushed last before a call: grid, block, and the rest.
pub(crate) fn configuration(layout: Layout, call: InstructionValue<'_>) -> Option<Vec<Val>> {
    let cfg = Cfg::of(call.get_parent()?.get_parent()?)?;
    let at = cfg.block_of(call)?;
    // Blocks that dominate another form a chain.
    let innermost = cfg
        .blocks()
        .filter_map(|block| accepted(&cfg, layout, block))
        .filter(|(entered, _)| cfg.dominates(*entered, at))
        .reduce(|a, b| if cfg.dominates(a.0, b.0) { b } else { a });
    innermost.map(|(_, configuration)| configuration)
}

/// A call of [`extended::LAUNCHING`], whose marker comes before it.
fn configured_in_memory<'ctx>(
    module: &Module<'ctx>,
    call: InstructionValue<'ctx>,
    arguments: &[Given],
    pointers: Vec<Laid>,
) -> Vec<Launch> {
    let mut before = std::iter::successors(call.get_previous_instruction(), |i| i.get_previous_instruction());
    // Nothing is known of a call without a marker of its own.
    let nearest = before.find_map(|instruction| {
        let name = calls::symbol(called(instruction)?);
        let is_mark = name == extended::MARK;
        (is_mark || extended::LAUNCHING.contains(&name.as_str()))
            .then(|| is_mark.then(|| Val::of(&instruction).arguments()))
    });
    let dim = |values: &[Val]| [0, 1, 2].map(|i| values.get(i).and_then(|v| Some(whole(module, *v)? as u32)));
    let nearest = nearest.flatten().filter(|values| values.first() == Some(&Val::of(&call).operand(1)));
    let (grid_dim, block_dim, shared) = match nearest.as_deref() {
        Some([_, dims @ .., shared]) if dims.len() == 6 => {
            (dim(&dims[..3]), dim(&dims[3..]), whole(module, *shared).map(|bytes| bytes as u64))
        }
        Some(_) | None => ([None; 3], [None; 3], None),
    };
    // The function for C++ is a template in the runtime's header.
    let span = debug_info::span_outside(call, |name| name.split('<').next() == Some("cudaLaunchKernelEx"));
    let mut found = Relations::new(module, call);
    let dims = if let Some([_, dims @ .., _]) = nearest.as_deref() { dims } else { &[] };
    let quantities = Axis::ALL.map(Quantity::GridDim).into_iter().chain(Axis::ALL.map(Quantity::BlockDim));
    quantities.zip(dims).for_each(|(quantity, value)| found.dimension(quantity, *value));
    let chosen = |at: usize| [0, 1, 2].map(|i| dims.get(at + i).is_some_and(|dim| dims::is_chosen(*dim)));
    let known = Launch {
        span: span.unwrap_or_default(),
        block_dim,
        grid_dim,
        grid_chosen: chosen(0),
        block_chosen: chosen(3),
        shared,
        arguments: arguments.iter().map(|given| argument(module, given)).collect(),
        // Its attributes are not read.
        ..unknown(call)
    };
    for given in arguments {
        found.argument(given);
    }
    with_pointers(&known, &found, pointers)
}

/// A launch once for each way in which its pointers lead into common objects.
fn with_pointers(known: &Launch, found: &Relations<'_>, pointers: Vec<Laid>) -> Vec<Launch> {
    let mut all: Vec<Launch> = vec![];
    let usual = || vec![Laid { found: vec![], condition: None }];
    let ways = if pointers.is_empty() { usual() } else { pointers };
    for way in ways {
        let mut found = found.clone();
        let overlays: Vec<(Overlay, Option<i64>)> =
            way.found.iter().map(|f| (f.overlay.clone(), found.distance(f))).collect();
        if let Some((condition, is)) = way.condition {
            found.condition(condition, is);
        }
        let mut launch = Launch { overlays, relations: found.finish(), ..known.clone() };
        take_out_extents(&mut launch);
        if !all.contains(&launch) {
            all.push(launch);
        }
    }
    all
}

/// Dimensions of which a relation says that they are constant.
fn take_out_extents(launch: &mut Launch) {
    let Launch { block_dim, grid_dim, relations, .. } = launch;
    relations.retain(|relation| {
        let HostValue::Compare(CompareOp::Eq, dim, value) = relation else { return true };
        let (HostValue::Quantity(dim, _), HostValue::Constant(_, value)) = (&**dim, &**value) else { return true };
        match dim {
            Quantity::BlockDim(axis) => block_dim[*axis as usize] = Some(*value as u32),
            Quantity::GridDim(axis) => grid_dim[*axis as usize] = Some(*value as u32),
            Quantity::Argument(_) | Quantity::Distance(_) | Quantity::Host(..) => return true,
        }
        false
    });
}

/// If a block ends with the question whether a configuration was accepted: where it goes on if so, and the configuration.
fn accepted(cfg: &Cfg<'_>, layout: Layout, block: BlockId) -> Option<(BlockId, Vec<Val>)> {
    let Op::Branch(Some(condition)) = Val::of(&cfg.block(block).get_terminator()?).op(layout) else { return None };
    let Op::Compare { op: CompareOp::Eq, a, b, negated } = condition.op(layout) else { return None };
    let push = a.as_instruction()?;
    if b.constant() != Some(0) || calls::symbol(called(push)?) != PUSH {
        return None;
    }
    let entered = cfg.successors(block).get(usize::from(negated))?.to;
    (cfg.predecessors(entered).len() == 1).then(|| (entered, a.arguments()))
}

/// A launch with a configuration: grid, block, and after `arguments` of the runtime's own kind the shared memory. Of the
/// kernel's own arguments the parameters' names are given.
fn launch<'ctx>(
    module: &Module<'ctx>,
    call: InstructionValue<'ctx>,
    configuration: &[Val],
    arguments: &[Given],
    pointers: Vec<Laid>,
) -> Vec<Launch> {
    let mut found = Relations::new(module, call);
    let number = |value: &Val| whole(module, *value).map(|bytes| bytes as u64);
    let mut known = unknown(call);
    if let [g, gz, b, bz, rest @ ..] = configuration
        && is_dim(*g, *gz)
        && is_dim(*b, *bz)
    {
        found.dimensions(Quantity::GridDim, *g, *gz);
        found.dimensions(Quantity::BlockDim, *b, *bz);
        known.shared = rest.iter().find(|v| v.ty() == Ty::Int(64)).and_then(number);
        (known.block_dim, known.grid_dim) = (dim(module, *b, *bz), dim(module, *g, *gz));
        let chosen = |xy: &Val, z: &Val| dims::chosen(Layout::of(module), *xy, *z);
        (known.block_chosen, known.grid_chosen) = (chosen(b, bz), chosen(g, gz));
    }
    for given in arguments {
        found.argument(given);
    }
    known.arguments = arguments.iter().map(|given| argument(module, given)).collect();
    known.cooperative = called(call).map(|f| base_name(&calls::symbol(f)).contains(COOPERATIVE));
    with_pointers(&known, &found, pointers)
}

fn argument(module: &Module<'_>, given: &Given) -> Argument {
    Argument {
        name: given.name.clone(),
        part: given.part,
        place: given.passed.filter(|passed| !passed.is_address).map(|passed| passed.place),
        // Of a part it is a relation, which has its bits.
        value: whole(module, given.value).filter(|_| !given.part),
    }
}

/// A launch of which only its place is known.
fn unknown(call: InstructionValue<'_>) -> Launch {
    Launch {
        span: debug_info::span(call).unwrap_or_default(),
        block_dim: [None; 3],
        grid_dim: [None; 3],
        block_chosen: [false; 3],
        grid_chosen: [false; 3],
        shared: None,
        cooperative: None,
        arguments: vec![],
        overlays: vec![],
        relations: vec![],
        lent: false,
        helpers: debug_info::functions(call),
    }
}

fn is_dim(xy: Val, z: Val) -> bool {
    (xy.ty(), z.ty()) == (Ty::Int(64), Ty::Int(32))
}

/// Its x is in the low half of `xy`.
fn dim(module: &Module<'_>, xy: Val, z: Val) -> [Option<u32>; 3] {
    let low = |(mask, bits): (u64, u64)| (mask as u32 == u32::MAX).then_some(bits as u32);
    let (mask, bits) = ffi::known_bits(module, xy.0);
    [low((mask, bits)), low((mask >> 32, bits >> 32)), low(ffi::known_bits(module, z.0))]
}

/// The value of a whole number that is known; a single bit is 0 or 1.
fn whole(module: &Module<'_>, value: Val) -> Option<i64> {
    let Ty::Int(width @ 1..=64) = value.ty() else { return None };
    let (mask, bits) = ffi::known_bits(module, value.0);
    let all = u64::MAX >> (64 - width);
    (mask & all == all).then(|| if width == 1 { bits as i64 } else { crate::term::signed(width as u8, bits) })
}
