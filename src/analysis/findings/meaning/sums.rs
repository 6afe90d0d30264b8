//! Indices as sums: `i * stride + j` is a row and a place in it.

use crate::term::{Axis, BinaryOp, CastOp, CompareOp, Node, Term, Terms, Var, VarKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A sum, taken apart.
#[derive(Default)]
pub(crate) struct Sum {
    /// The parts, sums of several of them included, each with what all of it is multiplied by.
    parts: Vec<(Term, u64)>,
    /// Products with a parameter: the product, the parameter, the other factor, and what the product is multiplied by.
    strides: Vec<(Term, Var, Term, u64)>,
    /// Products with a constant: the product, the other factor, and what that is multiplied by in all.
    scaled: Vec<(Term, Term, u64)>,
}

impl Sum {
    /// A number as a sum, and the numbers of its rows likewise.
    pub(crate) fn all(terms: &Terms, t: Term) -> Vec<Sum> {
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
            BinaryOp::Mul | BinaryOp::Shl => terms.as_const(b).and_then(|by| op.multiplies(by)),
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
    pub(crate) fn rows(&self, terms: &Terms, below: &Below) -> Vec<(Var, Term, u64)> {
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

    /// The parameter that is the only stride, and that a place which threads differ in lies within its row, in bytes: `y * stride + x`.
    /// None for a place that the program checks itself, rightly or not: one that is among the numbers `checked`.
    pub(crate) fn within_row(&self, terms: &mut Terms, checked: &FxHashSet<Term>) -> Option<(Var, Term)> {
        let (_, stride, _, times) = *self.strides.first()?;
        let is_checked = |t: Term| checked.contains(&t) || is_quotient(terms, t);
        if self.parts.iter().any(|(t, _)| is_checked(*t)) || self.strides.iter().any(|s| (s.1, s.3) != (stride, times))
        {
            return None;
        }
        let is_index = |terms: &Terms, t: Term| {
            let of_thread = |v: Var| matches!(terms.var_info(v).kind, VarKind::ThreadIdx(_) | VarKind::BlockIdx(_));
            terms.vars_of(&[t]).into_iter().any(of_thread)
        };
        let taken_apart = |terms: &Terms, t: Term| {
            let is_sum = matches!(terms.node(t), Node::Binary(BinaryOp::Add, ..));
            is_sum || self.strides.iter().any(|s| s.0 == t) || self.scaled.iter().any(|s| s.0 == t)
        };
        let is_place = |(t, by): &(Term, u64)| {
            !(taken_apart(terms, *t) || by.is_multiple_of(times) && is_multiple(terms, *t, stride))
        };
        let places: Vec<(Term, u64)> = self.parts.iter().copied().filter(is_place).collect();
        if !self.strides.iter().any(|s| is_index(terms, s.2)) || !places.iter().any(|(t, _)| is_index(terms, *t)) {
            return None;
        }
        let scaled = |terms: &mut Terms, t: Term, times: u64| {
            let (t, times) = (terms.cast(CastOp::Sext, 64, t), terms.constant(64, times));
            terms.mul(t, times)
        };
        let places: Vec<Term> = places.into_iter().map(|(t, times)| scaled(terms, t, times)).collect();
        let start = terms.constant(64, 0);
        let place = places.into_iter().fold(start, |sum, t| terms.add(sum, t));
        let length = terms.var(stride);
        let length = scaled(terms, length, times);
        Some((stride, terms.slt(place, length)))
    }

    /// The axes of the grid whose blocks lie side by side in rows of a constant length that another axis counts, each with how
    /// many a row has room for: 24 for x in `2304 * blockIdx.y + 96 * blockIdx.x`.
    pub(crate) fn blocks_in_rows(&self, terms: &Terms) -> Vec<(Axis, u64)> {
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

    /// The strides of rows in which blocks lie side by side, each with the axis that counts the blocks, and with how many cells each of
    /// them has: x and 2 of `row * stride + 2 * blockIdx.x + i`.
    pub(crate) fn blocks_beside_rows(&self, terms: &Terms) -> Vec<(Var, Axis, u64)> {
        let mut found = vec![];
        for (part, times) in &self.parts {
            let Node::Var(v) = *terms.node(*part) else { continue };
            let VarKind::BlockIdx(axis) = terms.var_info(v).kind else { continue };
            let strides = self.strides.iter().filter(|(_, _, _, by)| times.is_multiple_of(*by));
            found.extend(strides.map(|(_, stride, _, by)| (*stride, axis, times / by)));
        }
        found
    }

    /// By how many cells a thread along x goes on in each turn of a loop: 32 for `threadIdx.x + 32 * k`.
    pub(crate) fn turns(&self, terms: &Terms) -> Vec<u64> {
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
    pub(crate) fn thread_stride(&self, terms: &Terms) -> Option<u64> {
        let is_thread =
            |t: Term| matches!(*terms.node(t), Node::Var(v) if terms.var_info(v).kind == VarKind::ThreadIdx(Axis::X));
        self.parts.iter().find(|(t, _)| is_thread(*t)).map(|(_, times)| *times)
    }

    /// The extents that indices are `below` which lie in rows of a constant length, each with that length.
    pub(crate) fn constant_rows(&self, terms: &Terms, below: &Below) -> Vec<(Term, u64)> {
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
    pub(crate) fn layers(&self, terms: &Terms, below: &Below) -> Option<[(Var, Option<Term>); 2]> {
        let [(_, a, rows, by), (_, b, others, times)] = self.strides.as_slice() else { return None };
        let [rows, others] = [rows, others].map(|t| below.get(&uncast(terms, *t))?.first().copied());
        (by == times && a != b).then_some([(*a, rows), (*b, others)])
    }
}

/// Whether a number is a quotient or a remainder by what a parameter says: `i % width`.
fn is_quotient(terms: &Terms, t: Term) -> bool {
    let Node::Binary(op, _, by) = *terms.node(t) else { return false };
    let divides = matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem);
    divides && terms.vars_of(&[by]).into_iter().any(|v| terms.var_info(v).kind == VarKind::Param)
}

/// The numbers that facts say to be less than what parameters say, or no more, or greater. That an index is below its extent says
/// the launch, and no program.
pub(crate) fn checked(terms: &Terms, facts: &[Term]) -> FxHashSet<Term> {
    let has_parameter = |t: Term| terms.vars_of(&[t]).into_iter().any(|v| terms.var_info(v).kind == VarKind::Param);
    let is_index = |t: Term| {
        let Node::Var(v) = *terms.node(t) else { return false };
        matches!(terms.var_info(v).kind, VarKind::ThreadIdx(_) | VarKind::BlockIdx(_))
    };
    let mut found = FxHashSet::default();
    for fact in facts {
        let (fact, holds) = if let Node::Not(inner) = *terms.node(*fact) { (inner, false) } else { (*fact, true) };
        let Node::Compare(op, a, b) = *terms.node(fact) else { continue };
        let strict = match op {
            CompareOp::Eq => continue,
            CompareOp::Slt | CompareOp::Ult => true,
            CompareOp::Sle | CompareOp::Ule => false,
        };
        let (one, other) = (uncast(terms, a), uncast(terms, b));
        found.extend((has_parameter(b) && !(strict && holds && is_index(one))).then_some(one));
        found.extend(has_parameter(a).then_some(other));
    }
    found
}

/// Whether a number is whole rows: a product with their stride, or the stride.
fn is_multiple(terms: &Terms, t: Term, stride: Var) -> bool {
    match *terms.node(uncast(terms, t)) {
        Node::Var(v) => v == stride,
        Node::Binary(BinaryOp::Mul, a, b) => is_multiple(terms, a, stride) || is_multiple(terms, b, stride),
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => false,
    }
}

/// What numbers are below.
type Below = FxHashMap<Term, Vec<Term>>;

/// The axes of the threads' indices in a number. Where threads are counted through the whole block, rows are not told apart:
/// `blockDim.x * threadIdx.y + threadIdx.x` counts those of a single row as well.
pub(crate) fn axes_of(terms: &Terms, t: Term) -> BTreeSet<usize> {
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
pub(crate) fn uncast(terms: &Terms, mut t: Term) -> Term {
    while let Node::Cast(_, _, a) = *terms.node(t) {
        t = a;
    }
    t
}
