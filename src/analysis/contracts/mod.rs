//! Launches and contracts that contradict each other.

pub mod breaches;
pub mod contradiction;
pub mod related;
