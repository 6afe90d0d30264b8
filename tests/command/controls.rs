//! The tables of `docs/build.md` name what exists, all of it and nothing else.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The first column of the table under a heading.
fn table(heading: &str) -> BTreeSet<String> {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/build.md")).unwrap();
    let (_, rest) = page.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = rest.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let rows: BTreeSet<String> = rows.map(str::to_owned).collect();
    assert!(rows.len() > 3, "{heading}: {rows:?}");
    rows
}

/// Every variable of ours that a source names as a string.
fn variables(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            variables(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(path).unwrap();
            let names = text.split('"').filter(|part| part.starts_with("RACEPROOF"));
            let is_name = |part: &&str| part.chars().all(|c| c.is_ascii_uppercase() || c == '_');
            found.extend(names.filter(is_name).map(str::to_owned));
        }
    }
}

fn raceproof(arguments: &[&str], folder: &Path) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder).output().unwrap()
}

#[test]
fn variables_are_all_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = BTreeSet::new();
    for folder in ["src", "nvcc-wrapper/src"] {
        variables(&root.join(folder), &mut found);
    }
    assert_eq!(table("Variables"), found);
}

#[test]
fn options_are_all_there() {
    let help = String::from_utf8(raceproof(&["check", "--help"], Path::new(".")).stdout).unwrap();
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let options = lines.filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--")));
    assert_eq!(table("Options"), options.map(str::to_owned).collect());
}

/// The errors for unknown keys say which are known.
#[test]
fn keys_are_all_there() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.map"), "").unwrap();
    let known = |text: &str, prefix: &str| {
        fs::write(folder.path().join("raceproof.toml"), text).unwrap();
        let output = raceproof(&["check", "a.map"], folder.path());
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        let (_, list) = error.split_once("expected ").unwrap_or_else(|| panic!("{error}"));
        list.split('`').skip(1).step_by(2).map(|key| format!("{prefix}{key}")).collect::<Vec<_>>()
    };
    let mut keys: BTreeSet<String> = known("no-such-key = 1\n", "").into_iter().collect();
    keys.extend(known("[kernels.k]\nno-such-key = 1\n", "kernels.NAME."));
    assert_eq!(table("raceproof.toml"), keys);
}

#[test]
fn the_file_is_found_above_the_source_and_says_what_holds() {
    let folder = tempfile::tempdir().unwrap();
    let sources = folder.path().join("src");
    fs::create_dir(&sources).unwrap();
    let kernel = "__global__ void k(int *x) { __shared__ int s[65]; s[threadIdx.x] = 1; x[threadIdx.x] = s[threadIdx.x + 1]; }\n";
    fs::write(sources.join("k.cu"), kernel).unwrap();
    let check = |toml: &str| {
        fs::write(folder.path().join("raceproof.toml"), toml).unwrap();
        let output = raceproof(&["check", "src/k.cu"], folder.path());
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    };
    let (status, text) = check("[kernels.k]\nblock-dim = 64\ngrid-dim = 1\n");
    assert!(status == Some(1) && text.contains("error[RP0001]"), "{text}");
    let (status, text) = check("[kernels.k]\nblock-dim = 1\ngrid-dim = 1\n");
    assert!(status == Some(0) && text.contains("1 kernel proved race-free"), "{text}");
    let (status, text) = check("[kernels.k]\nblock-dim = 64\ngrid-dim = 1\n[severity]\nRP0001 = \"warning\"\n");
    assert!(status == Some(0) && text.contains("warning[RP0001]"), "{text}");
    let scatter = "__global__ void k(int *x, const int *to, int n) { int i = threadIdx.x; if (i < n) x[to[i]] = i; }\n";
    fs::write(sources.join("k.cu"), scatter).unwrap();
    let (status, text) = check("[kernels.k]\ngrid-dim = 1\nrequires = [\"distinct(to, n)\"]\n");
    assert!(status == Some(0) && text.contains("1 kernel proved race-free"), "{text}");
    let (status, text) = check("[kernels.k]\ngrid-dim = 1\nrequires = [\"sorted(to, n)\"]\n");
    assert!(status == Some(0) && text.contains("`__requires_distinct(to, n)`"), "{text}");
    let (status, text) = check("[kernels.k]\nrequires = [\"distinct(to)\"]\n");
    assert!(status == Some(2) && text.contains("raceproof.toml:2:12: "), "{text}");
    let (status, text) = check("exclude = [\"src\"]\n");
    assert!(status == Some(0) && text.contains("k.cu is excluded by") && !text.contains("proved"), "{text}");
    let (status, text) = check("level = 3\n");
    assert!(status == Some(2) && text.contains("raceproof.toml:1:9: "), "{text}");
}
