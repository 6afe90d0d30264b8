//! Watches accesses to the shared memory of other blocks: whether their blocks are sure to have begun, and not to have ended.
//!
//! A block has begun for a thread that knows something which one of its threads did. It does not end before an access that one of its
//! threads knows at its end. Direction: what is found happened, in this execution or in one that some schedule makes of it.

use super::order::Clocks;
use crate::span::Span;
use crate::verdict::{AccessMode, Refutation};

/// The accesses that are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remote {
    pub span: Span,
    pub mode: AccessMode,
}

/// An access to the memory of another group.
#[derive(Clone, Copy, Debug)]
struct Seen {
    thread: usize,
    stamp: u32,
    home: usize,
    has_begun: bool,
}

/// Those that were seen.
#[derive(Debug, Default)]
pub(in crate::replay) struct Absent {
    seen: Vec<Seen>,
}

impl Absent {
    /// Takes in an access by a thread to the memory of a group, whose threads are these.
    pub(in crate::replay) fn access(
        &mut self,
        thread: usize,
        (home, threads): (usize, std::ops::Range<usize>),
        clocks: &Clocks,
    ) {
        let first = 1;
        let has_begun = threads.into_iter().any(|other| clocks.is_before((other, first), thread));
        let stamp = clocks.now(thread);
        let same = |seen: &Seen| (seen.thread, seen.home, seen.has_begun) == (thread, home, has_begun);
        match self.seen.iter_mut().rev().find(|seen| same(seen)) {
            // The latest is ordered with the end, if any is.
            Some(seen) => seen.stamp = stamp,
            None => self.seen.push(Seen { thread, stamp, home, has_begun }),
        }
    }

    /// What is shown when all threads have ended; `threads_of`: those of a group.
    pub(in crate::replay) fn refuted(
        &self,
        threads_of: &dyn Fn(usize) -> std::ops::Range<usize>,
        clocks: &Clocks,
    ) -> Option<Refutation> {
        let is_absent = |seen: &Seen| {
            let is_known = |other| clocks.is_before((seen.thread, seen.stamp), other);
            !seen.has_begun || !threads_of(seen.home).any(is_known)
        };
        if self.seen.iter().any(is_absent) {
            return None;
        }
        Some(if self.seen.is_empty() { Refutation::NotReached { party: 1 } } else { Refutation::Ordered })
    }
}
