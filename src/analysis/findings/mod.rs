//! From a witness to a finding.

pub mod candidates;
pub mod condition;
mod given;
pub mod typability;
pub mod witness;
