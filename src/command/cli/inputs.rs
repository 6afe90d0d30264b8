//! What of a compiler's command line is to be checked.

use super::error::CliError;
use crate::diagnostics::render::file_of;
use crate::front::nvcc::{self, Invocation};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

const TOOLKIT: &str = "--cuda-path";

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

/// The command line of a check for a finding, which names the file where nothing else does.
pub(super) fn of_finding(
    arguments: Vec<OsString>,
    finding: &str,
    read: &dyn Fn(&Path) -> Option<String>,
) -> Invocation {
    let invocation = nvcc::parse(arguments.clone(), read);
    if !invocation.inputs.is_empty() {
        return invocation;
    }
    nvcc::parse(arguments.into_iter().chain([OsString::from(file_of(finding))]), read)
}

/// The options of a command line, without files and without what says which part of the work is to be done. Where the toolkit
/// lies is clang's option: nvcc has its own and refuses that one.
pub(super) fn options_alone(arguments: &[OsString], read: &dyn Fn(&Path) -> Option<String>) -> Vec<String> {
    let files = nvcc::parse(arguments.to_vec(), read).inputs;
    let is_part = |text: &str| matches!(text, "-c" | "--compile" | "-dc" | "--device-c" | "-ptx" | "--ptx");
    let others = arguments.iter().filter(|argument| !files.iter().any(|file| file.as_os_str() == *argument));
    let mut texts = others.map(|argument| argument.to_string_lossy().into_owned());
    let mut options = vec![];
    while let Some(text) = texts.next() {
        if text == TOOLKIT {
            texts.next();
        } else if !is_part(&text) && text.strip_prefix(TOOLKIT).is_none_or(|rest| !rest.starts_with('=')) {
            options.push(text);
        }
    }
    options
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
