//! Proves which generations visits to mbarriers are for.
//!
//! By induction over time, of all objects together: let every visit so far be for the generation that it claims. (1) The arrivals that
//! claim a generation are at most as many as the object is for ([`counting`]), so a generation is over only once all of them have
//! come. (2) An arrival that claims `g > 0` comes after `g - 1` is over. So no arrival is counted for a generation before its own, and
//! none for a later one, since its own is not over without it. (3) A wait by parity that claims `g > 0` comes after `g - 1` is over:
//! what lets it through is that the latest generation that is over has the parity of `g`, and that is `g` or a later one. A wait by
//! state is for the generation of the arrival that gave the state.
//!
//! That `g - 1` is over is known by an earlier wait of the same thread for it; or by a wait for a generation of another object that is
//! over only once someone has arrived who has waited for `g - 1` before (one hop).
//!
//! Families whose arrivals are not proved are dropped, and waits by themselves, until all that is left is proved with what is left.

use super::asking::{Asker, GENERATION, Two, covers};
use super::claims::{candidates, distances, has_parity, wait_candidates};
use super::counting::{self, Fits};
use super::nested::instances;
use super::objects::Object;
use super::setup::{expected, families};
use super::visits::{Instance, Side, found, state_of};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::knowledge::{Came, Mbarriers, Unit, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::threads::Who;
use crate::kernel::{ArrayId, Phase, walk};
use crate::term::{Node, Term};
use crate::verdict::{Approximation, MbarrierGap};
use rustc_hash::FxHashMap;

/// The visits of a kernel whose generations are proved; what is left out is noted.
pub(crate) fn proved(session: &mut Session<'_>, world: &mut Prepared) -> Mbarriers {
    let mut all = found(world);
    if all.visits.is_empty() && all.setups.is_empty() {
        return Mbarriers::default();
    }
    world.kernel.ignored.push(Approximation::MbarrierOrder);
    let body = world.kernel.body.clone();
    let astray = |array: usize| world.kernel.arrays.get(array).is_none_or(|o| o.unknown_object);
    if walk::accesses(&body).any(|a| a.writes() && astray(a.array.0)) {
        return Mbarriers::default(); // it may store anything anywhere
    }
    let count = families(session, world, &mut all.visits);
    let distances = distances(&mut world.terms, &all.visits);
    let (mut units, mut apart) = (vec![Unit::Thread; count], vec![false; count]);
    let mut proofs = Proofs { session, world, visits: vec![], distances, sizes: FxHashMap::default() };
    for (family, unit_of) in units.iter_mut().enumerate() {
        let of: Vec<&Visit> = all.visits.iter().filter(|v| v.family == family).collect();
        let Some(first) = of.first() else { continue };
        let array = first.access.array;
        let expected = expected(proofs.session, proofs.world, &all, &of);
        let of: Vec<Visit> = of.into_iter().cloned().collect();
        let found = expected.and_then(|count| Ok((count, proofs.family(&of, count)?)));
        match found {
            Ok((count, (unit, fits, visits))) => {
                proofs.sizes.insert(family, (unit, count));
                *unit_of = unit;
                apart[family] = fits == Fits::OneGroup;
                proofs.visits.extend(visits);
            }
            Err(why) => proofs.leave_out(array, why),
        }
    }
    let guessed = proofs.visits.clone();
    proofs.settle();
    Mbarriers { visits: proofs.visits, guessed, units, apart, distances: proofs.distances }
}

pub(super) struct Proofs<'a, 's> {
    pub(super) session: &'a mut Session<'s>,
    pub(super) world: &'a mut Prepared,
    /// What is taken to be proved.
    pub(super) visits: Vec<Visit>,
    pub(super) distances: Vec<Term>,
    /// By family: of which units one thread at most arrives in a generation, and how many arrivals end it.
    pub(super) sizes: FxHashMap<usize, (Unit, Term)>,
}

impl Proofs<'_, '_> {
    /// The visits of a family with claims of which arrivals are counted, and waits ask for them.
    fn family(&mut self, of: &[Visit], count: Term) -> Result<(Unit, Fits, Vec<Visit>), MbarrierGap> {
        let is_arrival = |v: &&Visit| matches!(v.came, Came::Arrives { .. });
        let arrivals: Vec<Visit> = of.iter().filter(is_arrival).cloned().collect();
        let guesses: Vec<Vec<Term>> = arrivals.iter().map(|a| candidates(&mut self.world.terms, a, of)).collect();
        let most = guesses.iter().map(Vec::len).max().unwrap_or(1);
        let mut why = MbarrierGap::Generation;
        for i in 0..most {
            let mut claimed = arrivals.clone();
            for (arrival, guess) in claimed.iter_mut().zip(&guesses) {
                arrival.claim = guess.get(i).or(guess.last()).copied();
            }
            let Some(unit) = self.unit(&claimed) else { continue };
            if !self.some_stay(&claimed, unit, count) || !self.drops_are_last(&claimed, unit) {
                why = MbarrierGap::Dropped;
                continue;
            }
            let all: Vec<&Visit> = claimed.iter().collect();
            let fits = counting::at_most(self.session, self.world, (&all, unit), count);
            if fits == Fits::No {
                why = MbarrierGap::Arrivals;
                continue;
            }
            let waits: Vec<Visit> = of.iter().filter(|v| matches!(v.came, Came::Waits(_))).cloned().collect();
            let waits = waits.into_iter().filter_map(|w| self.wait(w, &claimed, of));
            let waits: Vec<Visit> = waits.collect();
            match self.copies(of, &claimed) {
                Ok(copies) => claimed.extend(copies),
                Err(why) => self.leave_out(first_of(of), why),
            }
            claimed.extend(waits);
            return Ok((unit, fits, claimed));
        }
        Err(why)
    }

    /// The largest units of which one thread at most arrives in a generation, once.
    pub(super) fn unit(&mut self, arrivals: &[Visit]) -> Option<Unit> {
        let mut largest = Unit::Block;
        for (i, a) in arrivals.iter().enumerate() {
            let claim = a.claim?;
            let zero = self.world.terms.constant(GENERATION, 0);
            let negative = self.world.terms.slt(claim, zero);
            let mut asker = Asker::of(self.session, self.world, Two::Same);
            asker.holds(Who::Left, [a.condition, negative]);
            if !asker.excludes([]) {
                return None;
            }
            for b in &arrivals[i..] {
                if !self.at_most_one(Two::Same, a, b) {
                    return None;
                }
                if largest == Unit::Block && !self.at_most_one(Two::Threads, a, b) {
                    largest = Unit::Warp;
                }
                if largest == Unit::Warp && !self.at_most_one(Two::Lanes, a, b) {
                    largest = Unit::Thread;
                }
            }
        }
        Some(largest)
    }

    /// Whether fewer units leave than are expected at first: so no generation is over without an arrival.
    fn some_stay(&mut self, arrivals: &[Visit], unit: Unit, count: Term) -> bool {
        let drops: Vec<&Visit> = arrivals.iter().filter(|a| a.drops()).collect();
        let minus_one = self.world.terms.int(self.world.terms.width(count), -1);
        let fewer = self.world.terms.add(count, minus_one);
        drops.is_empty() || counting::at_most(self.session, self.world, (&drops, unit), fewer) == Fits::All
    }

    /// Whether no unit arrives for a later generation than the one in which it has itself left out of those that are expected: so those
    /// that may arrive are always as many as are expected, at most.
    fn drops_are_last(&mut self, arrivals: &[Visit], unit: Unit) -> bool {
        let others = match unit {
            Unit::Thread => None,
            Unit::Warp => Some(Two::Lanes),
            Unit::Block => Some(Two::Threads),
        };
        let drops: Vec<&Visit> = arrivals.iter().filter(|a| a.drops()).collect();
        drops.into_iter().all(|drop| {
            arrivals.iter().all(|later| {
                [Some(Two::Same), others].into_iter().flatten().all(|two| {
                    let (Some(x), Some(y)) = (drop.claim, later.claim) else { return false };
                    let mut asker = Asker::of(self.session, self.world, two);
                    asker.meet(drop, later);
                    let (x, y) = (asker.own(Who::Left, x), asker.own(Who::Right, y));
                    let behind = asker.terms().slt(x, y);
                    asker.excludes([behind])
                })
            })
        })
    }

    /// Whether no two arrivals of these are for one generation.
    pub(super) fn at_most_one(&mut self, two: Two, a: &Visit, b: &Visit) -> bool {
        let (Some(x), Some(y)) = (a.claim, b.claim) else { return false };
        let mut asker = Asker::of(self.session, self.world, two);
        asker.meet(a, b);
        let same = asker.agree(x, y);
        let mut more = vec![same];
        if two == Two::Same && a.place.path == b.place.path {
            // Else it is one arrival.
            let mut differ = vec![];
            for l in &a.place.loops {
                let counter = asker.terms().var(l.counter);
                let agree = asker.agree(counter, counter);
                differ.push(asker.terms().not(agree));
            }
            more.push(asker.terms().any(differ));
        }
        asker.excludes(more)
    }

    /// A wait with the generation that it asks for, if that is seen.
    fn wait(&mut self, mut wait: Visit, arrivals: &[Visit], of: &[Visit]) -> Option<Visit> {
        let Came::Waits(phase) = wait.came else { return None };
        if let Phase::State(state) = phase {
            return self.by_state(wait, arrivals, state);
        }
        for claim in wait_candidates(&mut self.world.terms, &wait, phase, of) {
            let Some(right) = has_parity(&mut self.world.terms, phase, claim) else { continue };
            let mut asker = Asker::of(self.session, self.world, Two::Same);
            let wrong = asker.terms().not(right);
            asker.holds(Who::Left, [wait.condition, wrong]);
            if asker.excludes([]) {
                wait.claim = Some(claim);
                return Some(wait);
            }
        }
        None
    }

    fn by_state(&mut self, mut wait: Visit, arrivals: &[Visit], state: Term) -> Option<Visit> {
        let (claim, object) = self.named(arrivals, state)?;
        let mut asker = Asker::of(self.session, self.world, Two::Same);
        let same = object.is(asker.terms(), Object::of(&wait.access));
        let elsewhere = asker.terms().not(same);
        asker.holds(Who::Left, [wait.condition, elsewhere]);
        asker.excludes([]).then(|| {
            wait.claim = Some(claim);
            wait
        })
    }

    /// The generation and the object that a state names: those of the arrival that gave it, also where that is one of several.
    fn named(&mut self, arrivals: &[Visit], state: Term) -> Option<(Term, Object)> {
        if let Node::Ite(condition, a, b) = *self.world.terms.node(state) {
            let (a, b) = (self.named(arrivals, a)?, self.named(arrivals, b)?);
            let terms = &mut self.world.terms;
            let rank = match (a.1.rank, b.1.rank) {
                (Some(a), Some(b)) => Some(terms.ite(condition, a, b)),
                (None, None) => None,
                (Some(_), None) | (None, Some(_)) => return None,
            };
            let offset = terms.ite(condition, a.1.offset, b.1.offset);
            return Some((terms.ite(condition, a.0, b.0), Object { offset, rank }));
        }
        let (state, args) = state_of(&self.world.terms, state)?;
        let gives = |a: &&Visit| matches!(a.came, Came::Arrives { state: Some(s), .. } if s == state);
        let arrival = arrivals.iter().find(gives)?;
        let (claim, object) = (arrival.claim?, Object::of(&arrival.access));
        let counters: Vec<_> = arrival.place.loops.iter().map(|l| l.counter).collect();
        if counters.len() != args.len() {
            return None;
        }
        let terms = &mut self.world.terms;
        Some((terms.applied((&counters, claim), &args), object.map(|t| terms.applied((&counters, t), &args))))
    }

    /// Notes why the orders of an object, or some of them, are not counted.
    fn leave_out(&mut self, array: ArrayId, why: MbarrierGap) {
        let object = self.world.kernel.arrays.get(array.0).map_or_else(String::new, |array| match array.opens_for {
            Some(_) => format!("named {}", array.name),
            None => format!("mbarrier `{}`", array.name),
        });
        let gap = Approximation::Mbarrier { object, why };
        if !self.world.kernel.ignored.contains(&gap) {
            self.world.kernel.ignored.push(gap);
        }
    }

    /// Drops what is not proved with the rest, until all is.
    fn settle(&mut self) {
        loop {
            let all = self.visits.clone();
            let (mut lost, mut late, mut bytes) = (None, None, None);
            for (i, visit) in all.iter().enumerate() {
                let by_state = matches!(visit.came, Came::Waits(Phase::State(_)));
                if by_state || self.is_after_the_one_before(visit) {
                    continue;
                }
                self.leave_out(visit.access.array, MbarrierGap::Overtaken);
                match visit.came {
                    Came::Arrives { .. } => lost = Some(visit.family),
                    Came::Waits(_) => late = Some(i),
                    // What is counted of the bytes of a phase is all that comes.
                    Came::Expects | Came::Copies => bytes = Some(visit.family),
                }
                break;
            }
            match (lost, late, bytes) {
                (Some(family), _, _) => self.visits.retain(|v| v.family != family),
                (None, Some(i), _) => _ = self.visits.remove(i),
                (None, None, Some(family)) => self.visits.retain(|v| v.family != family || !is_of_bytes(v)),
                (None, None, None) => return,
            }
        }
    }

    /// What a thread that comes to a visit has waited for or passed before: the instances, in the terms of the visit.
    pub(super) fn known_before(&mut self, visit: &Visit) -> Vec<(Visit, Instance)> {
        let mut found = vec![];
        for other in self.visits.clone() {
            let instances = instances(&mut self.world.terms, &other, &visit.place, Side::Before, &self.distances);
            found.extend(instances.into_iter().map(|i| (other.clone(), i)));
        }
        found
    }

    /// That one of the instances shows that a generation of an object is over.
    fn shown(&mut self, known: &[(Visit, Instance)], family: usize, object: Object, generation: Term) -> Term {
        let terms = &mut self.world.terms;
        let mut ways = vec![];
        for (visit, instance) in known.iter().filter(|(v, _)| v.family == family) {
            // Before an arrival the generation before its own is over.
            let claimed = match visit.came {
                Came::Waits(_) => instance.claim,
                Came::Arrives { .. } | Came::Expects | Came::Copies => {
                    let minus_one = terms.int(GENERATION, -1);
                    terms.add(instance.claim, minus_one)
                }
            };
            ways.push(covers(terms, &Instance { claim: claimed, ..instance.clone() }, object, generation));
        }
        terms.any(ways)
    }

    /// Whether the generation before the one that a visit claims is over when a thread comes there.
    fn is_after_the_one_before(&mut self, visit: &Visit) -> bool {
        let Some(claim) = visit.claim else { return false };
        let known = self.known_before(visit);
        let terms = &mut self.world.terms;
        let (zero, minus_one) = (terms.constant(GENERATION, 0), terms.int(GENERATION, -1));
        let (later, generation) = (terms.slt(zero, claim), terms.add(claim, minus_one));
        let own = self.shown(&known, visit.family, Object::of(&visit.access), generation);
        let not_own = self.world.terms.not(own);
        let open = self.world.terms.all([visit.condition, later, not_own]);
        let mut asker = Asker::of(self.session, self.world, Two::Same);
        asker.with_rounds(visit, &self.distances);
        asker.holds(Who::Left, [open]);
        if asker.excludes([]) {
            return true;
        }
        self.is_shown_elsewhere(visit, (open, generation), &known)
    }
}

/// The array of the objects of a family.
fn first_of(of: &[Visit]) -> ArrayId {
    of.first().map_or(ArrayId(usize::MAX), |v| v.access.array)
}

/// Whether a visit is about bytes, and nothing else.
pub(super) fn is_of_bytes(visit: &Visit) -> bool {
    match visit.came {
        Came::Expects | Came::Copies => true,
        Came::Arrives { .. } | Came::Waits(_) => false,
    }
}
