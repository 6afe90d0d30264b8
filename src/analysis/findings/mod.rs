//! From a witness to a finding.

pub mod candidates;
pub mod condition;
pub mod typability;
pub mod witness;
