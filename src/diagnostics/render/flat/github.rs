//! Commands of GitHub's workflows, which shows them beside the lines of a change: `::error file=a.cu,line=8,col=36,title=…::…`.
//!
//! Source: GitHub, "Workflow commands for GitHub Actions". GitHub shows ten errors and ten warnings of a step; those come first
//! that are worse.

use super::super::plain::plain;
use super::super::style::Style;
use super::{Entry, entries};
use crate::diagnostics::fingerprint::Fingerprints;
use crate::verdict::{FileReport, Severity};
use std::cmp::Reverse;

pub(in super::super) fn render(style: &Style, reports: &[FileReport], fingerprints: &Fingerprints<'_>) -> String {
    let mut all = entries(style, reports, fingerprints);
    all.sort_by_key(|entry| Reverse(entry.severity));
    all.iter().map(line).collect()
}

fn line(entry: &Entry<'_>) -> String {
    let command = match entry.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut properties = vec![format!("file={}", property(&entry.file))];
    if entry.line > 0 {
        properties.push(format!("line={}", entry.line));
    }
    if entry.line > 0 && entry.column > 0 {
        properties.push(format!("col={}", entry.column));
    }
    properties.push(format!("title={}", property(&format!("{} ({})", entry.code, entry.name))));
    let said = [&entry.title].into_iter().chain(&entry.details).map(|line| plain(line)).collect::<Vec<_>>().join("\n");
    format!("::{command} {}::{}\n", properties.join(","), message(&said))
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(&plain(text)).replace(':', "%3A").replace(',', "%2C")
}
