//! Deciding two-thread queries (docs/design.md section 6): is a conjunction of [`Term`]s satisfiable?
//!
//! **Invariant:** [`Answer::Unsat`] is a proof, under the assumption that `Add` and `Mul` do not wrap where
//! [`Intervals::may_wrap`](crate::term::Intervals::may_wrap) does not forbid it. [`Answer::Sat`] carries a model that satisfies every fact exactly, bit for bit.

mod arithmetic;
mod bits;
mod bitvector;
mod counted;
mod divide;
mod encode;
mod facts;
mod formula;
mod lemmas;
mod linear;
mod normalise;
mod radix;
mod refute;
mod smtlib;
mod strategy;
#[cfg(test)]
mod tests;
mod truth;
mod z3;

pub use refute::refute;
pub use strategy::{EXHAUSTED, Solver};
pub use z3::version;

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

/// `facts` as SMT-LIB 2 text from the declarations to `(check-sat)`: as linearised integers with their lemmas, or, where
/// those leave bit operations free, as bit-vectors that do not wrap. Unsatisfiable text is a proof.
#[must_use]
pub fn to_smtlib(terms: &mut Terms, facts: &[Term]) -> String {
    let prepared = facts::prepare(terms, facts);
    let mut encoder = encode::encode(terms, &prepared);
    if prepared.contradiction {
        let falsity = encoder.query.bool(false);
        encoder.query.assert(falsity);
    } else if encoder.approximated.is_some() {
        let mut encoded = bitvector::encode(terms, &prepared.facts, prepared.intervals.clone());
        encoded.fits.iter().for_each(|e| encoded.query.assert(*e));
        return smtlib::print(&encoded.query);
    }
    lemmas::instantiate(&mut encoder);
    smtlib::print(&encoder.query)
}
