//! Quick fixes: barriers that were proved to remove a race, contracts that exclude a conditional one, and comments that allow a finding.

use super::diagnostics::{Places, Shown, of, path_of};
use super::documents::{position, uri_of};
use super::hover::plain;
use crate::command::mend::text::{Code, Kind};
use crate::command::serve::targets::Checked;
use crate::diagnostics::render::said;
use crate::verdict::{Finding, Fix, KernelReport};
use lsp_types::{
    CodeAction, CodeActionKind, DocumentChangeOperation, DocumentChanges, OneOf,
    OptionalVersionedTextDocumentIdentifier, Position, Range, TextDocumentEdit, TextEdit, WorkspaceEdit,
};
use std::path::{Path, PathBuf};

const HEADER: &str = "#include <raceproof.h>";
use crate::front::project::NAME as PROJECT;
/// How many lines behind a kernel's name its braces may begin.
const HEAD: u32 = 16;

/// What helps with findings in a part of a file. `version` says which text of a document was checked.
pub(super) fn actions(
    units: &[Checked],
    (path, wanted): (&Path, Range),
    places: &Places<'_>,
    version: &dyn Fn(&Path) -> Option<i32>,
) -> Vec<CodeAction> {
    let mut found: Vec<CodeAction> = vec![];
    for checked in units {
        for Shown { path: own, diagnostic, about } in of(checked, places) {
            let Some((kernel, finding)) = about.filter(|_| own == path && overlap(diagnostic.range, wanted)) else {
                continue;
            };
            let maker = Maker { checked, places, version };
            for action in maker.all(kernel, finding, path) {
                let action = CodeAction { diagnostics: Some(vec![diagnostic.clone()]), ..action };
                if found.iter().all(|known| known.edit != action.edit) {
                    found.push(action);
                }
            }
        }
    }
    found
}

fn overlap(one: Range, other: Range) -> bool {
    one.start.line <= other.end.line && other.start.line <= one.end.line
}

struct Maker<'a> {
    checked: &'a Checked,
    places: &'a Places<'a>,
    version: &'a dyn Fn(&Path) -> Option<i32>,
}

impl Maker<'_> {
    fn all(&self, kernel: &KernelReport, finding: &Finding, path: &Path) -> Vec<CodeAction> {
        let mut all: Vec<CodeAction> = finding.fixes.iter().filter_map(|fix| self.barrier(fix)).collect();
        if let Some(contract) = said::contract(finding) {
            all.extend(self.in_source(kernel, &contract));
            all.extend(self.in_project(kernel, finding, path));
        }
        all.extend(self.allowed(finding));
        all
    }

    fn barrier(&self, fix: &Fix) -> Option<CodeAction> {
        let path = path_of(self.checked, &fix.file);
        let text = self.text(&path)?;
        let edits = fix.insertions.iter().map(|i| self.behind(&text, i.after, &i.line())).collect();
        Some(action(said::fix(fix), self.edit(vec![(path, edits)])?, true))
    }

    /// The contract as the first statement of the kernel, with the header that declares it.
    fn in_source(&self, kernel: &KernelReport, contract: &str) -> Option<CodeAction> {
        let path = path_of(self.checked, &kernel.span.file);
        let text = self.text(&path)?;
        let code = Code::new(&text);
        let lines = kernel.span.line..=kernel.span.line.saturating_add(HEAD);
        let body = lines.clone().find_map(|line| {
            let blocks = code.around(line, line).into_iter();
            blocks.filter(|block| block.kind != Kind::Other).find(|block| lines.contains(&block.open))
        })?;
        code.depth_behind(body.open)?;
        let line = code.indentation_behind(body.open) + contract;
        let mut edits = vec![self.behind(&text, body.open, &line)];
        if !text.lines().any(|line| line.trim_start().starts_with("#include") && line.contains("raceproof.h")) {
            let at = Position::new(first_include(&text), 0);
            edits.insert(0, TextEdit { range: Range { start: at, end: at }, new_text: format!("{HEADER}\n") });
        }
        let title = format!("state `{contract}` in `{}`", plain(&kernel.name));
        Some(action(title, self.edit(vec![(path, edits)])?, false))
    }

    /// A contract on contents in the project's own file, where it has one that says nothing of this kernel.
    fn in_project(&self, kernel: &KernelReport, finding: &Finding, path: &Path) -> Option<CodeAction> {
        let contents = |condition: &String| condition.strip_prefix("__requires_").map(|rest| format!("\"{rest}\""));
        let contracts: Option<Vec<String>> = finding.conditions.iter().map(contents).collect();
        let contracts = contracts?.join(", ");
        let file = path.ancestors().skip(1).map(|folder| folder.join(PROJECT)).find(|file| file.is_file())?;
        let (text, name) = (self.text(&file)?, plain(&kernel.name));
        if text.lines().any(|line| line.trim_start().starts_with(&format!("[kernels.{name}"))) {
            return None;
        }
        let last = u32::try_from(text.lines().count()).ok()?;
        let section = format!("\n[kernels.{name}]\nrequires = [{contracts}]");
        let edits = vec![self.behind(&text, last, &section)];
        Some(action(format!("state it for `{name}` in {PROJECT}"), self.edit(vec![(file, edits)])?, false))
    }

    /// A comment above the first access.
    fn allowed(&self, finding: &Finding) -> Option<CodeAction> {
        let span = &finding.parties.first()?.span;
        let span = crate::diagnostics::own::primary(&self.checked.report, span, &self.checked.directory);
        let path = path_of(self.checked, &span.file);
        let text = self.text(&path)?;
        let line = text.lines().nth(usize::try_from(span.line.checked_sub(1)?).ok()?)?;
        let indentation: String = line.chars().take_while(|c| c.is_whitespace()).collect();
        let comment = format!("{indentation}// raceproof: allow({}) reason", finding.code);
        let edits = vec![self.behind(&text, span.line - 1, &comment)];
        Some(action(format!("allow {} here, with a reason", finding.code), self.edit(vec![(path, edits)])?, false))
    }

    fn text(&self, path: &Path) -> Option<std::sync::Arc<str>> {
        self.places.sources.text(path.to_str()?)
    }

    /// Puts a line behind one that counts from 1; 0 is the start.
    fn behind(&self, text: &str, after: u32, line: &str) -> TextEdit {
        let is_last = text.lines().count() == after as usize && !text.ends_with('\n') && after > 0;
        let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let (at, new_text) = if is_last {
            let length = text.lines().last().map_or(0, str::len);
            (position(text, after - 1, length, self.places.encoding), format!("{end}{line}"))
        } else {
            (Position::new(after, 0), format!("{line}{end}"))
        };
        TextEdit { range: Range { start: at, end: at }, new_text }
    }

    fn edit(&self, files: Vec<(PathBuf, Vec<TextEdit>)>) -> Option<WorkspaceEdit> {
        let one = |(path, edits): (PathBuf, Vec<TextEdit>)| {
            let text_document =
                OptionalVersionedTextDocumentIdentifier { uri: uri_of(&path)?, version: (self.version)(&path) };
            let edits = edits.into_iter().map(OneOf::Left).collect();
            Some(DocumentChangeOperation::Edit(TextDocumentEdit { text_document, edits }))
        };
        let operations: Option<Vec<DocumentChangeOperation>> = files.into_iter().map(one).collect();
        Some(WorkspaceEdit {
            document_changes: Some(DocumentChanges::Operations(operations?)),
            ..WorkspaceEdit::default()
        })
    }
}

fn action(title: String, edit: WorkspaceEdit, is_preferred: bool) -> CodeAction {
    let is_preferred = is_preferred.then_some(true);
    CodeAction { title, kind: Some(CodeActionKind::QUICKFIX), edit: Some(edit), is_preferred, ..CodeAction::default() }
}

/// In front of which line, from 0, a header is included first.
fn first_include(text: &str) -> u32 {
    let at = text.lines().position(|line| line.trim_start().starts_with("#include"));
    at.and_then(|at| u32::try_from(at).ok()).unwrap_or_default()
}
