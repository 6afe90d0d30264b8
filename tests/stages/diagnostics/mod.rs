//! What people and scripts are told: wording against snapshots, JSON against the contract, severities and exit codes.

mod baseline;
mod codes;
mod defects;
mod flat;
mod json;
mod page;
pub(crate) mod reports;
mod sarif;
#[path = "../../support/schema.rs"]
mod schema;
mod severity;
mod suppress;
mod text;
