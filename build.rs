//! Compiles what is C++ in `src/llvm/` and `src/front/plugin/` against the LLVM that `llvm-sys` links.
//!
//! `LLVM_SYS_191_PREFIX` names the LLVM to use, as it does for `llvm-sys`; without it `llvm-config-19` and then
//! `llvm-config` are taken from the path.

use std::path::PathBuf;
use std::process::Command;

const PREFIX_VARIABLE: &str = "LLVM_SYS_191_PREFIX";
const WANTED_VERSION: &str = "19.1";

/// Each with the name of its library: the plugin's is linked into the plugin only.
const SOURCES: [(&str, &str); 7] = [
    ("src/llvm/bind/shim/shim.cpp", "raceproof_llvm_shim"),
    ("src/llvm/bind/shim/fields.cpp", "raceproof_llvm_fields"),
    ("src/llvm/bind/shim/scopes.cpp", "raceproof_llvm_scopes"),
    ("src/llvm/bind/shim/copies.cpp", "raceproof_llvm_copies"),
    ("src/llvm/bind/shim/unroll.cpp", "raceproof_llvm_unroll"),
    ("src/llvm/bind/shim/recursion.cpp", "raceproof_llvm_recursion"),
    ("src/front/plugin/plugin.cpp", "raceproof_plugin_passes"),
];

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    for (source, _) in SOURCES {
        println!("cargo:rerun-if-changed={source}");
    }
    println!("cargo:rerun-if-env-changed={PREFIX_VARIABLE}");
    println!("cargo:rerun-if-env-changed=PATH");
    if let Err(message) = build() {
        for line in message.lines() {
            println!("cargo:warning={line}");
        }
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let config = find_llvm_config()?;
    let flags = query(&config, "--cxxflags")?;
    SOURCES.iter().try_for_each(|(source, library)| compile(source, library, &flags))
}

fn compile(source: &str, library: &str, flags: &str) -> Result<(), String> {
    let mut compiler = cc::Build::new();
    compiler.cpp(true).file(source).flag("-fno-rtti").warnings(false);
    let mut words = flags.split_whitespace();
    while let Some(word) = words.next() {
        // LLVM's headers are the system's here: their warnings are not ours.
        if word == "-I" {
            if let Some(folder) = words.next() {
                compiler.flag("-isystem").flag(folder);
            }
        } else if let Some(folder) = word.strip_prefix("-I") {
            compiler.flag("-isystem").flag(folder);
        } else {
            compiler.flag(word);
        }
    }
    compiler.try_compile(library).map_err(|error| format!("{source} does not compile: {error}"))
}

/// The first `llvm-config` of the wanted version.
fn find_llvm_config() -> Result<PathBuf, String> {
    let candidates: Vec<PathBuf> = match std::env::var_os(PREFIX_VARIABLE) {
        Some(prefix) => {
            let bin = PathBuf::from(prefix).join("bin");
            vec![bin.join("llvm-config-19"), bin.join("llvm-config")]
        }
        None => vec!["llvm-config-19".into(), "llvm-config".into()],
    };
    let mut seen = Vec::new();
    for candidate in candidates {
        match query(&candidate, "--version") {
            Ok(version) if version.trim().starts_with(WANTED_VERSION) => return Ok(candidate),
            Ok(version) => seen.push(format!("{} is LLVM {}", candidate.display(), version.trim())),
            Err(why) => seen.push(why),
        }
    }
    Err(format!(
        "raceproof needs LLVM {WANTED_VERSION} with its headers (Debian and Ubuntu: apt-get install llvm-19-dev \
         libpolly-19-dev zlib1g-dev libzstd-dev).\nSet {PREFIX_VARIABLE} to its prefix if it is installed elsewhere.\n\
         Tried: {}",
        seen.join("; ")
    ))
}

/// What `config` prints for `option`.
fn query(config: &PathBuf, option: &str) -> Result<String, String> {
    let output = Command::new(config)
        .arg(option)
        .output()
        .map_err(|error| format!("{} did not start ({error})", config.display()))?;
    if !output.status.success() {
        return Err(format!("{} {option} failed", config.display()));
    }
    String::from_utf8(output.stdout).map_err(|error| format!("{} {option}: {error}", config.display()))
}
