//! What steps are made of, in one place: the steps inside steps, and the terms inside each.
//!
//! Each struct is taken apart without `..`, so that a new field does not compile until someone says here whether it has terms.
//! Example: `[loop { a[i] = 1; }, __syncthreads()]` has the steps loop, access, barrier, in this order.

use super::access::{Access, Mode, Signal, Stated, Tile};
use super::definition::Kernel;
use super::exchange::{Butterfly, Gathered, Shuffle};
use super::steps::{Fence, Loop, Named, Overtaken, Step, Sync};
use super::update::Update;
use crate::term::Term;
use std::collections::BTreeMap;

/// All steps, those inside of loops behind their loops.
pub fn steps(body: &[Step]) -> impl Iterator<Item = &Step> {
    let mut open = vec![body.iter()];
    std::iter::from_fn(move || {
        loop {
            match open.last_mut()?.next() {
                Some(step) => {
                    if let Step::Loop(l) = step {
                        open.push(l.body.iter());
                    }
                    return Some(step);
                }
                None => drop(open.pop()),
            }
        }
    })
}

/// All accesses, in their order.
pub fn accesses(body: &[Step]) -> impl Iterator<Item = &Access> {
    steps(body).filter_map(|step| match step {
        Step::Access(access) => Some(access),
        Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
    })
}

/// All barriers and exchanges, in their order.
pub fn syncs(body: &[Step]) -> impl Iterator<Item = &Sync> {
    steps(body).filter_map(|step| match step {
        Step::Sync(sync) => Some(sync),
        Step::Access(_) | Step::Fence(_) | Step::Loop(_) => None,
    })
}

/// All steps but loops, each with the loops around it, outermost first.
#[must_use]
pub fn with_loops(body: &[Step]) -> Vec<(&Step, Vec<&Loop>)> {
    fn collect<'k>(body: &'k [Step], around: &[&'k Loop], all: &mut Vec<(&'k Step, Vec<&'k Loop>)>) {
        for step in body {
            match step {
                Step::Access(_) | Step::Sync(_) | Step::Fence(_) => all.push((step, around.to_vec())),
                Step::Loop(l) => {
                    let inside: Vec<&Loop> = around.iter().copied().chain([l]).collect();
                    collect(&l.body, &inside, all);
                }
            }
        }
    }
    let mut all = vec![];
    collect(body, &[], &mut all);
    all
}

/// Visits all steps; a loop before what is inside it.
pub fn visit_mut(body: &mut [Step], visit: &mut dyn FnMut(&mut Step)) {
    for step in body {
        visit(step);
        if let Step::Loop(l) = step {
            visit_mut(&mut l.body, visit);
        }
    }
}

/// The number of an access that has none yet.
pub const NO_NUMBER: usize = usize::MAX;

/// Numbers accesses in their order; gives the new numbers of those that are no copies under way, by the ones before.
pub fn number(body: &mut [Step]) -> BTreeMap<usize, usize> {
    let (mut next, mut numbers) = (0, BTreeMap::new());
    visit_mut(body, &mut |step| {
        if let Step::Access(access) = step {
            if access.id != NO_NUMBER && !access.is_again() {
                numbers.insert(access.id, next);
            }
            access.id = next;
            next += 1;
        }
    });
    numbers
}

/// Every term of the steps, in order.
#[must_use]
pub fn terms(body: &[Step]) -> Vec<Term> {
    steps(body).flat_map(terms_of_step).collect()
}

/// Replaces every term of the steps.
pub fn map_terms(body: &mut [Step], f: &mut dyn FnMut(Term) -> Term) {
    visit_mut(body, &mut |step| match step {
        Step::Access(access) => map_access(access, f),
        Step::Sync(sync) => map_sync(sync, f),
        Step::Fence(Fence { guard, scope: _, line: _ }) => *guard = f(*guard),
        Step::Loop(l) => map_loop(l, f),
    });
}

fn terms_of_step(step: &Step) -> Vec<Term> {
    match step {
        Step::Access(access) => terms_of_access(access),
        Step::Sync(sync) => terms_of_sync(sync),
        Step::Fence(Fence { guard, scope: _, line: _ }) => vec![*guard],
        Step::Loop(l) => terms_of_loop(l),
    }
}

/// Those of its body are not among them.
fn terms_of_loop(l: &Loop) -> Vec<Term> {
    // What is said of the variable is for people.
    let Loop {
        counter: _,
        executed,
        since,
        entered,
        continues,
        returns,
        may_be_last: _,
        variable: _,
        body: _,
        span: _,
    } = l;
    vec![*executed, *since, *entered, *continues, *returns]
}

/// Those of its body stay.
fn map_loop(l: &mut Loop, f: &mut dyn FnMut(Term) -> Term) {
    let Loop { counter: _, executed, since, entered, continues, returns, may_be_last: _, variable, body: _, span: _ } =
        l;
    let shown = variable.iter_mut().map(|variable| &mut variable.value);
    for t in [executed, since, entered, continues, returns].into_iter().chain(shown) {
        *t = f(*t);
    }
}

fn terms_of_access(access: &Access) -> Vec<Term> {
    let Access {
        id: _,
        guard,
        array: _,
        rank,
        offset,
        bytes,
        mode,
        update,
        copy: _,
        unfenced: _,
        pending: _,
        signal,
        tile,
        volatile: _,
        non_coherent: _,
        life: _,
        seeds: _,
        exchanges: _,
        alignment: _,
        members,
        span: _,
    } = access;
    let value = match mode {
        Mode::Write(value) => *value,
        Mode::Read | Mode::Atomic(_) => None,
    };
    let mut all = vec![*guard, *offset, *bytes];
    all.extend(*rank);
    all.extend(value);
    all.extend(update.iter().flat_map(Update::terms));
    all.extend(members.iter().map(|part| part.index));
    all.extend(signal.iter().flat_map(|Signal { copy: _, since }| since.iter().flatten().copied()));
    all.extend(tile.iter().map(|Tile { spread: _, part, element: _ }| part.term()));
    all
}

fn map_access(access: &mut Access, f: &mut dyn FnMut(Term) -> Term) {
    let Access {
        id: _,
        guard,
        array: _,
        rank,
        offset,
        bytes,
        mode,
        update,
        copy: _,
        unfenced: _,
        pending: _,
        signal,
        tile,
        volatile: _,
        non_coherent: _,
        life: _,
        seeds: _,
        exchanges: _,
        alignment: _,
        members,
        span: _,
    } = access;
    for t in [guard, offset, bytes] {
        *t = f(*t);
    }
    *rank = rank.map(&mut *f);
    match mode {
        Mode::Write(Some(value)) => *value = f(*value),
        Mode::Write(None) | Mode::Read | Mode::Atomic(_) => {}
    }
    if let Some(update) = update {
        update.map(f);
    }
    members.iter_mut().for_each(|part| part.index = f(part.index));
    if let Some(Signal { copy: _, since: Some(since) }) = signal {
        since.iter_mut().for_each(|t| *t = f(*t));
    }
    if let Some(Tile { spread: _, part, element: _ }) = tile {
        *part.term_mut() = f(part.term());
    }
}

fn terms_of_sync(sync: &Sync) -> Vec<Term> {
    let Sync { guard, alive, survived, scope: _, matching: _, mask, named, orders: _, agreed, exchange: _, span: _ } =
        sync;
    let mut all = vec![*guard, *alive, *survived];
    all.extend(mask);
    all.extend(agreed);
    all.extend(named.iter().copied().flat_map(Named::terms));
    all
}

fn map_sync(sync: &mut Sync, f: &mut dyn FnMut(Term) -> Term) {
    let Sync { guard, alive, survived, scope: _, matching: _, mask, named, orders: _, agreed, exchange: _, span: _ } =
        sync;
    (*guard, *alive, *survived, *mask) = (f(*guard), f(*alive), f(*survived), mask.map(&mut *f));
    agreed.iter_mut().for_each(|t| *t = f(*t));
    *named = named.map(|n| n.map(f));
}

impl Overtaken {
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        let Overtaken { around, issued, copy, access } = self;
        let loops = around.iter().chain(issued).flat_map(terms_of_loop);
        loops.chain([copy, access].into_iter().flat_map(terms_of_access)).collect()
    }

    /// Replaces its terms.
    pub fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        let Overtaken { around, issued, copy, access } = self;
        map_access(copy, f);
        map_access(access, f);
        around.iter_mut().chain(issued).for_each(|l| map_loop(l, f));
    }
}

/// What a kernel says of its threads besides its symbols' axioms.
impl Kernel {
    /// Every term.
    #[must_use]
    pub fn all_terms(&self) -> Vec<Term> {
        let mut all = self.facts.clone();
        all.extend(self.factors.iter().map(|factor| factor.term));
        all.extend(self.contents.iter().flat_map(Stated::terms));
        all.extend(terms(&self.body));
        all.extend(self.overtaken.iter().flat_map(Overtaken::terms));
        all.extend(self.exits.iter().map(|exit| exit.continues));
        all.extend(self.gathered.iter().flat_map(Gathered::terms));
        all.extend(self.shuffles.iter().flat_map(Shuffle::terms));
        all.extend(self.butterflies.iter().flat_map(Butterfly::terms));
        all
    }

    /// Replaces every term.
    pub fn map_all_terms(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        map_terms(&mut self.body, f);
        self.overtaken.iter_mut().for_each(|o| o.map(f));
        self.facts.iter_mut().for_each(|fact| *fact = f(*fact));
        self.factors.iter_mut().for_each(|factor| factor.term = f(factor.term));
        self.contents.iter_mut().for_each(|stated| stated.map(f));
        self.exits.iter_mut().for_each(|exit| exit.continues = f(exit.continues));
        self.gathered.iter_mut().for_each(|set| set.map(f));
        self.shuffles.iter_mut().for_each(|shuffle| shuffle.map(f));
        self.butterflies.iter_mut().for_each(|butterfly| butterfly.map(f));
    }
}
