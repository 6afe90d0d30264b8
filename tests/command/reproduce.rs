//! The program that `raceproof reproduce` writes launches what is meant, as the witness asks. `tests/toolkit/` compiles programs.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::process::Command;

/// The program for the first error of a source, and its Makefile.
fn written(source: &str, options: &str) -> (String, String) {
    let [program, makefile, _] = all_written(source, options);
    (program, makefile)
}

/// The copy of the source too, empty if there is none.
fn all_written(source: &str, options: &str) -> [String; 3] {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), source).unwrap();
    let raceproof = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raceproof"));
        command.args(line.split_whitespace()).args(options.split_whitespace()).current_dir(folder.path());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let report: serde_json::Value = serde_json::from_str(&raceproof("check --format json a.cu")).unwrap();
    let kernels = report["files"][0]["kernels"].as_array().unwrap();
    let mut findings = kernels.iter().flat_map(|kernel| kernel["findings"].as_array().unwrap());
    let id = findings.find(|finding| finding["severity"] == "error").and_then(|finding| finding["id"].as_str());
    raceproof(&format!("reproduce {} -o out a.cu", id.unwrap()));
    let text = |name: &str| fs::read_to_string(folder.path().join("out").join(name));
    [text("reproduce.cu").unwrap(), text("Makefile").unwrap(), text("paused.cu").unwrap_or_default()]
}

/// `main` has a parameter `count`, CUDA's headers have functions `any`.
#[test]
fn a_kernel_is_found_whatever_its_name_is() {
    let source = "struct Node { int x; };\n__device__ int word;\n";
    for (kernel, named) in [
        ("count(Node *n) { n->x += threadIdx.x; }", "&::count)"),
        ("any(int *n) { *n += threadIdx.x; }", "static_cast<void (*)(int*)>(&::any)"),
        ("words(int *n) { if (word == 3) *n = threadIdx.x; }", "cudaMemcpyToSymbol(::word,"),
    ] {
        let (program, _) = written(&format!("{source}__global__ void {kernel}\n"), "--block-dim 64");
        assert!(program.contains(named), "{program}");
    }
}

#[test]
fn clusters_are_launched_as_large_as_the_witness_has_them() {
    let source = include_str!("../ui/race/cluster_rounds.cu");
    let (program, _) = written(source, "--block-dim 64 -arch=sm_90");
    assert!(program.contains("rp::launch_clusters(kernel, grid, block, dim3(2u, 1u, 1u), arguments, 0)"), "{program}");
}

#[test]
fn blocks_that_wait_for_each_other_are_launched_together() {
    let source = include_str!("../ui/divergent/grid_sync_branch.cu");
    let (program, _) = written(source, "--block-dim 64 --grid-dim 4");
    assert!(
        program.contains("rp::check(cudaLaunchCooperativeKernel(kernel, grid, block, arguments, 0, 0));"),
        "{program}"
    );
}

/// nvcc counts some arrays that have no memory of their own, and aligns what is dynamic.
#[test]
fn dynamic_shared_memory_fits_beside_the_kernels_own() {
    let source = "extern __shared__ int s[];\n__global__ void k(int *p) { s[threadIdx.x] = 1; p[threadIdx.x] = s[63 - threadIdx.x]; }\n";
    let (program, makefile) = written(source, "--block-dim 64");
    assert!(program.contains("arguments, rp::room(kernel, 49152), 0)"), "{program}");
    assert!(program.contains("or `make racecheck`"), "{program}");
    // Else a read that comes too early finds the same numbers, left by the launch before.
    assert!(program.contains("rp::leave_in_shared(run % 61 + 1);"), "{program}");
    assert!(program.contains("differently, or the kernel reads shared memory that nobody has written"), "{program}");
    // It would define __OPTIMIZE__, which the check did not.
    assert!(!makefile.contains("-O1"), "{makefile}");
}

#[test]
fn an_address_that_is_passed_as_a_number_leads_into_memory() {
    let source = "__global__ void k(unsigned long long table) { ((int *)table)[threadIdx.x / 2] = threadIdx.x; }\n";
    let (program, _) = written(source, "--block-dim 64");
    assert!(program.contains("rp::Buffer buffer0(\"table\""), "{program}");
    assert!(program.contains("rp::put(argument0 + 0, (unsigned long long)(buffer0.start + (0ll)), 8);"), "{program}");
    assert!(program.contains("or RACEPROOF_PAUSE(1) in the source"), "{program}");
}

/// Whoever finds a table in memory finds pointers there.
#[test]
fn pointers_of_a_table_lead_into_memory() {
    let source = "struct Part { float *data; int pitch; };\n__constant__ Part parts[4];\n";
    for (kernel, said) in [
        ("k(int *const *rows) { rows[0][0] = threadIdx.x; }", "rp::point(buffer0, buffer1);"),
        (
            "k(int n) { parts[n].data[0] = threadIdx.x; }",
            "cudaMemcpyToSymbol(::parts, rp::pointers(buffer0, sizeof(::parts)).data(), sizeof(::parts))",
        ),
    ] {
        let (program, _) = written(&format!("{source}__global__ void {kernel}\n"), "--block-dim 64");
        assert!(program.contains(said), "{program}");
    }
}

/// What is passed may be the address of a variable.
#[test]
fn a_variable_that_is_passed_is_the_variable() {
    let (program, _) = written(include_str!("../ui/race/overlap_with_variable.cu"), "");
    assert!(program.contains("rp::Buffer buffer0(\"cells\", rp::address(::cells), sizeof(::cells));"), "{program}");
}

/// `numbers` are to change something.
#[test]
fn factors_that_may_be_anything_are_not_zero() {
    let source = "__global__ void k(float *p, float f) { p[threadIdx.x / 2] = f * threadIdx.x; }\n";
    let (program, _) = written(source, "--block-dim 64");
    assert!(program.contains("argument1[3] = count > 2 ? 0x40 : 0;"), "{program}");
}

/// A kernel in which threads of different warps race.
fn neighbours(body: &str) -> String {
    format!("__global__ void k(int *a, int n) {{\n  int t = threadIdx.x;\n{body}}}\n")
}

#[test]
fn a_thread_of_the_race_waits_before_its_access() {
    for (body, paused) in [
        (
            "  a[t] = t;\n  a[t + 64] = n;\n",
            "  RACEPROOF_PAUSE(2);\n  a[t] = t;\n  RACEPROOF_PAUSE(1);\n  a[t + 64] = n;\n",
        ),
        ("  a[0] =\n      t;\n", "  RACEPROOF_PAUSE(1);\n  RACEPROOF_PAUSE(2);\n  a[0] =\n      t;\n"),
        // Where it cannot stand before the statement it gets braces.
        (
            "  if (n > 3)\n    a[t / 2] = t; // all\n  else\n    a[t + 1000] = t;\n",
            "  if (n > 3)\n    { RACEPROOF_PAUSE(1); RACEPROOF_PAUSE(2); a[t / 2] = t; } // all\n  else\n    a[t + 1000] = t;\n",
        ),
        ("  if (n > 3) a[0] = t;\n", "  RACEPROOF_PAUSE(1);\n  RACEPROOF_PAUSE(2);\n  if (n > 3) a[0] = t;\n"),
    ] {
        let [program, makefile, copy] = all_written(&neighbours(body), "--block-dim 128 --grid-dim 1");
        assert!(copy == neighbours(paused) || copy == neighbours(&swapped(paused)), "{copy}");
        assert!(makefile.contains("PROGRAMS := reproduce paused1 paused2\n"), "{makefile}");
        assert!(program.contains("#ifdef RACEPROOF_PAUSED\n#include \"paused.cu\"\n#else\n"), "{program}");
        assert!(program.contains("__nanosleep(100000);"), "{program}");
        // What comes out is compared with a run in which nobody waits.
        assert!(program.contains("rp::allow_pauses(run);"), "{program}");
    }
}

/// Which access is the first is no matter.
fn swapped(text: &str) -> String {
    text.replace("(1)", "(0)").replace("(2)", "(1)").replace("(0)", "(2)")
}

#[test]
fn where_no_pause_can_stand_the_program_says_so() {
    for (source, why) in [
        ("__global__ void k(int *a) { a[0] = threadIdx.x; }\n".to_owned(), "its statement is not the first one of its line"),
        (neighbours("  n = 3; a[0] = t;\n"), "its statement is not the first one of its line"),
        (
            "#define BODY \\\n  a[0] = t;\n__global__ void k(int *a) { int t = threadIdx.x; BODY }\n".to_owned(),
            "its statement is not the first one of its line",
        ),
        (format!("#define HEADER <stdint.h>\n#include HEADER\n{}", neighbours("  a[0] = t;\n")), "the source includes files"),
        // A function that must not call others.
        (
            "__device__ constexpr int set(int *a, int t) {\n  a[0] = t;\n  return 0;\n}\n__global__ void k(int *a) { set(a, threadIdx.x); }\n"
                .to_owned(),
            "the source does not compile with it",
        ),
    ] {
        let [program, makefile, copy] = all_written(&source, "--block-dim 128");
        assert_eq!(copy, "", "{source}");
        assert!(program.contains(&format!("// There is no pause before access (1): {why}")), "{program}");
        assert!(makefile.contains("PROGRAMS := reproduce\n") && !program.contains("paused.cu"), "{makefile}");
    }
}

/// Nobody races at a barrier that some threads miss.
#[test]
fn other_findings_have_no_pauses() {
    let source = "__global__ void k() {\n  if (threadIdx.x < 5)\n    __syncthreads();\n}\n";
    let [program, _, copy] = all_written(source, "--block-dim 64");
    assert!(copy.is_empty() && !program.contains("There is no pause"), "{program}");
}
