//! The `raceproof` command: its command line, what each command does, and what the commands print.

pub mod apart;
pub mod bench;
pub mod cli;
pub mod emit;
mod reproduce;
mod run;

pub use run::{Printed, run, told};
