//! What programs mean by their values: facts that a plausible witness satisfies.

mod facts;
mod meant;
mod rows;
mod sums;

pub(crate) use facts::{factors, meant, offsets, varies};
pub(crate) use meant::Meant;
pub(crate) use sums::{Sum, axes_of};
