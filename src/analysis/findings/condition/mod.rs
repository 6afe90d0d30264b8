//! Conditional findings (docs/design.md section 2): a simple condition on parameters and launch under which a witness and all others
//! of its query are impossible, and which leaves the two threads doing what they do otherwise.
//!
//! A model of the query under one candidate refutes all candidates that it satisfies. A search that leaves questions open is
//! *cut*: what has then a witness may have a contract that excludes it.
//!
//! **Invariant:** a condition was proved to exclude the query, and what both sides do still happens under it: in the threads
//! and iterations of the witness if it is about parameters, since conditions that only switch accesses or iterations off
//! are none.
//! Direction: that none is found says that none of the candidates will do by itself; several of them together are tried
//! where none does.

mod search;

use super::candidates::{Candidate, Subject, candidates, countable, joint, of_one_block};
use super::meaning::{digits_apart, equal_strides, lengths_of_parts, rows_of_blocks};
use super::quantity::{Condition, bound};
use super::shapes::shapes;
use super::tiles::lengths;
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::smt::{Answer, Model};
use crate::term::Term;
use crate::verdict::Level;

pub(super) use search::{Search, Still};

/// Thresholds of parameters are searched up to this value.
const LARGEST: i64 = 1 << 16;
/// Those of extents of blocks, and of margins in what a block shares.
const LARGEST_SHARED: i64 = 1 << 10;

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Sought {
    Found(Condition),
    /// No candidate will do.
    None,
    /// Some candidates were not decided.
    Cut,
}

/// Looks for the weakest condition that excludes `query`, which has the witness `model`; it is one of `known` if that does.
pub(crate) fn condition(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
    subject: Subject,
    known: &[Condition],
) -> Sought {
    let mut search = Search::new(query, together).with(model).in_witness(Some(model));
    if subject.is_of_addresses() {
        search = search.in_shapes(shapes(world, query));
    }
    let digits = if subject.is_of_addresses() { digits_apart(&mut world.terms, query) } else { vec![] };
    let (again, mut new): (Vec<Condition>, Vec<Condition>) = digits.into_iter().partition(|c| known.contains(c));
    // One that says more than a known one comes first: two orders of the same digits exclude each other.
    new.sort_by_key(|c| !known.iter().any(|k| c.includes(k)));
    session.be_brief(true);
    let mut found = search.first_thorough(session, world, &again);
    if found.is_none() {
        let mut others = known.iter().filter(|c| !again.contains(c));
        found = others.find(|c| search.serves(session, world, c)).cloned();
    }
    if found.is_none() {
        found = search.first_thorough(session, world, &new);
    }
    if found.is_none() {
        found = candidates(world, query, subject).into_iter().find_map(|c| tried(&mut search, session, world, c));
    }
    let mut cut = search.is_cut();
    if found.is_none() && subject == Subject::Addresses {
        // Models of great thresholds may be ones that wrap.
        search = search.anew().with(model);
        let members: Vec<Vec<Condition>> = joint(world, query, None).into_iter().map(|(_, forms)| forms).collect();
        found = search.jointly(session, world, &members);
        cut |= search.is_cut();
    }
    if found.is_none() {
        found = search.undecided_thorough(session, world);
    }
    session.be_brief(false);
    came_to(found, cut)
}

/// The condition of one kind that serves.
fn tried(
    search: &mut Search<'_>,
    session: &mut Session<'_>,
    world: &mut Prepared,
    one: Candidate,
) -> Option<Condition> {
    match one {
        Candidate::Fixed(c) => search.serves(session, world, &c).then_some(c),
        Candidate::AtLeast(q) => search.threshold(session, world, 1, LARGEST, &|terms, c| bound(terms, &q, c, true)),
        Candidate::AtMost(q, least) => {
            search.threshold(session, world, -LARGEST_SHARED, -least, &|terms, c| bound(terms, &q, -c, false))
        }
        Candidate::Margin(q) => search.greatest(session, world, LARGEST_SHARED, &|terms, c| bound(terms, &q, c, false)),
    }
}

fn came_to(found: Option<Condition>, cut: bool) -> Sought {
    match found {
        Some(condition) => Sought::Found(condition),
        None if cut => Sought::Cut,
        None => Sought::None,
    }
}

/// What is tried before a race is an error: extents together with what makes them countable, rows with room for all blocks, two equal
/// strides, and lengths of tiles and parts of arrays that are constants elsewhere.
pub(crate) fn rare_condition(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
) -> Sought {
    let extents: Vec<Vec<Condition>> = joint(world, query, None).into_iter().map(|(_, forms)| forms).collect();
    let mut ways = vec![];
    let counted = countable(world).filter(|_| query.level == Level::Grid && !extents.is_empty());
    ways.extend(counted.map(|counted| ([&extents[..], &[vec![counted]]].concat(), Some(model))));
    ways.extend(rows_of_blocks(world, query).into_iter().map(|wide| (vec![vec![wide]], Some(model))));
    for equal in equal_strides(&mut world.terms, query) {
        let equal = vec![equal];
        // What the host computes from sizes differs with them: the witness has other ones.
        ways.extend([(vec![equal.clone()], None), ([&extents[..], &[equal]].concat(), None)]);
    }
    let lengths = [lengths(world, query), lengths_of_parts(world, query)].concat();
    ways.extend(lengths.into_iter().map(|length| (vec![vec![length]], None)));
    session.be_brief(true);
    let mut cut = false;
    let found = ways.into_iter().find_map(|(way, witness)| {
        let mut search = Search::new(query, together).with(model).in_witness(witness);
        let found = search.jointly(session, world, &way);
        cut |= search.is_cut();
        found
    });
    session.be_brief(false);
    came_to(found, cut)
}

/// That there is one block, if there is no race in one and the kernel never asks which one it is.
pub(crate) fn one_block(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
) -> Option<Condition> {
    let candidates = if query.level == Level::Grid { of_one_block(world, query) } else { vec![] };
    let mut search = Search::new(query, together).with_still(Still::Nothing).with(model);
    candidates.into_iter().find(|condition| search.serves(session, world, condition))
}

/// Which of the conditions that other findings rest on excludes `query`, too.
pub(crate) fn known_condition(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
    known: &[Condition],
) -> Option<Condition> {
    let mut search = Search::new(query, together).with_still(Still::Each).with(model);
    session.be_brief(true);
    let found = known.iter().find(|condition| search.serves(session, world, condition)).cloned();
    session.be_brief(false);
    found
}

/// That the digits of an index do not overlap, where that excludes `query`.
pub(crate) fn digits(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (model, together): (&Model, &[Term]),
) -> Option<Condition> {
    let (digits, shapes) = (digits_apart(&mut world.terms, query), shapes(world, query));
    let mut search = Search::new(query, together).with(model).in_witness(Some(model)).in_shapes(shapes);
    let before = session.grounds();
    let found = search.first_thorough(session, world, &digits);
    session.be_brief(false);
    if found.is_none() {
        session.back_to(before);
    }
    found
}

/// Whether `one` is proved to imply `other` for every launch.
pub(crate) fn implies(session: &mut Session<'_>, world: &mut Prepared, one: &Condition, other: &Condition) -> bool {
    let fails = world.terms.not(other.fact);
    match session.solve(&mut world.terms, &[one.fact, fails], &mut |_, _| true) {
        Answer::Unsat { .. } => true,
        Answer::Sat(_) | Answer::Unknown { .. } => false,
    }
}
