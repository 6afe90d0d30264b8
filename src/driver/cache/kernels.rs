//! Reports of single kernels, for whom files are checked again after each edit: an editor, `--watch`.
//!
//! A kernel is known again by the text of all that is checked ([`Form`]), its lowered steps and terms with the options, however many
//! lines stand before it:
//!
//! ```text
//! Span { line: 12, column: 3 } … Span { line: 14, column: 5 }      as it was
//! Span { line: 13, column: 3 } … Span { line: 15, column: 5 }      a line was put in above: the same form
//! ```
//!
//! In the form the lines are numbered in their order, so that equal lines stay equal and earlier ones earlier, which is all that a
//! verdict could depend on. The report's lines are then put where they are now. Direction: where a report has a number that may be
//! a line, and it is not known which, the kernel is checked anew.

use super::key::{Key, KeyBuilder};
use super::{Store, decode, encode};
use crate::front::config::Environment;
use crate::verdict::{FileReport, FileStatus, KernelReport};
use std::collections::BTreeSet;
use std::ops::Range;

const LINE: &str = "line";
/// What stands between that word and a number: in fields of structures, in JSON, in prose.
const BEFORE: [&str; 5] = [": [", ": ", "\":[", "\":", " "];

/// What is known of kernels.
#[derive(Clone, Debug)]
pub struct Kernels {
    store: Store,
    base: KeyBuilder,
}

/// What a kernel is, but for its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Form {
    key: Key,
    /// Those that it names, in order.
    lines: Vec<u32>,
}

impl Kernels {
    /// `None` if there is no cache, or this program is not known.
    #[must_use]
    pub fn of(environment: &Environment) -> Option<Kernels> {
        let store = Store::of(environment).filter(|_| environment.keeps_kernels)?;
        let mut base = KeyBuilder::of_program(environment)?;
        base.add(b"kernel");
        Some(Kernels { store, base })
    }

    /// `text` says all that its report depends on.
    #[must_use]
    pub fn form(&self, text: &str) -> Form {
        let numbers = numbers(text);
        let lines: BTreeSet<u32> = numbers.iter().filter_map(|at| text[at.clone()].parse().ok()).collect();
        let lines: Vec<u32> = lines.into_iter().collect();
        let rank = |number: u32| lines.binary_search(&number).ok().map(|rank| rank.to_string());
        let mut key = self.base.clone();
        let whole = replaced(text, &numbers, &rank);
        key.add(whole.as_deref().unwrap_or(text).as_bytes());
        Form { key: key.finish(), lines }
    }

    #[must_use]
    pub fn get(&self, form: &Form) -> Option<KernelReport> {
        let (known, report) = self.store.read(&form.key, |payload| {
            let (lines, report) = std::str::from_utf8(payload).ok()?.split_once('\n')?;
            Some((serde_json::from_str::<Vec<u32>>(lines).ok()?, report.to_owned()))
        })?;
        let now = |line: u32| Some(form.lines.get(known.binary_search(&line).ok()?)?.to_string());
        let report = if known == form.lines {
            report
        } else {
            (!has_place(&report)).then_some(())?;
            replaced(&report, &numbers(&report), &now)?
        };
        match decode(report.as_bytes())?.status {
            FileStatus::Checked(kernels) => kernels.into_iter().next(),
            FileStatus::NotAnalysed { .. } => None,
        }
    }

    /// Keeps a report that another run would come to, too.
    pub fn put(&self, form: &Form, report: &KernelReport) {
        if report.stats.cut_short {
            return;
        }
        let whole = FileReport { status: FileStatus::Checked(vec![report.clone()]), ..FileReport::default() };
        let payload = serde_json::to_vec(&form.lines).ok().zip(encode(&whole));
        self.store.write(&form.key, payload.map(|(lines, report)| [&lines[..], b"\n", &report].concat()));
    }
}

/// Where the numbers of lines stand: `line: 4`, `"line":4`, `lines: [4, 5]`, and in prose `line 4`, `lines 4 and 5`. 0 is no line.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut found = vec![];
    for (at, _) in text.match_indices(LINE) {
        if text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
            continue;
        }
        let rest = &text[at + LINE.len()..];
        let (rest, is_plural) = rest.strip_prefix('s').map_or((rest, false), |rest| (rest, true));
        // An element of an array that is called so is none: `line[4]`.
        let Some(rest) = BEFORE.iter().find_map(|between| rest.strip_prefix(between)) else { continue };
        let Some(behind) = number(text, rest, &mut found) else { continue };
        let next = [", ", ",", " and "].iter().find_map(|between| behind.strip_prefix(between));
        if let Some(next) = next.filter(|_| is_plural) {
            number(text, next, &mut found);
        }
    }
    found
}

/// Notes the number that the rest of a text begins with; what comes behind it.
fn number<'t>(text: &'t str, rest: &'t str, found: &mut Vec<Range<usize>>) -> Option<&'t str> {
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let start = text.len() - rest.len();
    if digits > 0 && &rest[..digits] != "0" {
        found.push(start..start + digits);
    }
    (digits > 0).then(|| &rest[digits..])
}

/// With other numbers; `None` if one has none.
fn replaced(text: &str, numbers: &[Range<usize>], new: &dyn Fn(u32) -> Option<String>) -> Option<String> {
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for at in numbers {
        out.push_str(&text[from..at.start]);
        out.push_str(&new(text[at.clone()].parse().ok()?)?);
        from = at.end;
    }
    out.push_str(&text[from..]);
    Some(out)
}

/// Whether a text has what may be a place: `a.cu:12`.
fn has_place(text: &str) -> bool {
    let is_place = |window: &[u8]| window[0].is_ascii_alphanumeric() && window[1] == b':' && window[2].is_ascii_digit();
    text.as_bytes().windows(3).any(is_place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::codes::CODES;
    use crate::verdict::{Divergence, Open, Reason, Stats, Verdict};

    fn kernels(folder: &tempfile::TempDir) -> Kernels {
        let environment = Environment {
            cache: Some(folder.path().to_owned()),
            program: Some("p".to_owned()),
            keeps_kernels: true,
            ..Environment::default()
        };
        Kernels::of(&environment).expect("a cache")
    }

    fn report(line: u32) -> KernelReport {
        KernelReport {
            name: "k".to_owned(),
            symbol: "k".to_owned(),
            span: crate::span::Span { file: "a.cu".into(), line, ..Default::default() },
            of_library: false,
            verdict: Verdict::Unknown,
            divergence: Divergence::Free,
            open: vec![Open::kernel(Reason::DifferentTiles { line: line + 2 })],
            findings: vec![],
            suppressed: vec![],
            assumptions: vec![],
            stats: Stats::default(),
        }
    }

    #[test]
    fn lines_are_found_where_they_stand() {
        let text = r#"Span { line: 12, column: 3 } "line":4,"lines":[5,6] newline 7 outline: 8 line[3] line = 2 (line 9) lines 10 and 11 line: 0"#;
        let found: Vec<&str> = numbers(text).into_iter().map(|at| &text[at]).collect();
        assert_eq!(found, ["12", "4", "5", "6", "9", "10", "11"]);
    }

    #[test]
    fn a_kernel_that_moves_is_known_again() {
        assert!(!CODES.is_empty());
        let folder = tempfile::tempdir().expect("a temporary folder");
        let kernels = kernels(&folder);
        let text = |line: u32| format!("Span {{ line: {line} }} \"at line {}\" line: {line}, line: 0", line + 2);
        kernels.put(&kernels.form(&text(12)), &report(12));
        assert_eq!(kernels.get(&kernels.form(&text(12))), Some(report(12)));
        assert_eq!(kernels.get(&kernels.form(&text(9))), Some(report(9)));
        let other_order = "Span { line: 14 } \"at line 12\" line: 14, line: 0";
        assert_eq!(kernels.get(&kernels.form(other_order)), None);
        assert_eq!(kernels.get(&kernels.form(&text(12).replace("line: 0", "line: 1"))), None);
    }

    #[test]
    fn what_may_be_another_line_is_not_guessed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let kernels = kernels(&folder);
        let form = kernels.form("line: 3");
        kernels.put(&form, &KernelReport { name: "launched at a.cu:3".to_owned(), ..report(3) });
        assert_eq!(kernels.get(&kernels.form("line: 4")), None);
        let form = kernels.form("line: 30");
        kernels.put(&form, &report(30));
        // Line 32 is named by the report alone.
        assert_eq!(kernels.get(&kernels.form("line: 31")), None);
    }
}
