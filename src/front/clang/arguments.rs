//! A job → clang's arguments. Pure.

use std::ffi::OsString;
use std::path::Path;

use super::headers::folders;
use super::job::{Job, Side};
use super::overlay::OWN_HEADERS;
use super::toolkit::Headers;
use crate::front::nvcc::{Architecture, Compiler, MacroEdit, targets};

/// The version of CUDA that our own declarations are of.
const EMBEDDED: u32 = 12040;
/// Versions of CUDA from which on nvcc defines macros.
const WITH_DIAGNOSTICS: u32 = 11020;
const WITH_LIST: u32 = 11050;
const WITH_FAMILIES: u32 = 12090;

/// Compute capabilities that clang 19 knows.
const KNOWN: [u32; 14] = [50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90];
const DEFAULT_ARCHITECTURE: u32 = 70;

/// What clang is told to compile for, and what it is told to define besides, to stand in for what it does not know.
pub struct Target {
    /// The highest of all architectures of the command, else the next lower one that clang knows: it is the same for all
    /// of them, so that their code differs only where the source does.
    pub name: String,
    defines: Vec<String>,
}

impl Target {
    /// Of one architecture among those that the command makes code for.
    pub fn new(architecture: Option<&Architecture>, among: &[Architecture]) -> Target {
        let Some(architecture) = architecture else {
            return Target { name: format!("sm_{DEFAULT_ARCHITECTURE}"), defines: vec![] };
        };
        let highest = among.iter().max().unwrap_or(architecture).max(architecture);
        let base = KNOWN.iter().rev().find(|known| **known <= highest.number).unwrap_or(&KNOWN[0]);
        let is_special = *base == 90 && *highest == Architecture { number: 90, suffix: "a".to_owned() };
        let name = format!("sm_{base}{}", if is_special { "a" } else { "" });
        if architecture.to_string() == name {
            return Target { name, defines: vec![] };
        }
        let (number, suffix) = (architecture.number, architecture.suffix.as_str());
        let mut defines = vec![format!("-D__CUDA_ARCH__={number}0")];
        let feature = |of: u32| format!("__CUDA_ARCH_FEAT_SM{of}_ALL");
        if is_special {
            defines.push(format!("-U{}", feature(90)));
        }
        if suffix == "a" {
            defines.push(format!("-D{}", feature(number)));
        }
        Target { name, defines }
    }
}

/// All arguments but the output and where the headers are.
pub fn arguments(job: &Job<'_>, headers: &Headers) -> Vec<OsString> {
    let mut list = Arguments(common(job, headers));
    for file in &job.invocation.pre_includes {
        list.pair("-include", no_response_file(file.into()));
    }
    list.0.push(no_response_file(job.file.into()));
    list.0
}

/// The same where the source lies in an overlay only: clang looks for sources, and not for what they include, on the disk itself.
pub(super) fn of_overlaid(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if let Some(source) = arguments.pop() {
        arguments.extend(["-include".into(), source, "/dev/null".into()]);
    }
    arguments
}

/// Those that do not name a source: what they include comes before all sources.
pub(super) fn common(job: &Job<'_>, headers: &Headers) -> Vec<OsString> {
    let mut list = Arguments(Vec::new());
    let targets = targets(job.invocation, headers.version());
    let target = Target::new(job.architecture.or(targets.first()), &targets);
    list.words(&["-x", "cuda", "-emit-llvm", "-c", "-g", "-w", "-O1", "-fno-color-diagnostics"]);
    // Where clang crashes it would leave files behind.
    list.word("-fno-crash-diagnostics");
    // Each error names a place that may be mended.
    list.word("-ferror-limit=200");
    list.word(&format!("--cuda-gpu-arch={}", target.name));
    match job.side {
        Side::Device => list.words(&["--cuda-device-only", "-Xclang", "-debug-info-kind=limited"]),
        Side::Host => list.words(&["--cuda-host-only", "-gline-tables-only"]),
    }
    list.words(&["-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers"]);
    list.word("-fno-discard-value-names");
    // Without libdevice clang knows no version of CUDA by itself.
    list.words(&["-nocudalib", "-nogpulib", "-Xclang", "-target-sdk-version=12.4", "--cuda-feature=+ptx83"]);
    // nvcc takes `f(...)` on the device, by which templates ask whether an expression is valid.
    list.words(&["-Xclang", "-fcuda-allow-variadic-functions"]);
    list.words(&["-Wno-unknown-cuda-version", "-Wno-register"]);
    list.words(&TAKEN_BY_NVCC);
    // Otherwise clang hashes its options, in which the files of this run stand.
    list.word("-cuid=raceproof");
    declarations(&mut list, headers);
    if job.side == Side::Device {
        target.defines.iter().for_each(|define| list.word(define));
    }
    compilers_own(&mut list, job, headers, &targets);
    user(&mut list, job);
    list.0.into_iter().map(no_response_file).collect()
}

/// What clang holds for an error and nvcc for a warning or for nothing, the code being the same: a number that narrows in braces,
/// `A::template f(x)` without `<>`, `static const double` with a value in its class, `throw(int)`, an enumerator of another
/// number.
const TAKEN_BY_NVCC: [&str; 5] = [
    "-Wno-c++11-narrowing",
    "-Wno-missing-template-arg-list-after-template-kw",
    "-Wno-static-float-init",
    "-Wno-dynamic-exception-spec",
    "-Wno-enum-constexpr-conversion",
];

/// A word that clang takes as it is. One that begins with `@` names a file with options for it, wherever it stands, and these
/// could be any; all such words are paths.
fn no_response_file(word: OsString) -> OsString {
    if !word.as_encoded_bytes().starts_with(b"@") {
        return word;
    }
    let mut path = OsString::from("./");
    path.push(word);
    path
}

/// The CUDA declarations.
fn declarations(list: &mut Arguments, headers: &Headers) {
    match headers {
        Headers::None => {
            list.word("-nocudainc");
            return;
        }
        Headers::Embedded => {
            list.word("-nocudainc");
            list.pair("-include", "raceproof/cuda.h");
        }
        Headers::Toolkit(toolkit) => {
            list.path("--cuda-path=", &toolkit.root);
            // CUDA 13.5 sets it for the host compilers that it knows.
            list.word("-D_NV_RSQRT_SPECIFIER=");
            list.pair("-include", "raceproof/toolkit.h");
        }
    }
    list.word("-D__RACEPROOF__");
    for part in folders(headers) {
        list.pair("-isystem", Path::new(OWN_HEADERS).join(part));
    }
    if let Headers::Toolkit(toolkit) = headers {
        // Where CUDA 13 keeps Thrust, CUB and libcu++; before that the folder is not there.
        list.pair("-isystem", toolkit.root.join("include/cccl"));
    }
    list.word(&format!("-fdebug-prefix-map={OWN_HEADERS}=raceproof"));
}

/// What the compiler of the command defines by itself and clang does not, or the other way round. `include/raceproof/`
/// has the rest. `tests/toolkit/macros.rs` compares the two.
fn compilers_own(list: &mut Arguments, job: &Job<'_>, headers: &Headers, targets: &[Architecture]) {
    let invocation = job.invocation;
    if !invocation.host_optimizes {
        list.words(&["-U__OPTIMIZE__", "-D__NO_INLINE__=1"]);
    }
    if invocation.compiler == Compiler::Clang {
        return;
    }
    let version = match headers {
        Headers::None => return,
        Headers::Embedded => EMBEDDED,
        Headers::Toolkit(toolkit) => toolkit.version.unwrap_or(EMBEDDED),
    };
    if !invocation.hides_nvcc {
        list.word("-D__RACEPROOF_NVCC__");
    }
    if invocation.device_for_hosts {
        list.word("-D__RACEPROOF_DEVICE_FOR_HOSTS__");
    }
    list.words(&["-U__FLOAT128__", "-U__LITTLE_ENDIAN__", "-U__NO_MATH_ERRNO__"]);
    let mut define = |name: &str, value: u32| list.word(&format!("-D{name}={value}"));
    for name in ["__CUDACC_VER", "__CUDA_API_VER"] {
        define(&format!("{name}_MAJOR__"), version / 1000);
        define(&format!("{name}_MINOR__"), version % 1000 / 10);
    }
    define("__CUDACC_VER_BUILD__", 0);
    if version >= WITH_DIAGNOSTICS {
        define("__NVCC_DIAG_PRAGMA_SUPPORT__", 1);
    }
    let mut numbers: Vec<String> = targets.iter().map(|target| format!("{}0", target.number)).collect();
    numbers.dedup();
    if numbers.is_empty() {
        numbers.push(format!("{DEFAULT_ARCHITECTURE}0"));
    }
    if version >= WITH_LIST {
        list.word(&format!("-D__CUDA_ARCH_LIST__={}", numbers.join(",")));
    }
    let Some(architecture) = job.architecture.or(targets.first()).filter(|_| job.side == Side::Device) else { return };
    list.word("-DCUDA_DOUBLE_MATH_FUNCTIONS");
    let of_suffix: &[&str] = match architecture.suffix.as_str() {
        "a" => &["__CUDA_ARCH_SPECIFIC__", "__CUDA_ARCH_FAMILY_SPECIFIC__"],
        "f" => &["__CUDA_ARCH_FAMILY_SPECIFIC__"],
        _ => &[],
    };
    for name in of_suffix.iter().filter(|_| version >= WITH_FAMILIES) {
        list.word(&format!("-D{name}={}0", architecture.number));
    }
}

/// What the user's command line asks for.
fn user(list: &mut Arguments, job: &Job<'_>) {
    let invocation = job.invocation;
    if let Some(standard) = &invocation.standard {
        list.word(&format!("-std={standard}"));
    }
    // nvcc gives device code to the host compiler's preprocessor, and to no more of it.
    let only_preprocessed = invocation.compiler == Compiler::Nvcc && job.side == Side::Device;
    for (asked, name) in [
        (invocation.relaxed_constexpr, "-D__CUDACC_RELAXED_CONSTEXPR__"),
        (invocation.extended_lambda, "-D__CUDACC_EXTENDED_LAMBDA__"),
        (invocation.device_debug, "-D__CUDACC_DEBUG__"),
        (invocation.relocatable_device_code, "-D__CUDACC_RDC__"),
        (invocation.relocatable_device_code || invocation.whole_program_open, "-fgpu-rdc"),
        (invocation.whole_program_open, "-D__CUDACC_EWP__"),
        (invocation.per_thread_default_stream, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"),
        (invocation.unsigned_char && only_preprocessed, "-D__CHAR_UNSIGNED__=1"),
        (invocation.unsigned_char && !only_preprocessed, "-funsigned-char"),
    ] {
        if asked {
            list.word(name);
        }
    }
    // An option with nothing behind it would take the next one for its value, and what follows for an option.
    for edit in &invocation.macros {
        match edit {
            MacroEdit::Define(text) | MacroEdit::Undefine(text) if text.is_empty() => {}
            MacroEdit::Define(text) => list.word(&format!("-D{text}")),
            MacroEdit::Undefine(name) => list.word(&format!("-U{name}")),
        }
    }
    for path in invocation.include_paths.iter().filter(|path| !path.as_os_str().is_empty()) {
        list.path("-I", path);
    }
    for path in &invocation.system_include_paths {
        list.pair("-isystem", path);
    }
    list.0.extend(invocation.clang_options.iter().map(OsString::from));
}

struct Arguments(Vec<OsString>);

impl Arguments {
    fn word(&mut self, word: &str) {
        self.0.push(word.into());
    }

    fn words(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(OsString::from));
    }

    fn pair(&mut self, option: &str, value: impl Into<OsString>) {
        self.0.extend([option.into(), value.into()]);
    }

    fn path(&mut self, prefix: &str, path: &Path) {
        let mut word = OsString::from(prefix);
        word.push(path);
        self.0.push(word);
    }
}
