//! The data races of a kernel at one level: every product of every array, pair by pair.
//!
//! Direction: a pair whose query is neither refuted nor witnessed is recorded as unknown, and so is every pair in which a
//! pointer loaded from memory may reach another array.

use super::candidates::{Condition, Subject};
use super::condition::{Sought, condition, implies};
use super::decide::{Outcome, Session, Settled, Witness};
use super::handover::{self, Order};
use super::phases::{Occurrence, Product, outlasting, phases, project};
use super::prepare::Prepared;
use super::query::{self, Query, Question};
use super::scene::Scene;
use super::{Options, conflict, last_block, non_coherent, tiles, typability};
use crate::kernel::{Access, Array, ArrayId, Loop, Mode, Step, walk};
use crate::span::Span;
use crate::term::{FuncKind, Term, Terms, Var};
use crate::verdict::{Certainty, Finding, Level, SEARCH_CUT, Severity};
use crate::witness::{Sort, finding};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Said of a copy that outlasts its thread.
const NEVER_AWAITED: &str =
    "the thread that issues the copy returns and has not waited for it: no barrier waits for either";

/// What was found so far, over all levels.
#[derive(Default, Debug)]
pub struct Races {
    /// By array and the two places, in this order; one finding each.
    pub found: BTreeMap<(ArrayId, Span, Span, bool), Finding>,
    /// Why it cannot be said that there are no others.
    pub unknown: BTreeSet<String>,
    /// Each excludes a race that was found.
    conditions: Vec<Condition>,
}

impl Races {
    /// Whether something was found of these two.
    pub(super) fn knows(&self, a: &Access, b: &Access) -> bool {
        self.found.contains_key(&key(a.array, a, b, false))
    }

    /// Takes a condition in, which stands for the weaker ones from now on.
    fn state(&mut self, session: &mut Session<'_>, world: &mut Prepared, new: Condition) {
        let (weaker, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut self.conditions)
            .into_iter()
            .partition(|old| *old == new || implies(session, world, &new, old));
        for finding in self.found.values_mut() {
            let before = finding.conditions.len();
            finding.conditions.retain(|text| weaker.iter().all(|w| w.text != *text));
            if finding.conditions.len() < before {
                finding.conditions.push(new.text.clone());
            }
        }
        self.conditions = kept;
        self.conditions.push(new);
    }
}

/// What a pair is called in [`Races::found`]: the places in order, and whether the writes are harmless.
fn key(array: ArrayId, a: &Access, b: &Access, benign: bool) -> (ArrayId, Span, Span, bool) {
    let (s, t) = (a.span.clone().min(b.span.clone()), a.span.clone().max(b.span.clone()));
    (array, s, t, benign)
}

/// Adds the races at `level` to `races`.
pub fn races(session: &mut Session<'_>, world: &mut Prepared, level: Level, options: &Options, races: &mut Races) {
    let arrays: Vec<(ArrayId, Array)> =
        world.kernel.arrays.iter().cloned().enumerate().map(|(i, a)| (ArrayId(i), a)).collect();
    if level == Level::Block {
        overtaken(session, world, &arrays, options, races);
    }
    for (id, array) in arrays.iter().filter(|(_, a)| conflict::concerns(a.space, level)) {
        let mine = project(&world.kernel.body, &|a| a == *id);
        if writes(&mine) {
            let mut products = phases(&mut world.terms, &mine, level);
            products.extend(outlasting(&mut world.terms, &mine, level));
            for product in products.iter().filter(|p| !pairs(p).is_empty()) {
                let mut scene = Scene::new(&mut session.copies, world, level, &product.shared, product.link.as_ref());
                one_product(session, world, (product, &mut scene), array, options, races);
            }
        }
        if array.unknown_object {
            stray(session, world, *id, &arrays, level, races);
        }
    }
    non_coherent::conflicts(session, world, level, options, races);
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
    let condition = terms.all(loops.iter().map(|l| l.executed).chain([access.guard]));
    let after = terms.truth();
    Occurrence { access, loops: loops.to_vec(), condition, after, weakened: vec![] }
}

/// Whether anything but reads is inside.
fn writes(steps: &[Step]) -> bool {
    walk::accesses(steps).any(Access::writes)
}

/// The pairs of a product, each once.
fn pairs<'a, 'k>(product: &'a Product<'k>) -> Vec<[&'a Occurrence<'k>; 2]> {
    let mut all = vec![];
    for (i, left) in product.left.iter().enumerate() {
        let from = if product.symmetric { i } else { 0 };
        all.extend(product.right.iter().skip(from).map(|right| [left, right]));
    }
    all.retain(|[l, r]| !conflict::both_reads(l.access, r.access));
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
    for [left, right] in pairs(product) {
        let accesses = [left.access, right.access];
        if passed_over(session, accesses, array, options, races) {
            continue;
        }
        session.stats.pairs += 1;
        if scene.pairing.level == Level::Grid && last_block::ordered(world, [left, right]) {
            continue;
        }
        let lock_step = options.warp_sync.filter(|_| scene.pairing.level <= Level::Block && !scene.alone);
        let apart = apart(session, world, scene, array, accesses);
        if apart && session.asked.is_none() {
            continue;
        }
        let mut query = query::pair(&session.copies, world, scene, [left, right], lock_step);
        if apart {
            session.list(query, Settled::Rewritten, Outcome::Impossible);
            continue;
        }
        match session.ask(&mut world.terms, &query, &scene.symbols) {
            Outcome::Impossible => {
                if array.unknown_object {
                    races.unknown.insert(anywhere(array));
                }
            }
            Outcome::Unknown(why) => {
                if let Order::Ordered(rests) = handover::order(session, world, scene, &query, [left, right]) {
                    world.rest_on(rests);
                    continue;
                }
                races.unknown.insert(format!("{}{}: {why}", array.name, lines(left.access, right.access)));
            }
            Outcome::Found(witness) => {
                let lacks = match handover::order(session, world, scene, &query, [left, right]) {
                    Order::Ordered(rests) => {
                        world.rest_on(rests);
                        continue;
                    }
                    Order::Lacks(what) => Some(what),
                    Order::None => None,
                };
                for (side, o) in query.sides.iter_mut().zip([left, right]) {
                    side.opaque = typability::access(&world.terms, array, o, product.link.as_ref());
                }
                let missing =
                    (scene.pairing.level == Level::Grid).then(|| last_block::missing(world, [left, right])).flatten();
                let missing = missing.or(lacks);
                let sort = sort(left.access, right.access);
                record(session, world, scene, (query, witness, missing), ([left, right], sort), array, races);
            }
        }
    }
}

/// Whether nothing is to be asked of a pair: a race of it is known, or there is no room or no time for more.
pub(super) fn passed_over(
    session: &Session<'_>,
    [left, right]: [&Access; 2],
    array: &Array,
    options: &Options,
    races: &mut Races,
) -> bool {
    let known = races.found.get(&key(left.array, left, right, false));
    if known.is_some_and(|f| f.certainty == Certainty::Race) || races.found.len() >= options.max_findings {
        return true;
    }
    let used_up = session.used_up();
    if let Some(what) = used_up {
        races.unknown.insert(format!("{}{}: {what}", array.name, lines(left, right)));
    }
    used_up.is_some()
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

pub(super) fn record(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    (mut query, mut witness, missing): (Query, Witness, Option<String>),
    (sides, sort): ([&Occurrence<'_>; 2], Sort),
    array: &Array,
    races: &mut Races,
) {
    let [left, right] = sides.map(|o| o.access);
    let benign = harmless(session, world, scene, &query, left.array);
    let sort = if benign { Sort::Benign } else { sort };
    let sought = if benign || !witness.approximations.is_empty() {
        Sought::None
    } else {
        let together = query::together(world, scene, sides);
        let what = (&witness.model, together.as_slice());
        condition(session, world, &query, what, Subject::Addresses, &races.conditions)
    };
    if sought == Sought::Cut {
        witness.approximations.push(SEARCH_CUT.to_owned().into());
    }
    if left.mode == Mode::Read {
        query.sides.reverse(); // what is written comes first
    }
    let level = scene.pairing.level;
    let mut new = finding(&world.terms, &query, &witness, level, sort, Some(array), &world.fixed);
    new.notes.extend(missing.map(|what| format!("what is missing for an order: {what}")));
    if left.outlasts() || right.outlasts() {
        new.notes.push(NEVER_AWAITED.to_owned());
    }
    if left.tile.is_some() || right.tile.is_some() {
        new.notes.push(tiles::ANY_LANE.to_owned());
    }
    if let Sought::Found(condition) = sought {
        (new.certainty, new.severity) = (Certainty::Conditional, Severity::Warning);
        new.conditions = vec![condition.text.clone()];
        races.state(session, world, condition);
    }
    match races.found.entry(key(left.array, left, right, benign)) {
        Entry::Vacant(none) => _ = none.insert(new),
        Entry::Occupied(mut old) => old.get_mut().absorb(new),
    }
}

fn sort(left: &Access, right: &Access) -> Sort {
    if left.outlasts() || right.outlasts() {
        return Sort::OutlastingCopy;
    }
    if left.copy.is_some() || right.copy.is_some() {
        return Sort::AsynchronousCopy;
    }
    if left.volatile || right.volatile {
        return Sort::Volatile;
    }
    match (&left.mode, &right.mode) {
        (Mode::Atomic(_), Mode::Read | Mode::Write(_)) | (Mode::Read | Mode::Write(_), Mode::Atomic(_)) => {
            Sort::MixedAtomic
        }
        (Mode::Atomic(_), Mode::Atomic(_)) | (Mode::Read | Mode::Write(_), Mode::Read | Mode::Write(_)) => {
            Sort::DataRace
        }
    }
}

/// Whether the two sides write provably equal values wherever they meet.
fn harmless(session: &mut Session<'_>, world: &mut Prepared, scene: &mut Scene, query: &Query, array: ArrayId) -> bool {
    let [a, b] = &query.sides;
    let (Some(v1), Some(v2), Some((o1, b1)), Some((o2, b2))) = (a.value, b.value, a.range, b.range) else {
        return false;
    };
    let terms = &mut world.terms;
    if terms.width(v1) != terms.width(v2) || !query.approximations.is_empty() {
        return false;
    }
    let from_memory = |t: &Terms, f| matches!(t.func_info(f).kind, FuncKind::Memory { .. });
    if !world.handovers.is_empty() && terms.apps_of(&[v1, v2]).iter().any(|(_, f)| from_memory(terms, *f)) {
        return false; // two reads of one cell need not agree
    }
    let differ: Vec<Term> = [(o1, o2), (b1, b2), (v1, v2)].into_iter().map(|(x, y)| terms.ne(x, y)).collect();
    let differ = terms.any(differ);
    let facts = query.facts.iter().copied().chain([differ]).collect();
    let mut harmful = Query::new(Question::Differ(array), scene, facts, query.sides.clone());
    harmful.finish(&session.copies, world, scene);
    session.refutes(&mut world.terms, &harmful)
}

/// A pointer loaded from memory may reach any array of its space.
fn stray(
    session: &mut Session<'_>,
    world: &mut Prepared,
    unknown: ArrayId,
    arrays: &[(ArrayId, Array)],
    level: Level,
    races: &mut Races,
) {
    let Some((_, array)) = arrays.get(unknown.0) else { return };
    let same_space = |id: ArrayId| arrays.get(id.0).is_some_and(|(_, a)| a.space == array.space);
    let near = project(&world.kernel.body, &same_space);
    let mut products = phases(&mut world.terms, &near, level);
    products.extend(outlasting(&mut world.terms, &near, level));
    for product in &products {
        let meets = |o: &Occurrence<'_>| o.access.array == unknown;
        let mixed: Vec<_> = pairs(product).into_iter().filter(|[l, r]| meets(l) != meets(r)).collect();
        if mixed.is_empty() {
            continue;
        }
        let mut scene = Scene::new(&mut session.copies, world, level, &product.shared, product.link.as_ref());
        if mixed.into_iter().any(|pair| may_meet(session, world, &mut scene, pair)) {
            races.unknown.insert(anywhere(array));
            return;
        }
    }
}

/// Whether two accesses may happen in one phase.
fn may_meet(session: &mut Session<'_>, world: &mut Prepared, scene: &mut Scene, pair: [&Occurrence<'_>; 2]) -> bool {
    let query = query::pair(&session.copies, world, scene, pair, None);
    match session.ask(&mut world.terms, &query, &scene.symbols) {
        Outcome::Impossible => false,
        Outcome::Found(_) | Outcome::Unknown(_) => true,
    }
}

fn anywhere(array: &Array) -> String {
    format!("`{}` is a pointer loaded from memory: it may point anywhere", array.name)
}

fn lines(a: &Access, b: &Access) -> String {
    if a.span.line == 0 || b.span.line == 0 {
        String::new()
    } else {
        format!(", lines {} and {}", a.span.line.min(b.span.line), a.span.line.max(b.span.line))
    }
}
