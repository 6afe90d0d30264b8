//! Named barriers: which threads come to each, whether these are as many as it is for, and so which pairs it orders.
//!
//! Source: PTX ISA, `bar` and `barrier`. A block has 16 barriers; one opens when as many threads as it was told have come,
//! counted by whole warps, whoever they are and wherever they wait. `__syncthreads` is number 0, for all threads.
//!
//! Let all that ever come to barrier `k` be the threads of one set `S` of whole warps; let these come to each place in the
//! same iterations; let each place wait for `|S|` threads. By induction over how often it opens, no thread of `S` comes
//! again before all others have come, and they have come to the same place in the same iteration, since all walk the program
//! in one order. So there it orders the pairs of `S`, and no others; nobody waits for ever. A barrier for which that holds
//! gets the guard *both threads are in `S`* (of the other one by [`Prepared::others`]) and is then one like any other.
//!
//! Whether it holds is found by counting the threads of the block one by one, so their number must be known, and the
//! conditions on the way to the barrier must each depend on the thread's index alone or be uniform in the block.
//!
//! Direction: sound. What is not seen to be of this kind is taken out, and makes the kernel unsupported, by name. Where
//! the sets of two barriers overlap and neither holds the other, order by way of a third thread is lost, and alarms say so.

use super::found::{Barriers, open_at};
use super::missed;
use super::of_warp;
use super::parting::barriers;
use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::places::Asking;
use crate::analysis::asking::query::Question;
use crate::analysis::asking::variables;
use crate::analysis::facts::by_index::{At, Dependence, dependence};
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::typability;
use crate::analysis::findings::witness::{Sort, finding, name_cells};
use crate::analysis::pair::reach::reached;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::warp::lane_sets;
use crate::kernel::target::{BLOCK_LIMIT, CUDA, LANES};
use crate::kernel::{Loop, Named, Sync, SyncScope};
use crate::term::{Intervals, Substitution, Term, Terms};
use crate::verdict::{Approximation, Level, Missing};
use std::collections::{BTreeMap, BTreeSet};

/// The barriers of a block.
const BARRIERS: i128 = CUDA.barriers as i128;

/// Why a barrier is not followed.
const WHO_COMES: &str = "which threads come to it is not known";

/// Threads by their number in the block.
type Threads = BTreeSet<u64>;

/// How a barrier is used.
#[derive(Default)]
struct Used {
    /// The threads that come to it, by place.
    sets: BTreeSet<Threads>,
    some_only_arrive: bool,
}

/// By the number of the barrier.
type Uses = BTreeMap<u64, Used>;

/// Who comes to a barrier at one place, and for how many it opens there.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Group {
    threads: Threads,
    count: u64,
}

impl Group {
    fn is_miscounted(&self) -> bool {
        self.threads.len() as u64 != self.count
    }
}

/// The groups of a place, by the number of the barrier, and the guard with which it orders them.
struct Place {
    /// They do not only arrive.
    waits: bool,
    groups: BTreeMap<u64, Group>,
    guard: Term,
}

/// Gives the named barriers guards that say which pairs they order; takes out what cannot be counted on.
pub(crate) fn settle(session: &mut Session<'_>, world: &mut Prepared) -> Barriers {
    let mut found = Barriers::default();
    let body = world.kernel.body.clone();
    let all = barriers(&body);
    if all.iter().all(|(s, _)| s.named.is_none()) {
        return found;
    }
    let places: Vec<Result<Place, String>> = all.iter().map(|(sync, loops)| place(world, sync, loops)).collect();
    let uses = uses(&places);
    if overlap(&uses) {
        world.kernel.ignored.push(Approximation::ThirdThread);
    }
    let mut guards = vec![];
    for ((sync, loops), place) in all.iter().zip(&places) {
        if sync.named.is_none() {
            guards.push(Some(sync.guard));
            continue;
        }
        let line = sync.span.line;
        let returned = !world.terms.is_true(sync.alive);
        let ordered = place.as_ref().map_err(String::clone).and_then(|p| usable(p, &uses, returned).map(|()| p));
        guards.push(match ordered {
            Err(why) => {
                world.kernel.unsupported.push(format!("the named barrier at line {line} is not followed: {why}"));
                None
            }
            Ok(place) if place.groups.values().any(Group::is_miscounted) => {
                world.kernel.ignored.push(Approximation::Miscounted { line });
                // Else there may be more that come.
                if places.iter().all(Result::is_ok) {
                    miscounts(session, world, (sync, loops), place, &mut found);
                }
                None
            }
            Ok(place) => Some(place.guard),
        });
    }
    of_warp::put(&mut world.kernel.body, &mut guards.into_iter());
    found
}

fn uses(places: &[Result<Place, String>]) -> Uses {
    let mut uses = Uses::new();
    for place in places.iter().flatten() {
        for (id, group) in &place.groups {
            let used = uses.entry(*id).or_default();
            used.sets.insert(group.threads.clone());
            used.some_only_arrive |= !place.waits;
        }
    }
    uses
}

/// Whether two sets have threads in common and each has some for itself.
fn overlap(uses: &Uses) -> bool {
    let all: BTreeSet<&Threads> = uses.values().flat_map(|u| &u.sets).collect();
    all.iter().any(|a| all.iter().any(|b| !a.is_disjoint(b) && !a.is_subset(b) && !b.is_subset(a)))
}

/// What is asked of the groups of a place; `returned`: some threads may have returned before.
fn usable(place: &Place, uses: &Uses, returned: bool) -> Result<(), String> {
    for (id, group) in &place.groups {
        if uses.get(id).is_some_and(|u| u.some_only_arrive) {
            return Err(format!("threads arrive at barrier {id} and do not wait (`bar.arrive`)"));
        }
        if uses.get(id).is_some_and(|u| u.sets.len() > 1) {
            return Err(format!("different threads use barrier {id} at different places"));
        }
        let warp = u64::from(LANES);
        let mate = |t: &u64| (t / warp * warp..(t / warp + 1) * warp).all(|other| group.threads.contains(&other));
        if !group.threads.iter().all(mate) {
            return Err("a part of a warp comes to it".to_owned());
        }
        if group.count % warp != 0 || group.count == 0 {
            return Err(format!("it is for {} threads, which are no whole warps", group.count));
        }
        if group.is_miscounted() && returned {
            return Err("threads that may have returned before are not counted".to_owned());
        }
    }
    Ok(())
}

/// Who comes to a barrier; an error if that is not seen. Nobody comes to one that is of no matter here.
fn place(world: &mut Prepared, sync: &Sync, loops: &[&Loop]) -> Result<Place, String> {
    let (groups, guard, waits) = (BTreeMap::new(), sync.guard, sync.orders);
    let Some(Named { id, count }) = sync.named else {
        // All threads of the block use number 0. If they are not known to, it is no matter of this barrier.
        let whole = (sync.scope != SyncScope::Warp && sync.orders).then(|| size(world)).flatten();
        let group = |size| (0, Group { threads: (0..size).collect(), count: size });
        return Ok(Place { waits: true, groups: whole.map(group).into_iter().collect(), guard });
    };
    let size = size(world).ok_or("how many threads a block has is not known, or they are no whole warps")?;
    let conditions = loops.iter().flat_map(|l| [l.executed, l.entered]).chain([sync.guard]);
    let own = own_of(&world.terms, &conditions.collect::<Vec<_>>())?;
    let goes_on = own_of(&world.terms, &loops.iter().map(|l| l.continues).collect::<Vec<_>>())?;
    let mut place = Place { waits, groups, guard };
    let mut went_on = None;
    for thread in 0..size {
        let at = At::new(world, thread);
        if values(&at, &world.terms, &own)?.contains(&0) {
            continue;
        }
        let goes_on = values(&at, &world.terms, &goes_on)?;
        if *went_on.get_or_insert_with(|| goes_on.clone()) != goes_on {
            return Err("its threads leave a loop around it in different iterations".to_owned());
        }
        let count = match count {
            Some(count) => value(&at, &world.terms, count, "for how many threads it is, is not known")?,
            None => size,
        };
        for id in numbers(&world.terms, &at, id)? {
            let group = place.groups.entry(id).or_insert_with(|| Group { threads: Threads::new(), count });
            if group.count != count {
                return Err(format!("at barrier {id} its threads wait for different numbers of threads"));
            }
            group.threads.insert(thread);
        }
    }
    place.guard = pairs(world, sync.guard, &own, id);
    Ok(place)
}

/// The guard under which the barrier orders a thread and another one: both get there, with the same number.
fn pairs(world: &mut Prepared, guard: Term, own: &[Term], id: Term) -> Term {
    let mut by = Substitution::new();
    for v in world.kernel.launch.thread {
        let index = world.terms.var(v);
        by.var(v, lane_sets::of_other(world, index));
    }
    let mut conditions = vec![guard];
    for t in own {
        conditions.extend([*t, world.terms.substitute(*t, &mut by)]);
    }
    let other = world.terms.substitute(id, &mut by);
    conditions.push(world.terms.eq(id, other));
    world.terms.all(conditions)
}

/// The numbers that `id` may be for this thread.
fn numbers(terms: &Terms, at: &At, id: Term) -> Result<Vec<u64>, String> {
    let range = match dependence(terms, id) {
        Dependence::Own => value(at, terms, id, "its number is not known").map(|n| i128::from(n)..=i128::from(n))?,
        Dependence::Uniform => {
            let range = Intervals::new().of(terms, id);
            range.lo..=range.hi
        }
        Dependence::Mixed => return Err("its number is not known".to_owned()),
    };
    if *range.start() < 0 || *range.end() >= BARRIERS {
        return Err("its number may not be one from 0 to 15".to_owned());
    }
    Ok(range.filter_map(|n| u64::try_from(n).ok()).collect())
}

/// The threads of a block, if that is a number of whole warps.
fn size(world: &Prepared) -> Option<u64> {
    let size = world.block_dim.iter().try_fold(1u64, |n, d| n.checked_mul(world.terms.as_const(*d)?))?;
    (size % u64::from(LANES) == 0 && size <= BLOCK_LIMIT).then_some(size)
}

/// Those of `conditions` that depend on the thread's index; an error if there is more to it.
fn own_of(terms: &Terms, conditions: &[Term]) -> Result<Vec<Term>, String> {
    let mut own = vec![];
    for t in literals::conjuncts(terms, conditions) {
        match dependence(terms, t) {
            Dependence::Own => own.push(t),
            Dependence::Uniform => {}
            Dependence::Mixed => return Err(WHO_COMES.to_owned()),
        }
    }
    Ok(own)
}

fn value(at: &At, terms: &Terms, t: Term, why: &str) -> Result<u64, String> {
    terms.eval(t, at).ok_or_else(|| why.to_owned())
}

fn values(at: &At, terms: &Terms, all: &[Term]) -> Result<Vec<u64>, String> {
    all.iter().map(|t| value(at, terms, *t, WHO_COMES)).collect()
}

/// Reports the barriers that open at a place for another number of threads than come, if it is ever reached.
fn miscounts(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (sync, loops): (&Sync, &[&Loop]),
    place: &Place,
    found: &mut Barriers,
) {
    let Some(Named { id: number, .. }) = sync.named else { return };
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, Level::Block.into(), &shared, None);
    let reach = reached(&mut world.terms, sync.guard, loops);
    for (id, group) in place.groups.iter().filter(|(_, g)| g.is_miscounted()) {
        let id = world.terms.constant(world.terms.width(number), *id);
        let is = world.terms.eq(number, id);
        let comes = [reach, is].map(|t| scene.pairing.own(&mut world.terms, Who::Left, t));
        let survived = scene.survive(&mut world.terms, sync);
        let asking = Asking::of(Question::Divergence, &scene).both_at(sync, loops).right_elsewhere().facts(comes);
        let asking = asking.facts(survived);
        let (outcome, mut query) = asking.ask(session, world, &mut scene);
        match outcome {
            Outcome::Found(witness) => {
                query.sides[0].opaque = typability::barrier(&world.terms, sync, loops, false);
                let sort = Sort::Count { come: group.threads.len() as u64, awaited: group.count };
                let mut new = finding(&world.terms, &query, &witness, Level::Block, sort, None, &world.fixed);
                variables::tell((&world.terms, world.kernel.launch), (&query, &witness), &scene.symbols, &mut new);
                name_cells(&mut new, &world.kernel.arrays);
                let missed = missed::how_missed(&world.terms, (&query, &witness), sync, Missing::Count);
                new.given.iter_mut().for_each(|given| given.missed = Some(missed.clone()));
                new.parties.truncate(1);
                found.add(sync.span.clone(), new);
            }
            Outcome::Unknown(why) => _ = found.unknown.insert(open_at(sync, why)),
            Outcome::Impossible => {}
        }
    }
}
