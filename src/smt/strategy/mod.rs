//! The order of the ways in which a query is tried, and what their models are worth.

mod candidates;
mod check;
mod core;
mod numbered;
mod solver;

pub use solver::Solver;
