//! Prepared kernels as programs: plain data that is executed without LLVM (`crate::kernel::program`).
//!
//! `reader` goes through a function, `operations` says what each instruction is, `types` lays types out, `variables` reads what
//! variables hold at first, `assembly` the inline assembly that is understood, `products` that of warp groups.

mod assembly;
mod meetings;
mod operations;
mod products;
pub(crate) mod reader;
mod types;
mod variables;
