//! The wrapper with the real analyser, in a build: a Makefile whose `NVCC` is the wrapper fails on a racy kernel and
//! passes on the fixed one. The compiler behind it is a stand-in that only writes its output, so no toolkit is needed.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread::sleep;
use std::time::{Duration, Instant};

const STAND_IN: &str = "#!/bin/sh\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo made >\"$2\"; shift; done\n";
const MAKEFILE: &str = "kernel.o: kernel.cu\n\t$(NVCC) -O2 -std=c++17 -c $< -o $@\n";

/// The wrapper, which is built beside the analyser.
fn wrapper() -> PathBuf {
    let wrapper = Path::new(env!("CARGO_BIN_EXE_raceproof")).with_file_name("nvcc");
    assert!(wrapper.is_file(), "{} is not built: test with --workspace", wrapper.display());
    wrapper
}

/// A folder with a Makefile and `kernel.cu`, a copy of an example.
fn project(example: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let nvcc = folder.path().join("real-nvcc");
    fs::write(&nvcc, STAND_IN).unwrap();
    fs::set_permissions(&nvcc, fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("Makefile"), MAKEFILE).unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    fs::copy(examples.join(example), folder.path().join("kernel.cu")).unwrap();
    folder
}

fn make(folder: &Path, flags: &str) -> Output {
    let mut make = Command::new("make");
    make.arg(format!("NVCC={}", wrapper().display())).current_dir(folder).env("RACEPROOF_NVCC", "./real-nvcc");
    make.env("RACEPROOF_FLAGS", flags).env_remove("RACEPROOF").env_remove("RACEPROOF_BIN").env_remove("CUDA_PATH");
    make.output().unwrap()
}

#[test]
fn a_racy_kernel_fails_the_build_each_time() {
    let project = project("stencil_racy.cu");
    for _ in 0..2 {
        let output = make(project.path(), "--block-dim 256");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{stderr}");
        assert!(stderr.contains("error[RP0001]") && stderr.contains("kernel.cu:6:"), "{stderr}");
        assert!(!project.path().join("kernel.o").exists());
    }
}

#[test]
fn the_fixed_kernel_passes_even_strictly() {
    let project = project("stencil_fixed.cu");
    let output = make(project.path(), "--strict");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    assert!(stderr.contains("1 kernel proved race-free"), "it was checked: {stderr}");
    assert!(project.path().join("kernel.o").exists());
}

#[test]
fn flags_that_are_wrong_fail_the_build() {
    let project = project("stencil_fixed.cu");
    for (flags, said) in [
        ("--stict", "raceproof: error: RACEPROOF_FLAGS: unknown option `--stict`; did you mean `--strict`?"),
        ("--level thread", "raceproof: error: RACEPROOF_FLAGS: invalid value 'thread'"),
        ("-Wno-data-rce", "did you mean `-Wno-data-race`?"),
    ] {
        let output = make(project.path(), flags);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && stderr.contains(said), "{flags}: {stderr}");
        assert!(!project.path().join("kernel.o").exists());
    }
    // Another file may have that kernel.
    assert!(make(project.path(), "--kernel elsewhere").status.success());
}

#[test]
fn a_source_that_clang_rejects_is_one_warning() {
    let project = project("stencil_fixed.cu");
    fs::write(project.path().join("kernel.cu"), "__global__ void k() { undeclared = 1; }\n").unwrap();
    let output = make(project.path(), "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && project.path().join("kernel.o").exists(), "{stderr}");
    assert!(stderr.contains("warning"), "{stderr}");
}

/// A clang that never ends, and says which process it is.
const HANGING: &str = "#!/bin/sh\necho $$ >\"${0%/*}/clang-pid\"; exec sleep 60\n";

/// Runs `program` in the project with the wrapper's environment and a clang that hangs.
fn with_hanging_clang(folder: &Path, program: &Path, arguments: &[&str]) -> Command {
    let clang = folder.join("clang");
    fs::write(&clang, HANGING).unwrap();
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir_all(folder.join("temporary")).unwrap();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("RACEPROOF_NVCC", "./real-nvcc").env("RACEPROOF_CLANG", clang);
    command.env("TMPDIR", folder.join("temporary")).env("XDG_CACHE_HOME", folder.join("cache"));
    command.env_remove("RACEPROOF").env_remove("RACEPROOF_BIN").env_remove("CUDA_PATH").env_remove("RACEPROOF_FLAGS");
    command
}

/// Waits until clang has ended, and looks for what it and raceproof have left.
fn nothing_is_left(folder: &Path) {
    let stat = Path::new("/proc").join(fs::read_to_string(folder.join("clang-pid")).unwrap().trim()).join("stat");
    let start = Instant::now();
    while fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z ")) {
        assert!(start.elapsed() < Duration::from_secs(20), "clang is still there");
        sleep(Duration::from_millis(10));
    }
    let left: Vec<_> = fs::read_dir(folder.join("temporary")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_hanging_clang_costs_the_budget_and_a_warning() {
    let project = project("stencil_fixed.cu");
    for (flags, status) in [("--budget 0.5", 0), ("--budget 0.5 --strict", 1)] {
        let mut nvcc = with_hanging_clang(project.path(), &wrapper(), &["-c", "kernel.cu", "-o", "kernel.o"]);
        let output = nvcc.env("RACEPROOF_FLAGS", flags).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{stderr}");
        assert!(stderr.contains("warning: not checked for data races: not finished in time"), "{stderr}");
        assert_eq!(project.path().join("kernel.o").exists(), status == 0);
        nothing_is_left(project.path());
    }
}

/// The last kernel takes the solver a minute and more.
const ONE_IS_SLOW: &str = "__global__ void fast(int *x) { x[threadIdx.x + blockIdx.x * blockDim.x] = 1; }
__global__ void racy(int *x) { x[threadIdx.x / 2] = threadIdx.x; }
__global__ void slow(int *x, unsigned a, unsigned b) {
    unsigned i = threadIdx.x + blockIdx.x * blockDim.x;
    x[(i * i * a + i * b) ^ (i * a % 1021)] = 1;
    x[(i * b * a + i * i) ^ (i * b % 65537)] = 2;
    x[(i * i * b + a * a) / (b % 1019 + 1)] = 3;
}
";

#[test]
fn when_the_time_is_over_what_is_known_is_said_and_counts() {
    let project = project("stencil_fixed.cu");
    let line = "raceproof: 1 of 3 kernels not finished in the time for the whole command (see --budget), hence unknown";
    let compile = |source: &str, flags: &str| {
        fs::write(project.path().join("kernel.cu"), source).unwrap();
        let mut nvcc = Command::new(wrapper());
        nvcc.args(["-c", "kernel.cu", "-o", "kernel.o"]).current_dir(project.path());
        nvcc.env("RACEPROOF_NVCC", "./real-nvcc").env("XDG_CACHE_HOME", project.path().join("cache"));
        nvcc.env_remove("RACEPROOF").env_remove("RACEPROOF_BIN").env_remove("CUDA_PATH");
        let output = nvcc.env("RACEPROOF_FLAGS", flags).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (status, said) = compile(ONE_IS_SLOW, "--budget 5 --timeout 60");
    assert_eq!(status, 1, "the race fails the build: {said}");
    assert!(said.contains("error[RP0001]") && said.lines().any(|l| l == line), "{said}");
    assert!(said.contains("warning: `slow(int*, unsigned int, unsigned int)` is not proved"), "{said}");
    assert!(said.contains("it was not finished in the time for the whole command"), "{said}");
    assert!(
        said.contains("1 kernel proved race-free (1 under assumptions, see -v), 1 with races, 1 unknown"),
        "{said}"
    );
    assert!(!project.path().join("kernel.o").exists());

    // Alone, what is unknown fails a build if that is asked for.
    let fixed = ONE_IS_SLOW.replace("threadIdx.x / 2", "threadIdx.x + blockIdx.x * blockDim.x");
    for (flags, status) in [("--budget 4 --timeout 60", 0), ("--budget 4 --timeout 60 --strict", 1)] {
        let (code, said) = compile(&fixed, flags);
        assert!(code == status && said.lines().any(|l| l == line), "{said}");
        assert_eq!(project.path().join("kernel.o").exists(), status == 0);
    }
}

#[test]
fn clang_ends_with_a_killed_raceproof_or_wrapper() {
    let project = project("stencil_fixed.cu");
    let raceproof = Path::new(env!("CARGO_BIN_EXE_raceproof"));
    let calls: [(&Path, &[&str]); 2] = [(raceproof, &["check", "kernel.cu"]), (&wrapper(), &["-c", "kernel.cu"])];
    for (program, arguments) in calls {
        let mut process = with_hanging_clang(project.path(), program, arguments).spawn().unwrap();
        let number = project.path().join("clang-pid");
        while !fs::read_to_string(&number).is_ok_and(|text| text.ends_with('\n')) {
            assert!(process.try_wait().unwrap().is_none(), "{} ended before clang started", program.display());
            sleep(Duration::from_millis(10));
        }
        process.kill().unwrap();
        process.wait().unwrap();
        nothing_is_left(project.path());
        fs::remove_file(number).unwrap();
    }
}

#[test]
fn a_bad_project_file_is_one_warning() {
    let project = project("stencil_fixed.cu");
    fs::write(project.path().join("raceproof.toml"), "levl = 1\n").unwrap();
    let output = make(project.path(), "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{stderr}");
    let warnings: Vec<&str> = stderr.lines().filter(|line| line.contains("warning")).collect();
    assert!(warnings.len() == 1 && warnings[0].contains("raceproof.toml:1:1: "), "{stderr}");
}
