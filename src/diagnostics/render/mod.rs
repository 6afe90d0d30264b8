//! Reports as text, JSON or SARIF (docs/design.md sections 8 and 9).
//!
//! **Invariant:** rendering is pure. It prints nothing and reads sources only through [`Sources`]; findings come out in the
//! order in which the reports hold them, with the severities that they have.

mod id;
mod json;
pub(super) mod plain;
mod sarif;
mod snippet;
mod style;
mod text;

pub use id::{file_of, id};
pub use style::{Format, RenderError, Style};

use crate::diagnostics::sources::Sources;
use crate::verdict::FileReport;
use plain::escaped_json;

/// The whole report, ending in a line feed. JSON is one valid document, for no files too.
///
/// # Errors
/// If the format is not built yet.
pub fn render(style: &Style, reports: &[FileReport], sources: &dyn Sources) -> Result<String, RenderError> {
    match style.format {
        Format::Text => Ok(text::render(style, reports, sources)),
        Format::Json => json::render(reports).map(|text| escaped_json(&text)),
        Format::Sarif => sarif::render(style, reports, sources).map(|text| escaped_json(&text)),
        Format::Html => Err(RenderError::NotBuilt(style.format)),
    }
}
