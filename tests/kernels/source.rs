//! What the comments of a kernel's file ask for.

use libtest_mimic::Failed;
use std::fs;
use std::path::Path;

/// The words of `//~` comments, each with the kind of finding that it stands for.
pub(crate) const MARKS: [(&str, &str); 5] = [
    ("RACE", "data-race"),
    ("BENIGN", "benign-race"),
    ("DIVERGENT", "barrier-divergence"),
    ("EXITED", "exited-thread"),
    ("LAUNCH", "wrong-launch"),
];

/// A kernel file: its path from the repository's root, and what its comments ask for.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) options: Vec<String>,
    /// The verdict of today, if it is known to be wrong.
    pub(crate) wrong: Option<String>,
    /// `(line, word, optional)`, lines counted from 1.
    pub(crate) marks: Vec<(u64, String, bool)>,
}

impl Source {
    pub(crate) fn read(root: &Path, path: &str) -> Result<Self, Failed> {
        let text = fs::read_to_string(root.join(path))?;
        let first = text.lines().next().unwrap_or_default();
        let options = first.strip_prefix("// raceproof:").unwrap_or_default();
        let mut source = Self {
            path: path.to_owned(),
            options: options.split_whitespace().map(str::to_owned).collect(),
            wrong: None,
            marks: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            if let Some((_, words)) = line.split_once("//~") {
                for word in words.split_whitespace() {
                    let name = word.trim_end_matches('?');
                    if MARKS.iter().all(|(mark, _)| *mark != name) {
                        return Err(format!("{path}:{number}: unknown mark {word}").into());
                    }
                    source.marks.push((number, name.to_owned(), name != word));
                }
            }
            if let Some((_, rest)) = line.split_once("FIXME(wrong verdict):") {
                let today = rest.split_once("today ").map(|(_, today)| today);
                let today = today.and_then(|today| today.split([':', ',']).next());
                let Some(today) = today else {
                    return Err(format!("{path}:{number}: FIXME without `today`").into());
                };
                source.wrong = Some(today.trim().to_owned());
            }
        }
        Ok(source)
    }

    pub(crate) fn has_mark(&self, line: u64, word: &str) -> bool {
        self.marks.iter().any(|(at, name, _)| *at == line && name == word)
    }
}
