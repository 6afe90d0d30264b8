//! What is said about a kernel, as plain data.

mod report;
pub mod rules;

pub use report::*;
