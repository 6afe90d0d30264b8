//! What is recorded of a thread that misses a barrier.
//!
//! Lanes are told apart by the block's shape: most code for warps is written for rows of whole warps. If a lane misses a
//! barrier of its warp only in blocks of other shapes, the finding is conditional, as a race would be (docs/design.md section 2).
//! A missed block barrier is conditional only where blocks of a natural shape never miss it, or where the kernel rounds down what it
//! compares with (`n / 8 * batches`) and no thread misses it in whole blocks of that: other contracts on parameters would be no more
//! than a way to switch it off.

use super::found::Barriers;
use crate::analysis::asking::decide::{Session, Witness};
use crate::analysis::asking::exact::Exact;
use crate::analysis::asking::query::{Query, Replay};
use crate::analysis::asking::variables;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::candidates::Subject;
use crate::analysis::findings::condition::{Sought, condition};
use crate::analysis::findings::held::held;
use crate::analysis::findings::typability;
use crate::analysis::findings::weigh::{Found, judged};
use crate::analysis::findings::witness::{Sort, finding, name_cells};
use crate::analysis::pair::threads::LoopSymbols;
use crate::kernel::{Loop, Matching, Sync};
use crate::term::{Term, Terms};
use crate::verdict::{Certainty, Level, Missed, Missing, Severity};

/// A barrier that a thread misses.
pub(crate) struct AtBarrier<'a> {
    pub(crate) sync: &'a Sync,
    pub(crate) loops: &'a [&'a Loop],
    pub(crate) level: Level,
    pub(crate) sort: Sort,
    /// What it takes for the other thread to reach it.
    pub(crate) reached: Vec<Term>,
    pub(crate) symbols: &'a LoopSymbols,
}

/// How a barrier is missed, for an execution of the witness.
pub(super) fn how_missed(terms: &Terms, (query, witness): (&Query, &Witness), sync: &Sync, how: Missing) -> Missed {
    let iteration = |l: &Replay| Exact::value(terms, &witness.model, l.iteration).unwrap_or(0).cast_signed();
    let iterations = query.sides[0].loops.iter().map(iteration).collect();
    Missed { how, any_place: sync.orders && sync.matching == Matching::Any, iterations }
}

/// Adds the finding, of which there is this witness. Returns how certain it is: where it is conditional, others may stay when
/// its condition is stated.
pub(crate) fn record(
    session: &mut Session<'_>,
    world: &mut Prepared,
    AtBarrier { sync, loops, level, sort, reached, symbols }: AtBarrier<'_>,
    (mut query, mut witness): (Query, Witness),
    to: &mut Barriers,
) -> Certainty {
    let is_exited = sort == Sort::Exited;
    let known = match (is_exited, level) {
        (true, _) => match condition(session, world, &query, (&witness.model, &reached), Subject::Threads, &[]) {
            Sought::Found(condition) => Some(condition),
            Sought::None | Sought::Cut => None,
        },
        (false, _) if !witness.approximations.is_empty() => None,
        (false, level) => {
            let subject = if level == Level::Warp { Subject::Lanes } else { Subject::Shape };
            let found = Found { query: &query, together: &reached, symbols, trusting: false };
            judged(session, world, &found, &mut witness, (subject, &[]))
        }
    };
    for (side, alive) in query.sides.iter_mut().zip([false, true]) {
        side.opaque = typability::barrier(&world.terms, sync, loops, alive);
    }
    let mut new = finding(&world.terms, &query, &witness, level, sort, None, &world.fixed);
    variables::tell((&world.terms, world.kernel.launch), (&query, &witness), symbols, &mut new);
    name_cells(&mut new, &world.kernel.arrays);
    let missed = sort.missing().map(|how| how_missed(&world.terms, (&query, &witness), sync, how));
    new.given.iter_mut().for_each(|given| given.missed.clone_from(&missed));
    if let Some(condition) = known {
        if !is_exited {
            (new.certainty, new.severity) = (Certainty::Conditional, Severity::Warning);
        }
        new.notes.extend(held(session, world, &condition));
        new.conditions = vec![condition.text];
    }
    let certainty = new.certainty;
    to.add(sync.span.clone(), new);
    certainty
}
