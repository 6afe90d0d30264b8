//! Two-thread queries, their answers, and whether a witness is a true one.
pub mod build;
pub mod decide;
pub mod distinct_tickets;
pub mod exact;
pub mod judge;
pub(crate) mod places;
pub mod query;
pub mod schedule;
pub mod text;
pub mod warp_steps;
