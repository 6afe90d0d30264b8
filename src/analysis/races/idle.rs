//! What stands between two accesses that race, and does not order them: so that a finding can say which half of an order is missing.
//!
//! `s[tid] = x; __mbarrier_arrive(&bar); y = s[127 - tid];` has an arrival at an mbarrier, and nobody waits for it: what is missing is a
//! wait before the read, and not any barrier. Two atomic accesses race where one is atomic for fewer threads, or for other bytes.
//!
//! Direction: by the order of the program and by the form of what stands there. It is asked for races that were found, so nothing that it
//! names orders the two; that it is the nearest thing to an order is a guess, for people.

use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::conflict::covers;
use crate::analysis::phases::products::Link;
use crate::kernel::{Access, AtomicScope, Change, Loop, MbarrierUse, Mode, Step, Sync, SyncScope, walk};
use crate::term::{Term, Var, VarKind};
use crate::verdict::{Counting, Idle, Level, Waiting};

/// What stands between the two, each sort of it once.
pub(super) fn between(world: &Prepared, level: Level, [left, right]: [&Access; 2], link: Option<&Link>) -> Vec<Idle> {
    let body = &world.kernel.body;
    if let Some(idle) = atomics([left, right], level) {
        return vec![idle]; // nothing else need order them
    }
    if left.copy.is_some() || right.copy.is_some() || left.id == right.id {
        return vec![]; // a copy ends where it is waited for, whatever else there is
    }
    let looped = link.and_then(|link| loops(body).find(|l| l.counter == link.counter));
    let mut found = match looped {
        None => stretch(body, &|place| (left.id.min(right.id) + 1..=left.id.max(right.id)).contains(&place)),
        Some(l) => stretch(&l.body, &|place| place > left.id || place <= right.id),
    };
    let is_near = |idle: &Idle| match (level, idle) {
        (Level::Warp | Level::Block, _) => true,
        // Nearly every kernel has barriers of a block.
        (
            Level::Cluster | Level::Grid,
            Idle::Barrier { of: Waiting::Cluster | Waiting::Grid, .. } | Idle::Fence { .. },
        ) => true,
        (Level::Cluster | Level::Grid, _) => false,
    };
    found.retain(is_near);
    if matches!(level, Level::Warp | Level::Block) {
        found.extend(mbarriers(world, [left, right], looped.is_some()));
    }
    found
}

/// Why two atomic accesses are not atomic for each other.
fn atomics(pair: [&Access; 2], level: Level) -> Option<Idle> {
    let [Mode::Atomic(one), Mode::Atomic(other)] = pair.map(|access| &access.mode) else { return None };
    let narrow = [one, other].into_iter().filter(|scope| !covers(**scope, level)).min();
    Some(match narrow {
        Some(AtomicScope::Block) => Idle::Narrow { within: Waiting::Block },
        Some(AtomicScope::Cluster) => Idle::Narrow { within: Waiting::Cluster },
        Some(AtomicScope::Device | AtomicScope::System) | None => Idle::Overlap,
    })
}

fn loops(body: &[Step]) -> impl Iterator<Item = &Loop> {
    walk::steps(body).filter_map(|step| match step {
        Step::Loop(l) => Some(l),
        Step::Access(_) | Step::Sync(_) | Step::Fence(_) => None,
    })
}

/// The fences and barriers at places that are asked for, by the number of the access that they stand in front of.
fn stretch(body: &[Step], is_asked: &dyn Fn(usize) -> bool) -> Vec<Idle> {
    let mut found: Vec<Idle> = vec![];
    let mut place = 0;
    for step in walk::steps(body) {
        let new = match step {
            Step::Access(access) => {
                place = access.id + 1;
                continue;
            }
            Step::Loop(_) => continue,
            Step::Fence(fence) => Idle::Fence { line: fence.line },
            Step::Sync(sync) => of_sync(sync),
        };
        let is_known = |old: &Idle| sort(old) == sort(&new);
        if is_asked(place) && !found.iter().any(is_known) {
            found.push(new);
        }
    }
    found
}

fn of_sync(sync: &Sync) -> Idle {
    let span = sync.span.clone();
    if !sync.orders && sync.named.is_none() {
        return Idle::Exchange { span };
    }
    let of = match (sync.scope, &sync.named) {
        (SyncScope::Warp, _) => Waiting::Warp,
        (SyncScope::Block, Some(_)) => Waiting::Some,
        (SyncScope::Block, None) => Waiting::Block,
        (SyncScope::Cluster, _) => Waiting::Cluster,
        (SyncScope::Grid, _) => Waiting::Grid,
    };
    Idle::Barrier { of, span }
}

/// Things of the same sort are told once.
fn sort(idle: &Idle) -> (usize, Option<Waiting>) {
    match idle {
        Idle::Fence { .. } => (0, None),
        Idle::Barrier { of, .. } => (1, Some(*of)),
        Idle::Exchange { .. } => (2, None),
        Idle::NoWait { .. } => (3, None),
        Idle::NoArrival { .. } => (4, None),
        Idle::Mbarrier { .. } => (5, None),
        Idle::Elected { .. } => (6, None),
        Idle::Narrow { .. } => (7, None),
        Idle::Overlap => (8, None),
    }
}

/// What is missing of an order by an mbarrier, where there is a part of one.
fn mbarriers(world: &Prepared, [left, right]: [&Access; 2], is_round: bool) -> Option<Idle> {
    let number = |access: &Access| if access.id == left.id { 1 } else { 2 };
    let (first, last) = if left.id < right.id { (left, right) } else { (right, left) };
    let ahead = (!is_round).then(|| half(world, [first, last], number(first), false)).flatten();
    let is_whole = ahead.as_ref().is_none_or(|idle| matches!(idle, Idle::Mbarrier { .. }));
    let loops_around = [first, last].map(|access| around(&world.kernel.body, access).len() > 1);
    // The one that comes first in the program may be of a later iteration: the buffer of a ring is used again.
    let back =
        (is_whole && loops_around == [true; 2]).then(|| half(world, [last, first], number(last), true)).flatten();
    let lacks = |idle: &Option<Idle>| idle.as_ref().is_some_and(|idle| !matches!(idle, Idle::Mbarrier { .. }));
    if lacks(&back) { back } else { ahead.or(back) }
}

/// Of an order of the earlier access before the other: which half is there. `number` is that of the earlier one.
fn half(world: &Prepared, [before, behind]: [&Access; 2], number: usize, earlier: bool) -> Option<Idle> {
    let body = &world.kernel.body;
    let arrival = behind_of(body, before, is_arrival);
    let wait = before_of(body, behind, is_wait);
    let of = match world.kernel.arrays.get(arrival.or(wait)?.array.0).and_then(|a| a.opens_for) {
        Some(_) => Counting::Named,
        None => Counting::Mbarrier,
    };
    let span = |access: &Access| access.span.inlined_at.last().unwrap_or(&access.span).clone();
    let is_elected = arrival.is_some_and(|arrival| is_elected(world, before, arrival));
    match (arrival.map(span), wait.map(span)) {
        (Some(arrival), Some(_)) if is_elected => Some(Idle::Elected { of, arrival, behind: number }),
        (Some(arrival), Some(wait)) => Some(Idle::Mbarrier { of, arrival, wait }),
        (Some(arrival), None) => Some(Idle::NoWait { of, arrival, waits: 3 - number, earlier }),
        (None, Some(wait)) => Some(Idle::NoArrival { of, wait, arrives: number, earlier }),
        (None, None) => None,
    }
}

/// Whether some of those arrive that make the access, what a thread is decides which, and nobody waits for the others between.
fn is_elected(world: &Prepared, before: &Access, arrival: &Access) -> bool {
    let terms = &world.terms;
    if literals::contradictory(terms, &[before.guard, arrival.guard]) {
        return false; // it is the arrival of others
    }
    let made = literals::conjuncts(terms, &[before.guard]);
    let by_thread = |part: &Term| {
        let is_index = |v: &Var| matches!(terms.var_info(*v).kind, VarKind::ThreadIdx(_));
        terms.vars_of(&[*part]).iter().any(is_index)
    };
    let tells = literals::conjuncts(terms, &[arrival.guard]).into_iter().any(|p| by_thread(&p) && !made.contains(&p));
    let between = stretch(&world.kernel.body, &|place| (before.id + 1..=arrival.id).contains(&place));
    tells && !between.iter().any(|idle| matches!(idle, Idle::Barrier { .. }))
}

fn mbarrier(access: &Access) -> Option<MbarrierUse> {
    match access.update.as_ref().map(|update| &update.change) {
        Some(Change::Mbarrier(used)) => Some(*used),
        Some(
            Change::Nothing
            | Change::Add(_)
            | Change::AddFloat(_)
            | Change::Set(_)
            | Change::Replace { .. }
            | Change::Count(_)
            | Change::SetBits(_)
            | Change::Unknown,
        )
        | None => None,
    }
}

fn is_arrival(access: &Access) -> bool {
    match mbarrier(access) {
        Some(MbarrierUse::Arrive(_) | MbarrierUse::ArriveExpecting(_) | MbarrierUse::Drop(_)) => true,
        Some(
            MbarrierUse::Init(_)
            | MbarrierUse::Invalidate
            | MbarrierUse::Expect(_)
            | MbarrierUse::Complete(_)
            | MbarrierUse::Test(_)
            | MbarrierUse::Wait(_),
        )
        | None => false,
    }
}

fn is_wait(access: &Access) -> bool {
    match mbarrier(access) {
        Some(MbarrierUse::Test(_) | MbarrierUse::Wait(_)) => true,
        Some(
            MbarrierUse::Init(_)
            | MbarrierUse::Invalidate
            | MbarrierUse::Expect(_)
            | MbarrierUse::Complete(_)
            | MbarrierUse::Arrive(_)
            | MbarrierUse::ArriveExpecting(_)
            | MbarrierUse::Drop(_),
        )
        | None => false,
    }
}

/// The bodies around an access, innermost first, each with the place in it.
fn around<'k>(body: &'k [Step], access: &Access) -> Vec<(&'k [Step], usize)> {
    for (at, step) in body.iter().enumerate() {
        let mut found = match step {
            Step::Access(one) if one.id == access.id => vec![],
            Step::Loop(l) => match around(&l.body, access) {
                inside if inside.is_empty() => continue,
                inside => inside,
            },
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) => continue,
        };
        found.push((body, at));
        return found;
    }
    vec![]
}

fn behind_of<'k>(body: &'k [Step], access: &Access, is_it: fn(&Access) -> bool) -> Option<&'k Access> {
    let bodies = around(body, access);
    let whole = bodies.first().filter(|_| bodies.len() > 1);
    let behind = bodies.iter().flat_map(|(body, at)| body.iter().skip(at + 1));
    nearest(behind, is_it).or_else(|| nearest(whole?.0.iter(), is_it))
}

fn before_of<'k>(body: &'k [Step], access: &Access, is_it: fn(&Access) -> bool) -> Option<&'k Access> {
    let bodies = around(body, access);
    let whole = bodies.first().filter(|_| bodies.len() > 1);
    let before = bodies.iter().flat_map(|(body, at)| body.iter().take(*at).rev());
    nearest(before, is_it).or_else(|| nearest(whole?.0.iter(), is_it))
}

/// The first that is one, up to a barrier of the whole block.
fn nearest<'k>(steps: impl Iterator<Item = &'k Step>, is_it: fn(&Access) -> bool) -> Option<&'k Access> {
    for step in steps {
        let found = match step {
            Step::Access(access) => Some(access).filter(|access| is_it(access)),
            Step::Loop(l) => walk::accesses(&l.body).find(|access| is_it(access)),
            Step::Sync(sync) if sync.scope >= SyncScope::Block && sync.named.is_none() && sync.orders => return None,
            Step::Sync(_) | Step::Fence(_) => None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}
