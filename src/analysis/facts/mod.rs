//! What is known before any question: the kernel with its launch put in, and what its form says.

pub mod by_index;
pub mod clusters;
pub mod divisors;
pub mod extents;
mod factors;
mod hand_overs;
pub(crate) mod inside;
pub mod knowledge;
pub mod known;
pub mod literals;
pub mod prepare;
pub mod prepared;
pub mod relations;
pub mod tile_lanes;
