//! Options that nobody knows are errors, with the known one that is meant.
//!
//! Known are ours, and those of nvcc and clang's front end in their table. Anything else in front of `--` is a slip, but for
//! options that begin with `-f`: compilers have many, and we have none of these.

use super::error::CliError;
use super::split::{FLAGS, Split, VALUED};
use crate::diagnostics::codes::CODES;
use crate::diagnostics::severity::Topic;
use crate::front::near;
use crate::front::nvcc::{self, OPTIONS};
use std::ffi::OsString;
use std::path::Path;

/// Beginnings of `-W…`, longest first.
const PREFIXES: [&str; 4] = ["-Wno-error=", "-Werror=", "-Wno-", "-W"];

/// What nvcc itself takes after `-Werror=`.
const KINDS: [&str; 7] = [
    "all-warnings",
    "cross-execution-space-call",
    "reorder",
    "default-stream-launch",
    "deprecated-declarations",
    "missing-launch-bounds",
    "ext-lambda-captures-this",
];

/// # Errors
/// If an option in front of `--` is unknown.
pub(super) fn refuse(split: &Split, read: &dyn Fn(&Path) -> Option<String>) -> Result<(), CliError> {
    let unknown = nvcc::parse(split.rest.clone(), read).unknown;
    let unknown = unknown.into_iter().find(|option| !option.starts_with("-f"));
    match unknown.or_else(|| split.rest.iter().find_map(|argument| no_kind(argument.to_str()?))) {
        None => Ok(()),
        Some(option) => Err(CliError::new(complaint(&option))),
    }
}

/// `-Werror=…` with what is neither ours nor nvcc's.
fn no_kind(argument: &str) -> Option<String> {
    let kinds = argument.strip_prefix("-Werror=")?;
    (!kinds.split(',').all(|kind| KINDS.contains(&kind))).then(|| argument.to_owned())
}

fn complaint(option: &str) -> String {
    if let Some(prefix) = PREFIXES.into_iter().find(|prefix| option.starts_with(prefix)) {
        let names = Topic::names();
        let known = names.iter().copied().chain(CODES.iter().map(|code| code.id));
        let near = near::nearest(&option[prefix.len()..], known).map(|name| format!("{prefix}{name}"));
        let hint = near::meant(near.as_deref());
        let known = names.join(", ");
        return format!("unknown warning `{option}`{hint}\nknown are {known}; the compiler's own stand behind `--`");
    }
    let name = option.split('=').next().unwrap_or(option);
    let ours = VALUED.iter().chain(&FLAGS).map(|name| format!("--{name}"));
    let long = OPTIONS.iter().filter(|row| !row.long.is_empty()).map(|row| format!("--{}", row.long));
    let short = OPTIONS.iter().filter(|row| !row.short.is_empty()).map(|row| format!("-{}", row.short));
    let known: Vec<String> = ours.chain(long).chain(short).collect();
    let hint = near::hint(name, known.iter().map(String::as_str));
    format!(
        "unknown option `{option}`{hint}\n`raceproof check --help` lists ours; the compiler's own stand behind `--`"
    )
}

/// Joins the part that was looked at with the one that is the compiler's alone.
pub(super) fn joined(split: Split) -> Vec<OsString> {
    split.rest.into_iter().chain(split.compilers).collect()
}
