//! Who comes to each barrier.

pub mod divergence;
pub mod found;
pub mod left_loop;
pub mod masks;
pub mod missed;
pub mod named;
pub mod of_warp;
pub mod parting;
