//! What is known by a wait for another object: its generation is over only once somebody has arrived who has waited before.
//!
//! Not all that arrive need to have: it is enough if those that have not are too few to end a generation by themselves.

use super::asking::{Asker, GENERATION, Two, covers};
use super::counting::{self, Fits};
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
        [Two::Threads, Two::Same].into_iter().all(|two| {
            let mut asker = Asker::of(self.session, self.world, two);
            asker.with_rounds(visit, &self.distances);
            asker.with_rounds(arrival, &self.distances);
            asker.holds(Who::Left, [open, waited]);
            asker.holds(Who::Right, [arrival.condition]);
            let (at, of) = (asker.agree(hop.offset, arrival.access.offset), arrival.claim);
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
            *family == visit.family && (old.offset, old.claim) == (new.offset, new.claim)
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
    let (offset, generation) = (asker.own(Who::Left, visit.access.offset), asker.own(Who::Left, generation));
    let mut ways = vec![];
    for (wait, instance) in known {
        let is_wait = matches!(wait.came, Came::Waits(_));
        if wait.family != visit.family || !is_wait {
            continue;
        }
        let [condition, at, claim] =
            [instance.condition, instance.offset, instance.claim].map(|t| asker.own(Who::Right, t));
        let terms: &mut Terms = asker.terms();
        ways.push(covers(terms, &Instance { condition, offset: at, claim }, offset, generation));
    }
    asker.terms().any(ways)
}
