//! The pass plugin in clang: it finds what `raceproof check` finds, changes nothing in the output, and fails a compilation
//! only for a finding.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The plugin, which cargo builds with the tests as an example.
fn plugin() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_raceproof")).parent().unwrap();
    let plugin = folder.join("examples/libraceproof_plugin.so");
    assert!(plugin.is_file(), "{} is not built: `cargo build --example raceproof_plugin`", plugin.display());
    plugin
}

/// clang on an example, as CUDA without a toolkit, to assembly in `output`.
fn clang(example: &str, output: &Path, with_plugin: bool, flags: &str, program: &Path) -> Output {
    clang_asked(example, output, with_plugin, flags, program, "error")
}

fn clang_asked(example: &str, output: &Path, with_plugin: bool, flags: &str, program: &Path, policy: &str) -> Output {
    let mut command = Command::new("clang-19");
    command.current_dir(root()).env("RACEPROOF", policy).env("RACEPROOF_FLAGS", flags).env("RACEPROOF_BIN", program);
    command.args([
        "-x",
        "cuda",
        "--cuda-gpu-arch=sm_70",
        "--cuda-device-only",
        "-nocudainc",
        "-nocudalib",
        "-w",
        "-O2",
    ]);
    command.args(["-gline-tables-only", "-D__RACEPROOF__", "-include", "raceproof/cuda.h"]);
    command.args(["-isystem", "include", "-isystem", "include/embedded", "-isystem", "include/common", "-S", "-o"]);
    command.arg(output).arg(example);
    if with_plugin {
        command.arg(format!("-fpass-plugin={}", plugin().display()));
    }
    command.output().unwrap()
}

/// A kernel's name, its verdicts, and each finding's code and line.
type Essence = (String, String, Vec<(String, u64)>);

fn essence(report: &Value) -> Vec<Essence> {
    let kernels = report["files"][0]["kernels"].as_array().unwrap().iter();
    let text = |v: &Value| v.as_str().unwrap().to_owned();
    let finding = |f: &Value| (text(&f["code"]), f["line"].as_u64().unwrap());
    kernels
        .map(|k| {
            let findings = k["findings"].as_array().unwrap().iter().map(finding).collect();
            (text(&k["name"]), format!("{} {}", text(&k["verdict"]), text(&k["divergence"])), findings)
        })
        .collect()
}

/// The document that raceproof printed, which compiler messages may follow.
fn document(text: &[u8]) -> Value {
    serde_json::Deserializer::from_slice(text).into_iter().next().unwrap().unwrap()
}

#[test]
fn it_finds_in_clang_what_check_finds() {
    let raceproof = Path::new(env!("CARGO_BIN_EXE_raceproof"));
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.s");
    for (example, code) in
        [("transpose_racy", 1), ("stencil_fixed", 0), ("barrier_divergent", 1), ("reduction_fixed", 0)]
    {
        let example = format!("examples/{example}.cu");
        let alone = Command::new(raceproof).current_dir(root()).args(["check", "--format", "json", &example]).output();
        let inside = clang(&example, &output, true, "--format json", raceproof);
        let inside_text = String::from_utf8_lossy(&inside.stderr);
        assert_eq!(inside.status.code(), Some(code), "{example}: {inside_text}");
        assert_eq!(essence(&document(&inside.stderr)), essence(&document(&alone.unwrap().stdout)), "{example}");
        assert_eq!(inside_text.contains("raceproof found errors"), code == 1, "{example}: {inside_text}");
    }
}

#[test]
fn the_output_is_the_one_without_it() {
    let raceproof = Path::new(env!("CARGO_BIN_EXE_raceproof"));
    let folder = tempfile::tempdir().unwrap();
    let outputs = [false, true].map(|with_plugin| {
        let output = folder.path().join("out.s");
        let run = clang("examples/scan_fixed.cu", &output, with_plugin, "", raceproof);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        std::fs::read(&output).unwrap()
    });
    assert!(!outputs[0].is_empty());
    assert_eq!(outputs[0], outputs[1]);
}

#[test]
fn the_project_file_of_the_source_counts() {
    let raceproof = Path::new(env!("CARGO_BIN_EXE_raceproof"));
    let folder = tempfile::tempdir().unwrap();
    let (sources, output) = (folder.path().join("src"), folder.path().join("out.s"));
    std::fs::create_dir(&sources).unwrap();
    let source = sources.join("stencil.cu");
    std::fs::copy(root().join("examples/stencil_racy.cu"), &source).unwrap();
    let run = |toml: &str| {
        std::fs::write(folder.path().join("raceproof.toml"), toml).unwrap();
        let run = clang(source.to_str().unwrap(), &output, true, "", raceproof);
        (run.status.success(), String::from_utf8(run.stderr).unwrap())
    };
    let (passed, text) = run("");
    assert!(!passed && text.contains("error[RP0001]"), "{text}");
    let (passed, text) = run("[severity]\nRP0001 = \"warning\"\n");
    assert!(passed && text.contains("warning[RP0001]"), "{text}");
    assert_eq!(run("exclude = [\"src\"]\n"), (true, String::new()));
    let (passed, text) = run("levl = 1\n");
    assert!(passed && text.starts_with("raceproof: warning: not checked for data races: "), "{text}");
    assert!(text.contains("raceproof.toml:1:1: ") && text.lines().count() == 1, "{text}");
}

#[test]
fn the_user_can_ask_for_less() {
    let raceproof = Path::new(env!("CARGO_BIN_EXE_raceproof"));
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.s");
    for (policy, said) in [("warn", true), ("off", false)] {
        let run = clang_asked("examples/stencil_racy.cu", &output, true, "", raceproof, policy);
        let text = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && text.contains("RP0001") == said, "{policy}: {text}");
    }
}

#[test]
fn without_raceproof_the_compilation_goes_on_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.s");
    let run = clang("examples/transpose_racy.cu", &output, true, "", Path::new("/nonexistent/raceproof"));
    let text = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success() && output.is_file(), "{text}");
    assert!(text.contains("raceproof: warning: not checked for data races"), "{text}");
}

#[test]
fn a_module_that_comes_late_is_said_to_be_optimised() {
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("scan.ll");
    let raceproof = Path::new(env!("CARGO_BIN_EXE_raceproof"));
    let made = Command::new("clang-19")
        .current_dir(root())
        .args(["-x", "cuda", "--cuda-gpu-arch=sm_70", "--cuda-device-only", "-nocudainc", "-nocudalib", "-w", "-O0"])
        .args(["-D__RACEPROOF__", "-include", "raceproof/cuda.h", "-isystem", "include", "-S", "-emit-llvm"])
        .args(["-o".as_ref(), module.as_os_str(), "examples/scan_fixed.cu".as_ref()])
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for (pass, said) in [("raceproof", true), ("default<O1>", false)] {
        let run = Command::new("opt-19")
            .env("RACEPROOF_BIN", raceproof)
            .env("RACEPROOF_FLAGS", "-v")
            .arg(format!("-load-pass-plugin={}", plugin().display()))
            .args([&format!("-passes={pass}"), "-disable-output"])
            .arg(&module)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&run.stderr);
        assert!(run.status.success() && text.contains("proved race-free"), "{text}");
        assert_eq!(text.contains("no optimiser has removed accesses"), said, "{pass}: {text}");
    }
}
