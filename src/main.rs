//! The `raceproof` command.
fn main() {}
