//! Data-conditional races: contracts on contents of memory that exclude a race (`contracts`), those that are tried (`candidate`), what
//! the source says of numbers (`declared`), and the search for the weakest (`inference`).

mod candidate;
mod contracts;
mod declared;
mod inference;

pub(crate) use contracts::{Contracts, contracts};
