//! Protocols to kernels: names and dimensions checked, then values and steps as terms.

mod lower;
mod validate;
mod values;

pub use lower::lower;
pub use validate::validate;
