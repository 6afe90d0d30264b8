//! Tickets: what the results of atomic operations on one cell say about each other, in any two threads.
//!
//! * Of two additions `r = c; c += k` with `k >= 1` to a counter that only grows, one comes first, so the ranges
//!   `[r, r + k)` are disjoint (as in `out[atomicAdd(&n, 1)] = x`).
//! * Of two operations that replace a value which nobody stores, one at most finds it
//!   (`atomicCAS(&owner, FREE, me) == FREE`, `atomicExch(&taken, 1) == 0`).
//! * Of two operations that set bits which nobody clears, one finds the bits of the other (`atomicOr(&seen, bit) & bit`).
//!
//! Which operations these are, [`families`](super::families) says. They hold for operations between which nothing else
//! writes the cell:
//! * if nothing but such operations ever writes the array, for any two of them;
//! * else for two of one site, in the same iteration of every synchronised loop around it, if no other write to the array
//!   can be concurrent with it. Such operations lie in one phase, and a reset lies in another.
//!
//! A lane may draw for its group ([`groups`](super::warp_tickets)): of two lanes of a warp, the tickets are disjoint, or one of one
//! group. Or a thread draws for its block ([`told`]), which has one ticket then.
//!
//! Shared memory has a cell for each block, so its tickets say nothing about threads of different blocks.
//!
//! Direction: sound, for additions under the assumption, which a proof that used it lists, that a counter does not wrap all
//! the way round; unless one addition by each thread of the launch shows that it does. What is not seen to be a ticket stays an arbitrary value.

use super::block_tickets;
use super::families::{self, Family};
use super::warp_tickets::{self, Draw};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::knowledge::{Promise, Ticket};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::phases::products::synchronised;
use crate::kernel::{Access, ArrayId, Change, Loop, MemorySpace, Step};
use crate::term::{Term, Terms};
use crate::verdict::Level;

/// The tickets of two threads that share a unit of `level` and no smaller one.
#[must_use]
pub fn tickets(session: &mut Session<'_>, world: &mut Prepared, level: Level) -> Vec<Ticket> {
    let body = world.kernel.body.clone();
    let mut sites = vec![];
    collect(&body, level, &mut vec![], &mut sites);
    let mut candidates: Vec<(ArrayId, Family)> = vec![];
    for site in &sites {
        for family in families::of(&mut world.terms, site.access) {
            if !candidates.contains(&(site.access.array, family)) {
                candidates.push((site.access.array, family));
            }
        }
    }
    let mut found = vec![];
    for (array, family) in candidates {
        let Some((members, reset)) = families::reliable(session, world, (array, family), level) else { continue };
        for site in sites.iter().filter(|s| members.contains(&s.access.id)) {
            let promise = promise(&world.terms, site.access, family);
            let Some(promise) = promise.filter(|p| !wraps_round(world, site.access, *p)) else { continue };
            let Some(result) = site.access.update.as_ref().and_then(|u| u.result) else { continue };
            let ticket = Ticket {
                result,
                params: site.loops.iter().map(|(l, _)| l.counter).collect(),
                array,
                offset: site.access.offset,
                promise,
                epoch: reset.then(|| site.loops.iter().filter(|(_, sync)| *sync).map(|(l, _)| l.counter).collect()),
                site: site.access.id,
                group: None,
                cell: None,
            };
            found.extend(handed_on(session, world, site, &ticket, level));
            found.push(ticket);
        }
    }
    found
}

/// The ticket of a site as others get it: from shuffles, and in shared memory.
fn handed_on(
    session: &mut Session<'_>,
    world: &mut Prepared,
    site: &Site<'_>,
    ticket: &Ticket,
    level: Level,
) -> Vec<Ticket> {
    let Promise::Added(by) = ticket.promise else { return vec![] };
    let loops: Vec<&Loop> = site.loops.iter().map(|(l, _)| *l).collect();
    let counters = ticket.params.iter().map(|v| world.terms.var(*v)).collect();
    let result = world.terms.apply(ticket.result, counters);
    let same = [by, ticket.offset];
    let draw = Draw { guard: site.access.guard, result, loops: &loops, same: &same };
    let mut found = vec![];
    for shuffle in world.kernel.shuffles.clone() {
        if let Some(group) = warp_tickets::handed_on(session, world, &draw, &shuffle) {
            found.push(Ticket { result: shuffle.func, group: Some(group), ..ticket.clone() });
        }
    }
    // The threads of a block have one ticket.
    if level > Level::Block
        && let Some(told) = block_tickets::told(session, world, site.place, (result, &ticket.params), &same)
    {
        let cell = Some(told.offset);
        found.extend(told.contents.into_iter().map(|result| Ticket { result, cell, ..ticket.clone() }));
    }
    found
}

/// What the results of an access of a family say, if anything.
fn promise(terms: &Terms, access: &Access, family: Family) -> Option<Promise> {
    match (family, &access.update.as_ref()?.change) {
        (Family::Growing, Change::Add(by) | Change::AddFloat(by)) => Some(Promise::Added(*by)),
        (Family::Replacing(free), Change::Set(_)) => Some(Promise::Found(free)),
        (Family::Replacing(free), Change::Replace { expected, .. }) => {
            (terms.as_const(*expected) == terms.as_const(free)).then_some(Promise::Found(free))
        }
        (Family::Marking, Change::SetBits(bits)) => Some(Promise::Bits(*bits)),
        (Family::Growing | Family::Replacing(_) | Family::Marking, _) => None,
    }
}

/// Whether additions of a constant wrap all the way round in every launch: one by each thread of a block that is known, and
/// of a grid that is.
fn wraps_round(world: &Prepared, access: &Access, promise: Promise) -> bool {
    let Promise::Added(by) = promise else { return false };
    let bits = match access.update.as_ref().map(|update| &update.change) {
        Some(Change::AddFloat(_)) => f32::MANTISSA_DIGITS,
        Some(_) | None => world.terms.width(by).into(),
    };
    all_added(world, access.array, by).is_some_and(|all| all > 1 << bits)
}

/// What one addition by each thread comes to, if that is known.
pub(super) fn all_added(world: &Prepared, array: ArrayId, by: Term) -> Option<u128> {
    let terms = &world.terms;
    let count = |dims: &[Term; 3]| {
        dims.iter().map(|d| terms.as_const(*d)).try_fold(1u128, |n, d| Some(n.saturating_mul(d?.into())))
    };
    let threads = count(&world.block_dim)?;
    let is_shared = world.kernel.arrays.get(array.0).is_some_and(|a| a.space == MemorySpace::Shared);
    let blocks = count(&world.grid_dim).filter(|_| !is_shared).unwrap_or(1);
    Some(threads.saturating_mul(blocks).saturating_mul(terms.as_const(by)?.into()))
}

/// An atomic operation with the counters around it, and whether their loops synchronise.
struct Site<'k> {
    access: &'k Access,
    /// The steps that it is one of, and which.
    place: (&'k [Step], usize),
    loops: Vec<(&'k Loop, bool)>,
}

fn collect<'k>(steps: &'k [Step], level: Level, loops: &mut Vec<(&'k Loop, bool)>, found: &mut Vec<Site<'k>>) {
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Access(access) if access.update.is_some() => {
                found.push(Site { access, place: (steps, at), loops: loops.clone() });
            }
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) => {}
            Step::Loop(l) => {
                loops.push((l, synchronised(&l.body, level.max(Level::Block))));
                collect(&l.body, level, loops, found);
                loops.pop();
            }
        }
    }
}
