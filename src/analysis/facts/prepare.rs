//! A kernel with what is known about its launch put in: the stage between a [`Kernel`] and its phases.
//!
//! Fixed dimensions and parameters are substituted, not added as equations.
//!
//! **Invariant:** afterwards every dimension is a constant or the kernel's own variable, and the bounds of `threadIdx`,
//! `blockIdx` and loop counters are as tight as constants make them.

use super::clusters;
use super::extents;
use super::hand_overs;
use super::inside;
use super::knowledge::Knowledge;
use super::known::{Known, Reads};
use super::prepared::{Prepared, SeenLaunch};
use super::relations::{self, Related};
use crate::kernel::launch::Launch;
use crate::kernel::relation::Quantity;
use crate::kernel::shapes::shape;
use crate::kernel::{Exit, Kernel, LaunchFacts, LaunchVars, Step};
use crate::span::Span;
use crate::term::{Axiom, Axis, Environment, Func, Owner, Substitution, Term, Terms, Var, VarKind};

/// The most iterations that are run to find out where a loop ends.
const MOST_ITERATIONS: u64 = 10_000;

/// Whether a loop occurs.
#[must_use]
pub fn has_loop(steps: &[Step]) -> bool {
    steps.iter().any(|s| match s {
        Step::Loop(_) => true,
        Step::Access(_) | Step::Sync(_) | Step::Fence(_) => false,
    })
}

/// Puts `launch` into a copy of `kernel`.
#[must_use]
pub fn prepare(kernel: &Kernel, launch: &LaunchFacts) -> Prepared {
    let mut kernel = kernel.clone();
    hand_overs::put(&mut kernel, launch);
    let mut terms = std::mem::take(&mut kernel.terms);
    let vars: Vec<Var> = terms.vars().filter(|v| terms.var_info(*v).owner == Owner::All).collect();
    let (funcs, roots) = symbols(&terms, &kernel);
    let (mut known, lv) = (Known::default(), kernel.launch);
    let is_launched = !kernel.launches.is_empty() || launch.block_dim.iter().any(Option::is_some);
    let reads = Reads::of(&mut terms, &roots, &kernel, is_launched);
    let block_dim = known.dims(&mut terms, &reads, (lv.block_dim, lv.thread), launch.block_dim);
    let grid_dim = known.dims(&mut terms, &reads, (lv.grid_dim, lv.block), launch.grid_dim);
    let cluster = clusters::put_in(&mut terms, &mut known, &mut kernel, grid_dim);
    known.params(&mut terms, &vars, launch);
    known.stated(&mut terms, &kernel.facts);
    let mut assumptions = std::mem::take(&mut known.taken);

    bound_counters(&mut terms, &vars);
    let mut subst = known.subst;
    kernel.map_all_terms(&mut |t| terms.substitute(t, &mut subst));
    settle_symbols(&mut terms, &kernel, &funcs, &mut subst);
    let inside = inside::put(&mut terms, &mut kernel, block_dim);
    assumptions.extend(extents::bound(&mut terms, &mut kernel));
    // After the extents: what is unsigned to the host need not be to the kernel.
    let related = related(&mut terms, launch, lv, &vars, &reads);
    kernel.facts.extend(related.facts.into_iter().map(|fact| terms.substitute(fact, &mut subst)));
    kernel.unsupported.extend(super::factors::too_large(&terms, &kernel, (&block_dim, &grid_dim)));
    let [seen_calls, seen_shapes] = [&kernel.seen.calls, &kernel.seen.shapes]
        .map(|s| seen_launches(&mut terms, (&kernel, s), launch, (&vars, &reads), &mut subst));
    Prepared {
        uses_lanes: super::tile_lanes::uses_lanes(&kernel.body),
        fits: related.fits.into_iter().map(|fact| terms.substitute(fact, &mut subst)).collect(),
        kernel,
        terms,
        block_dim,
        grid_dim,
        cluster,
        vars,
        funcs,
        fixed: known.fixed,
        inside,
        impossible: known.impossible,
        assumptions,
        others: vec![],
        unsettled: vec![],
        uncounted: vec![],
        knowledge: Knowledge::default(),
        seen_calls,
        seen_shapes,
    }
}

/// Counters are not negative.
fn bound_counters(terms: &mut Terms, vars: &[Var]) {
    for v in vars {
        if terms.var_info(*v).kind == VarKind::Counter && terms.var_info(*v).bounds.is_none() {
            let width = terms.var_info(*v).width;
            terms.set_bounds(*v, (0, if width < 32 { (1 << (width - 1)) - 1 } else { i64::from(i32::MAX) }));
        }
    }
}

/// Says of each loop when it goes on.
fn note_loops(terms: &mut Terms, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Loop(l) => {
                terms.set_goes_on(l.counter, l.continues);
                note_loops(terms, &l.body);
            }
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) => {}
        }
    }
}

/// Puts what is known into the axioms of symbols, and says of each loop when it goes on; the last iteration of a loop that is
/// known is a constant.
fn settle_symbols(terms: &mut Terms, kernel: &Kernel, funcs: &[Func], known: &mut Substitution) {
    note_loops(terms, &kernel.body);
    for exit in &kernel.exits {
        if let Some(last) = fixed_exit(terms, exit) {
            let app = terms.apply(exit.func, vec![]);
            let last = terms.constant(terms.width(app), last);
            let body = terms.eq(app, last);
            terms.set_axiom(exit.func, Axiom { params: vec![], body });
        }
    }
    for func in funcs {
        if let Some(Axiom { params, body }) = terms.func_info(*func).axiom.clone() {
            let body = terms.substitute(body, known);
            terms.set_axiom(*func, Axiom { params, body });
        }
    }
}

/// What relates the launch's dimensions and arguments, of those that are read.
fn related(terms: &mut Terms, launch: &LaunchFacts, lv: LaunchVars, vars: &[Var], reads: &Reads) -> Related {
    relations::facts(terms, &launch.relations, &|terms, quantity| {
        let named = |v: &&Var| matches!(quantity, Quantity::Argument(name) if is_parameter(terms, **v, name));
        let dim = |dims: [Var; 3], index: [Var; 3], axis: Axis| {
            let (dim, index) = (dims[axis as usize], index[axis as usize]);
            reads.any([dim, index]).then_some(dim)
        };
        match quantity {
            Quantity::BlockDim(axis) => dim(lv.block_dim, lv.thread, *axis),
            Quantity::GridDim(axis) => dim(lv.grid_dim, lv.block, *axis),
            Quantity::Argument(_) => vars.iter().filter(|v| reads.any([**v])).find(named).copied(),
            Quantity::Distance(_) | Quantity::Host(..) => None,
        }
    })
}

/// What is true of each of some launches that are seen; what is given goes before.
fn seen_launches(
    terms: &mut Terms,
    (kernel, seen): (&Kernel, &[Launch]),
    given: &LaunchFacts,
    (vars, reads): (&[Var], &Reads),
    known: &mut Substitution,
) -> Vec<SeenLaunch> {
    let is_open = given.block_dim == [None; 3] && given.grid_dim == [None; 3];
    let all = seen.iter().filter(|_| is_open).map(|one| (one, shape(kernel, one, &LaunchFacts::default()).facts));
    all.map(|(one, facts)| SeenLaunch {
        span: one.span.clone(),
        ..seen_launch(terms, &facts, (kernel.launch, vars, reads), known)
    })
    .collect()
}

/// What is true of a launch that may be one of several.
fn seen_launch(
    terms: &mut Terms,
    launch: &LaunchFacts,
    (lv, vars, reads): (LaunchVars, &[Var], &Reads),
    known: &mut Substitution,
) -> SeenLaunch {
    let LaunchFacts { block_dim, grid_dim, params, .. } = launch;
    let dims = lv.block_dim.into_iter().chain(lv.grid_dim).zip(block_dim.iter().chain(grid_dim));
    let named = |name: &String| vars.iter().copied().find(|v| is_parameter(terms, *v, name));
    let params = params.iter().filter_map(|(name, value)| Some((named(name)?, *value)));
    let fixed: Vec<(Var, i64)> = dims.filter_map(|(dim, n)| Some((dim, i64::from((*n)?)))).chain(params).collect();
    let mut facts = related(terms, launch, lv, vars, reads).facts;
    for (var, value) in fixed {
        let (term, value) = (terms.var(var), terms.int(terms.var_info(var).width, value));
        facts.push(terms.eq(term, value));
    }
    let facts = facts.into_iter().map(|fact| terms.substitute(fact, known)).collect();
    SeenLaunch { span: Span::default(), block_dim: *block_dim, grid_dim: *grid_dim, facts }
}

fn is_parameter(terms: &Terms, v: Var, name: &str) -> bool {
    let info = terms.var_info(v);
    info.kind == VarKind::Param && info.name == name
}

/// The last iteration of a loop that depends on nothing but its counter.
fn fixed_exit(terms: &Terms, exit: &Exit) -> Option<u64> {
    struct Counter(Var, u64);
    impl Environment for Counter {
        fn var(&self, var: Var) -> Option<u64> {
            (var == self.0).then_some(self.1)
        }
        fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
            None
        }
    }
    if !exit.params.is_empty() || terms.vars_of(&[exit.continues]) != [exit.counter] {
        return None;
    }
    for i in 0..MOST_ITERATIONS {
        if terms.eval(exit.continues, &Counter(exit.counter, i))? == 0 {
            return Some(i);
        }
    }
    None
}

/// The function symbols and the terms that the kernel mentions, axioms included.
fn symbols(terms: &Terms, kernel: &Kernel) -> (Vec<Func>, Vec<Term>) {
    let mut roots = kernel.all_terms();
    let mut funcs: Vec<Func> = kernel.exits.iter().map(|e| e.func).collect();
    loop {
        let mut all: Vec<Func> = terms.apps_of(&roots).into_iter().map(|(_, f)| f).chain(funcs.clone()).collect();
        all.sort_unstable();
        all.dedup();
        if all == funcs {
            break;
        }
        roots.extend(all.iter().filter_map(|f| terms.func_info(*f).axiom.as_ref().map(|a| a.body)));
        funcs = all;
    }
    (funcs, roots)
}
