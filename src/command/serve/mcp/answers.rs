//! Reports in few words: what a program that writes kernels has to know. The worst finding of each defect, with its two accesses and
//! their lines of source, why nothing orders them, and what to do next.

use crate::command::serve::targets::Checked;
use crate::diagnostics::codes;
use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::own;
use crate::diagnostics::render::said::{self, Said};
use crate::diagnostics::render::{Format, Style, id};
use crate::diagnostics::severity::is_unknown;
use crate::diagnostics::sources::{Disk, Sources};
use crate::span::Span;
use crate::verdict::{Certainty, Divergence, FileStatus, Finding, FindingKind, KernelReport, Severity, Verdict};
use serde_json::{Map, Value, json};
use std::path::Path;

/// The most findings of a kernel that are told in full.
const MOST: usize = 5;

/// What was found, with paths relative to a folder.
pub(super) fn of(units: &[Checked], directory: &Path) -> Value {
    let mut kernels = vec![];
    let mut not_analysed = vec![];
    let mut remarks = vec![];
    for checked in units {
        remarks.extend(checked.report.remarks.iter().chain(&checked.report.unchecked).cloned());
        match &checked.report.status {
            FileStatus::Checked(all) => {
                kernels.extend(all.iter().filter(|k| !k.of_library).map(|k| kernel(checked, k, directory)));
            }
            FileStatus::NotAnalysed { reason, details } => {
                not_analysed.push(json!({ "reason": reason, "details": details.trim_end() }));
            }
        }
    }
    let mut answer = Map::new();
    answer.insert("verdict".into(), json!(worst(units)));
    answer.insert("kernels".into(), Value::Array(kernels));
    for (name, values) in [("not_analysed", not_analysed), ("remarks", remarks.into_iter().map(Value::from).collect())]
    {
        if !values.is_empty() {
            answer.insert(name.into(), Value::Array(values));
        }
    }
    Value::Object(answer)
}

/// Of all kernels together: what is worst.
fn worst(units: &[Checked]) -> &'static str {
    let all = || {
        units.iter().filter_map(|checked| match &checked.report.status {
            FileStatus::Checked(kernels) => Some(kernels),
            FileStatus::NotAnalysed { .. } => None,
        })
    };
    let findings = || all().flatten().flat_map(|kernel| &kernel.findings).map(|finding| finding.severity);
    if findings().any(|severity| severity == Severity::Error) {
        "errors"
    } else if all().count() < units.len() {
        "not-analysed"
    } else if all().flatten().any(is_unknown) {
        "unknown"
    } else if findings().any(|severity| severity == Severity::Warning) {
        "warnings"
    } else if all().flatten().next().is_none() {
        "no-kernels"
    } else {
        "proved"
    }
}

fn kernel(checked: &Checked, kernel: &KernelReport, directory: &Path) -> Value {
    let told: Vec<&Finding> = kernel.findings.iter().filter(|finding| finding.same_as.is_none()).collect();
    let mut answer = Map::new();
    answer.insert("kernel".into(), json!(kernel.name));
    answer.insert("races".into(), json!(verdict(kernel.verdict)));
    answer.insert("barriers".into(), json!(divergence(kernel.divergence)));
    if !told.is_empty() {
        let shown = told.iter().take(MOST).map(|one| finding(checked, kernel, one, directory)).collect();
        answer.insert("findings".into(), Value::Array(shown));
    }
    if told.len() > MOST {
        answer.insert("more_findings".into(), json!(told.len() - MOST));
    }
    if let Some(Said { notes, help, .. }) = said::of_unknown(&checked.report, kernel) {
        answer.insert("open".into(), json!(notes));
        answer.insert("next".into(), json!(help));
    }
    let assumed: Vec<String> = kernel.assumptions.iter().map(|a| format!("{}: {a}", a.id())).collect();
    answer.insert("assuming".into(), json!(assumed));
    Value::Object(answer)
}

fn finding(checked: &Checked, kernel: &KernelReport, finding: &Finding, directory: &Path) -> Value {
    let mut style = Style::new(Format::Text);
    style.directory.clone_from(&checked.directory);
    let Said { severity, code, title, places, notes, mut help } =
        said::of_finding(&style, &checked.report, kernel, finding);
    let parties = places.iter().filter_map(|(span, label)| {
        let own = own::primary(&checked.report, span, &checked.directory);
        Some(json!({ "at": at(checked, own, directory), "source": line(checked, own), "what": label.clone()? }))
    });
    let parties: Vec<Value> = parties.collect();
    if finding.kind == FindingKind::DataRace && finding.certainty == Certainty::Race && !finding.gaps.is_empty() {
        help.push("call `fix`: it tries barriers between the accesses and proves those that help".to_owned());
    }
    if let Some(code) = code.and_then(codes::find).filter(|_| !said::is_advised(finding)) {
        help.push(format!("{} (`explain` {} says more)", code.remedy, code.id));
    }
    json!({
        "id": id(kernel, finding),
        "code": code,
        "severity": severity_of(severity),
        "message": title,
        "accesses": parties,
        "why": notes,
        "next": help,
    })
}

/// `a.cu:4:18`
fn at(checked: &Checked, span: &Span, directory: &Path) -> String {
    let path = lexically(&checked.directory.join(&*span.file));
    let path = path.strip_prefix(directory).unwrap_or(&path).display().to_string();
    format!("{path}:{}:{}", span.line, span.column)
}

fn line(checked: &Checked, span: &Span) -> Option<String> {
    let path = lexically(&checked.directory.join(&*span.file));
    let text = checked.text(&path).or_else(|| Disk.text(path.to_str()?))?;
    let line = text.lines().nth(usize::try_from(span.line.checked_sub(1)?).ok()?)?;
    Some(line.trim().to_owned())
}

fn severity_of(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::RaceFree => "proved race-free",
        Verdict::Race => "race",
        Verdict::ConditionalRace => "race for some parameters",
        Verdict::PossibleRace => "possible race",
        Verdict::Unknown => "unknown",
    }
}

fn divergence(divergence: Divergence) -> &'static str {
    match divergence {
        Divergence::Free => "proved: all threads reach them",
        Divergence::Exited => "all threads that have not returned reach them",
        Divergence::Divergent => "not all threads reach them",
        Divergence::Conditional => "for some parameters not all threads reach them",
        Divergence::Possible => "perhaps not all threads reach them",
        Divergence::Unknown => "unknown",
    }
}
