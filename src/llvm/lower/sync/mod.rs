//! Barriers, fences, asynchronous copies, and what the lanes of a warp do together.

pub(crate) mod arrival;
pub(crate) mod asynchronous;
pub(crate) mod clusters;
pub(crate) mod exchanges;
pub(crate) mod fences;
pub(crate) mod handed;
pub(crate) mod in_flight;
pub(crate) mod meeting;
pub(crate) mod merge;
mod elected;
mod proxies;
mod tensors;
pub(crate) mod waits;
pub(crate) mod warp_collectives;
