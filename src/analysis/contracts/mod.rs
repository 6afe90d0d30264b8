//! Launches and contracts that contradict each other, and findings in launches as the host makes them.

pub mod breaches;
pub mod contradiction;
pub mod related;
