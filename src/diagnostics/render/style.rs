//! How a report is to look: its format, and what of it is shown.

use crate::verdict::Severity;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    #[default]
    Text,
    Json,
    Sarif,
    Html,
}

/// How a report is to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    pub format: Format,
    /// Of text: with ANSI escapes.
    pub colour: bool,
    /// Of text: a note for every kernel, the proved ones too, with its verdict and assumptions.
    pub verbose: bool,
    /// Of text and SARIF: how unknown kernels and files that were not analysed are reported
    /// ([`crate::diagnostics::severity::Policy::unknown`]); `None` leaves them to the summary.
    pub unknown: Option<Severity>,
    /// Of text: how many findings of a kernel are shown; the others are counted. `None`: all.
    pub max_findings: Option<usize>,
    /// Of SARIF: the working directory, to which the paths of what lies below it are relative; empty: paths stay as they are.
    pub directory: PathBuf,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RenderError {
    /// A failure of the tool: exit code 2.
    #[error("--format {} is not built yet; text, json and sarif are", .0.name())]
    NotBuilt(Format),
    #[error("the report cannot be written as JSON: {0}")]
    Json(String),
}

impl Format {
    pub const ALL: [Format; 4] = [Format::Text, Format::Json, Format::Sarif, Format::Html];

    /// What follows `--format`.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Sarif => "sarif",
            Format::Html => "html",
        }
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether [`render`](super::render()) can write it. The command should say so before it starts working.
    ///
    /// # Errors
    /// [`RenderError::NotBuilt`]
    pub fn supported(self) -> Result<Format, RenderError> {
        match self {
            Format::Text | Format::Json | Format::Sarif => Ok(self),
            Format::Html => Err(RenderError::NotBuilt(self)),
        }
    }
}

impl Style {
    /// Without colours and terse; unknown kernels give warnings.
    pub fn new(format: Format) -> Self {
        let (unknown, directory) = (Some(Severity::Warning), PathBuf::new());
        Style { format, colour: false, verbose: false, unknown, max_findings: None, directory }
    }
}
