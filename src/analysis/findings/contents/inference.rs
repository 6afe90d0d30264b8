//! The weakest contracts on contents that exclude a race.

use super::candidate::Candidate;
use super::declared::Amount;
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::condition::Search;
use crate::analysis::pair::cells::Cell;
use crate::analysis::pair::contents::instances;
use crate::kernel::{Along, Pattern, Stated};
use crate::term::{Term, Terms};

pub(super) struct Inference<'q> {
    pub(super) search: Search<'q>,
    pub(super) cells: Vec<Cell>,
    /// Where the two accesses are.
    pub(super) places: Vec<Term>,
    /// What contracts in the source say already, among others.
    pub(super) known: &'q [Term],
}

impl Inference<'_> {
    /// The first contract that will do, of one array or else of two, or the first two together, or that all arrays are distinct, about
    /// as few cells as the source has a name for.
    pub(super) fn weakest(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        (of_one, of_two): (&[Candidate], &[Candidate]),
        extents: &[Amount],
    ) -> Vec<Candidate> {
        let found = self.first(session, world, of_one.iter().map(|c| vec![c.clone()]), (of_one, extents));
        if !found.is_empty() {
            return found;
        }
        let found = self.related(session, world, of_two, (of_one, extents));
        if !found.is_empty() {
            return found;
        }
        let several: Vec<&Candidate> = of_one.iter().filter(|c| c.stated.pattern != Pattern::Equal).collect();
        let pairs = (0..several.len()).flat_map(|i| (i + 1..several.len()).map(move |j| [i, j]));
        let pairs = pairs.map(|pair| pair.map(|i| several[i].clone()).to_vec());
        // Each array leads into the next one.
        let maps: Vec<Candidate> = of_one.iter().filter(|c| c.stated.pattern == Pattern::Distinct).cloned().collect();
        let chain = (maps.len() > 2).then_some(maps);
        self.first(session, world, pairs.chain(chain), (of_one, extents))
    }

    /// The first of these contracts on two arrays that will do alone. Of sums one that leaves no access before its array's start goes
    /// first: `out[sum[i] - 1]` is inside if `sum` counts up to each cell, and not if it counts those before.
    pub(super) fn related(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        of_two: &[Candidate],
        by: (&[Candidate], &[Amount]),
    ) -> Vec<Candidate> {
        let mut found = vec![];
        for candidate in of_two {
            let set = self.first(session, world, std::iter::once(vec![candidate.clone()]), by);
            if set.is_empty() {
                continue;
            }
            let is_of_intervals = matches!(candidate.stated.pattern, Pattern::Along(Along::Intervals, _));
            if is_of_intervals || self.is_inside(session, world, &set) {
                return set;
            }
            found = if found.is_empty() { set } else { found };
        }
        found
    }

    /// Whether no access is seen to lie before its array's start.
    fn is_inside(&mut self, session: &mut Session<'_>, world: &mut Prepared, set: &[Candidate]) -> bool {
        let mut facts = self.facts(&mut world.terms, set);
        facts.extend(self.known);
        let zero = world.terms.constant(64, 0);
        self.places.clone().into_iter().all(|place| {
            let before = world.terms.slt(place, zero);
            !self.search.happens(session, world, &[&facts[..], &[before]].concat())
        })
    }

    /// The first set that will do, bounded.
    fn first(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        sets: impl Iterator<Item = Vec<Candidate>>,
        by: (&[Candidate], &[Amount]),
    ) -> Vec<Candidate> {
        for mut set in sets {
            if !self.excludes(session, world, &set) {
                continue;
            }
            for i in 0..set.len() {
                self.bound(session, world, (&mut set, i), by);
            }
            let mut facts = self.facts(&mut world.terms, &set);
            facts.extend(self.known);
            if self.search.happens(session, world, &facts) {
                return set;
            }
        }
        vec![]
    }

    /// Has one contract of a set that will do say of how many cells it is, if the source has a name for that. Where the cells
    /// are found by contents of another array, that these are in the range is another contract.
    fn bound(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        (set, i): (&mut Vec<Candidate>, usize),
        (candidates, extents): (&[Candidate], &[Amount]),
    ) {
        let all = bounded(&mut world.terms, &set[i], extents);
        for by in &all {
            let unbounded = std::mem::replace(&mut set[i], by.clone());
            if self.excludes(session, world, set) {
                return;
            }
            set[i] = unbounded;
        }
        // One of each array.
        let others = candidates.iter().filter(|c| c.stated.pattern == Pattern::Distinct);
        let others = others.filter(|c| c.stated.array != set[i].stated.array).collect::<Vec<_>>();
        for (other, (by, extent)) in
            others.iter().flat_map(|other| all.iter().step_by(2).zip(extents).map(move |e| (other, e)))
        {
            let mut more = set.clone();
            more[i] = by.clone();
            more.push(other.within(&mut world.terms, extent));
            if self.excludes(session, world, &more) {
                let last = set.len();
                *set = more;
                self.bound(session, world, (set, last), (&[], extents));
                return;
            }
        }
    }

    fn excludes(&mut self, session: &mut Session<'_>, world: &mut Prepared, set: &[Candidate]) -> bool {
        let facts = self.facts(&mut world.terms, set);
        let all = world.terms.all(facts);
        !world.terms.is_true(all) && self.search.excludes(session, world, all)
    }

    fn facts(&self, terms: &mut Terms, set: &[Candidate]) -> Vec<Term> {
        set.iter().flat_map(|c| instances(terms, &c.stated, &self.cells)).collect()
    }
}

/// A contract about the first so many cells, and about one more, for each way to say so in turn.
fn bounded(terms: &mut Terms, candidate: &Candidate, extents: &[Amount]) -> Vec<Candidate> {
    let mut found = vec![];
    for amount in extents {
        for amount in [amount.clone(), amount.and_one(terms)] {
            let stated = Stated { count: Some(amount.whole(terms)), ..candidate.stated.clone() };
            found.push(Candidate { stated, extent: Some(amount.text), ..candidate.clone() });
        }
    }
    found
}
