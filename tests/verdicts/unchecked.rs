//! What a build compiles of a file: for each architecture, and behind which macros; and what is said of the rest.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::time::Duration;

const KERNEL: &str = "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n";

/// The report of a file, and what is said of it that was not checked.
fn check(source: &str, options: &[&str]) -> (Value, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), source).unwrap();
    report(folder.path(), options)
}

fn report(folder: &Path, options: &[&str]) -> (Value, Vec<String>) {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command
        .current_dir(folder)
        .env_remove("CUDA_PATH")
        .env_remove("CUDA_HOME")
        .env("XDG_CACHE_HOME", folder.join("cache"));
    command.args(["check", "--format", "json", "a.cu"]).args(options);
    let output = command.timeout(Duration::from_secs(120)).output().unwrap();
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let file = document["files"][0].clone();
    let unchecked = file["unchecked"].as_array().cloned().unwrap_or_default();
    (file, unchecked.iter().map(|text| text.as_str().unwrap().to_owned()).collect())
}

fn assumes(kernel: &Value, text: &str) -> bool {
    kernel["assumptions"].as_array().unwrap().iter().any(|assumption| assumption == text)
}

#[test]
fn code_that_is_the_same_is_one_kernel_for_all_architectures() {
    let (file, unchecked) = check(KERNEL, &["-gencode", "arch=compute_80,code=sm_80", "-arch=sm_90"]);
    assert_eq!(file["kernels"].as_array().unwrap().len(), 1);
    assert!(assumes(&file["kernels"][0], "checked as compiled for sm_80, sm_90 only"));
    assert_eq!(unchecked, [] as [&str; 0]);
}

#[test]
fn a_kernel_of_one_architecture_names_it() {
    let source =
        format!("{KERNEL}#if __CUDA_ARCH__ >= 900\n__global__ void late(int *p) {{ p[0] = threadIdx.x; }}\n#endif\n");
    let (file, _) = check(&source, &["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"]);
    let kernels = file["kernels"].as_array().unwrap();
    assert_eq!(kernels.iter().map(|k| k["verdict"].as_str().unwrap()).collect::<Vec<_>>(), ["race-free", "race"]);
    assert!(assumes(&kernels[0], "checked as compiled for sm_80, sm_90 only"));
    assert!(assumes(&kernels[1], "checked as compiled for sm_90 only"));
}

#[test]
fn an_architecture_that_the_file_is_not_for_is_named() {
    let source = format!("#if __CUDA_ARCH__ == 800\n#error not here\n#endif\n{KERNEL}");
    let lists = ["-gencode=arch=compute_80,code=sm_80", "-gencode=arch=compute_90,code=sm_90"];
    let (file, unchecked) = check(&source, &lists);
    assert!(assumes(&file["kernels"][0], "checked as compiled for sm_90 only"));
    assert_eq!(unchecked.len(), 1);
    assert!(unchecked[0].starts_with("a.cu: not checked as compiled for sm_80: "), "{unchecked:?}");
    let (file, _) = check(&source, &["-arch=sm_80"]);
    assert_eq!(file["status"], "not-analysed");
}

#[test]
fn macros_that_a_source_tests_and_that_differ_are_named() {
    let tests = "#ifdef __clang__\n__device__ int a;\n#endif\n#ifdef __NVCC__\n__device__ int b;\n#endif\n";
    let (_, unchecked) = check(&format!("{KERNEL}{tests}"), &[]);
    let said = "a.cu:2 tests `__clang__`, which nvcc does not define: the other branch is not checked";
    assert_eq!(unchecked, [said]);
    let (_, unchecked) = check(&format!("{KERNEL}#ifdef __clang__\n#pragma clang diagnostic push\n#endif\n"), &[]);
    assert_eq!(unchecked, [] as [&str; 0]);
}

#[test]
fn macros_of_one_compiler_s_own_are_named() {
    for test in [
        "#ifdef __DEC32_MAX__",
        "#ifndef __BITINT_MAXWIDTH__",
        "#if defined(EOF)",
        "#if __has_include(<cuda/atomic>)",
        "#ifdef __FLT128_MAX__",
        "#if __INT_FAST16_WIDTH__ == 64",
    ] {
        let (_, unchecked) = check(&format!("{KERNEL}{test}\n__device__ int a;\n#endif\n"), &[]);
        assert_eq!(unchecked.len(), 1, "{test}: {unchecked:?}");
    }
    let (_, unchecked) = check(&format!("{KERNEL}#if __FLT_DIG__ == 6\n__device__ int a;\n#endif\n"), &[]);
    assert_eq!(unchecked, [] as [&str; 0]);
}

#[test]
fn kernels_that_the_preprocessor_leaves_out_are_named() {
    for (source, left_out) in [
        (format!("#ifdef NEVER\n{KERNEL}#endif\n"), true),
        (KERNEL.to_owned(), false),
        (format!("template <class T>\n{KERNEL}"), false),
        ("// no __global__ here\n".to_owned(), false),
    ] {
        let (_, unchecked) = check(&source, &[]);
        let said = unchecked.iter().any(|text| text.starts_with("a.cu:2 has `__global__`, but"));
        assert_eq!((said, unchecked.len()), (left_out, usize::from(left_out)), "{source}");
    }
}

#[test]
fn what_is_said_is_of_the_source_as_it_is_now() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["__clang__", "NEVER", "__clang_major__"] {
        fs::write(folder.path().join("a.cu"), format!("{KERNEL}#ifdef {name}\n__device__ int a;\n#endif\n")).unwrap();
        for _ in 0..2 {
            let (_, unchecked) = report(folder.path(), &[]);
            assert_eq!(unchecked.iter().any(|text| text.contains(name)), name != "NEVER", "{name}: {unchecked:?}");
        }
    }
}

#[test]
fn the_machine_s_own_architecture_is_not_known() {
    let (_, unchecked) = check(KERNEL, &["-arch=native"]);
    assert_eq!(unchecked, ["a.cu: checked as compiled for sm_70: which GPU `-arch=native` finds is not known"]);
}
