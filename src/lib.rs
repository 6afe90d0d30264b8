//! raceproof: proves CUDA kernels free of data races and barrier divergence.

pub mod analysis;
pub mod command;
pub mod diagnostics;
pub mod driver;
pub mod front;
pub mod kernel;
pub mod llvm;
pub mod map;
pub mod replay;
pub mod smt;
pub mod span;
pub mod term;
pub mod verdict;
