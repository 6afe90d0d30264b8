//! What a thread may wait for, what lanes of a warp get that exchange values, and the barriers of clusters.
//!
//! Source: PTX ISA, `shfl.sync`, `vote.sync`, `match.sync`, `redux.sync`.

use super::values::value::{Value, signed};
use super::watch::order::Known;
use super::watch::phases::PhaseOf;
use crate::kernel::program::Register;
use crate::kernel::target::LANES;
use std::collections::BTreeMap;

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
    /// All threads of the cluster, where it has arrived.
    Cluster,
    /// All threads of the grid.
    Grid,
    /// That no other lane of the warp comes here any more.
    Active,
    /// That a phase of the mbarrier in a cell is over; one that tests learns it where that is not so, either.
    Phase { cell: (usize, u64), phase: PhaseOf, tests: bool },
    /// For nothing: what comes next is not executed.
    Ever,
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
        if self.pair { Value::Parts([Value::Bits(first), Value::truth(second)].into()) } else { Value::Bits(first) }
    }
}

/// A thread's products of matrices: how many were started, and where the groups end that are committed and not waited for.
#[derive(Clone, Debug, Default)]
pub(super) struct Products {
    pub(super) started: u32,
    pub(super) committed: Vec<u32>,
}

/// The barrier of one cluster.
#[derive(Debug, Default)]
pub(super) struct Cluster {
    /// How often it has opened.
    pub(super) opened: u32,
    /// What those knew that have arrived since.
    pub(super) arrived: Option<Known>,
    /// What those knew that had arrived when it opened last.
    pub(super) known: Option<Known>,
}

/// The clusters of an execution.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    /// Blocks of each, by axis.
    pub(super) dim: [u32; 3],
    /// By place among the clusters.
    pub(super) barriers: BTreeMap<[u32; 3], Cluster>,
}

impl Clusters {
    pub(super) fn new(dim: [u32; 3]) -> Clusters {
        Clusters { dim: dim.map(|n| n.max(1)), barriers: BTreeMap::new() }
    }

    /// The place of a block's cluster.
    pub(super) fn of(&self, block: [u32; 3]) -> [u32; 3] {
        [0, 1, 2].map(|axis| block[axis] / self.dim[axis])
    }

    /// The rank of a block in its cluster.
    pub(super) fn rank(&self, block: [u32; 3]) -> u32 {
        let [x, y, z] = [0, 1, 2].map(|axis| block[axis] % self.dim[axis]);
        (z * self.dim[1] + y) * self.dim[0] + x
    }

    pub(super) fn size(&self) -> u32 {
        self.dim.iter().product()
    }
}

/// The result of a lane, and a second one for those instructions that have it. `others`: the lanes of its mask that came, each
/// with its operands.
pub(super) fn result(exchange: Exchange, lane: u32, others: &[(u32, &[u64])]) -> (u64, bool) {
    let of = |lane: u32, i: usize| {
        let found = others.iter().find(|(other, _)| *other == lane);
        found.and_then(|(_, arguments)| arguments.get(i)).copied()
    };
    let own = of(lane, 0).unwrap_or(0);
    let mask = |holds: &dyn Fn(u64) -> bool| {
        let lanes = others.iter().filter(|(_, arguments)| arguments.first().is_some_and(|a| holds(*a)));
        lanes.fold(0, |mask: u64, (lane, _)| mask | 1 << lane)
    };
    let all = mask(&|_| true);
    match exchange {
        Exchange::Barrier => (0, false),
        Exchange::Shuffle(kind) => {
            let (by, control) = (of(lane, 1).unwrap_or(0) as u32, of(lane, 2).unwrap_or(0) as u32);
            let (from, inside) = source(kind, lane, by, control);
            (of(from, 0).unwrap_or(own), inside)
        }
        Exchange::Vote(vote) => {
            let yes = mask(&|a| a & 1 == 1);
            let result = match vote {
                Vote::All => u64::from(yes == all),
                Vote::Any => u64::from(yes != 0),
                Vote::Uniform => u64::from(yes == 0 || yes == all),
                Vote::Ballot => yes,
            };
            (result, false)
        }
        Exchange::MatchAny => (mask(&|a| a == own), false),
        Exchange::MatchAll => {
            let same = mask(&|a| a == own) == all;
            (if same { all } else { 0 }, same)
        }
        Exchange::Reduce(op) => {
            let values = others.iter().filter_map(|(_, arguments)| arguments.first()).map(|a| *a as u32);
            (u64::from(values.reduce(|a, b| reduced(op, a, b)).unwrap_or(0)), false)
        }
    }
}

/// The lane that a lane reads from, and whether that is in its segment; else it is itself.
fn source(kind: Shuffle, lane: u32, by: u32, control: u32) -> (u32, bool) {
    let (by, clamp, segment) = (by % LANES, control % LANES, (control >> 8) % LANES);
    let first = lane & segment;
    let last = first | clamp & !segment;
    let (from, inside) = match kind {
        Shuffle::Up => (lane.wrapping_sub(by), lane >= last.saturating_add(by)),
        Shuffle::Down => (lane + by, lane + by <= last),
        Shuffle::Butterfly => (lane ^ by, lane ^ by <= last),
        Shuffle::Index => (first | by & !segment, (first | by & !segment) <= last),
    };
    if inside { (from, true) } else { (lane, false) }
}

fn reduced(op: Reduction, a: u32, b: u32) -> u32 {
    let (x, y) = (signed(32, a.into()), signed(32, b.into()));
    match op {
        Reduction::Add => a.wrapping_add(b),
        Reduction::Min => x.min(y) as u32,
        Reduction::Max => x.max(y) as u32,
        Reduction::UMin => a.min(b),
        Reduction::UMax => a.max(b),
        Reduction::And => a & b,
        Reduction::Or => a | b,
        Reduction::Xor => a ^ b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lane `l` passes `10 + l`; of a whole warp.
    fn shuffled(kind: Shuffle, by: u64, control: u64) -> Vec<u64> {
        let arguments: Vec<Vec<u64>> = (0..32).map(|lane| vec![10 + lane, by, control]).collect();
        let all: Vec<(u32, &[u64])> = (0..).zip(arguments.iter().map(Vec::as_slice)).collect();
        (0..32).map(|lane| result(Exchange::Shuffle(kind), lane, &all).0 - 10).collect()
    }

    #[test]
    fn shuffles() {
        assert_eq!(shuffled(Shuffle::Down, 16, 31)[..3], [16, 17, 18]);
        assert_eq!(shuffled(Shuffle::Down, 16, 31)[16..18], [16, 17]);
        assert_eq!(shuffled(Shuffle::Up, 1, 0)[..3], [0, 0, 1]);
        assert_eq!(shuffled(Shuffle::Butterfly, 3, 31)[..4], [3, 2, 1, 0]);
        // Segments of 8.
        assert_eq!(shuffled(Shuffle::Index, 2, 24 << 8 | 31)[6..10], [2, 2, 10, 10]);
        assert_eq!(shuffled(Shuffle::Down, 4, 24 << 8 | 31)[2..6], [6, 7, 4, 5]);
        assert_eq!(shuffled(Shuffle::Up, 2, 24 << 8)[7..11], [5, 8, 9, 8]);
    }

    #[test]
    fn votes_and_matches() {
        let arguments = [[1u64], [0], [1]];
        let all: Vec<(u32, &[u64])> = (0..).zip(arguments.iter().map(|a| &a[..])).collect();
        assert_eq!(result(Exchange::Vote(Vote::Ballot), 0, &all).0, 5);
        assert_eq!(result(Exchange::Vote(Vote::Any), 0, &all).0, 1);
        assert_eq!(result(Exchange::Vote(Vote::All), 0, &all).0, 0);
        assert_eq!(result(Exchange::MatchAny, 1, &all).0, 2);
        assert_eq!(result(Exchange::MatchAll, 1, &all), (0, false));
        assert_eq!(result(Exchange::Reduce(Reduction::Add), 1, &all).0, 2);
    }
}
