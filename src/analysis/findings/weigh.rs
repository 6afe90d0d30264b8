//! What a definite witness is worth: whether it stands where values are what programs mean, and in blocks of every natural shape
//! (docs/design.md section 2). If it does not, no build is to fail for it.
//!
//! **Invariant:** what is said to be conditional was proved to be excluded by the condition, under which what both sides do still
//! happens. What only odd values lead to is named with them.
//! Direction: a shape that is not decided excludes nothing; a plausible witness that is not found is taken to be none.

use super::candidates::{Subject, joint};
use super::condition::{Search, Sought, Still, condition, one_block, rare_condition};
use super::meaning::{
    Meant, as_launched, digits_apart, factors, has_hard_strides, meant, meets_anyway, needed, offsets, sizes,
};
use super::quantity::Condition;
use super::shapes::{Shape, families, families_of, in_shape, is_natural, is_one_row, is_one_warp, shapes};
use crate::analysis::asking::decide::{Outcome, Session, Witness};
use crate::analysis::asking::judge::{Judgement, Rest, is_of_values, judge};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::literals::conjuncts;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::threads::LoopSymbols;
use crate::smt::{Answer, Model};
use crate::term::{Term, VarKind};
use crate::verdict::{Approximation, Level, Oddity};

/// What a definite witness is worth, if not what it seems.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Weight {
    Conditional(Condition),
    /// All witnesses that were found are odd.
    Odd(Vec<Oddity>),
    /// There is none at the launches that are seen.
    Unseen,
}

/// What is weighed: a query that has a witness, what it takes for both sides to happen, and the loops around.
pub(crate) struct Found<'q> {
    pub(crate) query: &'q Query,
    pub(crate) together: &'q [Term],
    pub(crate) symbols: &'q LoopSymbols,
    /// Values that are not followed are taken as a model has them.
    pub(crate) trusting: bool,
}

impl Found<'_> {
    /// Whether a witness is worth as much as one that rests on nothing.
    fn stands(&self, rests: &[Rest]) -> bool {
        rests.is_empty() || self.trusting && is_of_values(rests)
    }
}

/// The condition under which there is no finding, if one is known. The definite witness becomes one that is worth as much as the
/// finding: a plausible one, or else with what it rests on. Where it stands, nothing that is said rests on what was asked for it.
pub(crate) fn judged(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    witness: &mut Witness,
    sought: (Subject, &[Condition]),
) -> Option<Condition> {
    let before = session.grounds();
    let condition = tried(session, world, found, witness, sought);
    if condition.is_none() && found.stands(&witness.approximations) {
        session.back_to(before);
    }
    condition
}

fn tried(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    witness: &mut Witness,
    (subject, known): (Subject, &[Condition]),
) -> Option<Condition> {
    if let Some(condition) = one_block(session, world, found.query, (&witness.model, found.together)) {
        return Some(condition);
    }
    let sought = condition(session, world, found.query, (&witness.model, found.together), subject, known);
    if let Sought::Found(condition) = sought {
        return Some(condition);
    }
    let first = witness.model.clone();
    match weigh(session, world, found, witness) {
        Some(Weight::Conditional(condition)) => return Some(condition),
        Some(Weight::Odd(what)) => witness.approximations.push(Approximation::Odd { what }.into()),
        Some(Weight::Unseen) => witness.approximations.push(Approximation::UnseenLaunch.into()),
        None if subject == Subject::Addresses && (sought == Sought::Cut || witness.approximations.is_empty()) => {
            // What a condition leaves to the threads of a plausible witness it may not leave to those of an odd one.
            if sought == Sought::None && witness.model != first {
                let again = condition(session, world, found.query, (&witness.model, found.together), subject, known);
                if let Sought::Found(condition) = again {
                    return Some(condition);
                }
            }
            let rare = rare_condition(session, world, found.query, (&witness.model, found.together));
            if let Sought::Found(condition) = rare {
                return Some(condition);
            }
            let cut = [&sought, &rare].contains(&&Sought::Cut) || has_hard_strides(&world.terms, found.query);
            // That blocks are no larger than their tiles may exclude threads of ones that are.
            let is_larger = is_larger_than_tiles(world, found.query, &witness.model);
            if cut && (is_larger || !meets_anyway(session, world, found.query, &witness.model)) {
                witness.approximations.push(Approximation::SearchCut.into());
            }
        }
        None if sought == Sought::Cut => witness.approximations.push(Approximation::SearchCut.into()),
        None => {}
    }
    None
}

/// Whether blocks are larger than a constant that the digits of the index ask for: more threads than a tile has cells.
fn is_larger_than_tiles(world: &mut Prepared, query: &Query, model: &Model) -> bool {
    let digits = digits_apart(&mut world.terms, query);
    let facts: Vec<Term> = digits.iter().map(|c| c.fact).collect();
    let is_of_block = |fact: &Term| {
        let vars = world.terms.vars_of(&[*fact]);
        !vars.is_empty() && vars.iter().all(|v| matches!(world.terms.var_info(*v).kind, VarKind::BlockDim(_)))
    };
    let bounds = conjuncts(&world.terms, &facts);
    bounds.iter().filter(|fact| is_of_block(fact)).any(|fact| model.holds(&world.terms, *fact) == Some(false))
}

/// Weighs a definite witness of a query that no simple condition excludes; it becomes a plausible one, in blocks of a natural shape,
/// if there is any.
fn weigh(session: &mut Session<'_>, world: &mut Prepared, found: &Found<'_>, witness: &mut Witness) -> Option<Weight> {
    let mut meant = meant(world, found.query);
    meant.retain(|m| m.is_open(session, world));
    if let Some(weight) = plausible(session, world, (found, &meant), witness) {
        return Some(weight);
    }
    if !found.stands(&witness.approximations) {
        return None;
    }
    if let Some(weight) = at_seen_calls(session, world, (found, &meant), witness) {
        return Some(weight);
    }
    let (all, stated): (Vec<&Meant>, Vec<&Meant>) =
        (meant.iter().collect(), meant.iter().filter(|m| m.stated).collect());
    let offsets = offsets(world, found.query);
    if !offsets.is_empty()
        && let Excluded::By(weight) = excluded(session, world, found, (offsets, Still::Both, &stated))
    {
        return Some(weight);
    }
    for shape in world.seen_shapes.clone() {
        let families = families_of(world, &[shape]);
        if let Excluded::By(weight) = excluded(session, world, found, (families, Still::Nothing, &all)) {
            return Some(weight);
        }
    }
    in_shapes(session, world, (found, &meant), witness)
}

/// The shape of blocks in which two writes that meet are of one value, where `found` asks for two that are not.
pub(crate) fn shape_of_one_value(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    witness: &Witness,
) -> Option<Condition> {
    let mut models = vec![witness.model.clone()];
    let weights = shapes(world, found.query).into_iter();
    let mut weights = weights.filter_map(|shape| excluded_by(session, world, found, (shape, &[]), &mut models));
    match weights.next()? {
        Weight::Conditional(condition) => Some(condition),
        Weight::Odd(_) | Weight::Unseen => None,
    }
}

/// What a witness is worth that there is not in blocks of some natural shape; where there is one in all of them, it becomes such a one.
fn in_shapes(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (found, meant): (&Found<'_>, &[Meant]),
    witness: &mut Witness,
) -> Option<Weight> {
    let mut models = vec![witness.model.clone()];
    let shapes = shapes(world, found.query);
    let weight = shapes.iter().find_map(|shape| {
        let strides = strides(world, found.query, *shape);
        let all: Vec<&Meant> = strides.iter().chain(meant).collect();
        excluded_by(session, world, found, (*shape, &all), &mut models)
    });
    let meant: Vec<&Meant> = meant.iter().collect();
    if weight.is_none() && witness.approximations.is_empty() {
        let in_shapes = shapes.iter().flat_map(|shape| models.iter().map(|model| in_shape(world, model, *shape)));
        let mut convincing = in_shapes.filter(|model| stays(world, found, &meant, model));
        witness.model = convincing.next().unwrap_or_else(|| witness.model.clone());
    }
    weight
}

/// Makes what a witness compares with as large as its launch has threads, wherever it stands then: so an execution of it has the
/// most to do.
pub(crate) fn enlarge(world: &mut Prepared, found: &Found<'_>, witness: &mut Witness) {
    let meant = meant(world, found.query);
    let meant: Vec<&Meant> = meant.iter().collect();
    for size in sizes(world, found.query) {
        let Some(model) = as_launched(world, &witness.model, size) else { continue };
        if let Some(approximations) = rests(world, found, &meant, &model) {
            *witness = Witness { model, approximations };
        }
    }
}

/// Whether a model shows what was found, and has nothing odd.
fn stays(world: &Prepared, found: &Found<'_>, meant: &[&Meant], model: &Model) -> bool {
    rests(world, found, meant, model).is_some()
}

/// What it rests on that a model shows what was found; none if it does not, or has something odd.
fn rests(world: &Prepared, found: &Found<'_>, meant: &[&Meant], model: &Model) -> Option<Vec<Rest>> {
    if !odd(world, meant, model).is_empty() {
        return None;
    }
    match judge(&world.terms, found.query, found.symbols, model) {
        Judgement::Definite => Some(vec![]),
        Judgement::Possible(rests) => (found.trusting && is_of_values(&rests)).then_some(rests),
        Judgement::Rejected { .. } => None,
    }
}

/// Makes the witness a plausible one; what it is worth if there is none, or none that was found. What can be stated is asked first,
/// since that accesses lie inside an array can make a question harder.
fn plausible(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (found, meant): (&Found<'_>, &[Meant]),
    witness: &mut Witness,
) -> Option<Weight> {
    let all: Vec<&Meant> = meant.iter().collect();
    let stated: Vec<&Meant> = meant.iter().filter(|m| m.stated).collect();
    let mut odds = odd(world, &all, &witness.model);
    for facts in [&stated, &all] {
        if odds.is_empty() {
            return None;
        }
        if facts.len() < all.len() && odd(world, facts, &witness.model).is_empty() {
            continue; // they hold, and will not help
        }
        let mut query = found.query.clone();
        // Not among the facts: what is meant may rest on values that are not followed.
        query.axioms.extend(facts.iter().filter_map(|m| m.fact()));
        match session.ask(&mut world.terms, &query, found.symbols) {
            Outcome::Found(other) => {
                odds = odd(world, &all, &other.model);
                *witness = other;
            }
            Outcome::Impossible => {
                return Some(why(session, world, found, (None, Still::Both, facts)).unwrap_or(Weight::Odd(odds)));
            }
            Outcome::Unknown(_) => {}
        }
    }
    (!odds.is_empty()).then_some(Weight::Odd(odds))
}

/// Makes the witness one of a launch that is seen, where some are; what it is worth if there is none.
fn at_seen_calls(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (found, meant): (&Found<'_>, &[Meant]),
    witness: &mut Witness,
) -> Option<Weight> {
    let calls = world.seen_calls.clone();
    for call in &calls {
        let mut query = found.query.clone();
        query
            .axioms
            .extend(call.facts.iter().copied().chain(meant.iter().filter(|m| m.stated).filter_map(Meant::fact)));
        if let Outcome::Found(other) = session.ask(&mut world.terms, &query, found.symbols)
            && other.approximations.is_empty()
        {
            *witness = other;
            return None;
        }
    }
    if calls.is_empty() {
        return None;
    }
    let (families, all) = (families_of(world, &calls), meant.iter().collect::<Vec<_>>());
    match excluded(session, world, found, (families, Still::Nothing, &all)) {
        Excluded::By(weight) => Some(weight),
        Excluded::No(_) | Excluded::Unknown => Some(Weight::Unseen),
    }
}

/// What is odd in a model.
pub(crate) fn odd(world: &Prepared, meant: &[&Meant], model: &Model) -> Vec<Oddity> {
    let mut odd: Vec<Oddity> = meant.iter().filter(|m| m.fails(world, model)).map(|m| m.odd.clone()).collect();
    odd.sort_unstable();
    odd.dedup();
    odd
}

/// Rows are no shorter than a block, or the grid: where a shape is known, what indices are below need not be said.
fn strides(world: &mut Prepared, query: &Query, shape: Shape) -> Vec<Meant> {
    let factors = factors(&world.terms, query);
    let joint = joint(world, query, Some(shape)).into_iter().filter(|(v, _)| factors.contains(v));
    let digits = digits_apart(&mut world.terms, query);
    let digits = digits.into_iter().find(|c| is_natural(world, c.fact, &[shape])).map(Meant::digits);
    let strides = joint.map(|(v, forms)| {
        let stride = world.terms.written(v).to_owned();
        Meant { forms, stated: true, odd: Oddity::NarrowRows { stride } }
    });
    digits.into_iter().chain(strides).collect()
}

/// What a witness is worth that there is not in blocks of `shape`; nothing if there is one, or if that is not decided.
fn excluded_by(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    (shape, meant): (Shape, &[&Meant]),
    models: &mut Vec<Model>,
) -> Option<Weight> {
    if models.iter().any(|model| stays(world, found, meant, &in_shape(world, model, shape))) {
        return None;
    }
    let families = families(world, shape);
    // What one thread of a row does alone does not happen twice in a single row, nor what one lane of a warp does in a single warp.
    let in_one_warp = found.query.level == Level::Block && is_one_warp(shape);
    let still = if in_one_warp || is_one_row(world, shape) { Still::Each } else { Still::Both };
    match excluded(session, world, found, (families, still, meant)) {
        Excluded::By(weight) => Some(weight),
        Excluded::No(model) => {
            models.push(model);
            None
        }
        Excluded::Unknown => None,
    }
}

/// Whether a query is impossible for some shapes.
enum Excluded {
    By(Weight),
    /// It has this model.
    No(Model),
    Unknown,
}

/// Whether a query is impossible where the last members of some families hold, and what is meant.
fn excluded(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    (families, still, meant): (Vec<Vec<Condition>>, Still, &[&Meant]),
) -> Excluded {
    let exact = families.iter().filter_map(|f| f.last().map(|c| c.fact));
    let mut facts: Vec<Term> = found.query.asserted().into_iter().chain(found.query.limit).chain(exact).collect();
    facts.extend(meant.iter().filter_map(|m| m.fact()));
    session.be_brief(true);
    let answer = session.solve(&mut world.terms, &facts, &mut |_, _| true);
    session.be_brief(false);
    match answer {
        Answer::Sat(model) => Excluded::No(model),
        Answer::Unknown { .. } => Excluded::Unknown,
        Answer::Unsat { .. } => {
            let weight = why(session, world, found, (Some(families), still, meant));
            weight.map_or(Excluded::Unknown, Excluded::By)
        }
    }
}

/// Which of some facts exclude the query together with these families' last members: as a condition in its weakest form, or as
/// what is odd if one of them cannot be stated. Nothing if both sides do not happen then, or if it is not decided.
fn why(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    (shape, still, meant): (Option<Vec<Vec<Condition>>>, Still, &[&Meant]),
) -> Option<Weight> {
    let is_shape = shape.is_some();
    let mut members = shape.unwrap_or_default();
    let known: Vec<Term> = members.iter().filter_map(|f| f.last().map(|c| c.fact)).collect();
    let mut search = Search::new(found.query, found.together).with_still(still);
    // Where nothing else is known, what was proved at length is proved again.
    session.be_brief(is_shape);
    let weight = needed(session, world, found.query, (&known, meant)).and_then(|needed| {
        if needed.iter().any(|m| !m.stated) {
            let mut odd: Vec<Oddity> = needed.iter().map(|m| m.odd.clone()).collect();
            odd.extend(is_shape.then_some(Oddity::Shape));
            odd.sort_unstable();
            odd.dedup();
            return search.happens(session, world, &known).then_some(Weight::Odd(odd));
        }
        members.extend(needed.iter().map(|m| m.forms.clone()));
        search.jointly(session, world, &members).map(Weight::Conditional)
    });
    session.be_brief(false);
    weight
}
