//! What is named besides single files: folders, patterns, standard input, headers, changed lines, and files that are watched.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

const RACY: &str = "#include \"tile.cuh\"
__global__ void turn(int *x) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  x[threadIdx.x] = s[63 - threadIdx.x];
}
";
const TILE: &str = "__global__ void tile(int *y) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  y[threadIdx.x] = s[63 - threadIdx.x];
}
";
const OPTIONS: [&str; 6] = ["--block-dim", "64", "--grid-dim", "1", "--format", "concise"];

/// `src/a.cu`, which includes `src/tile.cuh`, and a database of it.
fn project() -> TempDir {
    let project = tempfile::tempdir().unwrap();
    let root = project.path();
    fs::create_dir_all(root.join("src/empty")).unwrap();
    fs::write(root.join("src/a.cu"), RACY).unwrap();
    fs::write(root.join("src/tile.cuh"), TILE).unwrap();
    let entry = serde_json::json!([{ "directory": root, "file": "src/a.cu", "command": "nvcc -c src/a.cu" }]);
    fs::write(root.join("compile_commands.json"), entry.to_string()).unwrap();
    project
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.arg("check").args(arguments).args(OPTIONS).current_dir(folder).env("RACEPROOF_CACHE_SIZE", "0");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Exit code, text and errors.
fn check(folder: &Path, arguments: &[&str], stdin: &str) -> (Option<i32>, String, String) {
    let mut child = command(folder, arguments).spawn().unwrap();
    _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (status.code(), out, err)
}

#[test]
fn a_folder_and_a_pattern_stand_for_their_files() {
    let project = project();
    for named in [".", "src", "src/*", "**/a.cu"] {
        let (code, out, err) = check(project.path(), &[named], "");
        assert!(code == Some(1) && out.contains("src/a.cu:4:18: error[RP0001]"), "{named}: {out}{err}");
    }
    for (named, why) in [
        ("src/empty", "there is no .cu file in this folder or below it"),
        ("src/*.ll", "no file that can be checked matches this pattern"),
        ("src/tile.cuh", "a header is checked in the units that include it: `-p DIR`"),
    ] {
        let (code, out, err) = check(project.path(), &[named], "");
        assert!(code == Some(2) && out.is_empty() && err.contains(why), "{named}: {out}{err}");
    }
    let (code, out, _) = check(project.path(), &["src/tile.cuh", "-x", "cu"], "");
    assert!(code == Some(0) && out.contains("1 kernel proved"), "{out}");
}

#[test]
fn standard_input_is_a_source_with_a_name() {
    let project = project();
    let (code, out, err) = check(project.path(), &["-", "--stdin-filename", "src/new.cu"], RACY);
    assert!(code == Some(1) && out.contains("src/new.cu:4:18: error[RP0001]"), "{out}{err}");
    assert!(!project.path().join("src/new.cu").exists());
    let (code, out, err) = check(project.path(), &["-"], TILE);
    assert!(code == Some(0) && out.contains("1 kernel proved"), "{out}{err}");
    // What lies there is not what is checked.
    let (code, out, err) = check(project.path(), &["-", "--stdin-filename", "src/a.cu"], TILE);
    assert!(code == Some(0) && out.contains("1 kernel proved"), "{out}{err}");
    for wrong in [&["src/a.cu", "--stdin-filename", "b.cu"][..], &["-", "-"], &["-", "--fix"], &["-", "--watch"]] {
        assert_eq!(check(project.path(), wrong, RACY).0, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_header_is_checked_in_the_units_that_include_it() {
    let project = project();
    let header = ["-p", ".", "src/tile.cuh"];
    let (code, out, err) = check(project.path(), &header, "");
    assert_eq!(code, Some(0), "the race of the unit is not the header's: {out}{err}");
    assert!(err.contains("1 finding that is not about src/tile.cuh not shown"), "{err}");
    fs::write(project.path().join("src/tile.cuh"), TILE.replace("  __syncthreads();\n", "")).unwrap();
    let (code, out, err) = check(project.path(), &header, "");
    assert!(code == Some(1) && out.contains("src/tile.cuh:3:18: error") && !out.contains("a.cu:"), "{out}{err}");
    let (code, out, _) = check(project.path(), &["-p", ".", "src"], "");
    assert!(code == Some(1) && out.contains("src/a.cu:4:18"), "{out}");
    fs::write(project.path().join("src/other.h"), "").unwrap();
    for (named, why) in [("src/other.h", "no CUDA source of . includes it"), ("src/empty", "lies below this folder")] {
        let (code, _, err) = check(project.path(), &["-p", ".", named], "");
        assert!(code == Some(2) && err.contains(why), "{err}");
    }
}

fn git(folder: &Path, arguments: &[&str]) {
    let who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
    let done = Command::new("git").args(who).args(arguments).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

#[test]
fn only_what_concerns_changed_lines_is_told() {
    let project = project();
    let root = project.path();
    git(root, &["init", "-q"]);
    git(root, &["add", "src"]);
    git(root, &["commit", "-q", "-m", "all"]);
    let diff = ["src", "--diff", "HEAD"];
    let (code, out, err) = check(root, &diff, "");
    assert!(code == Some(0) && out.contains("1 with races elsewhere that are not shown"), "{out}");
    assert!(err.contains("1 finding that is not about lines changed since HEAD not shown"), "{err}");
    // A barrier that is gone concerns the lines around it, which are as they were.
    fs::write(root.join("src/tile.cuh"), TILE.replace("  __syncthreads();\n", "")).unwrap();
    let (code, out, _) = check(root, &diff, "");
    assert!(code == Some(1) && out.contains("src/tile.cuh:3:18") && !out.contains("a.cu:"), "{out}");
    fs::write(root.join("src/new.cu"), RACY).unwrap();
    let (code, out, _) = check(root, &["src/new.cu", "--diff", "HEAD"], "");
    assert!(code == Some(1) && out.contains("src/new.cu:4:18"), "a file that git does not know is new: {out}");
    for (base, why) in [("none", "bad revision"), ("-x", "is no commit")] {
        let (code, _, err) = check(root, &["src", &format!("--diff={base}")], "");
        assert!(code == Some(2) && err.contains(why), "{err}");
    }
}

#[test]
fn a_watched_file_is_told_again_when_what_it_includes_changes() {
    let project = project();
    let mut child = command(project.path(), &["src", "--watch"]).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |wanted: &str| {
        let found: Vec<String> = lines.by_ref().map(Result::unwrap).take_while(|line| !line.contains(wanted)).collect();
        found.join("\n")
    };
    let first = until("1 kernel proved race-free, 1 with races");
    assert!(first.contains("src/a.cu:4:18") && !first.contains("tile.cuh"), "{first}");
    fs::write(project.path().join("src/tile.cuh"), TILE.replace("  __syncthreads();\n", "")).unwrap();
    let second = until("2 with races");
    assert!(second.contains("src/tile.cuh:3:18"), "{second}");
    fs::write(project.path().join("src/b.cu"), "__global__ void k() {}\n").unwrap();
    assert_eq!(until("1 kernel proved race-free, 0 with races"), "");
    child.kill().unwrap();
    child.wait().unwrap();
    let (code, _, err) = check(project.path(), &["src", "--watch", "--output", "out.txt"], "");
    assert!(code == Some(2) && err.contains("neither changes nor writes files"), "{err}");
}
