//! JUnit's XML, in which most services show the results of tests: a suite for each file, a case for each kernel.
//!
//! A case fails if one of its findings is an error, and is skipped if the kernel is undecided or its findings are set aside. What is no error
//! stands in the case's output. Source: the JUnit schema of Apache Ant, which has no more elements than these.

use super::super::style::Style;
use super::{Entry, of_file, word};
use crate::diagnostics::fingerprint::Fingerprints;
use crate::diagnostics::fingerprint::kernels;
use crate::diagnostics::severity::is_unknown;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport, Severity};

/// One case, as its elements.
struct Case {
    failed: bool,
    skipped: bool,
    text: String,
}

pub(in super::super) fn render(style: &Style, reports: &[FileReport], fingerprints: &Fingerprints<'_>) -> String {
    let suites: String = reports.iter().map(|report| suite(style, report, fingerprints)).collect();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"raceproof\">\n{suites}</testsuites>\n")
}

fn suite(style: &Style, report: &FileReport, fingerprints: &Fingerprints<'_>) -> String {
    let entries = of_file(style, report, fingerprints);
    let name = escaped(&report.path);
    let cases: Vec<Case> = match &report.status {
        FileStatus::Checked(_) => kernels(report).iter().map(|kernel| case(&name, kernel, &entries)).collect(),
        FileStatus::NotAnalysed { reason, .. } => {
            let failed = entries.iter().any(|entry| entry.severity == Severity::Error);
            let what = element(if failed { "failure" } else { "skipped" }, reason, "");
            let text = format!("    <testcase classname=\"{name}\" name=\"(not analysed)\">\n{what}    </testcase>\n");
            vec![Case { failed, skipped: !failed, text }]
        }
    };
    let count = |is: fn(&Case) -> bool| cases.iter().filter(|case| is(case)).count();
    let (failures, skipped) = (count(|case| case.failed), count(|case| case.skipped));
    let (tests, text) = (cases.len(), cases.iter().map(|case| case.text.as_str()).collect::<String>());
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"");
    format!("  <testsuite name=\"{name}\" {counts}>\n{text}  </testsuite>\n")
}

fn case(class: &str, kernel: &KernelReport, entries: &[Entry<'_>]) -> Case {
    let own = || entries.iter().filter(|entry| entry.kernel.is_some_and(|of| std::ptr::eq(of, kernel)));
    let (errors, others): (Vec<_>, Vec<_>) = own().partition(|entry| entry.severity == Severity::Error);
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    let elsewhere = kernel.findings.iter().filter(is_error).filter_map(|f| Some((f.code, f.same_as.as_ref()?)));
    let mut inner = String::new();
    for entry in &errors {
        inner += &element("failure", &format!("{}: {}", entry.code, entry.title), &told(entry));
    }
    for (code, id) in elsewhere {
        inner += &element("failure", &format!("{code}: the same as {id}"), "");
    }
    let failed = !inner.is_empty();
    let skipped = !failed && (is_unknown(kernel) || !kernel.suppressed.is_empty());
    if skipped {
        let set_aside = kernel.suppressed.len();
        let why = if set_aside > 0 { format!("findings that are set aside: {set_aside}") } else { kernel.reason() };
        inner += &element("skipped", &why, "");
    }
    let said: Vec<String> = others.iter().map(|entry| told(entry)).collect();
    if !said.is_empty() {
        inner += &format!("      <system-out>{}</system-out>\n", escaped(&said.join("\n")));
    }
    let text =
        format!("    <testcase classname=\"{class}\" name=\"{}\">\n{inner}    </testcase>\n", escaped(&kernel.name));
    Case { failed, skipped, text }
}

fn told(entry: &Entry<'_>) -> String {
    let head = format!("{}:{}: {}[{}]: {}", entry.file, entry.line, word(entry.severity), entry.code, entry.title);
    std::iter::once(head).chain(entry.details.iter().map(|line| format!("  {line}"))).collect::<Vec<_>>().join("\n")
}

fn element(name: &str, message: &str, text: &str) -> String {
    let message = escaped(&message.replace('\n', " "));
    match (name, text) {
        ("skipped", _) | (_, "") => format!("      <{name} message=\"{message}\"/>\n"),
        (_, text) => format!("      <{name} message=\"{message}\" type=\"finding\">{}</{name}>\n", escaped(text)),
    }
}

/// Text in XML, in an element or in quotes. Characters that XML 1.0 does not have are shown as U+FFFD.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
