//! Which files a source includes, read off its `#include` lines, through all that these include in turn.
//!
//! Direction: names that macros make are not seen, and a line that the preprocessor leaves out counts. What it is used for bears
//! that: which units are looked at for a header, and when a file is checked again.

use crate::front::nvcc::Invocation;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The most files that are followed.
const MOST: usize = 2000;

/// The files that one includes that are there, itself among them, absolute and without links.
#[must_use]
pub fn included(file: &Path, invocation: &Invocation, directory: &Path) -> BTreeSet<PathBuf> {
    let searched = invocation.include_paths.iter().chain(&invocation.system_include_paths);
    let searched: Vec<PathBuf> = searched.map(|folder| directory.join(folder)).collect();
    let forced = invocation.pre_includes.iter().map(|file| directory.join(file));
    let mut open: Vec<PathBuf> = std::iter::once(directory.join(file)).chain(forced).collect();
    let mut seen = BTreeSet::new();
    while let Some(next) = open.pop() {
        let Ok(path) = next.canonicalize() else { continue };
        if seen.len() >= MOST || !path.is_file() || !seen.insert(path.clone()) {
            continue;
        }
        let text = fs::read(&path).unwrap_or_default();
        for (name, is_quoted) in String::from_utf8_lossy(&text).lines().filter_map(named) {
            let beside = path.parent().filter(|_| is_quoted).map(Path::to_owned);
            let places = beside.iter().chain(&searched).map(|folder| folder.join(name));
            open.extend(places.filter(|place| place.is_file()).take(1));
        }
    }
    seen
}

/// The file that a line includes by `"…"`.
#[must_use]
pub fn quoted(line: &str) -> Option<&str> {
    named(line).filter(|(_, is_quoted)| *is_quoted).map(|(name, _)| name)
}

/// The file that a line includes, and whether by `"…"`.
fn named(line: &str) -> Option<(&str, bool)> {
    let name = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    match name.strip_prefix('"') {
        Some(rest) => Some((rest.split('"').next()?, true)),
        None => Some((name.strip_prefix('<')?.split_once('>')?.0, false)),
    }
}

#[cfg(test)]
mod tests {
    use super::{included, quoted};
    use crate::front::nvcc::Invocation;
    use std::fs;
    use std::path::PathBuf;

    #[test]
    fn headers_are_found_beside_and_where_the_command_says() {
        assert_eq!(quoted(" # include \"a.h\" // <b.h>"), Some("a.h"));
        assert_eq!(quoted("#include <a.h>"), None);
        let root = tempfile::tempdir().expect("a temporary folder");
        for (name, text) in [
            ("src/a.cu", "#include \"b.cuh\"\n#include <c.h>\n#include <none.h>\n"),
            ("src/b.cuh", "#include \"a.cu\"\n"),
            ("inc/c.h", "#include \"d.h\"\n"),
            ("inc/d.h", ""),
            ("src/d.h", ""),
        ] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let invocation = Invocation { include_paths: vec!["inc".into()], ..Invocation::default() };
        let found = included(&PathBuf::from("src/a.cu"), &invocation, root.path());
        let root = root.path().canonicalize().expect("it is there");
        let found: Vec<String> =
            found.iter().map(|file| file.strip_prefix(&root).unwrap_or(file).display().to_string()).collect();
        assert_eq!(found, ["inc/c.h", "inc/d.h", "src/a.cu", "src/b.cuh"]);
    }
}
