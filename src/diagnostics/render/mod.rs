//! Reports in all formats (docs/design.md sections 8 and 9).
//!
//! **Invariant:** rendering is pure. It prints nothing and reads sources only through [`Sources`]; findings come out in the
//! order in which the reports hold them, with the severities that they have.

mod flat;
mod html;
mod id;
mod json;
pub(super) mod plain;
mod sarif;
mod snippet;
mod style;
mod text;
pub mod values;

pub use id::{file_of, id};
pub use snippet::extent;
pub use style::{Format, RenderError, Style};
pub use text::said;

use crate::diagnostics::fingerprint::Fingerprints;
use crate::diagnostics::sources::Sources;
use crate::verdict::FileReport;
use plain::escaped_json;

/// The whole report, ending in a line feed. JSON is one valid document, for no files too.
///
/// # Errors
/// What the writer of JSON says.
pub fn render(style: &Style, reports: &[FileReport], sources: &dyn Sources) -> Result<String, RenderError> {
    let prints = Fingerprints::of(reports, &style.directory, &style.directory, sources);
    match style.format {
        Format::Text => Ok(text::render(style, reports, sources)),
        Format::Concise => Ok(flat::concise::render(style, reports, &prints) + &text::counts(reports)),
        Format::Json => json::render(style, reports, &prints).map(|text| escaped_json(&text)),
        Format::Sarif => sarif::render(style, reports, sources, &prints).map(|text| escaped_json(&text)),
        Format::Html => Ok(html::render(style, reports, sources)),
        Format::Github => Ok(flat::github::render(style, reports, &prints)),
        Format::Gitlab => flat::gitlab::render(style, reports, &prints).map(|text| escaped_json(&text)),
        Format::Junit => Ok(flat::junit::render(style, reports, &prints)),
    }
}
