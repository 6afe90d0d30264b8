//! Which accesses happen before which, by vector clocks.
//!
//! Each thread, and the copies of each thread together, is an *agent* with a clock. An access is stamped with its agent's clock;
//! it happens before what a thread does that knows the agent up to this stamp. Threads that meet at a barrier learn what all of
//! them know. Source: FastTrack; vectors are kept as a common part and few exceptions, since most threads know the same.

use rustc_hash::FxHashMap;
use std::rc::Rc;

/// So many exceptions are made part of the common vector.
const EXCEPTIONS: usize = 96;

/// What is known of all agents.
#[derive(Clone, Debug)]
pub(in crate::replay) struct Known {
    common: Rc<[u32]>,
    exceptions: Rc<FxHashMap<usize, u32>>,
}

impl Known {
    fn of(&self, agent: usize) -> u32 {
        let common = self.common.get(agent).copied().unwrap_or(0);
        self.exceptions.get(&agent).copied().unwrap_or(0).max(common)
    }

    fn with(&self, agent: usize, clock: u32) -> Known {
        let mut known = self.clone();
        if known.of(agent) < clock {
            Rc::make_mut(&mut known.exceptions).insert(agent, clock);
        }
        known
    }

    /// What both tell.
    pub(in crate::replay) fn joined(mut self, other: &Known) -> Known {
        self.join(other);
        self.settle();
        self
    }

    fn join(&mut self, other: &Known) {
        if !Rc::ptr_eq(&self.common, &other.common) {
            let most = self.common.len().max(other.common.len());
            let at = |all: &[u32], i: usize| all.get(i).copied().unwrap_or(0);
            self.common = (0..most).map(|i| at(&self.common, i).max(at(&other.common, i))).collect();
        }
        if Rc::ptr_eq(&self.exceptions, &other.exceptions) {
            return;
        }
        let mine = Rc::make_mut(&mut self.exceptions);
        // The order in which maxima are taken makes no difference.
        let mut theirs: Vec<(usize, u32)> = other.exceptions.iter().map(|(agent, clock)| (*agent, *clock)).collect();
        theirs.sort_unstable();
        for (agent, clock) in theirs {
            let known = mine.entry(agent).or_default();
            *known = clock.max(*known);
        }
    }

    /// Keeps exceptions few.
    fn settle(&mut self) {
        if self.exceptions.len() > EXCEPTIONS {
            let most = self.exceptions.keys().map(|agent| agent + 1).max().unwrap_or(0);
            self.common = (0..self.common.len().max(most)).map(|agent| self.of(agent)).collect();
            self.exceptions = Rc::default();
        }
    }
}

/// The clocks of all threads.
#[derive(Debug)]
pub(in crate::replay) struct Clocks {
    known: Vec<Known>,
    own: Vec<u32>,
    /// Of each thread, the agents of its next bulk copy: of what it reads, and of what it writes.
    bulk: Vec<[usize; 2]>,
    /// How many agents there are.
    agents: usize,
}

impl Clocks {
    pub(in crate::replay) fn new(threads: usize) -> Clocks {
        let known = Known { common: vec![0; 3 * threads].into(), exceptions: Rc::default() };
        let bulk = (0..threads).map(|t| [3 * threads + 2 * t, 3 * threads + 2 * t + 1]).collect();
        Clocks { known: vec![known; threads], own: vec![1; 3 * threads], bulk, agents: 5 * threads }
    }

    /// The agent of a thread's asynchronous copies.
    pub(in crate::replay) fn copies_of(&self, thread: usize) -> usize {
        self.known.len() + thread
    }

    /// The agent of the products of the warp group whose first thread this is.
    pub(in crate::replay) fn products_of(&self, thread: usize) -> usize {
        2 * self.known.len() + thread
    }

    /// The stamp of what an agent does now.
    pub(in crate::replay) fn now(&self, agent: usize) -> u32 {
        self.own.get(agent).copied().unwrap_or(1)
    }

    /// The agents of a thread's next bulk copy.
    pub(in crate::replay) fn bulk_of(&self, thread: usize) -> [usize; 2] {
        self.bulk[thread]
    }

    /// A thread issues a bulk copy: the next one has other agents.
    pub(in crate::replay) fn next_bulk(&mut self, thread: usize) -> [usize; 2] {
        let next = [self.agents, self.agents + 1];
        self.agents += 2;
        std::mem::replace(&mut self.bulk[thread], next)
    }

    /// What nobody told.
    pub(in crate::replay) fn nothing(&self) -> Known {
        Known { common: Rc::from([]), exceptions: Rc::default() }
    }

    /// That, and what the bulk copy of an agent did.
    pub(in crate::replay) fn with(&self, known: &Known, agent: usize) -> Known {
        known.with(agent, 1)
    }

    /// What an agent does from now on is later than all before.
    pub(in crate::replay) fn tick(&mut self, agent: usize) {
        self.own[agent] += 1;
    }

    /// Whether what an agent did at a time happens before what the thread does now.
    pub(in crate::replay) fn is_before(&self, (agent, stamp): (usize, u32), thread: usize) -> bool {
        agent == thread || self.known[thread].of(agent) >= stamp
    }

    /// All that a thread knows, with what it did itself.
    pub(in crate::replay) fn released(&mut self, thread: usize) -> Known {
        let known = self.known[thread].with(thread, self.own[thread]);
        self.tick(thread);
        known
    }

    /// A thread learns what another one knew.
    pub(in crate::replay) fn acquire(&mut self, thread: usize, known: &Known) {
        self.known[thread].join(known);
        self.known[thread].settle();
    }

    /// A thread learns of an agent up to a time.
    pub(in crate::replay) fn learn(&mut self, thread: usize, agent: usize, stamp: u32) {
        self.known[thread] = self.known[thread].with(agent, stamp);
    }

    /// Threads learn what all of them know, and what `others` knew.
    pub(in crate::replay) fn meet(&mut self, threads: &[usize], others: &[Known]) {
        let Some((first, rest)) = threads.split_first() else { return };
        let mut known = self.known[*first].clone();
        for thread in rest {
            known.join(&self.known[*thread]);
        }
        others.iter().for_each(|other| known.join(other));
        let exceptions = Rc::make_mut(&mut known.exceptions);
        for thread in threads {
            exceptions.insert(*thread, self.own[*thread]);
        }
        known.settle();
        for thread in threads {
            self.known[*thread] = known.clone();
            self.tick(*thread);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn barriers_order() {
        let mut clocks = Clocks::new(200);
        let stamp = clocks.now(0);
        assert!(clocks.is_before((0, stamp), 0) && !clocks.is_before((0, stamp), 1));
        clocks.meet(&[0, 1], &[]);
        assert!(clocks.is_before((0, stamp), 1) && !clocks.is_before((0, stamp), 2));
        assert!(!clocks.is_before((0, clocks.now(0)), 1));
        // By way of another thread.
        clocks.meet(&[1, 2], &[]);
        assert!(clocks.is_before((0, stamp), 2) && !clocks.is_before((2, clocks.now(2)), 0));
        let late = clocks.now(7);
        clocks.meet(&(0..200).collect::<Vec<_>>(), &[]);
        assert!((0..200).all(|thread| clocks.is_before((7, late), thread)));
        assert!(!clocks.is_before((7, clocks.now(7)), 8));
    }

    #[test]
    fn what_is_released_is_known_to_who_acquires_it() {
        let mut clocks = Clocks::new(3);
        let stamp = clocks.now(0);
        let released = clocks.released(0);
        let later = clocks.now(0);
        clocks.acquire(2, &released);
        assert!(clocks.is_before((0, stamp), 2) && !clocks.is_before((0, later), 2));
        assert!(!clocks.is_before((0, stamp), 1));
    }

    #[test]
    fn copies_are_known_where_they_are_waited_for() {
        let mut clocks = Clocks::new(2);
        let copies = clocks.copies_of(1);
        let stamp = clocks.now(copies);
        clocks.tick(copies);
        assert!(!clocks.is_before((copies, stamp), 1));
        clocks.learn(1, copies, stamp);
        assert!(clocks.is_before((copies, stamp), 1) && !clocks.is_before((copies, clocks.now(copies)), 1));
    }
}
