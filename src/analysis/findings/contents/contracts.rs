//! Data-conditional races: contracts on the contents of arrays under which a race whose place comes out of memory is none
//! (docs/design.md section 3, "Contracts on contents").
//!
//! `out[idx[i]] = x;` races where `idx` holds a value twice. So contracts on the arrays that the place is read from are tried, the
//! weaker ones first, of all of an array; then the cells that they have to be about are bounded by what the source has a name for:
//! `__requires_distinct(idx, n)`. Where one contract will not do, one is tried that relates an array to another one that is read
//! (`if (flag[i]) out[sum[i]] = x;`: `__requires_offsets(sum, n, flag)`), and then two together.
//!
//! **Invariant:** a contract was proved to exclude the query, and both accesses still happen under it.
//! Direction: that none is found says nothing. Whether numbers are signed is known of arrays that are parameters, and else found
//! from how they are used: where the source's type is another one, the contract says something else, and a proof from it will
//! show that.

use super::candidate::{Candidate, alongside, candidates};
use super::declared::{amounts, extents, is_name, source_name};
use super::inference::Inference;
use crate::analysis::asking::decide::{Session, Witness};
use crate::analysis::asking::judge::Rest;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::candidates::params;
use crate::analysis::findings::condition::Search;
use crate::analysis::findings::quantity::Quantity;
use crate::analysis::findings::weigh::Found;
use crate::analysis::pair::cells::{Cell, cells};
use crate::kernel::{ArrayId, Pattern};
use crate::term::{FuncKind, Term, Width};
use crate::verdict::{Approximation, Unfollowed};

/// The most arrays that contracts are looked for of.
const MOST_ARRAYS: usize = 3;

/// What excludes a race, as it stands in the source.
#[derive(Default)]
pub(crate) struct Contracts {
    /// All of them together do.
    pub(crate) all: Vec<String>,
    /// So does this one alone.
    pub(crate) or: Option<String>,
}

/// Contracts that exclude a race whose witness rests on contents of memory; none if the place does not come out of memory, or if no
/// contract is known.
pub(crate) fn contracts(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found<'_>,
    witness: &Witness,
) -> Contracts {
    if !rests_on_contents(witness) {
        return Contracts::default();
    }
    let query = found.query;
    let asserted: Vec<Term> = query.asserted().into_iter().chain(found.together.iter().copied()).collect();
    let cells = cells(world, &asserted);
    let arrays = of_places(world, query, &cells);
    let places: Vec<Term> = places(query).collect();
    let bounds: Vec<Quantity> = params(&world.terms, places.clone());
    let bounds = amounts(world, query, bounds);
    let extents = extents(world, query);
    let extents = amounts(world, query, extents);
    let of_one: Vec<Candidate> =
        arrays.iter().flat_map(|array| candidates(world, &asserted, *array, &bounds)).collect();
    let of_two = alongside(world, &asserted, &of_one, &cells);
    let search = Search::new(query, found.together).with(&witness.model);
    let mut search = Inference { search, cells, places, known: &query.axioms };
    session.be_brief(true);
    let all = search.weakest(session, world, (&of_one, &of_two), &extents);
    let is_alone = matches!(all.as_slice(), [one] if !matches!(one.stated.pattern, Pattern::Along(..)));
    let or = if is_alone { search.related(session, world, &of_two, (&of_one, &extents)) } else { vec![] };
    session.be_brief(false);
    let text = |set: &[Candidate]| set.iter().map(Candidate::text).collect();
    Contracts { all: text(&all), or: or.first().map(Candidate::text) }
}

/// Whether a witness needs certain contents of memory, and nothing else that is not known for other reasons.
fn rests_on_contents(witness: &Witness) -> bool {
    let is_contents = |rest: &Rest| matches!(rest, Rest::Value { value: Unfollowed::Contents { .. }, .. });
    let may_be = |rest: &Rest| match rest {
        Rest::Value { value: Unfollowed::Contents { .. } | Unfollowed::Result { .. }, .. } => true,
        Rest::Value { value: Unfollowed::Opaque { .. }, .. } => false,
        Rest::Common(why) => matches!(why, Approximation::EarlierIteration { .. } | Approximation::LongLoops),
    };
    witness.approximations.iter().any(is_contents) && witness.approximations.iter().all(may_be)
}

/// Where the two accesses are.
fn places(query: &Query) -> impl Iterator<Item = Term> + '_ {
    query.sides.iter().filter_map(|side| side.range).map(|(offset, _)| offset)
}

/// The arrays that the places of the two accesses are read from, with the width of their cells.
fn of_places(world: &Prepared, query: &Query, all: &[Cell]) -> Vec<(ArrayId, Width)> {
    let places: Vec<Term> = places(query).collect();
    let of_loop = |f| matches!(world.terms.func_info(f).kind, FuncKind::Loop { .. });
    let carried = world.terms.apps_of(&places).into_iter().any(|(_, f)| of_loop(f));
    let read = if carried { all.to_vec() } else { cells(world, &places) };
    let mut arrays: Vec<(ArrayId, Width)> = read.iter().map(|cell| (cell.array, cell.width)).collect();
    arrays.dedup();
    arrays.retain(|(array, _)| world.kernel.arrays.get(array.0).is_some_and(|a| is_name(source_name(a))));
    arrays.truncate(MOST_ARRAYS);
    arrays
}
