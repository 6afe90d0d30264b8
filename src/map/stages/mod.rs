//! The stages of the paper: well-formed protocols, aligned and split. No verdict goes this way; `--emit` shows them.

pub mod align;
pub mod fragment;
mod iterations;
pub mod split;
pub mod wellformed;
