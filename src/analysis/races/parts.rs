//! Races of accesses that leave their row.
//!
//! In `count[threadIdx.x][bin[i]]++` two threads meet if `bin[i]` is not less than the row's length. C++ calls that undefined, since each row
//! is an object of its own (C++17, [expr.add]/4): an access beyond its row is as wrong as one beyond the array. Of an index that is computed from
//! the launch it is found out whether it stays in its row. Of one that is not followed, as one that comes out of memory, it is assumed, where
//! that excludes a race, and said.
//!
//! Direction: a race that only such an access has is not reported but named among the assumptions.

use crate::analysis::asking::decide::{Outcome, Session};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::scene::Scene;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::Array;
use crate::term::Term;
use crate::verdict::Assumption;

/// The query with the indices of both accesses in their parts of the array, and its answer; none if that is no help. What a proof
/// then rests on is noted.
pub(super) fn within(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &Scene,
    (query, outcome): (&Query, &Outcome),
    pair: [&Occurrence<'_>; 2],
    array: &Array,
) -> Option<(Query, Outcome)> {
    let rests_on_values = match outcome {
        Outcome::Impossible => false,
        Outcome::Found(witness) => !witness.approximations.is_empty(),
        Outcome::Unknown(_) => true,
    };
    if !rests_on_values {
        return None;
    }
    let (mut facts, mut assumptions): (Vec<Term>, Vec<Assumption>) = (vec![], vec![]);
    for (side, o) in query.sides.iter().zip(pair) {
        for part in &side.members {
            if part.is_followed(&world.terms) {
                continue;
            }
            facts.push(part.is_within(&mut world.terms));
            assumptions.push(Assumption::InRow {
                array: array.name.clone(),
                line: o.access.span.line,
                extent: part.extent,
            });
        }
    }
    if facts.is_empty() {
        return None;
    }
    let mut inside = query.clone();
    // Not among the facts: they may rest on values that are not followed.
    inside.axioms.extend(facts);
    let answer = session.ask(&mut world.terms, &inside, &scene.symbols);
    if answer == Outcome::Impossible {
        world.rest_on(assumptions);
    }
    match answer {
        Outcome::Impossible | Outcome::Found(_) => Some((inside, answer)),
        Outcome::Unknown(_) => None,
    }
}
