//! A job → clang's arguments. Pure.

use std::ffi::OsString;
use std::path::Path;

use super::overlay::OWN_HEADERS;
use super::{Headers, Job, Side};
use crate::nvcc::{Architecture, Invocation, MacroEdit};

/// Compute capabilities that clang 19 knows; from the next higher family on, sm_90a stands in.
const KNOWN: [u32; 14] = [50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90];
const DEFAULT_ARCHITECTURE: u32 = 70;

/// What clang is told to compile for: the same architecture, else the next lower one that it knows.
pub fn clang_architecture(architecture: Option<&Architecture>) -> String {
    let number = architecture.map_or(DEFAULT_ARCHITECTURE, |architecture| architecture.number);
    if number >= 100 {
        return "sm_90a".to_owned();
    }
    let suffix = architecture.filter(|architecture| architecture.number == 90 && architecture.suffix == "a");
    let known = KNOWN.iter().rev().find(|known| **known <= number).unwrap_or(&KNOWN[0]);
    format!("sm_{known}{}", if suffix.is_some() { "a" } else { "" })
}

/// All arguments but the output and where the headers are.
pub fn arguments(job: &Job<'_>, headers: &Headers) -> Vec<OsString> {
    let mut list = Arguments(Vec::new());
    list.words(&["-x", "cuda", "-emit-llvm", "-c", "-g", "-w", "-O1", "-fno-color-diagnostics"]);
    // Where clang crashes it would leave files behind.
    list.word("-fno-crash-diagnostics");
    list.word(&format!("--cuda-gpu-arch={}", clang_architecture(job.architecture)));
    match job.side {
        Side::Device => list.word("--cuda-device-only"),
        Side::Host => list.words(&["--cuda-host-only", "-gline-tables-only"]),
    }
    list.words(&["-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers"]);
    list.word("-fno-discard-value-names");
    // Without libdevice clang knows no version of CUDA by itself.
    list.words(&["-nocudalib", "-nogpulib", "-Xclang", "-target-sdk-version=12.4", "--cuda-feature=+ptx83"]);
    list.words(&["-Wno-unknown-cuda-version", "-Wno-register"]);
    // Otherwise clang hashes its options, in which the files of this run stand.
    list.word("-cuid=raceproof");
    declarations(&mut list, headers);
    user(&mut list, job.invocation);
    list.0.push(job.file.into());
    list.0
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
        Headers::Toolkit(root) => {
            list.path("--cuda-path=", root);
            // CUDA 13.5 sets it for the host compilers that it knows.
            list.word("-D_NV_RSQRT_SPECIFIER=");
            list.pair("-include", "raceproof/toolkit.h");
        }
    }
    list.word("-D__RACEPROOF__");
    for part in super::headers::folders(headers) {
        list.pair("-isystem", Path::new(OWN_HEADERS).join(part));
    }
    if let Headers::Toolkit(root) = headers {
        // Where CUDA 13 keeps Thrust, CUB and libcu++; before that the folder is not there.
        list.pair("-isystem", root.join("include/cccl"));
    }
    list.word(&format!("-fdebug-prefix-map={OWN_HEADERS}=raceproof"));
}

/// What the user's command line asks for.
fn user(list: &mut Arguments, invocation: &Invocation) {
    if let Some(standard) = &invocation.standard {
        list.word(&format!("-std={standard}"));
    }
    for (asked, name) in [
        (invocation.relaxed_constexpr, "-D__CUDACC_RELAXED_CONSTEXPR__"),
        (invocation.extended_lambda, "-D__CUDACC_EXTENDED_LAMBDA__"),
        (invocation.device_debug, "-D__CUDACC_DEBUG__"),
        (invocation.relocatable_device_code, "-D__CUDACC_RDC__"),
        (invocation.relocatable_device_code, "-fgpu-rdc"),
        (invocation.per_thread_default_stream, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM"),
        (invocation.use_fast_math, "-D__USE_FAST_MATH__"),
    ] {
        if asked {
            list.word(name);
        }
    }
    for edit in &invocation.macros {
        match edit {
            MacroEdit::Define(text) => list.word(&format!("-D{text}")),
            MacroEdit::Undefine(name) => list.word(&format!("-U{name}")),
        }
    }
    for path in &invocation.include_paths {
        list.path("-I", path);
    }
    for path in &invocation.system_include_paths {
        list.pair("-isystem", path);
    }
    list.0.extend(invocation.clang_options.iter().map(OsString::from));
    for file in &invocation.pre_includes {
        list.pair("-include", file);
    }
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
