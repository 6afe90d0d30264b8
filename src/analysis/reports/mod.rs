//! One report out of several.

pub mod odd_ones;
pub mod of_architectures;
pub mod of_launches;
pub mod ordered;
