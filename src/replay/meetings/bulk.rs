//! Bulk copies: each has agents of its own, for what it reads and for what it writes, of which others know once it is over.
//!
//! What a copy writes is there at once, which is one of the times that it may take; an mbarrier is told as late as may be: when nobody
//! else can go on, or somebody tests in vain. Source: PTX ISA, `cp.async.bulk`, "tx-count".

use crate::replay::input::Schedule;
use crate::replay::machine::Machine;
use crate::replay::waits::{Wait, What};
use crate::verdict::Obstacle;

impl Machine<'_> {
    /// Copies bytes; the mbarrier in a cell is told, or the copy belongs to the group that is open.
    pub(in crate::replay) fn bulk_copy(
        &mut self,
        thread: usize,
        [to, from, bytes]: [u64; 3],
        cell: Option<(usize, u64)>,
    ) -> Result<(), Obstacle> {
        if bytes > MOST_BYTES {
            return Err(Obstacle::Construct { what: "a bulk copy of too many bytes".into() });
        }
        let mut data = vec![0; bytes as usize];
        self.read(thread, from, &mut data)?;
        self.write(thread, to, &data)?;
        let agents = self.clocks.next_bulk(thread);
        let Some(cell) = cell else {
            self.threads[thread].bulk.open.push(agents);
            return Ok(());
        };
        let not_set_up = || Obstacle::Construct { what: "a bulk copy for an mbarrier that is not set up".into() };
        let mut known = self.clocks.nothing();
        for agent in agents {
            known = self.clocks.with(&known, agent);
        }
        self.mbarriers.get_mut(&cell).ok_or_else(not_set_up)?.coming.push((bytes, known));
        Ok(())
    }

    pub(in crate::replay) fn commit_bulk(&mut self, thread: usize) {
        let groups = &mut self.threads[thread].bulk;
        let open = std::mem::take(&mut groups.open);
        groups.committed.push(open);
    }

    /// Waits for all but the latest so many groups: that they have read, or that they are over.
    pub(in crate::replay) fn wait_for_bulk(&mut self, thread: usize, but: usize, read: bool) {
        let committed = &mut self.threads[thread].bulk.committed;
        let count = committed.len().saturating_sub(but);
        // What they write may be waited for later.
        let done: Vec<[usize; 2]> = committed.iter().take(count).flatten().copied().collect();
        if !read {
            committed.drain(..count);
        }
        for [reads, writes] in done {
            self.clocks.learn(thread, reads, 1);
            if !read {
                self.clocks.learn(thread, writes, 1);
            }
        }
    }

    /// Tells the mbarrier in a cell of one copy, if one is under way: the first one or, where threads run side by side, the last.
    pub(in crate::replay) fn deliver(&mut self, cell: (usize, u64)) -> bool {
        let schedule = self.schedule;
        let Some(barrier) = self.mbarriers.get_mut(&cell).filter(|b| !b.coming.is_empty()) else { return false };
        let (bytes, known) = match schedule {
            Schedule::InTurns => barrier.coming.remove(0),
            Schedule::SideBySide => barrier.coming.remove(barrier.coming.len() - 1),
        };
        barrier.complete(bytes, &known);
        true
    }

    /// Where nobody can go on else, one copy is over that somebody waits for.
    pub(in crate::replay) fn settle_copies(&mut self) -> bool {
        for thread in 0..self.threads.len() {
            let Some(Wait { what: What::Phase { cell, .. }, .. }) = self.waits(thread) else { continue };
            let cell = *cell;
            if self.deliver(cell) {
                self.settle_phases(self.threads[thread].block);
                return true;
            }
        }
        false
    }
}

/// The most bytes of one copy: more than there are in a shared memory.
const MOST_BYTES: u64 = 1 << 20;
