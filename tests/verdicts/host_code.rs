//! What host code costs that LLVM refuses, with a clang that gives such code.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;

/// A clang that makes this of the host side.
fn check_with_host_ir(ir: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let kernel =
        "__global__ void k(int *p) { p[threadIdx.x / 2] = threadIdx.x; }\nvoid f(int *p) { k<<<1, 64>>>(p); }\n";
    fs::write(path("unit.cu"), kernel).unwrap();
    fs::write(path("host.ll"), ir).unwrap();
    let script = "#!/bin/sh
case \" $* \" in
    *' -E '*) ;;
    *' --cuda-host-only '*) exec cat \"${0%/*}/host.ll\" ;;
esac
exec clang-19 \"$@\"
";
    fs::write(path("clang"), script).unwrap();
    fs::set_permissions(path("clang"), std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let mut check = std::process::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    check.args(["check", "-v", "--no-cache", "unit.cu"]).current_dir(folder.path()).env_remove("CUDA_PATH");
    let output = check.env("RACEPROOF_CLANG", path("clang")).output().unwrap();
    (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[test]
fn malformed_host_code_costs_the_launches_and_not_the_verdicts() {
    let layout = "target triple = \"x86_64-pc-linux-gnu\"\n";
    for (ir, why) in [
        ("define i32 @f() {\n  %a = add i32 %b, 1\n  %b = add i32 %a, 1\n  ret i32 %b\n}\n", "does not dominate"),
        ("define void @f(ptr %p) {\n  ret void\n", "found end of file"),
        ("target datalayout = \"nonsense\"\n", "not a number"),
    ] {
        let (code, text) = check_with_host_ir(&format!("{layout}{ir}"));
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("error[RP0001]"), "{text}");
        let note = text.lines().find(|line| line.contains("how kernels are launched is not known")).unwrap_or(&text);
        assert!(note.contains(why), "{note}");
    }
}
