//! A line for each finding, as compilers write them: `a.cu:8:36: error[RP0001]: data race on … [in k(int*)]`.

use super::super::plain::plain;
use super::super::style::Style;
use super::{Entry, entries, word};
use crate::diagnostics::fingerprint::Fingerprints;
use crate::verdict::FileReport;

/// Below them the counts, if the text would have them.
pub(in super::super) fn render(style: &Style, reports: &[FileReport], fingerprints: &Fingerprints<'_>) -> String {
    entries(style, reports, fingerprints).iter().map(line).collect()
}

fn line(entry: &Entry<'_>) -> String {
    let place = match (entry.line, entry.column) {
        (0, _) => String::new(),
        (line, 0) => format!(":{line}"),
        (line, column) => format!(":{line}:{column}"),
    };
    let kernel = entry.kernel.map(|kernel| format!(" [in {}]", kernel.name)).unwrap_or_default();
    let (severity, code) = (word(entry.severity), entry.code);
    let said = format!("{}{place}: {severity}[{code}]: {}{kernel}", entry.file, entry.title);
    plain(&said).replace('\n', "\u{240a}") + "\n"
}
