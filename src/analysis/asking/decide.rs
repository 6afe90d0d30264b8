//! Asking the solver: one query, a verdict on it, and the best witness that could be had.
//!
//! Witnesses that hold for all contents of memory are preferred: models that rest on approximations are turned down a few
//! times, and the first of them is remembered.

use super::judge::{Judgement, Rest, judge};
use super::query::Query;
use crate::analysis::pair::threads::{Copies, LoopSymbols};
use crate::smt::{self, Answer, Model, Obstacle};
use crate::term::{Excess, Term, Terms};
use crate::verdict::{Assumption, Reason, Stats};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Instant;

/// How many models that rest on approximations are turned down.
const PREFER_DEFINITE: u32 = 2;

/// What decides conjunctions of facts.
pub trait Decide {
    /// Whether `facts` can hold together; a model is taken only if `accept` says so.
    fn decide(&mut self, terms: &mut Terms, facts: &[Term], accept: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer;

    /// Whether a small part of the usual work is to do from now on.
    fn be_brief(&mut self, _brief: bool) {}

    /// The usual work is to do from now on, from a share of its own.
    fn be_patient(&mut self) {}

    /// Whether it may do no more work.
    fn is_exhausted(&self) -> bool {
        false
    }
}

/// Values that make a query true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    pub model: Model,
    /// What it rests on; empty for a true witness.
    pub approximations: Vec<Rest>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    Impossible,
    Found(Witness),
    Unknown(Reason),
}

/// The solver with what was asked of it so far, for one kernel.
pub struct Session<'s> {
    solver: &'s mut dyn Decide,
    pub copies: Copies,
    pub stats: Stats,
    /// A proof used that index arithmetic does not wrap.
    pub arithmetic: bool,
    /// The counters of which a proof was told that their additions give distinct results.
    pub counters: BTreeSet<String>,
    /// The contracts on contents that proofs were told.
    pub contents: BTreeSet<Assumption>,
    /// A proof was told that nothing is divided by 0.
    pub divides: bool,
    deadline: Option<Instant>,
    /// Answers without a witness, by the sorted facts, and whether arithmetic was assumed not to wrap.
    known: FxHashMap<Vec<Term>, (Outcome, bool)>,
    /// Facts that were tried without the solver, and whether that refuted them.
    tried: FxHashMap<Vec<Term>, bool>,
    /// Every query with its answer, if that is wanted.
    pub asked: Option<Vec<Asked>>,
}

/// What proofs rest on.
pub(crate) struct Grounds {
    arithmetic: bool,
    divides: bool,
    counters: BTreeSet<String>,
    contents: BTreeSet<Assumption>,
}

/// A query that was put, and what came of it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub query: Query,
    pub settled: Settled,
    pub outcome: Outcome,
}

/// Why a question is open, of what stood in the solver's way.
fn reason(why: Obstacle) -> Reason {
    match why {
        Obstacle::UsedUp(excess) => excess.into(),
        Obstacle::Solver(why) => Reason::Solver { why },
    }
}

/// What it took to answer a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Settled {
    /// The conditions exclude each other, or the accesses never overlap, by their form.
    OnItsFace,
    /// The same facts had been asked about before.
    Before,
    /// Rewriting the facts, or some of them, showed that they contradict each other.
    Rewritten,
    BySolver,
}

impl<'s> Session<'s> {
    pub fn new(solver: &'s mut dyn Decide, deadline: Option<Instant>) -> Self {
        let (copies, stats, counters, contents) =
            (Copies::default(), Stats::default(), BTreeSet::new(), BTreeSet::new());
        let (known, tried) = (FxHashMap::default(), FxHashMap::default());
        Session {
            solver,
            copies,
            stats,
            arithmetic: false,
            counters,
            contents,
            divides: false,
            deadline,
            known,
            tried,
            asked: None,
        }
    }

    /// What of the kernel's time and work is used up, if anything: what is asked from now on stays unknown.
    pub fn used_up(&self) -> Option<Excess> {
        let late = || self.deadline.is_some_and(|d| Instant::now() >= d).then_some(Excess::Time);
        self.solver.is_exhausted().then_some(Excess::Work).or_else(late)
    }

    /// What proofs rest on so far.
    pub(crate) fn grounds(&self) -> Grounds {
        let (counters, contents) = (self.counters.clone(), self.contents.clone());
        Grounds { arithmetic: self.arithmetic, divides: self.divides, counters, contents }
    }

    /// Forgets what was rested on since, for nothing that is said.
    pub(crate) fn back_to(&mut self, Grounds { arithmetic, divides, counters, contents }: Grounds) {
        (self.arithmetic, self.divides, self.counters, self.contents) = (arithmetic, divides, counters, contents);
    }

    /// Notes what a proof by the facts of a query rests on.
    pub(crate) fn rest_on(&mut self, query: &Query, settled: Settled) {
        self.counters.extend(query.counters.iter().cloned());
        if settled != Settled::OnItsFace {
            self.contents.extend(query.contents.iter().cloned());
        }
        self.divides |= query.divides && settled != Settled::OnItsFace;
    }

    /// Notes what the answer to a query rests on, and the answer itself if that is wanted.
    fn note(&mut self, terms: &mut Terms, query: &Query, settled: Settled, outcome: &Outcome) {
        if *outcome == Outcome::Impossible {
            self.rest_on(query, settled);
        }
        if self.asked.is_none() {
            return;
        }
        let rewritten = settled == Settled::BySolver && smt::refute(terms, &query.asserted()).is_some();
        let settled = if rewritten { Settled::Rewritten } else { settled };
        self.list(query.clone(), settled, outcome.clone());
    }

    /// Adds to the list of what was asked, if that is wanted.
    pub fn list(&mut self, query: Query, settled: Settled, outcome: Outcome) {
        if let Some(asked) = &mut self.asked {
            asked.push(Asked { query, settled, outcome });
        }
    }

    /// Whether `facts` exclude each other, by a proof that needs no solver and no assumption about arithmetic: facts that
    /// are still to come might make the assumption needless.
    pub fn excludes(&mut self, terms: &mut Terms, mut facts: Vec<Term>) -> bool {
        facts.sort_unstable();
        if let Some(known) = self.tried.get(&facts) {
            return *known;
        }
        let start = Instant::now();
        let refuted = smt::refute(terms, &facts) == Some(Answer::Unsat { arithmetic: false });
        self.stats.solve += start.elapsed();
        self.tried.insert(facts, refuted);
        refuted
    }

    /// Whether it is proved that `query` has no witness.
    pub fn refutes(&mut self, terms: &mut Terms, query: &Query) -> bool {
        let (settled, outcome) = if query.refuted {
            (Settled::OnItsFace, Outcome::Impossible)
        } else {
            let outcome = match self.solve(terms, &query.asserted(), &mut |_, _| true) {
                Answer::Unsat { arithmetic } => {
                    self.arithmetic |= arithmetic;
                    Outcome::Impossible
                }
                Answer::Sat(model) => Outcome::Found(Witness { model, approximations: vec![] }),
                Answer::Unknown { why, .. } => Outcome::Unknown(reason(why)),
            };
            (Settled::BySolver, outcome)
        };
        self.note(terms, query, settled, &outcome);
        outcome == Outcome::Impossible
    }

    /// Whether `query` has a witness.
    pub fn ask(&mut self, terms: &mut Terms, query: &Query, symbols: &LoopSymbols) -> Outcome {
        let (settled, outcome) =
            if query.refuted { (Settled::OnItsFace, Outcome::Impossible) } else { self.answer(terms, query, symbols) };
        self.note(terms, query, settled, &outcome);
        outcome
    }

    fn answer(&mut self, terms: &mut Terms, query: &Query, symbols: &LoopSymbols) -> (Settled, Outcome) {
        let mut facts = query.asserted();
        let mut key = facts.clone();
        key.sort_unstable();
        key.dedup();
        if let Some((known, arithmetic)) = self.known.get(&key) {
            self.arithmetic |= arithmetic;
            return (Settled::Before, known.clone());
        }
        let mut attempt = self.attempt(terms, &facts, query, symbols);
        if let (Outcome::Unknown(_), true, Some(limit)) = (&attempt.outcome, attempt.too_many_threads, query.limit) {
            facts.push(limit);
            attempt = self.attempt(terms, &facts, query, symbols);
        }
        match &attempt.outcome {
            Outcome::Found(_) => {}
            Outcome::Impossible | Outcome::Unknown(_) => {
                self.known.insert(key, (attempt.outcome.clone(), attempt.arithmetic));
            }
        }
        (Settled::BySolver, attempt.outcome)
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
        let arithmetic = best.is_none() && answer == Answer::Unsat { arithmetic: true };
        self.arithmetic |= arithmetic;
        let outcome = match (best, answer) {
            (Some(witness), _) => Outcome::Found(witness),
            (None, Answer::Unsat { .. }) => Outcome::Impossible,
            (None, Answer::Sat(_)) => Outcome::Unknown(Reason::Unconfirmed),
            (None, Answer::Unknown { why, .. }) => Outcome::Unknown(reason(why)),
        };
        Attempt { outcome, too_many_threads, arithmetic }
    }

    /// Whether only a small part of the usual work is to do from now on: for questions whose answer is not needed.
    pub fn be_brief(&mut self, brief: bool) {
        self.solver.be_brief(brief);
    }

    /// The usual work is to do from now on for a few questions whose answer is not needed, from a share of their own.
    pub fn be_patient(&mut self) {
        self.solver.be_patient();
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
        if let Some(what) = self.used_up() {
            return Answer::Unknown { why: Obstacle::UsedUp(what), backstop: what == Excess::Time };
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
    /// It is impossible if arithmetic does not wrap.
    arithmetic: bool,
}
