//! What a kernel's source says of itself is listed with the verdict that rests on it.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;

const ASSUMED: &str = "what the source assumes (`[[assume(…)]]`, alignments) holds";

/// The report on a kernel with this body in blocks of 64 threads. Line 3 is the first of the body.
fn report(body: &str) -> Value {
    let source = format!("#include <raceproof.h>\n__global__ void k(int *p, int n) {{ int t = threadIdx.x;\n{body} }}");
    report_on(&source, &["--block-dim", "64"])
}

/// The report on the only kernel of a unit.
fn report_on(source: &str, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unit.cu");
    std::fs::write(&file, source).unwrap();
    crate::checked(&file, options).1[0].clone()
}

/// The verdict, and what is assumed.
fn checked(body: &str) -> (String, Vec<String>) {
    let kernel = report(body);
    let assumptions = kernel["assumptions"].as_array().unwrap().iter().map(|a| a.as_str().unwrap().to_owned());
    (kernel["verdict"].as_str().unwrap().to_owned(), assumptions.collect())
}

#[test]
fn a_contract_that_asks_for_blocks_larger_than_an_array_says_why() {
    let kernel = |contract: &str| {
        let body = "__shared__ int s[64]; s[threadIdx.x] = blockIdx.x; __syncthreads(); out[blockIdx.x * blockDim.x + threadIdx.x] = s[0];";
        let source = format!("#include <raceproof.h>\n__global__ void k(int *out) {{ {contract} {body} }}");
        report_on(&source, &[])
    };
    let excluded = kernel("__requires(blockDim.x >= 100);");
    assert_eq!(excluded["verdict"], "unknown");
    let said = excluded["findings"][0]["message"].as_str().unwrap();
    assert!(said.contains("blockDim.x <= 64, since the threads of a block stay inside of its arrays"), "{said}");
    assert_eq!(kernel("__requires(blockDim.x >= 10);")["verdict"], "race-free");
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

#[test]
fn functions_that_other_files_may_have_too_are_named() {
    let assumed = "no other file has the kernel launched by `run";
    for (kernel, function, expected) in [
        ("", "inline", true),
        ("", "template <int N = 0>", true),
        ("", "static", false),
        // What other units call is launched with any arguments.
        ("", "", false),
        // Each unit has a kernel of its own.
        ("template <int N = 0>", "inline", false),
    ] {
        let source = format!(
            "{kernel} __global__ void k(int *p) {{ p[threadIdx.x] = 1; }}
             {function} void run(int *p, int n) {{ k<<<1, n>>>(p); }} void caller(int *p) {{ run(p, 64); }}"
        );
        let report = report_on(&source, &[]);
        let assumptions: Vec<&str> =
            report["assumptions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(report["verdict"], "race-free", "{source}");
        assert_eq!(assumptions.iter().any(|a| a.starts_with(assumed)), expected, "{source}: {assumptions:?}");
    }
}

#[test]
fn what_functions_leave_in_variables_of_the_host_is_listed() {
    let assumed = "functions of the host keep no address of a local variable that they are passed";
    for (says, expected) in [
        // Nothing is left of the number that is read twice.
        ("int n; ask(&n); int before = n; other(); k<<<4, 64 + n - before>>>(p);", true),
        ("int n; ask(&n); if (n == 64) k<<<4, n>>>(p);", true),
        ("int n; help(&n); int before = n; other(); k<<<4, 64 + n - before>>>(p);", true),
        ("int n; ask(&n); k<<<4, 64>>>(p);", false),
        ("int n = 64; k<<<4, n>>>(p);", false),
    ] {
        let source = format!(
            "__global__ void k(int *p) {{ p[blockIdx.x * 64 + threadIdx.x] = 1; }}
             void ask(int *n); void other(); static void help(int *n) {{ ask(n); }}
             void run(int *p) {{ {says} }}"
        );
        let report = report_on(&source, &[]);
        let assumptions: Vec<&str> =
            report["assumptions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert_eq!(report["verdict"], "race-free", "{source}");
        assert_eq!(assumptions.contains(&assumed), expected, "{source}: {assumptions:?}");
    }
}

#[test]
fn what_is_given_and_is_not_so_is_refused() {
    let source = "__global__ void k(int *p, int n) { p[blockIdx.x * 128 + threadIdx.x] = n; } void f(int *p) { k<<<2, 64>>>(p, 5); k<<<2, 96>>>(p, -5); }";
    for (options, expected) in [
        (&["--block-dim", "64"][..], Some("blockDim.x is 96, not 64")),
        (&["--block-dim", "32"], Some("blockDim.x is 64, not 32")),
        (&["--grid-dim", "4"], Some("gridDim.x is 2, not 4")),
        (&["--param", "n=5"], Some("n is -5, not 5")),
        (&["--grid-dim", "2"], None),
        (&["--block-dim", "32", "--launches=any"], None),
    ] {
        let report = report_on(source, options);
        let message = report["findings"][0]["message"].as_str();
        match expected {
            Some(text) => {
                assert_eq!(report["verdict"], "unknown", "{options:?}");
                assert!(message.is_some_and(|m| m.ends_with(text)), "{options:?}: {message:?}");
            }
            None => assert_eq!(message, None, "{options:?}"),
        }
    }
}

#[test]
fn bounds_of_loops_and_returns_before_barriers_are_listed() {
    let bound = "each loop runs fewer than 2^31 iterations";
    let returned = "the accesses of a thread that has returned are over when the other threads pass their next barrier";
    for (body, text, expected) in [
        ("long long i = 0; while (i < n) i++; if (i > 3000000000LL) p[0] = t;", bound, true),
        ("p[t] = n;", bound, false),
        ("p[t] = n; if (t & 1) return; __syncwarp(); p[t ^ 1] = 1;", returned, true),
        ("p[t] = n; if (t > 31) return; __syncthreads(); p[t + 32] = 1;", returned, true),
        ("p[t] = n; __syncthreads(); if (t > 31) return; p[t + 32] = 1;", returned, false),
    ] {
        let (verdict, assumptions) = checked(body);
        assert_eq!(verdict, "race-free", "{body}");
        assert_eq!(assumptions.iter().any(|a| a == text), expected, "{body}: {assumptions:?}");
    }
}
