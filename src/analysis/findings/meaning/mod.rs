//! What programs mean by their values: facts that a plausible witness satisfies.

mod facts;
mod rows;
mod sums;

pub(crate) use facts::{Meant, factors, meant, offsets, varies};
pub(crate) use sums::{Sum, axes_of};
