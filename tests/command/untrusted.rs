//! What comes with a checkout that nobody vouches for: compilation databases that would run code, and names that would
//! steer a terminal. Run as a user runs it.

use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const KERNEL: &str =
    "__global__ void __launch_bounds__(256) k(float *out) { out[blockIdx.x * 256 + threadIdx.x] = 1; }\n";
const RACE: &str = "__global__ void k(int *out) { out[0] = threadIdx.x; }\n";

struct Done {
    code: i32,
    out: String,
    err: String,
}

fn raceproof(folder: &Path, arguments: &[&str]) -> Done {
    raceproof_with(folder, arguments, &[])
}

fn raceproof_with(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Done {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_raceproof"));
    command.current_dir(folder).args(arguments).env("RACEPROOF_CACHE_SIZE", "0").envs(variables.iter().copied());
    let output = command.output().expect("it starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Done { code: output.status.code().expect("no signal"), out: text(output.stdout), err: text(output.stderr) }
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("it can be written");
}

/// A checkout with a kernel, a library that leaves a mark in it when it is loaded, and a program that leaves one when it runs.
fn checkout() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mark = folder.path().join("mark");
    write(folder.path(), "a.cu", KERNEL);
    let code = format!(
        "#include <stdio.h>\n__attribute__((constructor)) static void m(void) {{ fclose(fopen(\"{}\", \"w\")); }}\n",
        mark.display()
    );
    write(folder.path(), "x.c", &code);
    let built =
        Command::new("clang-19").args(["-shared", "-fPIC", "x.c", "-o", "x.so"]).current_dir(folder.path()).status();
    assert!(built.expect("clang starts").success());
    write(folder.path(), "nvcc", &format!("#!/bin/sh\ntouch {}\nexit 1\n", mark.display()));
    for program in ["clang-19", "clang", "ptxas", "fatbinary", "ld"] {
        fs::copy(folder.path().join("nvcc"), folder.path().join(program)).expect("it can be copied");
    }
    for program in ["nvcc", "clang-19", "clang", "ptxas", "fatbinary", "ld"] {
        let path = folder.path().join(program);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it can be made a program");
    }
    write(folder.path(), "load.rsp", "-fplugin=./x.so\n-Xclang -load\n-Xclang ./x.so\n");
    for (name, text) in [("hidden.rsp", "m.h\n-fplugin=./x.so\n"), ("@hidden.rsp", ""), ("m.h", "")] {
        write(folder.path(), name, text);
    }
    (folder, mark)
}

fn database(folder: &Path, arguments: &[&str]) {
    let words: Vec<&str> = arguments.iter().copied().chain(["-c", "a.cu"]).collect();
    let entries = json!([{ "directory": folder, "file": "a.cu", "arguments": words }]);
    write(folder, "compile_commands.json", &entries.to_string());
}

/// Ways to name code, each with the option that the warning names.
const LOADING: [(&[&str], &str); 16] = [
    (&["-fplugin=./x.so"], "-fplugin"),
    (&["-fpass-plugin=./x.so"], "-fpass-plugin"),
    (&["-Xclang", "-load", "-Xclang", "./x.so"], "-load"),
    (&["-Xclang", "-load", "-Xclang", "./x.so", "-Xclang", "-add-plugin", "-Xclang", "p"], "-add-plugin"),
    (&["-Xclang=-fplugin=./x.so"], "-fplugin=./x.so"),
    (&["-Xclang", "-fpass-plugin=./x.so"], "-fpass-plugin=./x.so"),
    (&["-mllvm", "-load=./x.so"], "-mllvm"),
    (&["-Xclang", "-mllvm", "-Xclang", "-load=./x.so"], "-mllvm"),
    (&["--config=load.rsp"], "--config"),
    (&["--config", "load.rsp"], "--config"),
    (&["-Wp,-fplugin=./x.so"], "-fplugin=./x.so"),
    (&["-Xpreprocessor", "-fplugin=./x.so"], "-fplugin=./x.so"),
    (&["-Xcompiler", "-fplugin=./x.so"], "-fplugin=./x.so"),
    (&["-Xcompiler=-fplugin=./x.so,-Wall"], "-fplugin=./x.so"),
    (&["--options-file", "load.rsp"], "-fplugin"),
    (&["-B."], "-B"),
];

/// Others, of which there is nothing to say, since they mean nothing else here.
const HIDDEN: [&[&str]; 9] = [
    &["-include", "@hidden.rsp"],
    &["-isystem", "@hidden.rsp"],
    &["-imacros", "@hidden.rsp"],
    &["-iquote", "@hidden.rsp"],
    // An empty value, so that the next option would become one.
    &["-Xcompiler", "-I \"\"", "-isystem", "-fplugin=./x.so"],
    &["-Xcompiler", "-D \"\"", "-isystem", "-fplugin=./x.so"],
    &["-D", "", "-isystem", "-fplugin=./x.so"],
    &["-ccbin", "./nvcc", "--cuda-path=.", "-nocudainc"],
    &["-fuse-ld=./ld", "--ld-path=./ld"],
];

#[test]
fn no_code_of_a_database_runs() {
    let (folder, mark) = checkout();
    for compiler in ["./nvcc", "./clang-19"] {
        for (options, named) in LOADING {
            database(folder.path(), &[&[compiler], options].concat());
            let done = raceproof(folder.path(), &["check", "-p", "."]);
            assert!(!mark.exists(), "{options:?}");
            let warns = |line: &str| line.starts_with("raceproof: warning: a.cu: ") && line.contains(named);
            assert!(done.err.lines().any(warns), "{options:?}: {}", done.err);
            assert!(done.out.contains("1 kernel proved race-free"), "{options:?}: {}", done.out);
        }
        for options in HIDDEN {
            database(folder.path(), &[&[compiler], options].concat());
            raceproof(folder.path(), &["check", "-p", "."]);
            assert!(!mark.exists(), "{options:?}");
        }
    }
}

#[test]
fn no_code_of_a_command_line_or_variable_runs_by_way_of_clang() {
    let (folder, mark) = checkout();
    for (options, named) in LOADING {
        for start in [&["check"][..], &["nvcc", "--", "-c"]] {
            let done = raceproof(folder.path(), &[start, options, &["a.cu"]].concat());
            assert!(!mark.exists() && done.err.contains(named), "{options:?}: {}", done.err);
        }
        let flags = [("NVCC_APPEND_FLAGS", options.join(" "))];
        let flags = flags.each_ref().map(|(name, value)| (*name, value.as_str()));
        let done = raceproof_with(folder.path(), &["nvcc", "--", "-c", "a.cu"], &flags);
        assert!(!mark.exists() && done.err.contains(named), "{options:?}: {}", done.err);
    }
    for options in HIDDEN {
        raceproof(folder.path(), &[&["check"], options, &["a.cu"]].concat());
        assert!(!mark.exists(), "{options:?}");
    }
}

#[test]
fn a_source_s_name_is_no_options_file() {
    let (folder, mark) = checkout();
    write(folder.path(), "@hidden.rsp", KERNEL);
    raceproof(folder.path(), &["check", "@hidden.rsp"]);
    assert!(!mark.exists());
}

#[test]
fn clang_is_not_looked_for_where_the_sources_lie() {
    let (folder, mark) = checkout();
    let (project, elsewhere) = (folder.path(), tempfile::tempdir().expect("a temporary folder"));
    database(project, &["nvcc"]);
    for (name, value) in [("RACEPROOF_CLANG", "./clang-19"), ("PATH", ".")] {
        raceproof_with(elsewhere.path(), &["check", "-p", &project.to_string_lossy()], &[(name, value)]);
        assert!(!mark.exists(), "{name}");
    }
}

#[test]
fn the_settings_of_a_project_hand_nothing_to_clang() {
    let (folder, mark) = checkout();
    write(folder.path(), "raceproof.toml", "options = [\"-fplugin=./x.so\"]\n");
    let done = raceproof(folder.path(), &["check", "a.cu"]);
    assert!(!mark.exists() && done.code == 2 && done.err.contains("unknown field"), "{}", done.err);
}

/// Characters that a terminal obeys, or that turn a line around.
fn active(text: &str) -> Vec<char> {
    let turning = ['\u{202e}', '\u{2066}'];
    text.chars().filter(|&c| (c.is_control() && c != '\n') || turning.contains(&c)).collect()
}

#[test]
fn names_and_sources_do_not_steer_a_terminal() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path();
    let nasty = "\u{1b}[31m\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\r\u{8}\u{7f}";
    let file = format!("a{nasty}.cu");
    let comment = format!("{} /* {nasty} */\n", RACE.trim_end());
    write(path, &file, &comment);
    write(path, "line.cu", &format!("#line 1 \"b\\033[31m\\n\\233.cu\"\n{RACE}"));
    write(path, &format!("broken{nasty}.cu"), "__global__ void k() { nope; }\n");
    fs::create_dir(path.join(format!("x{nasty}"))).expect("a folder");
    write(&path.join(format!("x{nasty}")), "raceproof.toml", "exclude = [\"a.cu\"]\n");
    write(&path.join(format!("x{nasty}")), "a.cu", KERNEL);
    write(path, "k.ll", &MODULE.replace("NAME", "\"k\\1B[31m\\C2\\9B\\0A\""));
    let calls: [&[&str]; 11] = [
        &["check", "-v", &file],
        &["check", "-v", "line.cu"],
        &["check", "-v", "k.ll"],
        &["check", "--emit=kernel", "k.ll"],
        &["check", &format!("broken{nasty}.cu")],
        &["check", "--emit=kernel", &format!("broken{nasty}.cu")],
        &["check", &format!("missing{nasty}.cu")],
        &["check", &format!("x{nasty}/a.cu")],
        &["check", &format!("--format={nasty}"), "a.cu"],
        &["check", "-fplugin=\u{1b}[31m", &file],
        &["explain", nasty],
    ];
    for call in calls {
        let done = raceproof(path, call);
        assert_eq!((active(&done.out), active(&done.err)), (vec![], vec![]), "{call:?}: {:?}", done.err);
    }
    for (format, file) in [("json", file.as_str()), ("sarif", file.as_str()), ("json", "k.ll"), ("sarif", "line.cu")] {
        let done = raceproof(path, &["check", "--format", format, file]);
        assert_eq!(active(&done.out), vec![], "{format}");
        let read: Value = serde_json::from_str(&done.out).expect("JSON");
        if (format, file) == ("json", "k.ll") {
            assert_eq!(read["files"][0]["kernels"][0]["symbol"], "k\u{1b}[31m\u{9b}\n");
        }
    }
}

#[test]
fn a_device_that_debug_information_names_is_not_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    write(folder.path(), "a.cu", &format!("#line 1 \"/dev/zero\"\n{RACE}"));
    let done = raceproof(folder.path(), &["check", "a.cu"]);
    assert!(done.code == 1 && done.out.contains("/dev/zero"), "{}", done.out);
}

const MODULE: &str = r#"target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @NAME(ptr addrspace(1) %p) !dbg !3 {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  store i32 %t, ptr addrspace(1) %p, align 4, !dbg !7
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a\1B[31m\C2\9B.cu", directory: "/nowhere")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "k", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!7 = !DILocation(line: 2, column: 1, scope: !3)
"#;
