//! Indices as sums: `i * stride + j` is a row and a place in it.

use crate::term::{Axis, BinaryOp, Node, Term, Terms, Var, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A sum, taken apart.
#[derive(Default)]
pub(super) struct Sum {
    /// The parts, sums of several of them included, each with what all of it is multiplied by.
    parts: Vec<(Term, u64)>,
    /// Products with a parameter: the product, the parameter, the other factor, and what the product is multiplied by.
    strides: Vec<(Term, Var, Term, u64)>,
    /// Products with a constant: the product, the other factor, and what that is multiplied by in all.
    scaled: Vec<(Term, Term, u64)>,
}

impl Sum {
    /// A number as a sum, and the numbers of its rows likewise.
    pub(super) fn all(terms: &Terms, t: Term) -> Vec<Sum> {
        let (mut found, mut open) = (vec![], vec![t]);
        while let Some(t) = open.pop() {
            let mut sum = Sum::default();
            sum.take_apart(terms, t, 1);
            open.extend(sum.strides.iter().map(|(_, _, row, _)| *row));
            found.push(sum);
        }
        found
    }

    fn take_apart(&mut self, terms: &Terms, t: Term, times: u64) {
        let t = uncast(terms, t);
        self.parts.push((t, times));
        let Node::Binary(op, a, b) = *terms.node(t) else { return };
        let (a, b) = if terms.as_const(a).is_some() { (b, a) } else { (a, b) };
        let constant = match op {
            BinaryOp::Mul => terms.as_const(b),
            BinaryOp::Shl => terms.as_const(b).and_then(|by| 1u64.checked_shl(by.try_into().ok()?)),
            BinaryOp::Add => {
                self.take_apart(terms, a, times);
                return self.take_apart(terms, b, times);
            }
            BinaryOp::Sub
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => return,
        };
        if let Some(times) = constant.and_then(|by| by.checked_mul(times)) {
            self.scaled.push((t, a, times));
            return self.take_apart(terms, a, times);
        }
        for (stride, row) in [(a, b), (b, a)] {
            if op == BinaryOp::Mul
                && let Node::Var(v) = *terms.node(uncast(terms, stride))
                && terms.var_info(v).kind == VarKind::Param
            {
                self.strides.push((t, v, row, times));
            }
        }
    }

    /// The strides with the extents that indices in their rows are `below`, and what these are multiplied by.
    pub(super) fn rows(&self, terms: &Terms, below: &Below) -> Vec<(Var, Term, u64)> {
        let mut found = vec![];
        for (_, stride, _, by) in &self.strides {
            for (part, times) in &self.parts {
                let (Some(widths), true) = (below.get(part), times % by == 0) else { continue };
                let inside = terms.reachable(&[*part]);
                if self.strides.iter().all(|(product, ..)| inside.binary_search(product).is_err()) {
                    found.extend(widths.iter().map(|width| (*stride, *width, times / by)));
                }
            }
        }
        found
    }

    /// The axes of the grid whose blocks lie side by side in rows of a constant length that another axis counts, each with how
    /// many a row has room for: 24 for x in `2304 * blockIdx.y + 96 * blockIdx.x`.
    pub(super) fn blocks_in_rows(&self, terms: &Terms) -> Vec<(Axis, u64)> {
        let axis = |v: Var| match terms.var_info(v).kind {
            VarKind::BlockIdx(axis) => Some(axis),
            VarKind::ThreadIdx(_)
            | VarKind::ClusterRank
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::Param
            | VarKind::Counter
            | VarKind::Local => None,
        };
        let has_other = |t: Term, own: Axis| terms.vars_of(&[t]).into_iter().filter_map(axis).any(|a| a != own);
        let mut found = vec![];
        for (part, times) in &self.parts {
            let Node::Var(v) = *terms.node(*part) else { continue };
            let Some(own) = axis(v) else { continue };
            let rows = self.parts.iter().filter(|(t, by)| by > times && by % times == 0 && has_other(*t, own));
            found.extend(rows.map(|(_, by)| by / times).min().map(|room| (own, room)));
        }
        found
    }

    /// By how many cells a thread along x goes on in each turn of a loop: 32 for `threadIdx.x + 32 * k`.
    pub(super) fn turns(&self, terms: &Terms) -> Vec<u64> {
        let of = |wanted: fn(VarKind) -> bool| {
            let is_one = move |t: Term| matches!(*terms.node(t), Node::Var(v) if wanted(terms.var_info(v).kind));
            self.parts.iter().filter(move |(t, _)| is_one(*t)).map(|(_, times)| *times)
        };
        let counters = |kind| kind == VarKind::Counter;
        of(|kind| kind == VarKind::ThreadIdx(Axis::X))
            .flat_map(|own| of(counters).filter(move |by| *by > own && by % own == 0).map(move |by| by / own))
            .collect()
    }

    /// How many bytes a thread along x is from the next one.
    pub(super) fn thread_stride(&self, terms: &Terms) -> Option<u64> {
        let is_thread =
            |t: Term| matches!(*terms.node(t), Node::Var(v) if terms.var_info(v).kind == VarKind::ThreadIdx(Axis::X));
        self.parts.iter().find(|(t, _)| is_thread(*t)).map(|(_, times)| *times)
    }

    /// The extents that indices are `below` which lie in rows of a constant length, each with that length.
    pub(super) fn constant_rows(&self, terms: &Terms, below: &Below) -> Vec<(Term, u64)> {
        let differs = |v: Var| match terms.var_info(v).kind {
            VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Counter | VarKind::Local => {
                true
            }
            VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => false,
        };
        let mut found = vec![];
        for (part, times) in &self.parts {
            let Some(widths) = below.get(part) else { continue };
            let inside = terms.reachable(&[*part]);
            let rows = self.scaled.iter().filter(|(product, row, by)| {
                by > times
                    && by % times == 0
                    && inside.binary_search(product).is_err()
                    && terms.vars_of(&[*row]).into_iter().any(differs)
            });
            if let Some(length) = rows.map(|(_, _, by)| by / times).min() {
                found.extend(widths.iter().map(|width| (*width, length)));
            }
        }
        found
    }

    /// Two strides, each with what the numbers of its rows are `below`, if that is known.
    pub(super) fn layers(&self, terms: &Terms, below: &Below) -> Option<[(Var, Option<Term>); 2]> {
        let [(_, a, rows, by), (_, b, others, times)] = self.strides.as_slice() else { return None };
        let [rows, others] = [rows, others].map(|t| below.get(&uncast(terms, *t))?.first().copied());
        (by == times && a != b).then_some([(*a, rows), (*b, others)])
    }
}

/// What numbers are below.
type Below = FxHashMap<Term, Vec<Term>>;

/// The axes of the threads' indices in a number. Where threads are counted through the whole block, rows are not told apart:
/// `blockDim.x * threadIdx.y + threadIdx.x` counts those of a single row as well.
pub(super) fn axes_of(terms: &Terms, t: Term) -> BTreeSet<usize> {
    let axis = |t: Term| {
        let Node::Var(v) = *terms.node(t) else { return None };
        if let VarKind::ThreadIdx(axis) = terms.var_info(v).kind { Some(axis) } else { None }
    };
    let (mut found, mut seen, mut open) = (BTreeSet::new(), FxHashSet::default(), vec![t]);
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        found.extend(axis(t).map(|axis| axis as usize));
        let mut parts = addends(terms, t);
        if parts.len() == 1 {
            open.extend(terms.children(t));
            continue;
        }
        if parts.iter().any(|part| axis(*part) == Some(Axis::X)) {
            parts.retain(|part| !is_behind_rows(terms, *part));
        }
        open.extend(parts);
    }
    found
}

/// `blockDim.x` times a number of rows.
fn is_behind_rows(terms: &Terms, t: Term) -> bool {
    let Node::Binary(BinaryOp::Mul, a, b) = *terms.node(t) else { return false };
    let is_width = |t: Term| {
        let Node::Var(v) = *terms.node(uncast(terms, t)) else { return false };
        terms.var_info(v).kind == VarKind::BlockDim(Axis::X)
    };
    let is_rows = |t: Term| {
        let of_block = |v: Var| matches!(terms.var_info(v).kind, VarKind::ThreadIdx(_) | VarKind::BlockDim(_));
        terms.vars_of(&[t]).into_iter().all(of_block)
    };
    is_width(a) && is_rows(b) || is_width(b) && is_rows(a)
}

/// The parts of a sum, or the number itself.
fn addends(terms: &Terms, t: Term) -> Vec<Term> {
    let t = uncast(terms, t);
    if let Node::Binary(BinaryOp::Add, a, b) = *terms.node(t) {
        return [addends(terms, a), addends(terms, b)].concat();
    }
    vec![t]
}

/// What is cast.
pub(super) fn uncast(terms: &Terms, mut t: Term) -> Term {
    while let Node::Cast(_, _, a) = *terms.node(t) {
        t = a;
    }
    t
}
