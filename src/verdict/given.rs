//! A witness in full: all that an execution has to be given.

use serde::{Deserialize, Serialize};

/// What a witness gives to a launch. What it leaves open has the value that a model gives to what no fact mentions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Given {
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    /// Bits of parameters, by the names that terms have for them.
    pub parameters: Vec<(String, u64)>,
    pub cells: Vec<Cell>,
    /// It rests on nothing but values that are not followed, was weighed as a definite witness is, and no address of its accesses
    /// comes out of memory.
    pub weighed: bool,
    /// The bytes of the finding's array that both parties access, from its start: the first, and the one behind the last.
    pub bytes: Option<[i64; 2]>,
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
