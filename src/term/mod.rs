//! Hash-consed, typed terms: the only representation of values and conditions behind `llvm/`.
//!
//! A [`Term`] is an index into its [`Terms`] arena. It denotes a bit-vector of 1 to 64 bits (width 1 is a truth value);
//! arithmetic wraps, as in LLVM. Equal terms have equal ids, so equality is a comparison of two integers. Terms are built
//! by the smart constructors of `build.rs`, each of which preserves [`eval`](Terms::eval) (property tests check that).
//!
//! **Invariant:** children have smaller ids than their parents, so a pass may walk the arena in order of ids.

mod arithmetic;
mod build;
mod eval;
mod fold;
mod integers;
mod interval;
mod intervals;
mod node;
mod owner;
mod subst;
mod symbols;
mod terms;
mod text;
mod work;

pub use arithmetic::{Arithmetic, Wrapping};
pub use eval::{Environment, mask, signed};
pub use integers::BitOp;
pub use interval::Interval;
pub use intervals::Intervals;
pub use node::{BinaryOp, CastOp, CompareOp, Func, Node, Term, Var, Width};
pub use owner::Owner;
pub use subst::Substitution;
pub use symbols::{Axiom, Axis, FuncInfo, FuncKind, PureOp, Sharing, VarInfo, VarKind};
pub use terms::Terms;
pub use text::Lets;
pub use work::{Excess, bounded};
