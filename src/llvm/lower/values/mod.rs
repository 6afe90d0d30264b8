//! What instructions compute, as terms.

pub(crate) mod arithmetic;
pub(crate) mod integers;
pub(crate) mod narrowing;
pub(crate) mod operands;
pub(crate) mod overlays;
pub(crate) mod reads;
pub(crate) mod undefined;
pub(crate) mod value;
pub(crate) mod views;
