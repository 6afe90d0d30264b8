//! What a report says, one entry for each finding, undecided kernel and file that was not analysed: for formats that have a line or
//! an object for each and nothing else.

pub(super) mod concise;
pub(super) mod github;
pub(super) mod gitlab;
pub(super) mod junit;

use super::style::Style;
use super::text::notes;
use crate::diagnostics::codes;
use crate::diagnostics::fingerprint::Fingerprints;
use crate::diagnostics::own;
use crate::diagnostics::severity::is_unknown;
use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport, Severity};

/// The rules of what is no finding.
const UNKNOWN: &str = "unknown";
const NOT_ANALYSED: &str = "not-analysed";

/// One of them.
struct Entry<'a> {
    severity: Severity,
    /// `RP0001`, `unknown` or `not-analysed`.
    code: &'a str,
    /// `data-race` and the like.
    name: &'a str,
    /// Relative to the working directory where it lies below.
    file: String,
    /// From 1; 0 if not known.
    line: u32,
    column: u32,
    /// In one line.
    title: String,
    /// What the text says below its excerpt, line by line.
    details: Vec<String>,
    kernel: Option<&'a KernelReport>,
    fingerprint: String,
}

/// All entries, in the order of the reports.
fn entries<'a>(style: &Style, reports: &'a [FileReport], fingerprints: &Fingerprints<'_>) -> Vec<Entry<'a>> {
    reports.iter().flat_map(|report| of_file(style, report, fingerprints)).collect()
}

fn of_file<'a>(style: &Style, report: &'a FileReport, fingerprints: &Fingerprints<'_>) -> Vec<Entry<'a>> {
    match &report.status {
        FileStatus::Checked(kernels) => {
            let of = |kernel| of_kernel(style, report, kernel, fingerprints);
            kernels.iter().flat_map(of).collect()
        }
        FileStatus::NotAnalysed { reason, details } => {
            let severity = report.severities.not_analysed;
            let entry = severity.map(|severity| Entry {
                severity,
                code: NOT_ANALYSED,
                name: NOT_ANALYSED,
                file: shown(style, &report.path),
                line: 0,
                column: 0,
                title: format!("{} was not analysed: {reason}", report.path),
                details: details.lines().map(str::to_owned).collect(),
                kernel: None,
                fingerprint: fingerprints.of_file(NOT_ANALYSED, &report.path),
            });
            entry.into_iter().collect()
        }
    }
}

fn of_kernel<'a>(
    style: &Style,
    report: &FileReport,
    kernel: &'a KernelReport,
    fingerprints: &Fingerprints<'_>,
) -> Vec<Entry<'a>> {
    let told = kernel.findings.iter().filter(|finding| finding.same_as.is_none());
    let mut all: Vec<Entry<'a>> = told.map(|f| of_finding(style, report, kernel, f, fingerprints)).collect();
    if let Some(severity) = report.severities.unknown.filter(|_| is_unknown(kernel) && !kernel.of_library) {
        let (file, line, column) = place(style, report, &kernel.span);
        all.push(Entry {
            severity,
            code: UNKNOWN,
            name: UNKNOWN,
            file,
            line,
            column,
            title: format!("`{}` is not proved: {}", kernel.name, notes::open_question(kernel)),
            details: vec![notes::why_open(kernel)],
            kernel: Some(kernel),
            fingerprint: fingerprints.of_kernel(UNKNOWN, kernel),
        });
    }
    all
}

fn of_finding<'a>(
    style: &Style,
    report: &FileReport,
    kernel: &'a KernelReport,
    finding: &'a Finding,
    fingerprints: &Fingerprints<'_>,
) -> Entry<'a> {
    let (file, line, column) = place(style, report, own::place(report, (finding, kernel), &style.directory));
    let places = finding.parties.iter().enumerate().map(|(index, party)| {
        let (file, line, column) = place(style, report, &party.span);
        format!("{} at {file}:{line}:{column}", notes::label(finding.kind, index, party))
    });
    let help = notes::help(finding).into_iter().map(|text| format!("help: {text}"));
    let all = places.chain(notes::of(finding, kernel, notes::Detail::FULL)).chain(help);
    Entry {
        severity: finding.severity,
        code: finding.code,
        name: codes::find(finding.code).map_or(finding.code, |code| code.name),
        file,
        line,
        column,
        title: notes::title(finding).replace('\n', " "),
        details: all.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect(),
        kernel: Some(kernel),
        fingerprint: fingerprints.of_finding(finding, kernel),
    }
}

/// A place, or where that is not known, the file.
fn place(style: &Style, report: &FileReport, span: &Span) -> (String, u32, u32) {
    match span.file.is_empty() {
        true => (shown(style, &report.path), 0, 0),
        false => (shown(style, &span.file), span.line, span.column),
    }
}

fn shown(style: &Style, path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let below = style.directory.to_str().filter(|directory| !directory.is_empty());
    let below = below.and_then(|directory| path.strip_prefix(directory)?.strip_prefix('/'));
    below.unwrap_or(path).to_owned()
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}
