//! Barrier divergence, but for named barriers: whether the threads of a block agree on reaching each barrier, and those of a warp on reaching a
//! barrier of the warp (docs/design.md section 5; Algorithm 2).
//!
//! Two threads at the same iterations of all loops around a barrier, one of which reaches it while the other, which has
//! not returned, does not. An iteration is reached only if the one before went on, so that the first iteration in which
//! the two part is found whatever left the loop. Threads that have returned are a finding of their own.
//!
//! Direction: over-approximates; a witness that rests on opaque values is possible only. The threads of two blocks are told apart
//! by cluster where the kernel says what its cluster is; a protocol does not.

use super::found::{Barriers, open_at};
use super::left_loop::{self, Asked};
use super::masks;
use super::missed::{self, AtBarrier};
use super::parting::barriers;
use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::places::Asking;
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::witness::Sort;
use crate::analysis::pair::reach::{reach, reached};
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::kernel::{Loop, Sync, SyncScope};
use crate::term::Term;
use crate::verdict::{Approximation, Certainty, Level, Open, Reason};

/// Checks every barrier.
pub fn divergence(session: &mut Session<'_>, world: &mut Prepared) -> Barriers {
    let body = world.kernel.body.clone();
    let all = barriers(&body);
    let mut found = Barriers::default();
    for (sync, loops) in all.iter().filter(|(s, _)| s.mask.is_none() && s.named.is_none()) {
        let levels: &[(Level, Option<&Approximation>)] = match sync.scope {
            SyncScope::Warp => &[],
            SyncScope::Block => &[(Level::Block, None)],
            SyncScope::Cluster if world.cluster.is_some() => &[(Level::Block, None), (Level::Cluster, None)],
            SyncScope::Cluster => &[(Level::Block, None), (Level::Grid, Some(&Approximation::OneCluster))],
            SyncScope::Grid => &[(Level::Block, None), (Level::Grid, None)],
        };
        for at in levels {
            one_barrier(session, world, sync, loops, *at, &mut found);
        }
    }
    // What a warp does together meets at one place.
    for (sync, loops) in all.iter().filter(|(s, _)| is_of_warp(s) && !s.orders) {
        one_barrier(session, world, sync, loops, (Level::Warp, None), &mut found);
        if !agree(session, world, sync, loops) {
            found.unknown.insert(Open::kernel(Reason::DifferentTiles { line: sync.span.line }));
        }
    }
    for more in [warp_barriers(session, world, &all), masks::masks(session, world, &all)] {
        found.extend(more);
    }
    found
}

/// Checks the barriers of a warp. Lanes may meet though they wait at different ones, so that one alone is sure to be missed,
/// if none is missed for a return.
fn warp_barriers(session: &mut Session<'_>, world: &mut Prepared, all: &[(&Sync, Vec<&Loop>)]) -> Barriers {
    let mut found = Barriers::default();
    let of_warp: Vec<_> = all.iter().filter(|(s, _)| is_of_warp(s) && s.orders).collect();
    let leave_together = of_warp.windows(2).all(|w| w[0].0.alive == w[1].0.alive);
    for approximation in [None, Some(&Approximation::OtherBarrierOfWarp)] {
        found = Barriers::default();
        for (sync, loops) in &of_warp {
            one_barrier(session, world, sync, loops, (Level::Warp, approximation), &mut found);
        }
        if found.found.is_empty() || (found.found.len() == 1 && leave_together) {
            break;
        }
    }
    found
}

/// Whether all lanes have to come to the barrier.
fn is_of_warp(sync: &Sync) -> bool {
    sync.scope == SyncScope::Warp && sync.mask.is_none()
}

/// Whether it is proved that two threads of a warp that reach the barrier have the same values where they have to.
fn agree(session: &mut Session<'_>, world: &mut Prepared, sync: &Sync, loops: &[&Loop]) -> bool {
    let reach = reached(&mut world.terms, sync.guard, loops);
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, Level::Warp.into(), &shared, None);
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let mut of = |t| Who::BOTH.map(|who| p.own(terms, who, t));
    let reached = of(reach);
    let values: Vec<[Term; 2]> = sync.agreed.iter().map(|t| of(*t)).collect();
    let differ: Vec<Term> = values.into_iter().map(|[a, b]| terms.ne(a, b)).collect();
    let differ = terms.any(differ);
    if terms.is_false(differ) {
        return true;
    }
    let asking = Asking::of(Question::Disagreement, &scene).both_at(sync, loops);
    asking.facts(reached).facts([differ]).refuted(session, world, &mut scene)
}

/// A barrier that is looked at for two threads of a level.
struct Looked<'a> {
    sync: &'a Sync,
    loops: &'a [&'a Loop],
    level: Level,
    approximation: Option<&'a Approximation>,
    /// The left thread reaches it,
    one: Term,
    /// the right one does not,
    misses: Term,
    /// and has not returned.
    alive: Term,
    /// Neither has ended the launch.
    survived: [Term; 2],
}

impl Looked<'_> {
    fn ask(
        &self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        scene: &mut Scene,
        question: Question,
    ) -> (Outcome, Query) {
        // A barrier of the grid counts blocks: it waits for one that has returned.
        let lets_go = self.sync.scope != SyncScope::Grid || self.level != Level::Grid;
        let returned = question == Question::Divergence && self.loops.iter().any(|l| l.may_be_last);
        Asking::of(question, scene)
            .both_at(self.sync, self.loops)
            .right_elsewhere()
            .facts([self.one, self.misses])
            .facts(self.survived)
            .facts((question == Question::Divergence && lets_go).then_some(self.alive))
            .resting_on(self.approximation)
            .resting_on(returned.then_some(&Approximation::LeftToReturn))
            .ask(session, world, scene)
    }

    fn missed<'a>(&'a self, scene: &'a Scene, sort: Sort) -> AtBarrier<'a> {
        let reached = scene.base.iter().copied().chain([self.one]).collect();
        AtBarrier { sync: self.sync, loops: self.loops, level: self.level, sort, reached, symbols: &scene.symbols }
    }

    /// Threads that have left a loop in an earlier iteration.
    fn leavers(&self, session: &mut Session<'_>, world: &mut Prepared, barriers: &mut Barriers) {
        let (waits, sort) = (world.terms.truth(), Sort::Divergence);
        let Looked { sync, loops, level, approximation, .. } = *self;
        left_loop::leavers(session, world, &Asked { sync, loops, level, approximation, waits, sort }, barriers);
    }
}

fn one_barrier(
    session: &mut Session<'_>,
    world: &mut Prepared,
    sync: &Sync,
    loops: &[&Loop],
    (level, approximation): (Level, Option<&Approximation>),
    barriers: &mut Barriers,
) {
    let reach = reach(&mut world.terms, sync.guard, loops);
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, level.into(), &shared, None);
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let (one, other) = (p.own(terms, Who::Left, reach), p.own(terms, Who::Right, reach));
    if one == other {
        return;
    }
    let one = reached(terms, sync.guard, loops);
    let (one, misses) = (p.own(terms, Who::Left, one), terms.not(other));
    let alive = p.own(terms, Who::Right, sync.alive);
    let survived = scene.survive(&mut world.terms, sync);
    let looked = Looked { sync, loops, level, approximation, one, misses, alive, survived };
    match looked.ask(session, world, &mut scene, Question::Divergence) {
        (Outcome::Found(witness), query) => {
            let missed = looked.missed(&scene, Sort::Divergence);
            if missed::record(session, world, missed, (query, witness), barriers) == Certainty::Conditional {
                looked.leavers(session, world, barriers);
            }
        }
        (Outcome::Unknown(why), _) => {
            barriers.unknown.insert(open_at(sync, why));
        }
        // A barrier of a warp does not wait for lanes that have returned.
        (Outcome::Impossible, _) if sync.scope == SyncScope::Warp => looked.leavers(session, world, barriers),
        (Outcome::Impossible, _) => match looked.ask(session, world, &mut scene, Question::Parting) {
            (Outcome::Found(witness), query) => {
                let missed = looked.missed(&scene, Sort::Exited);
                missed::record(session, world, missed, (query, witness), barriers);
                barriers.exited = true;
            }
            (Outcome::Unknown(_), _) => barriers.exited = true,
            (Outcome::Impossible, _) => looked.leavers(session, world, barriers),
        },
    }
}
