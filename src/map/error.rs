//! What is wrong with a protocol's text, and where.

use super::ast::At;

/// What is wrong with a protocol's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct MapError {
    pub file: String,
    /// From 1, in characters; 0 where not known.
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl MapError {
    pub(super) fn new(at: &At, message: impl Into<String>) -> Self {
        MapError { file: at.0.file.to_string(), line: at.0.line, column: at.0.column, message: message.into() }
    }
}
