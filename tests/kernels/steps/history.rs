//! What the threads of a launch do together: whether they meet the same barriers, and which of their accesses conflict.

use super::flights::ends;
use super::lanes::{Clocks, clocks};
use super::machine::{Event, Trace, alive};
use super::world::World;
use raceproof::analysis::pair::conflict::{both_reads, concerns, covers};
use raceproof::kernel::{Access, ArrayId, Matching, Mode, Sync};
use raceproof::span::Span;
use raceproof::term::Var;
use raceproof::verdict::Level;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Two accesses that no barrier orders and that touch a common byte, by array and place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Conflict {
    pub(crate) array: ArrayId,
    /// In order.
    pub(crate) spans: [Span; 2],
    /// They do no harm: they write the same value to the same cell, or an exchange keeps them apart.
    pub(crate) harmless: bool,
}

/// How the threads of a block get past its barriers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Meeting {
    /// All of them at each.
    Together,
    /// But for those that have returned.
    Exited,
    Apart,
}

/// A barrier that a thread gets to: which one, and in which iterations; neither where threads meet from anywhere.
type Stop<'k> = (*const Sync, &'k [u64]);

fn stops<'t>(trace: &'t Trace<'_>, wanted: &dyn Fn(&Sync) -> bool) -> Vec<Stop<'t>> {
    let stop = |e: &'t Event<'_>| match e {
        Event::Sync { sync, at, .. } => wanted(sync).then_some(match sync.matching {
            Matching::Site => (std::ptr::from_ref(*sync), at.as_slice()),
            Matching::Any => (std::ptr::null(), &[][..]),
        }),
        Event::Access { .. } => None,
    };
    trace.events.iter().filter_map(stop).collect()
}

/// Whether it is a barrier for all threads of a unit of the level.
fn is_whole(sync: &Sync, level: Level) -> bool {
    sync.orders && sync.mask.is_none() && sync.scope.covers(level)
}

/// Whether the threads of every block, and for barriers of the grid all threads, meet at the same barriers, and the lanes of
/// every warp that have not returned, and where there are masks those that they name.
pub(crate) fn meeting(world: &World<'_>, traces: &[Trace<'_>]) -> Meeting {
    if clocks(world, traces).is_none() {
        return Meeting::Apart;
    }
    let mut units: BTreeMap<_, Vec<&Trace<'_>>> = BTreeMap::new();
    for trace in traces {
        units.entry((Level::Warp, trace.who.block, world.launch.warp(trace.who.thread))).or_default().push(trace);
        units.entry((Level::Block, trace.who.block, 0)).or_default().push(trace);
        if world.cluster.is_some() {
            units.entry((Level::Cluster, world.cluster_of(trace.who.block), 0)).or_default().push(trace);
        }
        units.entry((Level::Grid, [0; 3], 0)).or_default().push(trace);
    }
    let met = units.into_iter().map(|((level, ..), threads)| {
        let of = |t: &&Trace<'_>| stops(t, &|s| is_whole(s, level)).len();
        let Some(longest) = threads.iter().copied().max_by_key(of) else { return Meeting::Together };
        let met = threads.iter().map(|t| compared(world, longest, t, level)).max().unwrap_or(Meeting::Together);
        if level == Level::Warp && met == Meeting::Exited { Meeting::Together } else { met }
    });
    met.max().unwrap_or(Meeting::Together)
}

/// Whether a thread passes the barriers of the one that passes the most.
fn compared(world: &World<'_>, longest: &Trace<'_>, trace: &Trace<'_>, level: Level) -> Meeting {
    let [theirs, own] = [longest, trace].map(|t| stops(t, &|s| is_whole(s, level)));
    let common = theirs.iter().zip(&own).take_while(|(a, b)| a == b).count();
    let missed = longest.events.iter().filter_map(|e| match e {
        Event::Sync { sync, at, .. } if is_whole(sync, level) => Some((*sync, at)),
        Event::Sync { .. } | Event::Access { .. } => None,
    });
    match missed.into_iter().nth(common) {
        None => Meeting::Together,
        Some((sync, at)) if common == own.len() && alive(world, trace.who, sync, at) != Some(true) => Meeting::Exited,
        Some(_) => Meeting::Apart,
    }
}

/// An access by a thread between two barriers.
struct Touch<'t> {
    thread: usize,
    event: usize,
    access: &'t Access,
    range: (i64, i64),
    value: Option<u64>,
    index: Option<&'t BTreeMap<Option<Var>, u64>>,
}

impl Touch<'_> {
    /// Whether the launch lets two cells of a tensor be one: its strides are taken not to.
    fn overlaps_as_cell(&self, other: &Touch<'_>) -> bool {
        let (Some(own), Some(others)) = (self.index, other.index) else { return false };
        own.get(&None) == others.get(&None) && own != others
    }
}

/// The accesses of one array, by unit and phase: those of a copy in every phase in which it may be under way, whether its
/// thread is there or has returned.
type Phases<'t> = BTreeMap<(Unit, usize, ArrayId), Vec<Touch<'t>>>;
/// A block, and for the warp level which of its warps.
type Unit = ([u32; 3], u32);

fn phases<'t>(world: &World<'_>, traces: &'t [Trace<'_>], level: Level) -> Phases<'t> {
    let mut phases: Phases<'t> = BTreeMap::new();
    let unit = |trace: &Trace<'_>| match level {
        Level::Warp => (trace.who.block, world.launch.warp(trace.who.thread)),
        Level::Block => (trace.who.block, 0),
        Level::Cluster => (world.cluster_of(trace.who.block), 0),
        Level::Grid => ([0; 3], 0),
    };
    let mut last: BTreeMap<Unit, usize> = BTreeMap::new();
    for trace in traces {
        let all = stops(trace, &|s| is_whole(s, level)).len();
        last.entry(unit(trace)).and_modify(|n| *n = all.max(*n)).or_insert(all);
    }
    for (thread, trace) in traces.iter().enumerate() {
        let unit = unit(trace);
        // The number of barriers before each event, and at the end.
        let mut passed = vec![0];
        for event in &trace.events {
            let last = passed[passed.len() - 1];
            passed.push(last + usize::from(matches!(event, Event::Sync { sync, .. } if is_whole(sync, level))));
        }
        for (i, end) in ends(world.kernel, trace).into_iter().enumerate() {
            let (Some(end), Event::Access { access, range, value, index }) = (end, &trace.events[i]) else { continue };
            let value = if access.mode == Mode::Read { own_value(trace, i, access.array, *range) } else { *value };
            for phase in passed[i]..=passed.get(end).copied().unwrap_or(last[&unit]) {
                let touch = Touch { thread, event: i, access, range: *range, value, index: index.as_ref() };
                phases.entry((unit, phase, access.array)).or_default().push(touch);
            }
        }
    }
    phases
}

/// What a thread has written itself where it reads, with no barrier since.
fn own_value(trace: &Trace<'_>, read: usize, array: ArrayId, range: (i64, i64)) -> Option<u64> {
    for event in trace.events[..read].iter().rev() {
        match event {
            Event::Sync { sync, .. } if sync.orders => return None,
            Event::Access { access, range: at, value, .. } if access.array == array && access.writes() => {
                if *at == range && matches!(access.mode, Mode::Write(_)) {
                    return *value;
                }
                if at.0 < range.1 && range.0 < at.1 {
                    return None;
                }
            }
            Event::Access { .. } | Event::Sync { .. } => {}
        }
    }
    None
}

/// Every conflict at these levels. Where two threads are of one warp, its barriers count too.
pub(crate) fn conflicts(world: &World<'_>, traces: &[Trace<'_>], levels: &[Level]) -> BTreeSet<Conflict> {
    let clocks = clocks(world, traces);
    let mut found = BTreeSet::new();
    for level in levels {
        for ((_, _, array), touches) in &phases(world, traces, *level) {
            if concerns(world.kernel.arrays[array.0].space, *level) {
                let masks = clocks.as_ref().filter(|_| *level == Level::Warp);
                let ordered =
                    |c: &Clocks, a: &Touch<'_>, b: &Touch<'_>| c.orders((a.thread, a.event), (b.thread, b.event));
                let apart = |a: &Touch<'_>, b: &Touch<'_>| {
                    apart(world, traces, *level, a.thread, b.thread) && !masks.is_some_and(|c| ordered(c, a, b))
                };
                let handed = |a: &Touch<'_>, b: &Touch<'_>| *level == Level::Warp && handed(traces, [a, b]);
                meet(*level, *array, touches, (&apart, &handed), &mut found);
            }
        }
        if *level == Level::Block {
            traces.iter().for_each(|t| own(world, t, &mut found));
        }
    }
    found
}

/// The conflicts of a thread's accesses with its own copies that are under way.
fn own(world: &World<'_>, trace: &Trace<'_>, found: &mut BTreeSet<Conflict>) {
    let ends = ends(world.kernel, trace);
    let touch = |event: usize| match &trace.events[event] {
        Event::Access { access, range, value, index } if ends[event].is_some() => {
            Some(Touch { thread: 0, event, access, range: *range, value: *value, index: index.as_ref() })
        }
        Event::Access { .. } | Event::Sync { .. } => None,
    };
    for copy in (0..ends.len()).filter_map(touch) {
        for other in (copy.event + 1..ends[copy.event].unwrap_or(0).min(ends.len())).filter_map(touch) {
            let overlap =
                copy.range.0 < other.range.1 && other.range.0 < copy.range.1 && !copy.overlaps_as_cell(&other);
            if overlap && copy.access.array == other.access.array && conflict(Level::Block, &copy, &other) {
                let mut spans = [copy.access.span.clone(), other.access.span.clone()];
                spans.sort();
                found.insert(Conflict { array: copy.access.array, spans, harmless: false });
            }
        }
    }
}

/// Whether two threads of one unit share no smaller one.
fn apart(world: &World<'_>, traces: &[Trace<'_>], level: Level, a: usize, b: usize) -> bool {
    let [a, b] = [a, b].map(|i| traces[i].who);
    match level {
        Level::Warp => a.thread != b.thread,
        Level::Block => world.launch.warp(a.thread) != world.launch.warp(b.thread),
        Level::Cluster => a.block != b.block,
        Level::Grid => match world.cluster {
            Some(_) => world.cluster_of(a.block) != world.cluster_of(b.block),
            None => a.block != b.block,
        },
    }
}

/// Something of two accesses.
type Of<'f> = &'f dyn Fn(&Touch<'_>, &Touch<'_>) -> bool;

/// Whether the reader comes to an exchange with what it reads that the writer has waited for with it before it writes.
fn handed(traces: &[Trace<'_>], [a, b]: [&Touch<'_>; 2]) -> bool {
    // The masks at an exchange, each with its event.
    let masks = |touch: &Touch<'_>, exchange: usize| -> Vec<(usize, Option<u64>)> {
        let mask = |(at, event): (usize, &Event<'_>)| match event {
            Event::Sync { sync, mask, .. } => (sync.exchange == Some(exchange)).then_some((at, *mask)),
            Event::Access { .. } => None,
        };
        traces[touch.thread].events.iter().enumerate().filter_map(mask).collect()
    };
    [(a, b), (b, a)].into_iter().any(|(read, write)| {
        let are = read.access.mode == Mode::Read && matches!(write.access.mode, Mode::Write(_));
        let mut common = read.access.exchanges.iter().filter(|e| write.access.exchanges.contains(e));
        are && common.any(|e| {
            let pairs = masks(read, *e).into_iter().zip(masks(write, *e));
            pairs.into_iter().any(|((r, m), (w, n))| read.event < r && w < write.event && m == n)
        })
    })
}

/// The conflicts of one phase.
fn meet(
    level: Level,
    array: ArrayId,
    touches: &[Touch<'_>],
    (apart, handed): (Of<'_>, Of<'_>),
    found: &mut BTreeSet<Conflict>,
) {
    let mut order: Vec<&Touch<'_>> = touches.iter().collect();
    order.sort_by_key(|t| t.range);
    let mut seen = FxHashSet::default();
    let widest = order.iter().map(|t| t.range.1 - t.range.0).max().unwrap_or(0);
    for (i, a) in order.iter().enumerate() {
        for b in order[i + 1..].iter().take_while(|b| b.range.0 < a.range.0.saturating_add(widest)) {
            if b.range.0 < a.range.1 && !a.overlaps_as_cell(b) && conflict(level, a, b) && apart(a, b) {
                let same = a.range == b.range && a.value.is_some() && a.value == b.value;
                let harmless = same || handed(a, b);
                if !seen.insert((a.access.id, b.access.id, harmless)) {
                    continue;
                }
                let mut spans = [a.access.span.clone(), b.access.span.clone()];
                spans.sort();
                found.insert(Conflict { array, spans, harmless });
            }
        }
    }
}

/// Whether the modes of two accesses that overlap conflict.
fn conflict(level: Level, a: &Touch<'_>, b: &Touch<'_>) -> bool {
    match (&a.access.mode, &b.access.mode) {
        (Mode::Atomic(s), Mode::Atomic(t)) => !(covers(*s, level) && covers(*t, level) && a.range == b.range),
        _ => !both_reads(a.access, b.access),
    }
}
