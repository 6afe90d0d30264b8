//! The program that `raceproof reproduce` writes launches what is meant, as the witness asks. `tests/toolkit/` compiles programs.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use std::fs;
use std::process::Command;

/// The program for the first error of a source, and its Makefile.
fn written(source: &str, options: &str) -> (String, String) {
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
    let text = |name: &str| fs::read_to_string(folder.path().join("out").join(name)).unwrap();
    (text("reproduce.cu"), text("Makefile"))
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
    assert!(program.contains("or RACEPROOF_PAUSE in the source"), "{program}");
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
