//! Launches in the host code that the kernel, or CUDA, does not allow.
//!
//! A launch breaks a contract if no values of the host meet both, though some meet either: at once, or with positive
//! arguments (`pitch >= n` where the host passes `n / 2`, which is met for no `n` above 0). A contract about a thread's place
//! is broken if some thread of a launch of known dimensions does not meet it. What the user gives of all launches of a kernel
//! is denied by a launch that is seen to be another one.
//!
//! Direction: a launch of which it is not seen that it breaks a contract is taken to meet it.

use crate::analysis::asking::decide::{Decide, Session};
use crate::analysis::facts::prepare::prepare;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::options::Options;
use crate::analysis::pair::scene;
use crate::analysis::pair::threads::{Copies, Pairing, Who};
use crate::kernel::shapes::{Shape, shape};
use crate::kernel::target::BLOCK_LIMIT;
use crate::kernel::{Kernel, LaunchFacts, Step, SyncScope, walk};
use crate::smt::Answer;
use crate::span::Span;
use crate::term::{Axis, Term, Var, VarKind};
use crate::verdict::rules::WRONG_LAUNCH;
use crate::verdict::{AccessMode, Certainty, Finding, Level, Party};

/// The most launches of a kernel that are held against what it requires.
const MOST_LAUNCHES: usize = 64;

/// A launch that is not allowed.
pub struct Breach {
    pub finding: Finding,
    /// The kernel may run all the same, so that nothing is proved of it.
    pub runs: bool,
}

/// The launches of a kernel that are not allowed, each kind of them once.
pub fn breaches(kernel: &Kernel, options: &Options, solver: &mut dyn Decide) -> Vec<Breach> {
    let mut shapes: Vec<(Shape, Option<bool>)> = vec![];
    for launch in kernel.launches.iter().take(MOST_LAUNCHES) {
        let new = shape(kernel, launch, &options.launch);
        match shapes.iter_mut().find(|(known, together)| known.facts == new.facts && *together == launch.cooperative) {
            Some((known, _)) => known.sites.extend(new.sites),
            None => shapes.push((new, launch.cooperative)),
        }
    }
    shapes.sort_by(|(a, _), (b, _)| a.sites.cmp(&b.sites));
    let given = prepare(kernel, &options.launch);
    if shapes.is_empty() || !given.impossible.is_empty() {
        return vec![];
    }
    let mut session = Session::new(solver, None);
    let found = shapes.iter().filter_map(|(shape, cooperative)| {
        let refused = refused(kernel, shape);
        refused.or_else(|| broken(&mut session, kernel, shape, &options.launch)).or_else(|| {
            let apart = *cooperative == Some(false);
            waits_for_grid(kernel).filter(|_| apart).map(|certain| alone(kernel, shape, certain))
        })
    });
    found.collect()
}

/// A launch that CUDA refuses.
fn refused(kernel: &Kernel, shape: &Shape) -> Option<Breach> {
    let mut texts =
        prepare(kernel, &LaunchFacts { params: vec![], relations: vec![], ..shape.facts.clone() }).impossible;
    let threads: Option<u64> = shape.facts.block_dim.iter().map(|d| d.map(u64::from)).product();
    if texts.is_empty() {
        let too_many = threads.filter(|n| *n > BLOCK_LIMIT);
        texts.extend(too_many.map(|n| format!("blocks have {n} threads, more than {BLOCK_LIMIT}")));
    }
    let text = format!("no launch here starts the kernel: {}", texts.join(", "));
    (!texts.is_empty()).then(|| breach(kernel, shape, text, Certainty::Race, false))
}

/// The launches that are others than was given of all of them: each difference once.
#[must_use]
pub fn denied(kernel: &Kernel, given: &LaunchFacts) -> Vec<Breach> {
    let mut found: Vec<(String, Shape)> = vec![];
    for launch in &kernel.launches {
        let new = shape(kernel, launch, &LaunchFacts::default());
        let texts = differences(given, &new.facts);
        match found.iter_mut().find(|(known, _)| *known == texts) {
            _ if texts.is_empty() => {}
            Some((_, known)) => known.sites.extend(new.sites),
            None => found.push((texts, new)),
        }
    }
    found.sort_by(|(_, a), (_, b)| a.sites.cmp(&b.sites));
    let denied = |(texts, shape): (String, Shape)| {
        let text = format!("this launch contradicts what raceproof was given for the kernel: {texts}");
        let mut breach = breach(kernel, &shape, text, Certainty::Race, true);
        breach
            .finding
            .help
            .push("give what is the same for all launches, or leave these out with `--launches=any`".to_owned());
        breach
    };
    found.into_iter().map(denied).collect()
}

/// In what a launch that is seen differs from what was given.
fn differences(given: &LaunchFacts, seen: &LaunchFacts) -> String {
    let dims = |name: &'static str, given: [Option<u32>; 3], seen: [Option<u32>; 3]| {
        let both = Axis::ALL.into_iter().zip(given).zip(seen);
        both.filter_map(move |((axis, given), seen)| {
            Some((format!("{name}.{}", axis.letter()), i64::from(given?), i64::from(seen?)))
        })
    };
    let arguments = given.params.iter().filter_map(|(name, given)| {
        let (_, seen) = seen.params.iter().find(|(other, _)| other == name)?;
        Some((name.clone(), *given, *seen))
    });
    let all = dims("blockDim", given.block_dim, seen.block_dim);
    let all = all.chain(dims("gridDim", given.grid_dim, seen.grid_dim)).chain(arguments);
    // Numbers of 32 bits may be given without their sign.
    let differing = all.filter(|(_, given, seen)| *given as u32 != *seen as u32);
    differing.map(|(name, given, seen)| format!("{name} is {seen}, not {given}")).collect::<Vec<_>>().join(", ")
}

/// A launch that breaks a contract of the source.
fn broken(session: &mut Session<'_>, kernel: &Kernel, shape: &Shape, given: &LaunchFacts) -> Option<Breach> {
    if kernel.facts.is_empty() || shape.facts == *given {
        return None;
    }
    let mut alone = World::new(kernel, given);
    let mut launched = World::new(kernel, &shape.facts);
    let mut contradicts = |session: &mut Session<'_>, launched: &mut World, positive| {
        let (own, required) = (launched.own.clone(), alone.own.clone());
        let contradicts = launched.excludes(session, &own, positive)
            && launched.allows(session, &[], positive)
            && alone.allows(session, &required, positive);
        contradicts.then(|| launched.core(session, positive))
    };
    let always = contradicts(session, &mut launched, false).map(|core| (core, ""));
    let of_some = || launched.place_broken(session).map(|core| (core, " of some of its threads"));
    let found = always.or_else(of_some);
    let found = found.or_else(|| Some((contradicts(session, &mut launched, true)?, " for any positive arguments")));
    let (core, words) = found?;
    let texts: Vec<String> = core.iter().filter_map(|i| kernel.facts.get(*i)).map(|t| kernel.terms.in_c(*t)).collect();
    let text = format!("this launch breaks what the kernel requires{words}: {}", texts.join(", "));
    Some(breach(kernel, shape, text, Certainty::Race, true))
}

/// A kernel that waits for the whole grid, launched so that it cannot.
fn alone(kernel: &Kernel, shape: &Shape, certain: bool) -> Breach {
    let (may, certainty) = if certain { ("", Certainty::Race) } else { ("may ", Certainty::Possible) };
    let text = format!(
        "the kernel {may}wait{} for the whole grid, but this launch is not cooperative",
        if certain { "s" } else { "" }
    );
    let mut breach = breach(kernel, shape, text, certainty, true);
    breach.finding.help.push("launch it with `cudaLaunchCooperativeKernel`".to_owned());
    breach
}

/// Whether barriers of the grid are among the steps, and whether one is reached for certain.
fn waits_for_grid(kernel: &Kernel) -> Option<bool> {
    let certain = kernel.body.iter().any(|step| match step {
        Step::Sync(sync) => sync.scope == SyncScope::Grid && kernel.terms.is_true(sync.guard),
        Step::Loop(_) | Step::Access(_) | Step::Fence(_) => false,
    });
    walk::syncs(&kernel.body).any(|sync| sync.scope == SyncScope::Grid).then_some(certain)
}

/// One thread of a launch, and what is required of it.
struct World {
    world: Prepared,
    /// The kernel's facts, those of the launch, and what is true of any thread.
    own: Vec<Term>,
    launch: Vec<Term>,
    limits: Vec<Term>,
    positive: Vec<Term>,
}

impl World {
    fn new(kernel: &Kernel, launch: &LaunchFacts) -> World {
        let mut world = prepare(kernel, launch);
        let mut pairing = Pairing::new(&mut Copies::default(), &mut world, Level::Grid.into(), &[], None);
        let (mut limits, product) = scene::block_limit(&mut world);
        limits.extend(product);
        limits.extend(scene::positions(&mut world, &mut pairing, Who::Left));
        let facts = world.kernel.facts.clone();
        let mut facts: Vec<Term> = facts.iter().map(|f| pairing.own(&mut world.terms, Who::Left, *f)).collect();
        let launch = facts.split_off(kernel.facts.len().min(facts.len()));
        let terms = &mut world.terms;
        let distances: Vec<&str> = kernel.overlays.iter().map(|laid| laid.distance.as_str()).collect();
        let mut arguments: Vec<Var> = terms.vars_of(&[&facts[..], &launch].concat());
        arguments.retain(|v| {
            let info = terms.var_info(*v);
            info.kind == VarKind::Param && info.width > 1 && !distances.contains(&info.name.as_str())
        });
        let above = |v: Var| {
            let (zero, t) = (terms.constant(terms.var_info(v).width, 0), terms.var(v));
            terms.slt(zero, t)
        };
        let positive = arguments.into_iter().map(above).collect();
        World { world, own: facts, launch, limits, positive }
    }

    fn answer(&mut self, session: &mut Session<'_>, required: &[Term], positive: bool) -> Answer {
        let positive = self.positive.iter().filter(|_| positive);
        let all: Vec<Term> = self.limits.iter().chain(&self.launch).chain(required).chain(positive).copied().collect();
        session.solve(&mut self.world.terms, &all, &mut |_, _| true)
    }

    fn excludes(&mut self, session: &mut Session<'_>, required: &[Term], positive: bool) -> bool {
        match self.answer(session, required, positive) {
            Answer::Unsat { .. } => true,
            Answer::Sat(_) | Answer::Unknown { .. } => false,
        }
    }

    fn allows(&mut self, session: &mut Session<'_>, required: &[Term], positive: bool) -> bool {
        match self.answer(session, required, positive) {
            Answer::Sat(_) => true,
            Answer::Unsat { .. } | Answer::Unknown { .. } => false,
        }
    }

    /// A smallest part of what the kernel requires that the launch excludes, by numbers.
    fn core(&mut self, session: &mut Session<'_>, positive: bool) -> Vec<usize> {
        let mut core: Vec<usize> = (0..self.own.len()).collect();
        for i in 0..self.own.len() {
            let fewer: Vec<usize> = core.iter().copied().filter(|j| *j != i).collect();
            let kept: Vec<Term> = fewer.iter().filter_map(|j| self.own.get(*j).copied()).collect();
            if self.excludes(session, &kept, positive) {
                core = fewer;
            }
        }
        core
    }

    /// A requirement about a thread's place alone that some thread of the launch does not meet.
    fn place_broken(&mut self, session: &mut Session<'_>) -> Option<Vec<usize>> {
        let (places, facts) = (self.places(), self.world.kernel.facts.clone());
        let number = (0..self.own.len()).find(|i| {
            let terms = &mut self.world.terms;
            let known = facts.get(*i).is_some_and(|fact| {
                terms.apps_of(&[*fact]).is_empty() && terms.vars_of(&[*fact]).iter().all(|v| places.contains(v))
            });
            let missed = terms.not(self.own[*i]);
            known && self.allows(session, &[missed], false)
        });
        number.map(|i| vec![i])
    }

    /// The variables of a thread's place along axes of known extents.
    fn places(&self) -> Vec<Var> {
        let (world, launch) = (&self.world, self.world.kernel.launch);
        let axes = [(world.block_dim, launch.thread), (world.grid_dim, launch.block)];
        let known = axes.into_iter().flat_map(|(dims, places)| dims.into_iter().zip(places));
        known.filter(|(dim, _)| world.terms.as_const(*dim).is_some()).map(|(_, place)| place).collect()
    }
}

fn breach(kernel: &Kernel, shape: &Shape, what: String, certainty: Certainty, runs: bool) -> Breach {
    let party = |span: &Span| Party {
        mode: AccessMode::Launch,
        span: span.clone(),
        thread: [0; 3],
        block: [0; 3],
        values: vec![],
        variables: vec![],
        opaque: vec![],
    };
    let finding = Finding {
        certainty,
        severity: WRONG_LAUNCH.severity_of(certainty),
        parties: shape.sites.first().map(party).into_iter().collect(),
        notes: vec![format!("`{}` is {shape}", kernel.name)],
        launches: vec![crate::analysis::reports::of_launches::sites(shape)],
        ..WRONG_LAUNCH.finding(Level::Grid, what)
    };
    Breach { finding, runs }
}
