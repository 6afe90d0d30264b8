//! What is known by a wait for another object: its generation is over only once somebody has arrived who has waited before.
//!
//! Not all that arrive need to have: it is enough if those that have not are too few to end a generation by themselves.

use super::asking::{Asker, GENERATION, Two};
use super::counting::{self, Fits};
use super::objects::Object;
use super::proofs::Proofs;
use super::visits::Instance;
use crate::analysis::facts::knowledge::{Came, Visit};
use crate::analysis::pair::threads::Who;
use crate::term::{Term, Terms};

impl Proofs<'_, '_> {
    /// Whether one of the waits that a thread has made before a visit shows that a generation is over.
    pub(super) fn is_shown_elsewhere(
        &mut self,
        visit: &Visit,
        (open, generation): (Term, Term),
        known: &[(Visit, Instance)],
    ) -> bool {
        let hops = known.iter().filter(|(v, _)| v.family != visit.family && matches!(v.came, Came::Waits(_)));
        // What one block knows, another one does by a wait that says so.
        let hops = hops.filter(|(v, _)| v.access.rank.is_none() || !v.is_narrow());
        let hops = together(&mut self.world.terms, hops);
        hops.iter().any(|(family, hop)| self.hops(visit, (open, generation), *family, hop))
    }

    /// Whether that is known by a wait for another object: whoever arrived there has waited.
    fn hops(&mut self, visit: &Visit, (open, generation): (Term, Term), family: usize, hop: &Instance) -> bool {
        let terms = &mut self.world.terms;
        let zero = terms.constant(GENERATION, 0);
        let some = terms.sle(zero, hop.claim);
        let waited = terms.and(hop.condition, some);
        let not_waited = terms.not(waited);
        let mut asker = Asker::of(self.session, self.world, Two::Same);
        asker.holds(Who::Left, [open]);
        let not_waited = asker.own(Who::Left, not_waited);
        if !asker.excludes([not_waited]) {
            return false;
        }
        let is_arrival = |v: &&Visit| v.family == family && matches!(v.came, Came::Arrives { .. });
        let arrivals: Vec<Visit> = self.visits.iter().filter(is_arrival).cloned().collect();
        let (mut others, mut any) = (vec![], false);
        for arrival in &arrivals {
            match self.has_waited(visit, (open, waited, generation), hop, arrival) {
                true => any = true,
                false => others.push(arrival),
            }
        }
        others.is_empty() || any && self.are_fewer(family, &arrivals, &others)
    }

    /// Whether who makes this arrival has waited, where it is for the generation of a hop.
    fn has_waited(
        &mut self,
        visit: &Visit,
        (open, waited, generation): (Term, Term, Term),
        hop: &Instance,
        arrival: &Visit,
    ) -> bool {
        let known = self.known_before(arrival);
        let reached = arrival.access.rank.is_some();
        if reached && arrival.is_narrow() {
            return false;
        }
        Two::all(reached).iter().all(|two| {
            let mut asker = Asker::of(self.session, self.world, *two);
            asker.with_rounds(visit, &self.distances);
            asker.with_rounds(arrival, &self.distances);
            asker.holds(Who::Left, [open, waited]);
            asker.holds(Who::Right, [arrival.condition]);
            let (at, of) = (asker.is_one(hop.object, Object::of(&arrival.access)), arrival.claim);
            let Some(of) = of else { return false };
            let same = asker.agree(hop.claim, of);
            let has_waited = passed_on(&mut asker, &known, (visit, generation));
            let not = asker.terms().not(has_waited);
            asker.excludes([at, same, not])
        })
    }

    /// Whether some arrivals of a family are by themselves too few to end a generation, so that one of the others is always among those
    /// that do.
    fn are_fewer(&mut self, family: usize, arrivals: &[Visit], some: &[&Visit]) -> bool {
        let Some((unit, count)) = self.sizes.get(&family).copied().filter(|_| !arrivals.iter().any(Visit::drops))
        else {
            return false;
        };
        let minus_one = self.world.terms.int(self.world.terms.width(count), -1);
        let fewer = self.world.terms.add(count, minus_one);
        counting::at_most(self.session, self.world, (some, unit), fewer) == Fits::All
    }
}

/// Waits for the same generation of the same object as one: whoever has tested with success does not wait any more.
fn together<'v>(terms: &mut Terms, waits: impl Iterator<Item = &'v (Visit, Instance)>) -> Vec<(usize, Instance)> {
    let mut found: Vec<(usize, Instance)> = vec![];
    for (visit, new) in waits {
        let is_same = |(family, old): &&mut (usize, Instance)| {
            *family == visit.family && (old.object, old.claim) == (new.object, new.claim)
        };
        match found.iter_mut().find(is_same) {
            Some((_, old)) => old.condition = terms.or(old.condition, new.condition),
            None => found.push((visit.family, new.clone())),
        }
    }
    found
}

/// That the right thread has waited for a generation of the left thread's object.
fn passed_on(asker: &mut Asker<'_, '_>, known: &[(Visit, Instance)], (visit, generation): (&Visit, Term)) -> Term {
    let generation = asker.own(Who::Left, generation);
    let mut ways = vec![];
    for (wait, instance) in known {
        let is_wait = matches!(wait.came, Came::Waits(_));
        if wait.family != visit.family || !is_wait {
            continue;
        }
        let same = asker.is_one(Object::of(&visit.access), instance.object);
        let [condition, claim] = [instance.condition, instance.claim].map(|t| asker.own(Who::Right, t));
        let terms: &mut Terms = asker.terms();
        let late = terms.sle(generation, claim);
        ways.push(terms.all([condition, same, late]));
    }
    asker.terms().any(ways)
}
