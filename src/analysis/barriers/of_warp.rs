//! Barriers of a warp: which of them count, for which lanes, and the split of a block's pairs into those of one warp and
//! the others.
//!
//! A barrier of a warp orders two lanes if both come to it in the same iterations and each names the other in its mask
//! (docs/design.md section 5; so a pair of lanes is a unit, of which tiles of every size are made). It is counted if this is the
//! same for both, whichever of them is asked: then the guard, for one thread and [`Prepared::others`], is uniform in the
//! pair; a lane that has returned counts as arrived at a barrier of all, as in a block ([`phases`](crate::analysis::phases::products)). A
//! barrier that is not proved so is taken out: sound for proofs, and named with every alarm, unless it was found not to
//! be reached by its lanes, or to wait for `__activemask()`, which may be the lane alone. That the lanes of the mask
//! come, with the same mask, is for [`masks`](super::masks).

use super::found::Barriers;
use super::parting::{Parting, barriers, parting};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes;
use crate::analysis::warp::lane_sets;
use crate::kernel::target::LANES;
use crate::kernel::{Loop, Step, Sync, SyncScope};
use crate::term::{BinaryOp, Node, Term, Var, VarKind};
use crate::verdict::{Approximation, Certainty};
use std::collections::BTreeSet;

/// Takes out the barriers of a warp that do not count, and what orders no memory. Returns whether the pairs of one warp are
/// to be looked at by themselves: a barrier of the warp is left, or one that is not may order them all the same.
pub(crate) fn settle(session: &mut Session<'_>, world: &mut Prepared, found: &Barriers) -> bool {
    let body = world.kernel.body.clone();
    world.unsettled.clone_from(&body);
    let all = barriers(&body);
    let mut guards = vec![];
    for (sync, loops) in &all {
        let of_active = sync.mask.is_some_and(|mask| lane_sets::is_active(world, mask));
        let counted = match (sync.scope, sync.orders) {
            (SyncScope::Warp, true) if of_active => None,
            (SyncScope::Warp, true) => match parting(session, world, sync, loops) {
                Parting::Never => guard(world, sync),
                Parting::Possible => None,
            },
            (_, false) => None,
            (SyncScope::Block | SyncScope::Cluster | SyncScope::Grid, true) => Some(sync.guard),
        };
        guards.push(counted);
    }
    drop_moving(world, &all, &mut guards);
    for ((sync, _), guard) in all.iter().zip(&guards) {
        let of_active = sync.mask.is_some_and(|mask| lane_sets::is_active(world, mask));
        if guard.is_none() && sync.orders && !of_active && !found.has(&sync.span, Certainty::Race) {
            let line = sync.span.line;
            world.uncounted.push(match sync.mask {
                None => Approximation::PartOfWarp { line },
                Some(_) => Approximation::MaskMayLeaveOut { line },
            });
        }
    }
    let counted = all.iter().zip(&guards).filter(|(_, guard)| guard.is_some());
    let masks: BTreeSet<Term> = counted.filter_map(|((s, _), _)| s.mask).collect();
    if may_cross(world, &masks) {
        world.uncounted.push(Approximation::ThirdLane);
    }
    let some = all.iter().zip(&guards).any(|((s, _), guard)| s.scope == SyncScope::Warp && guard.is_some());
    put(&mut world.kernel.body, &mut guards.into_iter());
    some || !world.uncounted.is_empty()
}

/// Leaves out the barriers whose guard is not the same condition in another iteration ([`lane_sets::counters`]), unless who
/// comes to them also comes to a barrier of that iteration whose guard is: then it is that one that decides.
fn drop_moving(world: &mut Prepared, all: &[(&Sync, Vec<&Loop>)], guards: &mut [Option<Term>]) {
    let mut fixed: Vec<(Var, Term)> = vec![];
    for ((_, loops), guard) in all.iter().zip(guards.iter()) {
        if let (Some(innermost), Some(guard)) = (loops.last(), guard)
            && lane_sets::counters(world, *guard).is_empty()
        {
            fixed.push((innermost.counter, world.terms.not(*guard)));
        }
    }
    for guard in guards {
        let Some(g) = *guard else { continue };
        let decided = |counter: &Var| {
            fixed.iter().any(|(c, misses)| c == counter && literals::contradictory(&world.terms, &[g, *misses]))
        };
        if !lane_sets::counters(world, g).iter().all(decided) {
            *guard = None;
        }
    }
}

/// Whether lanes may be ordered by way of a third one, with which each waits at a barrier of its own: not if of any two
/// masks one holds the other or none of it; one that changes from iteration to iteration is more than one.
fn may_cross(world: &Prepared, masks: &BTreeSet<Term>) -> bool {
    let (mut named, mut open) = (BTreeSet::new(), BTreeSet::new());
    for mask in masks {
        for lane in 0..LANES {
            match lanes::in_every_warp(world, *mask, lane) {
                Some(mask) => named.extend((mask >> lane & 1 == 1).then_some(mask)),
                None => _ = open.insert(up_to_complement(world, *mask)),
            }
        }
    }
    let cross = |a: u64, b: u64| a & b != 0 && a & !b != 0 && b & !a != 0;
    let counter = |v: &Var| world.terms.var_info(*v).kind == VarKind::Counter;
    let moves = |(set, _): &(Term, Option<i64>)| world.terms.vars_of(&[*set]).iter().any(counter);
    open.len() > 1
        || open.iter().any(moves)
        || !open.is_empty() && !named.is_empty()
        || named.iter().any(|a| named.iter().any(|b| cross(*a, *b)))
}

/// What a set of lanes and all others share, in a part of the warp that is fixed: those have no lane in common.
fn up_to_complement(world: &Prepared, mask: Term) -> (Term, Option<i64>) {
    match *world.terms.node(mask) {
        Node::Binary(BinaryOp::Xor, set, all) if world.terms.as_int(all) == Some(-1) => (set, None),
        Node::Binary(BinaryOp::And, set, part) if world.terms.as_int(part).is_some() => {
            (up_to_complement(world, set).0, world.terms.as_int(part))
        }
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => (mask, None),
    }
}

/// The condition under which the barrier orders a thread and another one.
fn guard(world: &mut Prepared, sync: &Sync) -> Option<Term> {
    let Some(mask) = sync.mask else { return Some(sync.guard) };
    let named = lane_sets::names_other(world, mask)?;
    Some(world.terms.and(sync.guard, named))
}

/// Gives the barriers, in their order, these guards; those without one go.
pub(crate) fn put(steps: &mut Vec<Step>, guards: &mut impl Iterator<Item = Option<Term>>) {
    steps.retain_mut(|step| match step {
        Step::Access(_) | Step::Fence(_) => true,
        Step::Sync(s) => match guards.next().flatten() {
            Some(guard) => {
                s.guard = guard;
                true
            }
            None => false,
        },
        Step::Loop(l) => {
            put(&mut l.body, guards);
            true
        }
    });
}
