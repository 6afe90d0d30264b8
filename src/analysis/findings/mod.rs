//! From a witness to a finding.

pub mod candidates;
pub mod condition;
pub mod contents;
mod given;
pub mod held;
pub mod meaning;
pub mod quantity;
pub mod read_back;
pub mod shapes;
mod tiles;
pub mod typability;
pub mod warps;
pub mod weigh;
pub mod witness;
