//! Checks by Z3, and what they cost a kernel.

use super::numbered::Numbered;
use crate::smt::answer::{Answer, Obstacle};
use crate::smt::bitvector;
use crate::smt::facts::{Prepared, prepare};
use crate::smt::integers::encode::encode;
use crate::smt::integers::lemmas;
use crate::smt::integers::linear::Linear;
use crate::smt::integers::refute::contradictory;
use crate::smt::z3::cpu;
use crate::smt::z3::{Limit, Outcome, Session, Z3};
use crate::term::{Excess, Terms};
use std::time::{Duration, Instant};

/// About this many of Z3's resource units pass in a millisecond.
pub(super) const MILLISECOND: u32 = 6000;
/// What a check is given where another way comes after it, and where it is to decide, in such milliseconds. Of bit-vectors
/// Z3 does half as much in one.
pub(super) const SHORT: u32 = 40;
pub(super) const LONG: u32 = 500;
pub(super) const LONGER: u32 = 1000;
/// Up to so many terms of a query a resource unit takes as long as in a small one, with twice as many twice as long: Z3 counts the steps,
/// and of a large query each goes through more. In 4,000 queries of real kernels, units took 1.4 times as long with up to 4,000 terms, twice
/// with 6,000, five times with 11,000.
const LARGE: u64 = 3500;
/// The part of what is left that a short try may take.
const TRIED: u64 = 4;
/// Resource units that are charged for a gate of bit-vectors: taking them apart takes Z3 some 2 to 5 µs for each, in 500
/// queries of real kernels, and is not counted by it.
pub(super) const GATE: u64 = 15;
/// What the checks of one query share.
pub(super) struct Check {
    pub(super) deadline: Instant,
    /// The steps' limits are divided by it.
    pub(super) part: u32,
    /// Z3's resource units that may still be spent on it.
    pub(super) left: u64,
    /// What its checks cost the kernel beyond that, since its queries are large.
    pub(super) surcharge: u64,
    /// What stood in the way, the latest.
    pub(super) trouble: Option<Obstacle>,
    pub(super) backstop: bool,
}

impl Check {
    /// Checks with a limit of about so many milliseconds; CPU time is a backstop at several times that, since arithmetic on
    /// big numbers takes far longer than Z3 counts.
    pub(super) fn ask(&mut self, session: &mut Session<'_>, millis: u32, step: &str) -> Outcome {
        if self.left == 0 {
            self.trouble = Some(Obstacle::UsedUp(Excess::Work));
            return Outcome::Unknown { reason: String::new(), time: false };
        }
        let millis = millis.div_ceil(self.part);
        let steps = u32::try_from(self.left.min((millis * MILLISECOND).into())).unwrap_or(u32::MAX);
        let backstop = Duration::from_millis(500 + 8 * u64::from(millis));
        let limit = Limit { steps, cpu: backstop, end: self.deadline };
        let (before, start) = (session.spent(), cpu::used());
        let outcome = session.check(limit);
        let spent = session.spent().zip(before).map(|(after, before)| after.saturating_sub(before));
        let mut spent = u64::from(spent.unwrap_or(steps));
        self.surcharge += spent.saturating_mul((session.size() as u64).saturating_sub(LARGE)) / LARGE;
        if let Outcome::Unknown { reason, time } = &outcome {
            if *time && self.part == 1 {
                // What takes so long is not what Z3 counts. Of brief tries there are few.
                let millis = u64::try_from(cpu::used().saturating_sub(start).as_millis()).unwrap_or(u64::MAX);
                spent = spent.max(millis.saturating_mul(MILLISECOND.into()));
            }
            self.backstop |= *time;
            self.trouble = Some(Obstacle::Solver(format!("{step}: {reason}")));
        }
        self.left = self.left.saturating_sub(spent);
        outcome
    }

    /// Whether the assertions outside all scopes contradict each other.
    pub(super) fn proof(&mut self, linear: &mut Linear<'_, '_>, millis: u32) -> bool {
        let outcome = self.ask(&mut linear.session, millis, "linear integers");
        outcome == Outcome::Unsat
    }

    /// Likewise, by what the digits of numbers say, and then by what is the largest of each.
    pub(super) fn proof_by_digits(&mut self, linear: &mut Linear<'_, '_>, millis: u32) -> bool {
        self.proof(linear, millis) || {
            lemmas::of_tops(linear.encoder);
            linear.flush();
            self.proof(linear, millis)
        }
    }

    /// A short try to prove that the facts contradict each other, for no more than a part of what is left.
    pub(super) fn refuted(&mut self, z3: &mut Z3, terms: &Terms, facts: &Prepared) -> Option<Answer> {
        let kept = self.left - self.left / TRIED;
        self.left -= kept;
        let refuted = self.tried(z3, terms, facts);
        self.left += kept;
        refuted
    }

    /// Likewise, by what numbers of threads say that differ.
    pub(super) fn refuted_by_numbers(&mut self, z3: &mut Z3, terms: &mut Terms, parts: &Numbered) -> Option<Answer> {
        let [same, apart] = [&parts.same, &parts.apart].map(|facts| prepare(terms, facts));
        if !same.contradiction {
            self.refuted(z3, terms, &same)?;
        }
        let mut answer = apart.contradiction.then_some(Answer::Unsat { arithmetic: true });
        answer = answer.or_else(|| self.refuted(z3, terms, &apart));
        answer = answer.or_else(|| self.refuted_by_more(z3, terms, &apart));
        if parts.of_bits {
            answer = answer.or_else(|| self.refuted_by_bits(z3, terms, &apart));
        }
        // That the numbers are as large as they are said to be may rest on it that sums do not wrap.
        answer.map(|_| Answer::Unsat { arithmetic: true })
    }

    /// A proof with more lemmas.
    fn refuted_by_more(&mut self, z3: &mut Z3, terms: &Terms, facts: &Prepared) -> Option<Answer> {
        let mut encoder = encode(terms, facts);
        if !lemmas::instantiate_more(&mut encoder) {
            return None;
        }
        let mut linear = Linear::new(z3, &mut encoder);
        let proved = self.proof(&mut linear, 5 * SHORT);
        proved.then_some(Answer::Unsat { arithmetic: true })
    }

    /// A proof by bit-vectors.
    fn refuted_by_bits(&mut self, z3: &mut Z3, terms: &Terms, facts: &Prepared) -> Option<Answer> {
        let encoded = bitvector::encode(terms, &facts.facts, facts.intervals.clone());
        let apart = encoded.query.gates().saturating_mul(GATE);
        if apart > self.left / TRIED {
            return None;
        }
        self.left -= apart;
        let mut session = z3.session();
        for e in encoded.query.asserts.iter().chain(&encoded.fits) {
            session.assert(&encoded.query, *e);
        }
        let outcome = self.ask(&mut session, LONG, "bit-vectors");
        (outcome == Outcome::Unsat).then_some(Answer::Unsat { arithmetic: true })
    }

    fn tried(&mut self, z3: &mut Z3, terms: &Terms, facts: &Prepared) -> Option<Answer> {
        let mut encoder = encode(terms, facts);
        if contradictory(&mut encoder.query, &encoder.ranges) {
            return Some(Answer::Unsat { arithmetic: encoder.assumed });
        }
        let mut digits = encode(terms, facts);
        if lemmas::of_digits(&mut digits) {
            let mut linear = Linear::new(z3, &mut digits);
            if self.proof_by_digits(&mut linear, 3 * SHORT) {
                return Some(Answer::Unsat { arithmetic: linear.encoder.assumed });
            }
        }
        lemmas::instantiate(&mut encoder);
        let mut linear = Linear::new(z3, &mut encoder);
        let proved = self.proof(&mut linear, 3 * SHORT);
        proved.then_some(Answer::Unsat { arithmetic: linear.encoder.assumed })
    }
}
