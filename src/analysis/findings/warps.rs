//! Two threads that convince: that two lanes of one warp race convinces nobody who takes warps to run in lock-step.
//!
//! ```text
//! s[t] = x; y = s[t ^ 33];    threads 0 and 33, not 0 and 1 of `s[t] = x; y = s[t ^ 1];`
//! ```
//!
//! A definite race of a block is asked for once more with threads of different warps, briefly, and with what programs mean; at a
//! launch that is seen, if there are such. Only what is shown changes.
//!
//! Direction: that there are no such threads is proved of all launches, without what programs mean; what is not decided is not said.

use super::meaning::{Meant, meant};
use super::weigh::{Found, odd};
use crate::analysis::asking::decide::{Outcome, Session, Witness};
use crate::analysis::asking::exact::Exact;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes::different_warps;
use crate::analysis::pair::scene::Scene;
use crate::kernel::target::LANES;
use crate::term::Term;
use crate::verdict::Level;

/// That two threads are of different warps; nothing if only such are asked about, or only lanes of one warp.
pub(crate) fn apart(world: &mut Prepared, scene: &mut Scene) -> Option<Term> {
    let any_two = scene.pairing.level == Level::Block && !scene.alone && !scene.pairing.of_other_warps;
    any_two.then(|| different_warps(world, &mut scene.pairing, LANES))
}

/// Whether the threads of a definite race can only be lanes of one warp. Where they merely are in the witness, it becomes one of
/// different warps ([`apart`]), if one is found that is worth as much.
pub(crate) fn are_of_one(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    apart: Term,
    witness: &mut Witness,
) -> bool {
    if Exact::value(&world.terms, &witness.model, apart) != Some(0) {
        return false;
    }
    let before = (session.arithmetic, session.divides, session.counters.clone());
    session.be_brief(true);
    let is_of_one = asked(session, world, found, apart, witness);
    session.be_brief(false);
    (session.arithmetic, session.divides, session.counters) = before;
    is_of_one
}

fn asked(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    apart: Term,
    witness: &mut Witness,
) -> bool {
    let plain = Query { facts: [&found.query.facts[..], &[apart]].concat(), ..found.query.clone() };
    let meant = meant(world, found.query);
    let all: Vec<&Meant> = meant.iter().collect();
    let calls: Vec<Vec<Term>> = match world.seen_calls.as_slice() {
        [] => vec![vec![]],
        calls => calls.iter().map(|call| call.facts.clone()).collect(),
    };
    for call in calls {
        let mut query = plain.clone();
        query.axioms.extend(call.iter().copied().chain(all.iter().filter_map(|m| m.fact())));
        match session.ask(&mut world.terms, &query, found.symbols) {
            Outcome::Found(other) if other.approximations.is_empty() && odd(world, &all, &other.model).is_empty() => {
                *witness = other;
                return false;
            }
            Outcome::Found(_) | Outcome::Unknown(_) => return false,
            Outcome::Impossible => {}
        }
    }
    session.ask(&mut world.terms, &plain, found.symbols) == Outcome::Impossible
}
