//! The passes in their order, and what they come to.

mod check;
mod conclusion;

pub use check::{check, settled, trace};
