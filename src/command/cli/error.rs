//! What is wrong with a command line.

use thiserror::Error;

/// Bad usage: exit code 2.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct CliError {
    /// Without a prefix like `error:`.
    pub message: String,
}

impl CliError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        CliError { message: message.into() }
    }
}
