//! The last block: what a block may do that knows, from a counter, that all others have done their part.
//!
//! All threads of a block write, fence, and wait; one of them draws a ticket `t = c; c += 1` and tells its block through
//! shared memory whether `t` is the number of blocks less one; what is done where that holds comes after all that the blocks
//! did before they drew. In terms of steps, of the kernel's outermost list:
//! 1. an access `A`, in a loop or not, then a fence of the device that all threads execute, then a barrier that all reach; or an access
//!    by the thread that draws, or by others before a barrier that all reach, then a fence of the device that the thread which draws
//!    executes (fences are cumulative: PTX ISA, "Causality order");
//! 2. the draw: an addition of 1 to one cell (or a count up to the last ticket or beyond and back to 0), by one thread of every block, to an array
//!    that is changed otherwise only by 5;
//! 3. by the same thread, the only write to a cell of shared memory: the ticket, or whether it is the last one;
//! 4. a barrier that all threads reach, and no earlier read of that cell;
//! 5. an access `B` whose condition is met by that cell only if the ticket was the last one; or, without 3 and 4, by the thread that
//!    drew, where the ticket was the last one.
//!
//! Then no two blocks do such a `B`, and in different blocks `A` and the draws come before `B`. All of it may be under a condition that is
//! one for the launch (`if (gridDim.x > 1)`): where it does not hold, there is no `B`.
//!
//! Where only 1 is incomplete, the finding says what is missing.
//!
//! Direction: sound under two assumptions, which a proof that used it lists: the counter is 0 when the kernel starts, and
//! the fences make the last ticket's block see the others' writes though it need not fence itself. By form: what is not
//! seen to be of this kind orders nothing.

use super::told::cell;
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::places::Asking;
use crate::analysis::asking::query::Question;
use crate::analysis::facts::knowledge::{LastBlock, Told};
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::conflict;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::{Access, Array, AtomicScope, Change, Kernel, MemorySpace, Mode, Step, Sync, walk};
use crate::term::{Substitution, Term, Terms, Var, VarKind};
use crate::verdict::{Assumption, Level};
use std::collections::BTreeSet;

impl LastBlock {
    /// Whether the two accesses, in different blocks, are ordered or do not both happen.
    fn orders(&self, terms: &Terms, [left, right]: [&Occurrence<'_>; 2]) -> bool {
        let early = |o: &Occurrence<'_>| self.early.contains(&o.access.id);
        let last = |o: &Occurrence<'_>| self.is_last(terms, o.access, o.condition);
        (last(left) && (early(right) || last(right))) || (early(left) && last(right))
    }

    /// Whether only the block with the last ticket makes this access.
    fn is_last(&self, terms: &Terms, access: &Access, condition: Term) -> bool {
        let known = literals::conjuncts(terms, &[condition]);
        let is_told = self.given.iter().all(|c| known.contains(c));
        self.late.contains(&access.id) && is_told && self.told.requires_last(terms, &known)
    }
}

/// Whether two accesses in different blocks are ordered by a draw of tickets; notes what that rests on.
pub(crate) fn ordered(world: &mut Prepared, pair: [&Occurrence<'_>; 2]) -> bool {
    let complete = world.knowledge.last_blocks.iter().filter(|l| l.missing.is_none());
    let Some(found) = complete.into_iter().find(|l| l.orders(&world.terms, pair)) else { return false };
    let counter = found.counter.clone();
    world.rest_on([Assumption::ZeroAtStart { variable: counter.clone() }, Assumption::LastTicket { counter }]);
    true
}

/// What two accesses in different blocks lack to be ordered by a draw of tickets, if that is all they lack.
pub(crate) fn missing(world: &Prepared, pair: [&Occurrence<'_>; 2]) -> Option<String> {
    world.knowledge.last_blocks.iter().filter(|l| l.orders(&world.terms, pair)).find_map(|l| l.missing.clone())
}

/// The draws of a kernel.
pub(crate) fn last_blocks(session: &mut Session<'_>, world: &mut Prepared) -> Vec<LastBlock> {
    let kernel = world.kernel.clone();
    let all: Vec<&Access> = walk::accesses(&kernel.body).collect();
    let array = |a: &Access| kernel.arrays.get(a.array.0);
    if all.iter().any(|a| a.writes() && array(a).is_none_or(|o| o.unknown_object)) {
        return vec![]; // it may change the counter
    }
    let mut found = vec![];
    for (at, step) in kernel.body.iter().enumerate() {
        if let Step::Access(draw) = step
            && let Some(named) = array(draw)
        {
            found.extend(drawn(session, world, &kernel, &all, (at, draw, named)).unwrap_or_default());
        }
    }
    found
}

fn drawn(
    session: &mut Session<'_>,
    world: &mut Prepared,
    kernel: &Kernel,
    all: &[&Access],
    (at, draw, counter): (usize, &Access, &Array),
) -> Option<Vec<LastBlock>> {
    let result = draw.update.as_ref()?.result?;
    let ticket = world.terms.apply(result, vec![]);
    let of_device = matches!(draw.mode, Mode::Atomic(scope) if conflict::covers(scope, Level::Grid));
    let last = last_tickets(world, ticket)?;
    let one = counts_blocks(world, draw, &last) && world.terms.as_const(draw.offset).is_some();
    let given = OfLaunch::of(&world.terms, draw.guard);
    let of_blocks = of_device && one && counter.space == MemorySpace::Global;
    if !of_blocks || !once_per_block(session, world, &given, draw.guard) {
        return None;
    }
    let body = &kernel.body;
    let drew = literals::conjuncts(&world.terms, &[draw.guard]);
    let alone = (ids(&body[at + 1..]), Told::Drawer { drew, ticket, last: last.clone() });
    let told: Vec<_> =
        told(world, kernel, all, ((at, draw), &given), (ticket, last)).into_iter().chain([alone]).collect();
    let of_thread = before_in_thread(&mut world.terms, &given, &body[..at], draw.guard);
    let ways = [before(&world.terms, &given, body, at), of_thread];
    let found = told.into_iter().flat_map(|(late, told)| {
        ways.clone().map(|(mut early, missing)| {
            early.insert(draw.id);
            let (counter, given, late, told) = (counter.name.clone(), given.0.clone(), late.clone(), told.clone());
            LastBlock { counter, early, late, told, given, missing }
        })
    });
    let found: Vec<LastBlock> = found.collect();
    let mut changes = all.iter().filter(|a| a.array == draw.array && a.id != draw.id && a.writes());
    changes.all(|a| found.iter().any(|found| found.is_last(&world.terms, a, a.guard))).then_some(found)
}

/// The cell of shared memory that the thread which draws tells its block by, with the accesses behind.
fn told(
    world: &Prepared,
    kernel: &Kernel,
    all: &[&Access],
    ((at, draw), given): ((usize, &Access), &OfLaunch),
    (ticket, last): (Term, Vec<Term>),
) -> Option<(BTreeSet<usize>, Told)> {
    let body = &kernel.body;
    let (wrote, write, value) = body.iter().enumerate().skip(at + 1).find_map(|(i, s)| match s {
        Step::Access(a) if a.guard == draw.guard => match a.mode {
            Mode::Write(Some(value)) => is_shared(kernel, a).then_some((i, a, value)),
            Mode::Write(None) | Mode::Read | Mode::Atomic(_) => None,
        },
        Step::Access(_) | Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
    })?;
    let told = (wrote + 1..body.len()).find(|i| given.is_whole_barrier(&world.terms, &body[*i]))?;
    let late: BTreeSet<usize> = ids(&body[told + 1..]);
    let others = all.iter().filter(|a| a.array == write.array && a.id != write.id);
    if others.into_iter().any(|a| a.writes() || !late.contains(&a.id)) {
        return None;
    }
    Some((late, Told::Cell(cell(world, write, (value, ticket), last)?)))
}

/// Whether the draw counts the blocks: up by 1, and back to 0 at the last one or later if at all.
fn counts_blocks(world: &Prepared, draw: &Access, last: &[Term]) -> bool {
    let terms = &world.terms;
    let all = |limit: Term| {
        let known: Option<Vec<u64>> = world.grid_dim.iter().map(|dim| terms.as_const(*dim)).collect();
        let one_of = world.grid_dim.iter().filter(|dim| terms.as_const(**dim) != Some(1)).collect::<Vec<_>>();
        let product = known.and_then(|dims| dims.into_iter().try_fold(1u64, u64::checked_mul));
        one_of == [&limit] || terms.as_const(limit).is_some_and(|limit| product == Some(limit))
    };
    match draw.update.as_ref().map(|u| &u.change) {
        Some(Change::Add(by)) => terms.as_const(*by) == Some(1),
        Some(Change::Count(limit)) => last.contains(limit) || all(*limit),
        Some(
            Change::Nothing
            | Change::AddFloat(_)
            | Change::Set(_)
            | Change::Replace { .. }
            | Change::SetBits(_)
            | Change::Mbarrier(_)
            | Change::Unknown,
        )
        | None => false,
    }
}

/// What the launch alone says of the draw's condition: where it does not hold, nothing is late.
struct OfLaunch(Vec<Term>);

impl OfLaunch {
    fn of(terms: &Terms, guard: Term) -> OfLaunch {
        let mut all = literals::conjuncts(terms, &[guard]);
        all.retain(|c| {
            let of_launch = |v: Var| match terms.var_info(v).kind {
                VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => true,
                VarKind::ThreadIdx(_)
                | VarKind::BlockIdx(_)
                | VarKind::ClusterRank
                | VarKind::Counter
                | VarKind::Local => false,
            };
            terms.vars_of(&[*c]).into_iter().all(of_launch) && terms.apps_of(&[*c]).is_empty()
        });
        OfLaunch(all)
    }

    /// Whether a condition says no more.
    fn implies(&self, terms: &Terms, condition: Term) -> bool {
        literals::conjuncts(terms, &[condition]).iter().all(|c| self.0.contains(c))
    }

    /// A barrier of the block or more that every thread reaches.
    fn is_whole_barrier(&self, terms: &Terms, step: &Step) -> bool {
        match step {
            Step::Sync(s) => is_barrier(s) && self.implies(terms, s.guard),
            Step::Access(_) | Step::Fence(_) | Step::Loop(_) => false,
        }
    }
}

/// Whether all threads pass a barrier of the block in a step, in the first iteration of a loop if not by itself.
fn is_passed(terms: &mut Terms, given: &OfLaunch, step: &Step) -> bool {
    match step {
        Step::Sync(_) => given.is_whole_barrier(terms, step),
        Step::Loop(l) => {
            let mut first = Substitution::new();
            let zero = terms.constant(terms.var_info(l.counter).width, 0);
            first.var(l.counter, zero);
            let mut is_first = |step: &Step| match step {
                Step::Sync(s) => {
                    let guard = terms.substitute(s.guard, &mut first);
                    is_barrier(s) && given.implies(terms, guard)
                }
                Step::Access(_) | Step::Fence(_) | Step::Loop(_) => false,
            };
            let has_first = l.body.iter().any(&mut is_first);
            has_first && given.implies(terms, l.entered)
        }
        Step::Access(_) | Step::Fence(_) => false,
    }
}

/// The accesses that come before the last fence of the device of the thread that draws under this condition: its own, and those
/// before a barrier.
fn before_in_thread(
    terms: &mut Terms,
    given: &OfLaunch,
    before: &[Step],
    draw: Term,
) -> (BTreeSet<usize>, Option<String>) {
    let drawing = OfLaunch(literals::conjuncts(terms, &[draw]));
    let is_fence = |step: &Step| match step {
        Step::Fence(f) => conflict::covers(f.scope, Level::Grid) && drawing.implies(terms, f.guard),
        Step::Access(_) | Step::Sync(_) | Step::Loop(_) => false,
    };
    let mut found = BTreeSet::new();
    let Some(fence) = before.iter().rposition(is_fence) else {
        return (found, Some("the thread that draws passes no fence of the device before".to_owned()));
    };
    let barrier = (0..fence).rev().find(|i| is_passed(terms, given, &before[*i]));
    found.extend(ids(&before[..barrier.unwrap_or(0)]));
    for (step, loops) in walk::with_loops(&before[..fence]) {
        if let Step::Access(a) = step
            && a.copy.is_none()
        {
            let conditions: Vec<Term> = loops.iter().map(|l| l.executed).chain([a.guard]).collect();
            let known = literals::conjuncts(terms, &conditions);
            if drawing.0.iter().all(|c| known.contains(c) || given.0.contains(c)) {
                found.insert(a.id);
            }
        }
    }
    (found, None)
}

/// The accesses that come before the draw at `at`, and what that lacks: all threads execute a fence of the device, and
/// then a barrier.
fn before(terms: &Terms, given: &OfLaunch, body: &[Step], at: usize) -> (BTreeSet<usize>, Option<String>) {
    let barrier = (0..at).rev().find(|i| given.is_whole_barrier(terms, &body[*i]));
    let last_fence = |scopes: &dyn Fn(AtomicScope) -> bool| {
        (0..barrier.unwrap_or(at)).rev().find_map(|i| match &body[i] {
            Step::Fence(f) if given.implies(terms, f.guard) && scopes(f.scope) => Some((i, f.line)),
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
        })
    };
    let of_device = last_fence(&|scope| conflict::covers(scope, Level::Grid));
    let (end, missing) = match (of_device, barrier) {
        (Some((fence, _)), Some(_)) => (fence, None),
        (Some((fence, line)), None) => {
            let text = "no barrier for the whole block stands between the fence and the draw, which";
            (fence, Some(format!("{text} may come first: the fence is at line {line}")))
        }
        (None, Some(barrier)) => match last_fence(&|_| true) {
            Some((_, line)) => {
                (barrier, Some(format!("the fence at line {line} is for the threads of its block only")))
            }
            None => (barrier, Some("no fence of the device is executed by all threads before the barrier".to_owned())),
        },
        (None, None) => (at, Some("neither a fence nor a barrier comes before the draw".to_owned())),
    };
    (ids(&body[..end]), missing)
}

/// The accesses that are made among these steps, by id.
pub(crate) fn ids(steps: &[Step]) -> BTreeSet<usize> {
    // Not what may still be under way.
    walk::accesses(steps).filter(|a| a.copy.is_none()).map(|a| a.id).collect()
}

pub(crate) fn is_shared(kernel: &Kernel, a: &Access) -> bool {
    kernel.arrays.get(a.array.0).is_some_and(|o| o.space == MemorySpace::Shared)
}

/// The number of blocks less one, as it may be written; `None` if that is a product of variables, or more than a ticket holds.
fn last_tickets(world: &mut Prepared, ticket: Term) -> Option<Vec<Term>> {
    let terms = &mut world.terms;
    let width = terms.width(ticket);
    let (mut known, mut symbolic) = (1u64, vec![]);
    for dim in world.grid_dim {
        match terms.as_const(dim) {
            Some(n) => known = known.checked_mul(n)?,
            None => symbolic.push(dim),
        }
    }
    match symbolic.as_slice() {
        [] if (1..1 << 31).contains(&known) => Some(vec![terms.constant(width, known - 1)]),
        [dim] if known == 1 && terms.width(*dim) == width => {
            let (one, minus_one) = (terms.constant(width, 1), terms.int(width, -1));
            Some(vec![terms.sub(*dim, one), terms.add(*dim, minus_one)])
        }
        _ => None,
    }
}

/// Thread 0 of every block, and no other, meets the condition.
fn once_per_block(session: &mut Session<'_>, world: &mut Prepared, given: &OfLaunch, guard: Term) -> bool {
    let first = in_thread_0(world, guard);
    given.implies(&world.terms, first) && once_at_most(session, world, guard)
}

/// A condition as it is for thread 0.
pub(crate) fn in_thread_0(world: &mut Prepared, guard: Term) -> Term {
    let mut at_zero = Substitution::new();
    for v in world.kernel.launch.thread {
        let zero = world.terms.constant(world.terms.var_info(v).width, 0);
        at_zero.var(v, zero);
    }
    world.terms.substitute(guard, &mut at_zero)
}

/// No two threads of a block meet the condition.
pub(crate) fn once_at_most(session: &mut Session<'_>, world: &mut Prepared, guard: Term) -> bool {
    let mut scene = Scene::new(&mut session.copies, world, Level::Block.into(), &[], None);
    let both = Who::BOTH.map(|w| scene.pairing.own(&mut world.terms, w, guard));
    Asking::of(Question::Parting, &scene).facts(both).refuted(session, world, &mut scene)
}

/// A barrier of all threads of the block or more.
pub(crate) fn is_barrier(s: &Sync) -> bool {
    s.named.is_none() && s.orders && s.scope.covers(Level::Block)
}
