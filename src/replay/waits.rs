//! What a thread may wait for.

use super::values::Value;
use crate::program::Register;

/// What a barrier makes of the threads' conditions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduce {
    Nothing,
    Count,
    And,
    Or,
}

/// How lanes exchange values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exchange {
    /// They only meet, and what they did before is ordered.
    Barrier,
    Shuffle(Shuffle),
    Vote(Vote),
    MatchAny,
    MatchAll,
    Reduce(Reduction),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduction {
    Add,
    Min,
    Max,
    UMin,
    UMax,
    And,
    Or,
    Xor,
}

/// What is waited for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum What {
    /// A barrier of the block with a number, for so many threads if not for all.
    Block { id: u32, count: Option<u32>, reduce: Reduce, condition: u64 },
    /// Lanes of the warp; two with different numbers do not meet.
    Lanes { mask: u32, exchange: Exchange, arguments: Vec<u64> },
    /// All threads of the grid.
    Grid,
    /// That no other lane of the warp comes here any more.
    Active,
}

/// A thread's wait.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Wait {
    pub(super) what: What,
    /// The block of code and the place there.
    pub(super) site: (usize, usize),
    /// Where the result goes.
    pub(super) result: Option<Register>,
    /// It has a second part, which is a truth value.
    pub(super) pair: bool,
}

impl Wait {
    /// The result of one or two parts.
    pub(super) fn value(&self, first: u64, second: bool) -> Value {
        if self.pair {
            Value::Parts([Value::Bits(first), Value::truth(second)].into())
        } else {
            Value::Bits(first)
        }
    }
}
