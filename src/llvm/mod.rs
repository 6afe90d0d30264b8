//! LLVM IR in, kernels ready for lowering out. The only folder that names inkwell and LLVM.
//!
//! `module` loads a file and finds its kernels, `prepare` marks every memory access and then normalises the code
//! without losing one, `cfg` gives a function's control flow as plain data, and `debug_info` says where an
//! instruction stands in the source.
//!
//! **Invariant:** `unsafe` appears only here, mostly in `ffi`, each block with its reason.

pub mod calls;
pub mod cfg;
pub mod debug_info;
mod ffi;
mod inline;
mod instrument;
pub mod listing;
pub mod markers;
pub mod module;
mod nvvm;
pub mod prepare;
mod promises;
mod verify;
