//! Strides: which may be one and the same, how many blocks lie in the rows that they make, and which of them the search for a contract
//! does not relate well.

use super::constants::is_masked_by_param;
use super::facts::factors;
use super::shared::Shared;
use super::sums::{Sum, uncast};
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::quantity::{Condition, Quantity, at_least, equal, scaled};
use crate::smt::{Answer, Model};
use crate::term::{Axis, BinaryOp, Node, Substitution, Term, Terms, Var, VarKind};
use std::collections::BTreeSet;

/// That rows have room for the blocks that lie side by side in them, of a constant number of cells each: `stride >= 2 * gridDim.x` for
/// `row * stride + 2 * blockIdx.x + i`.
pub(crate) fn rows_of_blocks(world: &mut Prepared, query: &Query) -> Vec<Condition> {
    let sums = query.sides.iter().filter_map(|s| s.range).flat_map(|(offset, _)| Sum::all(&world.terms, offset));
    let beside: BTreeSet<(Var, Axis, u64)> = sums.flat_map(|sum| sum.blocks_beside_rows(&world.terms)).collect();
    let is_open = |(_, axis, _): &(Var, Axis, u64)| world.terms.as_const(world.grid_dim[*axis as usize]).is_none();
    let open: Vec<(Var, Axis, u64)> = beside.into_iter().filter(is_open).collect();
    let wide = |(stride, axis, cells): (Var, Axis, u64)| {
        let stride = Quantity::parameter(&mut world.terms, stride);
        let blocks = Quantity::of_grid(world, axis);
        let cells = scaled(&mut world.terms, &blocks, cells);
        at_least(&mut world.terms, &stride, &cells)
    };
    open.into_iter().filter_map(wide).collect()
}

/// That two strides are one: the only two parameters that multiply or divide, as the sides of a square; or each of which makes the rows
/// of one of the accesses, as `pitch == n + 1` for `row * pitch + i` and `row * (n + 1) + j`. None if there are others.
pub(crate) fn equal_strides(terms: &mut Terms, query: &Query) -> Vec<Condition> {
    let parameters = factors(terms, query).into_iter().map(|v| Quantity::parameter(terms, v)).collect::<Vec<_>>();
    let sides = if let [a, b] = parameters.as_slice() { equal(terms, a, b) } else { None };
    sides.into_iter().chain(equal_rows(terms, query)).collect()
}

/// That the one stride which only one of the accesses has is the one which only the other has.
fn equal_rows(terms: &mut Terms, query: &Query) -> Option<Condition> {
    let [left, right] = query.sides.each_ref().map(|side| side.range.map(|(offset, _)| strides(terms, offset)));
    let (left, right) = (left?, right?);
    let only = |of: &[(Shared, Term)], others: &[(Shared, Term)]| -> Vec<(Shared, Term)> {
        of.iter().filter(|(stride, _)| others.iter().all(|(other, _)| other != stride)).cloned().collect()
    };
    let ([one], [other]) = (&only(&left, &right)[..], &only(&right, &left)[..]) else { return None };
    let (one, other) = if one.0.is_sum() { (other, one) } else { (one, other) };
    let text = format!("{} == {}", one.0.text(terms)?, other.0.text(terms)?);
    let same_width = terms.width(one.1) == terms.width(other.1);
    let [a, b] = [one, other].map(|(stride, t)| if same_width { *t } else { stride.term(terms) });
    Some(Condition { text, fact: terms.eq(a, b) })
}

/// What numbers that differ between threads are multiplied by which all threads share, but constants; with the term of each.
fn strides(terms: &Terms, offset: Term) -> Vec<(Shared, Term)> {
    let mut found: Vec<(Shared, Term)> = vec![];
    for t in terms.reachable(&[offset]) {
        let Node::Binary(BinaryOp::Mul, a, b) = *terms.node(t) else { continue };
        for (stride, row) in [(a, b), (b, a)] {
            let shared = Shared::of(terms, stride).filter(|s| s.as_constant().is_none() && !terms.is_shared(row));
            let new = shared.filter(|shared| found.iter().all(|(known, _)| known != shared));
            found.extend(new.map(|shared| (shared, uncast(terms, stride))));
        }
    }
    found
}

/// Whether a race may be excluded by a contract on strides that is not found.
pub(crate) fn has_hard_strides(terms: &Terms, query: &Query) -> bool {
    let is_hard = || are_in_structures(terms, query) || are_in_parts(terms, query) || is_masked_by_param(terms, query);
    !query.equal_indices && is_hard()
}

/// Whether the threads of a witness, in its iterations, access the same bytes whatever the parameters and the launch are: no contract
/// that leaves them doing so excludes the race. So do two layers of blocks that write the first image of a batch, of any pitch.
pub(crate) fn meets_anyway(session: &mut Session<'_>, world: &mut Prepared, query: &Query, model: &Model) -> bool {
    let [Some((left, _)), Some((right, _))] = query.sides.each_ref().map(|side| side.range) else { return false };
    let terms = &mut world.terms;
    let mut witness = Substitution::new();
    for v in terms.vars_of(&[left, right]) {
        if terms.var_info(v).kind.varies() {
            let value = terms.constant(terms.var_info(v).width, model.vars.get(&v).copied().unwrap_or_default());
            witness.var(v, value);
        }
    }
    let [left, right] = [left, right].map(|offset| terms.substitute(offset, &mut witness));
    let same = terms.eq(left, right);
    let differ = terms.not(same);
    matches!(session.solve(terms, &[differ], &mut |_, _| true), Answer::Unsat { .. })
}

/// Whether several strides are fields of structures, which the search for a contract does not relate well.
fn are_in_structures(terms: &Terms, query: &Query) -> bool {
    factors(terms, query).into_iter().filter(|v| terms.var_info(*v).name.contains('+')).count() > 1
}

/// Whether a stride is a part of a parameter, as `(pitch >> 2) * y` of a pitch in bytes: the search does not relate these either.
fn are_in_parts(terms: &Terms, query: &Query) -> bool {
    let offsets: Vec<Term> = query.sides.iter().filter_map(|side| side.range).map(|(offset, _)| offset).collect();
    let is_part = |t: Term| {
        let mut whole = t;
        while let Node::Cast(_, _, a) = *terms.node(whole) {
            whole = a;
        }
        let Node::Binary(BinaryOp::AShr | BinaryOp::LShr | BinaryOp::SDiv | BinaryOp::UDiv, of, by) =
            *terms.node(whole)
        else {
            return false;
        };
        let vars = terms.vars_of(&[of]);
        let is_param = |v: &Var| terms.var_info(*v).kind == VarKind::Param;
        terms.as_const(by).is_some() && !vars.is_empty() && vars.iter().all(is_param)
    };
    let differs = |t: Term| terms.vars_of(&[t]).into_iter().any(|v| terms.var_info(v).kind.varies());
    let is_product = |t: Term| match *terms.node(t) {
        Node::Binary(BinaryOp::Mul, a, b) => is_part(a) && differs(b) || is_part(b) && differs(a),
        _ => false,
    };
    terms.reachable(&offsets).into_iter().any(is_product)
}
