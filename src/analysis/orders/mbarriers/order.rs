//! The pairs of accesses that mbarriers order.
//!
//! `A` of thread `t` comes before `B` of thread `u` where `t` arrives behind `A` for generation `g` of an object, and `u` has waited
//! before `B` for `g` of that object or for a later one. Where one thread of a warp (of the block) arrives for all, it does so for
//! those that have passed a barrier of the warp (the block) between `A` and the arrival, in the same iteration.
//!
//! A pair that may be a race is ordered if the query excludes that none of the ways holds.

use super::acquired::{At, acquired, lane_of, lanes_that_come, ordered, syncs};
use super::asking::{Asker, GENERATION, Two};
use super::copies::completed;
use super::nested::instances;
use super::objects::Object;
use super::products;
use super::setup::indices;
use super::visits::{Instance, Side, comes_first, common, is_by_index, place_of};
use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::knowledge::{Came, Mbarriers, Place, Unit, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, Life, Mode, Step, Sync, SyncScope, walk};
use crate::term::{Sharing, Substitution, Term};
use crate::verdict::{Assumption, Level};
use std::collections::BTreeSet;

/// What mbarriers make of a pair that may be a race.
pub(crate) enum Ordered {
    Always,
    /// They may leave this, which nothing that is counted orders.
    Unless(Box<(Query, Outcome)>),
    No,
}

/// How mbarriers order a pair that may be a race by `query`.
pub(crate) fn order(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    pair: [&Occurrence<'_>; 2],
) -> Ordered {
    let known = world.knowledge.handovers.mbarriers.clone();
    let known = match scene.pairing.level {
        Level::Warp | Level::Block => known,
        Level::Cluster => between_blocks(known),
        Level::Grid => return Ordered::No,
    };
    if known.guessed.is_empty() {
        return Ordered::No;
    }
    // Most are ordered within an iteration, which is easier to see.
    let near = Mbarriers { distances: vec![], ..known.clone() };
    let mut proved = None;
    for known in [&near, &known] {
        proved = unless(session, world, scene, query, (known, pair));
        if matches!(proved, Some((_, Outcome::Impossible))) {
            note_scopes(world, known);
            return Ordered::Always;
        }
    }
    let guessed = Mbarriers { visits: known.guessed.clone(), ..known };
    let guessed = unless(session, world, scene, query, (&guessed, pair));
    let open = guessed.into_iter().chain(proved).find(|(_, outcome)| matches!(outcome, Outcome::Found(_)));
    open.map_or(Ordered::No, |open| Ordered::Unless(Box::new(open)))
}

/// What orders threads of different blocks: objects that these reach, and operations that do not say that they order for the own block.
fn between_blocks(mut known: Mbarriers) -> Mbarriers {
    let is_narrow = |v: &&Visit| v.is_narrow() && matches!(v.came, Came::Arrives { .. });
    let narrow: BTreeSet<usize> =
        known.visits.iter().chain(&known.guessed).filter(is_narrow).map(|v| v.family).collect();
    let counts = |v: &Visit| {
        let orders = match v.came {
            // Of all who arrive one may stand for others.
            Came::Arrives { .. } => !narrow.contains(&v.family),
            Came::Waits(_) => !v.is_narrow(),
            Came::Expects | Came::Copies => true,
        };
        orders && v.access.rank.is_some()
    };
    known.visits.retain(counts);
    known.guessed.retain(counts);
    known
}

/// Notes that operations that name no scope were taken to order for the cluster.
fn note_scopes(world: &mut Prepared, known: &Mbarriers) {
    let is_open = |v: &Visit| {
        let of_memory = match v.came {
            Came::Arrives { .. } | Came::Waits(_) => true,
            Came::Expects | Came::Copies => false,
        };
        of_memory && v.access.rank.is_some() && v.access.update.as_ref().is_some_and(|u| u.scope.is_none())
    };
    if known.visits.iter().any(is_open) && !world.assumptions.contains(&Assumption::MbarriersOfCluster) {
        world.assumptions.push(Assumption::MbarriersOfCluster);
    }
}

/// What is left of a query besides what these visits order, if they order any of it.
fn unless(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    (known, pair): (&Mbarriers, [&Occurrence<'_>; 2]),
) -> Option<(Query, Outcome)> {
    let ways = ways(session, world, scene, (known, pair));
    if ways.is_empty() {
        return None;
    }
    let any = world.terms.any(ways);
    let mut more = query.clone();
    more.facts.push(world.terms.not(any));
    more.finish(&session.copies, world, scene);
    let outcome = session.ask(&mut world.terms, &more, &scene.symbols);
    Some((more, outcome))
}

/// The ways in which a pair may be ordered, of which one holds.
fn ways(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    (known, [left, right]): (&Mbarriers, [&Occurrence<'_>; 2]),
) -> Vec<Term> {
    let body = world.kernel.body.clone();
    let places = [(left, right), (right, left)].map(|(o, other)| place_in(world, &body, o.access, other.access));
    let [at_left, at_right] = &places;
    let mut ways = vec![];
    for (early, late, who) in
        [((left, at_left), (right, at_right), Who::Left), ((right, at_right), (left, at_left), Who::Right)]
    {
        if early.0.access.signal.is_some() || early.0.access.is_again() {
            ways.extend(completed(world, scene, known, (early, late), who));
            continue;
        }
        // Where a copy is under way, it was issued before.
        let is_under_way = late.0.access.is_again();
        let ((access, Some(place)), (_, Some(at))) = (early, late) else { continue };
        if is_under_way || scene.alone {
            continue;
        }
        let released = released(session, world, known, (access, place), late.0.access);
        let acquired = acquired(world, known, at);
        ways.extend(ordered(world, scene, (&released, &acquired), who));
    }
    ways
}

/// Where an access stands; the end of a block behind all steps. A block that a copy reads must not end before the one that waits for the
/// copy has done so: then a wait counts before the last barrier of the cluster.
fn place_in(world: &Prepared, body: &[Step], access: &Access, other: &Access) -> Option<Place> {
    match access.life {
        Some(Life::Ends) => {
            let is_last = |s: &Step| match s {
                Step::Sync(s) => s.orders && s.scope.covers(Level::Cluster) && world.terms.is_true(s.guard),
                Step::Access(_) | Step::Fence(_) | Step::Loop(_) => false,
            };
            let end = if reads_shared(world, other) { body.iter().rposition(is_last)? } else { body.len() };
            Some(Place { path: vec![end], loops: vec![] })
        }
        Some(Life::Begins) => None,
        None => place_of(body, access.id),
    }
}

/// Whether an access is by a bulk copy that reads shared memory.
fn reads_shared(world: &Prepared, access: &Access) -> bool {
    let Some(signal) = &access.signal else { return false };
    let is_source = |a: &Access| a.signal.as_ref().is_some_and(|s| s.copy == signal.copy) && a.mode == Mode::Read;
    walk::accesses(&world.kernel.body)
        .filter(|a| is_source(a))
        .any(|a| world.kernel.arrays.get(a.array.0).is_none_or(|array| !array.space.is_global()))
}

/// The arrivals behind an access, of its own thread or of one that arrives for it.
fn released(
    session: &mut Session<'_>,
    world: &mut Prepared,
    known: &Mbarriers,
    (access, place): (&Occurrence<'_>, &Place),
    late: &Access,
) -> Vec<At> {
    let mut found = vec![];
    let end = until(access.access, late);
    let mut next = vec![world.terms.constant(GENERATION, 1)];
    next.retain(|_| !known.distances.is_empty());
    for visit in known.visits.iter().filter(|v| matches!(v.came, Came::Arrives { .. })) {
        if end.is_some_and(|end| visit.access.pending.contains(&end)) {
            continue;
        }
        let kin = known.visits.iter().filter(|v| v.family == visit.family && matches!(v.came, Came::Arrives { .. }));
        // A thread that has left need not arrive later on.
        let leaves = kin.clone().any(Visit::drops);
        let next: &[Term] = if leaves { &[] } else { &next };
        let all = instances(&mut world.terms, visit, place, Side::Behind, next);
        found.extend(all.into_iter().map(|i| (visit.family, i)));
        let unit = known.units.get(visit.family).copied().filter(|_| kin.clone().count() == 1).unwrap_or(Unit::Thread);
        // A copy is over for its own thread only.
        if access.access.copy.is_none_or(|c| c.product)
            && let Some(instance) = elected(session, world, (visit, unit), (access, place))
        {
            found.push((visit.family, instance));
        }
        let kin: Vec<&Visit> = kin.collect();
        let of_group = match leaves {
            true => vec![],
            false => products::released(session, world, known, (visit, &kin), (access, place)),
        };
        found.extend(of_group.into_iter().map(|i| (visit.family, i)));
    }
    found
}

/// What has to be over before an arrival that orders an access: the copy that makes it; or that bulk copies need not see it, before one
/// that reads there.
fn until(early: &Access, late: &Access) -> Option<usize> {
    let reads = late.mode == Mode::Read && late.copy.is_some_and(|c| c.bulk.is_some_and(|b| !b.fenced));
    // Products that are under way stand once more behind arrivals.
    early.copy.filter(|c| !c.product).map(|c| c.end).or_else(|| early.unfenced.filter(|_| reads).map(|u| u.end))
}

/// The arrival of another thread of the unit behind a barrier that both pass behind the access, in the iterations of the access.
fn elected(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (visit, unit): (&Visit, Unit),
    (access, place): (&Occurrence<'_>, &Place),
) -> Option<Instance> {
    let claim = visit.claim?;
    let shared = common(&visit.place, place);
    // Each arrival is in loops of the access.
    if unit == Unit::Thread || shared != visit.place.loops.len() {
        return None;
    }
    let body = world.kernel.body.clone();
    for (sync, at) in syncs(&body) {
        let between = comes_first(place, &at) && comes_first(&at, &visit.place) && common(&at, place) == at.loops.len();
        let whole = sync.orders && sync.mask.is_none() && sync.named.is_none();
        if !between || !whole || at.loops.len() != shared {
            continue;
        }
        match sync.scope {
            SyncScope::Warp | SyncScope::Block => {}
            SyncScope::Cluster | SyncScope::Grid => continue,
        }
        let passed = passes(session, world, (visit, unit), access, &sync);
        if passed && comes_for(session, world, (visit, unit), access) {
            return Some(Instance { condition: sync.guard, object: Object::of(&visit.access), claim });
        }
    }
    None
}

/// Whether every thread of the unit that arrives for the generation of an access does so in its iteration, and both pass a barrier.
fn passes(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (visit, unit): (&Visit, Unit),
    access: &Occurrence<'_>,
    sync: &Sync,
) -> bool {
    let Some(claim) = visit.claim else { return false };
    let others = match unit {
        Unit::Warp => Two::Lanes,
        Unit::Thread | Unit::Block => Two::Threads,
    };
    [others, Two::Same].into_iter().all(|two| {
        let mut asker = Asker::of(session, world, two);
        asker.holds(Who::Left, [access.condition]);
        asker.holds(Who::Right, [visit.condition]);
        let object = Object::of(&visit.access);
        let (same, agree) = (asker.is_one(object, object), asker.agree(claim, claim));
        let mut covered = vec![];
        for l in &visit.place.loops {
            let counter = asker.terms().var(l.counter);
            covered.push(asker.agree(counter, counter));
        }
        covered.extend(Who::BOTH.map(|who| asker.own(who, sync.guard)));
        if sync.scope == SyncScope::Warp && two != Two::Same {
            covered.push(asker.one_warp());
        }
        let covered = asker.terms().all(covered);
        let not = asker.terms().not(covered);
        asker.excludes([same, agree, not])
    })
}

/// Whether a thread that makes the access is of a unit of which one arrives, at the same object for the same generation. There is one unit
/// if that is the block, and no other block arrives; of warps all do if nothing tells them apart.
fn comes_for(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (visit, unit): (&Visit, Unit),
    access: &Occurrence<'_>,
) -> bool {
    let (condition, object) = (visit.condition, Object::of(&visit.access));
    let Some(claim) = visit.claim else { return false };
    let threads: Vec<Substitution> = match unit {
        Unit::Block if object.rank.is_none() => return true,
        Unit::Thread => vec![],
        Unit::Block => threads_that_come(world, condition),
        Unit::Warp => {
            // Of the thread's own warp.
            let lanes = lanes_that_come(world, condition);
            lanes.into_iter().filter_map(|lane| lane_of(world, lane)).collect()
        }
    };
    let sharing = if unit == Unit::Block { Sharing::Block } else { Sharing::Warp };
    let terms: Vec<Term> = object.terms().chain([condition, claim]).collect();
    if !is_by_index(&world.terms, &terms, sharing) {
        return false;
    }
    threads.into_iter().any(|mut by| {
        let [comes, of] = [condition, claim].map(|t| world.terms.substitute(t, &mut by));
        let at = object.map(|t| world.terms.substitute(t, &mut by));
        let (there, then) = (at.is(&mut world.terms, object), world.terms.eq(of, claim));
        let comes = world.terms.all([comes, there, then]);
        let mut asker = Asker::of(session, world, Two::Same);
        asker.holds(Who::Left, [access.condition]);
        let comes = asker.own(Who::Left, comes);
        let not = asker.terms().not(comes);
        asker.excludes([not])
    })
}

/// The threads of a block that may come for all of it: the first one, and those whose first index is compared.
fn threads_that_come(world: &mut Prepared, condition: Term) -> Vec<Substitution> {
    let (thread, [columns, ..]) = (world.kernel.launch.thread, world.block_dim);
    let mut all = indices(world, condition);
    let terms = &mut world.terms;
    all.retain(|index| *index == 0 || terms.as_const(columns).is_some_and(|n| *index < n));
    let mut found = vec![];
    for index in all {
        let mut by = Substitution::new();
        for (axis, v) in thread.into_iter().enumerate() {
            let number = terms.constant(terms.var_info(v).width, if axis == 0 { index } else { 0 });
            by.var(v, number);
        }
        found.push(by);
    }
    found
}
