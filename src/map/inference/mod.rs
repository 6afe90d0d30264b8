//! Kernels to protocols: terms as expressions, offsets as indices, conditions as bounds.

mod bounds;
mod cells;
mod infer;
mod phrase;

pub use infer::infer;
