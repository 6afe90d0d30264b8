//! Changes of the source that are proved to remove a finding.

use crate::verdict::{Fix, Insertion};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Change<'a> {
    file: &'a str,
    insertions: Vec<Line>,
    /// The kernel is proved with it.
    proves: bool,
}

#[derive(Serialize)]
struct Line {
    /// Behind this line, from 1.
    after: u32,
    text: String,
}

pub(super) fn change(fix: &Fix) -> Change<'_> {
    let line = |insertion: &Insertion| Line { after: insertion.after, text: insertion.line() };
    Change { file: &fix.file, insertions: fix.insertions.iter().map(line).collect(), proves: fix.proves }
}
