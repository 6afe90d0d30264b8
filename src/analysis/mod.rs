//! From a [`Kernel`] to its [`KernelReport`]: launch facts, divergence, phases, two-thread queries, verdict.
//!
//! Pure: the solver comes in as [`Decide`], nothing is read or printed. The stages are `prepare` (launch facts put in),
//! `phases` (which accesses can be concurrent), `threads` and `query` (renaming apart, facts), `decide` and `exact` (the
//! answer and whether a model is a true witness).
//!
//! **Invariant:** [`Verdict::RaceFree`] is given only if every query of every level asked for was refuted, every barrier is
//! reached by all threads that have not returned, and nothing in the kernel was unsupported.

pub mod asking;
pub mod barriers;
pub mod concrete;
pub mod contracts;
pub mod facts;
pub mod findings;
mod options;
pub mod orders;
pub mod pair;
mod passes;
pub mod phases;
pub mod races;
pub mod reports;
pub mod warp;

pub use options::Options;
pub use passes::{check, settled, trace};
