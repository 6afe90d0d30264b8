//! Properties of the protocol language and of the analysis, on random protocols. `RACEPROOF_CASES` sets the number of
//! cases; see [`cases`] and [`oracle`] for those against execution.

#[path = "properties/align.rs"]
mod align;
#[path = "properties/brute.rs"]
mod brute;
#[path = "properties/cases.rs"]
mod cases;
#[path = "properties/execution.rs"]
mod execution;
#[path = "properties/generate.rs"]
mod generate;
#[path = "properties/inferred.rs"]
mod inferred;
#[path = "properties/limits.rs"]
mod limits;
#[path = "properties/manual.rs"]
mod manual;
#[path = "properties/mistakes.rs"]
mod mistakes;
#[path = "properties/oracle.rs"]
mod oracle;
#[path = "properties/parts.rs"]
mod parts;
#[path = "properties/phrases.rs"]
mod phrases;
#[allow(dead_code, reason = "other tests evaluate the expressions naively")]
mod recipe;
#[path = "properties/replay.rs"]
mod replay;
#[path = "properties/samples.rs"]
mod samples;
#[path = "properties/text.rs"]
mod text;
#[path = "properties/typability.rs"]
mod typability;
#[path = "properties/worlds.rs"]
mod worlds;

use proptest::prelude::ProptestConfig;

/// `cases` cases, or as many as the environment asks for.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases: cases::cases("RACEPROOF_CASES", cases),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
