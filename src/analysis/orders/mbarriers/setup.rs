//! How mbarriers are set up: which visits may be to one object, for how many arrivals each is, and that nothing else happens to it.
//!
//! Asked of a family of visits: every place that sets one of its objects up stands before a barrier of the block that stands before
//! all visits; all say one count; a thread that can be told has set up every object that is visited; nothing else writes there, and
//! what ends an object stands behind a barrier behind all visits. The barrier is one of the cluster for visits by other blocks, and for
//! those of the thread that sets the object up its own order does.
//!
//! A named barrier is set up from the beginning.
//!
//! Direction: a family of which this is not seen is not followed.

use super::asking::{Asker, Two};
use super::counting::counted;
use super::visits::{Found, Side, comes_first, common, indices, is_by_index, place_of, use_of};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::knowledge::{Came, Place, Unit, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::orders::order::before_barrier;
use crate::analysis::pair::conflict::overlap;
use crate::analysis::pair::threads::Who;
use crate::kernel::target::{BLOCK_LIMIT, LANES, REGISTER};
use crate::kernel::{Access, Array, MemorySpace, Step, walk};
use crate::term::{BinaryOp, CastOp, Sharing, Term, Terms, VarKind};
use crate::verdict::{Level, MbarrierGap};

/// An access with where it stands.
type Placed<'a> = (&'a Access, &'a Place);

/// Numbers the families of the visits, and gives how many numbers there are; some may have no visits.
pub(super) fn families(session: &mut Session<'_>, world: &mut Prepared, visits: &mut [Visit]) -> usize {
    for i in 0..visits.len() {
        visits[i].family = i;
        for j in 0..i {
            let (of_i, of_j) = (visits[i].family, visits[j].family);
            if of_i == of_j {
                continue;
            }
            let (a, b) = (visits[j].clone(), visits[i].clone());
            if may_be_one(session, world, &a, &b) {
                let (keep, gone) = (of_i.min(of_j), of_i.max(of_j));
                visits.iter_mut().filter(|v| v.family == gone).for_each(|v| v.family = keep);
            }
        }
    }
    visits.len()
}

fn may_be_one(session: &mut Session<'_>, world: &mut Prepared, a: &Visit, b: &Visit) -> bool {
    if a.access.array != b.access.array {
        return false;
    }
    let reached = a.access.rank.is_some();
    a.access.offset == b.access.offset
        || reached != b.access.rank.is_some()
        || Two::all(reached).iter().any(|two| {
            let mut asker = Asker::of(session, world, *two);
            asker.meet(a, b);
            !asker.excludes([])
        })
}

/// For how many arrivals the objects of a family are.
pub(super) fn expected(
    session: &mut Session<'_>,
    world: &mut Prepared,
    found: &Found,
    family: &[&Visit],
) -> Result<Term, MbarrierGap> {
    let body = world.kernel.body.clone();
    let array = family.first().map(|v| v.access.array);
    let declared = array.and_then(|a| world.kernel.arrays.get(a.0));
    let reached = match declared.map(|a| a.space) {
        Some(MemorySpace::Shared) => false,
        Some(MemorySpace::Cluster) => true,
        Some(MemorySpace::Global | MemorySpace::Tabled) | None => return Err(MbarrierGap::OtherAccess),
    };
    if family.iter().any(|v| v.access.rank.is_some() != reached || reached && v.drops()) {
        return Err(MbarrierGap::OtherBlocks);
    }
    if let Some(threads) = declared.and_then(|a| a.opens_for) {
        return named(session, world, family, threads);
    }
    let mut counts: Vec<(Placed<'_>, Term)> = vec![];
    for (place, access, count) in found.setups.iter().filter(|(_, a, _)| Some(a.array) == array) {
        if !family.iter().any(|v| may_meet(session, world, (access, place), v)) {
            continue;
        }
        let setup = (access, place);
        match count {
            Some(count) if family.iter().all(|v| is_apart(session, world, &body, setup, v, Side::Before)) => {
                counts.push((setup, *count))
            }
            Some(_) => return Err(MbarrierGap::SetUpLate),
            None if family.iter().all(|v| is_apart(session, world, &body, setup, v, Side::Behind)) => {}
            None => return Err(MbarrierGap::EndedEarly),
        }
    }
    let (_, count) = *counts.first().ok_or(MbarrierGap::NotSetUp)?;
    if counts.iter().any(|(_, other)| *other != count) || !is_same_for_all(&world.terms, count) {
        return Err(MbarrierGap::Count);
    }
    if !family.iter().all(|v| is_set_up(session, world, v, &counts)) {
        return Err(MbarrierGap::NotSetUp);
    }
    if is_accessed_otherwise(session, world, family) {
        return Err(MbarrierGap::OtherAccess);
    }
    Ok(count)
}

/// How many arrivals open a named barrier. It counts warps: all lanes have to come, and as many as it is for, which are as many in each
/// phase.
fn named(
    session: &mut Session<'_>,
    world: &mut Prepared,
    family: &[&Visit],
    threads: u64,
) -> Result<Term, MbarrierGap> {
    let is_arrival = |v: &&&Visit| matches!(v.came, Came::Arrives { .. });
    let arrivals: Vec<&Visit> = family.iter().filter(is_arrival).copied().collect();
    let come = counted(world, &arrivals, Unit::Thread, BLOCK_LIMIT);
    if come != Some(threads) {
        return Err(MbarrierGap::Threads);
    }
    let is_whole = threads.is_multiple_of(u64::from(LANES)) && arrivals.iter().all(|v| is_by_warps(session, world, v));
    is_whole.then(|| world.terms.constant(REGISTER, threads)).ok_or(MbarrierGap::PartOfWarp)
}

/// Whether all lanes of a warp come in an iteration in which one does.
fn is_by_warps(session: &mut Session<'_>, world: &mut Prepared, visit: &Visit) -> bool {
    let threads = world.block_dim.iter().try_fold(1u64, |n, d| n.checked_mul(world.terms.as_const(*d)?));
    let mut asker = Asker::of(session, world, Two::Lanes);
    asker.holds(Who::Left, [visit.condition]);
    for l in &visit.place.loops {
        let counter = asker.terms().var(l.counter);
        let same = asker.agree(counter, counter);
        asker.facts.push(same);
    }
    let comes = asker.own(Who::Right, visit.condition);
    let not = asker.terms().not(comes);
    threads.is_some_and(|n| n.is_multiple_of(u64::from(LANES))) && asker.excludes([not])
}

/// Whether it is one value in the launch.
fn is_same_for_all(terms: &Terms, t: Term) -> bool {
    let shared = terms.vars_of(&[t]).iter().all(|v| match terms.var_info(*v).kind {
        VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => true,
        VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Local | VarKind::Counter => {
            false
        }
    });
    shared && terms.apps_of(&[t]).is_empty()
}

/// That an access happens, with the loops around it.
fn happens(terms: &mut Terms, access: &Access, place: &Place) -> Term {
    let around = place.loops.iter().flat_map(|l| [l.executed, l.since]);
    let all: Vec<Term> = around.chain([access.guard]).collect();
    terms.all(all)
}

/// Whether an access and a visit, of one thread or of two, may be to common bytes.
fn may_meet(session: &mut Session<'_>, world: &mut Prepared, placed: Placed<'_>, visit: &Visit) -> bool {
    let reached = visit.access.rank.is_some();
    Two::all(reached).iter().any(|two| may_meet_as(session, world, placed, visit, *two))
}

fn may_meet_as(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (access, place): Placed<'_>,
    visit: &Visit,
    two: Two,
) -> bool {
    let happens = happens(&mut world.terms, access, place);
    let mut asker = Asker::of(session, world, two);
    asker.holds(Who::Left, [happens]);
    asker.holds(Who::Right, [visit.condition]);
    let [at, bytes] = [access.offset, access.bytes].map(|t| asker.own(Who::Left, t));
    let [to, length] = [visit.access.offset, visit.access.bytes].map(|t| asker.own(Who::Right, t));
    let alignment = access.alignment.min(visit.access.alignment);
    let mut common = overlap(asker.terms(), alignment, (at, bytes), (to, length));
    // One that is not known may be to any block.
    if let (Some(a), Some(b)) = (access.rank, visit.access.rank) {
        common.push(asker.agree(a, b));
    }
    !asker.excludes(common)
}

/// Whether what sets an object up, or ends it, is on one side of a visit to it: for threads that may come to one object, by a barrier
/// of all of them; for one thread, by its own order.
fn is_apart(
    session: &mut Session<'_>,
    world: &mut Prepared,
    body: &[Step],
    (access, place): Placed<'_>,
    visit: &Visit,
    side: Side,
) -> bool {
    let pair = match side {
        Side::Before => [access, &visit.access],
        Side::Behind => [&visit.access, access],
    };
    let at_one_place = pair.iter().all(|a| place_of(body, a.id).is_some());
    let ordered = |world: &Prepared, level| at_one_place && before_barrier(&world.terms, body, pair, level);
    let in_program = common(place, &visit.place) == 0
        && match side {
            Side::Before => comes_first(place, &visit.place),
            Side::Behind => comes_first(&visit.place, place),
        };
    Two::all(visit.access.rank.is_some()).iter().all(|two| {
        let is_ordered = match two {
            Two::Same => in_program || ordered(world, Level::Block),
            Two::Lanes | Two::Threads => ordered(world, Level::Block),
            Two::Blocks => ordered(world, Level::Cluster),
        };
        is_ordered || !may_meet_as(session, world, (access, place), visit, *two)
    })
}

/// Whether something that is no operation on an mbarrier may access one.
fn is_accessed_otherwise(session: &mut Session<'_>, world: &mut Prepared, family: &[&Visit]) -> bool {
    let body = world.kernel.body.clone();
    let array = family.first().map(|v| v.access.array);
    let others = walk::accesses(&body).filter(|a| Some(a.array) == array && use_of(a).is_none());
    for access in others {
        let Some(place) = place_of(&body, access.id) else { return true };
        if family.iter().any(|v| may_meet(session, world, (access, &place), v)) {
            return true;
        }
    }
    false
}

/// Whether one thread that is told by its index has set up the object of every such visit.
fn is_set_up(session: &mut Session<'_>, world: &mut Prepared, visit: &Visit, counts: &[(Placed<'_>, Term)]) -> bool {
    let mut ways = vec![];
    let own_rank = world.cluster.map(|c| c.rank);
    for ((access, place), _) in counts {
        let happens = happens(&mut world.terms, access, place);
        // The block of that rank has done as this one has.
        let is_everywhere = access.rank == own_rank && is_same_in_blocks(&world.terms, &[happens, access.offset]);
        if visit.access.rank.is_some() && !is_everywhere {
            continue;
        }
        for index in indices(world, happens) {
            ways.extend(by_thread(world, index, (happens, access.offset), place, visit.access.offset));
        }
    }
    let inside = inside(world, visit);
    let mut asker = Asker::of(session, world, Two::Same);
    asker.holds(Who::Left, [visit.condition, inside]);
    let any = asker.terms().any(ways);
    let any = asker.own(Who::Left, any);
    let none = asker.terms().not(any);
    asker.excludes([none])
}

/// Whether terms are the same for all blocks of the launch.
fn is_same_in_blocks(terms: &Terms, all: &[Term]) -> bool {
    let of_block = |v| matches!(terms.var_info(v).kind, VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Local);
    !terms.vars_of(all).into_iter().any(of_block)
        && terms.apps_of(all).iter().all(|(_, f)| terms.func_info(*f).sharing == Sharing::Grid)
}

/// That a visit is inside its object, which is assumed of all accesses.
fn inside(world: &mut Prepared, visit: &Visit) -> Term {
    let bytes = world.kernel.arrays.get(visit.access.array.0).and_then(Array::declared_bytes);
    let terms = &mut world.terms;
    let Some(bytes) = bytes else { return terms.truth() };
    let offset = visit.access.offset;
    let (zero, end) = (terms.constant(terms.width(offset), 0), terms.int(terms.width(offset), bytes));
    let (above, below) = (terms.sle(zero, offset), terms.slt(offset, end));
    terms.and(above, below)
}

/// That the thread with an index sets up the object at a place, in the one iteration that goes there.
fn by_thread(
    world: &mut Prepared,
    index: u64,
    (happens, offset): (Term, Term),
    place: &Place,
    wanted: Term,
) -> Option<Term> {
    let (thread, [columns, ..]) = (world.kernel.launch.thread, world.block_dim);
    let terms = &mut world.terms;
    if !is_by_index(terms, &[happens, offset], Sharing::Block) {
        return None;
    }
    let mut both = [happens, offset];
    for (axis, v) in thread.into_iter().enumerate() {
        let number = terms.constant(terms.var_info(v).width, if axis == 0 { index } else { 0 });
        both = both.map(|t| terms.replace(t, v, number));
    }
    match place.loops.as_slice() {
        [] => {}
        [l] => {
            let counter = l.counter;
            let width = terms.var_info(counter).width;
            let [first, second] = [0, 1].map(|n| {
                let n = terms.constant(width, n);
                terms.replace(both[1], counter, n)
            });
            let stride = terms.sub(second, first);
            terms.as_const(stride).filter(|n| *n > 0)?;
            let distance = terms.sub(wanted, first);
            let iteration = terms.binary(BinaryOp::UDiv, distance, stride);
            let iteration = terms.cast(CastOp::Trunc, width, iteration);
            both = both.map(|t| terms.replace(t, counter, iteration));
        }
        [_, _, ..] => return None,
    }
    let [happens, offset] = both;
    let (same, first) = (terms.eq(offset, wanted), terms.constant(terms.width(columns), index));
    let exists = terms.slt(first, columns);
    Some(terms.all([happens, same, exists]))
}
