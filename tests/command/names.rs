//! Nothing that is mistyped goes unnoticed: options, warnings, codes, and names of kernels and parameters.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const KERNELS: &str = "__global__ void scale(float *x, int n, int unused) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = 2 * x[i];
}
__global__ void shift(float *x, int count) { if (threadIdx.x < count) x[threadIdx.x] = 1; }
";
const DATABASE: &str = r#"[{"directory": ".", "file": "a.cu", "command": "nvcc -c a.cu"},
    {"directory": ".", "file": "b.cu", "command": "nvcc -c b.cu"}]"#;

fn run(folder: &Path, line: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.args(line.split(' ')).current_dir(folder);
    let cached = command.env("XDG_CACHE_HOME", folder.join("cache")).env_remove("RACEPROOF_CACHE_SIZE");
    let Output { status, stdout, stderr } = cached.output().unwrap();
    (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), KERNELS).unwrap();
    fs::write(folder.path().join("b.cu"), "__global__ void other(int *y) { y[threadIdx.x] = 1; }\n").unwrap();
    let place = fs::canonicalize(folder.path()).unwrap();
    let database = DATABASE.replace("\".\"", &format!("{place:?}"));
    fs::write(folder.path().join("compile_commands.json"), database).unwrap();
    folder
}

#[test]
fn what_names_nothing_is_an_error_that_says_what_is_meant() {
    let folder = project();
    for (line, said) in [
        ("check a.cu --stict", "unknown option `--stict`; did you mean `--strict`?"),
        ("check a.cu -Wno-data-rce", "unknown warning `-Wno-data-rce`; did you mean `-Wno-data-race`?"),
        ("explain RP001", "there is no code `RP001`; did you mean `RP0001`?"),
        ("explain data-rce", "did you mean `data-race`?"),
        ("check a.cu --kernel scael", "--kernel: there is no kernel `scael`; did you mean `scale`?"),
        ("check a.cu b.cu --kernel othr", "--kernel: there is no kernel `othr`; did you mean `other`?"),
        ("check -p . --kernel othr", "--kernel: there is no kernel `othr`; did you mean `other`?"),
        ("check a.cu --param cuont=1", "--param: no kernel has a parameter `cuont`; did you mean `count`?"),
        ("check a.cu --kernel scale --param count=1", "--param: no kernel has a parameter `count`\n"),
    ] {
        // A second time with what is kept.
        for _ in 0..2 {
            let (status, text) = run(folder.path(), line);
            assert!(status == Some(2) && text.contains(said), "{line}: {status:?} {text}");
        }
    }
    for line in [
        "check a.cu --kernel scale --param unused=1",
        "check a.cu b.cu --kernel other",
        "check -p . --param count=4",
        "check a.cu -- -Wall --no-such-option",
    ] {
        let (status, text) = run(folder.path(), line);
        assert_eq!(status, Some(0), "{line}: {text}");
    }
}

#[test]
fn the_codes_are_listed_where_none_is_named() {
    let (status, text) = run(&std::env::temp_dir(), "explain");
    assert_eq!((status, text.lines().count()), (Some(0), 20), "{text}");
    assert!(text.starts_with("RP0001  data-race                 data race\nRP0002  barrier-divergence "), "{text}");
}

#[test]
fn a_section_of_a_kernel_that_no_file_has_is_an_error_where_all_files_are_checked() {
    let folder = project();
    fs::write(folder.path().join("raceproof.toml"), "[kernels.othr]\ngrid-dim = 1\n").unwrap();
    for line in ["check -p .", "check ."] {
        let (status, text) = run(folder.path(), line);
        assert!(
            status == Some(2) && text.contains("[kernels.othr]: there is no kernel `othr`; did you mean `other`?"),
            "{line}: {text}"
        );
    }
    for line in ["check a.cu", "check -p . a.cu"] {
        assert_eq!(run(folder.path(), line).0, Some(0), "it may be in another file: {line}");
    }
}

#[test]
fn doctor_says_what_is_there_and_init_writes_a_file_that_is_right() {
    let folder = project();
    let (status, text) = run(folder.path(), "doctor");
    assert_eq!(status, Some(0), "{text}");
    for name in ["clang", "CUDA toolkit", "architectures", "cache", "trial"] {
        assert!(text.lines().any(|line| line.starts_with(name)), "{name}: {text}");
    }
    for _ in 0..2 {
        run(folder.path(), "check a.cu");
    }
    let (_, text) = run(folder.path(), "cache stats");
    assert!(text.contains("1 of 2 reports were there (50 %)"), "{text}");
    let (status, text) = run(folder.path(), "doctor --cuda-path=nowhere");
    assert!(status == Some(1) && text.contains("nowhere"), "{text}");
    assert_eq!(run(folder.path(), "init").0, Some(0));
    assert_eq!(run(folder.path(), "init").0, Some(2), "it is not written over");
    assert_eq!(run(folder.path(), "check a.cu").0, Some(0));
}
