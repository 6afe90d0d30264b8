//! Barriers, fences, asynchronous copies, and what the lanes of a warp do together.

pub(crate) mod arrival;
pub(crate) mod clusters;
pub(crate) mod exchanges;
pub(crate) mod fences;
pub(crate) mod handed;
pub(crate) mod meeting;
mod of_block;
pub(crate) mod under_way;
pub(crate) mod waits;
pub(crate) mod warp_collectives;
