//! What is said about a kernel, as plain data.

mod approximations;
mod assumptions;
mod catalogue;
mod fixes;
mod given;
mod picture;
mod reasons;
mod replay;
mod report;
pub mod rules;
mod spelled;
mod suppressed;
mod together;
mod unmatched;

pub use approximations::*;
pub use assumptions::*;
pub use fixes::*;
pub use given::*;
pub use picture::*;
pub use reasons::*;
pub use replay::*;
pub use report::*;
pub use spelled::spelled;
pub use suppressed::*;
pub use together::*;
pub use unmatched::*;
