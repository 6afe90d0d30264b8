//! One report out of several, and one finding for those that are alike.

pub mod odd_ones;
pub mod of_architectures;
pub mod of_launches;
pub mod ordered;
