//! What the lanes of a warp know of each other.

pub mod agreed;
pub mod counts;
pub mod first_lane;
pub mod lane_sets;
pub mod lock_step;
pub mod one_value;
pub mod ranks;
pub mod relays;
