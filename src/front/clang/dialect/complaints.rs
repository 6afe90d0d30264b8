//! clang's errors, read from what it prints.
//!
//! For example `a.cu:3:7: error: expected expression` and the lines behind it that name the macros it comes from.

use std::fmt;

/// A place in a source: line and column from 1, the column in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Place<'a> {
    pub file: &'a str,
    pub line: usize,
    pub column: usize,
}

#[derive(PartialEq, Eq, Debug)]
pub(super) struct Complaint<'a> {
    place: Place<'a>,
    pub message: &'a str,
    /// In macros, the innermost last.
    macros: Vec<Place<'a>>,
}

impl<'a> Complaint<'a> {
    /// Where it may be mended, the innermost macro first.
    pub(super) fn places(&self) -> impl Iterator<Item = &Place<'a>> {
        self.macros.iter().rev().chain([&self.place])
    }
}

impl fmt::Display for Complaint<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { file, line, column } = self.place;
        write!(f, "{file}:{line}:{column}: {}", self.message)
    }
}

const ERROR: &str = "error: ";
const FATAL: &str = "fatal error: ";
const MACRO: &str = "note: expanded from macro";

/// All errors; `None` if clang gave up before the end of the source.
pub(super) fn complaints(stderr: &str) -> Option<Vec<Complaint<'_>>> {
    let mut all: Vec<Complaint<'_>> = vec![];
    for line in stderr.lines() {
        let Some((place, says)) = located(line) else { continue };
        if says.starts_with(FATAL) {
            return None;
        } else if let Some(message) = says.strip_prefix(ERROR) {
            all.push(Complaint { place, message, macros: vec![] });
        } else if let (true, Some(last)) = (says.starts_with(MACRO), all.last_mut()) {
            last.macros.push(place);
        }
    }
    Some(all)
}

/// `file:line:column: …`.
fn located(line: &str) -> Option<(Place<'_>, &str)> {
    let kinds = [FATAL, ERROR, MACRO];
    let start = kinds.iter().filter_map(|kind| line.find(&format!(": {kind}"))).min()?;
    let mut parts = line[..start].rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let row = parts.next()?.parse().ok()?;
    Some((Place { file: parts.next()?, line: row, column }, &line[start + 2..]))
}

#[cfg(test)]
mod tests {
    use super::complaints;

    #[test]
    fn places_lead_from_the_innermost_macro_outwards() {
        let stderr = "In file included from a.cu:1:\nb/c.h:3:7: error: expected expression\n  3 | U\n\
                      a.h:1:11: note: expanded from macro 'U'\na.h:2:4: note: expanded from macro 'V'\n\
                      a.cu:9:1: error: no 'x'\n2 errors generated.\n";
        let all = complaints(stderr).unwrap();
        let places: Vec<(&str, usize, usize)> = all[0].places().map(|p| (p.file, p.line, p.column)).collect();
        assert_eq!(places, [("a.h", 2, 4), ("a.h", 1, 11), ("b/c.h", 3, 7)]);
        assert_eq!(all[1].to_string(), "a.cu:9:1: no 'x'");
    }

    #[test]
    fn what_ends_the_compilation_leaves_nothing_to_mend() {
        assert_eq!(complaints("a.cu:1:2: error: x\na.cu:1:10: fatal error: 'a.h' file not found\n"), None);
    }
}
