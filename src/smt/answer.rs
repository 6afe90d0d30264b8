//! What is asked of the solver and what it says: models, answers, and what may be spent.

use crate::term::{Environment, Excess, Func, Term, Terms, Var, mask};
use std::collections::BTreeMap;
use std::time::Duration;

/// Values for the free symbols of a query.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    pub vars: BTreeMap<Var, u64>,
    /// The points at which a function symbol was asked, with its values there.
    pub apps: BTreeMap<(Func, Vec<u64>), u64>,
}

impl Environment for Model {
    fn var(&self, var: Var) -> Option<u64> {
        self.vars.get(&var).copied()
    }
    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        self.apps.get(&(func, args.to_vec())).copied()
    }
}

impl Model {
    /// Whether `fact` holds, `None` if that depends on something without a value.
    #[must_use]
    pub fn holds(&self, terms: &Terms, fact: Term) -> Option<bool> {
        terms.eval(fact, self).map(|v| mask(1, v) == 1)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// No values satisfy the facts. `arithmetic`: the proof used that index arithmetic does not wrap.
    Unsat {
        arithmetic: bool,
    },
    Sat(Model),
    /// Neither was shown. `backstop`: time decided, so it may not be repeatable.
    Unknown {
        why: Obstacle,
        backstop: bool,
    },
}

/// What stood in the way of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    UsedUp(Excess),
    /// What the step said that came furthest, in the solver's words.
    Solver(String),
}

impl From<&str> for Obstacle {
    fn from(text: &str) -> Obstacle {
        Obstacle::Solver(text.to_owned())
    }
}

/// What the solver may spend on one query.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Wall time, the backstop behind the solver's own resource limits.
    pub time: Duration,
}
