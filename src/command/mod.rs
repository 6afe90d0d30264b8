//! The `raceproof` command: its command line, what each command does, and what the commands print.

pub mod apart;
pub mod bench;
pub mod cli;
mod doctor;
pub mod emit;
mod mend;
mod printed;
mod report;
mod reproduce;
mod run;
mod serve;
mod telling;
mod unmatched;

pub use printed::Printed;
pub use run::run;
pub use serve::watch;
pub use telling::told;
