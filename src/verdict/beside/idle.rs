//! What stands between two accesses of a race in the program and does not order them, or is only half of what would.

use crate::span::Span;
use serde::{Deserialize, Serialize};

/// Numbers of parties count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Idle {
    /// A memory fence.
    Fence { line: u32 },
    /// A barrier, which is not for these two threads or does not order what they do.
    Barrier { of: Waiting, span: Span },
    /// A shuffle or a vote of the warp, which orders no memory.
    Exchange { span: Span },
    /// Something that counts is arrived at behind the access of one party, and nobody waits for that before the access of the other.
    NoWait { of: Counting, arrival: Span, waits: usize, earlier: bool },
    /// Something that counts is waited for before the access of one party, and nobody arrives at it behind the access of the other.
    NoArrival { of: Counting, wait: Span, arrives: usize, earlier: bool },
    /// There is an arrival behind the one access and a wait before the other.
    Mbarrier { of: Counting, arrival: Span, wait: Span },
    /// Some threads arrive behind what a party does, not all, and those that do have not waited for the others.
    Elected { of: Counting, arrival: Span, behind: usize },
    /// Both accesses are atomic, but one only for threads that are closer to each other than these two.
    Narrow { within: Waiting },
    /// Both accesses are atomic, of bytes that overlap and are not the same.
    Overlap,
}

/// What counts arrivals that do not wait.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Counting {
    Mbarrier,
    /// A barrier of the block with a number.
    Named,
}

/// Who waits for each other at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Waiting {
    Warp,
    /// As many threads as a named barrier is for; who only arrives there waits for nobody.
    Some,
    Block,
    Cluster,
    Grid,
}

impl Idle {
    /// The places that it names, with the calls that lead there.
    pub fn places(&self) -> Vec<&Span> {
        let named = match self {
            Idle::Fence { .. } | Idle::Narrow { .. } | Idle::Overlap => vec![],
            Idle::Barrier { span, .. } | Idle::Exchange { span } => vec![span],
            Idle::NoWait { arrival, .. } | Idle::Elected { arrival, .. } => vec![arrival],
            Idle::NoArrival { wait, .. } => vec![wait],
            Idle::Mbarrier { arrival, wait, .. } => vec![arrival, wait],
        };
        named.into_iter().flat_map(|span| std::iter::once(span).chain(&span.inlined_at)).collect()
    }

    /// The places that it names.
    pub fn spans_mut(&mut self) -> Vec<&mut Span> {
        match self {
            Idle::Fence { .. } | Idle::Narrow { .. } | Idle::Overlap => vec![],
            Idle::Barrier { span, .. } | Idle::Exchange { span } => vec![span],
            Idle::NoWait { arrival, .. } | Idle::Elected { arrival, .. } => vec![arrival],
            Idle::NoArrival { wait, .. } => vec![wait],
            Idle::Mbarrier { arrival, wait, .. } => vec![arrival, wait],
        }
    }

    /// The same where the two parties are told the other way round.
    #[must_use]
    pub fn reversed(self) -> Idle {
        match self {
            Idle::NoWait { of, arrival, waits, earlier } => Idle::NoWait { of, arrival, waits: 3 - waits, earlier },
            Idle::NoArrival { of, wait, arrives, earlier } => {
                Idle::NoArrival { of, wait, arrives: 3 - arrives, earlier }
            }
            Idle::Elected { of, arrival, behind } => Idle::Elected { of, arrival, behind: 3 - behind },
            Idle::Fence { .. }
            | Idle::Barrier { .. }
            | Idle::Exchange { .. }
            | Idle::Mbarrier { .. }
            | Idle::Narrow { .. }
            | Idle::Overlap => self,
        }
    }
}
