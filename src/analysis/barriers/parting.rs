//! The barriers of a kernel, and whether a lane can reach one that another lane of its warp misses.

use crate::analysis::asking::decide::Session;
use crate::analysis::asking::places::Asking;
use crate::analysis::asking::query::Question;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::reach::{reach, reached};
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::warp::lane_sets;
use crate::kernel::{Loop, Step, Sync, walk};
use crate::verdict::Level;

/// All barriers, each with the loops around it.
pub(crate) fn barriers(body: &[Step]) -> Vec<(&Sync, Vec<&Loop>)> {
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
pub(crate) enum Parting {
    /// Proved impossible.
    Never,
    Possible,
}

/// Asks that.
pub(crate) fn parting(session: &mut Session<'_>, world: &mut Prepared, sync: &Sync, loops: &[&Loop]) -> Parting {
    let mut meets = [reached(&mut world.terms, sync.guard, loops), reach(&mut world.terms, sync.guard, loops)];
    if let Some(mask) = sync.mask {
        let Some(named) = lane_sets::names_other(world, mask) else { return Parting::Possible };
        meets = meets.map(|meets| world.terms.and(meets, named));
    }
    let shared: Vec<_> = loops.iter().map(|l| l.counter).collect();
    let mut scene = Scene::new(&mut session.copies, world, Level::Warp.into(), &shared, None);
    let [one, other] = Who::BOTH.map(|w| scene.pairing.own(&mut world.terms, w, meets[w as usize]));
    let misses = world.terms.not(other);
    let alive = sync.mask.is_none().then(|| scene.pairing.own(&mut world.terms, Who::Right, sync.alive));
    let survived = scene.survive(&mut world.terms, sync);
    let asking = Asking::of(Question::Parting, &scene).both_at(sync, loops).facts([one, misses]);
    let asking = asking.facts(alive).facts(survived);
    if asking.refuted(session, world, &mut scene) { Parting::Never } else { Parting::Possible }
}
