//! The text in pieces, for who lays it out: an editor, or a program that asks.

use super::notes::{self, Detail};
use super::{Block, advice, diff, finding, is_unknown, not_analysed, note, unknown};
use crate::diagnostics::own;
use crate::diagnostics::render::style::Style;
use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, Finding, Fix, KernelReport, Severity};

/// What is said of one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub severity: Severity,
    pub code: Option<&'static str>,
    pub title: String,
    /// The places with what stands beside them, the primary one first.
    pub places: Vec<(Span, Option<String>)>,
    pub notes: Vec<String>,
    pub help: Vec<String>,
}

impl Said {
    fn of(block: Block<'_>) -> Said {
        let Block { severity, code, title, marks, beside: _, notes, help, fixes: _ } = block;
        let places = marks.into_iter().map(|mark| (mark.span.clone(), mark.label)).collect();
        Said { severity, code, title, places, notes, help }
    }
}

/// Of a finding.
#[must_use]
pub fn of_finding(style: &Style, report: &FileReport, kernel: &KernelReport, one: &Finding) -> Said {
    let is_shown = |span: &Span| !own::is_foreign(report, &span.file, &style.directory);
    // Fixes are told apart, and what is said does not change when they are found.
    let one = Finding { fixes: vec![], ..one.clone() };
    Said::of(finding((style, report, Detail { names: style.verbose, calls: &is_shown }), &one, kernel))
}

/// Whether what is said of a finding says what to do about it.
#[must_use]
pub fn is_advised(finding: &Finding) -> bool {
    advice::is_advised(finding)
}

/// Of a kernel that is not decided.
#[must_use]
pub fn of_unknown(report: &FileReport, kernel: &KernelReport) -> Option<Said> {
    let severity = report.severities.unknown.filter(|_| is_unknown(kernel))?;
    let detail = Detail { names: false, calls: &|_| true };
    Some(Said::of(unknown(severity, kernel, detail)))
}

/// Of a file: that it was not analysed, and what is wrong with its comments.
#[must_use]
pub fn of_file(report: &FileReport) -> Vec<Said> {
    let status = match &report.status {
        FileStatus::Checked(_) => None,
        FileStatus::NotAnalysed { reason, details } => report
            .severities
            .not_analysed
            .map(|severity| Said::of(not_analysed(severity, &report.path, reason, details))),
    };
    let remarks = report.remarks.iter().map(|text| Said { severity: Severity::Warning, ..Said::of(note(text)) });
    status.into_iter().chain(remarks).collect()
}

/// The verdict on a kernel, in words.
#[must_use]
pub fn verdict(kernel: &KernelReport) -> String {
    notes::verdict(kernel)
}

/// What a fix does, and how sure that is.
#[must_use]
pub fn fix(fix: &Fix) -> String {
    diff::sentence(fix)
}

/// The contract that excludes a finding, as it stands in the source; none if it names what the source calls otherwise.
#[must_use]
pub fn contract(finding: &Finding) -> Option<String> {
    notes::contract(finding).filter(|contract| notes::fields(contract).is_empty())
}
