//! What is asked of the solver and what it says: models, answers, and what may be spent.

use crate::term::{Environment, Func, Term, Terms, Var, mask};
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
    /// Neither was shown; the text says what stood in the way. `backstop`: wall time decided, so it may not be repeatable.
    Unknown {
        reason: String,
        backstop: bool,
    },
}

/// What the solver may spend on one query.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Budget {
    /// Wall time, the backstop behind the solver's own resource limits.
    pub time: Duration,
}
