//! What is said about a kernel, as plain data.

mod approximations;
mod assumptions;
mod beside;
mod catalogue;
mod fixes;
mod given;
mod reasons;
mod replay;
mod report;
pub mod rules;
mod spelled;
mod suppressed;
mod unmatched;

pub use approximations::*;
pub use assumptions::*;
pub use beside::*;
pub use fixes::*;
pub use given::*;
pub use reasons::*;
pub use replay::*;
pub use report::*;
pub use spelled::spelled;
pub use suppressed::*;
pub use unmatched::*;
