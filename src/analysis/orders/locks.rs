//! Locks: what lies between taking a cell and giving it back happens in one thread at a time.
//!
//! A lock is an array of which two places only change the cells, in one list of steps:
//! 1. taking: an exchange, or a compare-and-swap, of one constant (free) by another one, whose result says whether the cell
//!    was free: in a loop that goes on until it was, or with everything below under the condition that it was;
//! 2. giving back: an atomic store of the constant that means free, to the same cell, by threads that took it;
//!
//! and what sets the cells up before a barrier that all threads pass which have them and that stands before all of this does not
//! count; with a fence (or acquire) behind 1 and a fence (or release) before 2. Then whoever gives a cell back has taken it once
//! since, so that between taking and giving back no other thread takes it; and what lies between them, with the fences, comes
//! wholly before or behind that of any other thread. The cell's contents before the kernel do not matter: where it is neither
//! free nor taken, nobody gets it.
//!
//! Direction: sound; by form, but for the question whether two threads that conflict have the same cell.

use super::order::{Order, before_barrier, fenced, is_atomic, keeps, looked_at};
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::knowledge::Lock;
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, ArrayId, Change, Loop, MemorySpace, Step, walk};
use crate::term::{Func, Term, Terms, Var};
use crate::verdict::Level;
use std::collections::BTreeSet;

impl Lock {
    pub(crate) fn order(
        &self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        scene: &mut Scene,
        query: &Query,
        pair: [&Occurrence<'_>; 2],
    ) -> Order {
        if scene.pairing.level > self.reach || !pair.iter().all(|o| self.inside.contains(&o.access.id)) {
            return Order::None;
        }
        let cells = Who::BOTH.map(|who| scene.pairing.own(&mut world.terms, who, self.offset));
        let mut apart = query.clone();
        apart.facts.push(world.terms.ne(cells[0], cells[1]));
        apart.finish(&session.copies, world, scene);
        match &self.missing {
            _ if !session.refutes(&mut world.terms, &apart) => Order::None,
            None => Order::Ordered(vec![]),
            Some(what) => Order::Lacks(what.clone()),
        }
    }
}

/// The locks of a kernel.
pub(crate) fn locks(world: &mut Prepared, body: &[Step], all: &[&Access]) -> Vec<Lock> {
    let mut found = vec![];
    let mut search = Search { world, all, found: &mut found };
    search.list(body, &mut vec![]);
    found
}

struct Search<'a> {
    world: &'a mut Prepared,
    all: &'a [&'a Access],
    found: &'a mut Vec<Lock>,
}

/// Where a thread tries to take a lock.
struct Taking<'k> {
    access: &'k Access,
    result: Func,
    /// The counters of the loops around it.
    around: Vec<Var>,
    /// What holds in threads that go on behind it, whatever the result.
    given: Vec<Term>,
    waits: Option<&'k Loop>,
}

impl<'a> Search<'a> {
    fn list(&mut self, steps: &[Step], around: &mut Vec<Var>) {
        for (at, step) in steps.iter().enumerate() {
            if let Some(taking) = taking(&mut self.world.terms, step, around) {
                let lock = self.lock(steps, at, &taking);
                self.found.extend(lock);
            }
            if let Step::Loop(l) = step {
                around.push(l.counter);
                self.list(&l.body, around);
                around.pop();
            }
        }
    }

    fn lock(&mut self, steps: &[Step], at: usize, taking: &Taking<'_>) -> Option<Lock> {
        let array = taking.access.array;
        let declared = self.world.kernel.arrays.get(array.0)?;
        let name = declared.name.clone();
        let reach = match declared.space {
            MemorySpace::Cluster | MemorySpace::Tabled => return None,
            MemorySpace::Shared => Level::Block,
            MemorySpace::Global => Level::Grid,
        };
        let given_back = self.given_back(array, taking.access, reach)?;
        let back = steps.iter().position(|s| matches!(s, Step::Access(a) if a.id == given_back.id))?;
        let terms = &mut self.world.terms;
        let free = match &given_back.update.as_ref()?.change {
            Change::Set(free) => *free,
            Change::Nothing
            | Change::Add(_)
            | Change::AddFloat(_)
            | Change::Replace { .. }
            | Change::Count(_)
            | Change::SetBits(_)
            | Change::Mbarrier(_)
            | Change::Unknown => return None,
        };
        let won = won(terms, taking, free)?;
        let holder = literals::conjuncts(terms, &[given_back.guard]);
        let same_cell = given_back.offset == taking.access.offset && given_back.bytes == taking.access.bytes;
        let atomic = is_atomic(taking.access, reach) && is_atomic(given_back, reach);
        if back <= at || !same_cell || !atomic || !won.iter().all(|w| holder.contains(w)) {
            return None;
        }
        let between = &steps[at + 1..back];
        let (region, lacks) = region(terms, between, &won, reach, [taking.access, given_back]);
        let inside = held(terms, region, &won);
        let (taken, back) = (taking.access.span.line, given_back.span.line);
        let missing = lacks.map(|lacks| match lacks {
            Lacks::Acquire => format!("no fence follows where `{name}` is taken (line {taken})"),
            Lacks::Release => format!("no fence comes before `{name}` is given back (line {back})"),
            Lacks::Both => format!("`{name}` is taken (line {taken}) and given back (line {back}) without fences"),
        });
        Some(Lock { offset: taking.access.offset, reach, inside, missing })
    }

    /// The only other access that changes the array, but for what a barrier of all threads that have it puts before.
    fn given_back(&self, array: ArrayId, taken: &Access, reach: Level) -> Option<&'a Access> {
        let terms = &self.world.terms;
        let first = |a: &Access| before_barrier(terms, &self.world.kernel.body, [a, taken], reach);
        let changes = |a: &&&Access| a.array == array && a.id != taken.id && !keeps(terms, a) && !first(a);
        let mut others = self.all.iter().filter(changes);
        let only = others.next()?;
        others.next().is_none().then_some(*only)
    }
}

/// Which fence is not there.
enum Lacks {
    Acquire,
    Release,
    Both,
}

/// The steps between the fences, out of those between taking and giving back; or all of these, and what is missing.
fn region<'k>(
    terms: &Terms,
    between: &'k [Step],
    won: &[Term],
    reach: Level,
    [taken, given_back]: [&Access; 2],
) -> (&'k [Step], Option<Lacks>) {
    let is_fence = |s: &Step| fenced(terms, std::slice::from_ref(s), won, reach);
    let acquires = taken.update.as_ref().is_some_and(|u| u.acquires);
    let releases = given_back.update.as_ref().is_some_and(|u| u.releases);
    let first = if acquires { Some(0) } else { between.iter().position(is_fence).map(|i| i + 1) };
    let last = if releases { Some(between.len()) } else { between.iter().rposition(is_fence) };
    match (first, last) {
        (Some(first), Some(last)) if first <= last => (&between[first..last], None),
        // One fence: what comes before it lacks the other one, or else what comes behind.
        (Some(_), Some(only)) if held(terms, &between[..only], won).is_empty() => (between, Some(Lacks::Release)),
        (Some(_), None) => (between, Some(Lacks::Release)),
        (Some(_) | None, Some(_)) => (between, Some(Lacks::Acquire)),
        (None, None) => (between, Some(Lacks::Both)),
    }
}

/// The accesses of threads that have the lock.
fn held(terms: &Terms, steps: &[Step], won: &[Term]) -> BTreeSet<usize> {
    let has = |condition: Term| {
        let given = literals::conjuncts(terms, &[condition]);
        won.iter().all(|w| given.contains(w))
    };
    let mut found = vec![];
    for step in steps {
        match step {
            Step::Access(a) if has(a.guard) => found.push(a),
            Step::Loop(l) if has(l.entered) => found.extend(walk::accesses(&l.body)),
            Step::Access(_) | Step::Loop(_) | Step::Sync(_) | Step::Fence(_) => {}
        }
    }
    found.into_iter().map(|a| a.id).collect()
}

fn taking<'k>(terms: &mut Terms, step: &'k Step, around: &[Var]) -> Option<Taking<'k>> {
    match step {
        Step::Access(access) => {
            let given = literals::conjuncts(terms, &[access.guard]);
            let result = access.update.as_ref()?.result?;
            Some(Taking { access, result, around: around.to_vec(), given, waits: None })
        }
        Step::Loop(l) => {
            let (access, result) = looked_at(terms, l, &|a| a.writes())?;
            let given = literals::conjuncts(terms, &[l.entered]);
            let moves = terms.vars_of(&[access.offset]).contains(&l.counter);
            let around = around.iter().copied().chain([l.counter]).collect();
            (!moves).then_some(Taking { access, result, around, given, waits: Some(l) })
        }
        Step::Sync(_) | Step::Fence(_) => None,
    }
}

/// What holds in a thread that has taken a lock of which `free` says that it is free.
fn won(terms: &mut Terms, taking: &Taking<'_>, free: Term) -> Option<Vec<Term>> {
    let free_value = terms.as_const(free)?;
    let takes = match taking.access.update.as_ref()?.change {
        Change::Set(held) => terms.as_const(held)? != free_value,
        Change::Replace { expected, new } => {
            terms.as_const(expected)? == free_value && terms.as_const(new)? != free_value
        }
        Change::Nothing
        | Change::Add(_)
        | Change::AddFloat(_)
        | Change::Count(_)
        | Change::SetBits(_)
        | Change::Mbarrier(_)
        | Change::Unknown => false,
    };
    if !takes || terms.func_info(taking.result).width != terms.width(free) {
        return None;
    }
    let mut won = taking.given.clone();
    let args = taking.around.iter().map(|v| terms.var(*v)).collect();
    let result = terms.apply(taking.result, args);
    let test = terms.eq(result, free);
    match taking.waits {
        None => won.push(test),
        Some(l) => {
            let ends = terms.not(l.continues);
            if !literals::conjuncts(terms, &[ends]).contains(&test) {
                return None;
            }
        }
    }
    Some(won)
}
