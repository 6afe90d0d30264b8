//! Sources that nvcc takes and clang does not, changed until clang takes them too.
//!
//! Launches written `<< <` are joined beforehand ([`chevrons`]), those in headers once clang complains. All else waits for clang's errors: each names a place, and a
//! rule of [`rules`] says what stands there instead. Where no rule helps, the body of the device function with the error is
//! left out ([`bodies`]), so that the other kernels are checked; what calls it is unknown.
//!
//! For example `asm("mov.u32 %0, %smid;" : "=r"(s))` becomes `asm("mov.u32 %0, %%smid;" : "=r"(s))`.
//!
//! **Invariant:** every line stays where it was; columns move only behind a change. Nothing but a body that is said to be left
//! out loses its meaning.

mod bodies;
mod chevrons;
mod complaints;
mod edit;
mod rules;

use bodies::without_body;
use complaints::{Complaint, Place, complaints};
use edit::Edit;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What clang reads instead of files.
#[derive(Clone, Default, Debug)]
pub(super) struct Dialect {
    /// By the path that `locate` gave.
    pub files: BTreeMap<PathBuf, Vec<u8>>,
    /// Whether the headers come before the source that CUDA's own ones include, `raceproof/standard.h`.
    pub standard: bool,
    /// clang's errors in functions whose bodies are left out, each with its place.
    pub left_out: Vec<String>,
}

impl Dialect {
    /// The source as it is to be read first.
    pub(super) fn of_source(path: PathBuf, source: &[u8]) -> Dialect {
        let files = chevrons::joined(source).map(|text| (path, text));
        Dialect { files: files.into_iter().collect(), ..Dialect::default() }
    }

    /// With the headers that CUDA's own ones include, if clang misses a name and may find it there.
    pub(super) fn with_standard(&self, stderr: &str) -> Option<Dialect> {
        const MISSES: [&str; 3] = ["use of undeclared identifier", "unknown type name", "no member named"];
        let misses = |complaint: &Complaint<'_>| MISSES.iter().any(|says| complaint.message.starts_with(says));
        let is_new = !self.standard && complaints(stderr)?.iter().any(misses);
        is_new.then(|| Dialect { standard: true, ..self.clone() })
    }

    /// With what clang complains of put otherwise; `locate` makes a path of a name that it printed, and `read` has what it
    /// names. `None` if nothing helps.
    pub(super) fn mended(
        &self,
        stderr: &str,
        locate: &dyn Fn(&str) -> PathBuf,
        read: &dyn Fn(&Path) -> Option<Vec<u8>>,
    ) -> Option<Dialect> {
        let complaints = complaints(stderr)?;
        let text = |path: &Path| self.files.get(path).cloned().or_else(|| read(path));
        let change = |by: Mend, complaint: &Complaint<'_>| {
            complaint.places().find_map(|place| {
                let path = locate(place.file);
                let text = text(&path)?;
                let (edit, says) = by(complaint, &text, offset(&text, place)?)?;
                Some((path, edit, says))
            })
        };
        let by_rules: Vec<Change> = complaints.iter().filter_map(|complaint| change(by_rule, complaint)).collect();
        // An error that stays makes all that is left out useless.
        let left_out = complaints.iter().map(|complaint| change(by_leaving_out, complaint));
        let changes = if by_rules.is_empty() { left_out.collect::<Option<Vec<Change>>>()? } else { by_rules };
        let Changes { edits, says } = Changes::of(changes);
        if edits.is_empty() {
            return None;
        }
        let mut mended = self.clone();
        mended.left_out.extend(says);
        for (path, mut edits) in edits {
            let mut text = text(&path)?;
            edits.sort_by_key(|edit| std::cmp::Reverse(edit.bytes.start));
            for edit in edits {
                text.splice(edit.bytes, edit.text);
            }
            mended.files.insert(path, text);
        }
        Some(mended)
    }
}

/// An edit of a file, and what is to be said of it.
type Change = (PathBuf, Edit, Option<String>);

/// Changes of one round, none of which is in another.
#[derive(Default)]
struct Changes {
    edits: BTreeMap<PathBuf, Vec<Edit>>,
    says: Vec<String>,
}

impl Changes {
    /// The first one at a place counts.
    fn of(all: Vec<Change>) -> Changes {
        let mut changes = Changes::default();
        for (path, edit, says) in all {
            let known = changes.edits.entry(path).or_default();
            let is_apart = |other: &Edit| other.bytes.end <= edit.bytes.start || edit.bytes.end <= other.bytes.start;
            if !known.contains(&edit) && known.iter().all(is_apart) {
                known.push(edit);
                changes.says.extend(says);
            }
        }
        changes
    }
}

/// What is changed because of an error at this place of a text, and what is to be said of it.
type Mend = fn(&Complaint<'_>, &[u8], usize) -> Option<(Edit, Option<String>)>;

fn by_rule(complaint: &Complaint<'_>, text: &[u8], at: usize) -> Option<(Edit, Option<String>)> {
    let edit = rules::edit(complaint.message, text, at).or_else(|| joined_header(complaint, text));
    edit.map(|edit| (edit, None))
}

/// A header with launches that stand in several pieces: clang wants an expression behind `<<`.
fn joined_header(complaint: &Complaint<'_>, text: &[u8]) -> Option<Edit> {
    let joined = chevrons::joined(text).filter(|_| complaint.message == "expected expression")?;
    Some(Edit { bytes: 0..text.len(), text: joined })
}

fn by_leaving_out(complaint: &Complaint<'_>, text: &[u8], at: usize) -> Option<(Edit, Option<String>)> {
    without_body(text, at).map(|edit| (edit, Some(complaint.to_string())))
}

/// Where a place is, in bytes from the text's start.
fn offset(text: &[u8], place: &Place<'_>) -> Option<usize> {
    let before: usize = text.split_inclusive(|b| *b == b'\n').take(place.line.checked_sub(1)?).map(<[u8]>::len).sum();
    let at = before + place.column.checked_sub(1)?;
    (at < text.len()).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::Dialect;
    use std::path::{Path, PathBuf};

    fn mended(source: &str, stderr: &str) -> Option<(String, Vec<String>)> {
        let read = |_: &Path| Some(source.as_bytes().to_vec());
        let made = Dialect::default().mended(stderr, &|name| PathBuf::from(name), &read)?;
        let text = made.files.values().next().unwrap();
        Some((String::from_utf8_lossy(text).into_owned(), made.left_out))
    }

    #[test]
    fn a_name_that_is_missed_is_looked_for_once_where_cuda_has_it_from() {
        let stderr = "a.cu:1:1: error: use of undeclared identifier 'std'\n";
        let with = Dialect::default().with_standard(stderr).unwrap();
        assert!(with.standard && with.files.is_empty());
        assert!(with.with_standard(stderr).is_none());
        assert!(Dialect::default().with_standard("a.cu:1:1: error: expected expression\n").is_none());
    }

    #[test]
    fn errors_that_a_rule_knows_are_mended_first() {
        let source = "__global__ void k() { asm(\"%smid\" :); }\n__global__ void l() { x(); }\n";
        let stderr = "a.cu:1:28: error: invalid % escape in inline assembly string\n\
                      a.cu:2:23: error: use of undeclared identifier 'x'\n";
        let (text, left_out) = mended(source, stderr).unwrap();
        assert_eq!(text, source.replace("%smid", "%%smid"));
        assert!(left_out.is_empty());
    }

    #[test]
    fn bodies_with_other_errors_are_left_out_and_named() {
        let source = "__global__ void k() {}\n__global__ void l() { x();\n y(); }\n";
        let stderr =
            "a.cu:2:23: error: use of undeclared identifier 'x'\na.cu:3:2: error: use of undeclared identifier 'y'\n";
        let (text, left_out) = mended(source, stderr).unwrap();
        assert_eq!(text, "__global__ void k() {}\n__global__ void l() { __raceproof_left_out(); \n}\n");
        assert_eq!(left_out, ["a.cu:2:23: use of undeclared identifier 'x'"]);
    }

    #[test]
    fn launches_in_pieces_are_joined_in_headers() {
        let (text, left_out) =
            mended("void run() {\n  k << <1, 2>> >(); }\n", "a.cuh:2:8: error: expected expression\n").unwrap();
        assert_eq!(text, "void run() {\n  k <<< 1, 2>>> (); }\n");
        assert!(left_out.is_empty());
        assert_eq!(mended("int x = ;\n", "a.cuh:1:9: error: expected expression\n"), None);
    }

    #[test]
    fn a_header_that_is_not_found_is_not_mended() {
        let stderr = "a.cu:1:10: fatal error: 'a.h' file not found\n";
        assert_eq!(mended("#include <a.h>\n__global__ void k() {}\n", stderr), None);
        assert_eq!(mended("struct A { B b; };\n", "a.cu:1:12: error: unknown type name 'B'\n"), None);
    }
}
