//! What people and scripts are told: wording against snapshots, JSON against the contract, severities and exit codes.

mod codes;
mod defects;
mod json;
pub(crate) mod reports;
mod sarif;
mod severity;
mod suppress;
mod text;
