//! Properties of the protocol language and of the analysis, on random protocols. `RACEPROOF_CASES` sets the number of
//! cases.

#[path = "properties/brute.rs"]
mod brute;
#[path = "properties/generate.rs"]
mod generate;
#[path = "properties/manual.rs"]
mod manual;
#[path = "properties/mistakes.rs"]
mod mistakes;
#[path = "properties/oracle.rs"]
mod oracle;
#[path = "properties/samples.rs"]
mod samples;
#[path = "properties/text.rs"]
mod text;

use proptest::prelude::ProptestConfig;

/// `cases` cases, or as many as the environment asks for.
fn config(cases: u32) -> ProptestConfig {
    let asked = std::env::var("RACEPROOF_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(cases), failure_persistence: None, ..ProptestConfig::default() }
}
