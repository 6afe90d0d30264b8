//! A kernel's part of the JSON report, held against what its file asks for.

use super::expected::Expected;
use super::source::{MARKS, Source};
use serde_json::Value;
use std::collections::BTreeSet;
use std::iter;

/// The entries of an array in the report; a missing array has none.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The lines that a finding speaks about: those of its accesses, or its own.
fn lines(finding: &Value) -> Vec<u64> {
    let accesses = list(finding, "accesses");
    let of_accesses = accesses.iter().filter_map(|access| access["line"].as_u64());
    match text(finding, "kind") {
        "data-race" | "benign-race" => of_accesses.collect(),
        _ => finding["line"].as_u64().into_iter().collect(),
    }
}

/// Holds the findings of a kernel against the marks; adds the marks that were met to `met`.
fn check_findings(source: &Source, kernel: &Value, met: &mut BTreeSet<(u64, String)>) -> Vec<String> {
    let mut complaints = Vec::new();
    let all = list(kernel, "findings").iter().flat_map(|told| iter::once(told).chain(list(told, "also")));
    for finding in all {
        let kind = text(finding, "kind");
        let Some((word, _)) = MARKS.iter().find(|(_, marked)| *marked == kind) else {
            continue;
        };
        let lines = lines(finding);
        if lines.is_empty() {
            complaints.push(format!("{kind} without a line: {finding}"));
        }
        for line in lines {
            // Where a harmful race is expected, a pair of its accesses may agree on the value.
            let fits = source.has_mark(line, word) || *word == "BENIGN" && source.has_mark(line, "RACE");
            if !fits {
                complaints.push(format!("unexpected {kind} at line {line}: {}", text(finding, "message")));
            }
            met.insert((line, (*word).to_owned()));
        }
        let certain = text(finding, "verdict") == "race" && matches!(*word, "RACE" | "DIVERGENT");
        if certain && text(finding, "severity") != "error" {
            complaints.push(format!("a certain {kind} is a {}", text(finding, "severity")));
        }
    }
    complaints
}

/// Holds one kernel of the report against what is expected of its file.
pub(crate) fn check_kernel(
    source: &Source,
    expected: &Expected,
    kernel: &Value,
    met: &mut BTreeSet<(u64, String)>,
) -> Vec<String> {
    let [name, verdict, divergence, reason] = ["name", "verdict", "divergence", "reason"].map(|key| text(kernel, key));
    let mut complaints = Vec::new();
    if verdict != expected.verdict {
        complaints.push(format!("{name}: {verdict}, not {} ({reason})", expected.verdict));
    }
    if !expected.divergence.is_empty() && divergence != expected.divergence {
        complaints.push(format!("{name}: divergence {divergence}, not {}", expected.divergence));
    }
    if verdict == "unknown" && reason.is_empty() {
        complaints.push(format!("{name}: unknown without a reason"));
    }
    complaints.extend(check_findings(source, kernel, met));
    complaints
}
