//! What was found of a kernel's races, and how a witness of one is recorded.

use super::gap::Gap;
use super::plausible::{self, Key, Telling};
use super::same_value::{Harm, ONE_VALUE, harm, of_one_value};
use crate::analysis::asking::build;
use crate::analysis::asking::decide::{Session, Witness};
use crate::analysis::asking::judge::{Rest, is_of_values};
use crate::analysis::asking::query::{Query, Side};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::candidates::Subject;
use crate::analysis::findings::condition::{digits, implies, known_condition};
use crate::analysis::findings::contents::{Contracts, contracts};
use crate::analysis::findings::held::held;
use crate::analysis::findings::quantity::Condition;
use crate::analysis::findings::warps;
use crate::analysis::findings::weigh::{Found, enlarge, judged};
use crate::analysis::findings::witness::{Sort, name_cells, tell_of_hidden};
use crate::analysis::options::Options;
use crate::analysis::pair::pairs::Pairs;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::tiles;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, Array, ArrayId, Life, MemorySpace, Mode};
use crate::smt::Model;
use crate::term::{Func, FuncKind, Term};
use crate::verdict::{About, Certainty, Finding, FindingKind, Level, Open, Reason, Round, Severity, Unfollowed};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Said of a copy that outlasts its thread.
const NEVER_AWAITED: &str = "the thread that issues the copy returns without waiting for it: a barrier waits neither for the thread nor for its copy";

/// The most witnesses of a kernel that are weighed though they rest on values that are not followed.
const MOST_WEIGHED: usize = 6;

/// What was found so far, over all levels.
#[derive(Default, Debug)]
pub struct Races {
    /// By array and the two places, in this order; one finding each.
    pub found: BTreeMap<Key, Finding>,
    /// Why it cannot be said that there are no others.
    pub unknown: BTreeSet<Open>,
    /// Each excludes a race that was found.
    conditions: Vec<Condition>,
    /// The pairs of which threads of different warps may race, where those of one warp are asked about by themselves.
    of_several_warps: BTreeSet<Key>,
    /// How many witnesses were weighed that rest on values that are not followed.
    weighed: usize,
    /// How the witnesses of conditional findings are told, and what they are.
    told: Vec<(Key, Telling, Model)>,
}

impl Races {
    /// Whether something was found of these two.
    pub(crate) fn knows(&self, a: &Access, b: &Access) -> bool {
        self.found.contains_key(&key(a.array, a, b, false))
    }

    /// Notes that threads of different warps may race.
    pub(crate) fn may_be_of_several_warps(&mut self, pairs: Pairs, [a, b]: [&Access; 2]) {
        if pairs.of_other_warps {
            self.of_several_warps.insert(key(a.array, a, b, false));
        }
    }

    /// Says which races are of lanes of one warp only, once those of different warps were looked for.
    pub(crate) fn tell_of_one_warp(&mut self) {
        for (key, finding) in &mut self.found {
            let is_definite = finding.level == Level::Warp && finding.kind == FindingKind::DataRace;
            let is_definite = is_definite && finding.certainty == Certainty::Race && !finding.gaps.is_empty();
            if is_definite && !self.of_several_warps.contains(key) {
                finding.within_warp = true;
            }
        }
    }

    /// Says of the conditions at which launches they hold.
    pub(crate) fn tell_of_launches(&mut self, session: &mut Session<'_>, world: &mut Prepared) {
        for condition in &self.conditions {
            let Some(told) = held(session, world, condition) else { continue };
            let about = self.found.values_mut().filter(|f| f.conditions.contains(&condition.text));
            about.for_each(|finding| finding.notes.push(told.clone()));
        }
    }

    /// Takes in a finding of a pair, with how its witness is told.
    fn take(&mut self, key: Key, new: Finding, (telling, model): (Telling, Model)) {
        match self.found.entry(key.clone()) {
            Entry::Vacant(none) => {
                if new.certainty == Certainty::Conditional {
                    self.told.push((key, telling, model));
                }
                none.insert(new);
            }
            Entry::Occupied(mut old) => old.get_mut().absorb(new),
        }
    }

    /// Shows conditional findings by witnesses that a reader takes for real ones. It comes behind all other questions.
    pub(crate) fn show_plausible(&mut self, session: &mut Session<'_>, world: &mut Prepared) {
        let told = std::mem::take(&mut self.told);
        plausible::show(session, world, &mut self.found, told);
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

/// What a pair is called in [`Races::found`].
fn key(array: ArrayId, a: &Access, b: &Access, benign: bool) -> Key {
    let (s, t) = (a.span.clone().min(b.span.clone()), a.span.clone().max(b.span.clone()));
    (array, s, t, benign)
}

/// Whether nothing is to be asked of a pair: a race of it is known, or there is no room or no time for more. One of lanes of one
/// warp is known, and one of threads of different warps would convince more.
pub(crate) fn passed_over(
    session: &Session<'_>,
    pairs: Pairs,
    [left, right]: [&Access; 2],
    array: &Array,
    options: &Options,
    races: &mut Races,
) -> bool {
    let known = races.found.get(&key(left.array, left, right, false));
    let is_worst = |f: &Finding| f.certainty == Certainty::Race && !(pairs.of_other_warps && f.level == Level::Warp);
    if known.is_some_and(is_worst) || races.found.len() >= options.max_findings {
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
    (query, mut witness, missing): (Query, Witness, Option<String>),
    (sides, sort, gap): ([&Occurrence<'_>; 2], Sort, Gap),
    array: &Array,
    races: &mut Races,
) {
    let [left, right] = sides.map(|o| o.access);
    let is_known = matches!(sort, Sort::Seed | Sort::Exchanged);
    let harm = if is_known { Harm::None } else { harm(session, world, scene, &query, (sides, left.array)) };
    let benign = matches!(harm, Harm::None);
    let sort = if benign && !is_known { Sort::Benign } else { sort };
    let worth = match &harm {
        Harm::None => Worth::default(),
        Harm::Open(differ) => weighed(session, world, scene, (&query, differ.as_deref(), &mut witness), sides, races),
    };
    let Worth { condition, contracts, weighed, one_value, is_of_one_warp } = worth;
    let is_weighed = weighed.is_some();
    let witness = weighed.unwrap_or(witness);
    let is_of_one_value = one_value.is_some();
    let (mut query, witness) = one_value.unwrap_or((query, witness));
    let is_reversed = comes_second(sort, left);
    if is_reversed {
        query.sides.reverse();
    }
    let (level, symbols, array) = (scene.pairing.level, scene.symbols.clone(), array.clone());
    let telling = Telling { query, symbols, level, sort, array };
    let mut new = telling.told(world, &witness);
    locate(&mut new, gap, is_of_one_warp, is_reversed, &world.kernel.arrays);
    if let Some(given) = &mut new.given {
        (given.weighed, given.computed) =
            (is_weighed, telling.query.sides.iter().any(|side| is_computed(session, world, side)));
    }
    new.parties.truncate(if is_absent(sort) { 1 } else { 2 });
    new.notes.extend(notes([left, right], missing));
    new.notes.extend(is_of_one_value.then(|| ONE_VALUE.to_owned()));
    make_conditional(&mut new, condition.as_ref(), contracts);
    if let Some(condition) = condition {
        races.state(session, world, condition);
    }
    tell_of_hidden(&world.terms, &mut new);
    races.take(key(left.array, left, right, benign), new, (telling, witness.model));
}

/// Makes a finding one that does not happen under a condition, or contracts, if there are any.
fn make_conditional(new: &mut Finding, condition: Option<&Condition>, contracts: Contracts) {
    if condition.is_none() && contracts.all.is_empty() {
        return;
    }
    (new.certainty, new.severity) = (Certainty::Conditional, Severity::Warning);
    new.conditions = condition.map(|c| c.text.clone()).into_iter().collect();
    if !contracts.all.is_empty() {
        new.notes.extend(contracts.or.map(|other| format!("nor does it happen if `{other}`")));
        new.conditions = contracts.all;
    }
}

/// What is said of the accesses, and of an order that is incomplete.
fn notes([left, right]: [&Access; 2], missing: Option<String>) -> Vec<String> {
    let missing = missing.map(|what| format!("what is missing for an order: {what}"));
    let awaited = (left.outlasts() || right.outlasts()).then(|| NEVER_AWAITED.to_owned());
    let tiles = (left.tile.is_some() || right.tile.is_some()).then(|| tiles::ANY_LANE.to_owned());
    missing.into_iter().chain(awaited).chain(tiles).collect()
}

/// Says where a barrier is missing, and which cells of memory it rests on.
fn locate(new: &mut Finding, gap: Gap, is_of_one_warp: bool, is_reversed: bool, arrays: &[Array]) {
    name_cells(new, arrays);
    new.within_warp = is_of_one_warp && !gap.places.is_empty();
    new.gaps = gap.places;
    new.idle = gap.idle.into_iter().map(|idle| if is_reversed { idle.reversed() } else { idle }).collect();
    new.round = gap.round.map(|span| Round { span, later: if is_reversed { 1 } else { 2 } });
}

fn is_absent(sort: Sort) -> bool {
    matches!(sort, Sort::Absent { .. })
}

/// Whether the left access is told second: what is written comes first, or the access to what is not there.
fn comes_second(sort: Sort, left: &Access) -> bool {
    if is_absent(sort) { left.life.is_some() } else { left.mode == Mode::Read }
}

/// What a witness is worth, beyond what it rests on.
#[derive(Default)]
struct Worth {
    /// That excludes the race.
    condition: Option<Condition>,
    /// Contracts on contents of memory that together exclude it.
    contracts: Contracts,
    /// The witness that an execution may confirm.
    weighed: Option<Witness>,
    /// The condition excludes that the two writes are of different values, as this query asks, and this witness has it.
    one_value: Option<(Query, Witness)>,
    /// A definite race of a block is one of lanes of one warp, whatever the launch.
    is_of_one_warp: bool,
}

/// Weighs a witness.
fn weighed(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    (query, differ, witness): (&Query, Option<&Query>, &mut Witness),
    sides: [&Occurrence<'_>; 2],
    races: &mut Races,
) -> Worth {
    let trusting = !witness.approximations.is_empty();
    let may_be_confirmed = trusting && may_be_confirmed(session, world, (query, witness), sides, races);
    let (together, apart) = (build::together(world, scene, sides), warps::apart(world, scene));
    let found = Found { query, together: &together, symbols: &scene.symbols, trusting };
    if may_be_confirmed {
        return by_values(session, world, &found, witness, races);
    }
    if trusting {
        let is = (&witness.model, &together[..]);
        if let Some(condition) = known_condition(session, world, query, is, &races.conditions) {
            return Worth { condition: Some(condition), ..Worth::default() };
        }
        let contracts = contracts(session, world, &found, witness);
        let condition = if contracts.all.is_empty() { digits(session, world, query, is) } else { None };
        return Worth { condition, contracts, ..Worth::default() };
    }
    let condition = judged(session, world, &found, witness, (Subject::Addresses, &races.conditions));
    let is_definite = condition.is_none() && witness.approximations.is_empty();
    if let Some(differ) = differ.filter(|_| condition.is_none())
        && let Some((condition, other)) = of_one_value(session, world, &found, differ)
    {
        return Worth { condition: Some(condition), one_value: Some((differ.clone(), other)), ..Worth::default() };
    }
    let is_of_one_warp =
        apart.is_some_and(|apart| is_definite && warps::are_of_one(session, world, &found, apart, witness));
    Worth { condition, is_of_one_warp, ..Worth::default() }
}

/// Whether an execution may show that a race is one that rests on values that are not followed: where its accesses are does not
/// come out of memory that the launch fills (an execution computes itself what shared memory holds). Where one of them is atomic, neither does how their loops go on: a loop that tries again decides by what it
/// has read.
fn may_be_confirmed(
    session: &Session<'_>,
    world: &Prepared,
    (query, witness): (&Query, &Witness),
    sides: [&Occurrence<'_>; 2],
    races: &Races,
) -> bool {
    let terms = &world.terms;
    let ranges = query.sides.iter().filter_map(|side| side.range);
    let mut placed: Vec<Term> = ranges.flat_map(|(offset, bytes)| [offset, bytes]).collect();
    let is_of_memory = |f: Func| match terms.func_info(f).kind {
        FuncKind::Memory { array } => !array.is_some_and(|array| is_own(world, array)),
        FuncKind::Opaque { .. } | FuncKind::Loop { .. } | FuncKind::Pure(_) => false,
    };
    placed.extend(sides.iter().filter_map(|side| side.access.rank));
    let mut has_contents = terms.apps_of(&placed).iter().any(|(_, f)| is_of_memory(*f));
    if sides.iter().any(|side| matches!(side.access.mode, Mode::Atomic(_))) {
        placed.extend(query.sides.iter().flat_map(|side| &side.loops).flat_map(|l| [l.iteration, l.continues]));
        has_contents |= !terms.apps_of(&placed).is_empty();
    }
    let is_open = races.weighed < MOST_WEIGHED && session.used_up().is_none();
    is_open && is_of_values(&witness.approximations) && !has_contents
}

/// Whether the address of a side comes out of memory of the block's own, or out of a loop that goes by what memory holds, as a search
/// does.
fn is_computed(session: &Session<'_>, world: &Prepared, side: &Side) -> bool {
    let placed: Vec<Term> = side.range.into_iter().flat_map(|(offset, bytes)| [offset, bytes]).collect();
    let is_memory = |f: &Func| matches!(world.terms.func_info(*f).kind, FuncKind::Memory { .. });
    let is_of_memory = |(_, f): (Term, Func)| {
        let f = session.copies.origin(f).0;
        let info = world.terms.func_info(f);
        match info.kind {
            FuncKind::Memory { array } => array.is_some_and(|array| is_own(world, array)),
            FuncKind::Loop { .. } => {
                let body: Vec<Term> = info.axiom.iter().map(|axiom| axiom.body).collect();
                world.terms.funcs_behind(&body).iter().any(is_memory)
            }
            FuncKind::Opaque { .. } | FuncKind::Pure(_) => false,
        }
    };
    world.terms.apps_of(&placed).into_iter().any(is_of_memory)
}

/// Whether an array is memory of the block's own.
fn is_own(world: &Prepared, array: usize) -> bool {
    world.kernel.arrays.get(array).is_some_and(|a| a.space == MemorySpace::Shared && !a.unknown_object)
}

/// What a witness is worth that rests on values that are not followed: as much as a definite one but for these; or there is a
/// contract that excludes it whatever these are; or nothing if the race is one of odd values. What is said of the kernel's proofs
/// does not rest on what is asked for a witness.
fn by_values(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    witness: &Witness,
    races: &mut Races,
) -> Worth {
    races.weighed += 1;
    let before = session.grounds();
    let mut weighed = witness.clone();
    let is_contents = |rest: &Rest| matches!(rest, Rest::Value { value: Unfollowed::Contents { .. }, .. });
    let subject = if witness.approximations.iter().all(is_contents) { Subject::Addresses } else { Subject::Rows };
    let condition = judged(session, world, found, &mut weighed, (subject, &races.conditions));
    if condition.is_some() {
        return Worth { condition, ..Worth::default() };
    }
    session.back_to(before);
    let is_weighed = is_of_values(&weighed.approximations);
    if is_weighed {
        enlarge(world, found, &mut weighed);
    }
    Worth { weighed: is_weighed.then_some(weighed), ..Worth::default() }
}

pub(crate) fn sort(left: &Access, right: &Access) -> Sort {
    if let Some(life) = left.life.or(right.life) {
        return Sort::Absent { ended: life == Life::Ends };
    }
    if left.is_again() && left.unfenced.is_some() || right.is_again() && right.unfenced.is_some() {
        return Sort::Unfenced;
    }
    if left.outlasts() || right.outlasts() {
        return Sort::OutlastingCopy;
    }
    if left.copy.is_some() || right.copy.is_some() {
        return Sort::AsynchronousCopy;
    }
    if [(left, right), (right, left)].iter().any(|(read, other)| read.seeds && matches!(other.mode, Mode::Atomic(_))) {
        return Sort::Seed;
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

/// Whether two accesses race is open.
pub(crate) fn open_pair(array: &Array, accesses: [&Access; 2], why: impl Into<Reason>) -> Open {
    Open::about(About::Pair { array: array.name.clone(), lines: accesses.map(|a| a.span.line) }, why)
}
