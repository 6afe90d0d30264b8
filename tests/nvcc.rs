//! The wrapper with the real analyser, in a build: a Makefile whose `NVCC` is the wrapper fails on a racy kernel and
//! passes on the fixed one. The compiler behind it is a stand-in that only writes its output, so no toolkit is needed.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
fn a_source_that_clang_rejects_is_one_warning() {
    let project = project("stencil_fixed.cu");
    fs::write(project.path().join("kernel.cu"), "__global__ void k() { undeclared = 1; }\n").unwrap();
    let output = make(project.path(), "");
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && project.path().join("kernel.o").exists(), "{stderr}");
    assert!(stderr.contains("warning"), "{stderr}");
}
