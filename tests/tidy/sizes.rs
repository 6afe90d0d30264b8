//! How long a file and a function may be, and how much a folder of `src/` may hold.
//!
//! Functions are found in the text as rustfmt writes it: one ends at the first closing brace that is as far indented as its
//! first line.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::{files, has_extension, none, read};

const LONGEST_FILE: usize = 400;
/// From the line with `fn` to the one with the closing brace.
const LONGEST_FUNCTION: usize = 50;
/// Files and folders in a folder of `src/`.
const LARGEST_FOLDER: usize = 15;

#[test]
fn files_are_short_or_say_why_not() {
    let mut faults = Vec::new();
    for path in ["src", "nvcc-wrapper/src", "nvcc-wrapper/tests", "tests"].into_iter().flat_map(files) {
        if !has_extension(&path, &["rs", "cpp"]) {
            continue;
        }
        let text = read(&path);
        let reason = text.lines().take_while(|line| line.starts_with("//")).any(|line| line.contains("Length:"));
        if text.lines().count() > LONGEST_FILE && !reason {
            faults.push(format!("{}: {} lines", path.display(), text.lines().count()));
        }
    }
    none("over 400 lines without a `Length:` in the comment at the top that says why", &faults);
}

#[test]
fn folders_are_small() {
    let mut entries: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for path in files("src") {
        for (entry, folder) in path.ancestors().zip(path.ancestors().skip(1)).filter(|(_, f)| f.starts_with("src")) {
            entries.entry(folder.to_owned()).or_default().insert(entry.to_owned());
        }
    }
    assert!(entries.len() > 15, "the search for folders found {entries:?}");
    let large = entries.iter().filter(|(_, entries)| entries.len() > LARGEST_FOLDER);
    let large: Vec<String> = large.map(|(folder, _)| folder.display().to_string()).collect();
    none("folders of more than 15 entries", &large);
}

/// A function: its first line, counted from 1, and how many lines it has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Function {
    at: usize,
    lines: usize,
}

fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let begin = (0..lines.len()).filter(|at| begins_function(lines[*at]));
    begin.map(|at| Function { at: at + 1, lines: length(&lines[at..]) }).collect()
}

/// Whether nothing stands before `fn` but what may stand there.
fn begins_function(line: &str) -> bool {
    let Some((before, _)) = line.trim_start().split_once("fn ") else { return false };
    let qualifies = |word: &str| ["const", "async", "unsafe", "extern", "\"C\""].contains(&word);
    let shows = |word: &str| word.starts_with("pub") || word.ends_with(')');
    before.split_whitespace().all(|word| qualifies(word) || shows(word))
}

/// How many lines the function has that begins in the first of these.
fn length(lines: &[&str]) -> usize {
    let first = lines[0];
    if first.ends_with(['}', ';']) {
        return 1;
    }
    let indentation = &first[..first.len() - first.trim_start().len()];
    let is_last = |line: &&str| {
        let rest = line.strip_prefix(indentation);
        // A trait's functions without a body end with their signatures.
        rest.is_some_and(|rest| rest == "}" || (rest.starts_with(')') && rest.ends_with(';')))
    };
    lines.iter().skip(1).position(is_last).map_or(lines.len(), |behind| behind + 2)
}

#[test]
fn functions_are_short() {
    let (mut faults, mut seen) = (Vec::new(), 0);
    for path in ["src", "nvcc-wrapper/src"].into_iter().flat_map(files).filter(|path| has_extension(path, &["rs"])) {
        let found = functions(&read(&path));
        seen += found.len();
        let long = found.iter().filter(|function| function.lines > LONGEST_FUNCTION);
        faults.extend(long.map(|Function { at, lines }| format!("{}:{at}: {lines} lines", path.display())));
    }
    assert!(seen > 1000, "the search for functions found {seen}");
    none("functions of more than 50 lines: split them by meaning", &faults);
}

#[test]
fn long_functions_are_found() {
    let long =
        ["    pub(in crate::a) fn f(\n        x: X,\n    ) {\n", &"        g();\n".repeat(60), "    }\n"].concat();
    let short = "    const fn a() {}\n    fn b(\n        x: X,\n    );\n    // a fn in a comment\n    unsafe extern \"C\" fn c() {\n    }\n";
    let text = ["impl S {\n", short, &long, "}\n"].concat();
    let found: Vec<_> = functions(&text).iter().map(|function| (function.at, function.lines)).collect();
    assert_eq!(found, [(2, 1), (3, 3), (7, 2), (9, 64)]);
}
