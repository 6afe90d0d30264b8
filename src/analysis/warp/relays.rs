//! Lanes that are in order by way of others: x waits at one barrier with z, and z at a later one with y.
//!
//! Happens-before is transitive, so what x did before the first barrier comes before what y does after the last. Over the
//! barriers between two accesses, in the order of the program, this is a closure: the lanes that the left access comes
//! before are the left one itself and, barrier by barrier, all that meet one of them there. As a warp has 32 lanes, "some
//! lane" is a disjunction, of terms for the threads with the numbers 0 to 31 in it.
//!
//! The barriers are those of the unsettled kernel, whether or not they count for the pair ([`of_warp`](crate::analysis::barriers::of_warp)): after
//! the left access in the loops around it, and before the right one in the loops around that. A lane that comes to two of
//! them comes to them in this order.
//!
//! Where it cannot be said who comes to a barrier, the two lanes still meet if both do.
//!
//! Direction: orders too little. Lanes meet if they reach the barrier and each names the other in its mask, where this
//! follows from their indices and from what the warp shares, and a loop around the barrier goes on for all lanes alike.
//! That a lane comes whose guard holds, with the same mask, is for [`masks`](crate::analysis::barriers::masks).

use super::lane_sets;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::target::{LANES, MASK, REGISTER};
use crate::kernel::{Loop, Step, Sync, SyncScope};
use crate::term::{BinaryOp, Sharing, Substitution, Term, Terms, Var, VarKind};
use crate::verdict::Level;

/// The most iterations that are looked at of a loop between the accesses.
const ITERATIONS: u64 = 8;
/// The most barriers between two accesses that are looked at.
const BARRIERS: usize = 64;

/// A step, with the loops around it and the iterations of those that hold neither access.
#[derive(Clone)]
struct Place<'b> {
    step: &'b Step,
    loops: Vec<&'b Loop>,
    fixed: Vec<(Var, u64)>,
}

impl Place<'_> {
    /// The counters of the loops whose iterations are a side's.
    fn around(&self) -> Vec<Var> {
        let fixed = |c: &Var| self.fixed.iter().any(|(f, _)| f == c);
        counters(&self.loops).into_iter().filter(|c| !fixed(c)).collect()
    }
}

/// A lane at a barrier: whether it comes, and its mask (all lanes if there is none).
struct Comer {
    reaches: Term,
    mask: Option<Term>,
}

/// That no chain of barriers orders the left access before the right one.
pub(crate) fn unordered(world: &mut Prepared, scene: &mut Scene, sides: [&Occurrence<'_>; 2]) -> Option<Term> {
    let [_, rest @ ..] = world.block_dim;
    let in_rows = rest.iter().any(|d| world.terms.as_const(*d) != Some(1));
    let moved = sides.iter().any(|o| o.access.copy.is_some() || o.access.tile.is_some());
    if world.uncounted.is_empty() || scene.pairing.level != Level::Warp || in_rows || moved {
        return None;
    }
    let body = std::mem::take(&mut world.unsettled);
    let own = lanes::lane(world);
    let [left, right] = Who::BOTH.map(|who| scene.pairing.own(&mut world.terms, who, own));
    let mut reached = each(|z| is_lane(&mut world.terms, left, z));
    let places = between(&body, scene, sides);
    let met: Vec<Term> = places.iter().filter_map(|(place, _)| meeting(world, scene, place)).collect();
    let barriers = places.iter().filter_map(|(place, who)| Some((place, followed(world, place)?, *who)));
    for (place, sync, who) in barriers.take(BARRIERS).collect::<Vec<_>>() {
        let comers = each(|z| comer(world, scene, (place, sync, who), z));
        reached = joined(&mut world.terms, &comers, &reached);
    }
    world.unsettled = body;
    let terms = &mut world.terms;
    let ordered = (0..).zip(reached).map(|(z, reached)| {
        let is = is_lane(terms, right, z);
        terms.and(is, reached)
    });
    let ordered: Vec<Term> = ordered.chain(met).collect();
    let ordered = terms.any(ordered);
    Some(terms.not(ordered))
}

/// That both come to a barrier of the whole warp of which it cannot be said for all lanes who comes, in one iteration of
/// the loops around it.
fn meeting(world: &mut Prepared, scene: &mut Scene, place: &Place<'_>) -> Option<Term> {
    let Step::Sync(sync) = place.step else { return None };
    let whole = sync.scope == SyncScope::Warp && sync.orders && sync.named.is_none() && sync.mask.is_none();
    let one_iteration = place.loops.iter().all(|l| scene.shared.contains(&l.counter));
    if !whole || !one_iteration || followed(world, place).is_some() {
        return None;
    }
    let around = place.loops.iter().flat_map(|l| [l.entered, l.executed]);
    let comes: Vec<Term> = [sync.guard].into_iter().chain(around).collect();
    let both = Who::BOTH.map(|who| {
        let comes = world.terms.all(comes.clone());
        scene.pairing.own(&mut world.terms, who, comes)
    });
    Some(world.terms.all(both))
}

fn each<T>(f: impl FnMut(u32) -> T) -> Vec<T> {
    (0..LANES).map(f).collect()
}

fn is_lane(terms: &mut Terms, lane: Term, z: u32) -> Term {
    let z = terms.constant(REGISTER, u64::from(z));
    terms.eq(lane, z)
}

/// The steps between the accesses that one side comes to after its own, or the other before its own, in this order.
fn between<'b>(body: &'b [Step], scene: &Scene, [left, right]: [&Occurrence<'_>; 2]) -> Vec<(Place<'b>, Who)> {
    let [l, r] = [&left.loops, &right.loops].map(|loops| counters(loops));
    let mut all = vec![];
    flatten(body, (&[], &[]), &[l.as_slice(), &r].concat(), &mut all);
    let place = |o: &Occurrence<'_>| all.iter().position(|p| matches!(p.step, Step::Access(a) if a.id == o.access.id));
    let (Some(from), Some(to)) = (place(left), place(right)) else { return vec![] };
    let mut common = l.iter().zip(&r).take_while(|(a, b)| a == b).map(|(a, _)| a);
    let one_iteration = common.all(|c| scene.shared.contains(c));
    if scene.follows.is_none() && !one_iteration {
        return vec![]; // neither side is further on
    }
    let (mut tail, mut head) = (vec![], vec![]);
    for (at, place) in all.iter().enumerate() {
        let around = place.around();
        let (after, before) = (at > from && l.starts_with(&around), at < to && r.starts_with(&around));
        match scene.follows {
            None if after && at < to => tail.push((place.clone(), Who::Left)),
            None if before && at > from => tail.push((place.clone(), Who::Right)),
            None => {}
            Some(counter) if around.contains(&counter) => {
                tail.extend(after.then(|| (place.clone(), Who::Left)));
                head.extend(before.then(|| (place.clone(), Who::Right)));
            }
            Some(_) => {}
        }
    }
    tail.extend(head);
    tail
}

fn counters(loops: &[&Loop]) -> Vec<Var> {
    loops.iter().map(|l| l.counter).collect()
}

/// The steps in the order of the program; the loops with these counters once, of others the first iterations.
fn flatten<'b>(steps: &'b [Step], outer: (&[&'b Loop], &[(Var, u64)]), once: &[Var], all: &mut Vec<Place<'b>>) {
    let (loops, fixed) = outer;
    for step in steps {
        match step {
            Step::Access(_) | Step::Sync(_) => all.push(Place { step, loops: loops.to_vec(), fixed: fixed.to_vec() }),
            Step::Fence(_) => {}
            Step::Loop(l) => {
                let loops: Vec<&Loop> = loops.iter().copied().chain([l]).collect();
                if once.contains(&l.counter) {
                    flatten(&l.body, (&loops, fixed), once, all);
                } else {
                    for i in 0..ITERATIONS {
                        let fixed: Vec<(Var, u64)> = fixed.iter().copied().chain([(l.counter, i)]).collect();
                        flatten(&l.body, (&loops, &fixed), once, all);
                    }
                }
            }
        }
    }
}

/// The barrier, if the step is one of the warp and it can be said which lanes meet there.
fn followed<'b>(world: &Prepared, Place { step, loops, .. }: &Place<'b>) -> Option<&'b Sync> {
    let Step::Sync(sync) = step else { return None };
    let counted = sync.scope == SyncScope::Warp && sync.orders && sync.named.is_none();
    let of_active = sync.mask.is_some_and(|mask| lane_sets::is_active(world, mask));
    let by_index = |t: &Term| {
        let local = world.terms.vars_of(&[*t]).into_iter().any(|v| world.terms.var_info(v).kind == VarKind::Local);
        let own = |f| world.terms.func_info(f).sharing == Sharing::Thread;
        !local && !world.terms.apps_of(&[*t]).into_iter().any(|(_, f)| own(f))
    };
    let alike = |t: Term| {
        let of_thread = |v: Var| matches!(world.terms.var_info(v).kind, VarKind::ThreadIdx(_));
        by_index(&t) && !world.terms.vars_of(&[t]).into_iter().any(of_thread)
    };
    let known = [sync.guard].iter().chain(&sync.mask).all(by_index)
        && loops.iter().all(|l| alike(l.continues) && [l.executed, l.entered].iter().all(by_index));
    (counted && !of_active && known).then_some(sync)
}

/// Lane `z` of the left thread's warp at a barrier.
fn comer(world: &mut Prepared, scene: &mut Scene, (place, sync, who): (&Place<'_>, &Sync, Who), z: u32) -> Comer {
    let [x, ..] = world.kernel.launch.thread;
    let [threads, ..] = world.block_dim;
    let terms = &mut world.terms;
    let (number, lanes) = (terms.constant(REGISTER, u64::from(z)), terms.constant(REGISTER, u64::from(LANES)));
    let index = terms.var(x);
    let left = scene.pairing.own(terms, Who::Left, index);
    let index = if terms.as_const(threads).is_some_and(|n| n <= u64::from(LANES)) {
        number
    } else {
        let warp = terms.binary(BinaryOp::UDiv, left, lanes);
        let first = terms.mul(warp, lanes);
        terms.add(first, number)
    };
    let mut lane: Substitution = scene.pairing.with(who, x, index);
    for (counter, i) in &place.fixed {
        let i = terms.constant(terms.var_info(*counter).width, *i);
        lane.var(*counter, i);
    }
    let iterations = place.loops.iter().flat_map(|l| [l.entered, l.executed]);
    let mut all: Vec<Term> = [sync.guard].into_iter().chain(iterations).collect();
    all.iter_mut().for_each(|t| *t = terms.substitute(*t, &mut lane));
    all.push(terms.slt(index, threads));
    let reaches = terms.all(all);
    let mask = sync.mask.map(|mask| match lanes::in_every_warp(world, mask, z) {
        Some(mask) => world.terms.constant(MASK, mask),
        None => world.terms.substitute(mask, &mut lane),
    });
    Comer { reaches, mask }
}

/// Those that meet one of `reached` at the barrier, and these.
fn joined(terms: &mut Terms, comers: &[Comer], reached: &[Term]) -> Vec<Term> {
    let mut after = vec![];
    for (z, other) in (0..).zip(comers) {
        let mut ways: Vec<Term> = reached.get(after.len()).copied().into_iter().collect();
        for ((w, one), before) in (0..).zip(comers).zip(reached) {
            let (Some(there), Some(back)) = (names(terms, one.mask, z), names(terms, other.mask, w)) else { continue };
            ways.push(terms.all([*before, one.reaches, other.reaches, there, back]));
        }
        after.push(terms.any(ways));
    }
    after
}

/// Whether a mask names lane `z`, where that is known.
fn names(terms: &mut Terms, mask: Option<Term>, z: u32) -> Option<Term> {
    match mask {
        None => Some(terms.truth()),
        Some(mask) => {
            let z = terms.constant(REGISTER, u64::from(z));
            lanes::names(terms, mask, z, &mut |_, _| None)
        }
    }
}
