//! What programs mean by their values: facts that a plausible witness satisfies.

mod constants;
mod digits;
mod ends;
mod facts;
mod meant;
mod part_lengths;
mod parts;
mod place_values;
mod rows;
mod shared;
mod sizes;
mod strides;
mod sums;

pub(crate) use constants::{beyond_constants, powers_of_two};
pub(crate) use digits::digits_apart;
pub(crate) use facts::{factors, meant, offsets};
pub(crate) use meant::{Meant, needed};
pub(crate) use part_lengths::lengths_of_parts;
pub(crate) use parts::{divided_rows, whole_blocks, whole_chunks};
pub(crate) use sizes::{as_launched, sizes};
pub(crate) use strides::{equal_strides, has_hard_strides, meets_anyway, rows_of_blocks};
pub(crate) use sums::{Sum, axes_of};
