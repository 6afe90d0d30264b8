//! Who comes to a barrier, and which threads can come there no more.
//!
//! A barrier's *instance* is a place of the code with the iterations of the loops around it, as in the analysis: two threads meet in
//! one instance if both come to it. A thread *has passed* an instance if it has ended, or if no way leads from where it is to
//! the place but by a later iteration. Example: in `if (t < 16) __syncthreads();` all others have passed when they wait for their
//! next barrier, or end.
//!
//! A barrier that lets its threads wait at different places is not missed by who went on from another place together with the one
//! that came, unless it comes to fewer of them in all.
//!
//! Direction: a missed barrier happened. A `return` that leads past it is not told apart from another way: the source says
//! which it is. Who ends by a trap or `exit` has missed nothing.

use super::arrivals::{Arrivals, Instance, Said};
use crate::kernel::program::{Called, Terminator};
use crate::kernel::target::LANES;
use crate::replay::machine::{Machine, State};
use crate::verdict::{Level, Missing, Obstacle, Refutation, Replay};
use std::cmp::Ordering;
use std::collections::BTreeMap;

impl Machine<'_> {
    /// A thread comes to a place where threads meet.
    pub(in crate::replay) fn comes(&mut self, thread: usize, place: u32, called: Called) {
        let Some(wanted) = self.arrivals.as_ref().map(|arrivals| &arrivals.wanted) else { return };
        let is_wanted = self.program.meetings.get(place as usize) == Some(&wanted.span);
        let at = (self.threads[thread].at, self.threads[thread].next);
        let iterations = self.program.blocks[at.0].loops.iter().map(|l| self.threads[thread].iterations[*l]).collect();
        let instance = is_wanted.then_some(Instance { at, iterations });
        let bits = |operand| self.bits(thread, operand) as u32;
        let all = Said { mask: u32::MAX, id: 0, count: None };
        let said = match called {
            Called::All => all,
            Called::Lanes(mask) => Said { mask: bits(mask), ..all },
            Called::Numbered(id, count) => Said { id: bits(id), count: count.map(bits), ..all },
        };
        if let Some((arrivals, instance)) = self.arrivals.as_mut().zip(instance.clone()) {
            arrivals.came.entry(instance).or_default().insert(thread, said);
        }
        self.threads[thread].here = instance;
    }

    /// Whether a thread is at the barrier that is looked for: there it may stay, where what it does is not known.
    pub(in crate::replay) fn is_at_wanted(&self, thread: usize) -> bool {
        let thread = &self.threads[thread];
        // The instruction behind the one that came is under way.
        thread.here.as_ref().is_some_and(|here| here.at.0 == thread.at && here.at.1 + 1 == thread.next)
    }

    /// Threads go on from a barrier together.
    pub(in crate::replay) fn go_on_together(&mut self, threads: &[usize]) {
        let Some(arrivals) = &mut self.arrivals else { return };
        threads.iter().for_each(|thread| arrivals.waits[*thread] += 1);
        let mut here: Vec<Option<Instance>> = threads.iter().map(|thread| self.threads[*thread].here.clone()).collect();
        here.sort_unstable();
        here.dedup();
        if here.len() > 1 {
            arrivals.together.extend(here.into_iter().flatten().map(|instance| (instance, threads.to_vec())));
        }
    }

    /// What the execution, which ended so, shows of the barrier that was looked for.
    pub(in crate::replay) fn shown(&self, ended: Result<(), Obstacle>) -> Replay {
        let Some(arrivals) = &self.arrivals else { return Replay::NotExecutable(Obstacle::NoPair) };
        let mut is_open = false;
        for (instance, came) in &arrivals.came {
            match self.seen_at(arrivals, instance, came) {
                Seen::Missed => return Replay::Confirmed,
                Seen::Open => is_open = true,
                Seen::AllCame => {}
            }
        }
        match ended {
            // That all threads wait is what may become of a missed barrier.
            Err(Obstacle::Deadlock) if !is_open && !arrivals.came.is_empty() => Replay::Refuted(Refutation::Met),
            Err(obstacle) => Replay::NotExecutable(obstacle),
            Ok(()) if is_open => Replay::NotExecutable(Obstacle::Deadlock),
            Ok(()) if arrivals.came.is_empty() => Replay::Refuted(Refutation::NotReached { party: 1 }),
            Ok(()) => Replay::Refuted(Refutation::Met),
        }
    }

    fn seen_at(&self, arrivals: &Arrivals, instance: &Instance, came: &BTreeMap<usize, Said>) -> Seen {
        let own = |(thread, said): (&usize, &Said)| said.mask >> (self.threads[*thread].number % LANES) & 1 == 1;
        match arrivals.wanted.missed.how {
            Missing::Itself if came.iter().all(own) => Seen::AllCame,
            Missing::Itself => Seen::Missed,
            Missing::Lane => self.lanes(arrivals, instance, came),
            Missing::Place => self.place(arrivals, instance, came),
            Missing::Count => self.count(instance, came),
        }
    }

    /// The threads that have to meet with one.
    fn unit(&self, thread: usize, level: Level) -> std::ops::Range<usize> {
        let block = self.groups[self.threads[thread].block].threads.clone();
        match level {
            Level::Warp => {
                let first = thread - (self.threads[thread].number % LANES) as usize;
                first..block.end.min(first + LANES as usize)
            }
            Level::Block => block,
            Level::Cluster | Level::Grid => 0..self.threads.len(),
        }
    }

    fn are_of_one_cluster(&self, threads: [usize; 2]) -> bool {
        let [a, b] = threads.map(|thread| self.clusters.of(self.groups[self.threads[thread].block].index));
        a == b
    }

    fn place(&self, arrivals: &Arrivals, instance: &Instance, came: &BTreeMap<usize, Said>) -> Seen {
        let (mut seen, mut looked) = (Seen::AllCame, 0);
        for thread in came.keys() {
            // One of each unit stands for all, unless it may have met others elsewhere.
            if *thread < looked && !arrivals.wanted.missed.any_place {
                continue;
            }
            let unit = self.unit(*thread, arrivals.wanted.level);
            // The threads of a cluster need not have numbers in a row.
            let is_of_cluster = arrivals.wanted.level == Level::Cluster;
            looked = if is_of_cluster { *thread + 1 } else { unit.end };
            let is_meant = |other: &usize| !is_of_cluster || self.are_of_one_cluster([*thread, *other]);
            for other in unit.filter(|other| is_meant(other) && !came.contains_key(other)) {
                seen = seen.max(self.misses(arrivals, instance, [*thread, other]));
                if seen == Seen::Missed {
                    return seen;
                }
            }
        }
        seen
    }

    fn lanes(&self, arrivals: &Arrivals, instance: &Instance, came: &BTreeMap<usize, Said>) -> Seen {
        let mut seen = Seen::AllCame;
        for (thread, said) in came {
            let is_named = |other: &usize| said.mask >> (self.threads[*other].number % LANES) & 1 == 1;
            for other in self.unit(*thread, Level::Warp).filter(is_named) {
                seen = seen.max(match came.get(&other) {
                    Some(its) if its.mask == said.mask => Seen::AllCame,
                    Some(_) => Seen::Missed,
                    None => self.misses(arrivals, instance, [*thread, other]),
                });
            }
        }
        seen
    }

    /// Whether the second thread misses the instance that the first one came to.
    fn misses(&self, arrivals: &Arrivals, instance: &Instance, pair: [usize; 2]) -> Seen {
        let [thread, other] = pair;
        if self.threads[other].is_cut {
            return Seen::AllCame;
        }
        if !self.has_passed(other, instance) {
            return Seen::Open;
        }
        let met =
            |(at, threads): &(Instance, Vec<usize>)| at == instance && pair.iter().all(|one| threads.contains(one));
        let as_many = arrivals.waits[other] >= arrivals.waits[thread];
        let is_elsewhere = arrivals.wanted.missed.any_place && as_many && arrivals.together.iter().any(met);
        if is_elsewhere { Seen::AllCame } else { Seen::Missed }
    }

    /// Whether as many threads come to each barrier of a block as it is for.
    fn count(&self, instance: &Instance, came: &BTreeMap<usize, Said>) -> Seen {
        let mut counts: BTreeMap<(usize, u32), (u32, u32)> = BTreeMap::new();
        for (thread, said) in came {
            let block = self.threads[*thread].block;
            let (count, awaited) = counts.entry((block, said.id)).or_default();
            *count += 1;
            *awaited = said.count.unwrap_or(self.groups[block].threads.len() as u32);
        }
        let is_here = |thread: &usize| came.keys().any(|one| self.threads[*one].block == self.threads[*thread].block);
        let others = (0..self.threads.len()).filter(|thread| !came.contains_key(thread)).filter(is_here);
        let may_come = others.into_iter().any(|thread| !self.has_passed(thread, instance));
        let wrong = |(count, awaited): &(u32, u32)| count > awaited || count < awaited && !may_come;
        let few = |(count, awaited): &(u32, u32)| count < awaited;
        match (counts.values().any(wrong), counts.values().any(few)) {
            (true, _) => Seen::Missed,
            (false, true) => Seen::Open,
            (false, false) => Seen::AllCame,
        }
    }

    /// Whether a thread can come to an instance no more, to which it did not come.
    fn has_passed(&self, thread: usize, instance: &Instance) -> bool {
        let thread = &self.threads[thread];
        if thread.state == State::Done {
            return true;
        }
        let (here, there) = (&self.program.blocks[thread.at], &self.program.blocks[instance.at.0]);
        let common: Vec<usize> =
            here.loops.iter().zip(&there.loops).take_while(|(a, b)| a == b).map(|(a, _)| *a).collect();
        for (l, iteration) in common.iter().zip(&instance.iterations) {
            match thread.iterations[*l].cmp(iteration) {
                Ordering::Greater => return true,
                Ordering::Less => return false,
                Ordering::Equal => {}
            }
        }
        if thread.at == instance.at.0 {
            return thread.next > instance.at.1;
        }
        !self.leads(thread.at, instance.at.0, &common)
    }

    /// Whether a way leads from one block of code to another one in the same iterations of these loops.
    fn leads(&self, from: usize, to: usize, same: &[usize]) -> bool {
        let (mut open, mut seen) = (vec![from], vec![false; self.program.blocks.len()]);
        while let Some(at) = open.pop() {
            let next = match &self.program.blocks[at].terminator {
                Terminator::Jump(next) => vec![*next],
                Terminator::Branch(_, yes, no) => vec![*yes, *no],
                Terminator::Switch(_, cases, other) => cases.iter().map(|(_, next)| *next).chain([*other]).collect(),
                Terminator::Return | Terminator::Unreachable | Terminator::Unknown(_) => vec![],
            };
            for next in next {
                let Some(block) = self.program.blocks.get(next) else { continue };
                let is_back = block.is_header && block.loops.last().is_some_and(|l| same.contains(l));
                if is_back || std::mem::replace(&mut seen[next], true) {
                    continue;
                }
                if next == to {
                    return true;
                }
                open.push(next);
            }
        }
        false
    }
}

/// What was seen of an instance, in the order of what counts more.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Seen {
    AllCame,
    /// Some may still come.
    Open,
    Missed,
}
