//! The texts that are open in the editor, and its positions: lines from 0, and in them UTF-16 code units, or bytes where both agree on
//! that.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent, Uri};
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What a character's number in a line counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Encoding {
    Utf8,
    Utf16,
}

/// A file that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Document {
    pub(super) version: i32,
    pub(super) text: String,
}

impl Document {
    pub(super) fn change(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding) {
        match change.range {
            None => self.text = change.text,
            Some(Range { start, end }) => {
                let start = offset(&self.text, start, encoding);
                let end = offset(&self.text, end, encoding).max(start);
                self.text.replace_range(start..end, &change.text);
            }
        }
    }
}

/// A line without its end, and where it begins in bytes. Lines count from 0.
fn line(text: &str, number: u32) -> Option<(usize, &str)> {
    let mut start = 0;
    for _ in 0..number {
        start += text[start..].find('\n')? + 1;
    }
    let line = text[start..].split('\n').next().unwrap_or_default();
    Some((start, line.strip_suffix('\r').unwrap_or(line)))
}

/// Where a position is in bytes; behind the end of a line it is that, behind the last line the end of the text.
pub(super) fn offset(text: &str, position: Position, encoding: Encoding) -> usize {
    let Some((start, line)) = line(text, position.line) else { return text.len() };
    let mut units = 0;
    for (at, c) in line.char_indices() {
        if units >= position.character {
            return start + at;
        }
        units += width(c, encoding);
    }
    start + line.len()
}

/// The position of a byte in a line; lines count from 0.
pub(super) fn position(text: &str, number: u32, byte: usize, encoding: Encoding) -> Position {
    let units = line(text, number).map_or(0, |(_, line)| {
        let before = line.char_indices().take_while(|(at, _)| *at < byte);
        before.map(|(_, c)| width(c, encoding)).sum()
    });
    Position { line: number, character: units }
}

/// The word around a position.
pub(super) fn word(text: &str, position: Position, encoding: Encoding) -> Option<&str> {
    let at = offset(text, position, encoding);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let start = text[..at]
        .rfind(|c| !is_word(c))
        .map_or(0, |before| before + text[before..].chars().next().map_or(1, char::len_utf8));
    let end = text[at..].find(|c| !is_word(c)).map_or(text.len(), |end| at + end);
    text.get(start..end).filter(|word| !word.is_empty())
}

fn width(c: char, encoding: Encoding) -> u32 {
    let units = match encoding {
        Encoding::Utf8 => c.len_utf8(),
        Encoding::Utf16 => c.len_utf16(),
    };
    u32::try_from(units).unwrap_or(1)
}

/// The file that a `file:` URI names.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let mut bytes = vec![];
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        bytes.push(match byte {
            b'%' => u8::try_from(digit(left.next())? * 16 + digit(left.next())?).ok()?,
            byte => byte,
        });
    }
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes))).filter(|path| path.is_absolute())
}

pub(super) fn uri_of(path: &Path) -> Option<Uri> {
    let mut text = "file://".to_owned();
    for byte in path.as_os_str().as_bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => text.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(*byte)),
            byte => _ = write!(text, "%{byte:02X}"),
        }
    }
    Uri::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::{Document, Encoding, offset, path_of, position, uri_of, word};
    use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
    use std::path::Path;

    /// Two units of UTF-16 and four bytes, then one and two.
    const TEXT: &str = "a\u{1f600}é b\r\nc\n";

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_units_of_utf_16() {
        for (position, wanted) in
            [(at(0, 1), 1), (at(0, 3), 5), (at(0, 4), 7), (at(0, 99), 9), (at(1, 0), 11), (at(9, 0), 13)]
        {
            assert_eq!(offset(TEXT, position, Encoding::Utf16), wanted, "{position:?}");
        }
        assert_eq!(offset(TEXT, at(0, 5), Encoding::Utf8), 5);
        assert_eq!(position(TEXT, 0, 7, Encoding::Utf16), at(0, 4));
        assert_eq!(position(TEXT, 0, 7, Encoding::Utf8), at(0, 7));
        assert_eq!(word(TEXT, at(1, 1), Encoding::Utf16), Some("c"));
        assert_eq!(word("f(gé_1)", at(0, 4), Encoding::Utf16), Some("gé_1"));
        assert_eq!(word("é g", at(0, 3), Encoding::Utf16), Some("g"));
    }

    #[test]
    fn changes_are_put_in() {
        let mut document = Document { version: 1, text: TEXT.to_owned() };
        let mut change = |range: Option<Range>, text: &str| {
            document.change(
                TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() },
                Encoding::Utf16,
            );
            document.text.clone()
        };
        assert_eq!(change(Some(Range { start: at(0, 3), end: at(0, 4) }), "e"), "a\u{1f600}e b\r\nc\n");
        assert_eq!(change(Some(Range { start: at(1, 1), end: at(2, 0) }), "\nd\n"), "a\u{1f600}e b\r\nc\nd\n");
        assert_eq!(change(None, "x"), "x");
    }

    #[test]
    fn paths_and_uris_are_one() {
        let uri = uri_of(Path::new("/a b/é#1.cu")).expect("a URI");
        assert_eq!(uri.as_str(), "file:///a%20b/%C3%A9%231.cu");
        assert_eq!(path_of(&uri).as_deref(), Some(Path::new("/a b/é#1.cu")));
        let other = "untitled:Untitled-1".parse().expect("a URI");
        assert_eq!(path_of(&other), None);
    }
}
