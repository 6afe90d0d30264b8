//! Properties of the protocol language and of the analysis, on random protocols. `RACEPROOF_CASES` sets the number of
//! cases; see [`cases`] and [`oracle`] for those against execution.

mod align;
mod brute;
mod cases;
mod execution;
mod generate;
mod inferred;
mod limits;
mod lock_step;
mod manual;
mod mistakes;
mod named;
mod oracle;
mod parts;
mod phrases;
#[path = "../support/recipe.rs"]
#[allow(dead_code, reason = "other tests evaluate the expressions naively")]
mod recipe;
mod replay;
mod samples;
mod text;
mod typability;
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
