//! Asynchronous copies: how long they last, and the accesses that they are meanwhile.

mod asynchronous;
mod elected;
mod ends;
pub(crate) mod in_flight;
mod kinds;
mod merge;
mod proxies;
mod tensors;
