//! `make install` and the CMake package: what is installed works from where it lies.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Installs what is built into a folder and moves it, as a package manager does; gives the prefix.
fn installed() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let build = Path::new(env!("CARGO_BIN_EXE_raceproof")).parent().unwrap();
    let mut make = Command::new("make");
    make.current_dir(env!("CARGO_MANIFEST_DIR")).args(["--no-print-directory", "install-files", "PREFIX=/opt/rp"]);
    make.arg(format!("BUILD={}", build.display())).arg(format!("DESTDIR={}/staged", folder.path().display()));
    success(&make.output().unwrap());
    let prefix = folder.path().join("moved to");
    fs::rename(folder.path().join("staged/opt/rp"), &prefix).unwrap();
    (folder, prefix)
}

fn success(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn the_installed_programs_find_each_other() {
    let (folder, prefix) = installed();
    let version = success(&Command::new(prefix.join("bin/raceproof")).arg("--version").output().unwrap());
    assert!(version.starts_with("raceproof "), "{version}");
    assert!(fs::read_to_string(prefix.join("include/raceproof.h")).unwrap().contains("__requires"));

    // A compiler that only leaves an output, behind the wrapper that is first in PATH.
    let real = folder.path().join("real");
    fs::write(&real, "#!/bin/sh\necho made >made.o\n").unwrap();
    success(&Command::new("chmod").arg("+x").arg(&real).output().unwrap());
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/stencil_racy.cu");
    let others = std::env::var_os("PATH").unwrap();
    let first = [prefix.join("libexec/raceproof/bin")];
    let path = std::env::join_paths(first.into_iter().chain(std::env::split_paths(&others))).unwrap();
    let mut nvcc = Command::new("sh");
    nvcc.args(["-c", "nvcc -c \"$0\" -o made.o"]).arg(example).current_dir(folder.path());
    nvcc.env("PATH", path).env("RACEPROOF_NVCC", &real).env("XDG_CACHE_HOME", folder.path());
    for name in ["RACEPROOF", "RACEPROOF_FLAGS", "RACEPROOF_BIN", "CUDA_PATH"] {
        nvcc.env_remove(name);
    }
    let output = nvcc.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("error[RP0001]"), "{output:?}");
}

#[test]
fn the_installed_plugin_finds_the_installed_program() {
    let (folder, prefix) = installed();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut clang = Command::new("clang-19");
    clang.args(["-x", "cuda", "--cuda-gpu-arch=sm_70", "--cuda-device-only", "-nocudainc", "-nocudalib", "-w", "-O1"]);
    clang.args(["-S", "-D__RACEPROOF__", "-include", "raceproof/cuda.h", "-isystem"]).arg(root.join("include"));
    clang.arg("-isystem").arg(root.join("include/common")).arg("-o").arg(folder.path().join("out.s"));
    let plugin = prefix.join("lib/raceproof/libraceproof_plugin.so");
    clang.arg(format!("-fpass-plugin={}", plugin.display())).arg(root.join("examples/stencil_racy.cu"));
    clang.env_remove("RACEPROOF_BIN").env_remove("RACEPROOF_FLAGS").env("PATH", "/usr/bin:/bin");
    let output = clang.env("XDG_CACHE_HOME", folder.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("error[RP0001]"), "{said}");
}

#[test]
fn what_is_built_is_installed_without_the_plugin() {
    let folder = tempfile::tempdir().unwrap();
    for program in ["raceproof", "nvcc"] {
        fs::write(folder.path().join(program), "").unwrap();
    }
    let mut make = Command::new("make");
    make.current_dir(env!("CARGO_MANIFEST_DIR")).args(["--no-print-directory", "install-files", "PREFIX=/rp"]);
    make.arg(format!("BUILD={}", folder.path().display())).arg(format!("DESTDIR={}", folder.path().display()));
    let said = success(&make.output().unwrap());
    assert!(said.contains("no pass plugin"), "{said}");
    for file in ["bin/raceproof-nvcc", "lib/cmake/raceproof/raceproof-config-version.cmake"] {
        assert!(folder.path().join("rp").join(file).is_file(), "{file}");
    }
}

/// Configures a project with this text in its middle and gives what CMake prints.
fn configure(folder: &Path, prefix: &Path, text: &str) -> Output {
    let project = folder.join("project");
    fs::create_dir_all(&project).unwrap();
    let start = "cmake_minimum_required(VERSION 3.18)\nproject(tiny LANGUAGES CXX)\n";
    fs::write(project.join("a.cpp"), "#include <raceproof.h>\nint main() { __requires(true); }\n").unwrap();
    fs::write(project.join("CMakeLists.txt"), format!("{start}add_executable(app a.cpp)\n{text}")).unwrap();
    let mut cmake = Command::new("cmake");
    cmake.arg("-S").arg(&project).arg("-B").arg(folder.join("build"));
    cmake.arg(format!("-DCMAKE_PREFIX_PATH={}", prefix.display())).output().unwrap()
}

#[test]
fn cmake_finds_the_package_and_starts_the_wrapper_for_the_targets_that_are_named() {
    let (folder, prefix) = installed();
    let text = "
find_package(raceproof 0.1 REQUIRED)
add_executable(other a.cpp)
raceproof_enable(app WARN FLAGS --block-dim 256 --strict)
set_target_properties(other PROPERTIES CUDA_COMPILER_LAUNCHER \"ccache;a=b\")
raceproof_enable(other)
foreach(target app other)
  get_target_property(launcher ${target} CUDA_COMPILER_LAUNCHER)
  message(STATUS \"${target} starts ${launcher}\")
endforeach()
";
    let said = success(&configure(folder.path(), &prefix, text));
    let nvcc = prefix.join("libexec/raceproof/bin/nvcc");
    let flags = "-E;env;RACEPROOF=warn;RACEPROOF_FLAGS=--block-dim 256 --strict";
    let line = |target: &str| said.lines().find(|line| line.contains(&format!("{target} starts"))).unwrap().to_owned();
    assert!(line("app").ends_with(&format!("{flags};{}", nvcc.display())), "{said}");
    assert!(line("other").ends_with(&format!("starts {};ccache;a=b", nvcc.display())), "{said}");
    success(&Command::new("cmake").arg("--build").arg(folder.path().join("build")).output().unwrap());
}

#[test]
fn cmake_says_what_is_wrong() {
    let (folder, prefix) = installed();
    for (text, message) in [
        ("find_package(raceproof REQUIRED)\nraceproof_enable(nothing)\n", "nothing is no target"),
        ("find_package(raceproof REQUIRED)\nraceproof_enable()\n", "no target"),
        ("find_package(raceproof REQUIRED)\nraceproof_enable(app)\nraceproof_enable(app)\n", "enabled twice"),
        ("find_package(raceproof 99 REQUIRED)\n", "99"),
    ] {
        let output = configure(folder.path(), &prefix, text);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(message), "{text}: {said}");
    }
    fs::remove_file(prefix.join("libexec/raceproof/bin/nvcc")).unwrap();
    let output = configure(folder.path(), &prefix, "find_package(raceproof REQUIRED)\n");
    let said = String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!output.status.success() && said.contains("is not installed"), "{said}");
}
