//! Bounds that a kernel computes by a division that rounds down, as `n / 8 * batches`: who writes this means multiples of what is
//! divided by, and so whole blocks, too, where the threads of a block work together on what is below.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](crate::analysis::findings::condition)).

use crate::analysis::asking::query::Query;
use crate::analysis::findings::quantity::{Condition, Quantity, multiple};
use crate::kernel::target::REGISTER;
use crate::term::{BinaryOp, Node, Term, Terms, VarKind};
use std::collections::BTreeSet;

/// The most bounds that are tried.
const MOST: usize = 4;

/// Such bounds are multiples of the block.
pub(crate) fn whole_blocks(terms: &mut Terms, blocks: &[Quantity], query: &Query) -> Vec<Condition> {
    let bounds = bounds(terms, query);
    bounds.iter().flat_map(|s| blocks.iter().map(move |q| (s, q))).filter_map(|(s, q)| multiple(terms, s, q)).collect()
}

/// What something is compared with, if it is of parameters alone and one of them is divided.
fn bounds(terms: &Terms, query: &Query) -> Vec<Quantity> {
    let sides = terms.reachable(&query.facts).into_iter().filter_map(|t| {
        let Node::Compare(_, a, b) = *terms.node(t) else { return None };
        Some([a, b])
    });
    let found: BTreeSet<Term> = sides.flatten().filter(|t| is_of_parts(terms, *t)).collect();
    let quantity = |term| Quantity { text: format!("({})", terms.in_c(term)), term, launch: false };
    found.into_iter().take(MOST).map(quantity).collect()
}

fn is_of_parts(terms: &Terms, bound: Term) -> bool {
    let is_part = |t: &Term| matches!(terms.node(*t), Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv, a, _) if is_parameter(terms, *a));
    terms.width(bound) >= REGISTER
        && terms.apps_of(&[bound]).is_empty()
        && terms.vars_of(&[bound]).into_iter().all(|v| terms.var_info(v).kind == VarKind::Param)
        && terms.reachable(&[bound]).iter().any(is_part)
}

/// Whether it is a parameter; not a sum, which may round up: `(n + 255) / 256`.
fn is_parameter(terms: &Terms, t: Term) -> bool {
    match *terms.node(t) {
        Node::Var(_) => true,
        Node::Cast(_, _, a) => is_parameter(terms, a),
        Node::Const { .. } | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {
            false
        }
    }
}
