//! Protocols as text: `.map` and `.proto` files read, and `.map` text printed.

mod display;
mod expr;
pub(super) mod lex;
mod parse;
mod proto;
mod tokens;

pub use parse::parse;
pub use proto::parse_proto;
