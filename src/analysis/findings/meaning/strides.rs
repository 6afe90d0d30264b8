//! Strides that the search for a contract does not relate well.

use super::facts::factors;
use crate::analysis::asking::query::Query;
use crate::term::{BinaryOp, Node, Term, Terms, Var, VarKind};

/// Whether a race may be excluded by a contract on strides that is not found.
pub(crate) fn has_hard_strides(terms: &Terms, query: &Query) -> bool {
    are_in_structures(terms, query) || are_in_parts(terms, query)
}

/// Whether several strides are fields of structures, which the search for a contract does not relate well.
fn are_in_structures(terms: &Terms, query: &Query) -> bool {
    factors(terms, query).into_iter().filter(|v| terms.var_info(*v).name.contains('+')).count() > 1
}

/// Whether a stride is a part of a parameter, as `(pitch >> 2) * y` of a pitch in bytes: the search does not relate these either.
fn are_in_parts(terms: &Terms, query: &Query) -> bool {
    let offsets: Vec<Term> = query.sides.iter().filter_map(|side| side.range).map(|(offset, _)| offset).collect();
    let is_part = |t: Term| {
        let whole = if let Node::Cast(_, _, a) = *terms.node(t) { a } else { t };
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
