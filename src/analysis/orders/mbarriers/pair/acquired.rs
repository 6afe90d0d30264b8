//! What threads know that have waited for an mbarrier, or a lane of whose warp has.
//!
//! Direction: a wait that is not seen to stand before a place is none.

use super::super::asking::covers;
use super::super::nested::instances;
use super::super::objects::Object;
use super::super::visits::{Instance, Side, comes_first, common, is_by_index};
use crate::analysis::facts::knowledge::{Came, Mbarriers, Place, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::kernel::target::{LANES, LAST_LANE, REGISTER};
use crate::kernel::{Loop, Step, Sync, SyncScope};
use crate::term::{BinaryOp, FuncKind, PureOp, Sharing, Substitution, Term};

/// An arrival behind an access, or a wait before it, with the family of the object.
pub(super) type At = (usize, Instance);

/// That the accesses are in order by one of these: `who` makes the early one.
pub(super) fn ordered(
    world: &mut Prepared,
    scene: &mut Scene,
    (released, acquired): (&[At], &[At]),
    who: Who,
) -> Vec<Term> {
    let other = match who {
        Who::Left => Who::Right,
        Who::Right => Who::Left,
    };
    let mut ways = vec![];
    for (family, arrival) in released {
        for (_, wait) in acquired.iter().filter(|(of, _)| of == family) {
            let terms = &mut world.terms;
            let first = arrival.clone().map(|t| scene.pairing.own(terms, who, t));
            let second = wait.clone().map(|t| scene.pairing.own(terms, other, t));
            let over = covers(terms, &second, first.object, first.claim);
            let way = terms.and(first.condition, over);
            ways.extend((!terms.is_false(way)).then_some(way));
        }
    }
    ways
}

/// The waits before a place.
pub(super) fn acquired(world: &mut Prepared, known: &Mbarriers, place: &Place) -> Vec<At> {
    let mut found = vec![];
    for visit in known.visits.iter().filter(|v| matches!(v.came, Came::Waits(_))) {
        let all = instances(&mut world.terms, visit, place, Side::Before, &known.distances);
        let own = all.into_iter().map(|i| (visit.family, i));
        found.extend(own);
        for lane in lanes_that_come(world, visit.condition) {
            let of_lane = by_lane(world, visit, place, lane);
            found.extend(of_lane.into_iter().map(|i| (visit.family, i)));
        }
    }
    found
}

/// The wait of one lane of a thread's warp, where both pass a barrier of the warp behind it, in the iterations of the place.
fn by_lane(world: &mut Prepared, visit: &Visit, place: &Place, lane: Term) -> Option<Instance> {
    let claim = visit.claim?;
    let body = world.kernel.body.clone();
    if common(&visit.place, place) != visit.place.loops.len() {
        return None;
    }
    for (sync, at) in syncs(&body) {
        let between = comes_first(&visit.place, &at) && comes_first(&at, place);
        let inside = at.loops.len() == visit.place.loops.len() && common(&at, place) == at.loops.len();
        let whole = sync.orders && sync.mask.is_none() && sync.named.is_none() && sync.scope == SyncScope::Warp;
        if !between || !inside || !whole {
            continue;
        }
        let object = Object::of(&visit.access).try_map(|t| of_lane(world, t, lane));
        let of_lane = [visit.condition, sync.guard, claim].map(|t| of_lane(world, t, lane));
        let ([Some(waited), Some(passed), Some(claim)], Some(object)) = (of_lane, object) else { continue };
        let condition = world.terms.all([waited, passed, sync.guard]);
        return Some(Instance { condition, object, claim });
    }
    None
}

/// The lanes of a warp one of which may come for all: the first one, and those that the condition has elected.
pub(super) fn lanes_that_come(world: &mut Prepared, condition: Term) -> Vec<Term> {
    let terms = &mut world.terms;
    let mut lanes = vec![terms.constant(REGISTER, 0)];
    for (elected, func) in terms.apps_of(&[condition]) {
        if terms.func_info(func).kind == FuncKind::Pure(PureOp::Elected) {
            let last = terms.constant(REGISTER, LAST_LANE.into());
            lanes.push(terms.and(elected, last));
        }
    }
    lanes
}

/// A term for a lane of a thread's warp, where blocks have one row.
pub(super) fn of_lane(world: &mut Prepared, condition: Term, number: Term) -> Option<Term> {
    let mut by = lane_of(world, number)?;
    is_by_index(&world.terms, &[condition], Sharing::Warp).then(|| world.terms.substitute(condition, &mut by))
}

/// What makes a term one of a lane of the thread's warp, where blocks have one row.
pub(super) fn lane_of(world: &mut Prepared, number: Term) -> Option<Substitution> {
    let [_, rest @ ..] = world.block_dim;
    if !rest.iter().all(|d| world.terms.as_const(*d) == Some(1)) {
        return None;
    }
    let [x, ..] = world.kernel.launch.thread;
    let terms = &mut world.terms;
    let (index, lanes) = (terms.var(x), terms.constant(terms.var_info(x).width, u64::from(LANES)));
    let lane = terms.binary(BinaryOp::URem, index, lanes);
    let first = terms.sub(index, lane);
    let meant = terms.add(first, number);
    let mut by = Substitution::new();
    by.var(x, meant);
    Some(by)
}

/// All barriers, each with its place.
pub(super) fn syncs(body: &[Step]) -> Vec<(Sync, Place)> {
    fn collect(body: &[Step], at: &mut Place, found: &mut Vec<(Sync, Place)>) {
        for (i, step) in body.iter().enumerate() {
            at.path.push(i);
            match step {
                Step::Sync(sync) => found.push((sync.clone(), at.clone())),
                Step::Loop(l) => {
                    at.loops.push(Loop { body: vec![], ..l.clone() });
                    collect(&l.body, at, found);
                    at.loops.pop();
                }
                Step::Access(_) | Step::Fence(_) => {}
            }
            at.path.pop();
        }
    }
    let mut found = vec![];
    collect(body, &mut Place { path: vec![], loops: vec![] }, &mut found);
    found
}
