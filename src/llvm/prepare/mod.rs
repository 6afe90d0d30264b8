//! From a device module as it was compiled to one whose kernels can be lowered. `passes` runs all of it.

pub(crate) mod apart;
pub(crate) mod arithmetic;
pub(crate) mod dynamic;
pub(crate) mod endings;
pub(crate) mod indirect;
pub(crate) mod inline;
pub(crate) mod instrument;
pub mod listing;
mod modes;
pub(crate) mod parameters;
pub(crate) mod passes;
pub(crate) mod prepared;
pub(crate) mod promises;
pub(crate) mod verify;

pub use passes::prepare;
