//! What is said and drawn beside a finding's accesses: where a loop goes round, what stands between them, what their lanes cost.

mod idle;
mod picture;
mod places;
mod together;

pub use idle::*;
pub use picture::*;
pub use places::*;
pub use together::*;
