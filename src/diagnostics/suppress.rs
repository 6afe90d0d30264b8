//! In-source suppression: `// raceproof: allow(RP0001)` or `allow(data-race, benign-race)`, on the line of an access or in
//! the line comments directly above it.
//!
//! A finding is left out if *one* of its lines, or a line from which it was inlined, allows its code. The verdict stays,
//! and the kernel's assumptions say what was left out and where it was allowed.

use crate::diagnostics::codes::{self, Code};
use crate::diagnostics::sources::{self, Sources};
use crate::span::Span;
use crate::verdict::{Assumption, FileReport, FileStatus, Finding, KernelReport};

/// Takes the findings out that the sources allow.
pub fn apply(reports: &mut [FileReport], sources: &dyn Sources) {
    for report in reports {
        match &mut report.status {
            FileStatus::Checked(kernels) => kernels.iter_mut().for_each(|kernel| apply_to(kernel, sources)),
            FileStatus::NotAnalysed { .. } => {}
        }
    }
}

fn apply_to(kernel: &mut KernelReport, sources: &dyn Sources) {
    let assumptions = &mut kernel.assumptions;
    kernel.findings.retain(|finding| {
        let Some((code, span)) = allowed_at(finding, sources) else { return true };
        let (code, title, file) = (code.id.to_owned(), code.title.to_owned(), span.file.to_string());
        let note = Assumption::Allowed { code, title, file, line: span.line };
        if !assumptions.contains(&note) {
            assumptions.push(note);
        }
        false
    });
}

/// The first position of the finding that allows its code.
fn allowed_at<'a>(finding: &'a Finding, sources: &dyn Sources) -> Option<(&'static Code, &'a Span)> {
    let code = codes::find(finding.code)?;
    let spans = finding.parties.iter().flat_map(|party| std::iter::once(&party.span).chain(&party.span.inlined_at));
    spans.into_iter().find(|span| allows(span, code, sources)).map(|span| (code, span))
}

fn allows(span: &Span, code: &Code, sources: &dyn Sources) -> bool {
    let Some(text) = sources.text(&span.file) else { return false };
    let Some(own) = sources::line(&text, span.line) else { return false };
    let above = text.lines().take(span.line as usize - 1).collect::<Vec<_>>();
    let comments = above.into_iter().rev().take_while(|line| line.trim_start().starts_with("//"));
    std::iter::once(own).chain(comments).any(|line| line_allows(line, code))
}

/// Whether the comment at the end of a line holds `raceproof: allow(…)` with the code in its list.
fn line_allows(line: &str, code: &Code) -> bool {
    let list = line
        .split_once("//")
        .and_then(|(_, comment)| comment.trim_start().strip_prefix("raceproof:"))
        .and_then(|rest| rest.trim_start().strip_prefix("allow("))
        .and_then(|rest| rest.split_once(')'));
    list.is_some_and(|(names, _)| names.split(',').any(|name| codes::find(name.trim()) == Some(code)))
}
