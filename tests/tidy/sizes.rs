//! How long a file may be, and how much a folder of `src/` may hold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::{files, has_extension, none, read};

const LONGEST_FILE: usize = 400;
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
