//! raceproof: proves CUDA kernels free of data races and barrier divergence.

pub mod analysis;
pub mod apart;
pub mod bench;
pub mod cache;
pub mod child;
pub mod clang;
pub mod cli;
pub mod command;
pub mod config;
pub mod database;
pub mod diagnostics;
pub mod driver;
pub mod emit;
pub mod kernel;
pub mod llvm;
pub mod map;
pub mod nvcc;
pub mod project;
pub mod smt;
pub mod span;
pub mod term;
pub mod verdict;
