//! Whether two accesses that conflict are harmless: wherever they meet, both write one value; or one writes it, and the other
//! reads what its own thread has just written there ([`own_write`]), which is that value.
//!
//! What a loop computes is equal in two threads if all that it is computed from is: of `s(i) = s(i-1) + a[row * n + i]` with
//! contents `a` that nobody writes, `s` is one function where `row` and `n` are equal ([`congruent`]).
//!
//! Direction: sound. `false` says nothing.

use super::own_write;
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes::different_warps;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::target::LANES;
use crate::kernel::{Access, ArrayId, Mode, walk};
use crate::term::{Func, FuncKind, Owner, Sharing, Term, Terms, VarKind};
use crate::verdict::{Assumption, Level};
use std::collections::BTreeSet;

/// Whether the two sides of `query`, which meet, write provably equal values wherever they do, or one of them reads its own.
pub(crate) fn harmless(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    (pair, array): ([&Occurrence<'_>; 2], ArrayId),
) -> bool {
    let [Some((v1, g1)), Some((v2, g2))] = [0, 1].map(|i| written(world, scene, query, (i, pair[i]))) else {
        return false;
    };
    let [a, b] = &query.sides;
    let (Some((o1, b1)), Some((o2, b2))) = (a.range, b.range) else { return false };
    let terms = &mut world.terms;
    if terms.width(v1) != terms.width(v2) || !query.approximations.is_empty() {
        return false;
    }
    if !world.knowledge.handovers.is_empty() && come_from_memory(terms, &[v1, v2]) {
        return false; // two reads of one cell need not agree
    }
    let mut differ: Vec<Term> = [(o1, o2), (b1, b2), (v1, v2)].into_iter().map(|(x, y)| terms.ne(x, y)).collect();
    differ.extend([g1, g2].map(|g| terms.not(g)));
    let differ = terms.any(differ);
    let mut facts: Vec<Term> = query.facts.iter().copied().chain([differ]).collect();
    facts.extend(congruences(session, world, scene, [v1, v2]));
    let mut harmful = Query::new(Question::Differ(array), scene, facts, query.sides.clone());
    harmful.finish(&session.copies, world, scene);
    let harmless = session.refutes(&mut world.terms, &harmful);
    let assumed = |(_, f): &(Term, Func)| world.knowledge.reduced.contains(&session.copies.origin(*f).0);
    if harmless && world.terms.apps_of(&[v1, v2]).iter().any(assumed) {
        world.rest_on([Assumption::LanesArrive]);
    }
    harmless
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
