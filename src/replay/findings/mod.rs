//! The witnesses of findings: what an execution of one starts with (`witness`), what follows from it (`verdicts`), and of which
//! contents of memory it may choose what they are (`data`, by `classes` of values, which instructions
//! join: `joins`; `uses`: what they read; `marks`: what is only compared with literals, and counters).

mod classes;
mod data;
mod joins;
mod marks;
mod uses;
mod verdicts;
mod witness;

pub use verdicts::{Misread, executed, is_wanted, replaced};
