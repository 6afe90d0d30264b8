//! The data races of a kernel at one level: every product of every array, pair by pair.
//!
//! Direction: a pair whose query is neither refuted nor witnessed is recorded as unknown, and so is every pair in which a
//! pointer loaded from memory may reach another array.

use super::exchanged::{Exchanged, exchanged};
use super::parts::Inside;
use super::record::{Races, open_pair, passed_over, record, sort};
use super::{gap, lifetime, proxies};
use crate::analysis::asking::build;
use crate::analysis::asking::decide::{Outcome, Session, Settled, Witness};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::typability;
use crate::analysis::findings::witness::Sort;
use crate::analysis::options::Options;
use crate::analysis::orders::order::Order;
use crate::analysis::orders::{handover, last_block};
use crate::analysis::pair::conflict;
use crate::analysis::pair::pairs::Pairs;
use crate::analysis::pair::scene::Scene;
use crate::analysis::phases::products::{Link, Occurrence, Product, outlasting, phases, project};
use crate::kernel::{Access, Array, ArrayId, Loop, MemorySpace, Step, walk};
use crate::smt::Answer;
use crate::term::{Terms, Var};
use crate::verdict::{Level, Open, Reason};

/// Adds the races of `pairs` to `races`.
pub fn races(session: &mut Session<'_>, world: &mut Prepared, pairs: Pairs, options: &Options, races: &mut Races) {
    let level = pairs.level;
    let arrays: Vec<(ArrayId, Array)> =
        world.kernel.arrays.iter().cloned().enumerate().map(|(i, a)| (ArrayId(i), a)).collect();
    if level == Level::Block {
        overtaken(session, world, &arrays, options, races);
    }
    for (id, array) in arrays.iter().filter(|(_, a)| conflict::concerns(a.space, level)) {
        let mut mine = project(&world.kernel.body, &|a| a == *id);
        if level == Level::Cluster
            && let Some(cluster) = world.cluster
            && array.space == MemorySpace::Cluster
        {
            let span = world.kernel.span.clone();
            mine = lifetime::around(&mut world.terms, (*id, array), cluster.rank, &span, mine);
        }
        if writes(&mine) {
            let mut products = phases(&mut world.terms, &mine, level);
            products.extend(outlasting(&mut world.terms, &mine, level));
            products.retain(|p| !each_pair(world, p).is_empty());
            for product in &products {
                let mut scene = Scene::new(&mut session.copies, world, pairs, &product.shared, product.link.as_ref());
                one_product(session, world, (product, &mut scene), array, options, races);
            }
        }
        if array.unknown_object {
            stray(session, world, *id, &arrays, pairs, races);
        }
    }
    if pairs.of_other_warps && session.used_up().is_none() && races.found.len() < options.max_findings {
        races.tell_of_one_warp();
    }
}

/// The races of threads with their own copies. They are no matter of a level; they are reported with the blocks'.
fn overtaken(
    session: &mut Session<'_>,
    world: &mut Prepared,
    arrays: &[(ArrayId, Array)],
    options: &Options,
    races: &mut Races,
) {
    for o in world.kernel.overtaken.clone() {
        let Some((_, array)) = arrays.get(o.access.array.0) else { continue };
        let all: Vec<_> = o.around.iter().chain(&o.issued).collect();
        let copy = performed(&mut world.terms, &o.copy, &all);
        let access = performed(&mut world.terms, &o.access, &all[..o.around.len()]);
        let shared: Vec<Var> = o.around.iter().map(|l| l.counter).collect();
        let mut scene = Scene::alone(&mut session.copies, world, &shared);
        if o.copy.array != o.access.array {
            // One of both is to an object that is not known.
            if may_meet(session, world, &mut scene, [&copy, &access]) {
                races.unknown.extend(arrays.iter().filter(|(_, a)| a.unknown_object).map(|(_, a)| anywhere(a)));
            }
            continue;
        }
        let product = Product { shared, left: vec![copy], right: vec![access], link: None, symmetric: false };
        one_product(session, world, (&product, &mut scene), array, options, races);
    }
}

/// An access in these loops, whatever the phase.
fn performed<'k>(terms: &mut Terms, access: &'k Access, loops: &[&'k Loop]) -> Occurrence<'k> {
    let condition = terms.all(loops.iter().flat_map(|l| [l.executed, l.since]).chain([access.guard]));
    let after = terms.truth();
    Occurrence { access, loops: loops.to_vec(), condition, after, weakened: vec![] }
}

/// Whether anything but reads is inside.
fn writes(steps: &[Step]) -> bool {
    walk::accesses(steps).any(Access::writes)
}

/// The pairs of a product, each once.
fn each_pair<'a, 'k>(world: &Prepared, product: &'a Product<'k>) -> Vec<[&'a Occurrence<'k>; 2]> {
    let mut all = vec![];
    for (i, left) in product.left.iter().enumerate() {
        let from = if product.symmetric { i } else { 0 };
        all.extend(product.right.iter().skip(from).map(|right| [left, right]));
    }
    let own = world.cluster.map(|cluster| cluster.rank);
    all.retain(|[l, r]| {
        let both = [l.access, r.access];
        !conflict::both_reads(l.access, r.access)
            && !lifetime::is_of_no_matter(both, own)
            && !proxies::is_of_no_matter(both)
    });
    all
}

fn one_product(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (product, scene): (&Product<'_>, &mut Scene),
    array: &Array,
    options: &Options,
    races: &mut Races,
) {
    for pair in each_pair(world, product) {
        let accesses = pair.map(|o| o.access);
        if passed_over(session, scene.pairing.pairs(), accesses, array, options, races) {
            continue;
        }
        session.stats.pairs += 1;
        if scene.pairing.level > Level::Block && last_block::ordered(world, pair) {
            continue;
        }
        let apart = apart(session, world, scene, array, accesses);
        if apart && session.asked.is_none() {
            continue;
        }
        let lock_step = options.warp_sync.filter(|_| scene.pairing.level <= Level::Block && !scene.alone);
        let query = build::pair(&session.copies, world, scene, pair, lock_step);
        if apart {
            session.list(query, Settled::Rewritten, Outcome::Impossible);
        } else {
            one_pair(session, world, scene, (query, pair, product.link.as_ref()), array, races);
        }
    }
}

/// The answer to the query of a pair; none where it is settled that the pair does not race if its indices stay in their rows.
fn answer(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &Scene,
    (query, inside): (&Query, Option<&Inside>),
    array: &Array,
) -> Option<Outcome> {
    let plain = inside.filter(|inside| !array.unknown_object && inside.is_plain(session, world));
    session.be_brief(plain.is_some());
    let outcome = session.ask(&mut world.terms, query, &scene.symbols);
    session.be_brief(false);
    let Some(inside) = plain.filter(|_| outcome != Outcome::Impossible) else { return Some(outcome) };
    inside.rest_on(world);
    None
}

/// Puts the query of a pair, and records what comes of it, unless the two are in order by way of memory.
fn one_pair(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    (mut query, pair, link): (Query, [&Occurrence<'_>; 2], Option<&Link>),
    array: &Array,
    races: &mut Races,
) {
    let inside = Inside::of(world, &query, pair, array);
    let Some(outcome) = answer(session, world, scene, (&query, inside.as_ref()), array) else { return };
    if outcome == Outcome::Impossible {
        if array.unknown_object && may_happen(session, world, scene, pair) {
            races.unknown.insert(anywhere(array));
        }
        return;
    }
    races.may_be_of_several_warps(scene.pairing.pairs(), pair.map(|o| o.access));
    let (mut outcome, mut lacks) = (outcome, None);
    match handover::order(session, world, scene, &query, pair) {
        Order::Ordered(rests) => return world.rest_on(rests),
        Order::Lacks(what) => lacks = Some(what),
        Order::Unless(open) => (query, outcome) = *open,
        Order::None => {}
    }
    if let Some(other) = inside.and_then(|inside| inside.instead_of(session, world, scene, &outcome)) {
        (query, outcome) = other;
    }
    match outcome {
        Outcome::Impossible => {}
        Outcome::Unknown(why) => {
            races.unknown.insert(open_pair(array, pair.map(|o| o.access), why));
        }
        Outcome::Found(mut witness) => {
            let mut sort = sort(pair[0].access, pair[1].access);
            match exchanged(session, world, scene, &query, pair) {
                Exchanged::No => {}
                Exchanged::Always => sort = Sort::Exchanged,
                Exchanged::Otherwise(other) => (query, witness) = *other,
                Exchanged::Unknown(why) => {
                    races.unknown.insert(open_pair(array, pair.map(|o| o.access), why));
                    return;
                }
            }
            told(session, world, scene, (query, witness, lacks), (pair, link, sort), array, races);
        }
    }
}

/// Records a witness, with what is told of it: on what its accesses depend, what is missing for an order, and where.
fn told(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    (mut query, witness, lacks): (Query, Witness, Option<String>),
    (pair, link, sort): ([&Occurrence<'_>; 2], Option<&Link>, Sort),
    array: &Array,
    races: &mut Races,
) {
    for (side, o) in query.sides.iter_mut().zip(pair) {
        side.opaque = typability::access(&world.terms, array, o, link);
    }
    let missing = (scene.pairing.level > Level::Block).then(|| last_block::missing(world, pair)).flatten();
    let gap = gap::between(world, scene.pairing.level, pair, link);
    record(session, world, scene, (query, witness, missing.or(lacks)), (pair, sort, gap), array, races);
}

/// Whether no two threads meet at these accesses, whatever the conditions under which they are made.
fn apart(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    array: &Array,
    accesses: [&Access; 2],
) -> bool {
    // Else it may point anywhere, whatever its offsets.
    let fixed = !array.unknown_object;
    fixed
        && match conflict::meeting(world, scene, accesses) {
            Some(facts) => session.excludes(&mut world.terms, facts),
            None => true,
        }
}

/// A pointer loaded from memory may reach any array of its space.
fn stray(
    session: &mut Session<'_>,
    world: &mut Prepared,
    unknown: ArrayId,
    arrays: &[(ArrayId, Array)],
    pairs: Pairs,
    races: &mut Races,
) {
    let Some((_, array)) = arrays.get(unknown.0) else { return };
    let same_space = |id: ArrayId| arrays.get(id.0).is_some_and(|(_, a)| a.space.meets(array.space));
    let near = project(&world.kernel.body, &same_space);
    let mut products = phases(&mut world.terms, &near, pairs.level);
    products.extend(outlasting(&mut world.terms, &near, pairs.level));
    for product in &products {
        let meets = |o: &Occurrence<'_>| o.access.array == unknown;
        let mixed: Vec<_> = each_pair(world, product).into_iter().filter(|[l, r]| meets(l) != meets(r)).collect();
        if mixed.is_empty() {
            continue;
        }
        let mut scene = Scene::new(&mut session.copies, world, pairs, &product.shared, product.link.as_ref());
        if mixed.into_iter().any(|pair| may_meet(session, world, &mut scene, pair)) {
            races.unknown.insert(anywhere(array));
            return;
        }
    }
}

/// Whether two accesses may happen in one phase.
fn may_meet(session: &mut Session<'_>, world: &mut Prepared, scene: &mut Scene, pair: [&Occurrence<'_>; 2]) -> bool {
    let query = build::pair(&session.copies, world, scene, pair, None);
    match session.ask(&mut world.terms, &query, &scene.symbols) {
        Outcome::Impossible => false,
        Outcome::Found(_) | Outcome::Unknown(_) => true,
    }
}

/// Whether two accesses may happen in one phase, wherever they go.
fn may_happen(session: &mut Session<'_>, world: &mut Prepared, scene: &mut Scene, pair: [&Occurrence<'_>; 2]) -> bool {
    let facts = build::together(world, scene, pair);
    match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
        Answer::Unsat { arithmetic } => {
            session.arithmetic |= arithmetic;
            false
        }
        Answer::Sat(_) | Answer::Unknown { .. } => true,
    }
}

fn anywhere(array: &Array) -> Open {
    Open::kernel(Reason::LoadedPointer { pointer: array.shown().to_owned() })
}
