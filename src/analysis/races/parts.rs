//! Races of accesses that leave their row.
//!
//! In `count[threadIdx.x][bin[i]]++` two threads meet if `bin[i]` is not less than the row's length. C++ calls that undefined, since each row
//! is an object of its own (C++17, [expr.add]/4): an access beyond its row is as wrong as one beyond the array. Of an index that is computed from
//! the launch, or by lanes and counters, it is found out whether it stays in its row. Of one that depends on what the launch puts into global
//! memory it is assumed, where that excludes a race, and said.
//!
//! Direction: a race that only such an access has is not reported but named among the assumptions.

use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::Array;
use crate::term::{Interval, Intervals, Term};
use crate::verdict::Assumption;

/// The question about a pair with the indices of both in their parts of the array.
pub(super) struct Inside {
    query: Query,
    assumptions: Vec<Assumption>,
}

impl Inside {
    /// None where all indices are followed.
    pub(super) fn of(world: &mut Prepared, query: &Query, pair: [&Occurrence<'_>; 2], array: &Array) -> Option<Inside> {
        let (mut facts, mut assumptions): (Vec<Term>, Vec<Assumption>) = (vec![], vec![]);
        for (side, o) in query.sides.iter().zip(pair) {
            // What symbols are defined by is known of the kernel's own.
            for (part, own) in side.members.iter().zip(&o.access.members) {
                let all = Interval { lo: 0, hi: i128::from(part.extent) - 1 };
                let is_inside = Intervals::new().of(&world.terms, part.index).within(all);
                if is_inside || !own.is_of_data(&world.terms, &world.kernel.arrays) {
                    continue;
                }
                facts.push(part.is_within(&mut world.terms));
                let (array, line, extent) = (array.name.clone(), o.access.span.line, part.extent);
                assumptions.push(Assumption::InRow { array, line, extent });
            }
        }
        let mut query = query.clone();
        // Not among the facts: they may rest on values that are not followed.
        query.axioms.extend(facts.iter().copied());
        (!facts.is_empty()).then_some(Inside { query, assumptions })
    }

    /// Whether it is impossible on its face: then little is to be spent on whether the assumptions are needed.
    pub(super) fn is_plain(&self, session: &mut Session<'_>, world: &mut Prepared) -> bool {
        session.excludes(&mut world.terms, self.query.asserted())
    }

    /// Notes that the proof rests on it.
    pub(super) fn rest_on(&self, world: &mut Prepared) {
        world.rest_on(self.assumptions.iter().cloned());
    }

    /// What to go on with where the answer without it was this one; none if it is no help.
    pub(super) fn instead_of(
        self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        scene: &Scene,
        outcome: &Outcome,
    ) -> Option<(Query, Outcome)> {
        let rests_on_values = match outcome {
            Outcome::Impossible => false,
            Outcome::Found(witness) => !witness.approximations.is_empty(),
            Outcome::Unknown(_) => true,
        };
        if !rests_on_values {
            return None;
        }
        match session.ask(&mut world.terms, &self.query, &scene.symbols) {
            Outcome::Unknown(_) => None,
            Outcome::Impossible => {
                world.rest_on(self.assumptions);
                Some((self.query, Outcome::Impossible))
            }
            Outcome::Found(witness) => Some((self.query, Outcome::Found(witness))),
        }
    }
}
