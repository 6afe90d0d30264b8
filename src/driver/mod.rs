//! The pipeline as one function per kind of input: file → kernels → reports → text.
//!
//! **Invariant:** whatever goes wrong with a kernel (a panic included) ends in the verdict `unknown` with the reason, and
//! whatever goes wrong with a file in `not-analysed`; nothing here decides about a race.

pub mod cache;
mod check;
mod devices;
mod front;
mod launches;
mod lowering;
mod options;
mod paths;
mod patience;
mod pipeline;
mod remember;
mod stages;
mod unchecked;
mod verify;

pub use crate::analysis::reports::of_launches::joined;
pub use check::{Check, is_protocol};
pub use paths::{moved, shorten};
