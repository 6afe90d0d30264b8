//! Whether what is assumed about a kernel's launch can hold at all; if not, the smallest contradicting set.
//!
//! All threads have to meet a contract. Of a block whose extents are known, the first and the last thread are in every
//! launch, and so is any other; so `threadIdx.x < 32` contradicts blocks of 64, though some of their threads meet it. That
//! some threads trap in every launch is no contradiction.
//!
//! Direction: a contradiction is reported only where it is proved. Threads are asked about one or two at a time.

use crate::analysis::asking::decide::Session;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene;
use crate::analysis::pair::threads::{Pairing, Who};
use crate::kernel::{Kernel, LaunchFacts};
use crate::smt::Answer;
use crate::term::{Term, Var};
use crate::verdict::rules::CONTRADICTORY_ASSUMPTIONS;
use crate::verdict::{Finding, Level};

/// The finding, if the facts of `kernel` and `launch` exclude each other.
pub(crate) fn contradiction(
    session: &mut Session<'_>,
    world: &mut Prepared,
    kernel: &Kernel,
    launch: &LaunchFacts,
) -> Option<Finding> {
    if !world.impossible.is_empty() {
        return Some(finding(kernel, &world.impossible));
    }
    if kernel.facts.is_empty() && *launch == LaunchFacts::default() {
        return None;
    }
    let mut threads = Threads::one(session, world);
    let all: Vec<usize> = (0..threads.facts.len()).collect();
    let contracts: Vec<usize> = all.iter().copied().filter(|i| !kernel.survived.contains(i)).collect();
    let mut core = if threads.excluded(session, world, &all) {
        all
    } else if threads.become_ends(world) && threads.excluded(session, world, &contracts)
        || threads.become_exception(session, world) && threads.excluded(session, world, &contracts)
    {
        contracts
    } else {
        return None;
    };
    for i in core.clone() {
        let fewer: Vec<usize> = core.iter().copied().filter(|j| *j != i).collect();
        if threads.excluded(session, world, &fewer) {
            core = fewer;
        }
    }
    let asked: Vec<Term> = core.iter().filter_map(|i| kernel.facts.get(*i).copied()).collect();
    let mut texts: Vec<String> = asked.iter().map(|t| kernel.terms.show(*t)).collect();
    let named: Vec<String> = kernel.terms.vars_of(&asked).iter().map(|v| kernel.terms.var_name(*v)).collect();
    let bounds = |name: &str| named.contains(&name.replace("Dim.", "Idx.").replace("block", "thread"));
    let plays = |name: &String| asked.is_empty() || named.contains(name) || bounds(name);
    texts.extend(world.fixed.iter().filter(|(n, _)| plays(n)).map(|(n, v)| format!("{n} == {v}")));
    let within = world.inside.iter().filter(|(n, _)| named.contains(n));
    texts.extend(
        within.map(|(n, most)| format!("{n} <= {most}, since the threads of a block stay inside of its arrays")),
    );
    Some(finding(kernel, &texts))
}

/// Threads that a launch has, as the two of a pair.
struct Threads {
    pairing: Pairing,
    limits: Vec<Term>,
    /// Which ones they are; any, if that is not said.
    whose: Vec<Term>,
    /// The facts of the kernel, for each thread.
    facts: Vec<Vec<Term>>,
}

impl Threads {
    /// Any thread.
    fn one(session: &mut Session<'_>, world: &mut Prepared) -> Threads {
        let mut pairing = Pairing::new(&mut session.copies, world, Level::Grid.into(), &[], None);
        let (mut limits, product) = scene::block_limit(world);
        limits.extend(product);
        limits.extend(scene::positions(world, &mut pairing, Who::Left));
        let mut threads = Threads { pairing, limits, whose: vec![], facts: vec![] };
        threads.facts = threads.facts_of(world, &[Who::Left]);
        threads
    }

    /// The first thread of a block and the last one; false if no contract depends on who it is, or the extents are not known.
    fn become_ends(&mut self, world: &mut Prepared) -> bool {
        let indices = self.indices(world);
        for (index, extent) in &indices {
            let ends = [self.is(world, Who::Left, *index, 0), self.is(world, Who::Right, *index, extent - 1)];
            self.whose.extend(ends);
        }
        if indices.is_empty() {
            return false;
        }
        self.limits.extend(scene::positions(world, &mut self.pairing, Who::Right));
        self.facts = self.facts_of(world, &Who::BOTH);
        true
    }

    /// A thread that does not meet all contracts that depend on the thread; false if there is none such.
    fn become_exception(&mut self, session: &mut Session<'_>, world: &mut Prepared) -> bool {
        let indices = self.indices(world);
        let own: Vec<(Var, Var)> = indices.iter().filter_map(|(i, _)| Some((*i, self.copy(world, *i)?))).collect();
        self.facts = self.facts_of(world, &[Who::Left]);
        let of_thread = |f: &&Term| world.terms.vars_of(&[**f]).iter().any(|v| own.iter().any(|(_, copy)| copy == v));
        let contracts = self.facts.iter().enumerate().filter(|(i, _)| !world.kernel.survived.contains(i));
        let depending: Vec<Term> = contracts.flat_map(|(_, facts)| facts).filter(of_thread).copied().collect();
        let met = world.terms.all(depending);
        let mut all = self.limits.clone();
        all.push(world.terms.not(met));
        let found = if own.is_empty() { None } else { Some(session.solve(&mut world.terms, &all, &mut |_, _| true)) };
        let Some(Answer::Sat(model)) = found else { return false };
        let values = own.into_iter().filter_map(|(index, copy)| Some((index, *model.vars.get(&copy)?)));
        self.whose = values.map(|(index, value)| self.is(world, Who::Left, index, value)).collect();
        true
    }

    /// The indices in the block that contracts depend on and whose extents are known, with these.
    fn indices(&self, world: &Prepared) -> Vec<(Var, u64)> {
        let facts = world.kernel.facts.iter().enumerate();
        let contracts: Vec<Term> =
            facts.filter(|(i, _)| !world.kernel.survived.contains(i)).map(|(_, fact)| *fact).collect();
        let read = world.terms.vars_of(&contracts);
        let extents = world.block_dim.map(|extent| world.terms.as_const(extent));
        let known = world.kernel.launch.thread.into_iter().zip(extents);
        known.filter_map(|(index, extent)| Some((index, extent?.max(1)))).filter(|(i, _)| read.contains(i)).collect()
    }

    /// That an index of a thread has a value.
    fn is(&mut self, world: &mut Prepared, who: Who, index: Var, value: u64) -> Term {
        let index = world.terms.var(index);
        let own = self.pairing.own(&mut world.terms, who, index);
        let value = world.terms.constant(world.terms.width(own), value);
        world.terms.eq(own, value)
    }

    fn facts_of(&mut self, world: &mut Prepared, sides: &[Who]) -> Vec<Vec<Term>> {
        let Prepared { kernel, terms, .. } = world;
        let own = |fact: &Term| sides.iter().map(|who| self.pairing.own(terms, *who, *fact)).collect();
        kernel.facts.iter().map(own).collect()
    }

    /// Whether no launch has these threads meet the facts of these numbers.
    fn excluded(&self, session: &mut Session<'_>, world: &mut Prepared, numbers: &[usize]) -> bool {
        let chosen = numbers.iter().filter_map(|i| self.facts.get(*i)).flatten();
        let all: Vec<Term> = self.limits.iter().chain(&self.whose).chain(chosen).copied().collect();
        match session.solve(&mut world.terms, &all, &mut |_, _| true) {
            Answer::Unsat { .. } => true,
            Answer::Sat(_) | Answer::Unknown { .. } => false,
        }
    }

    /// The left thread's own copy of an index.
    fn copy(&mut self, world: &mut Prepared, index: Var) -> Option<Var> {
        let index = world.terms.var(index);
        let own = self.pairing.own(&mut world.terms, Who::Left, index);
        world.terms.vars_of(&[own]).first().copied()
    }
}

pub(crate) fn finding(kernel: &Kernel, texts: &[String]) -> Finding {
    let what = format!("the assumptions contradict each other: {}", texts.join(", "));
    let notes = vec![format!("no launch of `{}` satisfies all of them", kernel.name)];
    Finding { notes, ..CONTRADICTORY_ASSUMPTIONS.finding(Level::Grid, what) }
}
