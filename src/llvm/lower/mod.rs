//! Lowering: a prepared kernel function to guarded steps over terms (docs/design.md section 3).
//!
//! One walk over the control-flow graph in reverse post-order, loops as nested regions. Every value is a term over the
//! kernel's variables and the counters of the enclosing loops; a value that is not followed is an application of a
//! function symbol of its own to those counters. Sources: predicated form (Sarkar et al., section 4); loop-carried values
//! as recurrences (`recurrence.rs`).
//!
//! Direction of imprecision: values are approximated (more values than the program can take), predicates never dropped;
//! what cannot be lowered is named in [`Kernel::unsupported`].

mod addresses;
mod arithmetic;
mod assumptions;
mod asynchronous;
mod atomics;
mod calls;
mod escapes;
mod exchanges;
mod exits;
mod fences;
mod fields;
mod instructions;
mod integers;
mod intrinsics;
mod loads;
mod loops;
mod memory;
mod named;
mod operands;
mod output;
mod overlays;
mod reads;
mod region;
mod returns;
mod sharing;
mod tables;
mod together;
pub(in crate::llvm) mod value;

use super::cfg::{BlockId, Cfg, Edge, LoopId};
use super::in_flight::InFlight;
use super::ir::{Layout, Val};
use super::prepare::{Prepared, PreparedKernel};
use super::{Externals, Reading};
use crate::kernel::overlay::{Laid, Overlay};
use crate::kernel::{Array, ArrayId, Exit, Gathered, Kernel, LaunchVars, Shuffle, Step, walk};
use crate::term::{Func, FuncInfo, FuncKind, Intervals, Owner, Sharing, Term, Terms, Var, Width, bounded};
use asynchronous::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Instant;
use value::Value;

/// What lowering needs to know about one kernel.
struct Input<'a, 'ctx> {
    module: &'a inkwell::module::Module<'ctx>,
    prepared: &'a Prepared<'ctx>,
    kernel: &'a PreparedKernel<'ctx>,
    externals: Externals,
    overlays: &'a [Overlay],
}

/// An enclosing loop.
struct Enclosing {
    counter: Var,
    synchronised: bool,
}

struct Lowerer<'a, 'ctx> {
    input: &'a Input<'a, 'ctx>,
    cfg: &'a Cfg<'ctx>,
    layout: Layout,
    terms: Terms,
    launch: LaunchVars,
    arrays: Vec<Array>,
    array_of: FxHashMap<Val, Value>,
    params: Vec<Option<Value>>,
    laid: Vec<Laid>,
    values: FxHashMap<Val, Value>,
    /// Values defined since the walk entered the innermost loop, for the loop's end.
    defined: Vec<Val>,
    guards: FxHashMap<BlockId, Term>,
    /// Conditions of edges out of finished loops, relative to the loop's entry.
    exit_conditions: FxHashMap<Edge, Term>,
    /// The blocks that do nothing which others can see.
    silent: FxHashSet<BlockId>,
    /// The edges that are `return` statements, each with the blocks to the end.
    ways_out: Vec<(Edge, Vec<BlockId>)>,
    loops: Vec<Enclosing>,
    steps: Vec<Step>,
    /// The step of the latest marker, if it gave one step.
    latest: Option<usize>,
    facts: Vec<Term>,
    /// Conditions assumed at the end of a block: they hold in the blocks that it dominates.
    assumed: Vec<(BlockId, Term)>,
    /// Conditions under which threads go on behind traps, and the number of the steps before.
    survived: Vec<(usize, Term)>,
    /// The numbers of the facts that are such conditions.
    surviving: Vec<usize>,
    exits: Vec<Exit>,
    gathered: Vec<Gathered>,
    shuffles: Vec<Shuffle>,
    assumptions: Vec<String>,
    unsupported: Vec<String>,
    ignored: Vec<String>,
    pure: FxHashMap<(String, Vec<Width>, Width), Func>,
    fields: FxHashMap<(u32, u64, Width), Value>,
    contents: FxHashMap<(loads::Contents, Width), Func>,
    synchronised: FxHashSet<LoopId>,
    written: FxHashSet<Val>,
    /// By-value parameters that the kernel may change.
    changed_parameters: FxHashSet<Val>,
    intervals: Intervals,
    /// Variables of the launch on which something depends, followed or not.
    reads: Vec<Var>,
    copies: InFlight,
    /// What the copies behind barriers are, by number of the access, from the number of copies on.
    flights: Vec<Place>,
    /// A store through a pointer whose object is not known.
    writes_anything: bool,
    /// The symbols for the addresses of arrays.
    starts: Vec<(ArrayId, Func)>,
    /// A pointer whose object is not known may be to shared memory.
    shared_escapes: bool,
}

/// Lowers one kernel, as far as its work and time go, with these of its pointers leading into objects that it reaches by other
/// ways, too.
pub(super) fn kernel<'ctx>(
    module: &inkwell::module::Module<'ctx>,
    prepared: &Prepared<'ctx>,
    kernel: &PreparedKernel<'ctx>,
    reading: Reading,
    overlays: &[Overlay],
) -> Kernel {
    let input = &Input { module, prepared, kernel, externals: reading.externals, overlays };
    bounded(|| whole(input, kernel, reading)).unwrap_or_else(|excess| {
        let mut terms = Terms::new();
        let launch = LaunchVars::declare(&mut terms);
        finish(input, terms, launch, vec![excess.to_string()])
    })
}

fn whole<'ctx>(input: &Input<'_, 'ctx>, kernel: &PreparedKernel<'ctx>, reading: Reading) -> Kernel {
    let mut terms = Terms::new().with_wrapping(reading.wrapping);
    terms.end_by(reading.time.map(|time| Instant::now() + time));
    let launch = LaunchVars::declare(&mut terms);
    if let Some(problem) = &kernel.problem {
        return finish(input, terms, launch, vec![problem.clone()]);
    }
    let Some(cfg) = Cfg::of(kernel.function) else {
        return finish(input, terms, launch, vec!["the kernel has no body".into()]);
    };
    if cfg.irreducible {
        return finish(input, terms, launch, vec!["irreducible control flow".into()]);
    }
    let mut l = Lowerer {
        input,
        cfg: &cfg,
        layout: Layout::of(input.module),
        terms,
        launch,
        arrays: vec![],
        array_of: FxHashMap::default(),
        params: vec![],
        laid: vec![],
        values: FxHashMap::default(),
        defined: vec![],
        guards: FxHashMap::default(),
        exit_conditions: FxHashMap::default(),
        silent: FxHashSet::default(),
        ways_out: vec![],
        loops: vec![],
        steps: vec![],
        latest: None,
        facts: vec![],
        assumed: vec![],
        survived: vec![],
        surviving: vec![],
        exits: vec![],
        gathered: vec![],
        shuffles: vec![],
        assumptions: kernel.assumptions.clone(),
        unsupported: vec![],
        ignored: vec![],
        pure: FxHashMap::default(),
        fields: FxHashMap::default(),
        contents: FxHashMap::default(),
        synchronised: FxHashSet::default(),
        written: FxHashSet::default(),
        changed_parameters: FxHashSet::default(),
        intervals: Intervals::new(),
        reads: vec![],
        copies: InFlight::default(),
        flights: vec![],
        writes_anything: false,
        starts: vec![],
        shared_escapes: false,
    };
    l.launch_bounds();
    l.survey();
    l.find_escapes();
    l.find_returns();
    l.find_copies();
    l.region(None);
    l.settle_sharing();
    l.finish()
}

fn finish(input: &Input<'_, '_>, terms: Terms, launch: LaunchVars, unsupported: Vec<String>) -> Kernel {
    Kernel {
        name: input.kernel.name.clone(),
        symbol: input.kernel.symbol.clone(),
        span: super::debug_info::function_span(input.kernel.function).unwrap_or_default(),
        terms,
        arrays: vec![],
        body: vec![],
        facts: vec![],
        exits: vec![],
        gathered: vec![],
        shuffles: vec![],
        overtaken: vec![],
        survived: vec![],
        assumptions: vec![],
        launch,
        reads: vec![],
        parameters: input.kernel.function.get_params().iter().map(|p| Val::of(p).name()).collect(),
        launches: vec![],
        overlays: vec![],
        variants: vec![],
        ignored: vec![],
        unsupported,
    }
}

impl Lowerer<'_, '_> {
    fn launch_bounds(&mut self) {
        for axis in 0..3 {
            let var = self.launch.block_dim[axis];
            if let Some(n) = self.input.kernel.bounds.required[axis] {
                self.terms.set_bounds(var, (n.into(), n.into()));
            } else if let Some(n) = self.input.kernel.bounds.max_threads[axis] {
                // `__launch_bounds__` limits the product, so also each extent.
                let hi = self.terms.var_info(var).bounds.map_or(1024, |b| b.1).min(n.into());
                self.terms.set_bounds(var, (1, hi.max(1)));
                let thread = self.launch.thread[axis];
                self.terms.set_bounds(thread, (0, hi.max(1) - 1));
            }
        }
    }

    fn finish(mut self) -> Kernel {
        self.restrict_survivors();
        let overtaken = self.place_copies();
        let mut next = 0;
        walk::visit_mut(&mut self.steps, &mut |step| {
            if let Step::Access(access) = step {
                access.id = next;
                next += 1;
            }
        });
        memory::set_element_sizes(&mut self.arrays, &self.terms, &self.steps);
        self.unsupported.sort();
        self.unsupported.dedup();
        self.assumptions.sort();
        self.assumptions.dedup();
        self.ignored.sort();
        self.ignored.dedup();
        self.terms.end_by(None); // the time was for lowering
        let mut kernel = finish(self.input, self.terms, self.launch, self.unsupported);
        kernel.arrays = self.arrays;
        kernel.body = self.steps;
        kernel.overtaken = overtaken;
        kernel.facts = self.facts;
        kernel.survived = self.surviving;
        kernel.exits = self.exits;
        kernel.gathered = self.gathered;
        kernel.shuffles = self.shuffles;
        kernel.ignored = self.ignored;
        kernel.reads = self.reads;
        kernel.assumptions = self.assumptions;
        kernel.overlays = self.laid;
        kernel
    }

    /// The counters of the enclosing loops as terms, outermost first.
    fn counters(&mut self) -> Vec<Term> {
        let counters: Vec<Var> = self.loops.iter().map(|l| l.counter).collect();
        counters.into_iter().map(|c| self.terms.var(c)).collect()
    }

    /// A value that is not followed: the same in all threads that `sharing` names and in the same iterations.
    fn opaque(&mut self, what: &str, width: Width, sharing: Sharing) -> Term {
        let args = self.counters();
        let name = format!("v{}", self.terms.len());
        let kind = FuncKind::Opaque { what: what.to_owned() };
        let func = self.terms.declare_func(FuncInfo { name, width, kind, sharing, axiom: None, owner: Owner::All });
        self.terms.apply(func, args)
    }

    /// The result of an operation that depends on its operands only.
    fn pure(&mut self, name: &str, width: Width, args: Vec<Term>) -> Term {
        let widths = args.iter().map(|a| self.terms.width(*a)).collect::<Vec<_>>();
        let terms = &mut self.terms;
        let func = *self.pure.entry((name.to_owned(), widths, width)).or_insert_with(|| {
            terms.declare_func(FuncInfo {
                name: name.to_owned(),
                width,
                kind: FuncKind::Pure,
                sharing: Sharing::Grid,
                axiom: None,
                owner: Owner::All,
            })
        });
        self.terms.apply(func, args)
    }

    fn is_unsupported(&mut self, why: impl Into<String>) {
        self.unsupported.push(why.into());
    }
}
