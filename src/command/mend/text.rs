//! The text of a source, as far as it takes to put a line between two of its statements.
//!
//! Comments, literals and directives are blanked, brackets are matched, and the word before a brace says what its block is:
//!
//! ```text
//! for (int k = 0; k < n; ++k) {    // a loop, one deep
//!   s[t] = k;                      // behind this line a statement may stand
//!   if (t == 0 &&                  // behind this one not
//! ```
//!
//! Direction: by form, without macros. What is wrong here does not compile, or is not proved, and is dropped then.

use crate::front::tokens::{Text, is_word};
use std::ops::Range;

/// The most lines before a place in which its statement may begin.
const LINES_OF_A_STATEMENT: u32 = 4;
/// What begins a statement that may hold others, or is no statement.
const HEADS: [&[u8]; 10] = [b"if", b"else", b"for", b"while", b"do", b"switch", b"case", b"default", b"try", b"catch"];

/// What a pair of braces holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::command) enum Kind {
    Loop,
    /// Another one with statements.
    Statements,
    /// Members, initial values.
    Other,
}

/// A pair of braces, by the lines that they stand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::command) struct Block {
    pub(in crate::command) open: u32,
    pub(in crate::command) close: u32,
    pub(in crate::command) kind: Kind,
}

pub(in crate::command) struct Code {
    lines: Vec<Range<usize>>,
    raw: Vec<u8>,
    /// Of the same length, with spaces for all that is no code.
    code: Vec<u8>,
    blocks: Vec<Block>,
}

impl Code {
    pub(in crate::command) fn new(text: &str) -> Code {
        let raw = text.as_bytes().to_vec();
        let mut lines = vec![];
        let mut start = 0;
        for line in raw.split_inclusive(|b| *b == b'\n') {
            lines.push(start..start + line.len());
            start += line.len();
        }
        let code = blanked(&raw, &lines);
        let blocks = blocks(&code, &lines);
        Code { lines, raw, code, blocks }
    }

    /// The blocks of statements that hold both lines, innermost first.
    pub(in crate::command) fn around(&self, first: u32, last: u32) -> Vec<Block> {
        let holds = |block: &&Block| block.open <= first && last <= block.close && block.kind != Kind::Other;
        let mut all: Vec<Block> = self.blocks.iter().filter(holds).copied().collect();
        all.sort_by_key(|block| (block.close - block.open, block.open));
        all
    }

    /// How many blocks the place behind a line is in; `None` if no statement may stand there.
    pub(in crate::command) fn depth_behind(&self, line: u32) -> Option<usize> {
        let end = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?.end;
        let (before, behind) = (self.code.get(..end)?, self.code.get(end..)?);
        let last = before.iter().rev().find(|b| !b.is_ascii_whitespace())?;
        let next: Vec<u8> =
            behind.iter().copied().skip_while(u8::is_ascii_whitespace).take_while(|b| is_word(*b)).collect();
        let is_continued = self.text(line)?.trim_end().ends_with('\\');
        if !b";{}".contains(last) || next == b"else" || is_continued || is_in_brackets(before) {
            return None;
        }
        let here: Vec<&Block> = self.blocks.iter().filter(|block| block.open <= line && line < block.close).collect();
        let inner = here.iter().max_by_key(|block| (block.open, std::cmp::Reverse(block.close)))?;
        (inner.kind != Kind::Other).then_some(here.len())
    }

    /// The line before which a statement may stand so that what is at a place (columns from 1) comes next: where its statement
    /// begins, or one around it, with no other in between.
    pub(in crate::command) fn before_statement(&self, line: u32, column: u32) -> Option<u32> {
        let at = self.offset(line, column)?;
        let may_stand = |first: &u32| {
            let start = self.offset(*first, 1)?;
            let next = word(self.code.get(start..)?.trim_ascii_start());
            let is_apart = [&b"case"[..], b"default", b"while"].contains(&next) || self.is_behind_branch(start);
            (!is_apart && is_of_one_statement(self.code.get(start..at)?)).then_some(())?;
            self.depth_behind(first.checked_sub(1)?)
        };
        let lines = (line.saturating_sub(LINES_OF_A_STATEMENT)..=line).rev();
        lines.filter(|first| !self.code_of(*first).trim().is_empty()).find(|first| may_stand(first).is_some())
    }

    /// Whether the code in front of a place is that of another branch of the preprocessor, which may be left out: the place may be
    /// a branch's body.
    fn is_behind_branch(&self, at: usize) -> bool {
        let end = self.code.get(..at).unwrap_or_default().trim_ascii_end().len();
        let between = String::from_utf8_lossy(self.raw.get(end..at).unwrap_or_default());
        let ends =
            |line: &str| line.trim_start().strip_prefix('#').is_some_and(|name| name.trim_start().starts_with('e'));
        between.lines().any(ends)
    }

    /// The bytes of a line that are a whole statement, which is the body of a loop or branch without braces.
    pub(in crate::command) fn bare_body(&self, line: u32) -> Option<Range<usize>> {
        let range = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?.clone();
        let (before, code) = (self.code.get(..range.start)?.trim_ascii_end(), self.code.get(range.clone())?);
        let body = code.trim_ascii();
        let is_whole = body.ends_with(b";") && body.iter().filter(|b| **b == b';').count() == 1;
        let is_simple = is_balanced(body) && !body.contains(&b'{') && !HEADS.contains(&word(body));
        let from = code.iter().position(|b| !b.is_ascii_whitespace())?;
        (is_whole && is_simple && ends_a_head(before)).then_some(from..from + body.len())
    }

    /// With text around bytes of a line.
    pub(in crate::command) fn around_body(
        &self,
        line: u32,
        body: &Range<usize>,
        [open, close]: [&str; 2],
    ) -> Option<Vec<u8>> {
        let start = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?.start;
        let [before, inner, behind] =
            [0..start + body.start, start + body.start..start + body.end, start + body.end..self.raw.len()]
                .map(|range| self.raw.get(range));
        Some([before?, open.as_bytes(), inner?, close.as_bytes(), behind?].concat())
    }

    fn offset(&self, line: u32, column: u32) -> Option<usize> {
        let range = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?;
        let column = usize::try_from(column).ok()?.saturating_sub(1);
        (column <= range.len()).then_some(range.start + column)
    }

    /// The indentation of a statement behind a line: that of its neighbour in the same block.
    pub(in crate::command) fn indentation_behind(&self, line: u32) -> String {
        let of = |line: u32| -> Option<String> {
            let text = self.text(line)?;
            Some(text.chars().take_while(|c| *c == ' ' || *c == '\t').collect())
        };
        let own = of(line).unwrap_or_default();
        let ends = |line: u32| self.code_of(line).trim_end().chars().next_back();
        let next = (line + 1..).take_while(|n| self.text(*n).is_some()).find(|n| !self.code_of(*n).trim().is_empty());
        match (ends(line), next) {
            (Some('{'), Some(next)) if !self.code_of(next).trim_start().starts_with('}') => of(next).unwrap_or(own),
            (Some('{'), _) => own + "    ",
            (_, Some(next)) if !self.code_of(next).trim_start().starts_with('}') => of(next).unwrap_or(own),
            (_, _) => own,
        }
    }

    /// With statements put behind lines, each in a line of its own.
    pub(in crate::command) fn with(&self, insertions: &[(u32, String)]) -> Vec<u8> {
        let mut out = vec![];
        for (number, line) in (1..).zip(&self.lines) {
            let bytes = self.raw.get(line.clone()).unwrap_or_default();
            out.extend_from_slice(bytes);
            for (_, text) in insertions.iter().filter(|(after, _)| *after == number) {
                if !bytes.ends_with(b"\n") {
                    out.push(b'\n');
                }
                out.extend_from_slice(text.as_bytes());
                out.extend_from_slice(if bytes.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
            }
        }
        out
    }

    /// With spaces in place of bytes of a line.
    pub(in crate::command) fn without(&self, line: u32, columns: Range<usize>) -> Option<Vec<u8>> {
        let start = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?.start;
        let mut out = self.raw.clone();
        out.get_mut(start + columns.start..start + columns.end)?.fill(b' ');
        Some(out)
    }

    /// A line without comments.
    pub(in crate::command) fn code_of(&self, line: u32) -> String {
        let range = usize::try_from(line).ok().and_then(|n| self.lines.get(n.checked_sub(1)?)).cloned();
        range.map_or(String::new(), |range| {
            String::from_utf8_lossy(self.code.get(range).unwrap_or_default()).into_owned()
        })
    }

    fn text(&self, line: u32) -> Option<std::borrow::Cow<'_, str>> {
        let range = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?.clone();
        Some(String::from_utf8_lossy(self.raw.get(range)?))
    }
}

/// Whether code ends in the same statement that it begins with, or inside of it.
fn is_of_one_statement(code: &[u8]) -> bool {
    let mut open = vec![];
    code.iter().all(|b| {
        match b {
            b'(' | b'[' | b'{' => open.push(*b),
            b')' | b']' => _ = open.pop(),
            b'}' => return false,
            // Of `for (;;)`.
            b';' => return open.last() == Some(&b'('),
            _ => {}
        }
        true
    })
}

fn is_balanced(code: &[u8]) -> bool {
    let mut open = vec![];
    let closes = |open: &mut Vec<u8>, b| open.pop() == Some(b);
    let is_right = code.iter().all(|b| match b {
        b'(' | b'[' | b'{' => {
            open.push(*b);
            true
        }
        b')' => closes(&mut open, b'('),
        b']' => closes(&mut open, b'['),
        b'}' => closes(&mut open, b'{'),
        _ => true,
    });
    is_right && open.is_empty()
}

/// Whether code ends with `if (…)`, `for (…)`, `while (…)`, or `else`.
fn ends_a_head(before: &[u8]) -> bool {
    if before.last() != Some(&b')') {
        return last_word(before) == b"else";
    }
    let head = opening(before).map_or(&[][..], |at| &before[..at]);
    let last = last_word(head);
    let head = head.trim_ascii_end();
    let is_constexpr = last == b"constexpr" && last_word(&head[..head.len() - last.len()]) == b"if";
    is_constexpr || [&b"if"[..], b"for", b"while"].contains(&last)
}

/// Where the bracket is opened that code ends with.
fn opening(before: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    before.iter().rposition(|b| {
        match b {
            b')' => depth += 1,
            b'(' => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

/// The word that code begins with.
fn word(code: &[u8]) -> &[u8] {
    let length = code.iter().take_while(|b| is_word(**b)).count();
    &code[..length]
}

/// The word that code ends with.
fn last_word(code: &[u8]) -> &[u8] {
    let code = code.trim_ascii_end();
    let length = code.iter().rev().take_while(|b| is_word(**b)).count();
    &code[code.len() - length..]
}

/// Whether the innermost bracket that is open where a text ends is a round or a square one.
fn is_in_brackets(code: &[u8]) -> bool {
    let mut open = vec![];
    for b in code {
        match b {
            b'(' | b'[' | b'{' => open.push(*b),
            b')' | b']' | b'}' => _ = open.pop(),
            _ => {}
        }
    }
    matches!(open.last(), Some(b'(' | b'['))
}

/// Spaces for comments, literals and directives; line feeds stay.
fn blanked(raw: &[u8], lines: &[Range<usize>]) -> Vec<u8> {
    let mut text = Text::new(raw);
    let mut code = raw.to_vec();
    while text.byte(0).is_some() {
        let (from, hidden) = (text.at, text.is_hidden());
        text.pass();
        if hidden {
            blank(&mut code, from..text.at.min(raw.len()));
        }
    }
    let mut continued = false;
    for line in lines {
        let is_directive = continued || code[line.clone()].trim_ascii_start().starts_with(b"#");
        continued = is_directive && raw[line.clone()].trim_ascii_end().ends_with(b"\\");
        if is_directive {
            blank(&mut code, line.clone());
        }
    }
    code
}

fn blank(code: &mut [u8], range: Range<usize>) {
    code[range].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
}

fn blocks(code: &[u8], lines: &[Range<usize>]) -> Vec<Block> {
    let line = |at: usize| u32::try_from(lines.partition_point(|line| line.end <= at) + 1).unwrap_or(u32::MAX);
    let (mut open, mut blocks) = (vec![], vec![]);
    for (at, b) in code.iter().enumerate() {
        match b {
            b'{' => open.push((line(at), kind(&code[..at]))),
            b'}' => {
                let block = open.pop().map(|(open, kind)| Block { open, close: line(at), kind });
                blocks.extend(block);
            }
            _ => {}
        }
    }
    blocks
}

/// What a brace opens, by what stands before it.
fn kind(before: &[u8]) -> Kind {
    let before = before.trim_ascii_end();
    match before.last() {
        Some(b')') => {
            let word = opening(before).map_or(&[][..], |at| last_word(&before[..at]));
            if [&b"for"[..], b"while"].contains(&word) { Kind::Loop } else { Kind::Statements }
        }
        Some(b';' | b'{' | b'}' | b':') => Kind::Statements,
        _ => match last_word(before) {
            b"do" => Kind::Loop,
            b"else" | b"const" | b"noexcept" | b"mutable" => Kind::Statements,
            _ => Kind::Other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Kind};

    const SOURCE: &str = "struct S {\n  int x;\n};\n__global__ void k(int *s) { // a { brace\n  int a[] = {\n    1,\n  };\n  \
                          for (int i = 0; i < 4; ++i) {\n    s[i] = '{';\n    if (i &&\n        a[0])\n      s[0] = 1;\n    else\n      \
                          s[1] = 2;\n  }\n#define X {\n}\n";

    #[test]
    fn statements_stand_between_statements() {
        let code = Code::new(SOURCE);
        let behind: Vec<(u32, usize)> = (1..=17).filter_map(|n| Some((n, code.depth_behind(n)?))).collect();
        assert_eq!(behind, [(4, 1), (7, 1), (8, 2), (9, 2), (14, 2), (15, 1), (16, 1)]);
        assert_eq!(
            code.around(9, 14).iter().map(|b| (b.open, b.close, b.kind)).collect::<Vec<_>>(),
            [(8, 15, Kind::Loop), (4, 17, Kind::Statements)]
        );
    }

    #[test]
    fn a_line_is_put_where_its_neighbours_stand() {
        let code = Code::new("void k() {\n\tx;\r\n}\n");
        assert_eq!((code.indentation_behind(1), code.indentation_behind(2)), ("\t".to_owned(), "\t".to_owned()));
        assert_eq!(code.with(&[(2, "\ty;".to_owned())]), b"void k() {\n\tx;\r\n\ty;\r\n}\n");
        assert_eq!(code.without(2, 1..2).unwrap(), b"void k() {\n\t ;\r\n}\n");
    }

    #[test]
    fn a_statement_is_found_around_a_place() {
        let source = "__global__ void k(int *s) {\n  if (s)\n    s[0] = 1; // here\n  s[1] =\n    s[2];\n  int a = 1; s[a] = 1;\n  \
                      for (int i = 0; i < 4; i++) s[i] = 1;\n  switch (s[0]) {\n  case 1: s[0] = 1;\n  }\n  if (a) { s[a] = 2;\n    s[3] = 1; }\n  else s[4] = 1;\n  M(s[1])\n    s[2] = 1;\n}\n";
        let code = Code::new(source);
        let places = [(3, 5), (4, 3), (5, 5), (6, 14), (7, 31), (9, 11), (11, 12), (12, 5), (13, 8), (15, 5)];
        assert_eq!(
            places.map(|(line, column)| code.before_statement(line, column)),
            [Some(2), Some(4), Some(4), None, Some(7), Some(8), Some(11), Some(12), None, Some(14)]
        );
        let bare: Vec<u32> = (1..=16).filter(|line| code.bare_body(*line).is_some()).collect();
        assert_eq!(bare, [3]);
        let body = code.bare_body(3).unwrap();
        let braced = code.around_body(3, &body, ["{ x; ", " }"]).unwrap();
        assert_eq!(braced, source.replace("s[0] = 1; // here", "{ x; s[0] = 1; } // here").into_bytes());
    }

    #[test]
    fn what_the_preprocessor_leaves_out_is_not_in_front() {
        let code = Code::new(
            "void k(int *s) {\n  if (s)\n#if A\n    f();\n#else\n    s[0] = 1;\n# endif\n  s[1] = 1;\n  s[2] = 1;\n}\n",
        );
        assert_eq!([6, 8, 9].map(|line| code.before_statement(line, 3)), [None, None, Some(9)]);
        assert!(code.bare_body(4).is_some() && code.bare_body(6).is_none());
    }
}
