//! The arrivals that say that an access is over.
//!
//! Those of its own thread behind it. Where one thread of a warp (of the block) arrives for all, it does so for those that have passed a
//! barrier of the warp (the block) between the access and the arrival, in the same iteration.
//!
//! Direction: an arrival that is not seen to stand behind an access is none.

use super::super::asking::{Asker, GENERATION, Two};
use super::super::nested::instances;
use super::super::objects::Object;
use super::super::visits::{Instance, Side, comes_first, common, indices, is_by_index};
use super::acquired::{At, lane_of, lanes_that_come, syncs};
use super::products;
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::knowledge::{Came, Mbarriers, Place, Unit, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, Mode, Sync, SyncScope};
use crate::term::{Sharing, Substitution, Term};

/// The arrivals behind an access, of its own thread or of one that arrives for it.
pub(super) fn released(
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
