//! Contradictions that need no solver: unit propagation over the truth values of a conjunction.
//!
//! Most pairs across a barrier fall here: one side requires that the barrier was skipped, the other that its thread has
//! not returned.
//!
//! Direction: `true` is a proof that the facts are contradictory; `false` says nothing.

use crate::term::{BinaryOp, Node, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// How often the disjunctions are gone through again.
const ROUNDS: usize = 4;

/// How deep a truth value is looked for below a disjunct (shared subterms make deeper searches costly).
const DEPTH: u32 = 8;

/// Whether truth values alone show that `facts` cannot all hold.
#[must_use]
pub fn contradictory(terms: &Terms, facts: &[Term]) -> bool {
    let mut known = Known { terms, values: FxHashMap::default(), compound: vec![] };
    if !facts.iter().all(|f| known.assume(*f, true)) {
        return true;
    }
    for _ in 0..ROUNDS {
        let before = known.values.len();
        for (t, value) in std::mem::take(&mut known.compound) {
            if !known.propagate(t, value) {
                return true;
            }
        }
        if known.values.len() == before {
            break;
        }
    }
    false
}

/// `facts` with conjunctions taken apart, each once, in a fixed order.
#[must_use]
pub fn conjuncts(terms: &Terms, facts: &[Term]) -> Vec<Term> {
    let mut found = vec![];
    let mut seen = FxHashSet::default();
    let mut stack: Vec<Term> = facts.iter().rev().copied().collect();
    while let Some(t) = stack.pop() {
        if let Some((a, b)) = truth_parts(terms, t, BinaryOp::And) {
            stack.extend([b, a]);
        } else if seen.insert(t) && !terms.is_true(t) {
            found.push(t);
        }
    }
    found
}

struct Known<'t> {
    terms: &'t Terms,
    values: FxHashMap<Term, bool>,
    /// Disjunctions that hold and conjunctions that do not.
    compound: Vec<(Term, bool)>,
}

impl Known<'_> {
    /// Adds that `t` has this value; false if that contradicts what is known.
    fn assume(&mut self, t: Term, value: bool) -> bool {
        let mut stack = vec![(t, value)];
        while let Some((t, value)) = stack.pop() {
            if let Some(old) = self.values.get(&t) {
                if *old != value {
                    return false;
                }
                continue;
            }
            self.values.insert(t, value);
            match self.terms.node(t) {
                Node::Const { value: c, .. } if (*c != 0) != value => return false,
                Node::Not(a) => stack.push((*a, !value)),
                Node::Binary(BinaryOp::And, a, b) if value => stack.extend([(*a, true), (*b, true)]),
                Node::Binary(BinaryOp::Or, a, b) if !value => stack.extend([(*a, false), (*b, false)]),
                Node::Binary(BinaryOp::And | BinaryOp::Or, ..) => self.compound.push((t, value)),
                Node::Const { .. }
                | Node::Binary(..)
                | Node::Var(_)
                | Node::Compare(..)
                | Node::Ite(..)
                | Node::Cast(..)
                | Node::Apply(..) => {}
            }
        }
        true
    }

    /// Draws what follows for a disjunction that holds or a conjunction that does not.
    fn propagate(&mut self, t: Term, value: bool) -> bool {
        let parts = truth_parts(self.terms, t, if value { BinaryOp::Or } else { BinaryOp::And });
        let Some((a, b)) = parts else { return true };
        let (va, vb) = (self.value(a, DEPTH), self.value(b, DEPTH));
        if va == Some(value) || vb == Some(value) {
            return true;
        }
        match (va, vb) {
            (Some(_), Some(_)) => false,
            (Some(_), None) => self.assume(b, value),
            (None, Some(_)) => self.assume(a, value),
            (None, None) => {
                self.compound.push((t, value));
                true
            }
        }
    }

    fn value(&self, t: Term, depth: u32) -> Option<bool> {
        if let Some(v) = self.values.get(&t) {
            return Some(*v);
        }
        let depth = depth.checked_sub(1)?;
        match self.terms.node(t) {
            Node::Const { value, .. } => Some(*value != 0),
            Node::Not(a) => self.value(*a, depth).map(|v| !v),
            Node::Binary(BinaryOp::And, a, b) => match (self.value(*a, depth), self.value(*b, depth)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                (None, _) | (_, None) => None,
            },
            Node::Binary(BinaryOp::Or, a, b) => match (self.value(*a, depth), self.value(*b, depth)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                (None, _) | (_, None) => None,
            },
            Node::Var(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) | Node::Apply(..) => {
                None
            }
        }
    }
}

fn truth_parts(terms: &Terms, t: Term, op: BinaryOp) -> Option<(Term, Term)> {
    if let Node::Binary(o, a, b) = terms.node(t)
        && *o == op
        && terms.width(t) == 1
    {
        Some((*a, *b))
    } else {
        None
    }
}
