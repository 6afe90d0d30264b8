//! An old code base takes the check up: baselines, comments, severities of its parts, and one report of a whole build.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const OPTIONS: [&str; 3] = ["check", "--block-dim", "64"];

struct Done {
    code: Option<i32>,
    out: String,
    err: String,
}

fn run(folder: &Path, arguments: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.args(arguments).current_dir(folder).env("XDG_CACHE_HOME", folder.join("cache"));
    let Output { status, stdout, stderr } = command.output().unwrap();
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    Done { code: status.code(), out, err }
}

/// A kernel with one race in one line.
fn racy(number: usize) -> String {
    format!("__global__ void k{number}(int *x) {{\n  x[threadIdx.x / 2] = threadIdx.x + {number};\n}}\n")
}

/// A file with a kernel for each of the numbers.
fn source(numbers: impl IntoIterator<Item = usize>) -> String {
    numbers.into_iter().map(racy).collect()
}

#[test]
fn of_a_hundred_findings_two_are_fixed_and_one_is_new() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
    let check = |arguments: &[&str]| run(folder.path(), &[&OPTIONS[..], &["a.cu", "b.cu"], arguments].concat());
    write("a.cu", source(0..50));
    write("b.cu", source(50..100));
    assert_eq!(check(&[]).code, Some(1));
    let written = check(&["--write-baseline", "known.json"]);
    assert_eq!((written.code, written.err.as_str()), (Some(0), "raceproof: baseline: 0 new, 0 fixed, 100 known\n"));
    let again = check(&["--baseline", "known.json"]);
    assert_eq!((again.code, again.err.as_str()), (Some(0), "raceproof: baseline: 0 new, 0 fixed, 100 known\n"));

    // Lines are shifted, two are fixed, and one is new.
    let fixed = |text: String| text.replace("x[threadIdx.x / 2] = threadIdx.x + 7;", "x[threadIdx.x] = 7; // once / 2");
    write("a.cu", fixed(format!("// Two lines\n// more.\n{}", source((0..50).filter(|n| *n != 31)))));
    write("b.cu", format!("#define UNUSED\n{}{}", source((50..100).rev()), racy(100)));
    let after = check(&["--baseline", "known.json", "--format", "concise"]);
    assert_eq!((after.code, after.err.as_str()), (Some(1), "raceproof: baseline: 1 new, 2 fixed, 98 known\n"));
    let told: Vec<&str> = after.out.lines().filter(|line| line.contains("error[")).collect();
    assert!(
        told.len() == 1 && told[0].starts_with("b.cu:153:22: error[RP0001]: ") && told[0].contains("k100"),
        "{told:?}"
    );

    // In JSON all is there.
    let report: Value = serde_json::from_str(&check(&["--baseline", "known.json", "--format", "json"]).out).unwrap();
    let kernels: Vec<&Value> =
        report["files"].as_array().unwrap().iter().flat_map(|f| f["kernels"].as_array().unwrap()).collect();
    let count = |key: &str| kernels.iter().map(|kernel| kernel[key].as_array().unwrap().len()).sum::<usize>();
    assert_eq!((kernels.len(), count("findings"), count("suppressed")), (100, 1, 98));

    // Of a file that was not checked nothing is fixed.
    let one = run(folder.path(), &[&OPTIONS[..], &["a.cu", "--baseline", "known.json"]].concat());
    assert_eq!(one.err, "raceproof: baseline: 0 new, 2 fixed, 48 known\n");
    assert_eq!(run(folder.path(), &[&OPTIONS[..], &["a.cu", "--baseline", "none.json"]].concat()).code, Some(2));
}

#[test]
fn parts_of_a_project_have_severities_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("legacy/deep")).unwrap();
    fs::write(folder.path().join("legacy/deep/a.cu"), racy(1)).unwrap();
    fs::write(folder.path().join("b.cu"), racy(2)).unwrap();
    let toml = "[[override]]\npath = \"legacy/**\"\nseverity = { data-race = \"warning\" }\n[kernels.\"k?\"]\nblock-dim = 64\n";
    fs::write(folder.path().join("raceproof.toml"), toml).unwrap();
    let done = run(folder.path(), &["check", "--format=concise", "legacy/deep/a.cu", "b.cu"]);
    assert!(done.out.contains("legacy/deep/a.cu:2:22: warning[RP0001]"), "{}", done.out);
    assert!(done.out.contains("b.cu:2:22: error[RP0001]") && done.code == Some(1), "{}", done.out);
    assert_eq!(run(folder.path(), &["check", "legacy/deep/a.cu"]).code, Some(0));
    assert_eq!(run(folder.path(), &["check", "legacy/deep/a.cu", "-Werror=data-race"]).code, Some(1));
}

#[test]
fn comments_allow_with_a_reason_and_are_held_to_what_they_say() {
    let folder = tempfile::tempdir().unwrap();
    let allowed = "// raceproof: allow-kernel(data-race) only run with one thread\n".to_owned() + &racy(1);
    fs::write(folder.path().join("a.cu"), allowed + "// raceproof: allow(RP0004)\n// raceproof: allow(RP9)\n").unwrap();
    let done = run(folder.path(), &[&OPTIONS[..], &["-v", "a.cu"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.out);
    for said in [
        "RP0001 (data race) is harmless, as a.cu:2 says: only run with one thread",
        "warning: a.cu:5: the comment allows `RP0004`, which is not found here",
        "warning: a.cu:6: the comment allows `RP9`, which is no code",
        "1 with races that are allowed and not shown",
    ] {
        assert!(done.out.contains(said), "{said}: {}", done.out);
    }
    let sarif = run(folder.path(), &[&OPTIONS[..], &["--format=sarif", "a.cu"]].concat()).out;
    let log: Value = serde_json::from_str(&sarif).unwrap();
    let suppression = &log["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(suppression["justification"], "only run with one thread");
}

#[test]
fn the_report_goes_where_it_is_asked_to_and_is_the_same_each_time() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), source(0..3)).unwrap();
    for format in ["text", "concise", "sarif", "html", "github", "gitlab", "junit"] {
        let check = |more: &[&str]| run(folder.path(), &[&OPTIONS[..], &["a.cu", "--format", format], more].concat());
        let plain = check(&["--no-cache"]);
        assert!(plain.code == Some(1) && !plain.out.is_empty() && plain.err.is_empty(), "{format}: {}", plain.err);
        assert_eq!(check(&["--no-cache"]).out, plain.out);
        let file = check(&["--output", "report"]);
        assert!(file.code == Some(1) && file.out.is_empty(), "{format}: {}", file.out);
        assert_eq!(fs::read_to_string(folder.path().join("report")).unwrap(), plain.out, "{format}");
    }
    let coloured = run(folder.path(), &[&OPTIONS[..], &["a.cu", "--color=always"]].concat()).out;
    assert!(coloured.contains("\u{1b}["), "{coloured}");
}

/// Compiles nothing.
const STAND_IN: &str = "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo made >\"$2\"; shift; done\n";

#[test]
fn a_build_leaves_a_report_of_each_unit_and_they_become_one() {
    let folder = tempfile::tempdir().unwrap();
    let place = fs::canonicalize(folder.path()).unwrap();
    let nvcc = place.join("real-nvcc");
    fs::write(&nvcc, STAND_IN).unwrap();
    fs::set_permissions(&nvcc, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(place.join("build")).unwrap();
    fs::write(place.join("shared.cuh"), "template <class T> ".to_owned() + &racy(9).replace("int *", "T *")).unwrap();
    for (name, text) in [
        ("a.cu", "template __global__ void k9<int>(int *);\n"),
        ("b.cu", "template __global__ void k9<long>(long *);\n"),
    ] {
        fs::write(place.join(name), format!("#include \"shared.cuh\"\n{text}{}", racy(1))).unwrap();
    }
    let wrapper = PathBuf::from(env!("CARGO_BIN_EXE_raceproof")).with_file_name("nvcc");
    let compile = |arguments: &[&str]| {
        let mut command = Command::new(&wrapper);
        command.args(arguments).current_dir(place.join("build")).env("RACEPROOF_NVCC", &nvcc).env("RACEPROOF", "warn");
        command.env("RACEPROOF_FLAGS", "--block-dim 64").env("RACEPROOF_REPORT_DIR", place.join("reports"));
        command.env("XDG_CACHE_HOME", place.join("cache")).env_remove("RACEPROOF_BIN").env_remove("CUDA_PATH");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    // Two targets have the first one, which is also built twice.
    for arguments in [
        ["-c", "../a.cu", "-o", "1.o"],
        ["-c", "../a.cu", "-o", "1.o"],
        ["-c", "../a.cu", "-o", "2.o"],
        ["-c", "../b.cu", "-o", "b.o"],
    ] {
        compile(&arguments);
    }
    assert_eq!(fs::read_dir(place.join("reports")).unwrap().count(), 3);
    let report = |arguments: &[&str]| run(&place, &[&["report", "reports"][..], arguments].concat());
    let done = report(&["--format=concise"]);
    let told: Vec<&str> =
        done.out.lines().filter_map(|line| line.split(": error[").next().filter(|_| line.contains("error["))).collect();
    assert_eq!(told, ["shared.cuh:2:22", "a.cu:4:22", "b.cu:4:22"], "{}{}", done.out, done.err);
    assert_eq!(done.code, Some(1));
    let page = report(&["--format=html"]).out;
    assert!(page.contains("Order of the program") && page.contains("and the threads that access them"), "{page}");
    assert_eq!(report(&["--write-baseline", "known.json"]).code, Some(0));
    assert_eq!(report(&["--baseline", "known.json"]).err, "raceproof: baseline: 0 new, 0 fixed, 3 known\n");
    fs::remove_file(place.join("b.cu")).unwrap();
    assert!(!report(&["--format=concise"]).out.contains("b.cu"), "its source is gone");
    assert_eq!(run(&place, &["report", "build"]).code, Some(2), "no report is there");
}
