//! Masks of a warp's barriers and exchanges: whether every lane that is named arrives, and is named by itself.
//!
//! Source: the PTX manual on `bar.warp.sync`, `shfl.sync` and their kin: what happens is undefined unless the executing
//! lane is in its mask, and every lane of the mask that has not returned comes with the same mask. Two threads of a warp at
//! the same iterations, as for any barrier (`divergence.rs`).
//!
//! Direction: over-approximates, as there; a lane that is alone in its warp is not asked whether it names itself. Where
//! the form of a mask is not known, that its lanes arrive is assumed, and said so.

use super::found::Barriers;
use super::left_loop::{self, Asked};
use super::missed::{self, AtBarrier};
use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::places::Asking;
use crate::analysis::asking::query::Question;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::witness::Sort;
use crate::analysis::pair::lanes;
use crate::analysis::pair::reach::{reach, reached};
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::warp::lane_sets;
use crate::kernel::{Loop, Sync};
use crate::term::Term;
use crate::verdict::{About, Approximation, Assumption, Certainty, Level, Open};
use std::collections::BTreeSet;

/// Checks all masks. At barriers lanes may meet though they wait at different ones, so that one alone is sure to be missed;
/// an exchange is one for all its lanes.
pub(crate) fn masks(session: &mut Session<'_>, world: &mut Prepared, all: &[(&Sync, Vec<&Loop>)]) -> Barriers {
    let mut found = Barriers::default();
    for approximation in [None, Some(&Approximation::OtherBarrierOfWarp)] {
        found = Barriers::default();
        let mut missed = BTreeSet::new();
        for (sync, loops) in all {
            let Some(mask) = sync.mask else { continue };
            let approximation = approximation.filter(|_| sync.orders);
            if check(session, world, (sync, mask, approximation), loops, &mut found) && sync.orders {
                missed.insert(sync.span.clone());
            }
        }
        if missed.len() < 2 {
            break;
        }
    }
    found
}

/// Checks the mask of `sync`. Returns whether a lane may be waited for in vain.
fn check(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (sync, mask, approximation): (&Sync, Term, Option<&Approximation>),
    loops: &[&Loop],
    barriers: &mut Barriers,
) -> bool {
    let Some(named) = lane_sets::names_itself(world, mask).zip(lane_sets::names_other(world, mask)) else {
        world.assumptions.push(Assumption::LanesArrive);
        return false;
    };
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, Level::Warp.into(), &shared, None);
    let Some(violations) = violations(world, &mut scene, (sync, mask, named), loops) else {
        world.assumptions.push(Assumption::LanesArrive);
        return false;
    };
    let survived = scene.survive(&mut world.terms, sync);
    let mut in_vain = false;
    for (facts, sort) in violations {
        // First it says that the lane is there.
        let reached = scene.base.iter().chain(facts.first()).copied().collect();
        let asking = Asking::of(Question::Divergence, &scene).both_at(sync, loops).facts(facts).facts(survived);
        let asking = asking.resting_on(approximation.filter(|_| sort == Sort::Lanes));
        let asking = if sort == Sort::Active { asking } else { asking.right_elsewhere() };
        let (outcome, query) = asking.ask(session, world, &mut scene);
        match outcome {
            Outcome::Found(witness) => {
                let missed = AtBarrier { sync, loops, level: Level::Warp, sort, reached, symbols: &scene.symbols };
                let certainty = missed::record(session, world, missed, (query, witness), barriers);
                in_vain |= sort == Sort::Lanes;
                if certainty != Certainty::Conditional {
                    return in_vain;
                }
            }
            Outcome::Unknown(why) => {
                barriers.unknown.insert(Open::about(About::Mask { line: sync.span.line }, why));
            }
            Outcome::Impossible => {}
        }
    }
    let (level, sort, waits) = (Level::Warp, Sort::Lanes, named.1);
    left_loop::leavers(session, world, &Asked { sync, loops, level, approximation, waits, sort }, barriers) || in_vain
}

/// What must not be, with what it is called: the left thread does not name itself; it arrives and names the right one, which
/// is alive and does not come with this mask. And of a barrier that waits for the lanes that happen to be together: both
/// come. Nothing if it is not known whether two masks are the same.
fn violations(
    world: &mut Prepared,
    scene: &mut Scene,
    (sync, mask, (itself, named)): (&Sync, Term, (Term, Term)),
    loops: &[&Loop],
) -> Option<Vec<(Vec<Term>, Sort)>> {
    let active = sync.orders && lane_sets::is_active(world, mask);
    let agree = lane_sets::agree(world, mask, true);
    let (one, reach) = (reached(&mut world.terms, sync.guard, loops), reach(&mut world.terms, sync.guard, loops));
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let mut of = |t: Term| Who::BOTH.map(|who| p.own(terms, who, t));
    let ([one, _], [_, other], [mask, others]) = (of(one), of(reach), of(mask));
    let ([itself, _], [it, _], [_, alive]) = (of(itself), of(named), of(sync.alive));
    let same = if agree { terms.truth() } else { lanes::same(terms, mask, others)? };
    let comes = terms.and(other, same);
    let mut all =
        vec![(vec![one, terms.not(itself)], Sort::Outsider), (vec![one, it, alive, terms.not(comes)], Sort::Lanes)];
    all.extend(active.then(|| (vec![one, other], Sort::Active)));
    Some(all)
}
