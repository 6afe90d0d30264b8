//! The order in which a query is tried (docs/design.md section 6): without a solver; linearised integers; models within growing
//! bounds, refined by what went wrong; exact products; bit-vectors; unknown.
//!
//! **Invariants:** "unsatisfiable" comes only from assertions that hold for all values; "satisfiable" only with a model
//! under which every given fact evaluates to true.
//!
//! Length: the steps of a query share what may be spent on it.
//!
//! Answers repeat if the same queries are put to one solver in the same order: Z3's choices depend on the history of its
//! context. Whoever needs equal answers whatever the schedule takes a new [`Solver`] per kernel (3 ms).

use super::candidates::{self, Candidate, Judge};
use super::check::{Check, GATE, LONG, LONGER, MILLISECOND, SHORT};
use super::core::{Parts, Standing, parts};
use super::numbered::{Numbered, numbered};
use crate::smt::answer::{Answer, Budget, Model, Obstacle};
use crate::smt::bitvector;
use crate::smt::facts::{Prepared, flatten, prepare};
use crate::smt::formula::Sym;
use crate::smt::integers::encode::{Encoder, encode, encode_with_names};
use crate::smt::integers::lemmas;
use crate::smt::integers::linear::{Linear, all_symbols};
use crate::smt::integers::named::only_used_factors;
use crate::smt::integers::refute::contradictory;
use crate::smt::z3::{Outcome, Z3};
use crate::term::{Excess, Term, Terms};
use std::time::{Duration, Instant};

/// A check of bit-vectors that may do less than one part in so many of what taking them apart comes to is not made: of 200
/// such, 15 had an answer.
const APART: u64 = 3;
/// The bounds within which models are looked for before they may be any.
///
/// Each is a bound on all variables and one on loop counters: early iterations can be replayed, and what they carry over is
/// known; late ones are mostly made up.
const BOUNDS: [(i128, i128); 7] = [(2, 1), (4, 2), (8, 4), (32, 1), (256, 1), (256, 8), (1024, 1024)];
/// Numbers up to this one are small.
const SMALL: i128 = 3;
/// How often a model within one bound is refined.
const REFINEMENTS: usize = 6;

/// By how much less is done to be brief.
const BRIEF: u32 = 5;
/// The part of a kernel's work that may be done besides on questions that are not to be brief.
const PATIENT: u64 = 2;
/// The part of a kernel's work that may be done besides.
const BESIDES: u64 = 1;
/// The part of a kernel's work that is kept for the queries that come when the rest is used up: the easy ones behind a hard
/// one are decided.
const KEPT: u64 = 4;
/// What each of those may spend, and each whose answer is not needed.
const LITTLE: u64 = (3 * SHORT * MILLISECOND) as u64;

/// How much is done for a query, and which share of the kernel's work pays for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pace {
    /// Its answer is needed.
    Needed,
    /// Its answer is not needed: a small part of the usual work.
    Brief,
    /// Neither is its answer, but it is asked as others are.
    Patient,
}

/// Decides queries. Not to be shared between threads.
#[derive(Debug)]
pub struct Solver {
    budget: Budget,
    z3: Option<Z3>,
    /// For parts of facts: what Z3 makes of all facts does not depend on them.
    aside: Option<Z3>,
    met_backstop: bool,
    /// Numbers of threads did not serve: queries of a kernel are alike, and the try is dear.
    numbers_failed: bool,
    pace: Pace,
    /// Z3's resource units that may still be spent, in all queries of each pace together.
    left: [u64; 3],
    /// What may be spent beyond that, a little for each query.
    kept: u64,
    standing: Standing,
}

impl Solver {
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Solver {
            budget,
            z3: Z3::new(),
            aside: None,
            met_backstop: false,
            numbers_failed: false,
            pace: Pace::Needed,
            left: [u64::MAX; 3],
            kept: 0,
            standing: Standing::default(),
        }
    }

    /// Limits what all queries together may spend to work of about so much time, and a part of it more for those whose answer
    /// is not needed, and for easy ones behind hard ones. Unlike a limit of time it comes to the same on every machine.
    #[must_use]
    pub fn with_effort(self, effort: Duration) -> Self {
        let millis = u64::try_from(effort.as_millis()).unwrap_or(u64::MAX);
        let left = millis.saturating_mul(MILLISECOND.into());
        Solver { left: [left, left / BESIDES, left / PATIENT], kept: left / KEPT, ..self }
    }

    /// Whether nothing may be spent any more: every query that needs the solver is unknown.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.left[self.pace as usize] == 0 && (self.pace != Pace::Needed || self.kept == 0)
    }

    /// Whether a small part of the usual work is to do from now on, and paid from its own share: for questions whose answer is
    /// not needed.
    pub fn be_brief(&mut self, brief: bool) {
        self.pace = if brief { Pace::Brief } else { Pace::Needed };
    }

    /// The usual work is to do from now on, paid from a share of its own: for a few questions whose answer is not needed.
    pub fn be_patient(&mut self) {
        self.pace = Pace::Patient;
    }

    /// Whether `facts`, truth values, can hold together. The axioms of function symbols are facts like others: the caller
    /// instantiates them.
    ///
    /// `accept` is shown models that satisfy all facts exactly; where it returns false (a replay found the model
    /// impossible), another one is looked for, and if none is accepted the answer is unknown.
    pub fn check(
        &mut self,
        terms: &mut Terms,
        facts: &[Term],
        accept: &mut dyn FnMut(&Terms, &Model) -> bool,
    ) -> Answer {
        let deadline = Instant::now() + self.budget.time;
        let work = terms.work_left();
        let given = flatten(terms, facts);
        let Parts { near, whole } = parts(terms, &given, &mut self.standing);
        let [near, whole] = [near, whole].map(|part| part.map(|part| prepare(terms, &part)));
        let mut prepared = whole.is_none().then(|| prepare(terms, facts));
        if near.iter().chain(&whole).chain(&prepared).any(|p| p.contradiction) {
            return Answer::Unsat { arithmetic: false };
        }
        let Some(z3) = self.z3.as_mut() else {
            return Answer::Unknown { why: "the solver does not start".into(), backstop: false };
        };
        let part = if self.pace == Pace::Brief { BRIEF } else { 1 };
        let (left, source) = share(self.pace, &mut self.left, &mut self.kept);
        let mut check = Check { deadline, part, left, surcharge: 0, trouble: None, backstop: false };
        let outcomes = Some(&self.standing.outcomes);
        let judge = whole.as_ref().map(|whole| {
            let ideal = candidates::ideal(terms, whole);
            Judge { terms, given: &given, prepared: whole, accept: &mut *accept, ideal, outcomes }
        });
        let answer = by_parts(&mut self.aside, &mut check, terms, near.as_ref(), judge);
        let tries_numbers = !self.numbers_failed && self.pace != Pace::Brief;
        let answer = answer.or_else(|| {
            let parts = numbered(terms, &given, &mut self.standing.numbers).filter(|_| tries_numbers)?;
            let refuted = by_numbers(&mut self.aside, &mut check, terms, &parts);
            self.numbers_failed = refuted.is_none();
            refuted
        });
        let answer = answer.unwrap_or_else(|| {
            let prepared = &*prepared.get_or_insert_with(|| prepare(terms, facts));
            if prepared.contradiction {
                return Answer::Unsat { arithmetic: false };
            }
            let ideal = candidates::ideal(terms, prepared);
            let judge = Judge { terms, given: &given, prepared, accept, ideal, outcomes: None };
            Run { terms, prepared, judge, check: &mut check }.decide(z3)
        });
        self.met_backstop |= check.backstop;
        // A step with terms takes about as long as a resource unit.
        let spent = left - check.left + check.surcharge + work.saturating_sub(terms.work_left());
        *source = source.saturating_sub(spent);
        answer
    }

    /// Whether wall time cut a step short, of any query so far and whatever came of it: elsewhere its answer or its model
    /// may be another.
    #[must_use]
    pub fn met_backstop(&self) -> bool {
        self.met_backstop || self.z3.is_none()
    }
}

/// The answer, or nothing yet.
type Step = Option<Answer>;

/// What a query may spend, and what pays for it.
fn share<'a>(pace: Pace, left: &'a mut [u64; 3], kept: &'a mut u64) -> (u64, &'a mut u64) {
    let rest = &mut left[pace as usize];
    let little = LITTLE.min(if pace == Pace::Needed { *kept } else { *rest });
    match (pace, *rest < little) {
        (Pace::Brief, _) => (little, rest),
        (Pace::Needed, true) => (little, kept),
        (Pace::Needed, false) | (Pace::Patient, _) => (*rest, rest),
    }
}

/// The answer by parts of the facts: by the near ones, or by those that models are held against.
fn by_parts<'a>(
    aside: &mut Option<Z3>,
    check: &mut Check,
    terms: &'a Terms,
    near: Option<&Prepared>,
    judge: Option<Judge<'a>>,
) -> Step {
    if near.is_none() && judge.is_none() {
        return None;
    }
    *aside = aside.take().or_else(Z3::new);
    let z3 = aside.as_mut()?;
    let refuted = near.and_then(|near| check.refuted(z3, terms, near));
    refuted.or_else(|| {
        let judge = judge?;
        let answer = Run { terms, prepared: judge.prepared, judge, check }.decide(z3);
        (!matches!(answer, Answer::Unknown { .. })).then_some(answer)
    })
}

/// The answer by numbers of threads.
fn by_numbers(aside: &mut Option<Z3>, check: &mut Check, terms: &mut Terms, parts: &Numbered) -> Step {
    *aside = aside.take().or_else(Z3::new);
    check.refuted_by_numbers(aside.as_mut()?, terms, parts)
}

/// One query on its way through the steps.
struct Run<'a, 'c> {
    terms: &'a Terms,
    prepared: &'a Prepared,
    judge: Judge<'a>,
    check: &'c mut Check,
}

impl Run<'_, '_> {
    /// What a model of the integers is worth.
    fn judge(&mut self, encoder: &Encoder<'_>, values: &[i128]) -> Candidate {
        let candidate = self.judge.integers(encoder, values);
        self.noted(candidate)
    }

    /// The same, its trouble noted.
    fn noted(&mut self, candidate: Candidate) -> Candidate {
        match &candidate {
            Candidate::Rejected(why) => self.check.trouble = Some((*why).into()),
            Candidate::Accepted(_) | Candidate::Spurious => {}
        }
        candidate
    }

    fn decide(&mut self, z3: &mut Z3) -> Answer {
        let mut encoder = encode(self.terms, self.prepared);
        let arithmetic = encoder.assumed;
        if contradictory(&mut encoder.query, &encoder.ranges) {
            return Answer::Unsat { arithmetic };
        }
        if let Some(answer) = self.digits(z3) {
            return answer;
        }
        if let Some(answer) = self.with_names(z3) {
            return answer;
        }
        lemmas::instantiate(&mut encoder);
        let bits = encoder.approximated.is_some();
        let mut answer = self.easy(z3, &mut encoder);
        answer = answer.or_else(|| self.with_more());
        answer = answer.or_else(|| self.integers(z3, &mut encoder, bits));
        if let Some(answer) = answer.or_else(|| self.bitvectors(z3, LONGER)) {
            return answer;
        }
        // What is free in the integers may yet be right by chance.
        let last = if bits { self.integers(z3, &mut encoder, false) } else { None };
        last.unwrap_or_else(|| {
            let why = self.check.trouble.take().unwrap_or_else(|| "no model of the integers is one of the bits".into());
            Answer::Unknown { why, backstop: self.check.backstop }
        })
    }

    /// A proof by the digits of numbers alone, since lemmas about all products would hide them; or a model in which all variables
    /// are so small that products with them are tables.
    fn digits(&mut self, z3: &mut Z3) -> Step {
        let mut encoder = encode(self.terms, self.prepared);
        if !lemmas::of_digits(&mut encoder) {
            return None;
        }
        let mut linear = Linear::new(z3, &mut encoder);
        if self.check.proof_by_digits(&mut linear, 5 * SHORT) {
            return Some(Answer::Unsat { arithmetic: linear.encoder.assumed });
        }
        linear.push();
        linear.only_wanted();
        linear.bound_variables((SMALL, 1));
        linear.tabulate(SMALL);
        let model = self.refine(&mut linear, 5 * SHORT);
        linear.pop();
        model.map(Answer::Sat)
    }

    /// A proof in which the sums that multiply have names.
    fn with_names(&mut self, z3: &mut Z3) -> Step {
        let mut encoder = encode_with_names(self.terms, self.prepared);
        if encoder.names.is_empty() {
            return None;
        }
        only_used_factors(&mut encoder);
        lemmas::instantiate(&mut encoder);
        let mut linear = Linear::new(z3, &mut encoder);
        let proved = self.check.proof(&mut linear, LONG);
        proved.then_some(Answer::Unsat { arithmetic: linear.encoder.assumed })
    }

    /// A proof with more lemmas, if there is time for it, in a solver of its own: what is found later does not depend on it.
    fn with_more(&mut self) -> Step {
        if self.check.part == BRIEF {
            return None;
        }
        let mut encoder = encode(self.terms, self.prepared);
        if !lemmas::instantiate_more(&mut encoder) {
            return None;
        }
        let mut z3 = Z3::new()?;
        let mut linear = Linear::new(&mut z3, &mut encoder);
        let proved = self.check.proof(&mut linear, 5 * SHORT);
        proved.then_some(Answer::Unsat { arithmetic: linear.encoder.assumed })
    }

    /// A short try; where it stays open with integers, it may be nothing to bit-vectors.
    fn easy(&mut self, z3: &mut Z3, encoder: &mut Encoder<'_>) -> Step {
        let mut linear = Linear::new(z3, encoder);
        match self.check.ask(&mut linear.session, SHORT, "linear integers") {
            Outcome::Unsat => return Some(Answer::Unsat { arithmetic: linear.encoder.assumed }),
            Outcome::Sat => return None,
            Outcome::Unknown { .. } => drop(linear),
        }
        self.bitvectors(z3, SHORT)
    }

    /// Linearised integers, then exact ones; with `only_proof` no more than a short try.
    ///
    /// Proofs are mostly short; where none is, a model within small bounds is found sooner than one without.
    fn integers(&mut self, z3: &mut Z3, encoder: &mut Encoder<'_>, only_proof: bool) -> Step {
        let mut linear = Linear::new(z3, encoder);
        if only_proof {
            let proved = self.check.proof(&mut linear, LONG);
            return proved.then_some(Answer::Unsat { arithmetic: linear.encoder.assumed });
        }
        for (i, bound) in BOUNDS.into_iter().enumerate() {
            let found = self.search(&mut linear, Some(bound));
            if found.is_some() {
                return found;
            }
            let proof = if i == 1 { Some(5 * SHORT) } else { None };
            if proof.is_some_and(|millis| self.check.proof(&mut linear, millis)) {
                return Some(Answer::Unsat { arithmetic: linear.encoder.assumed });
            }
        }
        if self.check.proof(&mut linear, LONG) {
            return Some(Answer::Unsat { arithmetic: linear.encoder.assumed });
        }
        if let Some(answer) = self.search(&mut linear, None) {
            return Some(answer);
        }
        // What was learnt from wrong models may make the proof.
        if self.check.proof(&mut linear, LONG) {
            return Some(Answer::Unsat { arithmetic: linear.encoder.assumed });
        }
        self.exact(&mut linear)
    }

    /// Looks for a model within a bound.
    fn search(&mut self, linear: &mut Linear<'_, '_>, bound: Option<(i128, i128)>) -> Step {
        linear.push();
        linear.only_wanted();
        if let Some(bound) = bound {
            linear.bound_variables(bound);
        }
        let model = self.refine(linear, if bound.is_some() { 5 * SHORT } else { LONG });
        linear.pop();
        model.map(Answer::Sat)
    }

    /// A model within the bounds that are asserted, refined until it is one of the terms.
    fn refine(&mut self, linear: &mut Linear<'_, '_>, millis: u32) -> Option<Model> {
        for round in 0..REFINEMENTS {
            let outcome = self.check.ask(&mut linear.session, millis, "linear integers");
            if outcome != Outcome::Sat {
                return None;
            }
            let values = linear.values()?;
            match self.judge(linear.encoder, &values) {
                Candidate::Accepted(model) => return Some(model),
                Candidate::Rejected(_) => {
                    linear.block(&values);
                    continue;
                }
                Candidate::Spurious => {}
            }
            let learned = linear.learn(&values);
            if round > 0
                && let Some(model) = self.with_fixed(linear, &values)
            {
                return Some(model);
            }
            if !learned {
                return None;
            }
        }
        None
    }

    /// Once more, with what both threads share fixed to the model's values, so that products with it are linear.
    fn with_fixed(&mut self, linear: &mut Linear<'_, '_>, values: &[i128]) -> Option<Model> {
        linear.push();
        linear.fix_shared(values);
        let outcome = self.check.ask(&mut linear.session, 5 * SHORT, "linear integers");
        let values = if outcome == Outcome::Sat { linear.values() } else { None };
        linear.pop();
        match self.judge(linear.encoder, &values?) {
            Candidate::Accepted(model) => Some(model),
            Candidate::Rejected(_) | Candidate::Spurious => None,
        }
    }

    /// The integers with exact products.
    fn exact(&mut self, linear: &mut Linear<'_, '_>) -> Step {
        if linear.encoder.products.is_empty() {
            return None;
        }
        linear.push();
        linear.define_products();
        let mut answer = None;
        for millis in [LONG, LONGER] {
            let outcome = self.check.ask(&mut linear.session, millis, "exact products");
            match outcome {
                Outcome::Unsat => answer = Some(Answer::Unsat { arithmetic: linear.encoder.assumed }),
                Outcome::Sat => {
                    let judged = linear.values().map(|values| self.judge(linear.encoder, &values));
                    if let Some(Candidate::Accepted(model)) = judged {
                        answer = Some(Answer::Sat(model));
                    }
                }
                Outcome::Unknown { .. } => continue,
            }
            break;
        }
        linear.pop();
        answer
    }

    /// Exact bit-vectors: a proof, or else a model in which nothing undefined is done.
    fn bitvectors(&mut self, z3: &mut Z3, millis: u32) -> Step {
        let encoded = bitvector::encode(self.terms, &self.prepared.facts, self.prepared.intervals.clone());
        let apart = encoded.query.gates().saturating_mul(GATE);
        if apart > APART * u64::from(millis.div_ceil(self.check.part) * MILLISECOND) {
            self.check.trouble = Some("bit-vectors: too many gates".into());
            return None;
        }
        if apart > self.check.left {
            self.check.trouble = Some(Obstacle::UsedUp(Excess::Work));
            return None;
        }
        self.check.left -= apart;
        let mut session = z3.session();
        for e in encoded.query.asserts.iter().chain(&encoded.fits) {
            session.assert(&encoded.query, *e);
        }
        for more in [&[], encoded.defined.as_slice()] {
            for e in more {
                session.assert(&encoded.query, *e);
            }
            let outcome = self.check.ask(&mut session, millis, "bit-vectors");
            match outcome {
                Outcome::Unsat if more.is_empty() => {
                    return Some(Answer::Unsat { arithmetic: !encoded.fits.is_empty() });
                }
                Outcome::Unsat | Outcome::Unknown { .. } => return None,
                Outcome::Sat => {}
            }
            let symbols = all_symbols(&encoded.query);
            let values = session.values(&encoded.query, &symbols)?;
            let of = |s: &Sym| values.get(s.0 as usize).map(|v| *v as u64);
            let vars = encoded.vars.iter().filter_map(|(v, s)| Some((*v, of(s)?)));
            let apps = encoded.apps.iter().filter_map(|(t, _, s)| Some((*t, of(s)?)));
            let judged = self.judge.model(vars.collect(), apps.collect());
            match self.noted(judged) {
                Candidate::Accepted(model) => return Some(Answer::Sat(model)),
                Candidate::Rejected(_) => return None,
                Candidate::Spurious => {}
            }
        }
        None
    }
}
