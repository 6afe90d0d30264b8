//! What was found of a kernel's races, and how a witness of one is recorded.

use crate::analysis::asking::build;
use crate::analysis::asking::decide::{Session, Witness};
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::candidates::Subject;
use crate::analysis::findings::condition::implies;
use crate::analysis::findings::quantity::Condition;
use crate::analysis::findings::weigh::{Found, judged};
use crate::analysis::findings::witness::{Sort, finding};
use crate::analysis::options::Options;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::tiles;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, Array, ArrayId, Mode};
use crate::span::Span;
use crate::term::{FuncKind, Term, Terms};
use crate::verdict::{About, Certainty, Finding, Open, Reason, Severity};
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
    pub unknown: BTreeSet<Open>,
    /// Each excludes a race that was found.
    conditions: Vec<Condition>,
}

impl Races {
    /// Whether something was found of these two.
    pub(crate) fn knows(&self, a: &Access, b: &Access) -> bool {
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

/// Whether nothing is to be asked of a pair: a race of it is known, or there is no room or no time for more.
pub(crate) fn passed_over(
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
        races.unknown.insert(open_pair(array, [left, right], what));
    }
    used_up.is_some()
}

pub(crate) fn record(
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
    let mut condition = None;
    if !benign && witness.approximations.is_empty() {
        let together = build::together(world, scene, sides);
        let found = Found { query: &query, together: &together, symbols: &scene.symbols };
        condition = judged(session, world, &found, &mut witness, (Subject::Addresses, &races.conditions));
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
    if let Some(condition) = condition {
        (new.certainty, new.severity) = (Certainty::Conditional, Severity::Warning);
        new.conditions = vec![condition.text.clone()];
        races.state(session, world, condition);
    }
    match races.found.entry(key(left.array, left, right, benign)) {
        Entry::Vacant(none) => _ = none.insert(new),
        Entry::Occupied(mut old) => old.get_mut().absorb(new),
    }
}

pub(crate) fn sort(left: &Access, right: &Access) -> Sort {
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
    if !world.knowledge.handovers.is_empty() && terms.apps_of(&[v1, v2]).iter().any(|(_, f)| from_memory(terms, *f)) {
        return false; // two reads of one cell need not agree
    }
    let differ: Vec<Term> = [(o1, o2), (b1, b2), (v1, v2)].into_iter().map(|(x, y)| terms.ne(x, y)).collect();
    let differ = terms.any(differ);
    let facts = query.facts.iter().copied().chain([differ]).collect();
    let mut harmful = Query::new(Question::Differ(array), scene, facts, query.sides.clone());
    harmful.finish(&session.copies, world, scene);
    session.refutes(&mut world.terms, &harmful)
}

/// Whether two accesses race is open.
pub(crate) fn open_pair(array: &Array, accesses: [&Access; 2], why: impl Into<Reason>) -> Open {
    Open::about(About::Pair { array: array.name.clone(), lines: accesses.map(|a| a.span.line) }, why)
}
