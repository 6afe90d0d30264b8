//! What is known by a wait for another object: its generation is over only once somebody has arrived who has waited before.
//!
//! Not all that arrive need to have: it is enough if those that have not are too few to end a generation by themselves. Of an object that
//! is told by several blocks these may be all that are not of one block; and as with arrivals, so with the bytes that a generation waits for.

use super::asking::{Asker, GENERATION, Two};
use super::counting::{self, Fits};
use super::objects::Object;
use super::proofs::Proofs;
use super::visits::{Instance, bytes_of};
use crate::analysis::facts::knowledge::{Came, Visit};
use crate::analysis::pair::threads::Who;
use crate::term::{Term, Terms};

/// Of which threads it is asked whether they have waited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Of {
    Cluster,
    /// Those of the block whose object is asked about.
    ItsBlock,
}

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
        let asked = (open, waited, generation);
        for arrival in &arrivals {
            match self.has_waited(visit, asked, hop, (arrival, Of::Cluster)) {
                true => any = true,
                false => others.push(arrival),
            }
        }
        others.is_empty()
            || any && self.are_fewer(family, &arrivals, &others)
            || self.are_fewer_elsewhere(visit, asked, hop, (family, &others))
            || self.bring_less_elsewhere(visit, asked, hop, (family, &arrivals))
    }

    /// Whether of those who arrive all have waited that are of the block whose object is asked about, and the others are too few to end
    /// a generation.
    fn are_fewer_elsewhere(
        &mut self,
        visit: &Visit,
        asked: (Term, Term, Term),
        hop: &Instance,
        (family, arrivals): (usize, &[&Visit]),
    ) -> bool {
        let Some((unit, count)) = self.sizes.get(&family).copied() else { return false };
        if !arrivals.iter().all(|a| self.has_waited(visit, asked, hop, (a, Of::ItsBlock))) {
            return false;
        }
        let most = counting::most_elsewhere(self.world, arrivals, unit);
        most.is_some_and(|most| counting::bounded(self.session, self.world, most.saturating_add(1), count))
    }

    /// Whether of those who have bytes copied for a generation all have waited that are of the block whose object is asked about, and the
    /// others bring fewer bytes than each arrival expects.
    fn bring_less_elsewhere(
        &mut self,
        visit: &Visit,
        asked: (Term, Term, Term),
        hop: &Instance,
        (family, arrivals): (usize, &[Visit]),
    ) -> bool {
        let is_copy = |v: &&Visit| v.family == family && matches!(v.came, Came::Copies);
        let copies: Vec<Visit> = self.visits.iter().filter(is_copy).cloned().collect();
        let expected = arrivals.iter().map(|a| bytes_of(a).and_then(|b| self.world.terms.as_const(b)));
        let Some(expected) = expected.min().flatten().filter(|_| !copies.is_empty()) else { return false };
        if !copies.iter().all(|c| self.has_waited(visit, asked, hop, (c, Of::ItsBlock))) {
            return false;
        }
        let Some(unit) = self.unit(&copies) else { return false };
        let copies: Vec<&Visit> = copies.iter().collect();
        counting::most_elsewhere(self.world, &copies, unit).is_some_and(|most| most < expected)
    }

    /// Whether who makes this arrival has waited, where it is for the generation of a hop.
    fn has_waited(
        &mut self,
        visit: &Visit,
        (open, waited, generation): (Term, Term, Term),
        hop: &Instance,
        (arrival, of): (&Visit, Of),
    ) -> bool {
        let own_rank = self.world.cluster.map(|c| c.rank);
        let one_block = match (of, own_rank, visit.access.rank) {
            (Of::Cluster, _, _) => None,
            (Of::ItsBlock, Some(own), Some(rank)) => Some((rank, own)),
            (Of::ItsBlock, _, _) => return false,
        };
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
            let at = asker.is_one(hop.object, Object::of(&arrival.access));
            let Some(claim) = arrival.claim else { return false };
            let same = asker.agree(hop.claim, claim);
            if let Some((rank, own)) = one_block {
                let same = asker.agree(rank, own);
                asker.facts.push(same);
            }
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
