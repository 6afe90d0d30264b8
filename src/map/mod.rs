//! The access memory protocol language: what every thread of a launch does to the arrays, and nothing else.
//!
//! Source: Cogumbreiro, Lange, Liew, Zicarelli, *Checking Data-Race Freedom of GPU Kernels, Compositionally*, Figs. 2-4
//! and Appendix A, extended where real kernels need it (docs/design.md section 4). Nothing here needs clang, LLVM or a solver: the
//! analysis of a `.map` file is the theory by itself.
//!
//! [`parse`] reads `.map` text and [`parse_proto`] the papers' `.proto` text into a [`Protocol`](ast::Protocol);
//! `Display` prints it, and parsing what was printed gives it back. [`validate`] checks names and dimensions, [`lower()`]
//! makes it a [`Kernel`](crate::kernel::Kernel), [`infer()`] goes the other way, and [`interp`] executes it, thread by
//! thread: the definition of what the analysis must find.
//!
//! The language is described in `docs/map.md`, whose examples and words the tests hold against what is here.
//!
//! **Invariant:** text that is read nests so little that walking over a [`Protocol`](ast::Protocol) may recurse.
//!
//! Direction of imprecision: exact where the indices behind the first lie in their extents (without extents, in
//! `0..2^(48/n)` for `n` indices), blind outside. Where intervals do not prove that, the kernel lists it as an assumption.

pub mod ast;
mod error;
mod grammar;
mod inference;
pub mod interp;
mod lowering;
pub mod stages;
#[cfg(test)]
mod tests;
mod text;

pub use error::MapError;
pub use inference::infer;
pub use interp::Cell;
pub use lowering::{lower, validate};
pub use text::{parse, parse_proto};
