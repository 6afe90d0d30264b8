//! Which thread runs when, and when those that wait go on.
//!
//! Threads run one after the other, block by block, each until it waits, and then those that may go on. What one thread waits
//! for in a loop another one does in the meantime, since nobody runs for ever. Any schedule shows the same orders.
//!
//! A barrier of the block waits for the threads that have not returned. Lanes that exchange values wait for those of their mask
//! that have not returned. Source: PTX ISA, `barrier`, `bar.warp.sync`, `activemask`.

use super::input::Schedule;
use super::machine::{Machine, State};
use super::values::value::Value;
use super::waits::{Exchange, Reduce, Wait, What, result};
use super::watch::order::Known;
use crate::kernel::target::LANES;
use crate::verdict::Obstacle;
use std::collections::BTreeMap;

/// How many instructions a thread runs before others do.
const QUANTUM: u64 = 4096;

/// The threads that wait at a barrier of the block.
#[derive(Default)]
struct Waiting {
    threads: Vec<usize>,
    /// For how many threads it is, if one says so.
    count: Option<u32>,
}

impl Machine<'_> {
    /// Runs all threads to their ends, or until what is looked for is found.
    pub(super) fn run(&mut self) -> Result<(), Obstacle> {
        let ended = self.run_all();
        match self.not_executed.clone().filter(|_| !self.watch.is_done()) {
            Some(what) => Err(Obstacle::Construct { what }),
            None => ended,
        }
    }

    fn run_all(&mut self) -> Result<(), Obstacle> {
        let quantum = match self.schedule {
            Schedule::InTurns => QUANTUM,
            Schedule::SideBySide => 1,
        };
        loop {
            let mut progress = false;
            for group in 0..self.groups.len() {
                for thread in self.groups[group].threads.clone() {
                    if self.threads[thread].state == State::Ready {
                        progress = true;
                        self.run_thread(thread, quantum)?;
                        if self.watch.is_done() {
                            return Ok(());
                        }
                    }
                }
                progress |= self.settle_block(group) | self.settle_lanes(group) | self.settle_phases(group);
            }
            progress |= self.settle_clusters();
            progress |= self.settle_grid();
            if self.threads.iter().all(|thread| thread.state == State::Done) {
                return Ok(());
            }
            if !progress && !self.settle_active() && !self.settle_copies() && !self.settle_tests() {
                return Err(Obstacle::Deadlock);
            }
        }
    }

    pub(super) fn waits(&self, thread: usize) -> Option<&Wait> {
        match &self.threads[thread].state {
            State::Waiting(wait) => Some(wait),
            State::Ready | State::Done => None,
        }
    }

    pub(super) fn go_on(&mut self, thread: usize, value: impl Fn(&Wait) -> Value) {
        if let Some(wait) = self.waits(thread).cloned() {
            self.set(thread, wait.result, value(&wait));
            self.threads[thread].state = State::Ready;
        }
    }

    /// Lets go on who waits at barriers of a block for which enough threads came.
    fn settle_block(&mut self, group: usize) -> bool {
        let mut barriers: BTreeMap<u32, Waiting> = BTreeMap::new();
        let (mut live, mut returned) = (0, false);
        for thread in self.groups[group].threads.clone() {
            let is_done = self.threads[thread].state == State::Done;
            (live, returned) = (live + u32::from(!is_done), returned | is_done);
            if let Some(Wait { what: What::Block { id, count, .. }, .. }) = self.waits(thread) {
                let waiting = barriers.entry(*id).or_default();
                waiting.threads.push(thread);
                waiting.count = waiting.count.or(*count);
            }
        }
        let mut progress = false;
        for (id, Waiting { threads, count }) in barriers {
            let arrived = self.groups[group].arrived.get(&id).map_or(0, Vec::len) as u32;
            let come = threads.len() as u32 + arrived;
            if come >= count.unwrap_or(live) {
                self.parted |= returned || !self.is_one_site(&threads);
                let arrived = self.groups[group].arrived.remove(&id).unwrap_or_default();
                let known: Vec<Known> = arrived.into_iter().map(|(known, _)| known).collect();
                self.clocks.meet(&threads, &known);
                self.release(&threads);
                progress = true;
            }
        }
        progress
    }

    fn is_one_site(&self, threads: &[usize]) -> bool {
        let mut sites = threads.iter().filter_map(|thread| self.waits(*thread)).map(|wait| wait.site);
        let first = sites.next();
        sites.all(|site| Some(site) == first)
    }

    fn release(&mut self, threads: &[usize]) {
        self.go_on_together(threads);
        let condition = |machine: &Self, thread: usize| match machine.waits(thread) {
            Some(Wait { what: What::Block { condition, .. }, .. }) => *condition != 0,
            Some(_) | None => false,
        };
        let yes = threads.iter().filter(|thread| condition(self, **thread)).count() as u64;
        let all = threads.len() as u64;
        for thread in threads {
            self.go_on(*thread, |wait| {
                let reduce = if let What::Block { reduce, .. } = &wait.what { *reduce } else { Reduce::Nothing };
                Value::Bits(match reduce {
                    Reduce::Nothing => 0,
                    Reduce::Count => yes,
                    Reduce::And => u64::from(yes == all),
                    Reduce::Or => u64::from(yes > 0),
                })
            });
        }
    }

    /// The threads of a warp.
    fn warps(&self, group: usize) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let threads = self.groups[group].threads.clone();
        let end = threads.end;
        threads.step_by(LANES as usize).map(move |first| first..end.min(first + LANES as usize))
    }

    /// Lets go on the lanes whose masks name only lanes that came.
    fn settle_lanes(&mut self, group: usize) -> bool {
        let mut progress = false;
        for warp in self.warps(group) {
            for thread in warp.clone() {
                progress |= self.settle_lane(&warp, thread);
            }
        }
        progress
    }

    fn settle_lane(&mut self, warp: &std::ops::Range<usize>, thread: usize) -> bool {
        let Some(Wait { what: What::Lanes { mask, exchange, .. }, site, .. }) = self.waits(thread).cloned() else {
            return false;
        };
        let named = |other: usize| mask >> (other - warp.start) & 1 == 1;
        let mut together = vec![];
        for other in warp.clone().filter(|other| named(*other)) {
            match &self.threads[other].state {
                State::Done => {}
                State::Waiting(Wait {
                    what: What::Lanes { mask: its, exchange: kind, arguments },
                    site: place,
                    ..
                }) if *its == mask && *kind == exchange && (exchange == Exchange::Barrier || *place == site) => {
                    together.push((other, arguments.clone()));
                }
                State::Ready | State::Waiting(_) => return false,
            }
        }
        let lanes: Vec<(u32, &[u64])> =
            together.iter().map(|(other, arguments)| ((other - warp.start) as u32, arguments.as_slice())).collect();
        let threads: Vec<usize> = together.iter().map(|(other, _)| *other).collect();
        if exchange == Exchange::Barrier {
            self.clocks.meet(&threads, &[]);
            self.go_on_together(&threads);
        }
        for other in threads {
            let (first, second) = result(exchange, (other - warp.start) as u32, &lanes);
            self.go_on(other, |wait| wait.value(first, second));
        }
        true
    }

    /// Lets all threads go on that wait for the whole grid, if all of it came.
    fn settle_grid(&mut self) -> bool {
        let live: Vec<usize> =
            (0..self.threads.len()).filter(|thread| self.threads[*thread].state != State::Done).collect();
        let is_here = |thread: &usize| self.waits(*thread).is_some_and(|wait| wait.what == What::Grid);
        if live.is_empty() || !live.iter().all(is_here) {
            return false;
        }
        self.clocks.meet(&live, &[]);
        live.iter().for_each(|thread| self.go_on(*thread, |_| Value::Bits(0)));
        true
    }

    /// Where nobody can go on else, lanes that ask which are together learn it: those that ask at the same place.
    fn settle_active(&mut self) -> bool {
        let mut progress = false;
        for group in 0..self.groups.len() {
            for warp in self.warps(group) {
                let asks = |thread: &usize| self.waits(*thread).is_some_and(|wait| wait.what == What::Active);
                let Some(first) = warp.clone().find(asks) else { continue };
                let site = self.waits(first).map(|wait| wait.site);
                let is_here = |thread: &usize| asks(thread) && self.waits(*thread).map(|wait| wait.site) == site;
                let most = match self.schedule {
                    Schedule::InTurns => usize::MAX,
                    Schedule::SideBySide => 1,
                };
                let here: Vec<usize> = warp.clone().filter(is_here).take(most).collect();
                let mask = here.iter().fold(0, |mask: u64, thread| mask | 1 << (thread - warp.start));
                here.iter().for_each(|thread| self.go_on(*thread, |_| Value::Bits(mask)));
                progress = true;
            }
        }
        progress
    }
}
