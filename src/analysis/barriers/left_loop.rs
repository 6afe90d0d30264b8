//! Threads that miss a barrier in a loop because they have left the loop in an earlier iteration.
//!
//! That two threads part is seen in the iteration in which they do, if a barrier is reached in it or the next
//! ([`divergence`](super::divergence)). A barrier that is passed in some iterations only may be missed by a thread that
//! left when no thread came to it: one thread reaches it in iteration i, and the other has left the loop at the end of
//! iteration j < i, whatever its conditions would say of later ones. Each loop around the barrier has an iteration j
//! of its own to ask for; in the loops around that the two agree.
//!
//! Direction: over-approximates as for all barriers; both threads' loops are replayed.

use super::found::{Barriers, open_at};
use super::missed::{self, AtBarrier};
use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::places::Asking;
use crate::analysis::asking::query::Question;
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::witness::Sort;
use crate::analysis::pair::reach::reached;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::kernel::{Loop, Sync, SyncScope};
use crate::term::{Term, Terms};
use crate::verdict::{Approximation, Level};

/// What is asked of a barrier.
pub(crate) struct Asked<'a> {
    pub(crate) sync: &'a Sync,
    pub(crate) loops: &'a [&'a Loop],
    pub(crate) level: Level,
    /// What a thread that misses it rests on.
    pub(crate) approximation: Option<&'a Approximation>,
    /// It waits for the other thread, over the values of the one that reaches it.
    pub(crate) waits: Term,
    /// What it is called if a thread misses it that has not returned.
    pub(crate) sort: Sort,
}

/// Adds what is found of a barrier; whether a thread that has not returned may miss it.
pub(crate) fn leavers(session: &mut Session<'_>, world: &mut Prepared, asked: &Asked<'_>, to: &mut Barriers) -> bool {
    let Asked { sync, loops, level, .. } = *asked;
    let grid = sync.scope == SyncScope::Grid && level == Level::Grid;
    let ways: &[(Sort, Option<bool>)] = if grid || sync.waits_for_returned() {
        &[(asked.sort, None)]
    } else if sync.scope == SyncScope::Warp {
        &[(asked.sort, Some(false))]
    } else {
        &[(asked.sort, Some(false)), (Sort::Exited, Some(true))]
    };
    for depth in candidates(&mut world.terms, asked) {
        for (sort, returned) in ways {
            let exited = *sort == Sort::Exited;
            let mut scene = scene(session, world, asked, depth);
            let Some(left) = left_before(world, &mut scene, asked, depth, *returned) else { continue };
            let around = &loops[..=depth];
            let survived = scene.survive(&mut world.terms, sync);
            let asking = Asking::of(Question::Divergence, &scene).at(sync, [loops, around]).facts(left.facts);
            let asking = asking.facts(survived);
            let asking = asking.resting_on(asked.approximation.filter(|_| !exited));
            let (outcome, query) = asking.ask(session, world, &mut scene);
            let reached = scene.base.iter().copied().chain(left.arrives).collect();
            match outcome {
                Outcome::Found(witness) => {
                    let missed = AtBarrier { sync, loops, level, sort: *sort, reached, symbols: &scene.symbols };
                    missed::record(session, world, missed, (query, witness), to);
                    to.exited |= exited;
                    return !exited;
                }
                Outcome::Unknown(_) if exited => to.exited = true,
                Outcome::Unknown(why) => _ = to.unknown.insert(open_at(sync, why)),
                Outcome::Impossible => {}
            }
        }
    }
    false
}

/// The loops around the barrier that a thread may have left earlier, for all that its form says, by their depth.
fn candidates(terms: &mut Terms, asked: &Asked<'_>) -> Vec<usize> {
    let Asked { sync, loops, waits, .. } = *asked;
    let mut found = vec![];
    for (depth, l) in loops.iter().enumerate() {
        let misses = terms.not(sync.guard);
        let every = depth + 1 == loops.len()
            && terms.is_true(waits)
            && literals::contradictory(terms, &[l.executed, l.continues, misses]);
        found.extend((!every).then_some(depth));
    }
    found
}

/// The two threads, who agree on the loops around the one at this depth.
fn scene(session: &mut Session<'_>, world: &mut Prepared, asked: &Asked<'_>, depth: usize) -> Scene {
    let shared: Vec<_> = asked.loops.iter().take(depth).map(|l| l.counter).collect();
    Scene::new(&mut session.copies, world, asked.level.into(), &shared, None)
}

/// What holds of a thread that has left a loop before the other one comes to the barrier.
struct LeftBefore {
    facts: Vec<Term>,
    /// Those of them that say that the left thread comes.
    arrives: [Term; 2],
}

/// The left thread reaches the barrier, which waits for the right one, and that has left the loop at this depth before: by
/// returning, or otherwise. Nothing if that contradicts itself on its face.
fn left_before(
    world: &mut Prepared,
    scene: &mut Scene,
    asked: &Asked<'_>,
    depth: usize,
    returned: Option<bool>,
) -> Option<LeftBefore> {
    let Asked { sync, loops, waits, .. } = *asked;
    let (around, l) = (loops.get(..=depth)?, *loops.get(depth)?);
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let (always, counter) = (terms.truth(), terms.var(l.counter));
    let (reaches, there) = (reached(terms, sync.guard, loops), reached(terms, always, around));
    let (goes, returns) = (l.continues, l.returns);
    let (i, j) = (p.own(terms, Who::Left, counter), p.own(terms, Who::Right, counter));
    let stays = terms.substitute(goes, &mut p.with(Who::Left, l.counter, j));
    let goes = p.own(terms, Who::Right, goes);
    let mut facts = vec![terms.slt(j, i), stays, terms.not(goes)];
    let arrives = [reaches, waits].map(|t| p.own(terms, Who::Left, t));
    facts.extend(arrives);
    facts.push(p.own(terms, Who::Right, there));
    let returns = p.own(terms, Who::Right, returns);
    facts.extend(returned.map(|r| if r { returns } else { terms.not(returns) }));
    (!literals::contradictory(terms, &facts)).then_some(LeftBefore { facts, arrives })
}
