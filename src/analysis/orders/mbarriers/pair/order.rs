//! The pairs of accesses that mbarriers order.
//!
//! `A` of thread `t` comes before `B` of thread `u` where `t` arrives behind `A` for generation `g` of an object, and `u` has waited
//! before `B` for `g` of that object or for a later one.
//!
//! A pair that may be a race is ordered if the query excludes that none of the ways holds.

use super::super::visits::place_of;
use super::acquired::{acquired, ordered};
use super::copies::completed;
use super::released::released;
use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::knowledge::{Came, Mbarriers, Place, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, Life, Mode, Step, walk};
use crate::term::Term;
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
