//! A conditional finding is shown with values that programs have, where there are some: `n = 2` and not `n = -1`, a block of 256 threads
//! and not of 65.
//!
//! What is asked for is asked on top of the query, so that the witness stays one of the query: the same condition excludes it. Example:
//! of `a[i * pitch + j]`, which races unless `pitch >= width`, the solver's first model may be `pitch = -1`; with `pitch > 0` there is
//! `pitch = 1`, too.
//!
//! Direction: where nothing better is found within a small part of the usual work, the first witness is kept.

use crate::analysis::asking::decide::{Outcome, Session, Witness};
use crate::analysis::asking::exact::Exact;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::shapes::shapes;
use crate::analysis::pair::threads::LoopSymbols;
use crate::term::{Node, Term, VarKind, signed};

/// Sizes are smaller, if they can be.
const LARGE: i64 = 1 << 20;
/// Narrower parameters are letters and truth values.
const NARROWEST: u8 = 32;

/// The witness, or of a conditional finding a more plausible one.
pub(super) fn plausible(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (query, symbols): (&Query, &LoopSymbols),
    witness: Witness,
    is_conditional: bool,
) -> Witness {
    if !is_conditional {
        return witness;
    }
    let sizes = sizes(world, query);
    let values: Vec<i64> = sizes.iter().filter_map(|t| value(world, &witness, *t)).collect();
    let shaped = shaped(world, query);
    let is_shaped = shaped.is_none_or(|fact| Exact::value(&world.terms, &witness.model, fact) != Some(0));
    let are_positive = values.iter().all(|value| (1..LARGE).contains(value));
    let (positive, other) = (between(world, &sizes, 1), between(world, &sizes, 0));
    let all: Vec<Term> = positive.iter().copied().chain(shaped).collect();
    let wanted = match (are_positive, is_shaped) {
        (true, true) => return witness,
        (true, false) => vec![all],
        (false, _) if values.iter().all(|value| (0..LARGE).contains(value)) => vec![all, positive],
        (false, _) => vec![all, positive, other],
    };
    let before = session.grounds();
    session.be_brief(true);
    let better = wanted.into_iter().find_map(|facts| asked(session, world, (query, symbols), &facts, &witness));
    session.be_brief(false);
    session.back_to(before);
    better.unwrap_or(witness)
}

/// A witness that rests on nothing else than the first one.
fn asked(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (query, symbols): (&Query, &LoopSymbols),
    facts: &[Term],
    first: &Witness,
) -> Option<Witness> {
    if session.used_up().is_some() {
        return None;
    }
    let mut query = query.clone();
    // What is wished for is no fact of the program.
    query.axioms.extend(facts);
    match session.ask(&mut world.terms, &query, symbols) {
        Outcome::Found(witness) => {
            witness.approximations.iter().all(|rest| first.approximations.contains(rest)).then_some(witness)
        }
        Outcome::Impossible | Outcome::Unknown(_) => None,
    }
}

/// The whole numbers that the launch passes, as far as the query is about them.
fn sizes(world: &Prepared, query: &Query) -> Vec<Term> {
    let terms = &world.terms;
    let about = terms.vars_of(&query.asserted());
    let is_size = |t: &Term| match terms.node(*t) {
        Node::Var(v) => {
            let info = terms.var_info(*v);
            info.kind == VarKind::Param && info.width >= NARROWEST && about.contains(v)
        }
        Node::Const { .. }
        | Node::Apply(..)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..) => false,
    };
    query.values.iter().map(|(_, t)| *t).filter(is_size).collect()
}

fn value(world: &Prepared, witness: &Witness, t: Term) -> Option<i64> {
    Exact::value(&world.terms, &witness.model, t).map(|value| signed(world.terms.width(t), value))
}

/// `least <= size < LARGE`, with signs: large numbers without one are negative so.
fn between(world: &mut Prepared, sizes: &[Term], least: u64) -> Vec<Term> {
    let terms = &mut world.terms;
    let of = |t: &Term| {
        let width = terms.width(*t);
        let (low, high) = (terms.constant(width, least), terms.constant(width, LARGE.cast_unsigned()));
        [terms.sle(low, *t), terms.slt(*t, high)]
    };
    sizes.iter().flat_map(of).collect()
}

/// The block has a natural shape, if it has one at all.
fn shaped(world: &mut Prepared, query: &Query) -> Option<Term> {
    let shapes = shapes(world, query);
    let dims = world.block_dim;
    let terms = &mut world.terms;
    let mut one_of = vec![];
    for shape in shapes {
        let mut equal = vec![];
        for (dim, extent) in dims.iter().zip(shape) {
            let extent = terms.constant(terms.width(*dim), extent);
            equal.push(terms.eq(*dim, extent));
        }
        one_of.push(terms.all(equal));
    }
    (!one_of.is_empty()).then(|| terms.any(one_of))
}
