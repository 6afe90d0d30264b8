//! A place in a ring, with what is toggled once in each round, that a loop hands to the loops in it and takes back from them.
//!
//! ```cuda
//! for (tile …) for (k = 0; k < n; k++) { use(stage, phase); if (++stage == S) { stage = 0; phase ^= 1; } }
//! ```
//!
//! Let `T` be the number of steps that the thread has gone so far, in all loops together. Then the stage is `T % S`, and the phase has
//! changed `T / S` times. In the inner loop `T` is what it was before, and `k` (`flow/progress.rs`, `flow/rounds.rs`); the outer loop adds
//! the steps of each of its iterations, `x * n` if these are as many in all.
//!
//! It is guessed which values of the outer loop are such ones: those that an inner loop begins with and takes round a ring. The guess
//! is proved at the end of the outer loop: what it hands on is `(T + d) % S`, and all that is toggled is so by `(T + d) / S`, for one `d`.
//! What is not proved is no ring, and the walk over the loop begins anew.

use crate::llvm::bind::ir::Val;
use crate::llvm::flow::iteration::{Recurrence, increment};
use crate::llvm::flow::progress::{TOTAL, gone_round, place_in, ring};
use crate::llvm::flow::rounds::{Ring, after_rounds, ending, toggled_by};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::Value;
use crate::term::{Arithmetic, BinaryOp, CastOp, Intervals, Node, Owner, Term, Terms, Var, VarInfo, VarKind};

/// The most steps: more than the iterations of two loops around each other.
const MOST_STEPS: i64 = 1 << 62;

/// A ring in a loop during the walk.
pub(super) struct Turning {
    ring: Ring,
    /// Stands for the number of steps.
    total: Var,
    /// How many there were before the loop.
    start: Term,
    /// What each phi is, over the number of steps.
    now: Vec<(Val, Term)>,
}

impl Turning {
    /// What a phi is, if it is one of the ring's.
    pub(super) fn now(&self, phi: Val) -> Option<Term> {
        self.now.iter().find(|(of, _)| *of == phi).map(|(_, now)| *now)
    }
}

impl Lowerer<'_, '_> {
    /// Notes which values of the loops around are taken round a ring by these recurrences of a loop.
    pub(super) fn guess_rings(&mut self, recurrences: &[Recurrence]) {
        for r in recurrences {
            let Some(place) = self.begins_with(*r) else { continue };
            let p = self.terms.var(r.placeholder);
            let Some((1, size)) = ring(&mut self.terms, r.next, p) else { continue };
            let mut toggled = vec![];
            for other in recurrences {
                let q = self.terms.var(other.placeholder);
                let Some((ends, changed)) = ending(&self.terms, other.next, q) else { continue };
                let is_of_ring = self.terms.vars_of(&[ends]).contains(&r.placeholder);
                let how = toggled_by(&self.terms, changed, q).filter(|_| is_of_ring);
                toggled.extend(self.begins_with(*other).zip(how));
            }
            let ring = Ring { place, size, toggled };
            if !self.walk.rings.contains(&ring) {
                self.walk.rings.push(ring);
            }
        }
    }

    /// The phi of a loop around with whose value a recurrence begins.
    fn begins_with(&self, r: Recurrence) -> Option<Val> {
        let Node::Var(v) = *self.terms.node(r.init) else { return None };
        self.walk.placeholders.get(&v).copied()
    }

    /// The rings of a loop with these phis, each with its first value.
    pub(super) fn turning(&mut self, phis: &[(Val, Value)]) -> Vec<Turning> {
        let rings = self.walk.rings.clone();
        let mut found: Vec<Turning> = vec![];
        for ring in rings {
            let begun = self.begun(&ring, phis);
            let is_other = |new: &Turning| new.now.iter().all(|(phi, _)| found.iter().all(|t| t.now(*phi).is_none()));
            found.extend(begun.filter(is_other));
        }
        found
    }

    fn begun(&mut self, ring: &Ring, phis: &[(Val, Value)]) -> Option<Turning> {
        let first = term_of(phis, ring.place)?;
        let bounds = Intervals::new().of(&self.terms, first);
        if bounds.lo < 0 || bounds.hi >= i128::from(ring.size) || self.walk.no_rings.contains(&ring.place) {
            return None;
        }
        let (kind, bounds, name) = (VarKind::Counter, Some((0, MOST_STEPS)), "steps'".to_owned());
        let info = VarInfo { name, width: TOTAL, kind, bounds, owner: Owner::All };
        let total = self.terms.declare_var(info);
        let (steps, width) = (self.terms.var(total), self.terms.width(first));
        let mut now = vec![(ring.place, place_in(&mut self.terms, steps, ring.size, width))];
        for (phi, how) in &ring.toggled {
            let even = term_of(phis, *phi)?;
            let odd = how.other(&mut self.terms, even);
            now.push((*phi, after_rounds(&mut self.terms, steps, ring.size, (even, odd))));
        }
        let start = self.terms.cast(CastOp::Zext, TOTAL, first);
        Some(Turning { ring: ring.clone(), total, start, now })
    }

    /// The steps of all rings; nothing if one is none, which is not tried again.
    pub(super) fn proved_rings(&mut self, all: &[Turning], next: &[(Val, Value)]) -> Option<Vec<Recurrence>> {
        let mut found = vec![];
        for turning in all {
            match self.proved(turning, next) {
                Some(recurrence) => found.push(recurrence),
                None => _ = self.walk.no_rings.insert(turning.ring.place),
            }
        }
        (found.len() == all.len()).then_some(found)
    }

    /// The number of steps as a recurrence, if each phi has in the next iteration what the number says.
    fn proved(&mut self, turning: &Turning, next: &[(Val, Value)]) -> Option<Recurrence> {
        let values: Option<Vec<Term>> = turning.now.iter().map(|(phi, _)| term_of(next, *phi)).collect();
        let now: Vec<Term> = turning.now.iter().map(|(_, now)| *now).collect();
        let steps = steps(&mut self.terms, turning, &now, &values?)?;
        let total = self.terms.var(turning.total);
        let goes_back = Intervals::new().of(&self.terms, steps).lo < 0;
        if goes_back || self.terms.vars_of(&[steps]).contains(&turning.total) {
            return None;
        }
        let next = self.terms.binary_as(Arithmetic::Wide, BinaryOp::Add, total, steps);
        Some(Recurrence { placeholder: turning.total, init: turning.start, next })
    }
}

fn term_of(values: &[(Val, Value)], phi: Val) -> Option<Term> {
    match values.iter().find(|(of, _)| *of == phi)?.1 {
        Value::Term(t) => Some(t),
        Value::Pointer(_) | Value::Aggregate(_) | Value::Opaque => None,
    }
}

/// How many steps lead from these values to those, if all agree.
fn steps(terms: &mut Terms, turning: &Turning, now: &[Term], next: &[Term]) -> Option<Term> {
    let (place, total) = (*next.first()?, terms.var(turning.total));
    let Some(sum) = gone_round(terms, place, turning.ring.size) else {
        // By a choice, the same for all.
        let Node::Ite(c, ..) = *terms.node(place) else { return None };
        let mut parts = [vec![], vec![]];
        for t in next {
            let chosen = if let Node::Ite(d, a, b) = *terms.node(*t) { (d == c).then_some((a, b)) } else { None };
            let (a, b) = chosen.unwrap_or((*t, *t));
            parts[0].push(a);
            parts[1].push(b);
        }
        let [a, b] = parts.map(|part| steps(terms, turning, now, &part));
        return Some(terms.ite(c, a?, b?));
    };
    let steps = increment(terms, sum, total)?;
    let all = now.iter().zip(next).all(|(now, next)| terms.replace(*now, turning.total, sum) == *next);
    all.then_some(steps)
}
