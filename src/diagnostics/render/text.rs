//! Text for people, with rustc's look (docs/design.md section 8): findings with their excerpts and notes, a warning for everything
//! that is not known, and one line that sums up.
//!
//! **Invariant:** no times: equal reports and sources give equal bytes, and so do two runs on one input.

mod advice;
mod assumptions;
mod concurrent;
pub(super) mod diff;
mod masks;
mod names;
mod next;
pub(super) mod notes;
pub mod said;
mod summary;
mod witness;
mod wrapped;

use super::plain::plain;
use super::snippet::{self, Mark};
use super::style::Style;
use crate::diagnostics::own;
use crate::diagnostics::severity::is_unknown;
use crate::diagnostics::sources::Sources;
use crate::span::Span;
use crate::verdict::{Assumption, FileReport, FileStatus, Finding, FindingKind, Fix, Idle, KernelReport, Severity};
use annotate_snippets::{Element, Level, Renderer, normalize_untrusted_str};
use notes::Detail;
use std::collections::BTreeSet;

/// The most calls that an excerpt shows.
const MARKED_CALLS: usize = 2;
/// The most lines that an excerpt shows for what the accesses depend on.
const BESIDE: usize = 7;

/// What stands in the place of notes that an earlier finding has.
const AS_ABOVE: &str = "launched as said above";

/// One message of the report, before it is laid out.
struct Block<'a> {
    severity: Severity,
    code: Option<&'static str>,
    title: String,
    marks: Vec<Mark<'a>>,
    /// Other lines of the excerpt.
    beside: Vec<&'a Span>,
    notes: Vec<String>,
    help: Vec<String>,
    fixes: &'a [Fix],
}

pub(super) fn render(style: &Style, reports: &[FileReport], sources: &dyn Sources) -> String {
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = match style.width {
        Some(columns) => renderer.term_width(columns),
        None => renderer,
    };
    let mut out = String::new();
    for block in reports.iter().flat_map(|report| file(style, report)) {
        let fixes: Vec<_> = block.fixes.iter().map(|fix| diff::group(fix, sources)).collect();
        let groups: Vec<_> = std::iter::once(block.lay_out(sources, style.width)).chain(fixes).collect();
        out.push_str(&renderer.render(&groups));
        out.push_str("\n\n");
    }
    out.push_str(&summary::libraries(reports));
    out.push_str(&summary::optimised(reports));
    out.push_str(&summary::unfinished(reports));
    out.push_str(&assumptions::of(reports, style.verbose));
    out.push_str(&summary::suggest(reports));
    out.push_str(&summary::explain(reports));
    out.push_str(&summary::line(reports, style.verbose));
    out
}

/// The lines that sum up.
pub(super) fn counts(reports: &[FileReport]) -> String {
    summary::libraries(reports) + &summary::line(reports, true)
}

fn file<'a>(style: &Style, report: &'a FileReport) -> Vec<Block<'a>> {
    let remarks = report.remarks.iter().map(|text| Block { severity: Severity::Warning, ..note(text) });
    report.unchecked.iter().map(|text| note(text)).chain(checked(style, report)).chain(remarks).collect()
}

fn checked<'a>(style: &Style, report: &'a FileReport) -> Vec<Block<'a>> {
    match &report.status {
        FileStatus::Checked(kernels) => {
            let notes = report.notes.iter().filter(|_| style.verbose).map(|text| note(text));
            notes.chain(kernels.iter().flat_map(|one| kernel(style, report, one))).collect()
        }
        FileStatus::NotAnalysed { reason, details } => {
            let severity = report.severities.not_analysed;
            severity.map(|severity| not_analysed(severity, &report.path, reason, details)).into_iter().collect()
        }
    }
}

fn not_analysed(severity: Severity, path: &str, reason: &str, details: &str) -> Block<'static> {
    let details = details.trim_end();
    let notes = if details.is_empty() { Vec::new() } else { vec![details.to_owned()] };
    let title = format!("{path} was not analysed: {reason}");
    Block { severity, code: None, title, marks: Vec::new(), beside: Vec::new(), notes, help: Vec::new(), fixes: &[] }
}

fn note(text: &str) -> Block<'static> {
    let title = text.to_owned();
    Block {
        severity: Severity::Note,
        code: None,
        title,
        marks: Vec::new(),
        beside: Vec::new(),
        notes: Vec::new(),
        help: Vec::new(),
        fixes: &[],
    }
}

/// What is said about one kernel.
fn kernel<'a>(style: &Style, file: &FileReport, report: &'a KernelReport) -> Vec<Block<'a>> {
    if report.of_library {
        return vec![];
    }
    let shown = style.max_findings.unwrap_or(usize::MAX);
    let is_shown = |span: &Span| style.verbose || !own::is_foreign(file, &span.file, &style.directory);
    let detail = Detail { names: style.verbose, calls: &is_shown };
    let told = report.findings.iter().filter(|finding| finding.same_as.is_none()).take(shown);
    let mut launches = BTreeSet::new();
    let mut blocks: Vec<_> = told
        .map(|entry| {
            let mut block = finding((style, file, detail), entry, report);
            tell_launches_once(&mut block.notes, report, &mut launches);
            block
        })
        .collect();
    if let (Some(last), Some(left_out)) = (blocks.last_mut(), notes::left_out(report, shown, detail)) {
        last.notes.push(left_out);
    }
    if is_unknown(report) {
        let severity = file.severities.unknown;
        let is_said = severity != Some(Severity::Error) && summary::waits_for_barriers(report) && tells_missed(report);
        match blocks.last_mut().filter(|_| is_said) {
            Some(last) => last.notes.push(notes::why_open(report)),
            None => blocks.extend(severity.map(|severity| unknown(severity, report, detail))),
        }
    }
    if style.verbose {
        blocks.push(verdict(report));
    }
    blocks
}

/// Leaves out launches that were told of an earlier finding of the kernel, which can take many lines.
fn tell_launches_once(notes: &mut Vec<String>, report: &KernelReport, told: &mut BTreeSet<String>) {
    let is_launch = |note: &String| {
        report.assumptions.iter().any(|one| matches!(one, Assumption::Launched { shape } if shape == note))
    };
    let again: Vec<String> =
        notes.iter().filter(|note| is_launch(note) && !told.insert((*note).clone())).cloned().collect();
    let Some(first) = notes.iter().position(|note| again.contains(note)) else { return };
    notes[first] = AS_ABOVE.to_owned();
    notes.retain(|note| !again.contains(note));
}

/// Whether a barrier is told of that some threads do not come to.
fn tells_missed(report: &KernelReport) -> bool {
    report.findings.iter().any(|finding| finding.kind == FindingKind::BarrierDivergence && finding.same_as.is_none())
}

fn finding<'a>(
    (style, file, detail): (&Style, &FileReport, Detail<'_>),
    finding: &'a Finding,
    report: &'a KernelReport,
) -> Block<'a> {
    let place = |span: &'a Span| own::primary(file, span, &style.directory);
    let mut marks: Vec<_> = finding
        .parties
        .iter()
        .enumerate()
        .map(|(index, party)| Mark { span: place(&party.span), label: Some(notes::short_label(finding, index, party)) })
        .collect();
    // The first one is the primary one.
    marks.sort_by_key(|mark| own::is_foreign(file, &mark.span.file, &style.directory));
    if marks.is_empty() {
        marks.push(Mark { span: &report.span, label: None });
    }
    let by_calls = calls(finding, detail, &marks);
    let marked: Vec<Span> = marks.iter().chain(&by_calls).map(|mark| without_calls(mark.span)).collect();
    marks.extend(by_calls);
    let is_noted = |call: &Span| (detail.calls)(call) && !marked.contains(call);
    let besides = notes::besides(finding).into_iter();
    let besides: Vec<_> = besides.filter(|(at, _)| marks.iter().any(|mark| mark.span.file == at.file)).collect();
    marks.extend(besides.into_iter().map(|(span, label)| Mark { span, label: Some(label) }));
    let (code, title, help) = (Some(finding.code), notes::title(finding), notes::help(finding));
    let parties = (1..).zip(&finding.parties);
    let inside = parties.filter(|(_, party)| style.verbose && *place(&party.span) != party.span);
    let inside = inside.map(|(number, party)| format!("({number}) itself is at {}", snippet::position(&party.span)));
    let notes = inside.chain(notes::of(finding, report, Detail { calls: &is_noted, ..detail })).collect();
    let beside = finding.dependences.iter().take(BESIDE).chain(finding.idle.iter().flat_map(Idle::places)).collect();
    Block { severity: finding.severity, code, title, marks, beside, notes, help, fixes: &finding.fixes }
}

/// Marks of the calls that lead to the accesses, in the files of these: of as many as fit an excerpt.
fn calls<'a>(finding: &'a Finding, detail: Detail<'_>, marks: &[Mark<'a>]) -> Vec<Mark<'a>> {
    let mut found: Vec<(&Span, Vec<usize>)> = vec![];
    for (number, party) in (1..).zip(&finding.parties) {
        for call in party.span.inlined_at.iter().filter(|call| (detail.calls)(call)) {
            match found.iter_mut().find(|(known, _)| *known == call) {
                Some((_, numbers)) => numbers.push(number),
                None => found.push((call, vec![number])),
            }
        }
    }
    found.retain(|(call, _)| marks.iter().all(|mark| without_calls(mark.span) != **call));
    let is_near = |call: &Span| marks.iter().any(|mark| mark.span.file == call.file);
    if found.len() > MARKED_CALLS || !found.iter().all(|(call, _)| is_near(call)) {
        return vec![];
    }
    let label = |numbers: Vec<usize>| match numbers.as_slice() {
        [one] => format!("({one}) by this call"),
        _ => "both by this call".to_owned(),
    };
    found.into_iter().map(|(span, numbers)| Mark { span, label: Some(label(numbers)) }).collect()
}

fn without_calls(span: &Span) -> Span {
    Span { inlined_at: vec![], ..span.clone() }
}

fn unknown<'a>(severity: Severity, report: &'a KernelReport, detail: Detail<'_>) -> Block<'a> {
    let title = format!("`{}` is not proved: {}", detail.name(&report.name), notes::open_question(report));
    let marks = vec![Mark { span: &report.span, label: None }];
    Block {
        severity,
        code: None,
        title,
        marks,
        beside: vec![],
        notes: vec![notes::why_open(report)],
        help: next::steps(report),
        fixes: &[],
    }
}

fn verdict(report: &KernelReport) -> Block<'_> {
    let under = match report.assumptions.as_slice() {
        [] => String::new(),
        all => format!(" (assuming {})", assumptions::ids(all.iter())),
    };
    let title = format!("`{}`: {}{under}", report.name, notes::verdict(report));
    let work = format!("{} phases, {} queries", report.stats.phases, report.stats.queries);
    let marks = vec![Mark { span: &report.span, label: None }];
    Block {
        severity: Severity::Note,
        code: None,
        title,
        marks,
        beside: vec![],
        notes: vec![work],
        help: Vec::new(),
        fixes: &[],
    }
}

impl Block<'_> {
    fn lay_out(self, sources: &dyn Sources, width: Option<usize>) -> annotate_snippets::Group<'static> {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let title = level.primary_title(plain(&self.title));
        let title = match self.code {
            Some(code) => title.id(code),
            None => title,
        };
        let (excerpts, placeless) = snippet::excerpts(&joined(self.marks), &self.beside, sources);
        let notes = placeless.iter().chain(&self.notes).map(|text| message(Level::NOTE, text, width));
        let help = self.help.iter().map(|text| message(Level::HELP, text, width));
        title.elements(excerpts.into_iter().chain(notes).chain(help))
    }
}

/// One mark for those of one place, which would stand below each other.
fn joined(marks: Vec<Mark<'_>>) -> Vec<Mark<'_>> {
    let mut joined: Vec<Mark<'_>> = vec![];
    for mark in marks {
        let same = |other: &&mut Mark<'_>| without_calls(other.span) == without_calls(mark.span);
        match (joined.iter_mut().find(same), mark.label) {
            (Some(Mark { label: Some(first), .. }), Some(label)) => *first += &format!(", {label}"),
            (Some(other), label) => other.label = other.label.take().or(label),
            (None, label) => joined.push(Mark { label, ..mark }),
        }
    }
    joined
}

/// Control characters in names and in a compiler's output do not reach the terminal; line feeds do.
fn message(level: Level<'static>, text: &str, width: Option<usize>) -> Element<'static> {
    let lines = text.lines().map(|line| normalize_untrusted_str(&plain(line)));
    let lines: Vec<_> = lines.flat_map(|line| wrapped::lines(&line, width)).collect();
    level.message(lines.join("\n")).into()
}
