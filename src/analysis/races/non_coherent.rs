//! Reads by the path that is not coherent (`__ldg`, `ld.global.nc`) of memory that the kernel writes.
//!
//! Such a read may find what was in memory before the kernel began: neither a barrier nor the order of the thread's own steps
//! makes it see a write. Source: PTX ISA, `ld.global.nc`; CUDA C++ Programming Guide, `__ldg`.
//!
//! A read conflicts with each write that comes before it or is not ordered with it. A write behind the read, by the order of
//! the program and with nothing to repeat either, is taken to come too late, with an assumption that says so.
//!
//! Direction: too many conflicts, since barriers are left out, but for writes behind the reads.

use super::gap::Gap;
use super::record::{self, Races};
use crate::analysis::asking::build;
use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::typability;
use crate::analysis::findings::witness::Sort;
use crate::analysis::options::Options;
use crate::analysis::pair::conflict;
use crate::analysis::pair::pairs::Pairs;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::{Occurrence, phases};
use crate::kernel::{Access, Array, ArrayId, Loop, Step, walk};
use crate::term::Term;
use crate::verdict::{About, Level, Open, Reason};

/// Whether a kernel reads an array that it may write by the path that is not coherent.
pub(crate) fn may_be_written(body: &[Step], arrays: &[Array]) -> bool {
    let all: Vec<&Access> = walk::accesses(body).collect();
    let is_unknown = |a: ArrayId| arrays.get(a.0).is_none_or(|array| array.unknown_object);
    let meet = |a: &Access, b: &Access| a.array == b.array || is_unknown(a.array) || is_unknown(b.array);
    let read = |a: &&&Access| a.non_coherent;
    all.iter().filter(read).any(|r| all.iter().any(|w| w.writes() && is_global(arrays, w) && meet(r, w)))
}

fn is_global(arrays: &[Array], access: &Access) -> bool {
    arrays.get(access.array.0).is_none_or(|array| array.space.is_global())
}

/// Adds such reads by `pairs` to `races`.
pub(crate) fn conflicts(
    session: &mut Session<'_>,
    world: &mut Prepared,
    pairs: Pairs,
    options: &Options,
    races: &mut Races,
) {
    let arrays = world.kernel.arrays.clone();
    if !may_be_written(&world.kernel.body, &arrays) {
        return;
    }
    // Barriers make no difference.
    let uncounted = std::mem::take(&mut world.uncounted);
    let body = without_barriers(&world.kernel.body);
    let products = phases(&mut world.terms, &body, pairs.level);
    for product in &products {
        let mut scenes = vec![Scene::new(&mut session.copies, world, pairs, &[], None)];
        if pairs.level == Level::Block {
            scenes.push(Scene::alone(&mut session.copies, world, &[]));
        }
        let found = product.left.iter().flat_map(|left| product.right.iter().map(move |right| [left, right]));
        for pair in found.filter(|pair| conflict(&arrays, pair)) {
            scenes.iter_mut().for_each(|scene| one_pair(session, world, scene, pair, options, races));
        }
    }
    world.uncounted = uncounted;
}

/// Whether the first is a write, and the second a read of perhaps the same object that may come later.
fn conflict(arrays: &[Array], [write, read]: &[&Occurrence<'_>; 2]) -> bool {
    let (w, r) = (write.access, read.access);
    let is_unknown = |a: &Access| arrays.get(a.array.0).is_none_or(|array| array.unknown_object);
    let meet = w.array == r.array || is_unknown(w) || is_unknown(r);
    let later = w.id < r.id || !common(write, read).is_empty();
    w.writes() && r.non_coherent && meet && is_global(arrays, w) && later
}

/// The loops around both.
fn common<'k>(a: &Occurrence<'k>, b: &Occurrence<'k>) -> Vec<&'k Loop> {
    let both = a.loops.iter().zip(&b.loops);
    both.take_while(|(a, b)| a.counter == b.counter).map(|(a, _)| *a).collect()
}

/// Asks whether the read meets the write where that comes first, and records what comes of it.
fn one_pair(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    [write, read]: [&Occurrence<'_>; 2],
    options: &Options,
    races: &mut Races,
) {
    let Some(array) = world.kernel.arrays.get(write.access.array.0).cloned() else { return };
    if write.access.array != read.access.array {
        races.unknown.insert(Open::kernel(Reason::NonCoherentRead { line: read.access.span.line }));
        return;
    }
    if races.knows(write.access, read.access)
        || record::passed_over(session, scene.pairing.pairs(), [write.access, read.access], &array, options, races)
    {
        return;
    }
    session.stats.pairs += 1;
    if conflict::meeting(world, scene, [write.access, read.access])
        .is_none_or(|facts| session.excludes(&mut world.terms, facts))
    {
        return;
    }
    let mut query = in_order(session, world, scene, [write, read]);
    match session.ask(&mut world.terms, &query, &scene.symbols) {
        Outcome::Impossible => {}
        Outcome::Unknown(why) => {
            let about = About::NonCoherentRead { array: array.shown().to_owned(), line: read.access.span.line };
            races.unknown.insert(Open::about(about, why));
        }
        Outcome::Found(witness) => {
            for (side, o) in query.sides.iter_mut().zip([write, read]) {
                side.opaque = typability::access(&world.terms, &array, o, None);
            }
            record::record(
                session,
                world,
                scene,
                (query, witness, None),
                ([write, read], Sort::NonCoherent, Gap::default()),
                &array,
                races,
            );
        }
    }
}

/// The query whether both meet, the write before the read.
fn in_order(session: &Session<'_>, world: &mut Prepared, scene: &mut Scene, pair: [&Occurrence<'_>; 2]) -> Query {
    let mut query = build::pair(&session.copies, world, scene, pair, None);
    let order = earlier(world, scene, pair);
    query.facts.push(order);
    query.finish(&session.copies, world, scene);
    query
}

/// The write comes before the read by the iterations of the loops around both.
fn earlier(world: &mut Prepared, scene: &mut Scene, [write, read]: [&Occurrence<'_>; 2]) -> Term {
    let (terms, pairing) = (&mut world.terms, &mut scene.pairing);
    let mut order = if write.access.id < read.access.id { terms.truth() } else { terms.falsity() };
    for l in common(write, read).into_iter().rev() {
        let counter = terms.var(l.counter);
        let (w, r) = (pairing.own(terms, Who::Left, counter), pairing.own(terms, Who::Right, counter));
        let (less, same) = (terms.slt(w, r), terms.eq(w, r));
        let same = terms.and(same, order);
        order = terms.any(vec![less, same]);
    }
    order
}

fn without_barriers(body: &[Step]) -> Vec<Step> {
    let kept = body.iter().filter_map(|step| match step {
        Step::Access(_) => Some(step.clone()),
        Step::Sync(_) | Step::Fence(_) => None,
        Step::Loop(l) => Some(Step::Loop(Loop { body: without_barriers(&l.body), ..l.clone() })),
    });
    kept.collect()
}
