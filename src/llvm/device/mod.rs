//! The vocabulary of the device: what a call of an intrinsic, or a statement of inline PTX, is.
//!
//! `intrinsics` is the table of LLVM's intrinsics, `nvvm` and `matrix` say what those access that access memory, `waits`
//! has all that waits in one enum, which `exchanges` and `copies` help to decode, `ptx` reads inline assembly, `library` and `constructs` know names. `access` is
//! what all of them say of memory, and `markers` are the calls that keep it through the passes. `vocabulary` is a test: how
//! each is read, as snapshots.

pub(crate) mod access;
pub(crate) mod constructs;
pub(crate) mod copies;
pub(crate) mod endings;
pub(crate) mod exchanges;
pub(crate) mod found;
pub(crate) mod intrinsics;
pub(crate) mod library;
pub(crate) mod markers;
pub(crate) mod matrix;
pub(crate) mod nvvm;
pub(crate) mod ptx;
pub(crate) mod waits;

#[cfg(test)]
mod vocabulary;
