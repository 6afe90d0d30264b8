//! Reports → what the editor shows: a diagnostic at the first access, with the places of both threads as related information.

use super::documents::{Encoding, position, uri_of};
use crate::command::serve::targets::Checked;
use crate::diagnostics::codes;
use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::render::said::{self, Said};
use crate::diagnostics::render::{Format, Style, extent};
use crate::diagnostics::sources::Sources;
use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport, Severity};
use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Position,
    Range,
};
use std::path::{Path, PathBuf};

const SOURCE: &str = "raceproof";

/// What places are shown with.
pub(super) struct Places<'a> {
    pub(super) encoding: Encoding,
    /// Texts by absolute paths.
    pub(super) sources: &'a dyn Sources,
    /// Where the pages of `explain` lie as files, if they do.
    pub(super) pages: Option<&'a Path>,
}

/// A diagnostic in a file, and the finding that it tells of.
pub(super) struct Shown<'a> {
    pub(super) path: PathBuf,
    pub(super) diagnostic: Diagnostic,
    pub(super) about: Option<(&'a KernelReport, &'a Finding)>,
}

/// All that is to be shown of a unit.
pub(super) fn of<'a>(checked: &'a Checked, places: &Places<'_>) -> Vec<Shown<'a>> {
    let Checked { report, directory, .. } = checked;
    let mut style = Style::new(Format::Text);
    style.directory.clone_from(directory);
    let whole = said::of_file(report).into_iter().map(|said| (said, None));
    let kernels = kernels(report).iter().filter(|kernel| !kernel.of_library);
    let kernels = kernels.flat_map(|kernel| {
        let told = kernel.findings.iter().filter(|finding| finding.same_as.is_none());
        let told = told.map(|finding| (said::of_finding(&style, report, kernel, finding), Some((kernel, finding))));
        told.chain(said::of_unknown(report, kernel).map(|said| (said, None))).collect::<Vec<_>>()
    });
    whole.chain(kernels).map(|(said, about)| shown(checked, said, about, places)).collect()
}

pub(super) fn kernels(report: &FileReport) -> &[KernelReport] {
    match &report.status {
        FileStatus::Checked(kernels) => kernels,
        FileStatus::NotAnalysed { .. } => &[],
    }
}

/// Where a place's file lies.
pub(super) fn path_of(checked: &Checked, file: &str) -> PathBuf {
    let file = if file.is_empty() { &checked.report.path } else { file };
    lexically(&checked.directory.join(file))
}

fn shown<'a>(
    checked: &Checked,
    said: Said,
    about: Option<(&'a KernelReport, &'a Finding)>,
    places: &Places<'_>,
) -> Shown<'a> {
    let Said { severity, code, title, places: marks, notes, help } = said;
    let (path, place) = match marks.first() {
        Some((span, _)) => (path_of(checked, &span.file), range(checked, span, places)),
        None => (path_of(checked, ""), Range::default()),
    };
    let related = marks.iter().filter_map(|(span, label)| {
        let uri = uri_of(&path_of(checked, &span.file))?;
        let location = Location { uri, range: range(checked, span, places) };
        Some(DiagnosticRelatedInformation { location, message: label.clone()? })
    });
    let related: Vec<_> = related.collect();
    let notes = notes.iter().map(|note| format!("note: {note}"));
    let help = help.iter().map(|help| format!("help: {help}"));
    let lines: Vec<String> = std::iter::once(title).chain(notes).chain(help).collect();
    let diagnostic = Diagnostic {
        range: place,
        severity: Some(severity_of(severity)),
        code: code.map(|code| NumberOrString::String(code.to_owned())),
        code_description: code.and_then(|code| page(code, places)),
        source: Some(SOURCE.to_owned()),
        message: lines.join("\n"),
        related_information: (!related.is_empty()).then_some(related),
        ..Diagnostic::default()
    };
    Shown { path, diagnostic, about }
}

/// The expression at a place, the line if its column is not known, the start of the file if nothing is.
fn range(checked: &Checked, span: &Span, places: &Places<'_>) -> Range {
    let Some(number) = span.line.checked_sub(1) else { return Range::default() };
    let whole = Range { start: Position::new(number, 0), end: Position::new(number, 0) };
    let path = path_of(checked, &span.file);
    let Some(text) = path.to_str().and_then(|path| places.sources.text(path)) else { return whole };
    let Some(line) = text.lines().nth(number as usize) else { return whole };
    let bytes = extent(line, span.column);
    let at = |byte| position(&text, number, byte, places.encoding);
    Range { start: at(bytes.start), end: at(bytes.end) }
}

fn page(code: &str, places: &Places<'_>) -> Option<CodeDescription> {
    let id = codes::find(code)?.id;
    let href = uri_of(&places.pages?.join(format!("{id}.md")))?;
    Some(CodeDescription { href })
}

fn severity_of(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}
