//! Whether barriers order the two accesses of a witness, if both threads are of one warp: all its lanes are run.
//!
//! For the values of a model each lane's barriers of the warp and of the block are listed in the order of its program,
//! with the masks that they name; ballots and matches are taken of the lanes that come to them. Then the lanes go on: a
//! barrier opens when all lanes that it waits for, but those that are done, wait at one with the same mask. After an
//! access comes what its thread does next, and what lanes do next that have waited with one that comes after it. In which
//! order barriers open that share no lane is no matter, so that one schedule stands for all.
//!
//! Direction: exact, for the kernel as it is before barriers are taken out ([`of_warp`](crate::analysis::barriers::of_warp)). Nothing is said where
//! a condition or a mask depends on what the analysis does not follow, where lanes wait for each other in vain, or where
//! the lanes run for too long.

use super::exact::{Exact, Known};
use super::query::Side;
use super::warp_steps::Warp;
use crate::kernel::target::{ALL_LANES, LANES};
use crate::kernel::{Gathered, Loop, Matching, Members, Step, Sync};
use crate::term::{Environment, Func, Term, Var, VarKind};
use std::cell::{Cell, RefCell};

/// The most conditions that are evaluated for one warp.
const FUEL: u32 = 100_000;
/// How deep ballots may ask for other ballots.
const DEPTH: u32 = 4;

impl Warp {
    /// Whether one of the accesses comes before the other, with the values of `env`; nothing if that is not known.
    pub(crate) fn ordered(&self, env: &Exact<'_>, sides: &[Side; 2]) -> Option<bool> {
        let value = |t: &Term| env.terms.eval(*t, env);
        let all = |terms: &[Term]| terms.iter().map(value).collect::<Option<Vec<u64>>>();
        let dims = all(&self.block_dim)?;
        let [dx, dy, dz] = dims.as_slice() else { return None };
        let (mut numbers, mut places) = (vec![], vec![]);
        for side in sides {
            let index = all(&side.thread)?;
            let [x, y, z] = index.as_slice() else { return None };
            numbers.push((z * dy + y) * dx + x);
            let iterations: Vec<Term> = side.loops.iter().map(|l| l.iteration).collect();
            places.push(all(&iterations)?);
        }
        let first = numbers.first()? - numbers.first()? % u64::from(LANES);
        let numbered = (first..dx * dy * dz).take(LANES as usize);
        let indices = numbered.clone().map(|n| [n % dx, n / dx % dy, n / (dx * dy)]).collect();
        let run = Run { warp: self, indices, env, fuel: Cell::new(FUEL), depth: Cell::new(0) };
        let mut traces = vec![];
        for (lane, number) in numbered.enumerate() {
            let mine = |side: usize| (numbers.get(side) == Some(&number)).then(|| places.get(side)).flatten();
            let (known, mut events) = (RefCell::default(), vec![]);
            let frame = Frame { run: &run, lane, known: &known, at: vec![] };
            frame.walk(&self.steps, [mine(0), mine(1)], &mut events)?;
            traces.push(events);
        }
        schedule(&traces)
    }
}

/// The lanes of a warp with a model's values.
struct Run<'w> {
    warp: &'w Warp,
    /// Of the thread of each lane.
    indices: Vec<[u64; 3]>,
    env: &'w Exact<'w>,
    fuel: Cell<u32>,
    depth: Cell<u32>,
}

/// What a lane comes to.
enum Event<'w> {
    /// The access of a side.
    Access(usize),
    /// A barrier, with its mask.
    Barrier(&'w Sync, u64),
}

/// A lane in some iterations of the loops around.
struct Frame<'r, 'w> {
    run: &'r Run<'w>,
    lane: usize,
    known: &'r RefCell<Known>,
    at: Vec<(Var, u64)>,
}

impl<'w> Frame<'_, 'w> {
    fn value(&self, t: Term) -> Option<u64> {
        self.run.fuel.set(self.run.fuel.get().checked_sub(1)?);
        self.run.env.terms.eval(t, self)
    }

    fn holds(&self, t: Term) -> Option<bool> {
        self.value(t).map(|v| v != 0)
    }

    fn inside(&self, counter: Var, iteration: u64) -> Self {
        let at = self.at.iter().copied().chain([(counter, iteration)]).collect();
        Frame { run: self.run, lane: self.lane, known: self.known, at }
    }

    /// What the lane comes to; `sides` are the iterations of the accesses that are its own.
    fn walk(&self, steps: &'w [Step], sides: [Option<&Vec<u64>>; 2], events: &mut Vec<Event<'w>>) -> Option<()> {
        for step in steps {
            match step {
                Step::Access(a) => {
                    let here = self.at.iter().map(|(_, i)| i);
                    for (side, iterations) in sides.iter().enumerate() {
                        let made = self.run.warp.accesses.get(side) == Some(&a.id);
                        let now = iterations.is_some_and(|own| here.clone().eq(own));
                        events.extend((made && now).then_some(Event::Access(side)));
                    }
                }
                Step::Fence(_) => {}
                Step::Sync(sync) => {
                    if self.holds(sync.guard)? {
                        let mask = sync.mask.map_or(Some(ALL_LANES), |mask| self.value(mask))?;
                        events.push(Event::Barrier(sync, mask));
                    }
                }
                Step::Loop(l) => {
                    let mut goes_on = self.holds(l.entered)?;
                    for i in 0.. {
                        if !goes_on {
                            break;
                        }
                        let inside = self.inside(l.counter, i);
                        inside.walk(&l.body, sides, events)?;
                        goes_on = inside.holds(l.continues)?;
                    }
                }
            }
        }
        Some(())
    }

    /// The lane comes to the place of a set in these iterations.
    fn comes(&self, set: &Gathered, iterations: &[u64]) -> Option<bool> {
        let mut frame = Frame { run: self.run, lane: self.lane, known: self.known, at: vec![] };
        let mut steps = &self.run.warp.steps;
        for (counter, iteration) in set.params.iter().zip(iterations) {
            let l = loop_of(steps, *counter)?;
            if !frame.holds(l.entered)? {
                return Some(false);
            }
            for i in 0..*iteration {
                if !frame.inside(*counter, i).holds(l.continues)? {
                    return Some(false);
                }
            }
            (frame, steps) = (frame.inside(*counter, *iteration), &l.body);
        }
        frame.holds(set.guard)
    }

    /// The lanes of a set, as this lane asks for it.
    fn members(&self, set: &Gathered, iterations: &[u64]) -> Option<u64> {
        let at: Vec<(Var, u64)> = set.params.iter().copied().zip(iterations.iter().copied()).collect();
        let asker = Frame { run: self.run, lane: self.lane, known: self.known, at: at.clone() };
        let asked = asker.value(set.mask?)?;
        let mut members = 0;
        for lane in (0..self.run.indices.len()).filter(|lane| asked >> lane & 1 == 1) {
            let known = RefCell::default();
            let other = Frame { run: self.run, lane, known: &known, at: at.clone() };
            let member = other.comes(set, iterations)?
                && match set.members {
                    Members::All => true,
                    Members::Voters(vote) => other.holds(vote)?,
                    Members::Equal(value) => asker.value(value)? == other.value(value)?,
                };
            members |= u64::from(member) << lane;
        }
        Some(members)
    }
}

fn loop_of(steps: &[Step], counter: Var) -> Option<&Loop> {
    steps.iter().find_map(|step| match step {
        Step::Loop(l) => (l.counter == counter).then_some(l),
        Step::Access(_) | Step::Fence(_) | Step::Sync(_) => None,
    })
}

impl Environment for Frame<'_, '_> {
    fn var(&self, var: Var) -> Option<u64> {
        let index = self.run.indices.get(self.lane)?;
        let own = self.run.warp.thread.iter().zip(index).find(|(v, _)| **v == var).map(|(_, i)| *i);
        let counter = || self.at.iter().find(|(v, _)| *v == var).map(|(_, i)| *i);
        match self.run.env.terms.var_info(var).kind {
            VarKind::ThreadIdx(_) | VarKind::Counter | VarKind::Local => own.or_else(counter),
            VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::Param => self.run.env.var(var),
        }
    }

    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        let Some(set) = self.run.warp.gathered.iter().find(|set| set.func == func) else {
            let index = self.run.indices.get(self.lane)?;
            let bound = self.run.warp.thread.iter().copied().zip(index.iter().copied());
            return self.run.env.bind(bound.collect(), self.known).apply(func, args);
        };
        let depth = self.run.depth.get();
        if depth >= DEPTH {
            return None;
        }
        self.run.depth.set(depth + 1);
        let members = self.members(set, args.get(..set.params.len())?);
        self.run.depth.set(depth);
        members
    }
}

/// Runs the lanes of these traces: whether one of the two accesses comes after the other.
fn schedule(traces: &[Vec<Event<'_>>]) -> Option<bool> {
    let mut next = vec![0; traces.len()];
    // The lanes whose next steps come after the access of a side.
    let mut after = [0u64; 2];
    loop {
        for (lane, (trace, next)) in traces.iter().zip(&mut next).enumerate() {
            while let Some(Event::Access(side)) = trace.get(*next) {
                if after[1 - side] >> lane & 1 == 1 {
                    return Some(true);
                }
                after[*side] |= 1 << lane;
                *next += 1;
            }
        }
        if !after.contains(&0) {
            return Some(false);
        }
        let waiting: Vec<Option<(&Sync, u64)>> = traces
            .iter()
            .zip(&next)
            .map(|(trace, next)| match trace.get(*next) {
                Some(Event::Barrier(sync, mask)) => Some((*sync, *mask)),
                Some(Event::Access(_)) | None => None,
            })
            .collect();
        let (open, known) = (0..waiting.len()).find_map(|lane| together(&waiting, lane))?;
        for after in &mut after {
            *after |= if *after & known == 0 { 0 } else { open };
        }
        for (lane, next) in next.iter_mut().enumerate() {
            *next += usize::from(open >> lane & 1 == 1);
        }
    }
}

/// The lanes that pass the barrier at which `lane` waits, if all that it waits for have come, and those whose accesses are
/// complete then. Who waits at none is done; a barrier of all lanes holds for them, too.
fn together(waiting: &[Option<(&Sync, u64)>], lane: usize) -> Option<(u64, u64)> {
    let (own, mask) = (*waiting.get(lane)?)?;
    let mut passing = 0;
    for (at, (other, theirs)) in waiting.iter().enumerate().filter_map(|(at, w)| w.map(|w| (at, w))) {
        if mask >> at & 1 == 1 {
            let any = own.matching == Matching::Any && other.matching == Matching::Any;
            let one = any || std::ptr::eq(own, other);
            if !one || own.scope != other.scope || mask != theirs {
                return None;
            }
            passing |= 1 << at;
        }
    }
    let done = || (0..waiting.len()).filter(|at| waiting[*at].is_none()).fold(0, |done, at| done | 1 << at);
    let known = if own.mask.is_none() { passing | done() } else { passing };
    (passing >> lane & 1 == 1).then_some((passing, known))
}
