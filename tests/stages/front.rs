//! The front end with a real clang: our own CUDA declarations, and their meaning in LLVM's terms.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use raceproof::front::clang::{self, CompiledUnit, Headers, Job, Side, compile};
use raceproof::front::config::Environment;
use raceproof::front::nvcc::{self, Invocation};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// With the search path and nothing else, so that the machine's toolkit does not matter.
fn environment() -> Environment {
    let mut environment = Environment::from_vars(std::env::vars_os());
    environment.cuda_path = None;
    environment
}

fn invocation(options: &str) -> Invocation {
    nvcc::parse(options.split_whitespace().map(OsString::from), &|_| None)
}

fn compile_text(source: &str, side: Side, options: &str) -> Result<CompiledUnit, String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unit.cu");
    fs::write(&file, source).unwrap();
    compile_file(&file, side, options)
}

fn compile_file(file: &Path, side: Side, options: &str) -> Result<CompiledUnit, String> {
    let invocation = invocation(options);
    let architecture = invocation.architectures.first();
    let job = Job { file, side, architecture, invocation: &invocation };
    compile(&job, &environment()).map_err(|error| format!("{error}\n{}", error.details()))
}

/// The device side as LLVM prints it.
fn device(source: &str, options: &str) -> String {
    let unit = compile_text(source, Side::Device, options).unwrap_or_else(|error| panic!("{error}"));
    print(&unit)
}

fn print(unit: &CompiledUnit) -> String {
    let context = Context::create();
    let buffer = MemoryBuffer::create_from_memory_range_copy(&unit.bitcode, "unit");
    context.create_module_from_ir(buffer).unwrap().print_to_string().to_string()
}

#[test]
fn every_family_of_declarations_compiles() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        for (side, options) in [
            (Side::Device, ""),
            (Side::Device, "-arch=sm_80 -std=c++14"),
            (Side::Device, "-arch=sm_100 -std=c++20"),
            (Side::Host, ""),
        ] {
            compile_file(&file, side, options)
                .unwrap_or_else(|error| panic!("{} {side:?} {options}: {error}", file.display()));
        }
    }
}

#[test]
fn synchronisation_keeps_its_meaning() {
    let text = device(
        "#include <cooperative_groups.h>
         __global__ void k(int *p) {
             __syncthreads(); p[0] = __syncthreads_count(p[1]); __syncwarp(7); __threadfence();
             cooperative_groups::this_grid().sync(); cooperative_groups::this_thread_block().sync();
         }",
        "",
    );
    for part in [
        "call void @llvm.nvvm.barrier0()",
        "call i32 @llvm.nvvm.barrier0.popc",
        "call void @llvm.nvvm.bar.warp.sync",
        "call void @llvm.nvvm.membar.gl()",
        "call void @__raceproof_grid_sync()",
        "call void @llvm.nvvm.barrier.sync(i32 0)",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
}

#[test]
fn atomics_keep_their_scope() {
    let source = |call: &str| format!("__global__ void k(int *p) {{ {call}; }}");
    for (call, part) in [
        ("atomicAdd(p, 1)", "atomicrmw add ptr"),
        ("atomicMax((unsigned *)p, 1u)", "atomicrmw umax ptr"),
        ("atomicMax(p, 1)", "atomicrmw max ptr"),
        ("atomicAdd((float *)p, 1.0f)", "atomicrmw fadd ptr"),
        ("atomicExch((float *)p, 1.0f)", "atomicrmw xchg ptr"),
        ("atomicCAS(p, 1, 2)", "cmpxchg ptr"),
        ("atomicSub(p, 1)", "atomicrmw add ptr"),
        ("atomicAdd_block(p, 1)", "@llvm.nvvm.atomic.add.gen.i.cta"),
        ("atomicCAS_block(p, 1, 2)", "@llvm.nvvm.atomic.cas.gen.i.cta"),
        ("atomicAdd_system(p, 1)", "@llvm.nvvm.atomic.add.gen.i.sys"),
    ] {
        let text = device(&source(call), "");
        assert!(text.contains(part), "{call}: {part} is missing in\n{text}");
    }
}

#[test]
fn contracts_become_assumptions() {
    let call = "call void @__raceproof_ass";
    for (text, calls) in [
        ("__requires(n == blockDim.x);", 1),
        ("__assume(n > 0);", 1),
        ("__builtin_assume(threadIdx.x < 4);", 1),
        ("assert(n > 0 && \"positive\");", 1),
        ("", 0),
    ] {
        let source = format!("#include <assert.h>\n#include <raceproof.h>\n__global__ void k(int n) {{ {text} }}");
        let printed = device(&source, "");
        assert_eq!(printed.matches(call).count(), calls, "{text}\n{printed}");
        let silent = device(&source, "-DNDEBUG").matches(call).count();
        assert_eq!(silent, if text.starts_with("assert") { 0 } else { calls }, "{text} with NDEBUG");
    }
}

#[test]
fn a_call_of_ours_is_placed_where_the_user_wrote_it() {
    let text = device("__global__ void k(int *p) {\n  atomicAdd(p, 1);\n}\n", "");
    let helper = text.lines().find(|line| line.starts_with("define") && line.contains("atomicAdd")).unwrap();
    assert!(!helper.contains("!dbg"), "{helper}");
}

#[test]
fn nocudainc_leaves_out_our_declarations_too() {
    let error = compile_text("__global__ void k() {}", Side::Device, "-nocudainc").unwrap_err();
    assert!(error.contains("__global__"), "{error}");
    let own = "__attribute__((global)) void k() { __syncthreads(); }";
    let unit = compile_text(own, Side::Device, "-nocudainc -nocudalib").unwrap();
    assert_eq!(unit.headers, Headers::None);
}

#[test]
fn an_error_keeps_what_clang_said() {
    let error = compile_text("__global__ void k(nonsense n) {}", Side::Device, "").unwrap_err();
    let mut lines = error.lines();
    assert!(lines.next().unwrap().contains("unknown type name 'nonsense'"), "{error}");
    assert!(lines.next().is_some(), "{error}");
}

#[test]
fn architectures_that_clang_does_not_know_are_mapped() {
    for (options, architecture) in
        [("", "sm_70"), ("-arch=sm_35", "sm_50"), ("-arch=sm_120", "sm_90"), ("-arch=sm_90a", "sm_90a")]
    {
        let unit = compile_text("__global__ void k() {}", Side::Device, options).unwrap();
        assert_eq!(unit.told, architecture);
    }
}

#[test]
fn the_clang_that_came_with_the_program_is_first() {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str| {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, format!("#!/bin/sh\necho '{name}'\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    };
    let (named, on_path) = (program("named/clang"), program("path/clang-19"));
    let mut environment = Environment {
        clang: None,
        path: vec![on_path.parent().unwrap().to_owned()],
        executable: Some(folder.path().join("bin/raceproof")),
        ..environment()
    };
    let found = |environment: &Environment| clang::found(environment).unwrap();
    assert_eq!(found(&environment), (on_path, "path/clang-19".to_owned()));
    let shipped = program("lib/raceproof/bin/clang-19");
    assert_eq!(found(&environment), (shipped, "lib/raceproof/bin/clang-19".to_owned()));
    environment.clang = Some(named.clone());
    assert_eq!(found(&environment), (named, "named/clang".to_owned()));
}

/// An environment whose clang notes how it is called, and the notes.
fn noted(folder: &Path) -> (Environment, impl Fn() -> String) {
    let (script, notes) = (folder.join("clang"), folder.join("notes"));
    let environment = environment();
    let clang = environment.clang.clone().or_else(|| environment.find_program("clang-19")).unwrap();
    let text = format!("#!/bin/sh\necho \"$@\" >>'{}'\nexec '{}' \"$@\"\n", notes.display(), clang.display());
    fs::write(&script, text).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    (Environment { clang: Some(script), ..environment }, move || fs::read_to_string(&notes).unwrap())
}

fn compile_in(environment: &Environment, file: &Path, side: Side, options: &str) -> CompiledUnit {
    let invocation = invocation(options);
    let unit = compile(&Job { file, side, architecture: None, invocation: &invocation }, environment);
    unit.unwrap_or_else(|error| panic!("{} {side:?}: {error}\n{}", file.display(), error.details()))
}

#[test]
fn a_precompiled_header_changes_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front");
    let folder = tempfile::tempdir().unwrap();
    let (environment, notes) = noted(folder.path());
    for side in [Side::Device, Side::Host] {
        for (number, file) in ["atomics.cu", "atomics.cu", "host_api.cu", "matrices.cu"].iter().enumerate() {
            let file = root.join(file);
            // Nothing else has this command line.
            let without = compile_in(&environment, &file, side, &format!("-DNUMBER={number}"));
            assert!(!notes().lines().last().unwrap().contains("-include-pch"));
            assert!(compile_in(&environment, &file, side, "") == without, "{} {side:?}", file.display());
            assert_eq!(notes().lines().last().unwrap().contains("-include-pch"), number > 0, "from the second one on");
        }
    }
    assert_eq!(notes().matches("-emit-pch").count(), 2, "one of each side");
}

#[test]
fn a_precompiled_header_follows_its_files() {
    for option in ["-I", "-isystem"] {
        let folder = tempfile::tempdir().unwrap();
        let [file, header] = ["unit.cu", "stddef.h"].map(|name| folder.path().join(name));
        fs::write(&file, "int edition = EDITION;").unwrap();
        for edition in [1, 1, 1, 23, 23] {
            fs::write(&header, format!("#include_next <stddef.h>\n#define EDITION {edition}\n")).unwrap();
            let unit = compile_in(&environment(), &file, Side::Host, &format!("{option} {}", folder.path().display()));
            assert!(print(&unit).contains(&format!("@edition = dso_local global i32 {edition},")), "{edition}");
        }
    }
}
