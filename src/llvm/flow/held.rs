//! Loop-carried values that iterations change as long as a condition holds, which once it fails holds no more.
//!
//! ```cuda
//! for (int k = 0; k < n + S; k++) { …; if (first && k < n) { write(stage, phase); if (++stage == S) { stage = 0; phase ^= 1; } } }
//! ```
//!
//! If the condition holds in iteration `x - 1`, it does in all before: then the values of iteration `x` are what they are if every
//! iteration changes them, which may have a closed form. Elsewhere they are what the caller makes of them.

use super::iteration::{Recurrence, is_first, previous};
use super::kept::changed;
use super::monotone::is_monotone;
use super::recurrence::solve;
use crate::term::{BinaryOp, Node, Substitution, Term, Terms, Var};

/// How often conditions are simplified by each other.
const ROUNDS: usize = 3;

/// Closed forms, and in which iterations they hold.
pub(crate) struct Held {
    pub(crate) when: Term,
    /// Of each recurrence.
    pub(crate) values: Vec<Option<Term>>,
}

/// What holds of recurrences without closed forms as long as a condition holds, under which one of them changes.
pub(crate) fn held(terms: &mut Terms, recurrences: &[Recurrence], counter: Var) -> Option<Held> {
    let open: Vec<Var> = recurrences.iter().map(|r| r.placeholder).collect();
    recurrences.iter().find_map(|r| {
        let p = terms.var(r.placeholder);
        let (when, value) = changed(terms, r.next, p);
        value?;
        let mut literals = simplified(terms, when);
        literals.retain(|t| !terms.vars_of(&[*t]).iter().any(|v| open.contains(v)));
        let condition = terms.all(literals.iter().copied());
        let changes = terms.vars_of(&[condition]).contains(&counter);
        if !changes || !is_monotone(terms, condition, counter) {
            return None;
        }
        let mut by = given(terms, &literals);
        let all: Vec<Recurrence> =
            recurrences.iter().map(|r| Recurrence { next: terms.substitute(r.next, &mut by), ..*r }).collect();
        let values = solve(terms, &all, counter);
        if values.iter().all(Option::is_none) {
            return None;
        }
        let (first, before) = (is_first(terms, counter), previous(terms, condition, counter));
        Some(Held { when: terms.or(first, before), values })
    })
}

/// The parts of a condition, each as it is where the others hold.
fn simplified(terms: &mut Terms, condition: Term) -> Vec<Term> {
    let mut all = parts(terms, condition);
    for _ in 0..ROUNDS {
        for i in 0..all.len() {
            let others: Vec<Term> = all.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, t)| *t).collect();
            let mut by = given(terms, &others);
            all[i] = terms.substitute(all[i], &mut by);
        }
        let whole = terms.all(all.iter().copied());
        all = parts(terms, whole);
    }
    all
}

/// The conjuncts of a condition.
fn parts(terms: &Terms, condition: Term) -> Vec<Term> {
    let (mut open, mut found) = (vec![condition], vec![]);
    while let Some(t) = open.pop() {
        match *terms.node(t) {
            Node::Binary(BinaryOp::And, a, b) => open.extend([b, a]),
            Node::Binary(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => {
                if !terms.is_true(t) && !found.contains(&t) {
                    found.push(t);
                }
            }
        }
    }
    found
}

/// That these hold.
fn given(terms: &mut Terms, literals: &[Term]) -> Substitution {
    let (truth, falsity) = (terms.truth(), terms.falsity());
    let mut by = Substitution::new();
    for t in literals {
        match *terms.node(*t) {
            Node::Not(inner) => by.term(inner, falsity),
            Node::Binary(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => by.term(*t, truth),
        };
    }
    by
}
