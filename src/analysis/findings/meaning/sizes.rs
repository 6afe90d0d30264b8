//! Sizes of a natural launch: as many as it has threads.
//!
//! `if (i < n) slot[ticket(count) % 8] = i;` shows with `n = 256` what it does not show with `n = 2`, which a solver prefers.

use super::facts::parameters;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::smt::Model;
use crate::term::{CompareOp, Node, Term, Var};

/// The most parameters that are made larger.
const MOST: usize = 8;

/// The parameters that a query has something less than.
pub(crate) fn sizes(world: &Prepared, query: &Query) -> Vec<Var> {
    let terms = &world.terms;
    let compared = |t: Term| match *terms.node(t) {
        Node::Compare(op, a, b) if op != CompareOp::Eq => {
            [a, b].into_iter().flat_map(|side| parameters(terms, side)).collect()
        }
        _ => vec![],
    };
    let mut found: Vec<Var> = terms.reachable(&query.asserted()).into_iter().flat_map(compared).collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found
}

/// The model with a parameter as large as the launch has threads; none if it is as large already, or negative, or cannot be.
pub(crate) fn as_launched(world: &Prepared, model: &Model, size: Var) -> Option<Model> {
    let extents = world.block_dim.iter().chain(&world.grid_dim).map(|dim| world.terms.eval(*dim, model));
    let threads = extents.into_iter().try_fold(1u64, |all, extent| all.checked_mul(extent?))?;
    let (value, width) = (*model.vars.get(&size)?, world.terms.var_info(size).width);
    let largest = u64::MAX >> (64 - width.min(64)) >> 1;
    if value >= threads || threads > largest {
        return None;
    }
    let mut model = model.clone();
    model.vars.insert(size, threads);
    Some(model)
}
