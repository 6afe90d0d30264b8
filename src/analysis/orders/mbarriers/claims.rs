//! Which generation a visit may be for, as a guess: what a visit's number is among its thread's visits to one object.
//!
//! * Without a loop: how many visits of the kind come before.
//! * In a loop, at a place that is the same in each iteration: the iteration `k`, or `m * k + i` for the one with number `i` of `m`.
//! * At a place in a ring, `bars + 8 * (x % S)`: `x / S`.
//!
//! Nothing rests on a guess: `proofs` proves it or drops it.

use super::asking::{GENERATION, wide};
use super::objects::Object;
use super::visits::{comes_first, common};
use crate::analysis::facts::knowledge::{Came, Visit};
use crate::kernel::Phase;
use crate::term::{BinaryOp, CastOp, Node, Term, Terms, VarKind};

/// A remainder by the size of a ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ring {
    dividend: Term,
    pub(super) size: Term,
    signed: bool,
}

/// The rings that a term goes round.
pub(super) fn rings(terms: &Terms, t: Term) -> Vec<Ring> {
    let mut found = vec![];
    for part in terms.reachable(&[t]) {
        if let Node::Binary(op, a, b) = *terms.node(part) {
            let (signed, size) = match op {
                BinaryOp::URem => (false, Some(b)),
                BinaryOp::SRem => (true, Some(b)),
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::UDiv
                | BinaryOp::SDiv
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => (false, None),
            };
            found.extend(size.map(|size| Ring { dividend: a, size, signed }));
            if let (BinaryOp::And, Some(mask)) = (op, terms.as_const(b))
                && terms.width(part) > 1
                && mask > 0
                && (mask + 1).is_power_of_two()
            {
                found.push(Ring { dividend: a, size: b, signed: false });
            }
        }
    }
    found
}

impl Ring {
    /// How often it was gone round.
    fn turns(self, terms: &mut Terms, by_mask: bool) -> Term {
        let one = terms.constant(GENERATION, 1);
        if self.signed {
            let [a, n] = [self.dividend, self.size].map(|t| terms.cast(CastOp::Sext, GENERATION, t));
            let turns = terms.binary(BinaryOp::SDiv, a, n);
            let none = terms.constant(GENERATION, 0);
            let empty = terms.eq(n, none);
            return terms.ite(empty, none, turns);
        }
        let [a, n] = [self.dividend, self.size].map(|t| wide(terms, t));
        let n = if by_mask { terms.add(n, one) } else { n };
        let turns = terms.binary(BinaryOp::UDiv, a, n);
        // The program need not divide by it.
        let none = terms.constant(GENERATION, 0);
        let empty = terms.eq(n, none);
        terms.ite(empty, none, turns)
    }
}

/// How many stages the rings have through which visits go, and one.
pub(super) fn distances(terms: &mut Terms, visits: &[Visit]) -> Vec<Term> {
    let mut found = vec![terms.constant(GENERATION, 1)];
    for visit in visits {
        for ring in rings(terms, visit.access.offset) {
            let by_mask = is_mask(terms, visit.access.offset, ring);
            let size = wide(terms, ring.size);
            let one = terms.constant(GENERATION, 1);
            let size = if by_mask { terms.add(size, one) } else { size };
            let is_fixed = terms.vars_of(&[size]).iter().all(|v| match terms.var_info(*v).kind {
                VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => true,
                VarKind::ThreadIdx(_)
                | VarKind::BlockIdx(_)
                | VarKind::ClusterRank
                | VarKind::Local
                | VarKind::Counter => false,
            });
            if is_fixed && terms.as_const(size) != Some(0) && !found.contains(&size) {
                found.push(size);
            }
        }
    }
    found
}

fn is_mask(terms: &Terms, t: Term, ring: Ring) -> bool {
    let is = |part: Term| matches!(*terms.node(part), Node::Binary(BinaryOp::And, a, b) if (a, b) == (ring.dividend, ring.size));
    terms.reachable(&[t]).into_iter().any(is)
}

/// What a visit may be for, in the order in which it is to be tried.
pub(super) fn candidates(terms: &mut Terms, visit: &Visit, all: &[Visit]) -> Vec<Term> {
    let is_kin = |other: &&Visit| is_beside(other, visit) && is_one_kind(other, visit);
    let kin: Vec<&Visit> = all.iter().filter(is_kin).collect();
    let depth = visit.place.loops.len();
    let same_loop: Vec<&Visit> = kin
        .iter()
        .copied()
        .filter(|o| {
            o.place.loops.len() == depth && common(&o.place, &visit.place) == depth && may_both(terms, o, visit)
        })
        .collect();
    let first = kin
        .iter()
        .filter(|o| o.place.loops.len() < depth && comes_first(&o.place, &visit.place) && may_both(terms, o, visit));
    let base = first.count() as u64;
    // Loops that end before go round each object once, as it may be.
    let in_others = kin
        .iter()
        .filter(|o| common(&o.place, &visit.place) < o.place.loops.len().min(depth))
        .filter(|o| comes_first(&o.place, &visit.place) && may_both(terms, o, visit));
    let rounds = in_others.count() as u64;
    let number = same_loop.iter().filter(|o| comes_first(&o.place, &visit.place)).count() as u64;
    let of = same_loop.len().max(1) as u64;
    let mut turns = vec![];
    for ring in rings(terms, visit.access.offset) {
        let by_mask = is_mask(terms, visit.access.offset, ring);
        turns.push(ring.turns(terms, by_mask));
    }
    if let Some(l) = visit.place.loops.last()
        && turns.is_empty()
        && !terms.vars_of(&Object::of(&visit.access).terms().collect::<Vec<_>>()).contains(&l.counter)
    {
        let counter = terms.var(l.counter);
        turns.push(wide(terms, counter));
    }
    if turns.is_empty() {
        turns.push(terms.constant(GENERATION, 0));
    }
    let mut found = vec![];
    for before in if rounds > 0 { vec![base, base + rounds] } else { vec![base] } {
        for turn in &turns {
            let (of, plus) = (terms.constant(GENERATION, of), terms.constant(GENERATION, number + before));
            let scaled = terms.mul(*turn, of);
            found.push(terms.add(scaled, plus));
        }
    }
    found
}

/// What a wait by parity may be for. Whoever waits for room goes round once before anybody has made any. And whoever comes with the
/// wrong parity is let through by the generation before.
pub(super) fn wait_candidates(terms: &mut Terms, visit: &Visit, phase: Phase, all: &[Visit]) -> Vec<Term> {
    let mut found = vec![];
    for turn in candidates(terms, visit, all) {
        let minus_one = terms.int(GENERATION, -1);
        let before = terms.add(turn, minus_one);
        found.extend([turn, before]);
        if let Some(right) = has_parity(terms, phase, turn) {
            found.push(terms.ite(right, turn, before));
        }
    }
    found
}

/// Whether both may be to one object: with another rank it is that of another block, as it may be.
fn is_beside(a: &Visit, b: &Visit) -> bool {
    a.family == b.family && a.access.rank == b.access.rank
}

fn is_one_kind(a: &Visit, b: &Visit) -> bool {
    match (a.came, b.came) {
        (Came::Arrives { .. }, Came::Arrives { .. })
        | (Came::Waits(_), Came::Waits(_))
        | (Came::Expects, Came::Expects)
        | (Came::Copies, Came::Copies) => true,
        (Came::Arrives { .. } | Came::Waits(_) | Came::Expects | Came::Copies, _) => false,
    }
}

/// Whether nothing says on its face that no thread makes both.
fn may_both(terms: &Terms, a: &Visit, b: &Visit) -> bool {
    use crate::analysis::facts::literals;
    !literals::contradictory(terms, &[a.condition, b.condition])
}

/// That a wait by parity asks for this generation.
pub(super) fn has_parity(terms: &mut Terms, phase: Phase, claim: Term) -> Option<Term> {
    let Phase::Parity(parity) = phase else { return None };
    let (one, parity) = (terms.constant(GENERATION, 1), wide(terms, parity));
    let two = terms.constant(GENERATION, 2);
    // -1 is odd.
    let next = terms.add(claim, one);
    let next = terms.add(next, one);
    let bit = terms.binary(BinaryOp::URem, next, two);
    Some(terms.eq(parity, bit))
}
