//! Tickets of blocks: one thread of a block draws for all of it, and tells the others through a cell of shared memory.
//!
//! In terms of steps, all in one list, so in the same iterations of the loops around:
//! 1. an addition of `k` that is a ticket ([`tickets`](super::tickets)), by one thread of every block;
//! 2. by the same thread, the last write to a cell of shared memory: the result. The cell may have held what the thread adds;
//! 3. a barrier that all threads of the block reach or none, none has returned before, and everyone has come to who reads the
//!    array; that thread has drawn if it comes there;
//! 4. `k` and the counter's place are the same for all threads of a block.
//!
//! Then what is read in the cell is the ticket of the block in that iteration. That no later write overtakes the read is for
//! the queries about the array itself.
//!
//! Direction: sound. By form, but for 1; what is not seen to be of this kind stays contents of memory.

use super::last_block::{ids, in_thread_0, is_barrier, is_shared, once_at_most};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, Mode, Step, walk};
use crate::term::{Func, FuncKind, Node, Sharing, Term, Terms, Var, VarKind};
use std::collections::BTreeSet;

/// What is read in a cell of shared memory.
pub(crate) struct Told {
    /// The array's contents, as read at each place.
    pub contents: Vec<Func>,
    /// In bytes.
    pub offset: Term,
}

/// The cell in which a block finds the result of the draw at `at` in `list`, which is in loops with the counters `params`.
pub(crate) fn told(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (list, at): (&[Step], usize),
    (result, params): (Term, &[Var]),
    same: &[Term],
) -> Option<Told> {
    let Some(Step::Access(draw)) = list.get(at) else { return None };
    let of_block = same.iter().all(|t| is_of_block(&world.terms, *t, params));
    let (wrote, write) = list.iter().enumerate().skip(at + 1).find_map(|(i, step)| match step {
        Step::Access(a) => (a.guard == draw.guard && a.mode == Mode::Write(Some(result))).then_some((i, a)),
        Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
    })?;
    let after = &list[wrote + 1..];
    let (met, barrier) = after.iter().enumerate().find_map(|(i, step)| match step {
        Step::Sync(s) => (is_barrier(s) && world.terms.is_true(s.alive)).then_some((i, s)),
        Step::Access(_) | Step::Fence(_) | Step::Loop(_) => None,
    })?;
    let told = &after[met + 1..];
    let width = world.terms.width(result);
    let whole = world.terms.as_const(write.bytes) == Some(u64::from(width) / 8);
    world.terms.as_const(write.offset)?;
    let all_meet = of_block && is_of_block(&world.terms, barrier.guard, params);
    let read_before: BTreeSet<Func> = world.terms.apps_of(same).into_iter().map(|(_, f)| f).collect();
    let before = (&list[..at], same.iter().any(|t| is_contents(&world.terms, *t, write)));
    if !all_meet || !whole || !is_shared(&world.kernel, write) || !only_write(world, write, before, told) {
        return None;
    }
    // Who reads has come to the barrier, to which thread 0 comes only with a draw.
    let untold = |step: &Step| reads(step, write) && !implies(&world.terms, condition(step), barrier.guard);
    if told.iter().any(untold) || in_thread_0(world, draw.guard) != barrier.guard {
        return None;
    }
    let terms = &world.terms;
    let is_told = |f: &Func| {
        let info = terms.func_info(*f);
        let here = info.kind == FuncKind::Memory { array: Some(write.array.0) };
        here && info.sharing == Sharing::Block && info.width == width && !read_before.contains(f)
    };
    let contents = world.funcs.iter().copied().filter(is_told).collect();
    once_at_most(session, world, draw.guard).then_some(Told { contents, offset: write.offset })
}

fn reads(step: &Step, write: &Access) -> bool {
    walk::accesses(std::slice::from_ref(step)).any(|a| a.array == write.array)
}

/// What holds where the step is taken.
fn condition(step: &Step) -> Term {
    match step {
        Step::Access(a) => a.guard,
        Step::Sync(s) => s.guard,
        Step::Fence(f) => f.guard,
        Step::Loop(l) => l.entered,
    }
}

/// By form.
pub(super) fn implies(terms: &Terms, condition: Term, other: Term) -> bool {
    let given = literals::conjuncts(terms, &[condition]);
    literals::conjuncts(terms, &[other]).iter().all(|part| terms.is_true(*part) || given.contains(part))
}

/// Whether a number is what the array holds that is written.
fn is_contents(terms: &Terms, t: Term, write: &Access) -> bool {
    let Node::Apply(f, _) = terms.node(t) else { return false };
    terms.func_info(*f).kind == FuncKind::Memory { array: Some(write.array.0) }
}

/// Whether nothing else writes the array but what comes `before` the draw, and nothing reads it but `after`; one read may come before,
/// if it is seen that it reads what is added.
fn only_write(world: &Prepared, write: &Access, before: (&[Step], bool), after: &[Step]) -> bool {
    let arrays = &world.kernel.arrays;
    let all: Vec<&Access> = walk::accesses(&world.kernel.body).collect();
    let astray = |a: &Access| a.writes() && arrays.get(a.array.0).is_none_or(|o| o.unknown_object);
    let (early, late) = (ids(before.0), ids(after));
    let of_array: Vec<&&Access> = all.iter().filter(|a| a.array == write.array && a.id != write.id).collect();
    let early_reads = of_array.iter().filter(|a| early.contains(&a.id) && a.mode == Mode::Read).count();
    let fits = |a: &Access| early.contains(&a.id) || late.contains(&a.id) && !a.writes();
    !all.iter().any(|a| astray(a)) && of_array.into_iter().all(|a| fits(a)) && early_reads == usize::from(before.1)
}

/// Whether `t` is the same for all threads of a block, in the same iterations of the loops with the counters `params`.
pub(super) fn is_of_block(terms: &Terms, t: Term, params: &[Var]) -> bool {
    let all = || terms.children(t).into_iter().all(|c| is_of_block(terms, c, params));
    match terms.node(t) {
        Node::Var(v) => match terms.var_info(*v).kind {
            VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::Param => true,
            VarKind::Counter => params.contains(v),
            VarKind::ThreadIdx(_) | VarKind::Local => false,
        },
        Node::Apply(f, _) => {
            let info = terms.func_info(*f);
            let is_shared = matches!(info.kind, FuncKind::Memory { .. }) && info.sharing == Sharing::Block;
            (is_shared || matches!(info.kind, FuncKind::Pure(_))) && all()
        }
        Node::Const { .. } | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) => {
            all()
        }
    }
}
