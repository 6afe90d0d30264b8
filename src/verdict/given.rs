//! A witness in full: all that an execution has to be given.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a witness gives to a launch. What it leaves open has the value that a model gives to what no fact mentions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Given {
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    /// Blocks of a cluster; 1 or 0 where nothing is said.
    pub cluster_dim: [u32; 3],
    /// Bits of parameters, by the names that terms have for them.
    pub parameters: Vec<(String, u64)>,
    pub cells: Vec<Cell>,
    /// It rests on nothing but values that are not followed, was weighed as a definite witness is, and no address of its accesses
    /// comes out of memory that the launch fills.
    pub weighed: bool,
    /// The address of an access comes out of shared memory, so that the kernel computes it: perhaps out of data of which programs know
    /// more, as that they are sorted or distinct.
    pub computed: bool,
    /// Of a barrier: how it is missed.
    pub missed: Option<Missed>,
    /// What an execution saw that confirmed a race.
    pub seen: Option<Seen>,
    /// The bytes of the finding's array that both parties access, from its start: the first, and the one behind the last.
    pub bytes: Option<[i64; 2]>,
}

/// A race that happened in an execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seen {
    /// Those that raced, in the order of the parties.
    pub threads: [[u32; 3]; 2],
    pub blocks: [[u32; 3]; 2],
    /// The object, and the bytes of it that both accessed, as in [`Given::bytes`].
    pub object: String,
    pub bytes: [i64; 2],
}

/// How a barrier is missed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Missed {
    pub how: Missing,
    /// Threads may wait for each other at different places of such a barrier.
    pub any_place: bool,
    /// Of the loops around it, outermost first: the iteration, from 0, in which the first party comes.
    pub iterations: Vec<i64>,
}

/// What is wrong with who comes to a barrier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Missing {
    /// One thread comes, another one does not.
    Place,
    /// A lane comes, and its mask names one that does not, or not with this mask.
    Lane,
    /// A lane comes that its own mask does not name.
    Itself,
    /// As many threads come as it is not for.
    Count,
}

/// What memory holds at one place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The object's name.
    pub object: String,
    /// In bytes from the object's start.
    pub at: i64,
    pub bits: u32,
    pub value: u64,
    /// Of shared memory: whose.
    pub block: Option<[u32; 3]>,
}

/// A value that is told of a witness.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum WitnessValue {
    /// The witness does not have it.
    Unknown,
    Truth(bool),
    Number(i64),
}

impl fmt::Display for WitnessValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WitnessValue::Unknown => out.write_str("?"),
            WitnessValue::Truth(value) => write!(out, "{value}"),
            WitnessValue::Number(value) => write!(out, "{value}"),
        }
    }
}
