//! A change that is proved, as a diff below the finding that it removes.

use crate::diagnostics::render::plain::{plain, plain_in_place};
use crate::diagnostics::render::snippet::one_line;
use crate::diagnostics::sources::Sources;
use crate::verdict::{Fix, Insertion};
use annotate_snippets::{Group, Level, Patch, Snippet, normalize_untrusted_str};

/// Lines that are shown before and behind a change.
const CONTEXT: usize = 1;

/// What a change does, and how sure that is.
pub(in crate::diagnostics::render) fn sentence(fix: &Fix) -> String {
    let line = |i: &Insertion| format!("`{}` behind line {}", i.text, i.after);
    let all: Vec<String> = fix.insertions.iter().map(line).collect();
    let proved = if fix.proves {
        "with it the kernel is proved free of races, and all threads reach its barriers"
    } else {
        "checked: with it this is gone, nothing new is found, and all threads reach it"
    };
    format!("insert {}: {proved}", all.join(" and "))
}

pub(super) fn group(fix: &Fix, sources: &dyn Sources) -> Group<'static> {
    let title = Level::HELP.secondary_title(normalize_untrusted_str(&plain(&sentence(fix))));
    let Some(text) = sources.text(&fix.file) else {
        return title.elements(Vec::<Snippet<'static, Patch<'static>>>::new());
    };
    let lines: Vec<&str> = text.lines().collect();
    let numbers = || fix.insertions.iter().map(|i| usize::try_from(i.after).unwrap_or_default());
    let first = numbers().min().unwrap_or_default().saturating_sub(CONTEXT).max(1);
    let last = (numbers().max().unwrap_or_default() + CONTEXT).min(lines.len());
    let (mut source, mut ends) = (String::new(), vec![]);
    for line in lines.get(first - 1..last).unwrap_or_default() {
        source.push_str(line);
        source.push('\n');
        ends.push(source.len());
    }
    let patches = fix.insertions.iter().filter_map(|i| {
        let at = *ends.get((usize::try_from(i.after).ok()? + 1).checked_sub(first + 1)?)?;
        Some(Patch::new(at..at, plain(&i.line()) + "\n"))
    });
    let patches: Vec<_> = patches.collect();
    title.element(Snippet::source(plain_in_place(&source)).path(one_line(&fix.file)).line_start(first).patches(patches))
}
