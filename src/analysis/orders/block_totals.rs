//! Totals: what a counter of a block holds once all of the block have drawn from it.
//!
//! ```text
//! if (t == 0) here = 0;
//! __syncthreads();
//! if (kept) place = atomicAdd(&here, 1);
//! __syncthreads();
//! if (t == 0) base = atomicAdd(all, here);      place < here
//! ```
//!
//! In terms of steps, all in one list, so in the same iterations of the loops around:
//! 1. writes of 0 to a cell of shared memory, one of them in every block;
//! 2. additions to the cell that are tickets ([`tickets`](super::tickets));
//! 3. a barrier that all threads of the block reach or none, none has returned before;
//! 4. one read of the cell, by who has come to the barrier, and all other writes to the array after that.
//!
//! Then each result of an addition of `k` is at least `k` less than what is read. That the writes of 0 come before the additions of
//! all threads is for the queries about the array itself.
//!
//! Direction: sound, under the assumption that a counter does not wrap all the way round; unless one addition by each thread of the block
//! shows that it does, or that it becomes negative. By form.

use super::block_tickets::{implies, is_of_block};
use super::last_block::{in_thread_0, is_barrier};
use super::tickets::all_added;
use crate::analysis::facts::knowledge::{Promise, Ticket, Total};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, ArrayId, Change, MemorySpace, Mode, Step, walk};
use crate::term::{FuncKind, Node, Sharing, Term, Terms, Var};
use crate::verdict::Level;

/// A cell of an array, in bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Cell {
    array: ArrayId,
    offset: u64,
    bytes: u64,
}

/// The totals that threads draw for their blocks.
#[must_use]
pub fn totals(world: &mut Prepared) -> Vec<Total> {
    let body = world.kernel.body.clone();
    let mut found = vec![];
    in_list(world, &body, &mut vec![], &mut found);
    found
}

fn in_list(world: &mut Prepared, list: &[Step], counters: &mut Vec<Var>, found: &mut Vec<Total>) {
    for (at, step) in list.iter().enumerate() {
        match step {
            Step::Access(draw) => found.extend(drawn_before(world, &list[..=at], draw, counters).unwrap_or_default()),
            Step::Loop(l) => {
                counters.push(l.counter);
                in_list(world, &l.body, counters, found);
                counters.pop();
            }
            Step::Sync(_) | Step::Fence(_) => {}
        }
    }
}

/// What the last step of `list`, `draw`, tells of the additions before it by what it adds, if that is a total.
fn drawn_before(world: &mut Prepared, list: &[Step], draw: &Access, counters: &[Var]) -> Option<Vec<Total>> {
    let Change::Add(total) = draw.update.as_ref()?.change else { return None };
    let cell = cell_of(world, total)?;
    let read = sole_read(world, list, draw, cell)?;
    let (met, barrier) = list[..read].iter().enumerate().rev().find_map(|(i, step)| match step {
        Step::Sync(s) => (is_barrier(s) && world.terms.is_true(s.alive)).then_some((i, s.guard)),
        Step::Access(_) | Step::Fence(_) | Step::Loop(_) => None,
    })?;
    let all_meet = in_thread_0(world, draw.guard) == barrier && is_of_block(&world.terms, barrier, counters);
    let tickets = world.knowledge.tickets.get(&Level::Block).cloned().unwrap_or_default();
    let drawn = |step: &Step| in_step(world, &tickets, step, cell, total);
    let first = list[..met].iter().position(|step| drawn(step).is_some())?;
    let found: Vec<Total> = list[..met].iter().filter_map(drawn).collect();
    let members: Vec<usize> = tickets.iter().filter(|t| t.array == cell.array).map(|t| t.site).collect();
    let clears: Vec<&Access> = list[..first].iter().filter_map(|step| cleared(&world.terms, step, cell)).collect();
    let is_early = |a: &Access| clears.iter().any(|clear| clear.id == a.id);
    let is_alone = walk::accesses(&world.kernel.body)
        .filter(|a| may_write(world, a, cell.array))
        .all(|a| members.contains(&a.id) || a.id > draw.id || is_early(a));
    let guards: Vec<Term> = clears.iter().map(|clear| clear.guard).collect();
    let is_clear = guards.into_iter().any(|guard| {
        let guard = in_thread_0(world, guard);
        implies(&world.terms, barrier, guard)
    });
    let all = found.iter().filter_map(|one| all_added(world, cell.array, one.by)).fold(0u128, u128::saturating_add);
    let is_whole = all < 1 << (world.terms.width(total) - 1);
    (all_meet && is_alone && is_clear && is_whole).then_some(found)
}

/// The addition to the cell that a step is, if its results are tickets.
fn in_step(world: &Prepared, tickets: &[Ticket], step: &Step, cell: Cell, total: Term) -> Option<Total> {
    let Step::Access(a) = step else { return None };
    let ticket = tickets.iter().find(|t| t.site == a.id && t.group.is_none() && t.cell.is_none())?;
    let Promise::Added(by) = ticket.promise else { return None };
    let (result, params) = (ticket.result, ticket.params.clone());
    let total = Total { array: cell.array, result, params, guard: a.guard, by, total };
    is_at(&world.terms, a, cell).then_some(total)
}

/// The cell of the block's memory whose contents `t` is.
fn cell_of(world: &Prepared, t: Term) -> Option<Cell> {
    let terms = &world.terms;
    let Node::Apply(f, args) = terms.node(t) else { return None };
    let info = terms.func_info(*f);
    let FuncKind::Memory { array: Some(array) } = info.kind else { return None };
    let declared = world.kernel.arrays.get(array)?;
    let is_of_block = info.sharing == Sharing::Block && declared.space == MemorySpace::Shared;
    let offset = terms.as_const(*args.last()?)?;
    let bytes = u64::from(info.width / 8);
    (is_of_block && !declared.unknown_object).then_some(Cell { array: ArrayId(array), offset, bytes })
}

/// The place in `list` of the only read of the array up to a draw, if it is of this cell, by who draws.
fn sole_read(world: &Prepared, list: &[Step], draw: &Access, cell: Cell) -> Option<usize> {
    let early = |a: &&Access| a.array == cell.array && a.mode == Mode::Read && a.id < draw.id;
    let mut reads = walk::accesses(&world.kernel.body).filter(early);
    let (read, None) = (reads.next()?, reads.next()) else { return None };
    let fits = is_at(&world.terms, read, cell) && read.guard == draw.guard && read.copy.is_none();
    let is_it = |step: &Step| matches!(step, Step::Access(a) if a.id == read.id);
    list.iter().position(is_it).filter(|_| fits)
}

fn is_at(terms: &Terms, a: &Access, cell: Cell) -> bool {
    a.array == cell.array
        && terms.as_const(a.offset) == Some(cell.offset)
        && terms.as_const(a.bytes) == Some(cell.bytes)
}

fn may_write(world: &Prepared, a: &Access, array: ArrayId) -> bool {
    a.writes() && (a.array == array || world.kernel.arrays.get(a.array.0).is_none_or(|other| other.unknown_object))
}

/// The write of 0 to the cell that a step is.
fn cleared<'a>(terms: &Terms, step: &'a Step, cell: Cell) -> Option<&'a Access> {
    let Step::Access(a) = step else { return None };
    let Mode::Write(Some(value)) = a.mode else { return None };
    (is_at(terms, a, cell) && terms.as_const(value) == Some(0) && a.copy.is_none()).then_some(a)
}
