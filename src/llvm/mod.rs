//! LLVM IR in, kernels out. The only folder that names inkwell and LLVM.
//!
//! `bind` is LLVM behind plain types, `device` the vocabulary of device code, `flow` control flow and loops. `prepare` marks
//! every memory access and then normalises the code without losing one, `lower` makes kernels of it; `kernels` is both, from
//! a file. `host` finds the launches in host code.
//!
//! **Invariant:** `unsafe` appears only here, mostly in `bind`, each block with its reason.

mod bind;
mod device;
mod flow;
mod host;
mod kernels;
mod lower;
mod plain;
pub mod prepare;
mod reading;

pub use bind::module;
pub use flow::cfg;
pub use host::launches;
pub use kernels::{Error, has_instances, kernels, kernels_of, overlaid, prepared_ir, programs, version};
pub use prepare::listing;
pub use reading::{Externals, Reading};
