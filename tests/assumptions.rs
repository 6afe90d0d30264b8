//! What a kernel's source says of itself is listed with the verdict that rests on it.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::time::Duration;

const ASSUMED: &str = "what the source assumes (`[[assume(…)]]`, alignments) holds";

/// The report on a kernel with this body in blocks of 64 threads. Line 3 is the first of the body.
fn report(body: &str) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unit.cu");
    let source = format!("#include <raceproof.h>\n__global__ void k(int *p, int n) {{ int t = threadIdx.x;\n{body} }}");
    std::fs::write(&file, source).unwrap();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.args(["check", "--format", "json", "--no-cache", "--block-dim", "64"]).arg(&file);
    let output = command.timeout(Duration::from_secs(60)).output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    report["files"][0]["kernels"][0].clone()
}

/// The verdict, and what is assumed.
fn checked(body: &str) -> (String, Vec<String>) {
    let kernel = report(body);
    let assumptions = kernel["assumptions"].as_array().unwrap().iter().map(|a| a.as_str().unwrap().to_owned());
    (kernel["verdict"].as_str().unwrap().to_owned(), assumptions.collect())
}

#[test]
fn what_excludes_a_race_is_listed() {
    let undefined = "control does not come to where behaviour is undefined at line 3";
    let trap = "no thread ends in a trap or a failed assertion";
    for (says, expected) in [
        ("__requires(n == 0);", "the contracts in the source hold"),
        ("[[clang::assume(n == 0)]];", ASSUMED),
        ("if (n) { __builtin_unreachable(); }", undefined),
        ("switch (n) { case 0: break; default: __builtin_unreachable(); }", undefined),
        ("switch (n) { case 0: break; default: __trap(); }", trap),
        ("if (n) { __trap(); }", trap),
        ("if (n) { __builtin_trap(); }", trap),
        ("if (n) { asm volatile(\"trap;\"); }", trap),
        ("if (n) { asm volatile(\"brkpt;\"); }", "no debugger goes on behind a breakpoint"),
        ("if (n) { __brkpt(); }", "no debugger goes on behind a breakpoint"),
    ] {
        let (verdict, assumptions) = checked(&format!("{says} if (n) p[0] = t;"));
        assert_eq!(verdict, "race-free", "{says}");
        assert!(assumptions.iter().any(|a| a == expected), "{says}: {assumptions:?}");
    }
}

#[test]
fn a_stated_alignment_is_listed() {
    let (_, assumptions) = checked("p = (int *)__builtin_assume_aligned(p, 64); p[t] = n;");
    assert!(assumptions.iter().any(|a| a == ASSUMED), "{assumptions:?}");
}

#[test]
fn promises_of_types_are_not_used() {
    for says in [
        "auto f = [](int *q) __attribute__((nonnull)) { return q == nullptr; }; if (f(n ? p : nullptr)) p[0] = t;",
        "int &r = n ? *p : *(int *)nullptr; if (&r == nullptr) p[0] = t;",
    ] {
        let (verdict, assumptions) = checked(says);
        assert_ne!(verdict, "race-free", "{says}: {assumptions:?}");
    }
}

/// All threads of a block have to meet a contract.
#[test]
fn a_contract_that_some_threads_cannot_meet_is_a_contradiction() {
    let contradicts = |body: &str| {
        let findings = report(body)["findings"].as_array().unwrap().clone();
        findings.iter().any(|f| f["code"] == "RP0005" && f["kind"] == "contradictory-assumptions")
    };
    for body in [
        "__requires(threadIdx.x < 32); p[t & 31] = t;",
        "__requires(threadIdx.x != 5); p[t] = t;",
        "__requires(threadIdx.x == n); p[n] = t;",
        "__requires(threadIdx.x < n); __requires(n == 32); p[t & 31] = t;",
        "__builtin_assume(t == 0); p[0] = t;",
    ] {
        assert!(contradicts(body), "{body}");
    }
    for body in [
        "__requires(threadIdx.x < 64); p[t] = t;",
        "__requires(threadIdx.x < n); p[t] = t;",
        "if (t < 32) { __requires(threadIdx.x < 32); p[t] = t; }",
        "__requires(p[t] < 32); p[t] = t;",
        "if (t == 5) __trap(); p[t] = t;",
        "__requires(blockIdx.x == 0); p[t] = t;",
        "__requires(threadIdx.y == 0); p[t] = t;",
    ] {
        assert!(!contradicts(body), "{body}");
    }
}
