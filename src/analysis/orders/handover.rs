//! Orders by way of memory: of two accesses in different threads, one comes before the other because a cell of memory was
//! handed over with release and acquire ([`flags`](super::flags)), or because both lie between taking a lock and giving it
//! back ([`locks`](super::locks)).
//!
//! Source: PTX ISA, memory consistency model: a release pattern (a release, or a fence and then an atomic store) on a cell
//! synchronises with an acquire pattern (an acquire, or an atomic load and then a fence) that reads what it stored, directly
//! or through atomic read-modify-writes; accesses before the one come before accesses behind the other.
//!
//! **Invariant:** what is handed over changes within a phase, so that two reads of one cell need not agree. Therefore no
//! pair on an array is ordered whose contents decide a condition, a place or what atomics store, and with such an order no two
//! writes count as of the same value if their value comes out of memory.
//!
//! Direction: sound. By form where accesses stand, by the solver who stores what. What is not seen to be of these kinds
//! orders nothing; where a fence is all that is missing, that is said.

use super::mbarriers::Ordered;
use super::order::Order;
use super::{flags, locks, mbarriers};
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::knowledge::Handovers;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, ArrayId, Mode, Step, walk};
use crate::term::{Func, FuncKind};
use std::collections::BTreeSet;

pub(crate) fn handovers(session: &mut Session<'_>, world: &mut Prepared) -> Handovers {
    let body = world.kernel.body.clone();
    let mbarriers = mbarriers::proved(session, world);
    let all: Vec<&Access> = walk::accesses(&body).collect();
    let astray = |a: &Access| world.kernel.arrays.get(a.array.0).is_none_or(|o| o.unknown_object);
    if all.iter().any(|a| a.writes() && astray(a)) {
        return Handovers::default(); // it may store anything anywhere
    }
    let flags = flags::flags(&mut world.terms, &body);
    let locks = locks::locks(world, &body, &all);
    Handovers { flags, locks, mbarriers, deciding: deciding(world, &body) }
}

/// The arrays whose contents decide conditions, places, or what atomics store.
fn deciding(world: &Prepared, body: &[Step]) -> BTreeSet<ArrayId> {
    let mut roots = world.kernel.facts.clone();
    roots.extend(world.kernel.exits.iter().map(|e| e.continues));
    roots.extend(walk::terms(&without_values(body)));
    let of_memory = |f: Func| match world.terms.func_info(f).kind {
        FuncKind::Memory { array } => array.map(ArrayId),
        FuncKind::Opaque { .. } | FuncKind::Loop { .. } | FuncKind::Pure(_) => None,
    };
    world.terms.funcs_behind(&roots).into_iter().filter_map(of_memory).collect()
}

/// The steps without what plain writes store.
fn without_values(steps: &[Step]) -> Vec<Step> {
    let mut all = steps.to_vec();
    walk::visit_mut(&mut all, &mut |step| {
        if let Step::Access(Access { mode: Mode::Write(value), .. }) = step {
            *value = None;
        }
    });
    all
}

/// How a pair that may be a race by `query` is ordered.
pub(crate) fn order(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    pair: [&Occurrence<'_>; 2],
) -> Order {
    let handovers = world.knowledge.handovers.clone();
    let level = scene.pairing.level;
    let changing = handovers.deciding.contains(&pair[0].access.array);
    if handovers.is_empty() || changing || pair.iter().any(|o| o.access.tile.is_some()) {
        return Order::None;
    }
    if scene.alone || pair.iter().any(|o| o.access.copy.is_some()) {
        // Nothing else says that a copy is over.
        return match mbarriers::order(session, world, scene, query, pair) {
            Ordered::Always => Order::Ordered(vec![]),
            Ordered::Unless(open) => Order::Unless(open),
            Ordered::No => Order::None,
        };
    }
    let mut lacks = Order::None;
    match mbarriers::order(session, world, scene, query, pair) {
        Ordered::Always => return Order::Ordered(vec![]),
        Ordered::Unless(open) => lacks = Order::Unless(open),
        Ordered::No => {}
    }
    for lock in &handovers.locks {
        match lock.order(session, world, scene, query, pair) {
            Order::Ordered(rests) => return Order::Ordered(rests),
            Order::Lacks(what) => lacks = Order::Lacks(what),
            Order::Unless(_) | Order::None => {}
        }
    }
    for flag in &handovers.flags {
        if !flag.concerns(world, level) {
            continue;
        }
        match flag.order(session, world, scene, query, pair) {
            Order::Ordered(rests) => return Order::Ordered(rests),
            Order::Lacks(what) => lacks = Order::Lacks(what),
            Order::Unless(_) | Order::None => {}
        }
    }
    lacks
}
