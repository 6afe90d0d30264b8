//! Bounds that a kernel computes by a division that rounds down, as `n / 8 * batches`: who writes this means multiples of what is
//! divided by, and so whole blocks, too, where the threads of a block work together on what is below.
//!
//! Likewise who has each block walk a chunk of its own by the width of a block, without a guard at the chunk's end:
//! `for (i = blockIdx.x * chunk; i < (blockIdx.x + 1) * chunk; i += blockDim.x) a[i + threadIdx.x] = 0;`.
//!
//! And who divides what is counted through rows, `blockIdx.x * n / 2 + threadIdx.x` with pairs as cells, has rows of at least so
//! many pairs.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](crate::analysis::findings::condition)).

use crate::analysis::asking::query::Query;
use crate::analysis::findings::quantity::{Condition, LARGEST_FACTOR, Quantity, at_least, multiple, scaled};
use crate::kernel::target::REGISTER;
use crate::term::{BinaryOp, Node, Term, Terms, Var, VarKind};
use std::collections::BTreeSet;

/// The most bounds that are tried.
const MOST: usize = 4;
/// So often a thread may go on in its row by the width of a block.
const TURNS: [u64; 4] = [1, 2, 4, 8];

/// Such bounds are multiples of the block.
pub(crate) fn whole_blocks(terms: &mut Terms, blocks: &[Quantity], query: &Query) -> Vec<Condition> {
    let bounds = bounds(terms, query);
    bounds.iter().flat_map(|s| blocks.iter().map(move |q| (s, q))).filter_map(|(s, q)| multiple(terms, s, q)).collect()
}

/// Chunks of blocks that are walked by the width of a block are multiples of that.
pub(crate) fn whole_chunks(terms: &mut Terms, blocks: &[Quantity], query: &Query) -> Vec<Condition> {
    let places: Vec<Term> = query.sides.iter().filter_map(|s| Some(s.range?.0)).collect();
    let reachable = terms.reachable(&places);
    let factors = |is: &dyn Fn(VarKind) -> bool| -> BTreeSet<Term> {
        reachable.iter().filter_map(|t| factor(terms, *t, is)).collect()
    };
    let (chunks, steps) =
        (factors(&|kind| matches!(kind, VarKind::BlockIdx(_))), factors(&|kind| kind == VarKind::Counter));
    let is_chunk = |t: &Term| terms.width(*t) >= REGISTER && is_of_launch(terms, *t);
    let chunks: Vec<Quantity> = chunks.into_iter().filter(is_chunk).map(|t| written(terms, t)).take(MOST).collect();
    let walked = blocks.iter().filter(|block| steps.contains(&block.term));
    let pairs: Vec<_> = walked.flat_map(|block| chunks.iter().map(move |chunk| (chunk, block))).collect();
    pairs
        .into_iter()
        .filter(|(chunk, block)| chunk.term != block.term)
        .filter_map(|(chunk, block)| multiple(terms, chunk, block))
        .collect()
}

/// Rows whose places are divided are no shorter than the block, or some blocks, in what they are divided into.
pub(crate) fn divided_rows(terms: &mut Terms, blocks: &[Quantity], query: &Query) -> Vec<Condition> {
    let places: Vec<Term> = query.sides.iter().filter_map(|s| Some(s.range?.0)).collect();
    let reachable = terms.reachable(&places);
    let rows: BTreeSet<(Var, u64)> = reachable.into_iter().filter_map(|t| divided_row(terms, t)).collect();
    let rows: Vec<(Quantity, u64)> =
        rows.into_iter().take(MOST).map(|(v, parts)| (Quantity::parameter(terms, v), parts)).collect();
    let pairs = rows.iter().flat_map(|(row, parts)| blocks.iter().map(move |block| (row, *parts, block)));
    pairs
        .flat_map(|(row, parts, block)| TURNS.map(|turns| (row, parts * turns, block)))
        .filter_map(|(row, parts, block)| {
            let block = scaled(terms, block, parts);
            at_least(terms, row, &block)
        })
        .collect()
}

/// The parameter that blocks' numbers are multiplied by in what is divided by a constant, and that constant.
fn divided_row(terms: &Terms, t: Term) -> Option<(Var, u64)> {
    let Node::Binary(op, product, by) = *terms.node(t) else { return None };
    let by = op.divides(terms.as_const(by)?)?;
    let row = factor(terms, product, &|kind| matches!(kind, VarKind::BlockIdx(_)))?;
    let Node::Var(row) = *terms.node(row) else { return None };
    (terms.var_info(row).kind == VarKind::Param && (2..=LARGEST_FACTOR).contains(&by)).then_some((row, by))
}

/// What a variable of such a kind is multiplied by.
fn factor(terms: &Terms, t: Term, is: &dyn Fn(VarKind) -> bool) -> Option<Term> {
    let Node::Binary(BinaryOp::Mul, a, b) = *terms.node(t) else { return None };
    let is_one = |t: Term| matches!(terms.node(t), Node::Var(v) if is(terms.var_info(*v).kind));
    [(a, b), (b, a)].into_iter().find_map(|(one, other)| is_one(one).then_some(other))
}

/// Whether it is of parameters and extents alone, and no constant.
fn is_of_launch(terms: &Terms, t: Term) -> bool {
    let is_of_launch =
        |v: Var| matches!(terms.var_info(v).kind, VarKind::Param | VarKind::GridDim(_) | VarKind::BlockDim(_));
    let vars = terms.vars_of(&[t]);
    !vars.is_empty() && vars.into_iter().all(is_of_launch) && terms.apps_of(&[t]).is_empty()
}

fn written(terms: &Terms, term: Term) -> Quantity {
    let text = terms.in_c(term);
    let text = if matches!(terms.node(term), Node::Var(_)) { text } else { format!("({text})") };
    Quantity { text, term, launch: false }
}

/// What something is compared with, if it is of parameters alone and one of them is divided.
fn bounds(terms: &Terms, query: &Query) -> Vec<Quantity> {
    let sides = terms.reachable(&query.facts).into_iter().filter_map(|t| {
        let Node::Compare(_, a, b) = *terms.node(t) else { return None };
        Some([a, b])
    });
    let found: BTreeSet<Term> = sides.flatten().filter(|t| is_of_parts(terms, *t)).collect();
    found.into_iter().take(MOST).map(|term| written(terms, term)).collect()
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
