//! Flags: what a thread does before it sets a cell comes before what another one does that has seen it set.
//!
//! In terms of steps of the kernel's outermost list: an access `A`, a fence, and an atomic store `W` (or a releasing one);
//! in another thread an atomic load `L` (or anything atomic that gives the value), a fence (or an acquiring one), and an access
//! `B`. `L` is in a loop that goes on until the value is right, or the value is among the conditions of `B`. If `A` and `B`
//! conflict, `A` comes before `B` where, for the values that let `B` happen,
//! * the cell does not hold one when the kernel starts: it is taken to hold 0, which a proof that used it lists; in shared
//!   memory it is set to 0 before a barrier;
//! * every access of any thread that may store one in `L`'s cell is such a `W` of the thread of `A`. That is asked of the
//!   solver, with a third thread.
//!
//! Direction: sound. Where only a fence is missing, that is said.

use super::order::{Order, before_barrier, fenced, implied, is_atomic, keeps, looked_at};
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::knowledge::Flag;
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::conflict;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::{self, Who};
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, Array, ArrayId, Change, MemorySpace, Mode, Step, walk};
use crate::term::{Environment, Func, FuncKind, Substitution, Term, Terms, Var, VarKind};
use crate::verdict::{Assumption, Level};

/// A side of a release or acquire pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fenced {
    /// The accesses do not come in this order.
    No,
    /// They do, without a fence.
    Bare,
    Yes,
}

pub(crate) fn flags(terms: &mut Terms, body: &[Step]) -> Vec<Flag> {
    let steps = body.iter().enumerate();
    steps.filter_map(|(at, step)| flag(terms, at, step)).collect()
}

fn flag(terms: &mut Terms, at: usize, step: &Step) -> Option<Flag> {
    match step {
        Step::Access(look) => {
            let result = look.update.as_ref()?.result.filter(|_| keeps(terms, look))?;
            let seen = terms.apply(result, vec![]);
            Some(Flag { look: look.clone(), seen, known: None, entered: look.guard, at })
        }
        Step::Loop(l) => {
            let loads: Vec<&Access> = l.body.iter().filter_map(|s| atomic_load(terms, s)).collect();
            let [load] = loads.as_slice() else { return None };
            let id = load.id;
            let (look, result) = looked_at(terms, l, &|a| a.id == id)?;
            let counter = terms.var(l.counter);
            let seen = terms.apply(result, vec![counter]);
            let known = Some(terms.not(l.continues));
            let moves = terms.vars_of(&[look.offset]).contains(&l.counter);
            (!moves).then(|| Flag { look: look.clone(), seen, known, entered: l.entered, at })
        }
        Step::Sync(_) | Step::Fence(_) => None,
    }
}

fn atomic_load<'k>(terms: &Terms, step: &'k Step) -> Option<&'k Access> {
    match step {
        Step::Access(a) => (a.update.is_some() && keeps(terms, a)).then_some(a),
        Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
    }
}

/// The indices of a block's first thread; nothing is known of anything else.
struct FirstThread<'t>(&'t Terms);

impl Environment for FirstThread<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        matches!(self.0.var_info(var).kind, VarKind::ThreadIdx(_)).then_some(0)
    }

    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

/// An access that may store something in a flag.
struct Store<'k> {
    access: &'k Access,
    at: usize,
    /// What holds in threads that make it.
    given: Vec<Term>,
}

impl Flag {
    pub(crate) fn concerns(&self, world: &Prepared, level: Level) -> bool {
        let array = world.kernel.arrays.get(self.look.array.0);
        is_atomic(&self.look, level) && array.is_some_and(|a| conflict::concerns(a.space, level))
    }

    pub(crate) fn order(
        &self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        scene: &mut Scene,
        query: &Query,
        [left, right]: [&Occurrence<'_>; 2],
    ) -> Order {
        let mut lacks = Order::None;
        for (early, late, who) in [(left, right, Who::Right), (right, left, Who::Left)] {
            match self.before(session, world, scene, query, (early, late, who)) {
                Order::Ordered(rests) => return Order::Ordered(rests),
                Order::Lacks(what) => lacks = Order::Lacks(what),
                Order::Unless(_) | Order::None => {}
            }
        }
        lacks
    }

    /// Whether `early` comes before `late`, which thread `who` makes.
    fn before(
        &self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        scene: &mut Scene,
        query: &Query,
        (early, late, who): (&Occurrence<'_>, &Occurrence<'_>, Who),
    ) -> Order {
        let body = world.kernel.body.clone();
        let level = scene.pairing.level;
        let acquired = self.acquired(&world.terms, &body, late, level);
        if acquired == Fenced::No {
            return Order::None;
        }
        let (terms, pairing) = (&mut world.terms, &mut scene.pairing);
        let seen = pairing.own(terms, who, self.seen);
        let known: Vec<Term> = self.known.into_iter().map(|k| pairing.own(terms, who, k)).collect();
        let zero = terms.constant(terms.width(seen), 0);
        let first = terms.eq(seen, zero);
        if !refutes(session, world, scene, query, known.iter().copied().chain([first])) {
            return Order::None;
        }
        let mut released = Fenced::Yes;
        let mut line = 0;
        for store in stores(&world.terms, &body, self.look.array) {
            let sets = released_after(&world.terms, &body, early, &store, level);
            let mut facts = known.clone();
            facts.extend(self.stored(session, world, scene, (who, seen), &store, sets));
            if !refutes(session, world, scene, query, facts) {
                return Order::None;
            }
            if sets == Fenced::Bare {
                (released, line) = (Fenced::Bare, store.access.span.line);
            }
        }
        let Some(array) = world.kernel.arrays.get(self.look.array.0) else { return Order::None };
        let name = &array.name;
        match (released, acquired) {
            (Fenced::Yes, Fenced::Yes) => self.unless_set_before(&world.terms, &body, array),
            (Fenced::Bare, _) => {
                Order::Lacks(format!("`{name}` is set (line {line}) without a fence before it or release"))
            }
            (_, Fenced::Bare | Fenced::No) | (Fenced::No, _) => {
                let line = self.look.span.line;
                Order::Lacks(format!("`{name}` is read (line {line}) without a fence behind it or acquire"))
            }
        }
    }

    /// The order, if the cell holds 0 at the start.
    fn unless_set_before(&self, terms: &Terms, body: &[Step], flag: &Array) -> Order {
        let variable = flag.name.clone();
        match flag.space {
            MemorySpace::Global => Order::Ordered(vec![Assumption::ZeroAtStart { variable }]),
            MemorySpace::Shared if self.is_set_up(terms, body) => Order::Ordered(vec![]),
            MemorySpace::Cluster => Order::Lacks(format!("`{variable}` is reached by other blocks, too")),
            MemorySpace::Tabled => Order::Lacks(format!("`{variable}` is one of several objects")),
            MemorySpace::Shared => Order::Lacks(format!("nothing sets `{variable}` to 0 before a barrier")),
        }
    }

    /// Whether the first thread of every block, at least, stores 0 in the cell before a barrier that comes before the look.
    fn is_set_up(&self, terms: &Terms, body: &[Step]) -> bool {
        stores(terms, body, self.look.array).iter().any(|store| {
            let a = store.access;
            let same = a.offset == self.look.offset && a.bytes == self.look.bytes && terms.as_const(a.offset).is_some();
            let zero = value(terms, a).and_then(|v| terms.as_const(v)) == Some(0);
            let outermost = body.get(store.at).is_some_and(|s| matches!(s, Step::Access(_)));
            let always = terms.eval(a.guard, &FirstThread(terms)) == Some(1);
            same && zero && outermost && always && before_barrier(terms, body, [a, &self.look], Level::Block)
        })
    }

    /// Whether a thread that makes `late` has looked before.
    fn acquired(&self, terms: &Terms, body: &[Step], late: &Occurrence<'_>, level: Level) -> Fenced {
        let given = literals::conjuncts(terms, &[late.condition]);
        let Some(at) = place(body, late.access) else { return Fenced::No };
        if at <= self.at || !implied(terms, &given, self.entered) {
            return Fenced::No;
        }
        let acquires = self.look.update.as_ref().is_some_and(|u| u.acquires);
        if acquires || fenced(terms, &body[self.at + 1..at], &given, level) { Fenced::Yes } else { Fenced::Bare }
    }

    /// That a third thread makes the store, to the cell that is looked at, of what is seen there; if it is one of those of
    /// the thread of the early access, that it is another thread.
    fn stored(
        &self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        scene: &mut Scene,
        (who, seen): (Who, Term),
        store: &Store<'_>,
        sets: Fenced,
    ) -> Vec<Term> {
        let mut third = threads::third(&mut session.copies, world);
        let mut facts = threads::within(world, &mut third);
        let (terms, pairing) = (&mut world.terms, &mut scene.pairing);
        facts.extend(store.given.iter().map(|g| terms.substitute(*g, &mut third)));
        if world.kernel.arrays.get(self.look.array.0).is_some_and(|a| a.space == MemorySpace::Shared) {
            // Other blocks have cells of their own.
            for (index, dim) in world.kernel.launch.block.into_iter().zip(world.grid_dim) {
                if terms.as_const(dim) != Some(1) {
                    let index = terms.var(index);
                    let (a, b) = (pairing.own(terms, who, index), terms.substitute(index, &mut third));
                    facts.push(terms.eq(a, b));
                }
            }
        }
        let [place, length] = [self.look.offset, self.look.bytes].map(|t| pairing.own(terms, who, t));
        let [to, bytes] = [store.access.offset, store.access.bytes].map(|t| terms.substitute(t, &mut third));
        facts.extend(conflict::overlap(terms, 1, (place, length), (to, bytes)));
        if let Some(value) = value(terms, store.access)
            && bytes == length
            && terms.width(value) == terms.width(seen)
        {
            let value = terms.substitute(value, &mut third);
            let (elsewhere, same) = (terms.ne(place, to), terms.eq(value, seen));
            facts.push(terms.or(elsewhere, same));
        }
        if sets != Fenced::No {
            let other = match who {
                Who::Left => Who::Right,
                Who::Right => Who::Left,
            };
            facts.push(differs(world, scene, other, &mut third));
        }
        facts
    }
}

/// That the third thread is not `who`.
fn differs(world: &mut Prepared, scene: &mut Scene, who: Who, third: &mut Substitution) -> Term {
    let launch = world.kernel.launch;
    let terms = &mut world.terms;
    let mut found = vec![];
    for (index, dims) in [(launch.thread, world.block_dim), (launch.block, world.grid_dim)] {
        for (index, dim) in index.into_iter().zip(dims) {
            if terms.as_const(dim) != Some(1) {
                let index = terms.var(index);
                let (a, b) = (scene.pairing.own(terms, who, index), terms.substitute(index, third));
                found.push(terms.ne(a, b));
            }
        }
    }
    terms.any(found)
}

fn refutes(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    facts: impl IntoIterator<Item = Term>,
) -> bool {
    let mut more = query.clone();
    more.facts.extend(facts);
    more.finish(&session.copies, world, scene);
    session.refutes(&mut world.terms, &more)
}

/// Where an access stands in the outermost list.
fn place(body: &[Step], access: &Access) -> Option<usize> {
    body.iter().position(|s| inside(s).iter().any(|a| a.id == access.id))
}

fn inside(step: &Step) -> Vec<&Access> {
    walk::accesses(std::slice::from_ref(step)).collect()
}

/// What may change the array.
fn stores<'k>(terms: &Terms, body: &'k [Step], array: ArrayId) -> Vec<Store<'k>> {
    let mut found = vec![];
    for (at, step) in body.iter().enumerate() {
        let given = match step {
            Step::Access(a) => literals::conjuncts(terms, &[a.guard]),
            Step::Loop(l) => literals::conjuncts(terms, &[l.entered]),
            Step::Sync(_) | Step::Fence(_) => continue,
        };
        let all = inside(step).into_iter().filter(|a| a.array == array && !keeps(terms, a));
        found.extend(all.map(|access| Store { access, at, given: given.clone() }));
    }
    found
}

/// Whether every such store of a thread comes behind all its accesses `early`, with a fence between.
fn released_after(terms: &Terms, body: &[Step], early: &Occurrence<'_>, store: &Store<'_>, level: Level) -> Fenced {
    match place(body, early.access) {
        Some(at) if at < store.at && is_atomic(store.access, level) => {
            let releases = store.access.update.as_ref().is_some_and(|u| u.releases);
            let fence = fenced(terms, &body[at + 1..store.at], &store.given, level);
            if releases || fence { Fenced::Yes } else { Fenced::Bare }
        }
        Some(_) | None => Fenced::No,
    }
}

/// What an access stores, where that is known and does not come out of memory.
fn value(terms: &Terms, access: &Access) -> Option<Term> {
    let value = match (&access.mode, access.update.as_ref().map(|u| &u.change)) {
        (Mode::Write(value), _) => *value,
        (_, Some(Change::Set(new) | Change::Replace { new, .. })) => Some(*new),
        (
            Mode::Read | Mode::Atomic(_),
            Some(
                Change::Nothing
                | Change::Add(_)
                | Change::AddFloat(_)
                | Change::Count(_)
                | Change::SetBits(_)
                | Change::Mbarrier(_)
                | Change::Unknown,
            )
            | None,
        ) => None,
    }?;
    let from_memory = |f| matches!(terms.func_info(f).kind, FuncKind::Memory { .. });
    (!terms.apps_of(&[value]).into_iter().any(|(_, f)| from_memory(f))).then_some(value)
}
