//! Strides that the search for a contract does not relate well.

use super::constants::is_masked_by_param;
use super::facts::factors;
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::smt::{Answer, Model};
use crate::term::{BinaryOp, Node, Substitution, Term, Terms, Var, VarKind};

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
