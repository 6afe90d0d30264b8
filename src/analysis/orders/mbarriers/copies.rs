//! Bulk copies of which the end is a phase of an mbarrier: for whom they are over.
//!
//! A copy that claims generation `g` of an object is over, and what it has written is seen, for whoever has waited for `g` or a later
//! one; and for whoever has made an arrival, or issued a copy, for a generation behind `g`, since these come only once `g` is over. A barrier
//! that its thread passes says nothing of it.

use super::asking::GENERATION;
use super::order::{At, acquired};
use super::visits::{Instance, Side, instances, use_of};
use crate::analysis::facts::knowledge::{Came, Mbarriers, Place, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, MbarrierUse, walk};
use crate::term::{Term, Var};

/// The object and the generation with which the copy is over that an access is of, with the object's family.
pub(super) fn end_of(world: &mut Prepared, known: &Mbarriers, access: &Access) -> Option<At> {
    let signal = access.signal.as_ref()?;
    let visit = visit_of(world, known, signal.copy)?;
    let (mut offset, mut claim) = (visit.access.offset, visit.claim?);
    if let Some(since) = &signal.since {
        let counters: Vec<Var> = visit.place.loops.iter().map(|l| l.counter).collect();
        if counters.len() != since.len() {
            return None;
        }
        [offset, claim] = [offset, claim].map(|t| world.terms.applied((&counters, t), since));
    }
    let condition = world.terms.truth();
    Some((visit.family, Instance { condition, offset, claim }))
}

/// What a copy does to its mbarrier, if that is one object, and proved.
fn visit_of(world: &Prepared, known: &Mbarriers, copy: usize) -> Option<Visit> {
    let of = |a: &Access| a.signal.as_ref().is_some_and(|s| s.copy == copy);
    let told =
        walk::accesses(&world.kernel.body).filter(|a| of(a) && matches!(use_of(a), Some(MbarrierUse::Complete(_))));
    if told.count() != 1 {
        return None;
    }
    known.visits.iter().find(|v| matches!(v.came, Came::Copies) && of(&v.access)).cloned()
}

/// The generations that are over where a thread comes to a place, to issue a copy if the access is one.
pub(super) fn over(world: &mut Prepared, known: &Mbarriers, place: &Place, access: &Access) -> Vec<At> {
    let mut found = acquired(world, known, place);
    for visit in known.visits.iter().filter(|v| !matches!(v.came, Came::Waits(_))) {
        for instance in instances(&mut world.terms, visit, place, Side::Before, &known.distances) {
            let claim = before(world, instance.claim);
            found.push((visit.family, Instance { claim, ..instance }));
        }
    }
    if access.copy.is_some_and(|c| !c.again)
        && let Some((family, instance)) = end_of(world, known, access)
    {
        let claim = before(world, instance.claim);
        found.push((family, Instance { claim, ..instance }));
    }
    found
}

fn before(world: &mut Prepared, claim: Term) -> Term {
    let minus_one = world.terms.int(GENERATION, -1);
    world.terms.add(claim, minus_one)
}
