//! Which asynchronous copies may be under way at each barrier, at each access and where threads return.
//!
//! A forward data-flow analysis over the control-flow graph of one thread. A fact is a copy with the iterations in which
//! it was issued, relative to the point, and how many groups were committed since: a wait for all but the latest `n`
//! groups completes it if these are more than `n`. Source: PTX ISA, `cp.async`, `cp.async.commit_group`,
//! `cp.async.wait_group`.
//!
//! Where a wait lies on some paths only, it is told by its block ([`Flight::unless`]), if it completes the copy on all paths
//! that come to it and no iteration of a loop around it has ended since.
//!
//! Invariants: a thread's copy that is not complete at such a point is listed there; [`Flight::certain`] only if it is under
//! way on every path from its issue in these iterations, but for those through the blocks that are told. Direction of
//! imprecision: too many are listed; from [`InFlight::many`] iterations on they are not told apart.

use super::elected::{DEPTH, assumed, decided, is_never_taken, same};
use super::kinds::{Grouped, ended_by, is_bulk_read, unfenced};
use super::proxies;
use crate::llvm::bind::ir::{Layout, Val};
use crate::llvm::device::copies::Order;
use crate::llvm::device::markers::Marker;
use crate::llvm::device::ptx::clusters::Half;
use crate::llvm::device::waits::{Wait, waits};
use crate::llvm::flow::cfg::{BlockId, Cfg, Edge, LoopId};
use crate::llvm::prepare::prepared::Prepared;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Any number of iterations.
pub(crate) const ANY: usize = usize::MAX;

/// The most groups that iterations are told apart for; a wait that leaves more open is taken to leave all open.
const MOST_OPEN: usize = 8;
/// The most facts at one point. What is not cut has some hundred; what is cut would take seconds to come to ten times as many.
const MOST_FACTS: usize = 2_000;

/// A copy as seen from a later point. Numbers of iterations stop at [`InFlight::many`], which means as many or more.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Instance {
    /// Index into [`InFlight::copies`].
    pub(crate) copy: usize,
    /// How many of the loops around the copy, from the outside, have not been left since.
    pub(crate) inside: usize,
    /// For each loop around the copy, outermost first: how many iterations were begun since; those of a loop that was
    /// left count up to the iteration whose test failed.
    pub(crate) lags: Vec<usize>,
    /// For each loop around the point that was entered since, outermost first: the iteration of the point.
    pub(crate) entered: Vec<usize>,
}

/// A copy that may be under way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Flight {
    pub(crate) instance: Instance,
    /// Blocks with waits of which each completes it, in the iterations in which the point is.
    pub(crate) unless: BTreeSet<BlockId>,
    /// It is under way, whenever it was issued and the point is reached without these.
    pub(crate) certain: bool,
}

/// What a place is held for.
#[derive(Clone)]
pub(crate) enum Place {
    /// The phase that begins behind a barrier.
    Phase(Flight),
    /// The next access.
    Access(Flight),
    /// A thread that returns.
    Return(Flight),
}

/// The result, for one kernel.
#[derive(Default, Debug)]
pub(crate) struct InFlight {
    /// The markers of asynchronous copies, source and destination each.
    pub(crate) copies: Vec<Val>,
    /// By the barrier, or the marker of the access.
    pub(crate) at: HashMap<Val, Vec<Flight>>,
    /// By the edge by which a thread returns: those that it leaves under way.
    pub(crate) left: HashMap<Edge, Vec<Flight>>,
    /// See [`Instance`].
    pub(crate) many: usize,
    /// Of [`copies`](Self::copies), those that are no copies, but writes that bulk copies need not see.
    pub(crate) unfenced: BTreeSet<usize>,
    /// Likewise, those that are what products of matrices read.
    pub(crate) products: BTreeSet<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    Open,
    Maybe,
    Done,
}

/// Groups committed since the issue, on the paths where it is not complete.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Status {
    least: usize,
    most: usize,
    progress: Progress,
    /// Blocks with waits that complete it, on whichever path they are reached.
    by: BTreeSet<BlockId>,
    /// Where it is complete, one of these was passed since, in the current iterations of the loops around it.
    exact: bool,
}

impl Status {
    fn issued() -> Status {
        Status { least: 0, most: 0, progress: Progress::Open, by: BTreeSet::new(), exact: true }
    }

    fn join(&self, other: &Status) -> Status {
        let (counts, progress) = match (self.progress, other.progress) {
            (Progress::Done, Progress::Done) => ((self.least, self.most), Progress::Done),
            (Progress::Done, Progress::Open | Progress::Maybe) => ((other.least, other.most), Progress::Maybe),
            (Progress::Open | Progress::Maybe, Progress::Done) => ((self.least, self.most), Progress::Maybe),
            (a, b) => {
                let counts = (self.least.min(other.least), self.most.max(other.most));
                (counts, if a == b { a } else { Progress::Maybe })
            }
        };
        let by = self.by.union(&other.by).copied().collect();
        Status { least: counts.0, most: counts.1, progress, by, exact: self.exact && other.exact }
    }

    /// After a wait in a block, for all groups.
    fn wait_all(&mut self, block: BlockId) {
        if self.progress != Progress::Done {
            self.progress = Progress::Done;
            self.by.insert(block);
        }
    }

    /// After a wait in a block, for all but the latest `open` groups.
    fn wait(&mut self, open: usize, block: BlockId) {
        // What may stay open beyond the numbers that are counted may be all of it.
        let counted = open <= MOST_OPEN;
        if counted && self.least > open {
            self.wait_all(block);
        } else if self.progress != Progress::Done && (self.most > open || !counted) {
            (self.progress, self.exact) = (Progress::Maybe, false);
            self.most = if counted { open } else { self.most };
        }
    }

    /// After an edge that ends iterations of the loops around these blocks.
    fn go_on(&mut self, ended: &BTreeSet<BlockId>) {
        let before = self.by.len();
        self.by.retain(|block| !ended.contains(block));
        self.exact &= self.by.len() == before;
    }
}

type State = BTreeMap<Instance, Status>;

enum Event {
    /// Of the copy with this number and marker.
    Issue(usize, Val),
    Commit(Grouped),
    /// For all but the latest so many groups.
    Wait(Grouped, usize),
    WaitAll,
    /// A fence of proxies.
    Fence,
    /// A barrier or an access.
    Point(Val),
}

/// What an instruction that waits does to copies, or that others may see at it what they wrote.
fn event(wait: &Wait, instruction: Val) -> Result<Option<Event>, String> {
    match wait {
        Wait::Block { .. } | Wait::Grid | Wait::Warp(_) | Wait::Numbered(_) => Ok(Some(Event::Point(instruction))),
        Wait::Cluster(barrier) if barrier.half == Half::Wait => Ok(Some(Event::Point(instruction))),
        // No phase of the thread begins there.
        Wait::Cluster(_) | Wait::Arrival(_) | Wait::Exchange { .. } | Wait::Product | Wait::WarpGroup(None) => Ok(None),
        Wait::Copies(Order::Commit) => Ok(Some(Event::Commit(Grouped::Single))),
        Wait::Copies(Order::Wait(open)) => Ok(Some(Event::Wait(Grouped::Single, *open))),
        Wait::Copies(Order::BulkCommit) => Ok(Some(Event::Commit(Grouped::BulkReads))),
        Wait::Copies(Order::BulkWait { groups, read: true }) => Ok(Some(Event::Wait(Grouped::BulkReads, *groups))),
        Wait::Copies(Order::BulkWait { groups, read: false }) => Ok(Some(Event::Wait(Grouped::BulkWrites, *groups))),
        Wait::Copies(Order::WaitAll) => Ok(Some(Event::WaitAll)),
        Wait::WarpGroup(Some(Order::Commit)) => Ok(Some(Event::Commit(Grouped::Products))),
        Wait::WarpGroup(Some(Order::Wait(open))) => Ok(Some(Event::Wait(Grouped::Products, *open))),
        Wait::WarpGroup(Some(Order::WaitAll)) => Ok(Some(Event::Wait(Grouped::Products, 0))),
        Wait::Copies(Order::WaitForSome) | Wait::WarpGroup(Some(_)) => {
            Err("a wait for a number of copy groups that is not constant".to_owned())
        }
    }
}

/// Finds the copies under way at each access and at each barrier, and where threads return: `returns` are the edges by which they do, each with the blocks that follow to the end.
///
/// # Errors
/// Why it cannot be said.
pub(crate) fn in_flight<'ctx>(
    cfg: &Cfg<'ctx>,
    prepared: &Prepared<'ctx>,
    layout: Layout,
    returns: &[(Edge, Vec<BlockId>)],
) -> Result<InFlight, String> {
    let (mut found, mut events) = (InFlight::default(), vec![]);
    let (mut depths, mut kinds, mut issued) = (vec![], vec![], vec![]);
    let mut largest = 0;
    let reads = cfg.blocks().any(|b| cfg.block(b).get_instructions().any(|i| is_bulk_read(prepared, i)));
    for block in cfg.blocks() {
        let mut here = vec![];
        for i in cfg.block(block).get_instructions() {
            if let Some(kind) = ended_by(prepared, i).or_else(|| unfenced(prepared, i).filter(|_| reads)) {
                kinds.push(kind);
                issued.push(block);
                here.push(Event::Issue(found.copies.len(), Val::of(&i)));
                found.copies.push(Val::of(&i));
                depths.push(cfg.loops_around(cfg.innermost(block)).len());
            } else if Marker::of(i).is_some() {
                here.push(Event::Point(Val::of(&i)));
            } else if proxies::is_fence(i) {
                here.push(Event::Fence);
            } else {
                for wait in waits(i, layout) {
                    here.extend(event(&wait, Val::of(&i))?);
                }
            }
        }
        largest = here.iter().fold(largest, |n, e| if let Event::Wait(_, open) = e { n.max(*open) } else { n });
        events.push(here);
    }
    let of = |kind: Grouped| (0..kinds.len()).filter(|i| kinds[*i] == kind).collect();
    (found.unfenced, found.products) = (of(Grouped::Unfenced), of(Grouped::Products));
    found.many = largest.min(MOST_OPEN) + 2;
    if found.copies.is_empty() {
        return Ok(found);
    }
    let (out, loops) = (vec![State::new(); cfg.blocks().count()], cfg.blocks().map(|b| loops_around(cfg, b)).collect());
    let assumed = issued.iter().map(|block| assumed(cfg, layout, *block)).collect();
    let mut flow = Flow { cfg, layout, events, loops, depths, kinds, assumed, many: found.many, out };
    flow.solve()?;
    found.left = flow.left(returns, &found.unfenced);
    for block in cfg.blocks() {
        let state = flow.before(block);
        flow.through(block, state, &mut |point, state| _ = found.at.insert(point, under_way(state)));
    }
    Ok(found)
}

/// Outermost first.
fn loops_around(cfg: &Cfg<'_>, block: BlockId) -> Vec<LoopId> {
    let mut loops = cfg.loops_around(cfg.innermost(block));
    loops.reverse();
    loops
}

fn under_way(state: &State) -> Vec<Flight> {
    let open = state.iter().filter(|(_, s)| s.progress != Progress::Done);
    open.map(|(instance, s)| {
        let certain = s.progress == Progress::Open || s.exact;
        let unless = if s.exact { s.by.clone() } else { BTreeSet::new() };
        Flight { instance: instance.clone(), unless, certain }
    })
    .collect()
}

struct Flow<'a, 'ctx> {
    cfg: &'a Cfg<'ctx>,
    layout: Layout,
    events: Vec<Vec<Event>>,
    /// The loops around each block, outermost first.
    loops: Vec<Vec<LoopId>>,
    /// The number of loops around each copy.
    depths: Vec<usize>,
    kinds: Vec<Grouped>,
    /// Of each copy: what holds in threads that issue it, whenever they do.
    assumed: Vec<Vec<(Val, bool)>>,
    many: usize,
    out: Vec<State>,
}

impl Flow<'_, '_> {
    fn solve(&mut self) -> Result<(), String> {
        let mut open: BTreeSet<BlockId> = self.cfg.blocks().collect();
        while let Some(block) = open.pop_first() {
            let after = self.through(block, self.before(block), &mut |_, _| {});
            if after.len() > MOST_FACTS {
                return Err("too many asynchronous copies under way at once".to_owned());
            }
            let out = &mut self.out[block.0 as usize];
            if *out != after {
                *out = after;
                open.extend(self.cfg.successors(block).iter().map(|edge| edge.to));
            }
        }
        Ok(())
    }

    /// What threads leave under way that return by these edges.
    fn left(&self, returns: &[(Edge, Vec<BlockId>)], unfenced: &BTreeSet<usize>) -> HashMap<Edge, Vec<Flight>> {
        let mut all = HashMap::new();
        for (edge, way) in returns.iter().filter(|(e, _)| !is_never_taken(self.cfg, self.layout, *e)) {
            let state = self.out[edge.from.0 as usize].clone();
            let end = way.iter().fold(state, |state, block| self.through(*block, state, &mut |_, _| {}));
            let mut left = under_way(&end);
            left.retain(|f| !unfenced.contains(&f.instance.copy));
            all.insert(*edge, left);
        }
        all
    }

    fn before(&self, block: BlockId) -> State {
        let mut state = State::new();
        for edge in self.cfg.predecessors(block).iter().filter(|e| !is_never_taken(self.cfg, self.layout, **e)) {
            let ended: BTreeSet<BlockId> = self.cfg.blocks().filter(|waited| self.ends(*edge, *waited)).collect();
            let stay = self.loops(edge.from).iter().take_while(|l| self.cfg.contains(**l, edge.to)).count();
            for (instance, status) in &self.out[edge.from.0 as usize] {
                if self.is_other_way(*edge, instance.copy) {
                    continue;
                }
                let (instance, mut status) = (self.along(*edge, stay, instance.clone()), status.clone());
                status.go_on(&ended);
                state.entry(instance).and_modify(|s| *s = s.join(&status)).or_insert(status);
            }
        }
        state
    }

    /// Whether the branch goes another way in threads that issue a copy, by a condition that is one value for the whole run of a thread.
    fn is_other_way(&self, edge: Edge, copy: usize) -> bool {
        let Some((condition, taken)) = decided(self.cfg, self.layout, edge) else { return false };
        self.assumed[copy].iter().any(|(known, way)| *way != taken && same(*known, condition, self.layout, DEPTH))
    }

    /// The loops around a block, outermost first.
    fn loops(&self, block: BlockId) -> &[LoopId] {
        &self.loops[block.0 as usize]
    }

    /// Whether an edge leaves a loop around a block, or goes round in one.
    fn ends(&self, edge: Edge, block: BlockId) -> bool {
        let goes_round = |l: &LoopId| self.cfg.loop_data(*l).header == edge.to && self.cfg.contains(*l, edge.from);
        self.loops(block).iter().any(|l| !self.cfg.contains(*l, edge.to) || goes_round(l))
    }

    /// What an instance is after an edge that stays in so many loops: loops may be left, then one is gone round or entered.
    fn along(&self, edge: Edge, stay: usize, mut instance: Instance) -> Instance {
        for (i, left) in self.loops(edge.from).iter().enumerate().skip(stay) {
            // Only where a loop is left by its header is it known which iteration was the last.
            if i < instance.inside && self.cfg.loop_data(*left).header != edge.from {
                instance.lags[i] = self.many;
            }
        }
        instance.entered.truncate(stay.saturating_sub(instance.inside));
        instance.inside = instance.inside.min(stay);
        let header_of = self.loops(edge.to).last().copied().filter(|l| self.cfg.loop_data(*l).header == edge.to);
        let Some(inner) = header_of else { return instance };
        if !self.cfg.contains(inner, edge.from) {
            instance.entered.push(0);
        } else if let Some(n) = instance.entered.last_mut() {
            *n = (*n + 1).min(self.many);
        } else if let Some(n) = instance.inside.checked_sub(1).and_then(|i| instance.lags.get_mut(i)) {
            *n = (*n + 1).min(self.many);
        }
        instance
    }

    fn through(&self, block: BlockId, mut state: State, at_point: &mut dyn FnMut(Val, &State)) -> State {
        for event in &self.events[block.0 as usize] {
            match event {
                Event::Issue(copy, marker) => {
                    at_point(*marker, &state);
                    let depth = self.depths[*copy];
                    let instance = Instance { copy: *copy, inside: depth, lags: vec![0; depth], entered: vec![] };
                    state.insert(instance, Status::issued());
                }
                Event::Commit(kind) => {
                    let commits = |of: Grouped| of == *kind || *kind == Grouped::BulkReads && of == Grouped::BulkWrites;
                    let open =
                        state.iter_mut().filter(|(i, s)| s.progress != Progress::Done && commits(self.kinds[i.copy]));
                    for (_, s) in open {
                        (s.least, s.most) = ((s.least + 1).min(MOST_OPEN + 1), (s.most + 1).min(MOST_OPEN + 1));
                    }
                }
                Event::Wait(kind, open) => {
                    let of = state.iter_mut().filter(|(i, _)| kind.covers(self.kinds[i.copy]));
                    of.for_each(|(_, s)| s.wait(*open, block));
                }
                Event::Fence => {
                    let of = state.iter_mut().filter(|(i, _)| self.kinds[i.copy] == Grouped::Unfenced);
                    of.for_each(|(_, s)| s.wait_all(block));
                }
                Event::WaitAll => {
                    let of = state.iter_mut().filter(|(i, _)| self.kinds[i.copy] == Grouped::Single);
                    of.for_each(|(_, s)| s.wait_all(block));
                }
                Event::Point(point) => at_point(*point, &state),
            }
        }
        state
    }
}
