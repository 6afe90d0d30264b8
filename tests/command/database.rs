//! `raceproof check -p`: compilation databases, run as a user runs them.

use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Needs the macro and the header to compile, and races if `SHIFT` is 1.
const KERNEL: &str = "#include \"cell.h\"
__global__ void __launch_bounds__(256) k(float *out) {
  __shared__ float tile[257];
  tile[threadIdx.x] = CELL;
  out[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x + SHIFT];
}
";

/// A project with a build folder and this database in it.
fn project(entries: &Value) -> TempDir {
    let project = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &str| fs::write(project.path().join(path), text).expect("it can be written");
    for folder in ["build", "inc"] {
        fs::create_dir(project.path().join(folder)).expect("a folder");
    }
    write("inc/cell.h", "#define CELL 1.0f\n");
    write("build/includes.rsp", "-I../inc\n");
    for source in ["a.cu", "b c.cu", "d.cpp", "e.cpp"] {
        write(source, KERNEL);
    }
    let text = entries.to_string().replace("$BUILD", &project.path().join("build").to_string_lossy());
    write("build/compile_commands.json", &text);
    project
}

struct Done {
    code: i32,
    out: String,
    err: String,
}

fn check(folder: &Path, arguments: &[&str]) -> Done {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    let output = command.current_dir(folder).arg("check").args(arguments).output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Done { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
}

fn entries() -> Value {
    json!([
        { "directory": "$BUILD", "file": "../a.cu", "output": "a.o",
          "command": "/opt/bin/nvcc -forward-unknown-to-host-compiler \"--options-file\" includes.rsp -DSHIFT=\\0 -c ../a.cu -o a.o" },
        { "directory": "$BUILD", "file": "../b c.cu",
          "arguments": ["clang++", "-I../inc", "-DSHIFT=1", "-x", "cuda", "--offload-arch=sm_80", "-c", "../b c.cu"] },
        { "directory": "$BUILD", "file": "../d.cpp", "command": "nvcc -x cu -I ../inc '-DSHIFT=1' -c ../d.cpp" },
        { "directory": "$BUILD", "file": "../e.cpp", "command": "c++ -c ../e.cpp" },
        { "directory": "$BUILD", "file": "../d.cpp", "command": "nvcc -x cu -I ../inc '-DSHIFT=1' -c ../d.cpp" },
    ])
}

/// What the JSON says of the files: path and verdict.
fn verdicts(out: &str) -> Vec<(String, String)> {
    let report: Value = serde_json::from_str(out).expect("one document");
    let files = report["files"].as_array().expect("files").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    files.map(|file| (text(&file["path"]), text(&file["kernels"][0]["verdict"]))).collect()
}

#[test]
fn each_command_that_compiles_cuda_is_checked_as_it_compiles() {
    let project = project(&entries());
    let done = check(project.path(), &["-p", "build", "--format=json"]);
    let wanted = [("a.cu", "race-free"), ("b c.cu", "race"), ("d.cpp", "race")];
    let wanted = wanted.map(|(path, verdict)| (path.to_owned(), verdict.to_owned()));
    assert_eq!(verdicts(&done.out), wanted, "{}", done.err);
    assert_eq!((done.code, done.err.as_str()), (1, ""), "no progress bar where there is no terminal");
}

#[test]
fn files_that_are_named_are_picked_out() {
    let project = project(&entries());
    let done = check(project.path(), &["-p", "build/compile_commands.json", "a.cu"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let sum = "raceproof: 1 kernel proved race-free (1 under assumptions, see -v), 0 with races, 0 unknown\n";
    assert!(done.out.starts_with("raceproof: assuming as usual RA0001, ") && done.out.ends_with(sum), "{}", done.out);
    let done = check(project.path(), &["-p", "build", "e.cpp"]);
    assert_eq!((done.code, done.err.as_str()), (2, "raceproof: error: e.cpp: no CUDA source of build\n"));
}

#[test]
fn what_scripts_read_is_a_document_though_nothing_is_checked() {
    let project = project(&entries());
    fs::write(project.path().join("raceproof.toml"), "exclude = [\"a.cu\"]\n").expect("it can be written");
    for format in ["json", "sarif"] {
        let done = check(project.path(), &["-p", "build", "a.cu", "--format", format]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(serde_json::from_str::<Value>(&done.out).is_ok(), "{format}: {:?}", done.out);
        assert!(done.err.contains("is excluded by"), "{}", done.err);
    }
}

#[test]
fn a_bad_database_is_named_with_the_position() {
    let project = project(&entries());
    let file = project.path().join("build/compile_commands.json");
    for (text, message) in [
        ("[\n  {\"directory\": \"/\", \"command\": \"nvcc a.cu\"}\n]", ":2:44: missing field `file`"),
        ("[\n  {\"directory\": \"/\", \"file\": \"a.cu\"}\n]", ":3:1: a.cu has neither `arguments` nor `command`"),
        (
            "[{\"directory\": \"/\", \"file\": \"a.cu\", \"command\": \"nvcc '\"}]",
            "a.cu: a quote in `command` is not closed",
        ),
        ("[{\"directory\": \"/\",", ":1:19: EOF while parsing"),
        ("{}", ":1:0: invalid type: map, expected a sequence"),
        ("[]", "build: no command in it compiles CUDA"),
    ] {
        fs::write(&file, text).expect("it can be written");
        let done = check(project.path(), &["-p", "build"]);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{text}");
        assert!(done.err.starts_with("raceproof: error: build") && done.err.contains(message), "{text}: {}", done.err);
    }
    let done = check(project.path(), &["-p", "nowhere"]);
    assert_eq!(done.code, 2);
    assert!(done.err.starts_with("raceproof: error: nowhere: "), "{}", done.err);
}
