//! What the lanes of one warp access together, and what that costs: the data of a performance note.

use serde::{Deserialize, Serialize};

/// One access by the lanes of a warp that make it at the same time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Together {
    pub cost: Cost,
    /// Bytes that each lane accesses.
    pub bytes: u64,
    /// The lanes that make the access, in order.
    pub lanes: Vec<LaneAccess>,
}

/// What an access of a warp costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cost {
    /// Shared memory: so many different words lie in one bank, which gives one of them at a time.
    Banks { degree: u32, bank: u32 },
    /// Global memory: so many sectors of 32 bytes are moved, and so many would hold the bytes.
    Sectors { moved: u32, least: u32 },
}

/// Where one lane accesses an array.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LaneAccess {
    pub lane: u32,
    pub thread: [u32; 3],
    /// In bytes from the start of the array.
    pub at: i64,
    /// As the source writes it: `tile[3][0]`.
    pub cell: String,
    /// It is one of those that wait for each other at the bank of [`Cost::Banks`].
    pub collides: bool,
}
