//! Rules about the source that the compiler does not check: which folder may name which library, which stage may name
//! which other, how long a file and a folder may be, what must have a page, a test and a place on the map.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

mod circles;
mod layers;
mod rooms;
mod sizes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use layers::{ARROWS, HOMES, ROOMS};
use raceproof::diagnostics::codes::CODES;
use raceproof::kernel::target::{ALL_LANES, LANES};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under `folder`, as paths relative to the root, sorted.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(root()).unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    path.extension().and_then(|extension| extension.to_str()).is_some_and(|found| extensions.contains(&found))
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(root().join(path)).unwrap()).into_owned()
}

/// The lines of a Rust file that are code of the program: no comments, not for whom it is visible, no declaration of unit
/// tests, and not the unit tests at the end.
fn code_of(text: &str) -> Vec<String> {
    let mut lines = vec![];
    let mut rest = text.lines().peekable();
    while let Some(line) = rest.next() {
        if line == "#[cfg(test)]" && rest.peek().is_some_and(|next| next.starts_with("mod ")) {
            match rest.next().is_some_and(|next| next.ends_with(';')) {
                true => continue,
                false => break,
            }
        }
        let code = line.split("//").next().unwrap_or_default();
        let visible = code.split_once("pub(in ").and_then(|(before, rest)| Some((before, rest.split_once(')')?.1)));
        lines.push(visible.map_or(code.to_owned(), |(before, after)| format!("{before}pub{after}")));
    }
    lines
}

/// The Rust files of the analyser, each with its code.
fn sources() -> Vec<(PathBuf, Vec<String>)> {
    let rust = files("src").into_iter().filter(|path| has_extension(path, &["rs"]));
    let sources: Vec<_> = rust.map(|path| (path.clone(), code_of(&read(&path)))).collect();
    assert!(sources.len() > 20, "the search for sources found {}", sources.len());
    sources
}

/// The words of a line, as Rust would split it.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn is_stage(name: &str) -> bool {
    ARROWS.iter().any(|(stage, _)| *stage == name)
}

/// The stage that a file belongs to: its folder under `src/` or in a room there, or its own name.
fn stage(path: &Path) -> String {
    let mut names = path.iter().skip(1).map(|part| Path::new(part).file_stem().unwrap().to_str().unwrap());
    let first = names.next().unwrap();
    let second = names.next().filter(|second| ROOMS.contains(&first) && !ROOMS.contains(second) && is_stage(second));
    second.unwrap_or(first).to_owned()
}

/// The stages that a piece of code names: what follows `crate::` or `raceproof::`, each name of `{…}` included.
fn named_stages(code: &[String]) -> BTreeSet<String> {
    let text = code.join("\n");
    let mut named = BTreeSet::new();
    for prefix in ["crate::", "raceproof::"] {
        for (at, _) in text.match_indices(prefix) {
            let rest = &text[at + prefix.len()..];
            let mut first = names_at(rest);
            if let [room] = first.as_slice()
                && ROOMS.contains(&room.as_str())
                && let Some(below) = rest.strip_prefix(room.as_str()).and_then(|rest| rest.strip_prefix("::"))
            {
                let stage = |name: String| if is_stage(&name) { name } else { room.clone() };
                first = names_at(below).into_iter().map(stage).collect();
            }
            named.extend(first);
        }
    }
    named
}

/// The name that a path begins with, or each of those in `{…}`.
fn names_at(path: &str) -> Vec<String> {
    match path.strip_prefix('{') {
        None => words(path).next().map(str::to_owned).into_iter().collect(),
        Some(list) => top_level_names(list),
    }
}

/// The first name of each element of a `use` list whose `{` is already read.
fn top_level_names(list: &str) -> Vec<String> {
    let (mut depth, mut names, mut element) = (0, Vec::new(), String::new());
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(std::mem::take(&mut element)),
            _ => {}
        }
        element.push(c);
    }
    names.push(element);
    names.iter().filter_map(|name| words(name).next().map(str::to_owned)).collect()
}

/// Fails with all of `faults`, one in a line.
fn none(rule: &str, faults: &[String]) {
    assert!(faults.is_empty(), "{rule}:\n  {}", faults.join("\n  "));
}

#[test]
fn stages_name_only_stages_before_them() {
    let arrows: BTreeMap<&str, &[&str]> = ARROWS.iter().copied().collect();
    let mut faults = Vec::new();
    for (path, code) in sources() {
        let own = stage(&path);
        if own == "lib" {
            continue;
        }
        let Some((&own, allowed)) = arrows.get_key_value(own.as_str()) else {
            faults.push(format!("{}: the stage `{own}` has no row in ARROWS", path.display()));
            continue;
        };
        for named in named_stages(&code) {
            let Some((&named, _)) = arrows.get_key_value(named.as_str()) else { continue };
            if named != own && !allowed.contains(&named) {
                faults.push(format!("{}: `{own}` names `{named}`", path.display()));
            }
        }
    }
    none("an arrow points back (see ARROWS)", &faults);
}

#[test]
fn the_arrows_have_no_cycle() {
    let mut done: BTreeSet<&str> = BTreeSet::new();
    loop {
        let ready = |row: &&(&str, &[&str])| !done.contains(row.0) && row.1.iter().all(|to| done.contains(to));
        let next: Vec<&str> = ARROWS.iter().filter(ready).map(|row| row.0).collect();
        if next.is_empty() {
            break;
        }
        done.extend(next);
    }
    assert_eq!(done.len(), ARROWS.len(), "only these are free of cycles: {done:?}");
}

#[test]
fn each_library_is_named_in_its_own_folder_only() {
    let mut faults = Vec::new();
    for (path, code) in sources() {
        for (names, homes) in HOMES {
            let at_home = homes.iter().any(|home| path.to_str().unwrap().starts_with(home));
            let found = code.iter().flat_map(|line| foreign_names(line)).find(|word| names.contains(word));
            if let Some(name) = found.filter(|_| !at_home) {
                faults.push(format!("{}: `{name}` belongs to {}", path.display(), homes.join(" and ")));
            }
        }
    }
    none("a library is named outside its folder", &faults);
}

/// The words of a line that stand where a library's name can: before `::`, after `use`, or `unsafe`.
fn foreign_names(line: &str) -> impl Iterator<Item = &str> {
    let used = line.trim_start().trim_start_matches("pub ").strip_prefix("use ").and_then(|rest| words(rest).next());
    let qualified = line.match_indices("::").filter_map(|(at, _)| {
        let start = line[..at].rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |before| before + 1);
        let local = line[..start].ends_with("::");
        (!local).then_some(&line[start..at])
    });
    used.into_iter()
        .filter(|name| *name != "crate")
        .chain(qualified)
        .chain(words(line).filter(|word| *word == "unsafe"))
}

#[test]
fn processes_and_the_environment_stay_at_the_edge() {
    let mut faults = Vec::new();
    for (path, code) in sources() {
        for line in &code {
            let names = |word: &str| words(line).any(|found| found == word);
            let starts = ["src/front/clang/run.rs", "src/front/inputs/changed.rs", "src/command/apart.rs"]
                .map(Path::new)
                .contains(&path.as_path());
            if names("process") && names("Command") && !starts {
                faults.push(format!("{}: starts a process: {}", path.display(), line.trim()));
            }
            let edge = ["src/main.rs", "src/command/cli/mod.rs"].iter().any(|edge| path == Path::new(edge));
            let asks = line.split("env::").skip(1).filter_map(|rest| words(rest).next());
            if asks.filter(|name| !["split_paths", "join_paths"].contains(name)).count() > 0 && !edge {
                faults.push(format!("{}: reads the environment: {}", path.display(), line.trim()));
            }
        }
    }
    none(
        "only front/clang/run.rs, front/inputs/changed.rs and command/apart.rs start processes, only main and cli read the environment",
        &faults,
    );
}

#[test]
fn the_wrapper_depends_on_nothing() {
    let manifest = read(Path::new("nvcc-wrapper/Cargo.toml"));
    assert!(!manifest.contains("\n[dependencies]"), "the wrapper links neither LLVM nor Z3, nor anything that might");
}

// That the analyser reports each code is tested with the kernels of the pages, in `tests/verdicts/explain.rs`.
#[test]
fn every_code_has_a_page() {
    let pages = files("src/diagnostics/explain");
    let pages: BTreeSet<&str> = pages.iter().map(|page| page.file_stem().unwrap().to_str().unwrap()).collect();
    let codes: BTreeSet<&str> = CODES.iter().map(|code| code.id).collect();
    assert_eq!(pages, codes, "pages under src/diagnostics/explain, and codes");
}

#[test]
fn the_map_of_the_house_is_true_and_whole() {
    let map = read(Path::new("ARCHITECTURE.md"));
    let quoted: Vec<&str> = map.split('`').skip(1).step_by(2).collect();
    let is_path = |text: &&str| {
        let plain = text.chars().all(|c| c.is_alphanumeric() || "/._-".contains(c));
        plain && (text.contains('/') || has_extension(Path::new(text), &["rs", "md", "toml", "h", "cpp", "lock"]))
    };
    let paths: BTreeSet<&str> = quoted.into_iter().filter(is_path).collect();
    assert!(paths.len() > 20, "the search for paths found {paths:?}");
    let gone = paths.iter().filter(|path| !root().join(path).exists()).map(|path| (*path).to_owned());
    none("ARCHITECTURE.md names what is not there", &gone.collect::<Vec<_>>());

    let parts = fs::read_dir(root().join("src")).unwrap().map(|entry| entry.unwrap());
    let parts = parts.map(|entry| (entry.path().is_dir(), entry.file_name().into_string().unwrap()));
    let names = parts.map(|(folder, name)| if folder { format!("src/{name}/") } else { format!("src/{name}") });
    let unmapped: Vec<String> = names.filter(|name| !paths.contains(name.as_str())).collect();
    none("ARCHITECTURE.md leaves out", &unmapped);
}

#[test]
fn documents_name_files_that_are_there() {
    let (mut sources, mut gone) = (files("src"), Vec::new());
    sources.extend(["tests", "docs", ".ci", "include", "nvcc-wrapper"].into_iter().flat_map(files));
    let documents = ["CONTRIBUTING.md", "README.md"].into_iter().map(PathBuf::from).chain(files("docs"));
    let mut seen = 0;
    for document in documents.filter(|path| has_extension(path, &["md"])) {
        let text = read(&document);
        for name in text.split('`').skip(1).step_by(2).filter(|name| name.ends_with(".rs") && !name.contains(' ')) {
            seen += 1;
            if !sources.iter().any(|path| path.ends_with(name)) {
                gone.push(format!("{}: {name}", document.display()));
            }
        }
    }
    assert!(seen > 40, "the search for files found {seen}");
    none("documents name what is not there", &gone);
}

#[test]
fn no_path_of_one_machine_is_written_down() {
    // Put together here, so that this file does not find itself.
    let machine = [["/wo", "rk/"].concat(), ["/ro", "ot/"].concat(), ["/ho", "me/"].concat()];
    let mut faults = Vec::new();
    let folders = ["src", "tests", "examples", "include", ".ci", "nvcc-wrapper/src", "nvcc-wrapper/tests"];
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_file());
    let top = top.map(|entry| PathBuf::from(entry.file_name())).filter(|name| name != Path::new(".git"));
    for path in folders.into_iter().flat_map(files).chain(top) {
        let text = read(&path);
        for found in machine.iter().filter(|prefix| text.contains(prefix.as_str())) {
            faults.push(format!("{}: {found}", path.display()));
        }
    }
    none("a path of one machine", &faults);
}

/// Headers cannot read Rust.
#[test]
fn the_headers_have_the_numbers_of_the_machine() {
    let text = read(Path::new("include/raceproof/qualifiers.h"));
    for line in [format!("#define __rp_warp_lanes {LANES}"), format!("#define __rp_all_lanes {ALL_LANES:#x}u")] {
        assert!(text.lines().any(|found| found == line), "qualifiers.h lacks: {line}");
    }
}
