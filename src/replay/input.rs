//! What an execution starts with: the launch, what it passes, and what memory holds.
//!
//! Objects and parameters are named as witnesses name them: a parameter by its name, a field of one that is passed by value
//! as `name+offset`, and a pointer that leads into another's object by `(char*)name - (char*)other`. A pointer of which nothing
//! is said leads to an array of its own.
//!
//! Direction: what is said of a name that several objects have is left out.

use super::memory;
use std::collections::BTreeMap;

/// What an execution starts with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    /// Blocks of a cluster.
    pub cluster_dim: [u32; 3],
    /// The blocks that are run.
    pub blocks: Vec<[u32; 3]>,
    /// Bits of parameters by name; 0 where nothing is said.
    pub parameters: Vec<(String, u64)>,
    pub contents: Vec<Contents>,
    /// How many instructions may be executed.
    pub fuel: u64,
    pub schedule: Schedule,
    pub unset: Unset,
}

/// What memory holds at first of which nothing is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unset {
    Zero,
    /// Numbers by their places, of this kind.
    Any(Numbers),
    /// So in these objects, and zeros elsewhere.
    In(BTreeMap<String, Numbers>),
}

/// Which numbers memory holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    Zeros,
    /// Whole numbers below 4.
    Small,
    /// Large ones that are, as floating-point numbers, around 1 or -1.
    Large,
    /// One greater than the other from place to place, and positive: what holds of sorted and of distinct data holds of these.
    Ascending,
    /// As before, and one less than the other: each is the least until then.
    Descending,
}

impl Numbers {
    /// The byte at an address.
    pub(super) fn byte(self, address: u64) -> u8 {
        let word = memory::seed(address) / 4;
        let mixed = word.wrapping_add(0x9e37_79b9).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = ((mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as u32;
        let number = match self {
            Numbers::Zeros => 0,
            Numbers::Small => mixed >> 7 & 3,
            Numbers::Large => mixed & 0x80ff_ffff | 0x3f00_0000,
            Numbers::Ascending => 0x3f00_0000 + (word as u32 & 0x00ff_ffff),
            Numbers::Descending => 0x3fff_ffff - (word as u32 & 0x00ff_ffff),
        };
        number.to_le_bytes()[(address % 4) as usize]
    }
}

/// Who runs for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Schedule {
    /// Each thread as long as it can; lanes of a warp are together wherever they may be.
    InTurns,
    /// All threads side by side, one instruction each; lanes are never together where nothing demands it.
    SideBySide,
}

/// Bytes of an object before the launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contents {
    pub object: String,
    /// From the object's start.
    pub at: i64,
    pub bytes: Vec<u8>,
    /// Of shared memory: which block's; all if none.
    pub block: Option<[u32; 3]>,
}

impl Input {
    pub(super) fn parameter(&self, name: &str) -> Option<u64> {
        self.parameters.iter().find(|(known, _)| known == name).map(|(_, value)| *value)
    }

    /// The pointer that another one leads into, and how far on.
    pub(super) fn distance(&self, name: &str) -> Option<(&str, u64)> {
        let prefix = format!("(char*){name} - (char*)");
        self.parameters.iter().find_map(|(known, value)| Some((known.strip_prefix(&prefix)?, *value)))
    }
}
