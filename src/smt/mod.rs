//! Deciding two-thread queries (docs/design.md section 6): is a conjunction of [`Term`]s satisfiable?
//!
//! **Invariant:** [`Answer::Unsat`] is a proof, under the assumption that `Add` and `Mul` do not wrap where
//! [`Intervals::may_wrap`](crate::term::Intervals::may_wrap) does not forbid it. [`Answer::Sat`] carries a model that satisfies every fact exactly, bit for bit.

mod answer;
mod bitvector;
mod counted;
mod facts;
mod formula;
mod integers;
mod script;
mod smtlib;
mod strategy;
#[cfg(test)]
mod tests;
mod z3;

pub use answer::{Answer, Budget, Model, Obstacle};
pub(crate) use formula::gcd;
pub use integers::refute;
pub use script::to_smtlib;
pub use strategy::Solver;
pub use z3::version;
