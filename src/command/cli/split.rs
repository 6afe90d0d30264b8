//! Our arguments and the compiler's, told apart by name: they may stand in any order.

use super::error::CliError;
use crate::diagnostics::severity::Policy;
use std::ffi::OsString;

/// Our options that take a value, without their dashes; the test holds them against clap's.
pub(super) const VALUED: [&str; 24] = [
    "format",
    "color",
    "output",
    "baseline",
    "write-baseline",
    "emit",
    "kernel",
    "diff",
    "stdin-filename",
    "level",
    "block-dim",
    "grid-dim",
    "param",
    "launches",
    "warp-sync",
    "barrier-match",
    "overflow",
    "external",
    "timeout",
    "budget",
    "source",
    "only",
    "max-findings",
    "repeat",
];
pub(super) const FLAGS: [&str; 12] = [
    "watch",
    "system-headers",
    "strict",
    "verbose",
    "suggest",
    "fix",
    "redundant",
    "performance",
    "no-cache",
    "no-replay",
    "lifeline",
    "help",
];

/// The arguments of a check, sorted.
#[derive(Default)]
pub(super) struct Split {
    pub(super) ours: Vec<OsString>,
    pub(super) severities: Vec<String>,
    /// The others in front of `--`.
    pub(super) rest: Vec<OsString>,
    /// What stands behind it.
    pub(super) compilers: Vec<OsString>,
}

impl Split {
    /// The first argument that is no option says which finding is meant.
    pub(super) fn put_finding_first(&mut self) {
        if let Some(at) = self.rest.iter().position(|argument| !argument.to_string_lossy().starts_with('-')) {
            self.ours.insert(0, self.rest.remove(at));
        }
    }
}

/// Sorts the arguments of a command; `-o` is ours if it `has_output`.
///
/// # Errors
/// An option without its value.
pub(super) fn split(arguments: &[OsString], has_output: bool) -> Result<Split, CliError> {
    let mut result = Split::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        if text == "--" {
            result.compilers.extend(arguments.cloned());
            break;
        }
        if text.starts_with("-W") && Policy::default().flag(&text).is_ok() {
            result.severities.push(text.into_owned());
            continue;
        }
        let (name, inline) = match text.split_once('=') {
            Some((name, _)) => (name, true),
            None => (text.as_ref(), false),
        };
        let known = |names: &[&str]| name.strip_prefix("--").is_some_and(|name| names.contains(&name));
        if known(&FLAGS) || text == "-h" || text == "-v" {
            result.ours.push(argument.clone());
        } else if text == "-p" || (has_output && text == "-o") {
            let folder = arguments.next().ok_or_else(|| CliError::new(format!("{text} has no value")))?;
            result.ours.extend([argument.clone(), folder.clone()]);
        } else if known(&VALUED) {
            let mut joined = argument.clone();
            if !inline {
                joined.push("=");
                joined.push(arguments.next().ok_or_else(|| CliError::new(format!("{name} has no value")))?);
            }
            result.ours.push(joined);
        } else {
            result.rest.push(argument.clone());
        }
    }
    Ok(result)
}
