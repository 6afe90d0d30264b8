//! What a page draws of a finding, as plain data: made only for pages, from the terms of the kernel at the values of the witness.

use crate::span::Span;
use serde::{Deserialize, Serialize};

/// Of one finding.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Picture {
    /// The barriers and loops of the kernel around the two accesses, in the order of the program.
    pub timeline: Vec<Moment>,
    /// Of a race.
    pub map: Option<CellMap>,
    /// Of a barrier that threads miss.
    pub participation: Option<Participation>,
    /// What could not be drawn, and why.
    pub missing: Vec<String>,
}

/// Something that threads come to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Moment {
    Barrier {
        span: Span,
        /// All threads of what meet there.
        scope: Meeting,
        /// Threads come to it by a condition in which they may differ.
        is_conditional: bool,
    },
    /// The access of a party, by its number from 0.
    Party {
        party: usize,
    },
    /// A loop begins; the parties are in different iterations of it if `is_round`.
    LoopBegins {
        span: Span,
        is_round: bool,
    },
    LoopEnds {
        span: Span,
        is_round: bool,
    },
    /// So many barriers and loops are left out.
    LeftOut {
        number: usize,
    },
}

impl Moment {
    /// Its place in the source, if it has one of its own.
    pub fn span_mut(&mut self) -> Option<&mut Span> {
        match self {
            Moment::Barrier { span, .. } | Moment::LoopBegins { span, .. } | Moment::LoopEnds { span, .. } => {
                Some(span)
            }
            Moment::Party { .. } | Moment::LeftOut { .. } => None,
        }
    }
}

/// Who meets at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Meeting {
    Warp,
    Block,
    Cluster,
    Grid,
}

/// Which threads access which cells of an array, at the two accesses of a finding.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CellMap {
    pub array: String,
    /// Cells of a row of the picture.
    pub columns: u64,
    /// In their order.
    pub cells: Vec<MapCell>,
    /// Cells that are not shown, for want of room.
    pub left_out: usize,
    /// Some threads may access cells that are not known.
    pub is_open: bool,
}

/// A cell that threads access.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct MapCell {
    /// In elements from the start of the array.
    pub index: i64,
    /// As the source writes it.
    pub name: String,
    /// Who makes the first access to it, and who the second: a few of them.
    pub threads: [Vec<Placed>; 2],
    /// How many in all.
    pub counts: [usize; 2],
    /// The parties meet there.
    pub is_hit: bool,
}

/// A thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Placed {
    pub block: [u32; 3],
    pub thread: [u32; 3],
}

/// Which threads of a block come to a barrier.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Participation {
    pub block_dim: [u32; 3],
    pub block: [u32; 3],
    /// By the number of the thread in its block.
    pub threads: Vec<Coming>,
}

/// Whether a thread comes to a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Coming {
    Comes,
    /// It goes another way.
    Misses,
    /// It has returned before.
    Returned,
    /// That depends on what is not followed.
    Unknown,
}
