//! Positions as source excerpts, and as `file:line:column` where there is no source.
//!
//! A [`Span`] gives where something starts; how far it goes is read off the text (`tile[i + 1]`, `+=`, `__syncthreads()`),
//! for looks only. Columns count bytes, as clang's do.

use super::plain::{plain, plain_in_place};
use crate::diagnostics::sources::{self, Sources};
use crate::span::Span;
use annotate_snippets::{Annotation, AnnotationKind, Element, Origin, Snippet};
use std::ops::Range;
use std::sync::Arc;

/// A position to be shown, with what is written below it.
pub(super) struct Mark<'a> {
    pub(super) span: &'a Span,
    pub(super) label: Option<String>,
}

/// The excerpts of the marks, the first mark being the primary one, with other lines of these files, and the lines of text that
/// stand in for the marks that have no source.
pub(super) fn excerpts(
    marks: &[Mark<'_>],
    beside: &[&Span],
    sources: &dyn Sources,
) -> (Vec<Element<'static>>, Vec<String>) {
    let mut elements = Vec::new();
    let mut lines = Vec::new();
    let mut done: Vec<&Arc<str>> = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        if !done.contains(&&mark.span.file) {
            done.push(&mark.span.file);
            elements.extend(excerpt(&mark.span.file, marks, beside, sources));
        }
        let missing = sources.text(&mark.span.file).is_none_or(|text| sources::line(&text, mark.span.line).is_none());
        if missing && index == 0 {
            elements.extend(origin(mark.span));
        }
        if let (true, Some(label)) = (missing, &mark.label) {
            lines.push(format!("{label}, at {}", position(mark.span)));
        }
    }
    (elements, lines)
}

/// `a.cu:12:9`, shorter where a part is not known.
pub(super) fn position(span: &Span) -> String {
    match (span.file.is_empty(), span.line, span.column) {
        (true, _, _) => "an unknown position".to_owned(),
        (false, 0, _) => span.file.to_string(),
        (false, line, 0) => format!("{}:{line}", span.file),
        (false, line, column) => format!("{}:{line}:{column}", span.file),
    }
}

/// One file's marks and other lines in one excerpt; `None` if no mark has a line in it.
fn excerpt(file: &str, marks: &[Mark<'_>], beside: &[&Span], sources: &dyn Sources) -> Option<Element<'static>> {
    let text = sources.text(file)?;
    let shown = |span: &Span| *span.file == *file && sources::line(&text, span.line).is_some();
    marks.iter().find(|mark| shown(mark.span))?;
    let lines =
        || marks.iter().map(|mark| mark.span).chain(beside.iter().copied()).filter(|span| shown(span)).map(|s| s.line);
    let (first, last) = (lines().min()?, lines().max()?);
    let mut source = String::new();
    let mut starts = Vec::new();
    for line in text.lines().skip(first as usize - 1).take((last - first) as usize + 1) {
        starts.push(source.len());
        source.push_str(line);
        source.push('\n');
    }
    let range = |span: &Span| {
        let start = *starts.get((span.line - first) as usize)?;
        let range = extent(sources::line(&text, span.line)?, span.column);
        Some(start + range.start..start + range.end)
    };
    let marked = marks.iter().enumerate().filter(|(_, mark)| shown(mark.span));
    let marked = marked.filter_map(|(index, mark)| Some(annotation(index == 0, range(mark.span)?, mark.label.clone())));
    let beside =
        beside.iter().filter(|span| shown(span)).filter_map(|span| Some(AnnotationKind::Visible.span(range(span)?)));
    let annotations: Vec<_> = marked.chain(beside).collect();
    let source = plain_in_place(&source);
    let snippet = Snippet::source(source).path(one_line(file)).line_start(first as usize).annotations(annotations);
    Some(snippet.into())
}

/// A path, which takes one line whatever it holds.
pub(super) fn one_line(path: &str) -> String {
    plain(path).replace('\n', "\u{240a}")
}

fn annotation(primary: bool, range: Range<usize>, label: Option<String>) -> Annotation<'static> {
    let kind = if primary { AnnotationKind::Primary } else { AnnotationKind::Context };
    kind.span(range).label(label.map(|label| plain(&label)))
}

fn origin(span: &Span) -> Option<Element<'static>> {
    if span.file.is_empty() {
        return None;
    }
    let path = Origin::path(one_line(&span.file));
    let origin = match (span.line, span.column) {
        (0, _) => path,
        (line, 0) => path.line(line as usize),
        (line, column) => path.line(line as usize).char_column(column as usize),
    };
    Some(origin.into())
}

/// The bytes of `line` to underline for what starts at `column`: all but the margins if the column is not known, nothing
/// behind the end.
#[must_use]
pub fn extent(line: &str, column: u32) -> Range<usize> {
    let Some(wanted) = (column as usize).checked_sub(1) else {
        let start = line.len() - line.trim_start().len();
        return start..line.trim_end().len().max(start);
    };
    let mut start = wanted.min(line.len());
    while !line.is_char_boundary(start) {
        start -= 1;
    }
    start..start + expression(&line[start..])
}

/// The length of the operator, or of the name with its subscripts, arguments and members, that `text` begins with.
fn expression(text: &str) -> usize {
    let run = |from: usize, accept: fn(char) -> bool| {
        let rest = text.get(from..).unwrap_or_default();
        from + rest.find(|c| !accept(c)).unwrap_or(rest.len())
    };
    let operator = run(0, |c| "=+-*/%&|^<>!~".contains(c));
    let unary = operator == 1 && text.starts_with(['*', '&']);
    let mut end = run(operator, is_word);
    if operator > 0 && !(unary && end > operator) {
        return operator;
    }
    if end == 0 {
        return text.chars().next().map_or(0, char::len_utf8);
    }
    loop {
        let rest = &text[end..];
        let next = match rest.chars().next() {
            Some('[' | '(') => bracketed(rest).map(|length| end + length),
            Some('.' | ':' | '-') => ["->", "::", "."]
                .into_iter()
                .find(|separator| rest.starts_with(separator))
                .map(|separator| (end + separator.len(), run(end + separator.len(), is_word)))
                .and_then(|(from, to)| (to > from).then_some(to)),
            Some(_) | None => None,
        };
        match next {
            Some(next) => end = next,
            None => return end,
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length up to the bracket that closes the one `text` begins with, if it is on this line.
fn bracketed(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::extent;

    #[test]
    fn an_underline_covers_the_expression_that_starts_at_the_column() {
        let shown = |line: &'static str, column| &line[extent(line, column)];
        assert_eq!(shown("  tile[a[1]][f(x)].y = 2;", 3), "tile[a[1]][f(x)].y");
        assert_eq!(shown("  x += y;", 5), "+=");
        assert_eq!(shown("  __syncthreads();", 3), "__syncthreads()");
        assert_eq!(shown("  return *p;", 10), "*p");
        assert_eq!(shown("  a = cg::block(1)->sync();", 7), "cg::block(1)->sync()");
        assert_eq!(shown("  a[open", 3), "a");
        assert_eq!(shown("  a.;", 3), "a");
    }

    #[test]
    fn columns_outside_the_text_are_no_trouble() {
        assert_eq!(extent("  x = y;", 0), 2..8);
        assert_eq!(extent("", 0), 0..0);
        assert_eq!(extent("x", 7), 1..1);
        assert_eq!(extent("é", 2), 0..2);
        assert_eq!(extent("   ", 0), 3..3);
    }
}
