//! The sample files are read, printed, lowered, and have the verdict that they name.

use super::manual::verdict;
use raceproof::kernel::Step;
use raceproof::map::ast::Protocol;
use raceproof::map::{lower, parse, parse_proto};
use std::path::{Path, PathBuf};

fn samples(extension: &str) -> Vec<(PathBuf, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/map");
    let files = std::fs::read_dir(folder).expect("the folder of samples").map(|f| f.expect("a file").path());
    let mut found = files.filter(|f| f.extension().is_some_and(|e| e == extension)).collect::<Vec<_>>();
    found.sort();
    assert!(!found.is_empty(), "no .{extension} sample");
    found.into_iter().map(|f| (f.clone(), std::fs::read_to_string(f).expect("readable"))).collect()
}

fn check(protocol: &Protocol) {
    let printed = protocol.to_string();
    let again = parse("printed.map", &printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(again, std::slice::from_ref(protocol), "{printed}");
    let kernel = lower(protocol).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(!kernel.body.is_empty());
}

fn protocols(path: &Path, text: &str) -> Vec<Protocol> {
    let file = path.to_string_lossy();
    let is_proto = path.extension().is_some_and(|e| e == "proto");
    let parsed = if is_proto { parse_proto(&file, text).map(|p| vec![p]) } else { parse(&file, text) };
    parsed.unwrap_or_else(|e| panic!("{e}"))
}

fn all() -> Vec<(PathBuf, String)> {
    [samples("map"), samples("proto")].concat()
}

#[test]
fn samples_are_read_printed_and_lowered() {
    for (path, text) in all() {
        protocols(&path, &text).iter().for_each(check);
    }
}

/// The first line of a sample names its verdict.
#[test]
fn samples_have_the_verdict_that_they_name() {
    let wrong = all().into_iter().filter_map(|(path, text)| {
        let wanted = text.lines().next().unwrap_or_default().trim_start_matches("// ").to_owned();
        let (found, report) = verdict(&protocols(&path, &text)[0]);
        (wanted != found).then(|| format!("{}: {found} {}", path.display(), report.reason()))
    });
    let wrong = wrong.collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A `.proto` and a `.map` file of one name are the same protocol.
#[test]
fn counterparts_are_equal() {
    let mut pairs = 0;
    for (path, text) in samples("proto") {
        let counterpart = path.with_extension("map");
        if let Ok(other) = std::fs::read_to_string(&counterpart) {
            pairs += 1;
            assert_eq!(protocols(&counterpart, &other), protocols(&path, &text), "{}", path.display());
        }
    }
    assert!(pairs > 2, "{pairs} pairs");
}

#[test]
fn the_papers_distinct_variable_is_the_thread_index() {
    let text = "shared A; const local me, local k where k < 3 && distinct [me]; rw A[me + k]; sync;";
    let protocol = parse_proto("x/one-dim.proto", text).unwrap_or_else(|e| panic!("{e}"));
    let expected = "protocol \"one-dim\" {\n    shared A;\n    local k;\n    where k < 3;\n    where k >= 0;\n    \
                    wr A[threadIdx.x + k];\n    sync;\n}\n";
    assert_eq!(protocol.to_string(), expected);
}

/// The values of the loop variable as the kernel's terms compute them.
#[test]
fn loops_count_from_zero() {
    let text = "protocol p { shared a; const n; for i in n / 2..0 step /2 { rd a[i]; } }";
    let protocol = parse("t.map", text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    let kernel = lower(&protocol).unwrap_or_else(|e| panic!("{e:?}"));
    let [Step::Loop(found)] = kernel.body.as_slice() else { panic!("one loop expected") };
    assert_eq!(kernel.terms.show(found.entered).matches("i.count").count(), 0);
    assert!(kernel.terms.show(found.executed).contains("i.count"));
}

/// The names of built-in functions are free where no parenthesis follows.
#[test]
fn built_in_functions_are_reserved_in_calls_only() {
    let text = "protocol p { shared min; const u32; for i8 in 0..u32 { rd min[i8(i8) + u32]; } let max = min(1, 2); }";
    let protocol = parse("t.map", text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    check(&protocol);
}
