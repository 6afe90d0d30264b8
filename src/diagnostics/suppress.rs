//! In-source suppression: `// raceproof: allow(RP0001) reason` or `allow(data-race, benign-race)`, on the line of an access or in
//! the line comments directly above it; `// raceproof: allow-kernel(RP0003) reason` on the line of a kernel or above it allows
//! the code in all of the kernel.
//!
//! A finding is allowed if *one* of its lines, or a line from which it was inlined, allows its code. It is kept beside the others
//! ([`KernelReport::suppressed`]). The verdict stays, and the kernel's assumptions say what was allowed, where and why.
//!
//! A comment with a code that does not exist, and one that allows nothing, are remarked on. Direction: of comments that allow
//! nothing only those of the checked file itself are, and only if all of its kernels were checked and decided, since another
//! unit, kernel or launch may need them.

use crate::diagnostics::codes::{self, Code};
use crate::diagnostics::severity::{Topic, is_unknown};
use crate::diagnostics::sources::Sources;
use crate::span::Span;
use crate::verdict::{Assumption, FileReport, FileStatus, Finding, KernelReport, Suppressed, Suppression};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What follows `raceproof:` in a comment.
const ALLOW: &str = "allow(";
const ALLOW_KERNEL: &str = "allow-kernel(";

/// A comment that allows codes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Allowing<'t> {
    /// From 1.
    line: u32,
    is_of_kernel: bool,
    /// As written.
    names: Vec<&'t str>,
    reason: &'t str,
}

/// A name in a comment that allowed something: its file, its line, and the name.
type Used = BTreeSet<(String, u32, String)>;

/// Sets the findings aside that the sources allow. `is_whole`: all kernels of the files were asked for, at all levels.
pub fn apply(reports: &mut [FileReport], sources: &dyn Sources, is_whole: bool) {
    for report in reports {
        let mut used = Used::new();
        match &mut report.status {
            FileStatus::Checked(kernels) => {
                kernels.iter_mut().for_each(|kernel| apply_to(kernel, sources, &mut used));
                let is_whole = is_whole && !kernels.is_empty() && !kernels.iter().any(is_unknown);
                let remarks = remarks(&report.path, kernels, sources, &used, is_whole);
                report.remarks.extend(remarks);
            }
            FileStatus::NotAnalysed { .. } => {}
        }
    }
}

fn apply_to(kernel: &mut KernelReport, sources: &dyn Sources, used: &mut Used) {
    for finding in std::mem::take(&mut kernel.findings) {
        let Some((code, file, line, reason)) = allowed_at(&finding, &kernel.span, sources, used) else {
            kernel.findings.push(finding);
            continue;
        };
        let (code, title) = (code.id.to_owned(), code.title.to_owned());
        let said = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        let note = Assumption::Allowed { code, title, file: file.clone(), line, reason: said };
        if !kernel.assumptions.contains(&note) {
            kernel.assumptions.push(note);
        }
        let why = Suppression::Comment { file, line, reason };
        kernel.suppressed.push(Suppressed { finding, why });
    }
}

/// The comment that allows the finding: its code, file, line and reason.
fn allowed_at(
    finding: &Finding,
    kernel: &Span,
    sources: &dyn Sources,
    used: &mut Used,
) -> Option<(&'static Code, String, u32, String)> {
    let code = codes::find(finding.code)?;
    let spans = finding.parties.iter().flat_map(|party| std::iter::once(&party.span).chain(&party.span.inlined_at));
    let places = spans.map(|span| (span, false)).chain([(kernel, true)]);
    for (span, is_of_kernel) in places {
        let Some(text) = sources.text(&span.file) else { continue };
        for one in above(&text, span.line).into_iter().filter(|one| one.is_of_kernel == is_of_kernel) {
            if let Some(name) = one.names.iter().find(|name| codes::find(name) == Some(code)) {
                used.insert((span.file.to_string(), one.line, (*name).to_owned()));
                return Some((code, span.file.to_string(), span.line, one.reason.to_owned()));
            }
        }
    }
    None
}

/// The comments that allow something in a line and in the line comments directly above it.
fn above(text: &str, line: u32) -> Vec<Allowing<'_>> {
    let Some(own) = (line as usize).checked_sub(1) else { return vec![] };
    let lines: Vec<(u32, &str)> = (1..).zip(text.lines()).take(line as usize).collect();
    let Some((last, above)) = lines.split_last().filter(|_| lines.len() > own) else { return vec![] };
    let comments = above.iter().rev().take_while(|(_, text)| text.trim_start().starts_with("//"));
    std::iter::once(last).chain(comments).filter_map(|(number, text)| allowing(*number, text)).collect()
}

/// What the comment at the end of a line allows.
fn allowing(line: u32, text: &str) -> Option<Allowing<'_>> {
    let said = text.split_once("//")?.1.trim_start().strip_prefix("raceproof:")?.trim_start();
    let (is_of_kernel, rest) = match (said.strip_prefix(ALLOW), said.strip_prefix(ALLOW_KERNEL)) {
        (Some(rest), _) => (false, rest),
        (None, Some(rest)) => (true, rest),
        (None, None) => return None,
    };
    let (names, reason) = rest.split_once(')')?;
    let names = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    Some(Allowing { line, is_of_kernel, names, reason: reason.trim().trim_start_matches(':').trim() })
}

/// Lines about comments that name no code, in the files that the kernels come from, and about those that allow nothing.
fn remarks(path: &str, kernels: &[KernelReport], sources: &dyn Sources, used: &Used, is_whole: bool) -> Vec<String> {
    let mut files: Vec<Arc<str>> = vec![Arc::from(path)];
    for file in kernels.iter().map(|kernel| &kernel.span.file).filter(|file| !file.is_empty()) {
        if !files.contains(file) {
            files.push(Arc::clone(file));
        }
    }
    let mut said = vec![];
    for file in files {
        let Some(text) = sources.text(&file) else { continue };
        for one in (1..).zip(text.lines()).filter_map(|(line, text)| allowing(line, text)) {
            for name in &one.names {
                let is_used = || used.contains(&(file.to_string(), one.line, (*name).to_owned()));
                let what = if codes::find(name).is_none() {
                    let known = Topic::names().join(", ");
                    format!("allows `{name}`, which is no code: known are {known}")
                } else if is_whole && *file == *path && !is_used() {
                    format!("allows `{name}`, which is not found here")
                } else {
                    continue;
                };
                said.push(format!("{file}:{}: the comment {what}", one.line));
            }
        }
    }
    said
}
