//! The macros that a source sees, against those that nvcc's own preprocessing gives it.

use raceproof::front::clang::{Job, Side, difference, preprocessed};
use raceproof::front::config::Environment;
use raceproof::front::nvcc::{parse, targets};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const LINES: &[&str] = &[
    "",
    "-O2 -std=c++20",
    "-O0 -Xcompiler -O2 -use_fast_math -arch=sm_80",
    "-Xcompiler -march=haswell,-fopenmp,-pthread,-fno-exceptions,-fno-rtti,-funsigned-char,-ffast-math,-fPIC",
    "-rdc=true --extended-lambda --expt-relaxed-constexpr -G --default-stream per-thread",
    "-noeh -ewp -gencode arch=compute_80,code=sm_86 -gencode arch=compute_90a,code=sm_90a",
    "-dlto -arch=sm_120f -Xcompiler -imacros,m.h -DOWN=1 -U__SSE2__",
    "-arch=all-major -Xcompiler -fstack-protector-strong,-fsanitize=address",
];
/// Macros about the machine's numbers, which are written differently, and about its tuning.
const NUMBERS: [&str; 20] = [
    "__FLT",
    "__DBL",
    "__LDBL",
    "__INT",
    "__UINT",
    "__SIG_ATOMIC",
    "__WCHAR",
    "__WINT",
    "__CHAR",
    "__LONG",
    "__LLONG",
    "__SCHAR",
    "__SHRT",
    "__PTRDIFF",
    "__SIZE_",
    "__STDCPP_DEFAULT_NEW",
    "__GCC_",
    "__code_model_",
    "__core_",
    "__tune_",
];
type Table = BTreeMap<String, String>;

pub(crate) fn are_those_of_nvcc(toolkit: &Path) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.cu"), "").unwrap();
    fs::write(folder.path().join("m.h"), "#define IMPORTED 1\n").unwrap();
    let clang = folder.path().join("clang");
    fs::write(&clang, "#!/bin/sh\nexec clang-19 \"$@\" -dM\n").unwrap();
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).unwrap();
    let environment = Environment {
        clang: Some(clang),
        cuda_path: Some(toolkit.to_owned()),
        directory: folder.path().to_owned(),
        ..Environment::default()
    };
    for line in LINES {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let invocation = parse(words.clone(), &|_| None);
        let made = targets(&invocation, Some(13050));
        let (device, host) = commands(toolkit, folder.path(), &words);
        assert_eq!(device.len(), made.len(), "{line}: nvcc compiles for as many architectures");
        let compare = |side, architecture, command: &str| {
            let job = Job { file: Path::new("a.cu"), side, architecture, invocation: &invocation };
            let ours = String::from_utf8(preprocessed(&job, &environment).unwrap()).unwrap();
            let differing = differing(&table(&ours), command, folder.path());
            assert!(differing.is_empty(), "{line}, {side:?} {architecture:?}:\n{}", differing.join("\n"));
        };
        let number =
            |command: &String| command.split("__CUDA_ARCH__=").nth(1).unwrap().split(' ').next().map(str::to_owned);
        for architecture in &made {
            let is_special = |command: &&String| command.contains("_SPECIFIC__") != architecture.suffix.is_empty();
            let named = Some(format!("{}0", architecture.number));
            let command = device.iter().filter(|command| number(command) == named).find(is_special).unwrap();
            compare(Side::Device, Some(architecture), command);
        }
        compare(Side::Host, None, &host);
    }
}

/// Kernels that are for nvcc alone are seen; where clang does not understand what is, the others are.
pub(crate) fn kernels_for_nvcc_are_seen(toolkit: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let racy = "__global__ void k(int *p) { p[0] = threadIdx.x; }\n";
    for (source, code, said) in [
        (format!("#ifdef __NVCC__\n{racy}#endif\n"), 1, "1 with races,"),
        (format!("#ifdef __NVCC__\n#error no clang\n#endif\n{racy}"), 1, "checked without `__NVCC__`"),
        (format!("#include <cub/cub.cuh>\n#include <cuda/barrier>\n{racy}"), 1, "1 with races,"),
        (format!("#if __CUDA_ARCH_LIST__ == 750 && __GNUC__ > 8 && __CUDACC__\n{racy}#endif\n"), 1, "1 with races,"),
    ] {
        fs::write(folder.path().join("a.cu"), &source).unwrap();
        let mut check = Command::new(env!("CARGO_BIN_EXE_raceproof"));
        check.current_dir(folder.path()).env("CUDA_PATH", toolkit).args(["check", "--no-cache", "a.cu"]);
        let output = check.output().unwrap();
        let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert_eq!(output.status.code(), Some(code), "{source}{text}");
        assert!(text.contains(said), "{source}{text}");
    }
}

/// What nvcc starts to preprocess for each architecture, and for the host.
fn commands(toolkit: &Path, folder: &Path, words: &[OsString]) -> (Vec<String>, String) {
    let mut nvcc = Command::new(toolkit.join("bin/nvcc"));
    nvcc.current_dir(folder).args(["--dryrun", "-c", "a.cu"]).args(words);
    let output = String::from_utf8(nvcc.output().unwrap().stderr).unwrap();
    let all = output.lines().filter_map(|line| line.strip_prefix("#$ ")).filter(|line| line.contains(" -E "));
    let (device, host): (Vec<&str>, Vec<&str>) = all.partition(|line| line.contains("-D__CUDA_ARCH__="));
    (device.into_iter().map(str::to_owned).collect(), host[0].to_owned())
}

/// The macros that a compiler or the command line defines and that are not as nvcc has them, unless that is known.
fn differing(ours: &Table, command: &str, folder: &Path) -> Vec<String> {
    let shell = |text: &str| {
        let output = Command::new("sh").current_dir(folder).args(["-c", text]).output().unwrap();
        assert!(output.status.success(), "{text}: {}", String::from_utf8_lossy(&output.stderr));
        table(&String::from_utf8_lossy(&output.stdout))
    };
    let (command, _) = command.rsplit_once(" -o ").unwrap();
    let nvcc = shell(&command.replacen(" -E ", " -E -dM ", 1));
    // Without what the toolkit's headers define.
    let (start, _) = command.split_once(" -include \"cuda_runtime.h\"").unwrap();
    let gcc = shell(&format!("{} /dev/null", start.replacen(" -E ", " -E -dM ", 1)));
    let clang = shell("clang-19 -x cuda --cuda-device-only -nocudainc -nocudalib -w -E -dM /dev/null");
    let predefined: BTreeSet<&String> = gcc.keys().chain(clang.keys()).collect();
    let is_known = |name: &str| difference(name, true).is_some() || NUMBERS.iter().any(|start| name.starts_with(start));
    let value = |of: &Table, name: &str| {
        of.get(name).map(|value| of.get(value).unwrap_or(value).trim_end_matches('L').to_owned())
    };
    let differs = |name: &&String| !is_known(name) && value(ours, name) != value(&nvcc, name);
    let said = |name: &String| format!("{name}: nvcc {:?}, here {:?}", value(&nvcc, name), value(ours, name));
    predefined.into_iter().filter(differs).map(said).collect()
}

/// Names with their parameters, and values.
fn table(text: &str) -> Table {
    let defines = text.lines().filter_map(|line| line.strip_prefix("#define "));
    defines
        .map(|define| define.split_once(' ').unwrap_or((define, "")))
        .map(|(name, value)| (name.into(), value.trim().into()))
        .collect()
}
