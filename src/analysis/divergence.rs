//! Barrier divergence, but for named barriers: whether the threads of a block agree on reaching each barrier, and those of a warp on reaching a
//! barrier of the warp (docs/design.md section 5; Algorithm 2).
//!
//! Two threads at the same iterations of all loops around a barrier, one of which reaches it while the other, which has
//! not returned, does not. An iteration is reached only if the one before went on, so that the first iteration in which
//! the two part is found whatever left the loop. Threads that have returned are a finding of their own.
//!
//! Direction: over-approximates; a witness that rests on opaque values is possible only. The threads of two blocks are not
//! told apart by cluster.

use super::decide::{Outcome, Session};
use super::gathered;
use super::leavers::{self, Asked};
use super::masks;
use super::missed::{self, Missed};
use super::prepare::Prepared;
use super::query::{self, Query, Question};
use super::scene::Scene;
use super::threads::Who;
use crate::kernel::{Loop, Step, Sync, SyncScope, walk};
use crate::span::Span;
use crate::term::{Term, Terms};
use crate::verdict::{Certainty, Divergence, Finding, FindingKind, Level};
use crate::witness::Sort;
use std::collections::{BTreeMap, BTreeSet};

/// How what threads do after they have left a loop is approximated, see [`Loop::may_be_last`].
const MAY_BE_LAST: &str = "the other thread may have left the loop to return";

/// What was found about the barriers of a kernel.
#[derive(Default, Debug)]
pub struct Barriers {
    pub found: BTreeMap<(Span, &'static str), Finding>,
    pub unknown: BTreeSet<String>,
    /// Some threads may have returned before a barrier.
    pub(super) exited: bool,
}

impl Barriers {
    #[must_use]
    pub fn verdict(&self) -> Divergence {
        let has = |certainty| {
            self.found.values().any(|f| f.kind == FindingKind::BarrierDivergence && f.certainty == certainty)
        };
        if has(Certainty::Race) {
            Divergence::Divergent
        } else if has(Certainty::Conditional) {
            Divergence::Conditional
        } else if has(Certainty::Possible) {
            Divergence::Possible
        } else if !self.unknown.is_empty() {
            Divergence::Unknown
        } else if self.exited {
            Divergence::Exited
        } else {
            Divergence::Free
        }
    }

    /// Whether the threads that have not returned are found to disagree at a barrier, with this certainty.
    pub(super) fn has(&self, at: &Span, certainty: Certainty) -> bool {
        let divergent = |f: &Finding| f.kind == FindingKind::BarrierDivergence && f.certainty == certainty;
        self.found.iter().any(|((span, _), f)| span == at && divergent(f))
    }

    /// Adds what was found otherwise.
    pub(super) fn extend(&mut self, more: Barriers) {
        self.found.extend(more.found);
        self.unknown.extend(more.unknown);
        self.exited |= more.exited;
    }

    /// Adds a finding, or takes its place in one that is less certain. Of two conditional ones all conditions are needed.
    pub(super) fn add(&mut self, at: Span, new: Finding) {
        let kept = self.found.entry((at, new.code)).or_insert_with(|| new.clone());
        if new.certainty < kept.certainty {
            *kept = new;
        } else if kept.certainty == Certainty::Conditional && new.certainty == Certainty::Conditional {
            kept.absorb(new);
        }
    }
}

/// Checks every barrier.
pub fn divergence(session: &mut Session<'_>, world: &mut Prepared) -> Barriers {
    let body = world.kernel.body.clone();
    let all = barriers(&body);
    let mut found = Barriers::default();
    for (sync, loops) in all.iter().filter(|(s, _)| s.mask.is_none() && s.named.is_none()) {
        let levels: &[(Level, &str)] = match sync.scope {
            SyncScope::Warp => &[],
            SyncScope::Block => &[(Level::Block, "")],
            SyncScope::Cluster => &[(Level::Block, ""), (Level::Grid, "any two blocks are taken to be of one cluster")],
            SyncScope::Grid => &[(Level::Block, ""), (Level::Grid, "")],
        };
        for (level, approximation) in levels {
            one_barrier(session, world, sync, loops, (*level, approximation), &mut found);
        }
    }
    // What a warp does together meets at one place.
    for (sync, loops) in all.iter().filter(|(s, _)| is_of_warp(s) && !s.orders) {
        one_barrier(session, world, sync, loops, (Level::Warp, ""), &mut found);
        if !agree(session, world, sync, loops) {
            let what = "the lanes of a warp may name different tiles to load or store together";
            found.unknown.insert(format!("{what} at line {}", sync.span.line));
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
    for approximation in ["", "the other lanes may come to another `__syncwarp`"] {
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

/// All barriers, each with the loops around it.
pub(super) fn barriers(body: &[Step]) -> Vec<(&Sync, Vec<&Loop>)> {
    let all = walk::with_loops(body).into_iter();
    all.filter_map(|(step, loops)| match step {
        Step::Sync(sync) => Some((sync, loops)),
        Step::Access(_) | Step::Fence(_) | Step::Loop(_) => None,
    })
    .collect()
}

/// Whether a lane can reach a barrier of the warp that another one misses. One that has returned counts as arrived where all
/// lanes are waited for; with a mask, the barrier counts for a lane if its mask names the other, returned or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parting {
    /// Proved impossible.
    Never,
    Possible,
}

/// Asks that.
pub(super) fn parting(session: &mut Session<'_>, world: &mut Prepared, sync: &Sync, loops: &[&Loop]) -> Parting {
    let mut meets = reach(&mut world.terms, sync.guard, loops);
    if let Some(mask) = sync.mask {
        let Some(named) = gathered::names_other(world, mask) else { return Parting::Possible };
        meets = world.terms.and(meets, named);
    }
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, Level::Warp, &shared, None);
    let [one, other] = Who::BOTH.map(|w| scene.pairing.own(&mut world.terms, w, meets));
    let mut facts = scene.base.clone();
    facts.extend([one, world.terms.not(other)]);
    facts.extend(sync.mask.is_none().then(|| scene.pairing.own(&mut world.terms, Who::Right, sync.alive)));
    let mut sides = Who::BOTH.map(|who| query::side(world, &mut scene, who, loops));
    for side in &mut sides {
        side.span = sync.span.clone();
    }
    let mut query = Query::new(Question::Parting, &scene, facts, sides);
    query.finish(&session.copies, world, &mut scene);
    if session.refutes(&mut world.terms, &query) { Parting::Never } else { Parting::Possible }
}

/// Whether it is proved that two threads of a warp that reach the barrier have the same values where they have to.
fn agree(session: &mut Session<'_>, world: &mut Prepared, sync: &Sync, loops: &[&Loop]) -> bool {
    let reach = reach(&mut world.terms, sync.guard, loops);
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, Level::Warp, &shared, None);
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let mut of = |t| Who::BOTH.map(|who| p.own(terms, who, t));
    let reached = of(reach);
    let values: Vec<[Term; 2]> = sync.agreed.iter().map(|t| of(*t)).collect();
    let differ: Vec<Term> = values.into_iter().map(|[a, b]| terms.ne(a, b)).collect();
    let differ = terms.any(differ);
    if terms.is_false(differ) {
        return true;
    }
    let facts = scene.base.iter().copied().chain(reached).chain([differ]).collect();
    let mut sides = Who::BOTH.map(|who| query::side(world, &mut scene, who, loops));
    for side in &mut sides {
        side.span = sync.span.clone();
    }
    let mut query = Query::new(Question::Disagreement, &scene, facts, sides);
    query.finish(&session.copies, world, &mut scene);
    session.refutes(&mut world.terms, &query)
}

/// The thread reaches a place in these loops, if it did what the other thread did up to the iteration before.
pub(super) fn reach(terms: &mut Terms, guard: Term, loops: &[&Loop]) -> Term {
    let mut reach = terms.truth();
    for l in loops {
        let x = terms.var(l.counter);
        let width = terms.width(x);
        let (zero, back) = (terms.constant(width, 0), terms.int(width, -1));
        let before = terms.add(x, back);
        let is_first = terms.eq(x, zero);
        let went_on = terms.replace(l.continues, l.counter, before);
        let arrives = terms.or(is_first, went_on);
        reach = terms.and(reach, l.executed);
        reach = terms.and(reach, arrives);
    }
    terms.and(reach, guard)
}

fn one_barrier(
    session: &mut Session<'_>,
    world: &mut Prepared,
    sync: &Sync,
    loops: &[&Loop],
    (level, approximation): (Level, &str),
    barriers: &mut Barriers,
) {
    let reach = reach(&mut world.terms, sync.guard, loops);
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, level, &shared, None);
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let (one, other) = (p.own(terms, Who::Left, reach), p.own(terms, Who::Right, reach));
    if one == other {
        return;
    }
    let misses = terms.not(other);
    let alive = p.own(terms, Who::Right, sync.alive);
    // A barrier of the grid counts blocks: it waits for one that has returned.
    let lets_go = sync.scope != SyncScope::Grid || level != Level::Grid;
    let ask = |session: &mut Session<'_>, world: &mut Prepared, scene: &mut Scene, question: Question| {
        let mut facts = scene.base.clone();
        facts.extend([one, misses]);
        facts.extend((question == Question::Divergence && lets_go).then_some(alive));
        let mut sides = Who::BOTH.map(|who| query::side(world, scene, who, loops));
        for side in &mut sides {
            side.span = sync.span.clone();
        }
        sides[1].loops.clear(); // this thread need not get there
        let mut query = Query::new(question, scene, facts, sides);
        query.approximations.extend((!approximation.is_empty()).then(|| approximation.to_owned()));
        if question == Question::Divergence && loops.iter().any(|l| l.may_be_last) {
            query.approximations.push(MAY_BE_LAST.to_owned());
        }
        query.values = query::shared_values(world, scene);
        query.finish(&session.copies, world, scene);
        (session.ask(&mut world.terms, &query, &scene.symbols), query)
    };
    let reached: Vec<Term> = scene.base.iter().copied().chain([one]).collect();
    let missed = |sort: Sort| Missed { sync, loops, level, sort, reached: reached.clone() };
    let earlier = |session: &mut Session<'_>, world: &mut Prepared, barriers: &mut Barriers| {
        let (waits, sort) = (world.terms.truth(), Sort::Divergence);
        leavers::leavers(session, world, &Asked { sync, loops, level, approximation, waits, sort }, barriers);
    };
    match ask(session, world, &mut scene, Question::Divergence) {
        (Outcome::Found(witness), query) => {
            let certainty = missed::record(session, world, missed(Sort::Divergence), (query, witness), barriers);
            if certainty == Certainty::Conditional {
                earlier(session, world, barriers);
            }
        }
        (Outcome::Unknown(why), _) => {
            barriers.unknown.insert(format!("barrier at line {}: {why}", sync.span.line));
        }
        // A barrier of a warp does not wait for lanes that have returned.
        (Outcome::Impossible, _) if sync.scope == SyncScope::Warp => earlier(session, world, barriers),
        (Outcome::Impossible, _) => match ask(session, world, &mut scene, Question::Parting) {
            (Outcome::Found(witness), query) => {
                missed::record(session, world, missed(Sort::Exited), (query, witness), barriers);
                barriers.exited = true;
            }
            (Outcome::Unknown(_), _) => barriers.exited = true,
            (Outcome::Impossible, _) => earlier(session, world, barriers),
        },
    }
}
