//! The data races of a kernel, pair by pair.

mod exchanged;
pub mod fences;
pub mod gap;
mod idle;
mod inputs;
mod lifetime;
pub mod non_coherent;
mod own_write;
mod parts;
mod plausible;
mod proxies;
pub mod record;
mod same_value;
pub mod search;
