//! GitLab's Code Quality report: a JSON array with an object for each finding.
//!
//! Source: GitLab, "Code Quality", section "Implement a custom tool". Fingerprints are those of SARIF and of baselines; each is
//! there once.

use super::super::style::{RenderError, Style};
use super::{Entry, entries};
use crate::diagnostics::fingerprint::Fingerprints;
use crate::verdict::{FileReport, Severity};
use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Serialize)]
struct Issue<'a> {
    description: String,
    check_name: &'a str,
    fingerprint: String,
    severity: &'static str,
    location: Location<'a>,
}

#[derive(Serialize)]
struct Location<'a> {
    path: &'a str,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

pub(in super::super) fn render(
    style: &Style,
    reports: &[FileReport],
    fingerprints: &Fingerprints<'_>,
) -> Result<String, RenderError> {
    let all = entries(style, reports, fingerprints);
    let mut seen = BTreeSet::new();
    let issues: Vec<Issue<'_>> =
        all.iter().filter(|entry| seen.insert((entry.code, entry.fingerprint.clone()))).map(issue).collect();
    let text = serde_json::to_string_pretty(&issues).map_err(|error| RenderError::Json(error.to_string()))?;
    Ok(text + "\n")
}

fn issue<'a>(entry: &'a Entry<'_>) -> Issue<'a> {
    let kernel = entry.kernel.map(|kernel| format!(" (in {})", kernel.name)).unwrap_or_default();
    Issue {
        description: format!("{}{kernel}", entry.title),
        check_name: entry.code,
        fingerprint: entry.fingerprint.clone(),
        severity: match entry.severity {
            Severity::Note => "info",
            Severity::Warning => "minor",
            Severity::Error => "critical",
        },
        // A line is wanted; the whole file is its first.
        location: Location { path: &entry.file, lines: Lines { begin: entry.line.max(1) } },
    }
}
