//! Masks of a warp's barriers and exchanges: whether every lane that is named arrives, and is named by itself.
//!
//! Source: the PTX manual on `bar.warp.sync`, `shfl.sync` and their kin: what happens is undefined unless the executing
//! lane is in its mask, and every lane of the mask that has not returned comes with the same mask. Two threads of a warp at
//! the same iterations, as for any barrier (`divergence.rs`); whether they come to it at another place is not looked at.
//!
//! Direction: over-approximates, as there; a lane that is alone in its warp is not asked whether it names itself. Where
//! the form of a mask is not known, that its lanes arrive is assumed, and said so.

use super::decide::{Outcome, Session};
use super::divergence::{Barriers, reach};
use super::lanes;
use super::prepare::Prepared;
use super::query::{self, Query, Question, Scene};
use super::threads::Who;
use super::typability;
use crate::kernel::{Loop, Sync};
use crate::term::Term;
use crate::verdict::Level;
use crate::witness::{Sort, finding};

/// What is assumed of masks whose form is not known.
const LANES_ARRIVE: &str = "the lanes that a mask names come to its shuffle, vote or barrier, and no others";

/// Checks the mask of `sync`.
pub(super) fn check(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (sync, mask): (&Sync, Term),
    loops: &[&Loop],
    barriers: &mut Barriers,
) {
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, Level::Warp, &shared, None);
    let Some([missing, outside]) = violations(world, &mut scene, (sync, mask), loops) else {
        world.assumptions.push(LANES_ARRIVE.to_owned());
        return;
    };
    for (facts, sort) in [(outside, Sort::Outsider), (missing, Sort::Lanes)] {
        let mut sides = Who::BOTH.map(|who| query::side(world, &mut scene, who, loops));
        for side in &mut sides {
            side.span = sync.span.clone();
        }
        sides[1].loops.clear(); // this thread need not get there
        let facts = scene.base.iter().copied().chain(facts).collect();
        let mut query = Query::new(Question::Divergence, &scene, facts, sides);
        query.values = query::shared_values(world, &scene);
        query.finish(&session.copies, world, &mut scene);
        match session.ask(&mut world.terms, &query, &scene.symbols) {
            Outcome::Found(witness) => {
                for (side, alive) in query.sides.iter_mut().zip([false, true]) {
                    side.opaque = typability::barrier(&world.terms, sync, loops, alive);
                }
                let new = finding(&world.terms, &query, &witness, Level::Warp, sort, None, &world.fixed);
                barriers.add(sync.span.clone(), new);
                return;
            }
            Outcome::Unknown(why) => {
                barriers.unknown.insert(format!("mask at line {}: {why}", sync.span.line));
            }
            Outcome::Impossible => {}
        }
    }
}

/// The left thread arrives and names the right one, which is alive and does not come with this mask; and: the left thread
/// does not name itself. Nothing if the mask's form is not known.
fn violations(
    world: &mut Prepared,
    scene: &mut Scene,
    (sync, mask): (&Sync, Term),
    loops: &[&Loop],
) -> Option<[Vec<Term>; 2]> {
    let lane = lanes::lane(world);
    let reach = reach(&mut world.terms, sync, loops);
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let mut of = |t: Term| Who::BOTH.map(|who| p.own(terms, who, t));
    let ([one, other], [mask, others], [own, lane], [_, alive]) = (of(reach), of(mask), of(lane), of(sync.alive));
    let (itself, it) = (lanes::names(terms, mask, own)?, lanes::names(terms, mask, lane)?);
    let same = lanes::same(terms, mask, others)?;
    let comes = terms.and(other, same);
    Some([vec![one, it, alive, terms.not(comes)], vec![one, terms.not(itself)]])
}
