//! What is said about a kernel, as plain data.

mod approximations;
mod assumptions;
mod catalogue;
mod reasons;
mod replay;
mod report;
pub mod rules;

pub use approximations::*;
pub use assumptions::*;
pub use reasons::*;
pub use replay::*;
pub use report::*;
