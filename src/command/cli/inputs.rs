//! What of a compiler's command line is to be checked.

use super::error::CliError;
use crate::front::nvcc::Invocation;
use std::path::{Path, PathBuf};

/// The files to check; anything that the front end complains about is a usage error here, and a note in the wrapper.
pub(super) fn inputs(invocation: &Invocation) -> Result<Vec<PathBuf>, CliError> {
    if let Some(complaint) = invocation.complaints.first() {
        return Err(CliError::new(complaint));
    }
    if invocation.inputs.is_empty() {
        return Err(CliError::new("no input files"));
    }
    Ok(invocation.inputs.clone())
}

/// Beside a compilation database, which has the options.
pub(super) fn only_files(mut invocation: Invocation) -> Result<Vec<PathBuf>, CliError> {
    let files = std::mem::take(&mut invocation.inputs);
    if invocation != Invocation::default() {
        return Err(CliError::new("with -p the compiler's options come from the compilation database"));
    }
    Ok(files)
}

pub(super) fn read_options_file(file: &Path) -> Option<String> {
    std::fs::read_to_string(file).ok()
}
