//! How many threads arrive at an mbarrier in one generation: at most as many as it is for?
//!
//! The threads of a block are taken by *units*, threads, warps or the whole block, of which at most one thread arrives in a generation
//! (`proofs` asks that). With as many units as the object is for, a generation is over only once each of them has arrived. Units are
//! counted one by one where the block's size is known, by the conditions that depend on the thread's index alone; else by the block's
//! extents, or a bound of the index.
//!
//! Of an object that other blocks of the cluster reach, the arrivals of one generation may all come from threads of one block: then these
//! are counted. Else the threads of all blocks are counted one by one, if the cluster has the same extents in every launch.
//!
//! Direction: more threads are counted than come, so that "at most" is proved.

use super::asking::{Asker, GENERATION, Two, wide};
use super::objects::Object;
use super::visits::bytes_of;
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::by_index::{At, Dependence, dependence};
use crate::analysis::facts::knowledge::{Came, Unit, Visit};
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes::{different_warps, linear};
use crate::kernel::target::{BLOCK_LIMIT, LANES, REGISTER, WARP_GROUP};
use crate::term::{BinaryOp, CompareOp, Node, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Whether those that arrive are few enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fits {
    No,
    /// All that may arrive at some object of the family.
    All,
    /// Those of one warp group, of which alone any arrive at an object.
    OneGroup,
}

/// Whether as many units as arrive at the objects of a family are at most `count`. All arrivals are of one weight.
pub(super) fn at_most(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (arrivals, unit): (&[&Visit], Unit),
    count: Term,
) -> Fits {
    let Some(weight) = weight(&world.terms, arrivals) else { return Fits::No };
    let fits = |holds: bool| if holds { Fits::All } else { Fits::No };
    if !are_of_one_block(session, world, arrivals) {
        let most = counted_in_cluster(world, arrivals, unit, None);
        return fits(most.is_some_and(|most| bounded(session, world, most.saturating_mul(weight), count)));
    }
    if unit == Unit::Block {
        return fits(bounded(session, world, weight, count));
    }
    if let Some(most) = counted(world, arrivals, unit, BLOCK_LIMIT) {
        if bounded(session, world, most.saturating_mul(weight), count) {
            return Fits::All;
        }
        // Threads of several warp groups may never come to one object.
        let size = u64::from(WARP_GROUP);
        let most = counted(world, arrivals, unit, size).filter(|_| are_apart(session, world, arrivals));
        let holds = most.is_some_and(|most| bounded(session, world, most.saturating_mul(weight), count));
        return if holds { Fits::OneGroup } else { Fits::No };
    }
    let all: Vec<Term> = bounds(world, arrivals, unit);
    fits(all.into_iter().any(|threads| {
        let terms = &mut world.terms;
        let (threads, count) = (wide(terms, threads), wide(terms, count));
        let weight = terms.constant(GENERATION, weight);
        let (needed, room) = match unit {
            Unit::Thread | Unit::Block => (terms.mul(threads, weight), count),
            Unit::Warp => {
                let lanes = terms.constant(GENERATION, u64::from(LANES));
                let needed = terms.mul(threads, weight);
                (needed, terms.mul(count, lanes))
            }
        };
        let more = terms.slt(room, needed);
        exceeds(session, world, more)
    }))
}

/// The most units that arrive at one object for one generation, as a number.
pub(super) fn most(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (arrivals, unit): (&[&Visit], Unit),
) -> Option<u64> {
    if !are_of_one_block(session, world, arrivals) {
        return counted_in_cluster(world, arrivals, unit, None);
    }
    if unit == Unit::Block { Some(1) } else { counted(world, arrivals, unit, BLOCK_LIMIT) }
}

/// How many arrivals each makes at once, if all make as many.
fn weight(terms: &Terms, arrivals: &[&Visit]) -> Option<u64> {
    let weights: BTreeSet<Option<u64>> = arrivals
        .iter()
        .map(|a| match a.came {
            Came::Arrives { count, .. } => terms.as_const(count),
            Came::Copies => bytes_of(a).and_then(|b| terms.as_const(b)),
            Came::Waits(_) | Came::Expects => None,
        })
        .collect();
    let mut weights = weights.into_iter();
    let only = weights.next()??;
    (weights.next().is_none() && only > 0).then_some(only)
}

pub(super) fn bounded(session: &mut Session<'_>, world: &mut Prepared, needed: u64, count: Term) -> bool {
    let terms = &mut world.terms;
    let (needed, count) = (terms.constant(GENERATION, needed), wide(terms, count));
    let more = terms.slt(count, needed);
    exceeds(session, world, more)
}

/// Whether `more` never holds.
fn exceeds(session: &mut Session<'_>, world: &mut Prepared, more: Term) -> bool {
    let mut asker = Asker::of(session, world, Two::Same);
    let more = asker.own(crate::analysis::pair::threads::Who::Left, more);
    asker.excludes([more])
}

/// Whether no two threads of different warp groups ever arrive at one object.
fn are_apart(session: &mut Session<'_>, world: &mut Prepared, arrivals: &[&Visit]) -> bool {
    arrivals.iter().enumerate().all(|(i, a)| {
        arrivals[i..].iter().all(|b| {
            let mut asker = Asker::of(session, world, Two::Threads);
            asker.meet(a, b);
            let apart = different_warps(asker.world, &mut asker.scene.pairing, WARP_GROUP);
            asker.excludes([apart])
        })
    })
}

/// Whether no two threads of different blocks arrive at one object for one generation.
fn are_of_one_block(session: &mut Session<'_>, world: &mut Prepared, arrivals: &[&Visit]) -> bool {
    if arrivals.iter().all(|a| a.access.rank.is_none()) {
        return true;
    }
    arrivals.iter().enumerate().all(|(i, a)| {
        arrivals[i..].iter().all(|b| {
            let (Some(x), Some(y)) = (a.claim, b.claim) else { return false };
            let mut asker = Asker::of(session, world, Two::Blocks);
            asker.meet(a, b);
            let same = asker.agree(x, y);
            asker.excludes([same])
        })
    })
}

fn block_size(world: &Prepared) -> Option<u64> {
    world.block_dim.iter().try_fold(1u64, |n, d| n.checked_mul(world.terms.as_const(*d)?))
}

/// The most arrivals, or bytes, of all blocks of a cluster but one, whichever that is, at one object.
pub(super) fn most_elsewhere(world: &mut Prepared, arrivals: &[&Visit], unit: Unit) -> Option<u64> {
    let weight = weight(&world.terms, arrivals)?;
    let blocks = world.cluster?.blocks(&mut world.terms, world.kernel.launch)?.len();
    let mut each = (0..blocks).map(|block| counted_in_cluster(world, arrivals, unit, Some(block)));
    each.try_fold(0, |most, n| Some(n?.max(most)))?.checked_mul(weight)
}

/// The most units of all blocks of a cluster, or of all but one, that arrive at one object, counted one by one.
fn counted_in_cluster(world: &mut Prepared, arrivals: &[&Visit], unit: Unit, without: Option<usize>) -> Option<u64> {
    let size = block_size(world).filter(|size| *size <= BLOCK_LIMIT)?;
    let blocks = world.cluster?.blocks(&mut world.terms, world.kernel.launch)?;
    let mut census = Census { unit, units: BTreeMap::new() };
    for (block, mut by) in blocks.into_iter().enumerate().filter(|(block, _)| Some(*block) != without) {
        for arrival in arrivals {
            let condition = world.terms.substitute(arrival.condition, &mut by);
            let object = Object::of(&arrival.access).map(|t| world.terms.substitute(t, &mut by));
            census.add(world, (condition, object), block, 0..size)?;
        }
    }
    Some(census.most())
}

/// The most units of so many threads in a row that arrive at one object, counted one by one.
pub(super) fn counted(world: &Prepared, arrivals: &[&Visit], unit: Unit, row: u64) -> Option<u64> {
    let size = block_size(world)?;
    if size > BLOCK_LIMIT {
        return Some(BLOCK_LIMIT + 1);
    }
    let rows = (0..size.div_ceil(row)).map(|n| n * row..((n + 1) * row).min(size));
    rows.map(|threads| counted_of(world, arrivals, unit, threads)).try_fold(0, |most, n| Some(n?.max(most)))
}

/// Likewise, of these threads.
fn counted_of(world: &Prepared, arrivals: &[&Visit], unit: Unit, threads: Range<u64>) -> Option<u64> {
    let mut census = Census { unit, units: BTreeMap::new() };
    for arrival in arrivals {
        census.add(world, (arrival.condition, Object::of(&arrival.access)), 0, threads.clone())?;
    }
    Some(census.most())
}

/// By block and number.
type Units = BTreeSet<(usize, u64)>;

/// Which units arrive at an object; `None` stands for any one.
struct Census {
    unit: Unit,
    units: BTreeMap<Option<(u64, u64)>, Units>,
}

impl Census {
    /// Counts the threads of a block that may make an arrival.
    fn add(
        &mut self,
        world: &Prepared,
        (condition, object): (Term, Object),
        block: usize,
        threads: Range<u64>,
    ) -> Option<()> {
        let terms = &world.terms;
        let own = own_of(terms, condition);
        let by_index = object.terms().all(|t| dependence(terms, t) == Dependence::Own);
        for thread in threads {
            let at = At::new(world, thread);
            if own.iter().any(|t| terms.eval(*t, &at) == Some(0)) {
                continue;
            }
            let place = if by_index {
                let rank = object.rank.map_or(Some(0), |rank| terms.eval(rank, &at))?;
                Some((terms.eval(object.offset, &at)?, rank))
            } else {
                None
            };
            let number = match self.unit {
                Unit::Thread => thread,
                Unit::Warp => thread / u64::from(LANES),
                Unit::Block => 0,
            };
            self.units.entry(place).or_default().insert((block, number));
        }
        Some(())
    }

    /// The most that may arrive at one object.
    fn most(mut self) -> u64 {
        let anywhere = self.units.remove(&None).unwrap_or_default();
        let each = self.units.values().map(|at| at.union(&anywhere).count() as u64).max();
        each.unwrap_or(0).max(anywhere.len() as u64)
    }
}

pub(super) fn own_of(terms: &Terms, condition: Term) -> Vec<Term> {
    let mut all = literals::conjuncts(terms, &[condition]);
    all.retain(|t| dependence(terms, *t) == Dependence::Own);
    all
}

/// Numbers of threads of which one is never exceeded: of the whole block, and what a comparison of the thread's number leaves of it.
fn bounds(world: &mut Prepared, arrivals: &[&Visit], unit: Unit) -> Vec<Term> {
    let number = linear(world);
    let [x, y, z] = world.block_dim;
    let terms = &mut world.terms;
    let rows = terms.mul(y, z);
    let whole = terms.mul(x, rows);
    let mut found = vec![whole];
    let [first, rest @ ..] = arrivals else { return found };
    for part in literals::conjuncts(terms, &[first.condition]) {
        let of_all = rest.iter().all(|a| literals::conjuncts(terms, &[a.condition]).contains(&part));
        let (inner, is_negated) = match *terms.node(part) {
            Node::Not(inner) => (inner, true),
            Node::Const { .. }
            | Node::Var(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => (part, false),
        };
        let Node::Compare(op, a, b) = *terms.node(inner) else { continue };
        if !of_all || terms.width(a) != REGISTER {
            continue;
        }
        let one = terms.constant(REGISTER, 1);
        // How many numbers are below, or what is not above.
        let (below, limit) = match (op, is_negated) {
            (CompareOp::Slt | CompareOp::Ult, false) if a == number => (true, b),
            (CompareOp::Sle | CompareOp::Ule, false) if a == number => (true, terms.add(b, one)),
            (CompareOp::Slt | CompareOp::Ult, true) if a == number => (false, b),
            (CompareOp::Sle | CompareOp::Ule, false) if b == number => (false, a),
            (CompareOp::Slt | CompareOp::Ult, false) if b == number => (false, terms.add(a, one)),
            (CompareOp::Sle | CompareOp::Ule, true) if b == number => (true, a),
            (CompareOp::Eq | CompareOp::Slt | CompareOp::Ult | CompareOp::Sle | CompareOp::Ule, _) => continue,
        };
        // What is above a limit may begin inside of a warp.
        if !same_for_block(terms, limit) || !below && unit == Unit::Warp {
            continue;
        }
        found.push(if below { limit } else { terms.binary(BinaryOp::Sub, whole, limit) });
    }
    found
}

fn same_for_block(terms: &Terms, t: Term) -> bool {
    match dependence(terms, t) {
        Dependence::Uniform => true,
        Dependence::Own => terms.as_const(t).is_some(),
        Dependence::Mixed => false,
    }
}
