//! What preparing makes of kernels, seen in their IR.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use raceproof::front::clang::{Job, Side, compile};
use raceproof::front::config::Environment;
use raceproof::front::nvcc::{self, Invocation};
use raceproof::llvm::prepared_ir;
use std::ffi::OsString;
use std::fs;

/// How many accesses a kernel has, and how many variables of its threads are no values.
fn accesses_and_variables(source: &str) -> (usize, usize) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unit.cu");
    fs::write(&file, source).unwrap();
    let mut environment = Environment::from_vars(std::env::vars_os());
    environment.cuda_path = None;
    let invocation: Invocation = nvcc::parse(std::iter::empty::<OsString>(), &|_| None);
    let job = Job { file: &file, side: Side::Device, architecture: None, invocation: &invocation };
    let unit = compile(&job, &environment).unwrap_or_else(|e| panic!("{e}\n{}", e.details()));
    let text = prepared_ir(&file, Some(&unit.bitcode)).unwrap();
    (text.matches("call void @rp.access").count(), text.matches(" = alloca ").count())
}

#[test]
fn loops_through_own_arrays_are_unrolled_where_an_element_decides() {
    let of = |ty: &str, index: &str| {
        accesses_and_variables(&format!(
            "__global__ void k(float *out, const float *in) {{
                 {ty} own[4];
                 for (int i = 0; i < 4; i++) own[i] = in[4 * threadIdx.x + i];
                 for (int i = 0; i < 4; i++) out[{index}] = sinf(2 * own[i]);
             }}"
        ))
    };
    assert_eq!(of("int", "own[i]"), (8, 0), "where it is stored is in the array");
    assert_eq!(of("float", "4 * threadIdx.x + i"), (2, 1), "what is stored decides nothing");
}

#[test]
fn copies_that_are_only_read_are_no_variables() {
    let of = |change: &str| {
        accesses_and_variables(&format!(
            "struct Request {{ float *out; int places[4]; }};
             __device__ void f(Request request, int i) {{ {change}; request.out[request.places[i & 3]] = i; }}
             __global__ void k(Request request, int i) {{ f(request, i); }}"
        ))
    };
    assert_eq!(of(""), (1, 0));
    assert_eq!(of("request.places[i & 1] = 0"), (1, 1), "it is written");
}
