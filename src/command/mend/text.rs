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

/// What a pair of braces holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Loop,
    /// Another one with statements.
    Statements,
    /// Members, initial values.
    Other,
}

/// A pair of braces, by the lines that they stand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) open: u32,
    pub(super) close: u32,
    pub(super) kind: Kind,
}

pub(super) struct Code {
    lines: Vec<Range<usize>>,
    raw: Vec<u8>,
    /// Of the same length, with spaces for all that is no code.
    code: Vec<u8>,
    blocks: Vec<Block>,
}

impl Code {
    pub(super) fn new(text: &str) -> Code {
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
    pub(super) fn around(&self, first: u32, last: u32) -> Vec<Block> {
        let holds = |block: &&Block| block.open <= first && last <= block.close && block.kind != Kind::Other;
        let mut all: Vec<Block> = self.blocks.iter().filter(holds).copied().collect();
        all.sort_by_key(|block| (block.close - block.open, block.open));
        all
    }

    /// How many blocks the place behind a line is in; `None` if no statement may stand there.
    pub(super) fn depth_behind(&self, line: u32) -> Option<usize> {
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

    /// The indentation of a statement behind a line: that of its neighbour in the same block.
    pub(super) fn indentation_behind(&self, line: u32) -> String {
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
    pub(super) fn with(&self, insertions: &[(u32, String)]) -> Vec<u8> {
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
    pub(super) fn without(&self, line: u32, columns: Range<usize>) -> Option<Vec<u8>> {
        let start = self.lines.get(usize::try_from(line).ok()?.checked_sub(1)?)?.start;
        let mut out = self.raw.clone();
        out.get_mut(start + columns.start..start + columns.end)?.fill(b' ');
        Some(out)
    }

    /// A line without comments.
    pub(super) fn code_of(&self, line: u32) -> String {
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
    let word = |text: &[u8]| -> Vec<u8> {
        let text = text.trim_ascii_end();
        text.iter().rev().copied().take_while(|b| is_word(*b)).collect::<Vec<_>>().into_iter().rev().collect()
    };
    match before.last() {
        Some(b')') => {
            let mut depth = 0_usize;
            let opens = before.iter().rposition(|b| {
                match b {
                    b')' => depth += 1,
                    b'(' => depth -= 1,
                    _ => {}
                }
                depth == 0
            });
            let word = opens.map(|at| word(&before[..at])).unwrap_or_default();
            if [&b"for"[..], b"while"].contains(&word.as_slice()) { Kind::Loop } else { Kind::Statements }
        }
        Some(b';' | b'{' | b'}' | b':') => Kind::Statements,
        _ => match word(before).as_slice() {
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
}
