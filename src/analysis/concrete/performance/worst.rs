//! The warp that pays most for an access, over what the launch leaves open.
//!
//! Where there are few values they are all tried together; else one after the other is changed as long as that makes it worse.
//!
//! A launch counts if no thread breaks a fact of the kernel, and all that make the access stay inside its array. Whether a lane comes
//! may depend on contents of memory: they may be such that it does.

use super::banks::{self, Lane};
use super::sectors::sectors;
use super::shapes::{Shape, groups};
use super::variables::{Choice, Open, Subject, open};
use crate::analysis::concrete::values::{Compiled, Setting};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::target::LANES;
use crate::kernel::{Access, Array, Loop, MemorySpace, Part};
use crate::term::{Term, VarKind, signed};
use crate::verdict::Cost;
use std::cell::Cell;
use std::collections::BTreeSet;

/// Up to so many launches and iterations are all tried.
const ALL: usize = 600;
/// How often each value is tried anew.
const ROUNDS: usize = 3;
/// Evaluations for what is said of the worst.
const RESERVE: u64 = 500_000;
/// The most bytes that a block's shared memory has.
const SHARED_BYTES: i64 = 232_448;

/// How much an access costs: of banks the degree, of sectors the part that is needed, in thousandths, then all.
type Rank = (u64, u64);

/// What a warp pays.
#[derive(Clone, Debug)]
pub(super) struct Worst {
    pub(super) cost: Cost,
    pub(super) rank: Rank,
    pub(super) shape: Shape,
    pub(super) block: [u32; 3],
    /// The lanes that make the access, with threads, and bytes from the start of the array.
    pub(super) lanes: Vec<(u32, [u32; 3], i64)>,
    /// How many lanes of the warp are served at once.
    pub(super) served: u32,
    /// Those that collide.
    pub(super) colliding: BTreeSet<u32>,
    /// Values that it depends on: name, value, and whether a loop counts it.
    pub(super) values: Vec<(String, i64, bool)>,
    /// Some come only if memory holds the right values.
    pub(super) rests_on_contents: bool,
}

/// The lanes of a warp that make an access.
struct Together {
    lanes: Vec<(u32, [u32; 3], i64)>,
    rests_on_contents: bool,
}

/// What they pay.
struct Price {
    rank: Rank,
    cost: Cost,
    served: u32,
    colliding: BTreeSet<u32>,
}

/// Why there are none.
enum Bar {
    /// No launch is like this.
    Impossible,
    /// It depends on what is not followed.
    NotFollowed,
}

/// An access, with what is evaluated of it.
struct Site<'w> {
    world: &'w Prepared,
    array: &'w Array,
    /// How many of a warp have an address.
    lanes: u32,
    bytes: u64,
    alignment: u64,
    is_global: bool,
    compiled: Compiled<'w>,
    /// How many of the roots, behind the offset, say whether the access is made; facts follow.
    conditions: usize,
    open: Open,
}

/// The worst of what is known to be possible; `None` where no warp pays more than the least, or nothing is known.
pub(super) fn worst(world: &Prepared, access: &Access, around: &[&Loop], fuel: &Cell<u64>) -> Option<Worst> {
    let site = Site::new(world, access, around, fuel)?;
    for group in groups(world) {
        let mut best: Option<Found> = None;
        let mut is_possible = false;
        for shape in group {
            let usual = |choice: &Choice| choice.usual;
            let all = |choice: &Choice| choice.values.len();
            let Ok(mut found) = site.search(shape, &usual) else { return None };
            if found.is_none() {
                found = site.search(shape, &all).ok()?;
            }
            is_possible |= found.is_some();
            let is_worse = |one: &Found| best.as_ref().is_none_or(|known| one.rank > known.rank);
            best = found.filter(is_worse).or(best);
        }
        if is_possible {
            return best.filter(|found| found.rank.0 > 0).and_then(|found| site.told(&found));
        }
    }
    None
}

/// A launch and an iteration, with the rank of its worst warp.
#[derive(Clone, Debug)]
struct Found {
    rank: Rank,
    shape: Shape,
    chosen: Vec<usize>,
    warp: u32,
}

impl<'w> Site<'w> {
    fn new(world: &'w Prepared, access: &'w Access, around: &[&Loop], fuel: &'w Cell<u64>) -> Option<Site<'w>> {
        let array = world.kernel.arrays.get(access.array.0)?;
        let terms = &world.terms;
        let bytes = terms.as_const(access.bytes).filter(|bytes| (1..=4096).contains(bytes))?;
        let is_global = match array.space {
            MemorySpace::Shared => false,
            MemorySpace::Global => true,
            MemorySpace::Cluster | MemorySpace::Tabled => return None,
        };
        // Rows of matrices have their addresses from the first lanes, eight of which are served at once.
        let (lanes, row) = match access.tile.as_ref().map(|tile| tile.part) {
            Some(Part::OfLane(lanes, when)) => (lanes, Some(when)),
            Some(Part::Numbered(_)) | None => (LANES, None),
        };
        let loops = around.iter().flat_map(|l| [l.entered, l.executed]).chain(row);
        let mut roots: Vec<Term> = [access.offset, access.guard].into_iter().chain(loops).collect();
        let conditions = roots.len() - 1;
        let launch = world.kernel.launch;
        let compile = |roots| Compiled::new(terms, (launch, &world.kernel.exits), roots, fuel);
        let known = compile(roots.clone()).vars();
        let of_block = |v| launch.thread.contains(&v) || launch.block_dim.contains(&v);
        let is_about = |fact: &&Term| terms.vars_of(&[**fact]).into_iter().all(|v| known.contains(&v) || of_block(v));
        roots.extend(world.kernel.facts.iter().filter(is_about));
        let compiled = compile(roots);
        let open = open(world, &compiled, is_global);
        let alignment = if row.is_some() { bytes } else { access.alignment };
        Some(Site { world, array, lanes, bytes, alignment, is_global, compiled, conditions, open })
    }

    /// The worst warp in blocks of a shape, with so many values of each choice; `None` if no launch has them.
    fn search(&self, shape: Shape, values: &dyn Fn(&Choice) -> usize) -> Result<Option<Found>, Bar> {
        let sizes: Vec<usize> = self.open.choices.iter().map(values).collect();
        if sizes.contains(&0) {
            return Ok(None);
        }
        let number = sizes.iter().try_fold(1usize, |all, size| all.checked_mul(*size));
        let mut best: Option<Found> = None;
        let mut chosen = vec![0; sizes.len()];
        if number.is_some_and(|number| number <= ALL) {
            loop {
                self.weigh(shape, &chosen, &mut best)?;
                if self.compiled.is_exhausted() || !next(&mut chosen, &sizes) {
                    return Ok(best);
                }
            }
        }
        self.weigh(shape, &chosen, &mut best)?;
        for _ in 0..ROUNDS {
            let before = best.as_ref().map(|found| found.rank);
            for (i, size) in sizes.iter().enumerate() {
                for value in 0..*size {
                    chosen = best.as_ref().map_or(chosen, |found| found.chosen.clone());
                    chosen[i] = value;
                    self.weigh(shape, &chosen, &mut best)?;
                }
            }
            if best.as_ref().map(|found| found.rank) == before || self.compiled.is_exhausted() {
                break;
            }
        }
        Ok(best)
    }

    /// Keeps a choice if it is worse than what is known.
    fn weigh(&self, shape: Shape, chosen: &[usize], best: &mut Option<Found>) -> Result<(), Bar> {
        match self.found(shape, chosen) {
            Ok(found) => {
                if best.as_ref().is_none_or(|known| found.rank > known.rank) {
                    *best = Some(found);
                }
                Ok(())
            }
            Err(Bar::Impossible) => Ok(()),
            // What was found before stays.
            Err(Bar::NotFollowed) if self.compiled.is_exhausted() => Ok(()),
            Err(Bar::NotFollowed) => Err(Bar::NotFollowed),
        }
    }

    /// The worst warp of a launch.
    fn found(&self, shape: Shape, chosen: &[usize]) -> Result<Found, Bar> {
        let setting = self.open.setting(self.world, shape, chosen);
        let mut worst = Found { rank: (0, 0), shape, chosen: chosen.to_vec(), warp: 0 };
        let threads: u32 = shape.iter().product();
        for warp in 0..threads.div_ceil(LANES) {
            let together = self.together(shape, &setting, warp)?;
            let rank = self.cost(&together).map_or((0, 0), |price| price.rank);
            if rank > worst.rank {
                (worst.rank, worst.warp) = (rank, warp);
            }
        }
        Ok(worst)
    }

    fn together(&self, shape: Shape, setting: &Setting, warp: u32) -> Result<Together, Bar> {
        let all: u32 = shape.iter().product();
        let lanes: Vec<u32> = (0..self.lanes).filter(|lane| warp * LANES + lane < all).collect();
        let threads: Vec<[u32; 3]> = lanes.iter().map(|lane| thread(shape, warp * LANES + lane)).collect();
        let mut together = Together { lanes: vec![], rests_on_contents: false };
        for ((lane, thread), values) in lanes.iter().zip(&threads).zip(self.compiled.values(setting, &threads)) {
            let Some((at, said)) = values.split_first() else { continue };
            let (conditions, facts) = said.split_at(self.conditions.min(said.len()));
            if facts.contains(&Some(0)) {
                return Err(Bar::Impossible);
            }
            if conditions.contains(&Some(0)) {
                continue;
            }
            let at = at.ok_or(Bar::NotFollowed)?.cast_signed();
            if !self.is_inside(at) {
                return Err(Bar::Impossible);
            }
            together.rests_on_contents |= conditions.contains(&None);
            together.lanes.push((*lane, *thread, at));
        }
        Ok(together)
    }

    fn is_inside(&self, at: i64) -> bool {
        let most = self.array.declared_bytes().unwrap_or(if self.is_global { i64::MAX } else { SHARED_BYTES });
        at >= 0 && at.checked_add(self.bytes.cast_signed()).is_some_and(|end| end <= most)
    }

    /// What lanes pay together, if it is more than the least.
    fn cost(&self, together: &Together) -> Option<Price> {
        let lanes: Vec<Lane> = together.lanes.iter().map(|(lane, _, at)| (*lane, *at)).collect();
        if self.is_global {
            let (moved, least) = sectors(&lanes, self.bytes)?;
            let rank = (u64::from(moved) * 1000 / u64::from(least.max(1)), moved.into());
            let cost = Cost::Sectors { moved, least };
            return (moved > least).then_some(Price { rank, cost, served: LANES, colliding: BTreeSet::new() });
        }
        let banks::Conflict { degree, bank, together, lanes } = banks::conflict(&lanes, self.bytes, self.alignment)?;
        let (rank, cost) = ((degree.into(), 0), Cost::Banks { degree, bank });
        (degree > 1).then_some(Price { rank, cost, served: together, colliding: lanes })
    }

    /// What is said of it; `None` where other contents of memory would cost something else.
    fn told(&self, found: &Found) -> Option<Worst> {
        let Found { rank, shape, chosen, warp } = found;
        self.compiled.refuel(RESERVE);
        let setting = self.open.setting(self.world, *shape, chosen);
        let together = self.together(*shape, &setting, *warp).ok()?;
        let Price { rank: _, cost, served, colliding } = self.cost(&together)?;
        let mut values = vec![];
        for (i, choice) in self.open.choices.iter().enumerate() {
            let number = match choice.subject {
                Subject::Symbol(_) => choice.usual,
                Subject::Var(_) => choice.values.len(),
            };
            let mut others = (0..number).filter(|at| *at != chosen[i]).map(|at| {
                let mut other = chosen.clone();
                other[i] = at;
                other
            });
            match choice.subject {
                Subject::Symbol(_) if others.any(|other| self.differs(found, &other, &together)) => {
                    return None;
                }
                Subject::Symbol(_) => {}
                Subject::Var(v) => {
                    let matters = |other: Vec<usize>| self.found(*shape, &other).is_ok_and(|found| found.rank < *rank);
                    if others.any(matters) {
                        let info = self.world.terms.var_info(v);
                        let value = signed(info.width, choice.values[chosen[i]]);
                        let name = self.world.terms.written(v).to_owned();
                        values.push((name, value, info.kind == VarKind::Counter));
                    }
                }
            }
        }
        let block = self.world.kernel.launch.block.map(|v| setting.vars.get(&v).map_or(0, |index| *index as u32));
        let (rests_on_contents, lanes) = (together.rests_on_contents, together.lanes);
        let (rank, shape) = (*rank, *shape);
        Some(Worst { cost, rank, shape, block, lanes, served, colliding, values, rests_on_contents })
    }

    /// Whether as many lanes pay something else with other contents.
    fn differs(&self, found: &Found, other: &[usize], together: &Together) -> bool {
        let setting = self.open.setting(self.world, found.shape, other);
        let Ok(others) = self.together(found.shape, &setting, found.warp) else { return false };
        let rank = self.cost(&others).map_or((0, 0), |price| price.rank);
        others.lanes.len() == together.lanes.len() && rank != found.rank
    }
}

/// The next choice, the last value first; none left if it is false.
fn next(chosen: &mut [usize], sizes: &[usize]) -> bool {
    for (at, size) in chosen.iter_mut().zip(sizes).rev() {
        *at += 1;
        if *at < *size {
            return true;
        }
        *at = 0;
    }
    false
}

/// The thread of a number in its block.
fn thread([x, y, _]: Shape, number: u32) -> [u32; 3] {
    let (x, y) = (x.max(1), y.max(1));
    [number % x, number / x % y, number / x / y]
}
