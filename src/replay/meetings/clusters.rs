//! Clusters at run time: the barrier with its two halves, and the shared memory of other blocks.
//!
//! The shared memory of the block of rank `r` is seen by all blocks of its cluster in a window of the 32-bit addresses, too; what
//! `mapa` gives is an address there. A barrier of the cluster opens once all threads that have not returned have arrived; who waits
//! then learns what those that arrived with a release knew, or knew at their latest fence. Source: PTX ISA, `barrier.cluster`, `mapa`.
//!
//! Direction: the window is smaller than the memory that a block may have; what does not fit is not executed.

use crate::replay::machine::{Machine, State};
use crate::replay::memory::{Place, REMOTE, SHARED, WINDOW};
use crate::replay::values::value::Value;
use crate::replay::waits::What;
use crate::verdict::Obstacle;

fn not_executed(what: &str) -> Obstacle {
    Obstacle::Construct { what: what.to_owned() }
}

impl Machine<'_> {
    /// The group in whose shared memory an address is that some thread uses, and the address there; its own for all others.
    pub(in crate::replay) fn home(&self, thread: usize, address: u64) -> Result<(usize, u64), Obstacle> {
        let own = self.threads[thread].block;
        if Place::of(address) != Place::Remote {
            return Ok((own, address));
        }
        let (rank, offset) = ((address - REMOTE) / WINDOW, (address - REMOTE) % WINDOW);
        let cluster = self.clusters.of(self.groups[own].index);
        let is_meant =
            |index: [u32; 3]| self.clusters.of(index) == cluster && u64::from(self.clusters.rank(index)) == rank;
        let group = self.groups.iter().position(|group| is_meant(group.index)).ok_or(Obstacle::Address)?;
        Ok((group, SHARED + offset))
    }

    /// The address that other blocks have for one of a block's own shared memory.
    pub(in crate::replay) fn in_block(&self, address: u64, rank: u64) -> Result<u64, Obstacle> {
        match Place::of(address) {
            Place::Shared if address - SHARED < WINDOW && rank < u64::from(self.clusters.size()) => {
                Ok(REMOTE + rank * WINDOW + (address - SHARED))
            }
            Place::Shared => {
                Err(not_executed("an address in another block's shared memory that is far from its start"))
            }
            Place::Remote | Place::Nowhere | Place::Local | Place::Global => Err(Obstacle::Address),
        }
    }

    /// The rank of the block that an address leads to.
    pub(in crate::replay) fn rank_at(&self, thread: usize, address: u64) -> Result<u64, Obstacle> {
        let (group, _) = self.home(thread, address)?;
        Ok(self.clusters.rank(self.groups[group].index).into())
    }

    /// A thread comes to the barrier of its cluster.
    pub(in crate::replay) fn arrive_at_cluster(&mut self, thread: usize, releases: bool) -> Result<(), Obstacle> {
        if self.threads[thread].arrived.is_some() {
            return Err(not_executed("a second arrival at the barrier of the cluster"));
        }
        let known = if releases { Some(self.clocks.released(thread)) } else { self.threads[thread].fenced.clone() };
        let place = self.clusters.of(self.groups[self.threads[thread].block].index);
        let barrier = self.clusters.barriers.entry(place).or_default();
        barrier.arrived = match (barrier.arrived.take(), known) {
            (Some(before), Some(known)) => Some(before.joined(&known)),
            (before, known) => before.or(known),
        };
        self.threads[thread].arrived = Some(barrier.opened);
        Ok(())
    }

    /// A thread waits at the barrier of its cluster.
    pub(in crate::replay) fn wait_for_cluster(&mut self, thread: usize) -> Result<(), Obstacle> {
        if self.threads[thread].arrived.is_none() {
            return Err(not_executed("a wait at the barrier of the cluster without an arrival"));
        }
        self.wait(thread, What::Cluster, None, false);
        Ok(())
    }

    /// Opens the barriers of clusters to which all threads came, and lets go on who waits there.
    pub(in crate::replay) fn settle_clusters(&mut self) -> bool {
        let places: Vec<[u32; 3]> = self.clusters.barriers.keys().copied().collect();
        places.into_iter().fold(false, |progress, place| self.settle_cluster(place) | progress)
    }

    fn settle_cluster(&mut self, place: [u32; 3]) -> bool {
        let groups = self.groups.iter().filter(|group| self.clusters.of(group.index) == place);
        let all: Vec<usize> = groups.flat_map(|group| group.threads.clone()).collect();
        let (live, returned): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|thread| self.threads[*thread].state != State::Done);
        let Some(barrier) = self.clusters.barriers.get_mut(&place) else { return false };
        let mut progress = false;
        if !live.is_empty() && live.iter().all(|thread| self.threads[*thread].arrived == Some(barrier.opened)) {
            barrier.opened += 1;
            barrier.known = barrier.arrived.take();
            self.parted |= !returned.is_empty();
            progress = true;
        }
        let (opened, known) = (barrier.opened, barrier.known.clone());
        let goes_on = |thread: &usize| {
            let thread = &self.threads[*thread];
            let waits = matches!(&thread.state, State::Waiting(wait) if wait.what == What::Cluster);
            waits && thread.arrived.is_some_and(|arrived| arrived < opened)
        };
        let waiting: Vec<usize> = live.into_iter().filter(goes_on).collect();
        self.go_on_together(&waiting);
        for thread in &waiting {
            self.threads[*thread].arrived = None;
            known.iter().for_each(|known| self.clocks.acquire(*thread, known));
            self.go_on(*thread, |_| Value::Bits(0));
        }
        progress || !waiting.is_empty()
    }
}
