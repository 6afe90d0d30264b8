//! Two-thread queries, their answers, whether a witness is a true one, and what holds in every iteration of a loop.
pub mod build;
pub mod decide;
pub mod distinct_tickets;
pub mod exact;
pub(crate) mod induction;
pub mod judge;
pub(crate) mod places;
pub mod query;
pub mod schedule;
pub mod text;
pub(crate) mod variables;
pub mod warp_steps;
