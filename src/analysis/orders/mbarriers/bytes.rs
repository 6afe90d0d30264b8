//! Bulk copies and the bytes that phases wait for: a generation is over only once all copies are complete that are issued for it.
//!
//! ```cuda
//! arrive_expecting(full[k % S], 2 * BYTES);            // one thread, iteration k
//! copy(a[k % S], …, BYTES, full[k % S]);
//! copy(b[k % S], …, BYTES, full[k % S]);
//! ```
//!
//! A generation `g` is over once its arrivals have come and as many bytes have come as they expect (PTX ISA, "tx-count"). Let every copy that
//! claims `g` be issued once `g - 1` is over (`proofs` asks that), so that none of its bytes counts earlier; and let the copies that claim `g`
//! bring no more bytes in all than the arrivals of `g` expect. When `g` ends, all that is expected has come, and it came from copies that
//! claim `g`: those that claim earlier ones are complete, later ones are not issued. So all of them are complete.
//!
//! That the bytes are no more is shown in one of two ways. *By iteration*: whenever a thread issues copies for a generation, it arrives
//! for that generation in the same iteration, and expects as much as it copies there. *By number*: every arrival expects at least as
//! much as all the threads together copy, which copy as much each at one place.
//!
//! Direction: sound. What is not shown orders nothing.

use super::asking::{Asker, GENERATION, Two, wide};
use super::counting::{self, Fits};
use super::objects::Object;
use super::proofs::Proofs;
use super::visits::{bytes_of, comes_first, common};
use crate::analysis::facts::knowledge::{Came, Visit};
use crate::analysis::facts::literals;
use crate::analysis::pair::threads::Who;
use crate::kernel::Loop;
use crate::kernel::target::REGISTER;
use crate::term::{CastOp, CompareOp, Node, Term, Terms, Var};
use crate::verdict::MbarrierGap;

impl Proofs<'_, '_> {
    /// The copies of a family, and what is expected besides arrivals, with their claims.
    pub(super) fn copies(&mut self, of: &[Visit], arrivals: &[Visit]) -> Result<Vec<Visit>, MbarrierGap> {
        let claimed = |is: fn(&Came) -> bool| -> Option<Vec<Visit>> {
            of.iter()
                .filter(|v| is(&v.came))
                .map(|v| Some(Visit { claim: Some(claim(v, arrivals)?), ..v.clone() }))
                .collect()
        };
        let copies = claimed(|came| matches!(came, Came::Copies));
        let copies = copies.ok_or(MbarrierGap::Bytes)?;
        if copies.is_empty() {
            return Ok(vec![]);
        }
        let expects = claimed(|came| matches!(came, Came::Expects)).unwrap_or_default();
        let expects: Vec<Visit> = expects.into_iter().filter(|e| self.is_before_arrival(e, arrivals)).collect();
        if !copies.iter().all(|c| self.is_claim(c)) {
            return Err(MbarrierGap::Bytes);
        }
        let expecting: Vec<&Visit> = arrivals.iter().chain(&expects).filter(|v| bytes_of(v).is_some()).collect();
        if self.by_iteration(&copies, &expecting) || self.by_number(&copies, arrivals) {
            return Ok(copies.into_iter().chain(expects).collect());
        }
        Err(MbarrierGap::Bytes)
    }

    /// That it is no generation before the first.
    fn is_claim(&mut self, visit: &Visit) -> bool {
        let Some(claim) = visit.claim else { return false };
        let zero = self.world.terms.constant(GENERATION, 0);
        let negative = self.world.terms.slt(claim, zero);
        let mut asker = Asker::of(self.session, self.world, Two::Same);
        asker.holds(Who::Left, [visit.condition, negative]);
        asker.excludes([])
    }

    /// Whether the thread arrives for the generation later in the iteration, which is not over before.
    fn is_before_arrival(&mut self, expects: &Visit, arrivals: &[Visit]) -> bool {
        let Some(claim) = expects.claim else { return false };
        let depth = expects.place.loops.len();
        let mut ways = vec![];
        for arrival in arrivals {
            let is_later = arrival.place.loops.len() == depth
                && common(&arrival.place, &expects.place) == depth
                && comes_first(&expects.place, &arrival.place);
            let Some(of) = arrival.claim.filter(|_| is_later) else { continue };
            let terms = &mut self.world.terms;
            let same = Object::of(&arrival.access).is(terms, Object::of(&expects.access));
            let agree = terms.eq(of, claim);
            ways.push(terms.all([arrival.condition, same, agree]));
        }
        let any = self.world.terms.any(ways);
        let none = self.world.terms.not(any);
        let mut asker = Asker::of(self.session, self.world, Two::Same);
        asker.holds(Who::Left, [expects.condition, none]);
        asker.excludes([])
    }

    fn by_iteration(&mut self, copies: &[Visit], expecting: &[&Visit]) -> bool {
        let Some(first) = expecting.first() else { return false };
        let depth = first.place.loops.len();
        let inside = |v: &Visit| common(&v.place, &first.place) == depth;
        if !expecting.iter().all(|e| inside(e) && e.place.loops.len() == depth) || !copies.iter().all(inside) {
            return false;
        }
        copies.iter().all(|copy| {
            let Some(sums) = self.sums(copy, copies, (expecting, depth)) else { return false };
            let (copied, expected) = sums;
            let more = self.world.terms.slt(expected, copied);
            let mut asker = Asker::of(self.session, self.world, Two::Same);
            asker.holds(Who::Left, [copy.condition, more]);
            asker.excludes([])
        })
    }

    /// How many bytes are copied and expected for the generation of a copy in its iteration, by its thread.
    fn sums(&mut self, copy: &Visit, copies: &[Visit], (expecting, depth): (&[&Visit], usize)) -> Option<(Term, Term)> {
        let terms = &mut self.world.terms;
        let (object, claim) = (Object::of(&copy.access), copy.claim?);
        let none = terms.constant(GENERATION, 0);
        let sum = |terms: &mut Terms, visit: &Visit, inner: &[Loop]| -> Option<Term> {
            // Boxes of tensors are assumed to have the bytes that are expected, if some are.
            let some = terms.constant(REGISTER, 1);
            let (of, bytes) = (visit.claim?, bytes_of(visit).unwrap_or(some));
            let at = Object::of(&visit.access);
            let (same, agree) = (at.is(terms, object), terms.eq(of, claim));
            let mut bytes = wide(terms, bytes);
            let counters: Vec<Var> = inner.iter().map(|l| l.counter).collect();
            let here = if inner.is_empty() { visit.condition } else { terms.truth() };
            let moving: Vec<Term> = at.terms().chain([of, bytes]).collect();
            if terms.vars_of(&moving).iter().any(|v| counters.contains(v)) {
                return None;
            }
            // So few that no product leaves its bits.
            if !inner.is_empty() && terms.as_const(bytes).is_none_or(|n| n >= MOST_BYTES) || inner.len() > 1 {
                return None;
            }
            for l in inner {
                let times = turns(terms, l, &counters)?;
                bytes = terms.mul(bytes, times);
            }
            let counts = terms.all([same, agree, here]);
            Some(terms.ite(counts, bytes, none))
        };
        let (mut copied, mut expected) = (none, none);
        for other in copies {
            let bytes = sum(terms, other, &other.place.loops[depth..])?;
            copied = terms.add(copied, bytes);
        }
        for other in expecting {
            let bytes = sum(terms, other, &[])?;
            expected = terms.add(expected, bytes);
        }
        Some((copied, expected))
    }

    fn by_number(&mut self, copies: &[Visit], arrivals: &[Visit]) -> bool {
        let mut expected = arrivals.iter().map(bytes_of);
        let Some(Some(bytes)) = expected.next() else { return false };
        if !expected.all(|other| other == Some(bytes)) {
            return false;
        }
        let all: Vec<&Visit> = copies.iter().collect();
        let unit = self.unit(copies);
        unit.is_some_and(|unit| counting::at_most(self.session, self.world, (&all, unit), bytes) == Fits::All)
            || self.by_places(copies, bytes)
    }

    /// Whether copies, of one size at each place, bring no more than this in all.
    fn by_places(&mut self, copies: &[Visit], expected: Term) -> bool {
        let mut sum = 0u64;
        for copy in copies {
            let Some(unit) = self.unit(std::slice::from_ref(copy)) else { return false };
            let Some(size) = bytes_of(copy).and_then(|b| self.world.terms.as_const(b)) else { return false };
            let Some(most) = counting::most(self.session, self.world, (&[copy], unit)) else { return false };
            sum = sum.saturating_add(most.saturating_mul(size));
        }
        sum < MOST_BYTES && counting::bounded(self.session, self.world, sum, expected)
    }
}

/// More than the shared memory of a block has.
const MOST_BYTES: u64 = 1 << 24;

/// The generation of the arrivals beside which a visit stands: of the latest one before it at the same object, if there is one.
fn claim(visit: &Visit, arrivals: &[Visit]) -> Option<Term> {
    let around = |a: &&Visit| common(&a.place, &visit.place) == a.place.loops.len();
    let same = |a: &&Visit| a.access.offset == visit.access.offset;
    let before = |a: &&Visit| comes_first(&a.place, &visit.place);
    let all: Vec<&Visit> = arrivals.iter().filter(around).collect();
    let own = all.iter().copied().filter(same).rfind(before);
    let own = own.or_else(|| all.iter().copied().find(same));
    own.or_else(|| all.iter().copied().rfind(before)).or_else(|| all.first().copied())?.claim
}

/// A number of iterations that a loop has no more than, which is the same in all of them.
fn turns(terms: &mut Terms, l: &Loop, counters: &[Var]) -> Option<Term> {
    for part in literals::conjuncts(terms, &[l.executed]) {
        let Node::Compare(op, x, limit) = *terms.node(part) else { continue };
        let signed = match op {
            CompareOp::Ult => false,
            CompareOp::Slt => true,
            CompareOp::Eq | CompareOp::Ule | CompareOp::Sle => continue,
        };
        let is_fixed = !terms.vars_of(&[limit]).iter().any(|v| counters.contains(v));
        if is_fixed && *terms.node(x) == Node::Var(l.counter) && terms.width(limit) <= 32 {
            let op = if signed { CastOp::Sext } else { CastOp::Zext };
            let (limit, none) = (terms.cast(op, GENERATION, limit), terms.constant(GENERATION, 0));
            let negative = terms.slt(limit, none);
            return Some(terms.ite(negative, none, limit));
        }
    }
    None
}
