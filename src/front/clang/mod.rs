//! CUDA source → LLVM bitcode, by clang.
//!
//! Neither side is optimised: passes lose races (docs/design.md section 3), and the host side gets those that launch facts want
//! later. Headers come from a CUDA toolkit where one is found, else from
//! `include/` of this project, which is part of the program. Facts about versions: clang 19 with toolkits 12.4 to 13.5.
//!
//! **Invariant:** the environment comes in as data; the command line is a pure function of a [`Job`] and what was found.

mod arguments;
mod conditions;
mod dialect;
mod error;
mod expression;
mod files;
mod headers;
mod job;
mod macros;
mod overlay;
mod precompiled;
mod run;
mod toolkit;

pub use arguments::{Target, arguments};
pub use conditions::{lines_with, tested};
pub use error::ClangError;
pub use job::{Job, Side};
pub use macros::{Difference, difference};
pub use overlay::OWN_HEADERS;
pub use precompiled::read_since;
pub use run::{CompiledUnit, Plan, compile, found, headers, plan, preprocessed, targets};
pub use toolkit::{Headers, Toolkit};
