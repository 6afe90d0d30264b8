//! Lowering: a prepared kernel function to guarded steps over terms (docs/design.md section 3). `kernel` does it.
//!
//! `lowerer` is the state of the walk, `control` goes along the graph, `instructions` and `calls` say what each instruction
//! does, by way of `values`, `memory` and `sync`.

pub(crate) mod calls;
pub(crate) mod control;
pub(crate) mod dependences;
mod instructions;
pub(crate) mod intrinsics;
pub(crate) mod kernel;
pub(crate) mod lowerer;
pub(crate) mod memory;
pub(crate) mod output;
pub(crate) mod sync;
pub(crate) mod values;
