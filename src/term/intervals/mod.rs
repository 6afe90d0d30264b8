//! The intervals of terms: of all values, and of those of a small launch.

mod bounds;
mod carried;
mod kept;
mod modest;
mod operands;
#[cfg(test)]
mod tests;
mod turns;

pub use bounds::Intervals;
