//! The lanes of a warp at barriers and exchanges with masks: who waits for whom, and what that orders.
//!
//! All lanes of a warp are run at once, each up to where it waits. Lanes go on together where all that their common mask
//! names have come, those excepted that have returned. A barrier then orders what its lanes did before with what they do
//! after, and so on from barrier to barrier; an exchange orders nothing.

use super::machine::{Event, Trace, alive};
use super::world::World;
use raceproof::kernel::target::LANES;
use raceproof::kernel::{Matching, Sync};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many barriers with masks each lane of a warp is known to have passed.
type Clock = Rc<[u32; WARP]>;

const WARP: usize = LANES as usize;

/// By thread and event, of the threads whose warps have masks.
pub(crate) struct Clocks {
    lanes: Vec<usize>,
    of: Vec<Vec<Clock>>,
}

/// A place where a lane waits.
struct Stop<'t> {
    sync: &'t Sync,
    at: &'t [u64],
    mask: Option<u64>,
}

impl Stop<'_> {
    fn is_same(&self, other: &Stop<'_>) -> bool {
        let site = std::ptr::eq(self.sync, other.sync) && self.at == other.at;
        let any = [self, other].iter().all(|s| s.sync.matching == Matching::Any && s.sync.scope == self.sync.scope);
        (site || any) && self.mask == other.mask
    }

    fn names(&self, lane: usize) -> bool {
        self.mask.is_none_or(|m| m >> lane & 1 == 1)
    }
}

fn stop<'t>(trace: &'t Trace<'_>, event: usize) -> Option<Stop<'t>> {
    match trace.events.get(event)? {
        Event::Sync { sync, at, mask } => Some(Stop { sync, at, mask: *mask }),
        Event::Access { .. } => None,
    }
}

/// What the masks order; `None` if a lane waits for one that does not come, or is not named by its own mask.
pub(crate) fn clocks(world: &World<'_>, traces: &[Trace<'_>]) -> Option<Clocks> {
    let lanes = traces.iter().map(|t| world.launch.lane(t.who.thread)).collect();
    let mut clocks = Clocks { lanes, of: vec![vec![]; traces.len()] };
    let mut warps: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (i, t) in traces.iter().enumerate() {
        warps.entry((t.who.block, world.launch.warp(t.who.thread))).or_default().push(i);
    }
    for warp in warps.into_values() {
        let has_mask = |t: &usize| traces[*t].events.iter().any(|e| matches!(e, Event::Sync { mask: Some(_), .. }));
        if warp.iter().any(has_mask) {
            clocks.run(world, traces, &warp)?;
        }
    }
    Some(clocks)
}

impl Clocks {
    /// Whether what the thread `a` did at its event comes before what `b` does.
    pub(crate) fn orders(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let clock = |(thread, event): (usize, usize)| self.of[thread].get(event);
        let (Some(x), Some(y)) = (clock(a), clock(b)) else { return false };
        let (i, j) = (self.lanes[a.0], self.lanes[b.0]);
        x[i] < y[i] || y[j] < x[j]
    }

    fn run(&mut self, world: &World<'_>, traces: &[Trace<'_>], warp: &[usize]) -> Option<()> {
        let mut now: BTreeMap<usize, Clock> = warp.iter().map(|t| (*t, Rc::new([0; WARP]))).collect();
        loop {
            for t in warp {
                let of = &mut self.of[*t];
                while of.len() < traces[*t].events.len() && stop(&traces[*t], of.len()).is_none() {
                    of.push(now[t].clone());
                }
            }
            let waits = |t: &usize| stop(&traces[*t], self.of[*t].len());
            if warp.iter().all(|t| waits(t).is_none()) {
                return Some(());
            }
            let met = warp.iter().find_map(|t| self.met(world, traces, warp, *t))?;
            let sync = waits(met.first()?)?.sync;
            if sync.orders && sync.mask.is_some() {
                let known = met.iter().fold([0; WARP], |all: [u32; WARP], t| {
                    std::array::from_fn(|i| all[i].max(now[t][i] + u32::from(i == self.lanes[*t])))
                });
                let known = Rc::new(known);
                now.extend(met.iter().map(|t| (*t, known.clone())));
            }
            for t in met {
                self.of[t].push(now[&t].clone());
            }
        }
    }

    /// The lanes that go on with this one, if all have come that it waits for.
    fn met(&self, world: &World<'_>, traces: &[Trace<'_>], warp: &[usize], thread: usize) -> Option<Vec<usize>> {
        let own = stop(&traces[thread], self.of[thread].len())?;
        if !own.names(self.lanes[thread]) {
            return None;
        }
        let mut met = vec![];
        for t in warp.iter().filter(|t| own.names(self.lanes[**t])) {
            match stop(&traces[*t], self.of[*t].len()) {
                Some(other) if own.is_same(&other) => met.push(*t),
                None if alive(world, traces[*t].who, own.sync, own.at) != Some(true) => {}
                // The threads that miss a barrier of the block are seen elsewhere.
                None if own.mask.is_none() => {}
                Some(_) | None => return None,
            }
        }
        Some(met)
    }
}
