//! Command lines of every kind with and without the wrapper: the same files, exit status, standard output and errors.
//!
//! Each is run without and with it, in the same folder, which is emptied in between. Names of temporary files are made equal
//! first. Where the two still differ it is run once more without: what differs then, too, is nvcc's own doing and is not
//! compared. After nvcc's errors the wrapper may print what raceproof says.

use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::{trial, wrapper};

/// The sources of every command.
const FILES: &[(&str, &str)] = &[
    ("a.cu", "__global__ void a(int *x) { x[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\nint main() { return 0; }\n"),
    ("b.cu", "extern __device__ int twice(int);\n__global__ void b(int *x) { x[threadIdx.x] = twice(1); }\n"),
    ("d.cu", "__device__ int twice(int v) { return 2 * v; }\nint main() { return 3; }\n"),
    ("e.cu", "#include \"e.h\"\n__global__ void e(int *x) { x[threadIdx.x] = VALUE; }\n"),
    ("inc/e.h", "#ifndef VALUE\n#define VALUE 7\n#endif\n"),
    ("pre.h", "#define VALUE 8\n"),
    ("host.cpp", "int host() { return 1; }\n"),
    ("kernel.txt", "__global__ void k(float *x) { x[threadIdx.x] *= 2; }\n"),
    ("bad.cu", "__global__ void k() { undeclared = 1; }\n"),
    ("warn.cu", "__global__ void k(int *x) { int unused; x[threadIdx.x] = 1; }\n"),
    ("print.cu", "#include <cstdio>\nint main(int n, char **v) { printf(\"%d %s\\n\", n, v[n - 1]); return 4; }\n"),
    ("outer.rsp", "-DVALUE=9 --options-file inner.rsp\n"),
    ("inner.rsp", "-I\"inc\"\n"),
    ("out/keep", ""),
];

/// `nvcc` stands for the compiler; a shell runs the line.
const COMMANDS: &[&str] = &[
    // One object, several, where they go.
    "nvcc -c a.cu -o a.o",
    "nvcc -c a.cu",
    "nvcc -c a.cu warn.cu",
    "nvcc -c a.cu host.cpp -odir out",
    "nvcc --compile a.cu --output-file=out/x.o",
    "nvcc -c host.cpp",
    "nvcc -x cu -c kernel.txt -o k.o",
    "nvcc -x cu -c host.cpp",
    "nvcc -x c++ -c kernel.txt",
    "nvcc -x cu -c - -o stdin.o <kernel.txt",
    // Device code.
    "nvcc -ptx a.cu",
    "nvcc -ptx a.cu warn.cu -odir out",
    "nvcc -ptx a.cu -o x.ptx -lineinfo",
    "nvcc -cubin a.cu -arch=sm_80",
    "nvcc -fatbin a.cu -gencode arch=compute_80,code=[sm_80,compute_80] -gencode arch=compute_90,code=sm_90",
    "nvcc -fatbin a.cu -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 -t 2",
    "nvcc -optix-ir a.cu",
    "nvcc -ltoir -arch=compute_80 a.cu",
    "nvcc -cuda a.cu",
    // Separable compilation.
    "nvcc -dc b.cu -o b.o",
    "nvcc -dw b.cu",
    "nvcc -rdc=true -c b.cu d.cu",
    "nvcc -dc b.cu d.cu && nvcc -dlink b.o d.o -o linked.o && nvcc b.o d.o -o program && ./program",
    "nvcc -dc -gencode arch=compute_80,code=lto_80 b.cu d.cu && nvcc -dlto -arch=sm_80 b.o d.o -o program",
    "nvcc -rdc=true b.cu d.cu -o program",
    "nvcc -dlto -arch=sm_80 -dc b.cu",
    // Programs and libraries.
    "nvcc a.cu",
    "nvcc a.cu host.cpp -o program",
    "nvcc -c a.cu && nvcc a.o -o program",
    "nvcc -shared -Xcompiler -fPIC e.cu -Iinc -o libe.so",
    "nvcc -lib a.cu host.cpp -o liba.a",
    "nvcc -cudart=shared a.cu -o program",
    "nvcc -run print.cu",
    "nvcc -run print.cu --run-args one,two",
    // Preprocessor and dependencies.
    "nvcc -E a.cu",
    "nvcc -E e.cu -Iinc -o e.ii",
    "nvcc -M e.cu -Iinc",
    "nvcc -MM e.cu -Iinc -MT target",
    "nvcc -MM e.cu -Iinc -o e.d -MP",
    "nvcc -MD -c e.cu -Iinc -o e.o",
    "nvcc -MMD -MF dep.d -c e.cu -Iinc -o e.o",
    "nvcc -MD -MT e.o -MF e.d -x cu -c e.cu -Iinc -o e.o",
    // Macros, paths, options from elsewhere.
    "nvcc -ptx e.cu -Iinc -DA,VALUE=2",
    "nvcc -ptx e.cu -Iinc -include pre.h",
    "nvcc -ptx e.cu -optf outer.rsp",
    "NVCC_PREPEND_FLAGS='-Iinc -DVALUE=1' NVCC_APPEND_FLAGS=-UVALUE nvcc -ptx e.cu",
    "NVCC_APPEND_FLAGS='-c -Iinc' nvcc e.cu",
    // Options that change the compilation or what it says.
    "nvcc -c a.cu -G -g",
    "nvcc -c a.cu -O3 -std=c++20 -Xcompiler -Wall,-O2 --expt-relaxed-constexpr --extended-lambda",
    "nvcc -c a.cu -Xptxas -v",
    "nvcc -c a.cu -res-usage -use_fast_math -maxrregcount=32",
    "nvcc -c warn.cu -diag-suppress 177",
    "nvcc -c warn.cu -w",
    "nvcc -c a.cu -forward-unknown-to-host-compiler -fno-strict-aliasing -Wall -fopenmp",
    "nvcc -c a.cu --default-stream per-thread -split-compile=2",
    "nvcc -fdevice-syntax-only a.cu",
    "nvcc -c a.cu -v",
    "nvcc -c a.cu -keep -keep-dir out",
    "nvcc -c a.cu -save-temps",
    "nvcc -c a.cu -keep && nvcc -c a.cu -clean",
    // Nothing is compiled.
    "nvcc --version",
    "nvcc --help",
    "nvcc -V -c a.cu",
    "nvcc --list-gpu-arch",
    "nvcc -code-ls",
    "nvcc --dryrun -c a.cu -o a.o",
    "nvcc -v __cmake_determine_cuda",
    // Failures.
    "nvcc",
    "nvcc -c",
    "nvcc -c missing.cu",
    "nvcc -c bad.cu",
    "nvcc -c bad.cu a.cu",
    "nvcc --no-such-option -c a.cu",
    "nvcc -Wall -c a.cu",
    "nvcc -c a.cu -o",
    "nvcc -c a.cu -o no/such/folder/a.o",
    "nvcc -c a.cu warn.cu -o both.o",
    "nvcc -arch=sm_1 -c a.cu",
    "nvcc -Werror all-warnings -c warn.cu",
    "nvcc e.cu -Iinc -o program",
    "nvcc b.cu -o program",
    "nvcc -c a.cu -Xptxas --no-such-option",
    "nvcc -optf missing.rsp -c a.cu",
    "nvcc -ccbin no-such-compiler -c a.cu",
];

/// Without `RACEPROOF_TEST_ALL`, one command in so many is run.
const SAMPLE: usize = 3;

pub(crate) fn trials() -> Vec<Trial> {
    let all = std::env::var_os("RACEPROOF_TEST_ALL").is_some();
    let trials = COMMANDS.iter().enumerate().map(|(at, line)| {
        let trial = trial(format!("transparent: {line}"), move |toolkit| check(toolkit, line));
        if all || at % SAMPLE == 0 { trial } else { trial.with_ignored_flag(true) }
    });
    trials.collect()
}

/// What one run leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Result {
    status: Option<i32>,
    stdout: Vec<u8>,
    stderr: Vec<u8>,
    /// Contents by name.
    files: BTreeMap<PathBuf, Vec<u8>>,
}

fn check(toolkit: &Path, line: &str) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().canonicalize().unwrap();
    let real = toolkit.join("bin/nvcc");
    let first = run(&folder, line, &real, None);
    let wrapped = run(&folder, line, &wrapper(), Some(&real));
    let is_same = wrapped.stdout == first.stdout && wrapped.files == first.files;
    let second = if is_same { first.clone() } else { run(&folder, line, &real, None) };

    assert_eq!(first.status, second.status, "{line}: nvcc without the wrapper");
    assert_eq!(wrapped.status, first.status, "{line}:\n{}", String::from_utf8_lossy(&wrapped.stderr));
    if first.stdout == second.stdout {
        assert_eq!(text(&wrapped.stdout), text(&first.stdout), "{line}: standard output");
    }
    assert_eq!(text(&first.stderr), text(&second.stderr), "{line}: nvcc's errors without the wrapper");
    let (errors, report) = without_report(&text(&wrapped.stderr), &text(&first.stderr), line.contains("&&"));
    assert_eq!(errors, text(&first.stderr), "{line}: errors");
    if !first.files.keys().eq(wrapped.files.keys()) {
        assert_eq!(Vec::from_iter(wrapped.files.keys()), Vec::from_iter(first.files.keys()), "{line}: files");
    }
    for (name, contents) in &first.files {
        if second.files.get(name) == Some(contents) {
            assert!(wrapped.files.get(name) == Some(contents), "{line}: {} differs", name.display());
        }
    }
    assert!(report.is_empty() || report.lines().any(|line| line.starts_with("raceproof: ")), "{line}: {report}");
}

/// nvcc's part of the errors and raceproof's. The latter follows the former; where there are several commands, it
/// follows that of its own command.
fn without_report(all: &str, nvcc: &str, several: bool) -> (String, String) {
    if !several {
        let end = if all.starts_with(nvcc) { nvcc.len() } else { all.len() };
        return (all[..end].to_owned(), all[end..].to_owned());
    }
    let mut expected = nvcc.split_inclusive('\n').peekable();
    all.split_inclusive('\n').partition(|line| expected.next_if_eq(line).is_some())
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Runs the line in a fresh project.
fn run(folder: &Path, line: &str, nvcc: &Path, real: Option<&Path>) -> Result {
    let project = folder.join("project");
    let temporary = folder.join("temporary");
    for path in [&project, &temporary] {
        let _ = fs::remove_dir_all(path);
        fs::create_dir_all(path).unwrap();
    }
    for (name, contents) in FILES {
        fs::create_dir_all(project.join(name).parent().unwrap()).unwrap();
        fs::write(project.join(name), contents).unwrap();
    }
    let mut command = Command::new("sh");
    command.args(["-c", &line.replace("nvcc ", &format!("\"{}\" ", nvcc.display()))]);
    if line == "nvcc" {
        command = Command::new(nvcc);
    }
    command.current_dir(&project).stdin(Stdio::null()).env("TMPDIR", &temporary).env_remove("CUDA_PATH");
    command.env_remove("RACEPROOF").env_remove("RACEPROOF_FLAGS").env_remove("RACEPROOF_BIN");
    command.env_remove("NVCC_PREPEND_FLAGS").env_remove("NVCC_APPEND_FLAGS");
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    if let Some(real) = real {
        command.env("RACEPROOF_NVCC", real);
    }
    let Output { status, stdout, stderr } = command.output().unwrap();
    let left: Vec<_> = fs::read_dir(&temporary).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.is_empty(), "{line}: left in the temporary folder: {left:?}");
    let mut files = BTreeMap::new();
    collect(&project, &project, &mut files);
    Result { status: status.code(), stdout: normalise(stdout), stderr: normalise(stderr), files }
}

fn collect(folder: &Path, root: &Path, into: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, root, into);
        } else {
            let name = normalise(path.strip_prefix(root).unwrap().to_str().unwrap().as_bytes().to_vec());
            into.insert(PathBuf::from(text(&name)), normalise(fs::read(&path).unwrap()));
        }
    }
}

/// Without what is different each time: the time that ptxas says, the number of the process after `tmpxft_`, and the six
/// random characters after `cc` in the temporary folder.
pub(crate) fn normalise(mut bytes: Vec<u8>) -> Vec<u8> {
    let time = &b"Compile time = "[..];
    while let Some(found) = bytes.windows(time.len()).position(|window| window == time) {
        let end = bytes[found..].iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |length| found + length);
        bytes.splice(found..end, *b"Compiled");
    }
    for (prefix, length) in [(&b"tmpxft_"[..], 8), (&b"/temporary/cc"[..], 6)] {
        let mut at = 0;
        while let Some(found) = bytes[at..].windows(prefix.len()).position(|window| window == prefix) {
            at += found + prefix.len();
            let end = bytes.len().min(at + length);
            bytes[at..end].fill(b'0');
        }
    }
    bytes
}
