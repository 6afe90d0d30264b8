//! JSON, version 1 (docs/design.md section 9: scripts outside the project rely on it; `docs/report.schema.json` is its schema).
//!
//! The structs here are the contract: every field is always present, in this order, and the lists of kinds and verdicts are
//! closed. Equal reports give equal bytes; of one input's reports only the times in `stats` differ between runs.

mod fixes;
mod given;
mod together;

use super::id::id;
use super::style::{RenderError, Style};
use crate::diagnostics::fingerprint::Fingerprints;
use crate::diagnostics::own;
use crate::span::Span;
use crate::verdict::{self, KernelReport, LaunchSites, Level, Party, Replay, Severity, Stats, Suppression, Verdict};
use crate::verdict::{
    AccessMode, Approximation, Assumption, Certainty, Divergence, FileReport, FileStatus, Finding, FindingKind,
};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    status: &'static str,
    reason: &'a str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    unchecked: &'a [String],
    /// What is wrong with comments that allow findings.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'a [String],
    kernels: Vec<Kernel<'a>>,
}

#[derive(Serialize)]
struct Kernel<'a> {
    name: &'a str,
    symbol: &'a str,
    verdict: &'static str,
    divergence: &'static str,
    reason: String,
    /// Of the parts of the reason, one each.
    reason_ids: Vec<&'static str>,
    findings: Vec<Entry<'a>>,
    /// Those that are not told, and why.
    suppressed: Vec<Suppressed<'a>>,
    assumptions: Vec<String>,
    /// Of the assumptions, one each.
    assumption_ids: Vec<&'static str>,
    stats: Numbers,
}

#[derive(Serialize)]
struct Suppressed<'a> {
    /// `comment`, `baseline`, or `library` for what a library's header defines.
    by: &'static str,
    /// Where the comment counts.
    file: &'a str,
    line: u32,
    reason: &'a str,
    finding: Entry<'a>,
}

#[derive(Serialize)]
pub(super) struct Entry<'a> {
    /// The same in each run.
    id: String,
    /// The same though lines are added elsewhere, and for instances of one template.
    fingerprint: String,
    code: &'static str,
    verdict: &'static str,
    kind: &'static str,
    severity: &'static str,
    level: &'static str,
    array: &'a str,
    cell: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    message: String,
    accesses: Vec<Access<'a>>,
    #[serde(serialize_with = "as_object")]
    witness: Vec<(String, i64)>,
    approximations: Vec<String>,
    /// Of the approximations, one each.
    approximation_ids: Vec<&'static str>,
    conditions: &'a [String],
    /// The witness in full, for programs that replay it.
    given: Option<given::Witness<'a>>,
    launches: Vec<Launches<'a>>,
    /// What the execution of the witness showed, if it was executed.
    #[serde(skip_serializing_if = "Option::is_none")]
    replay: Option<Executed>,
    /// Changes of the source, each of which was proved to remove it; left out where none is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<fixes::Change<'a>>,
    /// Of a performance note; left out elsewhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    together: Option<together::Access<'a>>,
    /// Others that the same defect explains.
    also: Vec<Entry<'a>>,
    /// The id of the finding that tells this one of another kernel.
    same_as: Option<&'a str>,
}

#[derive(Serialize)]
struct Executed {
    outcome: &'static str,
    reason: String,
}

/// Of the launches that a finding was found for; an extent or axis that is not known is null.
#[derive(Serialize)]
struct Launches<'a> {
    sites: Vec<Site<'a>>,
    block_dim: [Option<u32>; 3],
    grid_dim: [Option<u32>; 3],
    #[serde(serialize_with = "as_object")]
    params: Vec<(String, i64)>,
}

#[derive(Serialize)]
struct Site<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    inlined_at: Vec<Position<'a>>,
}

#[derive(Serialize)]
struct Access<'a> {
    mode: &'static str,
    file: &'a str,
    line: u32,
    column: u32,
    inlined_at: Vec<Position<'a>>,
    thread: [u32; 3],
    block: [u32; 3],
    /// Iterations of its loops, and other values of its own.
    #[serde(serialize_with = "as_object")]
    values: Vec<(String, i64)>,
    /// The source's variables of the loops around it.
    #[serde(serialize_with = "as_object")]
    variables: Vec<(String, i64)>,
    typable: bool,
}

#[derive(Serialize)]
struct Position<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Numbers {
    phases: usize,
    queries: usize,
    lower_ms: f64,
    solve_ms: f64,
}

/// What an entry is made with.
#[derive(Clone, Copy)]
pub(super) struct About<'a> {
    pub(super) file: &'a FileReport,
    pub(super) directory: &'a Path,
    pub(super) prints: &'a Fingerprints<'a>,
}

pub(super) fn render(style: &Style, reports: &[FileReport], prints: &Fingerprints<'_>) -> Result<String, RenderError> {
    let about = |report| About { file: report, directory: &style.directory, prints };
    let document = Document { version: 1, files: reports.iter().map(|report| file(about(report))).collect() };
    let mut text = serde_json::to_string_pretty(&document).map_err(|error| RenderError::Json(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

fn file(about: About<'_>) -> File<'_> {
    let report = about.file;
    let (status, reason, kernels) = match &report.status {
        FileStatus::Checked(kernels) => ("checked", "", kernels.iter().map(|report| kernel(report, about)).collect()),
        FileStatus::NotAnalysed { reason, details: _ } => ("not-analysed", reason.as_str(), Vec::new()),
    };
    let (unchecked, remarks) = (&report.unchecked, &report.remarks);
    File { path: &report.path, status, reason, unchecked, remarks, kernels }
}

fn kernel<'a>(report: &'a KernelReport, about: About<'a>) -> Kernel<'a> {
    Kernel {
        name: &report.name,
        symbol: &report.symbol,
        verdict: verdict(report.verdict),
        divergence: divergence(report.divergence),
        reason: report.reason(),
        reason_ids: report.open.iter().map(|open| open.why.id()).collect(),
        findings: report.findings.iter().map(|finding| entry(finding, report, about)).collect(),
        suppressed: report.suppressed.iter().map(|one| suppressed(one, report, about)).collect(),
        assumptions: report.assumptions.iter().map(ToString::to_string).collect(),
        assumption_ids: report.assumptions.iter().map(Assumption::id).collect(),
        stats: numbers(&report.stats),
    }
}

fn suppressed<'a>(one: &'a verdict::Suppressed, kernel: &'a KernelReport, about: About<'a>) -> Suppressed<'a> {
    let (by, file, line, reason) = match &one.why {
        Suppression::Comment { file, line, reason } => ("comment", file.as_str(), *line, reason.as_str()),
        Suppression::Baseline => ("baseline", "", 0, ""),
        Suppression::Library => ("library", "", 0, ""),
        Suppression::Elsewhere => ("elsewhere", "", 0, ""),
    };
    Suppressed { by, file, line, reason, finding: entry(&one.finding, kernel, about) }
}

/// A finding without parties stands at its kernel.
pub(super) fn entry<'a>(finding: &'a Finding, kernel: &'a KernelReport, about: About<'a>) -> Entry<'a> {
    let span = own::place(about.file, (finding, kernel), about.directory);
    Entry {
        id: id(kernel, finding),
        fingerprint: about.prints.of_finding(finding, kernel),
        code: finding.code,
        verdict: certainty(finding.certainty),
        kind: kind(finding.kind),
        severity: severity(finding.severity),
        level: level(finding.level),
        array: &finding.array,
        cell: &finding.cell,
        file: &span.file,
        line: span.line,
        column: span.column,
        message: finding.message(),
        accesses: finding.parties.iter().map(access).collect(),
        witness: witness(finding),
        approximations: finding.approximations.iter().map(ToString::to_string).collect(),
        approximation_ids: finding.approximations.iter().map(Approximation::id).collect(),
        conditions: &finding.conditions,
        given: finding.given.as_ref().map(given::given),
        launches: finding.launches.iter().map(launches).collect(),
        replay: finding.replay.as_ref().map(executed),
        fixes: finding.fixes.iter().map(fixes::change).collect(),
        together: finding.together.as_ref().map(together::access),
        also: finding.also.iter().map(|other| entry(other, kernel, about)).collect(),
        same_as: finding.same_as.as_deref(),
    }
}

fn executed(replay: &Replay) -> Executed {
    match replay {
        Replay::Confirmed => Executed { outcome: "confirmed", reason: String::new() },
        Replay::Refuted(what) => Executed { outcome: "refuted", reason: what.to_string() },
        Replay::NotExecutable(why) => Executed { outcome: "not-executable", reason: why.to_string() },
    }
}

fn launches(found: &LaunchSites) -> Launches<'_> {
    let site = |span| Site { position: position(span), inlined_at: span.inlined_at.iter().map(position).collect() };
    Launches {
        sites: found.sites.iter().map(site).collect(),
        block_dim: found.block_dim,
        grid_dim: found.grid_dim,
        params: found.params.clone(),
    }
}

fn access(party: &Party) -> Access<'_> {
    Access {
        mode: mode(party.mode),
        file: &party.span.file,
        line: party.span.line,
        column: party.span.column,
        inlined_at: party.span.inlined_at.iter().map(position).collect(),
        thread: party.thread,
        block: party.block,
        values: numbered(party.values.iter().cloned()),
        variables: numbered(party.variables.iter().map(|one| (one.name.clone(), one.value))),
        typable: party.typable(),
    }
}

fn position(span: &Span) -> Position<'_> {
    Position { file: &span.file, line: span.line, column: span.column }
}

/// The shared values under their names, then the values of the threads' own variables: `i@1` is the first party's `i`. A
/// name that occurs again gets a number: `i#2`.
fn witness(finding: &Finding) -> Vec<(String, i64)> {
    let own = finding.parties.iter().enumerate().flat_map(|(index, party)| {
        party.values.iter().map(move |(name, value)| (format!("{name}@{}", index + 1), *value))
    });
    numbered(finding.witness.iter().cloned().chain(own))
}

fn numbered(all: impl Iterator<Item = (String, i64)>) -> Vec<(String, i64)> {
    let mut seen = BTreeSet::new();
    all.map(|(name, value)| (unique(name, &mut seen), value)).collect()
}

fn unique(name: String, seen: &mut BTreeSet<String>) -> String {
    let mut candidate = name.clone();
    let mut count = 1;
    while !seen.insert(candidate.clone()) {
        count += 1;
        candidate = format!("{name}#{count}");
    }
    candidate
}

fn as_object<S: serde::Serializer>(pairs: &[(String, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

fn numbers(stats: &Stats) -> Numbers {
    let ms = |time: Duration| (time.as_secs_f64() * 1e6).round() / 1e3;
    Numbers { phases: stats.phases, queries: stats.queries, lower_ms: ms(stats.lower), solve_ms: ms(stats.solve) }
}

pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::RaceFree => "race-free",
        Verdict::Race => "race",
        Verdict::ConditionalRace => "conditional-race",
        Verdict::PossibleRace => "possible-race",
        Verdict::Unknown => "unknown",
    }
}

fn divergence(divergence: Divergence) -> &'static str {
    match divergence {
        Divergence::Free => "free",
        Divergence::Exited => "exited",
        Divergence::Divergent => "divergent",
        Divergence::Conditional => "conditional",
        Divergence::Possible => "possible",
        Divergence::Unknown => "unknown",
    }
}

fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Race => "race",
        Certainty::Conditional => "conditional",
        Certainty::Possible => "possible",
    }
}

fn kind(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::DataRace => "data-race",
        FindingKind::BenignRace => "benign-race",
        FindingKind::BarrierDivergence => "barrier-divergence",
        FindingKind::ExitedThread => "exited-thread",
        FindingKind::ContradictoryAssumptions => "contradictory-assumptions",
        FindingKind::Performance => "performance",
        FindingKind::WrongLaunch => "wrong-launch",
        FindingKind::RedundantBarrier => "redundant-barrier",
    }
}

pub(super) fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

pub(super) fn level(level: Level) -> &'static str {
    match level {
        Level::Warp => "warp",
        Level::Block => "block",
        Level::Cluster => "cluster",
        Level::Grid => "grid",
    }
}

pub(super) fn mode(mode: AccessMode) -> &'static str {
    match mode {
        AccessMode::Read => "read",
        AccessMode::Write => "write",
        AccessMode::Atomic => "atomic",
        AccessMode::Barrier => "barrier",
        AccessMode::Launch => "launch",
    }
}
