//! What mbarriers make of a pair of accesses: the arrivals behind the early one, and the waits before the late one.

mod acquired;
mod copies;
mod order;
mod products;
mod released;

pub(crate) use order::{Ordered, order};
