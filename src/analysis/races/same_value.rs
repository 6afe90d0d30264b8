//! Whether two accesses that conflict are harmless: wherever they meet, both write one value; or one writes it, and the other
//! reads what its own thread has just written there ([`own_write`]), which is that value.
//!
//! What a loop computes is equal in two threads if all that it is computed from is: of `s(i) = s(i-1) + a[row * n + i]` with
//! contents `a` that nobody writes, `s` is one function where `row` and `n` are equal ([`congruent`]). That values differ implies
//! that something differs that they are computed from ([`inputs`]), which is a fact of its own: often places decide on it.
//!
//! Direction: sound. [`Harm::Open`] says nothing.

use super::inputs::inputs;
use super::own_write;
use crate::analysis::asking::decide::{Outcome, Session, Witness};
use crate::analysis::asking::judge::{Judgement, judge};
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::quantity::Condition;
use crate::analysis::findings::shapes::shapes;
use crate::analysis::findings::weigh::{Found, shape_of_one_value};
use crate::analysis::pair::lanes::different_warps;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::target::LANES;
use crate::kernel::{Access, ArrayId, Mode, walk};
use crate::term::{Func, FuncKind, Owner, Sharing, Term, Terms, VarKind};
use crate::verdict::{Assumption, Level};
use std::collections::BTreeSet;

/// Said where a condition excludes that two writes differ, and not that they meet.
pub(crate) const ONE_VALUE: &str = "where the condition holds, the two writes are of one value";

/// Whether accesses that meet do harm.
pub(crate) enum Harm {
    /// They leave one value.
    None,
    /// They may. Where it is known what both write, the question whether they meet and their values differ.
    Open(Option<Box<Query>>),
}

/// Whether the two sides of `query`, which meet, write provably equal values wherever they do, or one of them reads its own.
pub(crate) fn harm(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    (pair, array): ([&Occurrence<'_>; 2], ArrayId),
) -> Harm {
    let [Some((v1, g1)), Some((v2, g2))] = [0, 1].map(|i| written(world, scene, query, (i, pair[i]))) else {
        return Harm::Open(None);
    };
    let [a, b] = &query.sides;
    let (Some((o1, b1)), Some((o2, b2))) = (a.range, b.range) else { return Harm::Open(None) };
    let terms = &mut world.terms;
    if terms.width(v1) != terms.width(v2) || !query.approximations.is_empty() {
        return Harm::Open(None);
    }
    if !world.knowledge.handovers.is_empty() && come_from_memory(terms, &[v1, v2]) {
        return Harm::Open(None); // two reads of one cell need not agree
    }
    let mut apart: Vec<Term> = [(o1, o2), (b1, b2)].into_iter().map(|(x, y)| terms.ne(x, y)).collect();
    apart.extend([g1, g2].map(|g| terms.not(g)));
    let inputs = inputs(terms, [v1, v2], [o1, o2]);
    let mut differ = |pairs: Vec<[Term; 2]>| {
        let pairs: Vec<Term> = pairs.into_iter().map(|[x, y]| terms.ne(x, y)).collect();
        terms.any(apart.iter().copied().chain(pairs))
    };
    let inputs = inputs.map(&mut differ);
    let mut facts: Vec<Term> = [differ(vec![[v1, v2]])].into_iter().chain(inputs).collect();
    facts.extend(congruences(session, world, scene, [v1, v2]));
    let harmful = question(session, world, scene, (query, array), facts);
    if session.refutes(&mut world.terms, &harmful) {
        assume_arrivals(session, world, &[v1, v2]);
        return Harm::None;
    }
    let differ = inputs.map_or(harmful, |inputs| question(session, world, scene, (query, array), vec![inputs]));
    Harm::Open(Some(Box::new(Query { question: query.question, ..differ })))
}

/// Whether the two meet and these facts hold.
fn question(
    session: &Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    (query, array): (&Query, ArrayId),
    facts: Vec<Term>,
) -> Query {
    let facts = query.facts.iter().copied().chain(facts).collect();
    let mut harmful = Query::new(Question::Differ(array), scene, facts, query.sides.clone());
    harmful.finish(&session.copies, world, scene);
    let Query { weakened, warp, uncounted, values, .. } = query.clone();
    Query { weakened, warp, uncounted, values, ..harmful }
}

/// Says that the lanes of a warp have come to what these values were reduced by, if they were.
fn assume_arrivals(session: &Session<'_>, world: &mut Prepared, values: &[Term]) {
    let is_reduced = |(_, f): &(Term, Func)| world.knowledge.reduced.contains(&session.copies.origin(*f).0);
    if world.terms.apps_of(values).iter().any(is_reduced) {
        world.rest_on([Assumption::LanesArrive]);
    }
}

/// The shape of blocks in which two writes that meet are of one value, with a witness of other shapes: it rests on what its threads
/// need to meet, be their values as they are.
pub(crate) fn of_one_value(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    differ: &Query,
) -> Option<(Condition, Witness)> {
    if shapes(world, differ).is_empty() {
        return None;
    }
    session.be_brief(true);
    let outcome = session.ask(&mut world.terms, differ, found.symbols);
    session.be_brief(false);
    let Outcome::Found(mut witness) = outcome else { return None };
    let condition = shape_of_one_value(session, world, &Found { query: differ, ..*found }, &witness)?;
    if judge(&world.terms, found.query, found.symbols, &witness.model) == Judgement::Definite {
        witness.approximations.clear();
    }
    assume_arrivals(session, world, &differ.facts);
    Some((condition, witness))
}

/// What a side writes, or has written where it reads, and where that is so.
fn written(
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    (side, o): (usize, &Occurrence<'_>),
) -> Option<(Term, Term)> {
    let side = &query.sides[side];
    match o.access.mode {
        Mode::Write(_) => Some((side.value?, world.terms.truth())),
        Mode::Atomic(_) => None,
        Mode::Read if !world.knowledge.handovers.is_empty() || scene.alone => None,
        Mode::Read => {
            let own = own_write::before(&world.unsettled, &world.kernel.arrays, o.access)?;
            let Mode::Write(Some(value)) = own.mode else { return None };
            let guard = own.guard;
            let mut of = |t| scene.pairing.own(&mut world.terms, side.who, t);
            Some((of(value), of(guard)))
        }
    }
}

/// Whether contents of memory are among what the values are made of, by way of the axioms of symbols too.
fn come_from_memory(terms: &Terms, roots: &[Term]) -> bool {
    terms.funcs_behind(roots).into_iter().any(|f| matches!(terms.func_info(f).kind, FuncKind::Memory { .. }))
}

/// Whether the symbol is for contents of memory that the kernel writes.
fn may_change(world: &Prepared, f: Func) -> bool {
    let FuncKind::Memory { array: Some(array) } = world.terms.func_info(f).kind else { return false };
    let stray = |a: &Access| world.kernel.arrays.get(a.array.0).is_none_or(|o| o.unknown_object);
    walk::accesses(&world.kernel.body).any(|a| a.writes() && (a.array.0 == array || stray(a)))
}

/// Of symbols of loops that occur in both values: they agree where the two threads do.
fn congruences(session: &Session<'_>, world: &mut Prepared, scene: &mut Scene, values: [Term; 2]) -> Vec<Term> {
    let mut found = vec![];
    let [left, right] = values.map(|v| world.terms.apps_of(&[v]));
    for (app, f) in &left {
        let (symbol, owner) = session.copies.origin(*f);
        for (other, g) in &right {
            let (same, of) = session.copies.origin(*g);
            if same != symbol || owner == of || !is_side(owner) || !is_side(of) {
                continue;
            }
            let Some(mut unless) = congruent(world, scene, symbol) else { continue };
            let terms = &mut world.terms;
            let arguments = terms.children(*app).into_iter().zip(terms.children(*other));
            for (x, y) in arguments.collect::<Vec<_>>() {
                unless.push(terms.ne(x, y));
            }
            unless.push(terms.eq(*app, *other));
            found.push(terms.any(unless));
        }
    }
    found
}

fn is_side(owner: Owner) -> bool {
    match owner {
        Owner::Left | Owner::Right => true,
        Owner::All | Owner::LaneOfLeft | Owner::LaneOfRight | Owner::Third => false,
    }
}

/// That the two threads differ in something that the symbol's definition depends on, one reason each; nothing if it is not
/// known by what it is defined, so that nothing follows from what they have in common.
fn congruent(world: &mut Prepared, scene: &mut Scene, symbol: Func) -> Option<Vec<Term>> {
    let (mut open, mut seen, mut vars) = (vec![symbol], BTreeSet::new(), BTreeSet::new());
    let mut unless = vec![];
    while let Some(f) = open.pop() {
        if !seen.insert(f) {
            continue;
        }
        let terms = &world.terms;
        let (params, body) = match (scene.symbols.carried.get(&f), scene.symbols.exits.get(&f)) {
            (Some(carried), _) => (carried.params.clone(), carried.value),
            (None, Some(exit)) => (exit.params.iter().copied().chain([exit.counter]).collect(), exit.continues),
            (None, None) if may_change(world, f) => return None,
            (None, None) => match (terms.func_info(f).sharing, scene.pairing.level) {
                (Sharing::Grid, _) | (Sharing::Block, Level::Warp | Level::Block) | (Sharing::Warp, Level::Warp) => {
                    continue;
                }
                (Sharing::Warp, Level::Block) => {
                    unless.push(different_warps(world, &mut scene.pairing, LANES));
                    continue;
                }
                (Sharing::Thread | Sharing::Warp | Sharing::Block, _) => return None,
            },
        };
        vars.extend(terms.vars_of(&[body]).into_iter().filter(|v| !params.contains(v)));
        open.extend(terms.apps_of(&[body]).into_iter().map(|(_, f)| f));
    }
    for v in vars {
        match world.terms.var_info(v).kind {
            VarKind::Counter => return None,
            VarKind::ThreadIdx(_)
            | VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::Local
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::Param => {}
        }
        let terms = &mut world.terms;
        let v = terms.var(v);
        let [a, b] = Who::BOTH.map(|who| scene.pairing.own(terms, who, v));
        unless.push(terms.ne(a, b));
    }
    Some(unless)
}
