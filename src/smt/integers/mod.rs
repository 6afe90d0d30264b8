//! Queries as linearised integers: their encoding, what follows without a solver, and lemmas about products.

mod arithmetic;
mod bits;
mod divide;
pub(super) mod encode;
pub(super) mod lemmas;
pub(super) mod linear;
mod meanings;
pub(super) mod named;
mod names;
pub(super) mod normalise;
mod radix;
pub(super) mod refute;
mod triangles;
mod truth;

pub use refute::refute;
