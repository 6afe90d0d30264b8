//! How a report is to look: its format, and what of it is shown.

use std::path::PathBuf;
use thiserror::Error;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    #[default]
    Text,
    Concise,
    Json,
    Sarif,
    Html,
    Github,
    Gitlab,
    Junit,
}

/// How a report is to look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Style {
    pub format: Format,
    /// Of text: with ANSI escapes.
    pub colour: bool,
    /// Of text: how many columns there are; `None`: as many as it takes.
    pub width: Option<usize>,
    /// Of text: a note for every kernel, the proved ones too, with its verdict and assumptions.
    pub verbose: bool,
    /// Of text: how many findings of a kernel are shown; the others are counted. `None`: all.
    pub max_findings: Option<usize>,
    /// The working directory, to which the paths of what lies below it are relative; empty: paths stay as they are.
    pub directory: PathBuf,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RenderError {
    #[error("the report cannot be written as JSON: {0}")]
    Json(String),
}

impl Format {
    pub const ALL: [Format; 8] = [
        Format::Text,
        Format::Concise,
        Format::Json,
        Format::Sarif,
        Format::Html,
        Format::Github,
        Format::Gitlab,
        Format::Junit,
    ];

    /// What follows `--format`.
    pub fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Concise => "concise",
            Format::Sarif => "sarif",
            Format::Html => "html",
            Format::Github => "github",
            Format::Gitlab => "gitlab",
            Format::Junit => "junit",
        }
    }

    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether people read it as it comes, line by line: it then has chatter below it.
    pub fn is_for_people(self) -> bool {
        match self {
            Format::Text | Format::Concise => true,
            Format::Json | Format::Sarif | Format::Html | Format::Github | Format::Gitlab | Format::Junit => false,
        }
    }
}

impl Style {
    /// Without colours and terse.
    pub fn new(format: Format) -> Self {
        Style { format, colour: false, width: None, verbose: false, max_findings: None, directory: PathBuf::new() }
    }
}
