//! What comes before LLVM: what is asked for, in command lines, project files and compilation databases, and clang, which
//! compiles it.

pub mod busy;
pub mod child;
pub mod clang;
pub mod config;
pub mod database;
pub mod inputs;
pub mod near;
pub mod nvcc;
pub mod project;
pub mod seconds;
pub(crate) mod tokens;
