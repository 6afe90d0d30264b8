//! A unified diff of a text and one with lines put in, as `patch` and `git apply` take it.

use std::fmt::Write;
use std::path::Path;

/// Lines that are shown around a change.
const CONTEXT: usize = 2;

/// `new` has all lines of `old`, in their order, and others. Nothing if there are none.
pub(super) fn of(path: &Path, old: &[u8], new: &[u8]) -> String {
    let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
    let old: Vec<&str> = old.lines().collect();
    // Each new line is one of the old ones, or behind so many of them.
    let (mut rows, mut at) = (vec![], 0);
    for line in new.lines() {
        let is_old = old.get(at) == Some(&line);
        rows.push((is_old, at, line));
        at += usize::from(is_old);
    }
    let near = |row: usize| {
        let from = row.saturating_sub(CONTEXT);
        rows.get(from..(row + CONTEXT + 1).min(rows.len())).is_some_and(|rows| rows.iter().any(|(is_old, ..)| !is_old))
    };
    let mut diff = String::new();
    let mut row = 0;
    while row < rows.len() {
        let end = (row..rows.len()).find(|row| !near(*row)).unwrap_or(rows.len());
        if end > row {
            let hunk = &rows[row..end];
            let kept = hunk.iter().filter(|(is_old, ..)| *is_old).count();
            _ = writeln!(diff, "@@ -{},{kept} +{},{} @@", hunk[0].1 + 1, row + 1, hunk.len());
            for (is_old, _, line) in hunk {
                _ = writeln!(diff, "{}{line}", if *is_old { ' ' } else { '+' });
            }
        }
        row = end.max(row + 1);
    }
    if diff.is_empty() { diff } else { format!("--- a/{0}\n+++ b/{0}\n{diff}", path.display()) }
}

#[cfg(test)]
mod tests {
    use super::of;
    use std::path::Path;

    #[test]
    fn lines_that_are_put_in_are_shown_with_their_neighbours() {
        let old = "a\nb\nc\nd\ne\nf\ng\nh\n";
        let new = "a\nX\nb\nc\nd\ne\nf\ng\nh\nY\n";
        let diff = of(Path::new("k.cu"), old.as_bytes(), new.as_bytes());
        assert_eq!(diff, "--- a/k.cu\n+++ b/k.cu\n@@ -1,3 +1,4 @@\n a\n+X\n b\n c\n@@ -7,2 +8,3 @@\n g\n h\n+Y\n");
        assert_eq!(of(Path::new("k.cu"), old.as_bytes(), old.as_bytes()), "");
    }
}
