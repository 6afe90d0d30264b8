//! SARIF 2.1.0 (OASIS), for code scanning services and editors.
//!
//! One run; the table of codes is its rules, with the `explain` pages as help. A result is a finding: its first access is
//! the location, all its accesses and the calls that lead to them are related locations, the kernel is the logical
//! location, and `properties` is the finding as `--format json` writes it. A kernel that is not decided is a result of the
//! rule `unknown`; a file that was not analysed is a notification, and makes `executionSuccessful` false.
//!
//! **Invariant:** nothing of the machine or the moment: no times, no process, and no absolute path of what lies below the
//! working directory.

mod place;

use super::json;
use super::style::{RenderError, Style};
use super::text::notes;
use crate::diagnostics::codes::{self, Code};
use crate::diagnostics::severity::is_unknown;
use crate::diagnostics::sources::Sources;
use crate::span::Span;
use crate::verdict::{Assumption, FileReport, FileStatus, Finding, KernelReport, Severity};
use place::{Fingerprints, Location, LogicalLocation, Places, Text};
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
    partial_fingerprints: Fingerprint,
    properties: Properties<'a>,
}

#[derive(Serialize)]
struct Fingerprint {
    #[serde(rename = "raceproof/v1")]
    v1: String,
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
    fn of(finding: Option<&'a Finding>, kernel: &'a KernelReport) -> Properties<'a> {
        Properties {
            finding: finding.map(|finding| json::entry(finding, kernel)),
            assumptions: kernel.assumptions.iter().map(ToString::to_string).collect(),
            assumption_ids: kernel.assumptions.iter().map(Assumption::id).collect(),
            reason_ids: kernel.open.iter().map(|open| open.why.id()).collect(),
        }
    }
}

pub(super) fn render(style: &Style, reports: &[FileReport], sources: &dyn Sources) -> Result<String, RenderError> {
    let places = Places { directory: &style.directory, sources };
    let mut fingerprints = Fingerprints::default();
    let mut results = vec![];
    for report in reports {
        match &report.status {
            FileStatus::NotAnalysed { .. } => {}
            FileStatus::Checked(kernels) => {
                for kernel in kernels {
                    let told = kernel.findings.iter().filter(|f| f.same_as.is_none());
                    let found = told.map(|f| finding(f, kernel, report, &places, &mut fingerprints));
                    results.extend(found.collect::<Vec<_>>());
                    results.extend(undecided(style, kernel, report, &places, &mut fingerprints));
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
        invocations: [invocation(style, reports, &places)],
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
    file: &FileReport,
    places: &Places<'_>,
    fingerprints: &mut Fingerprints,
) -> Outcome<'a> {
    let span = finding.parties.first().map_or(&kernel.span, |party| &party.span);
    Outcome {
        rule_id: finding.code,
        rule_index: codes::CODES.iter().position(|code| code.id == finding.code),
        level: json::severity(finding.severity),
        message: Text { text: message(finding, kernel) },
        locations: [at_kernel(span, kernel, file, places)],
        related_locations: related(finding, places),
        partial_fingerprints: Fingerprint { v1: fingerprints.of_finding(finding, kernel, places) },
        properties: Properties::of(Some(finding), kernel),
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
    let lines: Vec<_> = [first].into_iter().chain(notes::of(finding, kernel)).chain(help).collect();
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
    style: &Style,
    kernel: &'a KernelReport,
    file: &FileReport,
    places: &Places<'_>,
    fingerprints: &mut Fingerprints,
) -> Option<Outcome<'a>> {
    let severity = style.unknown.filter(|_| is_unknown(kernel))?;
    let reason = notes::why_open(kernel);
    let text = format!("`{}` is not proved: {}\n{reason}", kernel.name, notes::open_question(kernel));
    Some(Outcome {
        rule_id: UNKNOWN,
        rule_index: Some(codes::CODES.len()),
        level: open_level(severity),
        message: Text { text },
        locations: [at_kernel(&kernel.span, kernel, file, places)],
        related_locations: vec![],
        partial_fingerprints: Fingerprint { v1: fingerprints.of_kernel(UNKNOWN, kernel, places) },
        properties: Properties::of(None, kernel),
    })
}

/// An open question is no defect, so it is a note, unless the user made it an error.
fn open_level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => json::severity(Severity::Error),
        Severity::Warning | Severity::Note => json::severity(Severity::Note),
    }
}

fn invocation(style: &Style, reports: &[FileReport], places: &Places<'_>) -> Invocation {
    let mut invocation = Invocation { execution_successful: true, tool_execution_notifications: vec![] };
    for report in reports {
        let mut notify = |descriptor, level, text: &str| {
            let (message, locations) = (Text { text: text.trim_end().to_owned() }, [places.file(&report.path)]);
            let notification = Notification { descriptor, level, message, locations };
            invocation.tool_execution_notifications.push(notification);
        };
        let notes = report.notes.iter().chain(&report.unchecked);
        notes.for_each(|text| notify(None, json::severity(Severity::Note), text));
        match &report.status {
            FileStatus::Checked(_) => {}
            FileStatus::NotAnalysed { reason, details } => {
                let level = style.unknown.map_or("none", json::severity);
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
