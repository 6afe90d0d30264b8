//! Bulk copies of which the end is a phase of an mbarrier: for whom they are over.
//!
//! A copy that claims generation `g` of an object is over, and what it has written is seen, for whoever has waited for `g` or a later
//! one; and for whoever has made an arrival, or issued a copy, for a generation behind `g`, since these come only once `g` is over. A barrier
//! that its thread passes says nothing of it.

use super::super::asking::{GENERATION, covers};
use super::super::nested::instances;
use super::super::objects::Object;
use super::super::visits::{Instance, Side, comes_first, common, ends_by_test, use_of};
use super::acquired::{At, acquired, ordered};
use crate::analysis::facts::knowledge::{Came, Mbarriers, Place, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, MbarrierUse, walk};
use crate::term::{Node, Term, Var};
use crate::verdict::Level;

/// The object and the generation with which the copy is over that an access is of, with the object's family.
fn end_of(world: &mut Prepared, known: &Mbarriers, access: &Access) -> Option<At> {
    let signal = access.signal.as_ref()?;
    let visit = visit_of(world, known, signal.copy)?;
    let (mut object, mut claim) = (Object::of(&visit.access), visit.claim?);
    if let Some(since) = &signal.since {
        let counters: Vec<Var> = visit.place.loops.iter().map(|l| l.counter).collect();
        if counters.len() != since.len() {
            return None;
        }
        object = object.map(|t| world.terms.applied((&counters, t), since));
        claim = world.terms.applied((&counters, claim), since);
    }
    let condition = world.terms.truth();
    Some((visit.family, Instance { condition, object, claim }))
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
fn over(world: &mut Prepared, known: &Mbarriers, place: &Place, access: &Access, level: Level) -> Vec<At> {
    let mut found = acquired(world, known, place);
    match level {
        Level::Warp | Level::Block => {}
        // What another block's copy has written is seen by a wait.
        Level::Cluster | Level::Grid => return found,
    }
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

/// The iteration in which a copy was issued, of the innermost loop around its issue.
fn turn_of(world: &mut Prepared, known: &Mbarriers, access: &Access) -> Option<Term> {
    let signal = access.signal.as_ref()?;
    match &signal.since {
        Some(since) => since.last().copied(),
        None => {
            let counter = visit_of(world, known, signal.copy)?.place.loops.last()?.counter;
            Some(world.terms.var(counter))
        }
    }
}

/// The waits in loops that end before a place, each in any one iteration, with the loop's counter: where a loop ends by its test alone, every
/// iteration was made for which the test holds.
fn waited(world: &mut Prepared, known: &Mbarriers, place: &Place) -> Vec<(usize, Instance, Var)> {
    let mut found = vec![];
    for visit in known.visits.iter().filter(|v| matches!(v.came, Came::Waits(_))) {
        let shared = common(&visit.place, place);
        let (Some(l), Some(claim)) = (visit.place.loops.get(shared), visit.claim) else { continue };
        if visit.place.loops.len() == shared + 1
            && comes_first(&visit.place, place)
            && ends_by_test(&mut world.terms, l)
        {
            let instance = Instance { condition: visit.condition, object: Object::of(&visit.access), claim };
            found.push((visit.family, instance, l.counter));
        }
    }
    found
}

fn before(world: &mut Prepared, claim: Term) -> Term {
    let minus_one = world.terms.int(GENERATION, -1);
    world.terms.add(claim, minus_one)
}

/// An access, and where it stands.
pub(super) type Placed<'a, 'k> = (&'a Occurrence<'k>, &'a Option<Place>);

/// The ways in which a bulk copy is over before another access; `who` issues it.
pub(super) fn completed(
    world: &mut Prepared,
    scene: &mut Scene,
    known: &Mbarriers,
    (copy, late): (Placed<'_, '_>, Placed<'_, '_>),
    who: Who,
) -> Vec<Term> {
    let Some(end) = end_of(world, known, copy.0.access) else { return vec![] };
    let (level, mut ways) = (scene.pairing.level, vec![]);
    if let Some(place) = late.1
        && late.0.access.copy.is_none_or(|c| !c.again)
    {
        let over = over(world, known, place, late.0.access, level);
        ways.extend(ordered(world, scene, (std::slice::from_ref(&end), &over), who));
        ways.extend(in_its_turn(world, scene, known, (copy.0.access, &end), place, who));
    }
    // Its own thread has seen its end where it might be under way.
    if let Some(place) = copy.1
        && copy.0.access.copy.is_some_and(|c| c.again)
    {
        let own = over(world, known, place, copy.0.access, level);
        for (_, wait) in own.into_iter().filter(|(family, _)| *family == end.0) {
            let terms = &mut world.terms;
            let way = covers(terms, &wait, end.1.object, end.1.claim);
            let way = scene.pairing.own(terms, who, way);
            ways.extend((!terms.is_false(way)).then_some(way));
        }
    }
    ways
}

/// The ways in which the late thread has waited for a copy in a loop that has ended: in the iteration that has the number of the copy's.
fn in_its_turn(
    world: &mut Prepared,
    scene: &mut Scene,
    known: &Mbarriers,
    (copy, (family, end)): (&Access, &At),
    place: &Place,
    who: Who,
) -> Vec<Term> {
    let Some(turn) = turn_of(world, known, copy) else { return vec![] };
    let other = match who {
        Who::Left => Who::Right,
        Who::Right => Who::Left,
    };
    let mut ways = vec![];
    for (_, wait, counter) in waited(world, known, place).into_iter().filter(|(of, ..)| of == family) {
        let terms = &mut world.terms;
        let counter = terms.var(counter);
        let counter = scene.pairing.own(terms, other, counter);
        let Node::Var(counter) = *terms.node(counter) else { continue };
        let [turn, claim] = [turn, end.claim].map(|t| scene.pairing.own(terms, who, t));
        let object = end.object.map(|t| scene.pairing.own(terms, who, t));
        if terms.width(turn) != terms.var_info(counter).width {
            continue;
        }
        let waited = wait.map(|t| scene.pairing.own(terms, other, t));
        let waited = waited.map(|t| terms.replace(t, counter, turn));
        let way = covers(terms, &waited, object, claim);
        ways.extend((!terms.is_false(way)).then_some(way));
    }
    ways
}
