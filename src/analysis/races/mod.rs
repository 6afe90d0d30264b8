//! The data races of a kernel, pair by pair.

pub mod fences;
pub mod gap;
pub mod non_coherent;
pub mod record;
pub mod search;
