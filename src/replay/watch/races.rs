//! Watches accesses: which were to one byte with nothing that orders them.
//!
//! Of a byte it keeps the latest access of each agent at each site that is watched: if an earlier one is not ordered with a
//! third access, the latest is not either.
//!
//! Direction: what is found happened. Orders that no schedule of this kind shows (a lock that was free) count as orders.

use super::absent::{Absent, Remote};
use super::arrivals::Barrier;
use super::order::Clocks;
use crate::kernel::program::{AccessScope, AccessSite, Mode, Timing};
use crate::replay::memory::{Place, SHARED_ROOM};
use crate::span::Span;
use crate::verdict::{AccessMode, Refutation};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A race between accesses at these places, and then the execution ends.
    Pair([(Span, AccessMode); 2]),
    /// An access to the shared memory of a block that may not have begun, or have ended.
    Absent(Remote),
    /// That a thread misses a barrier.
    Missed(Barrier),
    /// All races.
    All,
}

/// Two accesses that raced.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Race {
    /// Sites of the program.
    pub sites: [u32; 2],
    /// Threads as they are numbered in the execution, block by block.
    pub threads: [usize; 2],
    /// A byte that both access.
    pub address: u64,
    /// Behind the last of those that follow it and that both access, too.
    pub end: u64,
}

/// One access to bytes that other threads can reach.
#[derive(Clone, Copy, Debug)]
pub(in crate::replay) struct Made {
    pub(in crate::replay) site: u32,
    pub(in crate::replay) thread: usize,
    /// The block that the thread belongs to.
    pub(in crate::replay) block: usize,
    /// The block in whose shared memory the address is, if it is in one's.
    pub(in crate::replay) home: usize,
    pub(in crate::replay) address: u64,
    pub(in crate::replay) bytes: u64,
    /// For a product of a warp group: its agent, and its number.
    pub(in crate::replay) product: Option<(usize, u32)>,
}

/// An access to one byte as it is kept.
#[derive(Clone, Copy, Debug)]
struct Record {
    made: Made,
    agent: usize,
    stamp: u32,
}

/// What was seen.
#[derive(Debug)]
pub(in crate::replay) struct Watch {
    /// For each site, whether it is the first and the second that is looked for.
    roles: Vec<[bool; 2]>,
    ends_at_first: bool,
    records: FxHashMap<(usize, u64), Vec<Record>>,
    reached: [bool; 2],
    met: bool,
    /// Sites that raced, and where: about once for each object.
    seen: FxHashSet<([u32; 2], u64)>,
    pub(in crate::replay) races: BTreeSet<Race>,
    /// Accesses to the memory of other blocks, at sites that are watched.
    pub(in crate::replay) absent: Absent,
}

impl Watch {
    pub(in crate::replay) fn new(sites: &[AccessSite], wanted: &Wanted) -> Watch {
        let role = |site: &AccessSite| match wanted {
            Wanted::All => [true, true],
            Wanted::Missed(_) => [false, false],
            Wanted::Absent(Remote { span, mode }) => [*span == site.span && *mode == shown(site.mode), false],
            Wanted::Pair(pair) => {
                pair.each_ref().map(|(span, mode)| span.is_around(&site.span) && *mode == shown(site.mode))
            }
        };
        Watch {
            roles: sites.iter().map(role).collect(),
            ends_at_first: *wanted != Wanted::All,
            records: FxHashMap::default(),
            reached: [false; 2],
            met: false,
            seen: FxHashSet::default(),
            races: BTreeSet::new(),
            absent: Absent::default(),
        }
    }

    /// Whether what was looked for was found.
    pub(in crate::replay) fn is_done(&self) -> bool {
        self.ends_at_first && !self.races.is_empty()
    }

    pub(in crate::replay) fn watches(&self, site: u32) -> bool {
        self.roles.get(site as usize).is_some_and(|[first, second]| *first || *second)
    }

    /// Whether the first of two sites that raced is the first that is looked for.
    pub(in crate::replay) fn is_in_order(&self, [first, second]: [u32; 2]) -> bool {
        let has = |site: u32, role: usize| self.roles.get(site as usize).is_some_and(|roles| roles[role]);
        has(first, 0) && has(second, 1)
    }

    /// Takes in an access; gives how many others it was held against.
    pub(in crate::replay) fn access(&mut self, sites: &[AccessSite], made: Made, clocks: &Clocks) -> u64 {
        let (Some(role), Some(site)) = (self.roles.get(made.site as usize), sites.get(made.site as usize)) else {
            return 0;
        };
        let (role, mut compared) = (*role, 0);
        if role == [false, false] {
            return 0;
        }
        self.reached = [self.reached[0] || role[0], self.reached[1] || role[1]];
        let space = match Place::of(made.address) {
            Place::Shared => made.home + 1,
            Place::Global => 0,
            Place::Local | Place::Remote | Place::Nowhere => return 0,
        };
        let agent = match site.timing {
            Timing::Copied => clocks.copies_of(made.thread),
            Timing::Bulk => clocks.bulk_of(made.thread)[usize::from(site.mode != Mode::Read)],
            Timing::AtOnce | Timing::Together | Timing::Multiplied => made.thread,
        };
        let (agent, stamp) = made.product.unwrap_or_else(|| (agent, clocks.now(agent)));
        let new = Record { made, agent, stamp };
        for address in made.address..made.address.saturating_add(made.bytes) {
            let records = self.records.entry((space, address)).or_default();
            compared += records.len() as u64;
            for old in records.iter() {
                let other = self.roles[old.made.site as usize];
                let is_pair = role[0] && other[1] || role[1] && other[0];
                if !is_pair || !conflict(sites, old, &new) {
                    continue;
                }
                self.met = true;
                if is_ordered(sites, old, &new, clocks) {
                    continue;
                }
                let pair = [old.made.site.min(made.site), old.made.site.max(made.site)];
                if self.seen.insert((pair, address / SHARED_ROOM)) {
                    let (sites, threads) = ([old.made.site, made.site], [old.made.thread, made.thread]);
                    let end = [old.made, made].map(|made| made.address.saturating_add(made.bytes));
                    self.races.insert(Race { sites, threads, address, end: end[0].min(end[1]) });
                }
            }
            match records.iter_mut().find(|old| old.agent == agent && old.made.site == made.site) {
                Some(old) => *old = new,
                None => records.push(new),
            }
        }
        compared
    }

    /// What happened instead of a race.
    pub(in crate::replay) fn refutation(&self) -> Refutation {
        match self.reached {
            [false, _] => Refutation::NotReached { party: 1 },
            [_, false] => Refutation::NotReached { party: 2 },
            [true, true] if self.met => Refutation::Ordered,
            [true, true] => Refutation::Apart,
        }
    }
}

/// As findings say it.
fn shown(mode: Mode) -> AccessMode {
    match mode {
        Mode::Read => AccessMode::Read,
        Mode::Write => AccessMode::Write,
        Mode::Atomic(_) => AccessMode::Atomic,
    }
}

fn conflict(sites: &[AccessSite], old: &Record, new: &Record) -> bool {
    let whole = (old.made.address, old.made.bytes) == (new.made.address, new.made.bytes);
    match [old, new].map(|record| sites[record.made.site as usize].mode) {
        [Mode::Read, Mode::Read] => false,
        [Mode::Atomic(a), Mode::Atomic(b)] => {
            let reach = old.made.block == new.made.block || [a, b] == [AccessScope::Device; 2];
            !(whole && reach)
        }
        [Mode::Read | Mode::Write | Mode::Atomic(_), _] => true,
    }
}

fn is_ordered(sites: &[AccessSite], old: &Record, new: &Record, clocks: &Clocks) -> bool {
    // No order makes such a read see a write before it.
    let stale = sites[new.made.site as usize].non_coherent && sites[old.made.site as usize].mode != Mode::Read;
    // Copies of one thread are in no order but by its waits; what one of them reads and writes is its own.
    let own = (old.agent, old.stamp) == (new.agent, new.stamp);
    // Another thread of the warp group has seen that the product was over.
    let over = new.made.product.is_some_and(|product| clocks.is_before(product, old.made.thread));
    !stale && (own || over || clocks.is_before((old.agent, old.stamp), new.made.thread))
}
