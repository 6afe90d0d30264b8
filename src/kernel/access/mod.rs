//! Objects in memory, and accesses to them.

mod array;
mod of_thread;

pub use array::{Array, ArrayId, Field, Fields, MemorySpace};
pub use of_thread::{
    Access, Along, AsyncCopy, Bulk, Cells, Life, Mode, ObjectPart, Part, PartIndex, Pattern, Signal, Stated, Tile,
    Unfenced,
};
