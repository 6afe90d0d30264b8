//! Asking the solver: one query, a verdict on it, and the best witness that could be had.
//!
//! Witnesses that hold for all contents of memory are preferred: models that rest on approximations are turned down a few
//! times, and the first of them is remembered.

use super::exact::{Judgement, judge};
use super::query::Query;
use super::threads::{Copies, LoopSymbols};
use crate::smt::{Answer, Model};
use crate::term::{Term, Terms};
use crate::verdict::Stats;
use rustc_hash::FxHashMap;
use std::time::Instant;

/// How many models that rest on approximations are turned down.
const PREFER_DEFINITE: u32 = 2;
/// Why nothing more is decided.
pub const LATE: &str = "the time for this kernel was used up";

/// What decides conjunctions of facts.
pub trait Decide {
    /// Whether `facts` can hold together; a model is taken only if `accept` says so.
    fn decide(&mut self, terms: &mut Terms, facts: &[Term], accept: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer;
}

/// Values that make a query true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub model: Model,
    /// What it rests on; empty for a true witness.
    pub approximations: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Impossible,
    Found(Witness),
    Unknown(String),
}

/// The solver with what was asked of it so far, for one kernel.
pub struct Session<'s> {
    solver: &'s mut dyn Decide,
    pub copies: Copies,
    pub stats: Stats,
    /// A proof used that index arithmetic does not wrap.
    pub arithmetic: bool,
    deadline: Option<Instant>,
    /// Answers without a witness, by the sorted facts.
    known: FxHashMap<Vec<Term>, Outcome>,
}

impl<'s> Session<'s> {
    pub fn new(solver: &'s mut dyn Decide, deadline: Option<Instant>) -> Self {
        let (copies, stats, known) = (Copies::default(), Stats::default(), FxHashMap::default());
        Session { solver, copies, stats, arithmetic: false, deadline, known }
    }

    /// Whether the kernel's time is used up: what is asked from now on stays unknown.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
    }

    /// Whether `query` has a witness.
    pub fn ask(&mut self, terms: &mut Terms, query: &Query, symbols: &LoopSymbols) -> Outcome {
        let mut facts: Vec<Term> = query.facts.iter().chain(&query.axioms).copied().collect();
        let mut key = facts.clone();
        key.sort_unstable();
        key.dedup();
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let mut attempt = self.attempt(terms, &facts, query, symbols);
        if let (Outcome::Unknown(_), true, Some(limit)) = (&attempt.outcome, attempt.too_many_threads, query.limit) {
            facts.push(limit);
            attempt = self.attempt(terms, &facts, query, symbols);
        }
        match &attempt.outcome {
            Outcome::Found(_) => {}
            Outcome::Impossible | Outcome::Unknown(_) => {
                self.known.insert(key, attempt.outcome.clone());
            }
        }
        attempt.outcome
    }

    fn attempt(&mut self, terms: &mut Terms, facts: &[Term], query: &Query, symbols: &LoopSymbols) -> Attempt {
        let (mut best, mut refused, mut too_many_threads) = (None::<Witness>, 0, false);
        let mut accept = |terms: &Terms, model: &Model| match judge(terms, query, symbols, model) {
            Judgement::Rejected { too_many_threads: t } => {
                too_many_threads |= t;
                false
            }
            Judgement::Definite => {
                best = Some(Witness { model: model.clone(), approximations: vec![] });
                true
            }
            Judgement::Possible(approximations) => {
                best.get_or_insert_with(|| Witness { model: model.clone(), approximations });
                refused += 1;
                // What every witness of the query rests on cannot be got rid of.
                refused > PREFER_DEFINITE || !query.approximations.is_empty()
            }
        };
        let answer = self.solve(terms, facts, &mut accept);
        let outcome = match (best, answer) {
            (Some(witness), _) => Outcome::Found(witness),
            (None, Answer::Unsat { arithmetic }) => {
                self.arithmetic |= arithmetic;
                Outcome::Impossible
            }
            (None, Answer::Sat(_)) => Outcome::Unknown("the solver's witness could not be confirmed".to_owned()),
            (None, Answer::Unknown { reason, .. }) => Outcome::Unknown(reason),
        };
        Attempt { outcome, too_many_threads }
    }

    /// Whether `facts` can hold together, by any model.
    pub fn solve(
        &mut self,
        terms: &mut Terms,
        facts: &[Term],
        accept: &mut dyn FnMut(&Terms, &Model) -> bool,
    ) -> Answer {
        if facts.iter().any(|f| terms.is_false(*f)) {
            return Answer::Unsat { arithmetic: false };
        }
        if self.is_late() {
            return Answer::Unknown { reason: LATE.to_owned(), backstop: true };
        }
        let start = Instant::now();
        let answer = self.solver.decide(terms, facts, accept);
        self.stats.queries += 1;
        self.stats.solve += start.elapsed();
        answer
    }
}

struct Attempt {
    outcome: Outcome,
    too_many_threads: bool,
}
