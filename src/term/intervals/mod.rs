//! The intervals of terms: of all values, and of those of a small launch.

mod bounds;
mod modest;

pub use bounds::Intervals;
