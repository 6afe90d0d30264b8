//! SARIF 2.1.0 (OASIS), for code scanning services and editors.
//!
//! One run; the table of codes is its rules, with the `explain` pages as help. A result is a finding: its first access is
//! the location, all its accesses and the calls that lead to them are related locations, the two threads are the flows of a code
//! flow, the kernel is the logical location, and `properties` is the finding as `--format json` writes it. A kernel that is not decided is a result of the
//! rule `unknown`; a file that was not analysed is a notification, and makes `executionSuccessful` false.
//!
//! **Invariant:** nothing of the machine or the moment: no times, no process, and no absolute path of what lies below the
//! working directory.

mod fixes;
mod flow;
mod place;

use super::json;
use super::style::{RenderError, Style};
use super::text::notes;
use crate::diagnostics::codes::{self, Code};
use crate::diagnostics::fingerprint::Fingerprints;
use crate::diagnostics::own;
use crate::diagnostics::severity::is_unknown;
use crate::diagnostics::sources::Sources;
use crate::span::Span;
use crate::verdict::{Assumption, FileReport, FileStatus, Finding, KernelReport, Severity, Suppression};
use flow::CodeFlow;
use place::{Location, LogicalLocation, Places, Text};
use serde::Serialize;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The rule of kernels that are not decided, named as its option `-Wunknown`.
const UNKNOWN: &str = "unknown";
const NOT_ANALYSED: &str = "not-analysed";

#[derive(Serialize)]
struct Log<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'a>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'a> {
    tool: Tool,
    invocations: [Invocation; 1],
    column_kind: &'static str,
    results: Vec<Outcome<'a>>,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
    notifications: [Rule; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    name: &'static str,
    short_description: Text,
    full_description: Text,
    help: Help,
    default_configuration: Configuration,
}

#[derive(Serialize)]
struct Help {
    text: &'static str,
    markdown: &'static str,
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    #[serde(skip_serializing_if = "Option::is_none")]
    descriptor: Option<Descriptor>,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
}

#[derive(Serialize)]
struct Descriptor {
    id: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outcome<'a> {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text,
    locations: [Location; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<fixes::Change>,
    partial_fingerprints: Fingerprint,
    /// `unchanged` for what a baseline knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    baseline_state: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressions: Vec<Suppressing>,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Fingerprint {
    #[serde(rename = "raceproof/v2")]
    v2: String,
}

/// Why a result is not to be acted on.
#[derive(Serialize)]
struct Suppressing {
    kind: &'static str,
    justification: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<Location>,
}

#[derive(Serialize)]
struct Properties<'a> {
    #[serde(flatten)]
    finding: Option<json::Entry<'a>>,
    assumptions: Vec<String>,
    /// Of the assumptions, one each, as those of the approximations in the finding.
    assumption_ids: Vec<&'static str>,
    /// Why questions about the kernel are open, one each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reason_ids: Vec<&'static str>,
}

impl<'a> Properties<'a> {
    fn of(finding: Option<&'a Finding>, kernel: &'a KernelReport, about: json::About<'a>) -> Properties<'a> {
        Properties {
            finding: finding.map(|finding| json::entry(finding, kernel, about)),
            assumptions: kernel.assumptions.iter().map(ToString::to_string).collect(),
            assumption_ids: kernel.assumptions.iter().map(Assumption::id).collect(),
            reason_ids: kernel.open.iter().map(|open| open.why.id()).collect(),
        }
    }
}

pub(super) fn render(
    style: &Style,
    reports: &[FileReport],
    sources: &dyn Sources,
    prints: &Fingerprints<'_>,
) -> Result<String, RenderError> {
    let places = Places { directory: &style.directory, sources };
    let mut results = vec![];
    for report in reports {
        match &report.status {
            FileStatus::NotAnalysed { .. } => {}
            FileStatus::Checked(kernels) => {
                for kernel in kernels {
                    let told = kernel.findings.iter().filter(|f| f.same_as.is_none());
                    results.extend(told.map(|f| finding(f, kernel, report, &places, prints)));
                    let suppressed = kernel.suppressed.iter().map(|one| {
                        let result = finding(&one.finding, kernel, report, &places, prints);
                        result.suppressed(&one.why, &places)
                    });
                    results.extend(suppressed);
                    results.extend(undecided(kernel, report, &places, prints));
                }
            }
        }
    }
    let driver = Driver {
        name: "raceproof",
        semantic_version: env!("CARGO_PKG_VERSION"),
        rules: codes::CODES.into_iter().map(rule).chain([unknown_rule()]).collect(),
        notifications: [not_analysed_rule()],
    };
    let run = Run {
        tool: Tool { driver },
        invocations: [invocation(reports, &places)],
        column_kind: "unicodeCodePoints",
        results,
    };
    let log = Log { schema: SCHEMA, version: "2.1.0", runs: [run] };
    let mut text = serde_json::to_string_pretty(&log).map_err(|error| RenderError::Json(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

fn finding<'a>(
    finding: &'a Finding,
    kernel: &'a KernelReport,
    file: &'a FileReport,
    places: &Places<'a>,
    prints: &'a Fingerprints<'a>,
) -> Outcome<'a> {
    let span = own::place(file, (finding, kernel), places.directory);
    Outcome {
        rule_id: finding.code,
        rule_index: codes::CODES.iter().position(|code| code.id == finding.code),
        level: json::severity(finding.severity),
        message: Text { text: message(finding, kernel) },
        locations: [at_kernel(span, kernel, file, places)],
        related_locations: related(finding, places),
        code_flows: flow::of(finding, places).into_iter().collect(),
        fixes: finding.fixes.iter().map(|fix| fixes::of(fix, places)).collect(),
        partial_fingerprints: Fingerprint { v2: prints.of_finding(finding, kernel) },
        baseline_state: None,
        suppressions: vec![],
        properties: Properties::of(Some(finding), kernel, json::About { file, directory: places.directory, prints }),
    }
}

impl Outcome<'_> {
    fn suppressed(self, why: &Suppression, places: &Places<'_>) -> Self {
        let (state, kind, justification, location) = match why {
            Suppression::Comment { file, line, reason } => {
                let place = Span { file: file.as_str().into(), line: *line, ..Span::default() };
                (None, "inSource", reason.clone(), places.location(&place))
            }
            Suppression::Baseline => (Some("unchanged"), "external", "known from the baseline".to_owned(), None),
            Suppression::Library => (None, "external", "in a kernel that a library defines".to_owned(), None),
            Suppression::Elsewhere => (None, "external", "not about what was asked about".to_owned(), None),
        };
        let suppressions = vec![Suppressing { kind, justification, location }];
        Outcome { baseline_state: state, suppressions, ..self }
    }
}

/// The title with a link to each access, then everything that the text says below its excerpt.
fn message(finding: &Finding, kernel: &KernelReport) -> String {
    let links = finding.parties.iter().enumerate().map(|(index, party)| {
        let label = notes::label(finding.kind, index, party);
        format!("[{label}]({})", index + 1)
    });
    let links: Vec<_> = links.collect();
    let colon = if links.is_empty() { "" } else { ": " };
    let first = format!("{}{colon}{}", notes::title(finding), links.join(", "));
    let help = notes::help(finding).into_iter().map(|text| format!("help: {text}"));
    let lines: Vec<_> =
        [first].into_iter().chain(notes::of(finding, kernel, notes::Detail::FULL)).chain(help).collect();
    lines.join("\n")
}

/// The accesses, numbered as in the message, and behind them the calls from which they were inlined, and the launches.
fn related(finding: &Finding, places: &Places<'_>) -> Vec<Location> {
    let mut locations = vec![];
    for (index, party) in finding.parties.iter().enumerate() {
        let text = notes::label(finding.kind, index, party);
        locations.push(places.location(&party.span).map(|place| place.said(index + 1, text)));
    }
    for (index, party) in finding.parties.iter().enumerate() {
        for call in &party.span.inlined_at {
            let (id, text) = (locations.len() + 1, format!("({}) is called from here", index + 1));
            locations.push(places.location(call).map(|place| place.said(id, text)));
        }
    }
    for span in finding.launches.iter().flat_map(|launches| &launches.sites) {
        let id = locations.len() + 1;
        locations.push(places.location(span).map(|place| place.said(id, "launched from here".to_owned())));
    }
    // One whose place is not known keeps its number, so that the links of the message lead to the others.
    locations.into_iter().flatten().collect()
}

fn at_kernel(span: &Span, kernel: &KernelReport, file: &FileReport, places: &Places<'_>) -> Location {
    let place = places.location(span).unwrap_or_else(|| places.file(&file.path));
    place.inside(LogicalLocation::function(&kernel.name, &kernel.symbol))
}

fn undecided<'a>(
    kernel: &'a KernelReport,
    file: &'a FileReport,
    places: &Places<'a>,
    prints: &'a Fingerprints<'a>,
) -> Option<Outcome<'a>> {
    let severity = file.severities.unknown.filter(|_| is_unknown(kernel) && !kernel.of_library)?;
    let reason = notes::why_open(kernel);
    let text = format!("`{}` is not proved: {}\n{reason}", kernel.name, notes::open_question(kernel));
    Some(Outcome {
        rule_id: UNKNOWN,
        rule_index: Some(codes::CODES.len()),
        level: open_level(severity),
        message: Text { text },
        locations: [at_kernel(&kernel.span, kernel, file, places)],
        related_locations: vec![],
        code_flows: vec![],
        fixes: vec![],
        partial_fingerprints: Fingerprint { v2: prints.of_kernel(UNKNOWN, kernel) },
        baseline_state: None,
        suppressions: vec![],
        properties: Properties::of(None, kernel, json::About { file, directory: places.directory, prints }),
    })
}

/// An open question is no defect, so it is a note, unless the user made it an error.
fn open_level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => json::severity(Severity::Error),
        Severity::Warning | Severity::Note => json::severity(Severity::Note),
    }
}

fn invocation(reports: &[FileReport], places: &Places<'_>) -> Invocation {
    let mut invocation = Invocation { execution_successful: true, tool_execution_notifications: vec![] };
    for report in reports {
        let mut notify = |descriptor, level, text: &str| {
            let (message, locations) = (Text { text: text.trim_end().to_owned() }, [places.file(&report.path)]);
            let notification = Notification { descriptor, level, message, locations };
            invocation.tool_execution_notifications.push(notification);
        };
        let notes = report.notes.iter().chain(&report.unchecked);
        notes.for_each(|text| notify(None, json::severity(Severity::Note), text));
        report.remarks.iter().for_each(|text| notify(None, json::severity(Severity::Warning), text));
        match &report.status {
            FileStatus::Checked(_) => {}
            FileStatus::NotAnalysed { reason, details } => {
                let level = report.severities.not_analysed.map_or("none", json::severity);
                notify(Some(Descriptor { id: NOT_ANALYSED }), level, &format!("{reason}\n{details}"));
                invocation.execution_successful = false;
            }
        }
    }
    invocation
}

fn rule(code: &'static Code) -> Rule {
    Rule {
        id: code.id,
        name: code.name,
        short_description: Text { text: code.title.to_owned() },
        full_description: Text { text: first_paragraph(code.page) },
        help: Help { text: code.page, markdown: code.page },
        default_configuration: Configuration { level: json::severity(code.rule.severity) },
    }
}

/// What comes first below the heading of a page, in one line.
fn first_paragraph(page: &str) -> String {
    let lines = page.lines().skip_while(|line| line.is_empty() || line.starts_with('#'));
    lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

fn unknown_rule() -> Rule {
    let page = "It is not known whether the kernel has data races, or whether all threads reach its barriers. The message \
                says what stood in the way: a limit of the solver, or something that raceproof does not understand yet.";
    plain_rule(UNKNOWN, "kernel that is not decided", page)
}

fn not_analysed_rule() -> Rule {
    let page =
        "Nothing is known about the kernels of the file. The message gives the reason, mostly an error of clang.";
    plain_rule(NOT_ANALYSED, "file that was not analysed", page)
}

fn plain_rule(id: &'static str, title: &str, page: &'static str) -> Rule {
    Rule {
        id,
        name: id,
        short_description: Text { text: title.to_owned() },
        full_description: Text { text: page.to_owned() },
        help: Help { text: page, markdown: page },
        default_configuration: Configuration { level: json::severity(Severity::Note) },
    }
}
