//! From verdicts to what people and scripts read (docs/design.md sections 2, 8 and 9).
//!
//! The order in which the driver uses this folder: [`suppress::apply`] sets aside what the source allows,
//! [`severity::Policy::apply`] gives every finding that is left its severity, [`baseline::Baseline::apply`] sets aside what is known,
//! [`defects::gather`] makes one of those that are of one defect, [`render::render`] writes the report, and
//! [`severity::exit_code`] says how the command ends.
//!
//! **Invariants:** nothing here changes a verdict: a finding that a comment or an option leaves out is named in the kernel's
//! assumptions, one that a baseline knows is counted. The same reports and sources give the same bytes. Only `render/` names
//! `annotate-snippets`, and only it and `baseline.rs` serialisation.

pub mod baseline;
mod bases;
pub mod codes;
pub mod defects;
pub mod fingerprint;
pub mod own;
pub mod pattern;
pub mod render;
pub mod severity;
pub mod sources;
pub mod suppress;

pub use render::plain::plain;

/// What a kernel is that is not decided, and what to try.
const UNKNOWN: (&str, &str) = ("unknown", include_str!("unknown.md"));

/// The page of a code, given as `RP0001`, `rp0001` or `data-race`, of `unknown`, or what an assumption (`RA0001`), an
/// approximation (`RB0001`) or a reason (`RU0001`) means.
pub fn explain(code: &str) -> Option<&'static str> {
    let unknown = code.eq_ignore_ascii_case(UNKNOWN.0).then_some(UNKNOWN.1);
    unknown.or_else(|| codes::find(code).map(|code| code.page)).or_else(|| bases::explain(code))
}

/// The codes of findings, a line each: id, name and title.
pub fn listed() -> String {
    let line = |code: &&codes::Code| format!("{}  {:25} {}\n", code.id, code.name, code.title);
    codes::CODES.iter().map(line).collect::<String>()
        + "`raceproof explain CODE` says more, also of `unknown` and of the ids RA, RB and RU that verdicts and findings name\n"
}

/// Everything that [`explain`] knows.
pub fn explained() -> impl Iterator<Item = &'static str> {
    codes::CODES.iter().flat_map(|code| [code.id, code.name]).chain([UNKNOWN.0]).chain(bases::ids())
}
