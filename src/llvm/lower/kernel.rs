//! Lowering: a prepared kernel function to guarded steps over terms (docs/design.md section 3).
//!
//! One walk over the control-flow graph in reverse post-order, loops as nested regions. Every value is a term over the
//! kernel's variables and the counters of the enclosing loops; a value that is not followed is an application of a
//! function symbol of its own to those counters. Sources: predicated form (Sarkar et al., section 4); loop-carried values
//! as recurrences (`recurrence.rs`).
//!
//! Direction of imprecision: values are approximated (more values than the program can take), predicates never dropped;
//! what cannot be lowered is named in [`Kernel::unsupported`].

use super::lowerer::{Input, Lowered, Lowerer, Objects, Survey, Walk};
use crate::kernel::launch::Seen;
use crate::kernel::overlay::Overlay;
use crate::kernel::target::CUDA;
use crate::kernel::{Kernel, LaunchVars, Overtaken, walk};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Layout, Val};
use crate::llvm::flow::cfg::Cfg;
use crate::llvm::lower::memory::accesses::set_element_sizes;
use crate::llvm::lower::values::undefined;
use crate::llvm::prepare::prepared::{Prepared, PreparedKernel};
use crate::llvm::reading::Reading;
use crate::term::{Terms, bounded};
use crate::verdict::Reason;
use std::sync::Arc;
use std::time::Instant;

/// Lowers one kernel, as far as its work and time go, with these of its pointers leading into objects that it reaches by other
/// ways, too.
pub(crate) fn kernel<'ctx>(
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
        finish(input, terms, launch, vec![Reason::from(excess).to_string()])
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
        survey: Survey::default(),
        objects: Objects::default(),
        walk: Walk::default(),
        out: Lowered { assumptions: kernel.assumptions.clone(), ..Lowered::default() },
    };
    l.launch_bounds();
    l.survey();
    l.find_escapes();
    l.find_returns();
    l.find_copies();
    l.find_handed();
    l.region(None);
    l.settle_sharing();
    l.finish()
}

fn finish(input: &Input<'_, '_>, terms: Terms, launch: LaunchVars, unsupported: Vec<String>) -> Kernel {
    Kernel {
        name: input.kernel.name.clone(),
        symbol: input.kernel.symbol.clone(),
        span: debug_info::function_span(input.kernel.function).unwrap_or_default(),
        terms,
        arrays: vec![],
        body: vec![],
        facts: vec![],
        contents: vec![],
        factors: vec![],
        exits: vec![],
        branches: vec![],
        dependences: Arc::default(),
        gathered: vec![],
        shuffles: vec![],
        butterflies: vec![],
        overtaken: vec![],
        survived: vec![],
        assumptions: vec![],
        launch,
        cluster: None,
        reads: vec![],
        parameters: input.kernel.function.get_params().iter().map(|p| Val::of(p).name()).collect(),
        launches: vec![],
        seen: Seen::default(),
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
                let hi = self.terms.var_info(var).bounds.map_or(CUDA.block_dim[0], |b| b.1).min(n.into());
                self.terms.set_bounds(var, (1, hi.max(1)));
                let thread = self.launch.thread[axis];
                self.terms.set_bounds(thread, (0, hi.max(1) - 1));
            }
        }
    }

    /// Numbers the accesses, once those of copies stand wherever they may be under way.
    fn numbered_copies(&mut self) -> Vec<Overtaken> {
        // Those that stand where they are made keep their places when others are put in.
        walk::number(&mut self.out.steps);
        self.size_boxes();
        let mut overtaken = self.place_copies();
        self.distribute(&mut overtaken);
        let numbers = walk::number(&mut self.out.steps);
        for o in &mut overtaken {
            o.access.id = numbers.get(&o.access.id).copied().unwrap_or(walk::NO_NUMBER);
            o.copy.id = walk::NO_NUMBER;
        }
        overtaken
    }

    fn finish(mut self) -> Kernel {
        self.restrict_survivors();
        self.leave_no_arrival();
        self.find_beside();
        let overtaken = self.numbered_copies();
        let (dependences, branches) = (self.dependences().into(), self.branches());
        set_element_sizes(&mut self.objects.arrays, &self.terms, &self.out.steps);
        self.out.unsupported.sort();
        self.out.unsupported.dedup();
        self.out.ignored.sort_by_cached_key(ToString::to_string);
        self.out.ignored.dedup();
        self.terms.end_by(None); // the time was for lowering
        let mut kernel = finish(self.input, self.terms, self.launch, self.out.unsupported);
        kernel.arrays = self.objects.arrays;
        kernel.body = self.out.steps;
        kernel.overtaken = overtaken;
        kernel.facts = self.out.facts;
        kernel.contents = self.out.contents;
        kernel.factors = self.out.factors;
        kernel.survived = self.out.surviving;
        kernel.exits = self.out.exits;
        (kernel.branches, kernel.dependences) = (branches, dependences);
        kernel.gathered = self.out.gathered;
        kernel.shuffles = self.out.shuffles;
        kernel.butterflies = self.out.butterflies;
        kernel.ignored = self.out.ignored;
        kernel.reads = self.out.reads;
        kernel.cluster = self.out.cluster;
        kernel.assumptions = self.out.assumptions;
        kernel.overlays = self.objects.laid;
        undefined::settle(&mut kernel, &self.out.undefined);
        kernel.assumptions.sort_by_cached_key(ToString::to_string);
        kernel.assumptions.dedup();
        kernel
    }
}
