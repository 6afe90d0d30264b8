//! One row per option of nvcc, and of clang's front end where ours takes these too.
//!
//! Source: `nvcc --help` of 13.5, clang's driver. nvcc knows exact names only: long ones after `--`, short ones after
//! `-` (and a long name after one dash, which old build files use). Invariant: a name occurs once per table; the arity
//! is what decides where the next option starts, so a row without effect matters too.

use super::invocation::Mode;

/// How many values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// None.
    Flag,
    /// One, after `=` or as the next argument.
    One,
    /// Like `One`, split at commas.
    List,
}

/// Whether a value may stick to the short name: `-Idir`. Of nvcc's only some with one letter; clang has more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spelling {
    Apart,
    Attached,
}

/// What an option means to the checking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    Ignored,
    Mode(Mode),
    /// Objects whose device code is linked later.
    RelocatableObjects,
    Define,
    Undefine,
    IncludePath,
    SystemIncludePath,
    PreInclude,
    Standard,
    Language,
    /// `-arch`
    Architecture,
    /// `-code`
    Code,
    /// `-gencode`, also `--cuda-gpu-arch`.
    Generate,
    /// `-O`, which the host compiler gets, too.
    Optimize,
    NoExceptions,
    Output,
    OutputDirectory,
    DependencyFile,
    /// Write the dependencies besides compiling.
    DependenciesToo,
    OptionsFile,
    /// Options for the host compiler, of which the preprocessor's concern us.
    HostCompiler,
    /// What nvcc forwards to the host compiler where it forwards what it does not know.
    Forwarded,
    CudaPath,
    NoCudaInclude,
    RelaxedConstexpr,
    ExtendedLambda,
    FastMath,
    DeviceDebug,
    RelocatableDeviceCode,
    /// `-ewp`: relocatable, with a macro of its own.
    WholeProgramOpen,
    DefaultStream,
    DryRun,
    /// Given to clang with the name and value as written. None of these loads code or writes a file.
    Clang,
    /// Hands its value to a part of the compiler, as an option of that part.
    HandsOn,
    /// Has the compiler load code or start programs: never given to clang.
    LoadsCode,
}

/// An option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionRow {
    /// Without its dashes.
    pub long: &'static str,
    /// Without its dash; empty if there is none.
    pub short: &'static str,
    pub arity: Arity,
    pub spelling: Spelling,
    pub effect: Effect,
}

const fn row(long: &'static str, short: &'static str, arity: Arity, effect: Effect) -> OptionRow {
    OptionRow { long, short, arity, spelling: Spelling::Apart, effect }
}

const fn attached(long: &'static str, short: &'static str, arity: Arity, effect: Effect) -> OptionRow {
    OptionRow { long, short, arity, spelling: Spelling::Attached, effect }
}

use Arity::{Flag, List, One};
use Effect::Ignored;

/// nvcc's options in the order of its help, then those that only clang has.
pub const OPTIONS: &[OptionRow] = &[
    row("cuda", "cuda", Flag, Effect::Mode(Mode::Host)),
    row("cubin", "cubin", Flag, Effect::Mode(Mode::DeviceCode("cubin"))),
    row("fatbin", "fatbin", Flag, Effect::Mode(Mode::DeviceCode("fatbin"))),
    row("ptx", "ptx", Flag, Effect::Mode(Mode::DeviceCode("ptx"))),
    row("optix-ir", "optix-ir", Flag, Effect::Mode(Mode::DeviceCode("optixir"))),
    row("ltoir", "ltoir", Flag, Effect::Mode(Mode::DeviceCode("ltoir"))),
    row("enable-tile", "enable-tile", Flag, Ignored),
    row("tile-preview", "tile-preview", One, Ignored),
    row("tile-only", "tile-only", Flag, Ignored),
    row("simt-only", "simt-only", Flag, Ignored),
    row("tilebc", "tilebc", Flag, Effect::Mode(Mode::DeviceCode("tilebc"))),
    row("tilecubin", "tilecubin", Flag, Effect::Mode(Mode::DeviceCode("tilecubin"))),
    row("tilefatbin", "tilefatbin", Flag, Effect::Mode(Mode::DeviceCode("tilefatbin"))),
    row("tileiras-options", "Xtileiras", List, Ignored),
    row("preprocess", "E", Flag, Effect::Mode(Mode::Preprocess)),
    row("generate-dependencies", "M", Flag, Effect::Mode(Mode::Dependencies)),
    row("generate-nonsystem-dependencies", "MM", Flag, Effect::Mode(Mode::Dependencies)),
    row("generate-dependencies-with-compile", "MD", Flag, Effect::DependenciesToo),
    row("generate-nonsystem-dependencies-with-compile", "MMD", Flag, Effect::DependenciesToo),
    row("dependency-output", "MF", One, Effect::DependencyFile),
    row("generate-dependency-targets", "MP", Flag, Ignored),
    row("compile", "c", Flag, Effect::Mode(Mode::Objects)),
    row("device-c", "dc", Flag, Effect::RelocatableObjects),
    row("device-w", "dw", Flag, Effect::Mode(Mode::Objects)),
    row("device-link", "dlink", Flag, Effect::Mode(Mode::DeviceLink)),
    row("link", "link", Flag, Effect::Mode(Mode::Executable)),
    row("lib", "lib", Flag, Effect::Mode(Mode::Library)),
    row("run", "run", Flag, Effect::Mode(Mode::Executable)),
    row("output-file", "o", One, Effect::Output),
    row("pre-include", "include", List, Effect::PreInclude),
    row("objdir-as-tempdir", "objtemp", Flag, Ignored),
    attached("library", "l", List, Ignored),
    attached("define-macro", "D", List, Effect::Define),
    attached("undefine-macro", "U", List, Effect::Undefine),
    attached("include-path", "I", List, Effect::IncludePath),
    attached("system-include", "isystem", List, Effect::SystemIncludePath),
    attached("library-path", "L", List, Ignored),
    row("output-directory", "odir", One, Effect::OutputDirectory),
    row("compiler-bindir", "ccbin", One, Ignored),
    row("allow-unsupported-compiler", "allow-unsupported-compiler", Flag, Ignored),
    row("archiver-binary", "arbin", One, Ignored),
    row("cudart", "cudart", One, Ignored),
    row("cudadevrt", "cudadevrt", One, Ignored),
    row("libdevice-directory", "ldir", One, Ignored),
    row("target-directory", "target-dir", One, Ignored),
    row("use-local-env", "use-local-env", Flag, Ignored),
    row("force-cl-env-setup", "force-cl-env-setup", Flag, Ignored),
    row("profile", "pg", Flag, Ignored),
    row("debug", "g", Flag, Ignored),
    row("device-debug", "G", Flag, Effect::DeviceDebug),
    row("generate-line-info", "lineinfo", Flag, Ignored),
    row("optimization-info", "opt-info", List, Ignored),
    attached("optimize", "O", One, Effect::Optimize),
    row("Ofast-compile", "Ofc", One, Ignored),
    row("dopt", "dopt", One, Ignored),
    row("dlink-time-opt", "dlto", Flag, Effect::RelocatableDeviceCode),
    row("lto", "lto", Flag, Ignored),
    row("gen-opt-lto", "gen-opt-lto", Flag, Ignored),
    row("ftemplate-backtrace-limit", "ftemplate-backtrace-limit", One, Ignored),
    row("ftemplate-depth", "ftemplate-depth", One, Ignored),
    row("no-exceptions", "noeh", Flag, Effect::NoExceptions),
    row("shared", "shared", Flag, Ignored),
    row("x", "x", One, Effect::Language),
    row("std", "std", One, Effect::Standard),
    row("stdlib", "stdlib", One, Ignored),
    row("no-host-device-initializer-list", "nohdinitlist", Flag, Ignored),
    row("no-host-device-move-forward", "nohdmoveforward", Flag, Ignored),
    row("expt-relaxed-constexpr", "expt-relaxed-constexpr", Flag, Effect::RelaxedConstexpr),
    row("extended-lambda", "extended-lambda", Flag, Effect::ExtendedLambda),
    row("expt-extended-lambda", "expt-extended-lambda", Flag, Effect::ExtendedLambda),
    attached("machine", "m", One, Ignored),
    row("m64", "m64", Flag, Ignored),
    row("apply-controls", "apply-controls", One, Ignored),
    row("compiler-options", "Xcompiler", List, Effect::HostCompiler),
    row("linker-options", "Xlinker", List, Ignored),
    row("archive-options", "Xarchive", List, Ignored),
    row("ptxas-options", "Xptxas", List, Ignored),
    row("nvlink-options", "Xnvlink", List, Ignored),
    row("nvprune-options", "Xnvprune", List, Ignored),
    row("static-global-template-stub", "static-global-template-stub", One, Ignored),
    row("device-entity-has-hidden-visibility", "device-entity-has-hidden-visibility", One, Ignored),
    row("forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", Flag, Ignored),
    row("forward-unknown-to-host-linker", "forward-unknown-to-host-linker", Flag, Ignored),
    row("forward-unknown-opts", "forward-unknown-opts", Flag, Ignored),
    row("dont-use-profile", "noprof", Flag, Ignored),
    row("dryrun", "dryrun", Flag, Effect::DryRun),
    row("verbose", "v", Flag, Ignored),
    row("verbose2", "v2", Flag, Ignored),
    attached("threads", "t", One, Ignored),
    row("fmax-errors", "fmax-errors", One, Ignored),
    row("split-compile", "split-compile", One, Ignored),
    row("split-compile-extended", "split-compile-extended", One, Ignored),
    row("fdevice-syntax-only", "fdevice-syntax-only", Flag, Ignored),
    row("fdevice-time-trace", "fdevice-time-trace", One, Ignored),
    row("fdevice-time-trace-granularity", "fdevice-time-trace-granularity", One, Ignored),
    row("keep", "keep", Flag, Ignored),
    row("keep-dir", "keep-dir", One, Ignored),
    row("save-temps", "save-temps", Flag, Ignored),
    row("clean-targets", "clean", Flag, Effect::Mode(Mode::Clean)),
    row("time", "time", One, Ignored),
    row("run-args", "run-args", List, Ignored),
    row("input-drive-prefix", "idp", One, Ignored),
    row("dependency-drive-prefix", "ddp", One, Ignored),
    row("drive-prefix", "dp", One, Ignored),
    row("dependency-target-name", "MT", One, Ignored),
    row("no-align-double", "", Flag, Ignored),
    row("no-device-link", "nodlink", Flag, Ignored),
    row("gpu-architecture", "arch", One, Effect::Architecture),
    row("gpu-code", "code", List, Effect::Code),
    row("generate-code", "gencode", One, Effect::Generate),
    row("relocatable-device-code", "rdc", One, Effect::RelocatableDeviceCode),
    row("entries", "e", List, Ignored),
    row("maxrregcount", "maxrregcount", One, Ignored),
    row("use_fast_math", "use_fast_math", Flag, Effect::FastMath),
    row("ftz", "ftz", One, Ignored),
    row("prec-div", "prec-div", One, Ignored),
    row("prec-sqrt", "prec-sqrt", One, Ignored),
    row("fmad", "fmad", One, Ignored),
    row("extra-device-vectorization", "extra-device-vectorization", Flag, Ignored),
    row("prune", "prune", Flag, Ignored),
    row("default-stream", "default-stream", One, Effect::DefaultStream),
    row("disable-warnings", "w", Flag, Ignored),
    row("keep-device-functions", "keep-device-functions", Flag, Ignored),
    row("source-in-ptx", "src-in-ptx", Flag, Ignored),
    row("restrict", "restrict", Flag, Ignored),
    row("Wreorder", "Wreorder", Flag, Ignored),
    row("Wdefault-stream-launch", "Wdefault-stream-launch", Flag, Ignored),
    row("Wmissing-launch-bounds", "Wmissing-launch-bounds", Flag, Ignored),
    row("Wext-lambda-captures-this", "Wext-lambda-captures-this", Flag, Ignored),
    row("Wno-deprecated-declarations", "Wno-deprecated-declarations", Flag, Ignored),
    row("Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", Flag, Ignored),
    row("Wconversion", "Wconversion", Flag, Ignored),
    row("Werror", "Werror", List, Ignored),
    row("resource-usage", "res-usage", Flag, Ignored),
    row("extensible-whole-program", "ewp", Flag, Effect::WholeProgramOpen),
    row("no-compress", "no-compress", Flag, Ignored),
    row("qpp-config", "qpp-config", One, Ignored),
    row("compile-as-tools-patch", "astoolspatch", Flag, Ignored),
    row("list-gpu-code", "code-ls", Flag, Effect::Mode(Mode::Information)),
    row("list-gpu-arch", "arch-ls", Flag, Effect::Mode(Mode::Information)),
    row("display-error-number", "err-no", Flag, Ignored),
    row("no-display-error-number", "no-err-no", Flag, Ignored),
    row("diag-error", "diag-error", List, Ignored),
    row("diag-suppress", "diag-suppress", List, Ignored),
    row("diag-warn", "diag-warn", List, Ignored),
    row("host-linker-script", "hls", One, Ignored),
    row("augment-host-linker-script", "aug-hls", Flag, Ignored),
    row("relocatable-link", "r", Flag, Ignored),
    row("brief-diagnostics", "brief-diag", One, Ignored),
    row("jump-table-density", "jtd", One, Ignored),
    row("relocatable-ptx", "reloc-ptx", Flag, Ignored),
    row("device-stack-protector", "device-stack-protector", One, Ignored),
    row("compress-mode", "compress-mode", One, Ignored),
    row("concat", "concat", Flag, Ignored),
    row("frandom-seed", "frandom-seed", One, Ignored),
    row("fdevice-sanitize", "fdevice-sanitize", One, Ignored),
    row("jobserver", "jobserver", Flag, Ignored),
    row("skip-ptx-semantics-check", "skip-ptx-semantics-check", Flag, Ignored),
    row("utf-8", "utf-8", Flag, Ignored),
    row("safety-compatibility", "safety-compat", Flag, Ignored),
    row("help", "h", Flag, Effect::Mode(Mode::Information)),
    row("version", "V", Flag, Effect::Mode(Mode::Information)),
    row("options-file", "optf", List, Effect::OptionsFile),
    // Not in nvcc's help, but taken, and common in build files.
    row("cudafe-options", "Xcudafe", List, Ignored),
    row("fatbin-options", "Xfatbin", List, Ignored),
    // What only clang has.
    row("cuda-path", "", One, Effect::CudaPath),
    row("cuda-gpu-arch", "", One, Effect::Generate),
    row("offload-arch", "", One, Effect::Generate),
    row("no-cuda-gpu-arch", "", One, Ignored),
    row("cuda-include-ptx", "", One, Ignored),
    row("cuda-device-only", "", Flag, Ignored),
    row("cuda-host-only", "", Flag, Ignored),
    row("target", "target", One, Ignored),
    row("gcc-toolchain", "", One, Effect::Clang),
    row("gcc-install-dir", "", One, Effect::Clang),
    row("sysroot", "", One, Effect::Clang),
    row("", "isysroot", One, Effect::Clang),
    row("", "nocudainc", Flag, Effect::NoCudaInclude),
    row("", "nogpuinc", Flag, Effect::NoCudaInclude),
    row("", "nocudalib", Flag, Ignored),
    row("", "nogpulib", Flag, Ignored),
    row("", "nostdinc", Flag, Effect::Clang),
    row("", "nostdinc++", Flag, Effect::Clang),
    attached("", "iquote", One, Effect::Clang),
    attached("", "idirafter", One, Effect::Clang),
    row("", "imacros", One, Effect::Clang),
    row("", "iprefix", One, Effect::Clang),
    row("", "iwithprefix", One, Effect::Clang),
    row("", "Xclang", One, Effect::HandsOn),
    row("", "Xpreprocessor", One, Effect::HandsOn),
    attached("", "Wp,", List, Effect::HandsOn),
    row("", "fplugin", One, Effect::LoadsCode),
    row("", "fpass-plugin", One, Effect::LoadsCode),
    row("", "load", One, Effect::LoadsCode),
    row("", "plugin", One, Effect::LoadsCode),
    row("", "add-plugin", One, Effect::LoadsCode),
    row("", "mllvm", One, Effect::LoadsCode),
    row("config", "config", One, Effect::LoadsCode),
    row("", "specs", One, Effect::LoadsCode),
    row("", "wrapper", One, Effect::LoadsCode),
    row("ld-path", "fuse-ld", One, Ignored),
    attached("", "B", One, Effect::LoadsCode),
    row("", "Xcuda-ptxas", One, Ignored),
    row("", "Xcuda-fatbinary", One, Ignored),
    row("", "Xarch_host", One, Ignored),
    row("", "Xarch_device", One, Ignored),
    row("", "MQ", One, Ignored),
    row("", "MJ", One, Ignored),
    row("", "S", Flag, Ignored),
    row("", "emit-llvm", Flag, Ignored),
    row("", "undef", Flag, Effect::Clang),
    row("", "pthread", Flag, Effect::Forwarded),
    row("", "fopenmp", Flag, Effect::Forwarded),
    row("", "ffast-math", Flag, Effect::Forwarded),
    row("", "fms-extensions", Flag, Effect::Clang),
    row("", "fdeclspec", Flag, Effect::Clang),
    row("", "fsigned-char", Flag, Effect::Forwarded),
    row("", "funsigned-char", Flag, Effect::Forwarded),
    row("", "fshort-enums", Flag, Effect::Clang),
    row("", "fchar8_t", Flag, Effect::Forwarded),
    row("", "fno-char8_t", Flag, Effect::Forwarded),
    row("", "fno-exceptions", Flag, Effect::Forwarded),
    row("", "fno-rtti", Flag, Effect::Forwarded),
    row("", "fpermissive", Flag, Ignored),
    row("", "fgpu-rdc", Flag, Effect::RelocatableDeviceCode),
    row("", "fgpu-default-stream", One, Effect::DefaultStream),
];

/// The row that a name with this many dashes stands for.
pub(super) fn find(dashes: usize, name: &str) -> Option<&'static OptionRow> {
    if name.is_empty() {
        return None;
    }
    OPTIONS.iter().find(|row| if dashes == 2 { row.long == name } else { row.short == name })
}

/// The row whose short name starts `text` with a value attached to it; exact names have been tried before.
pub(super) fn find_attached(text: &str) -> Option<(&'static OptionRow, &str)> {
    let attached = OPTIONS.iter().filter(|row| row.spelling == Spelling::Attached);
    attached.filter_map(|row| Some((row, text.strip_prefix(row.short)?))).next()
}

/// An option as clang gets it.
pub(super) fn clang_option(row: &OptionRow, option: &str, value: &str, to: &mut Vec<String>) {
    match row.arity {
        Arity::Flag => to.push(option.to_owned()),
        // clang takes the values of long names only after `=`.
        Arity::One | Arity::List if option.starts_with("--") => to.push(format!("{option}={value}")),
        Arity::One | Arity::List => to.extend([option.to_owned(), value.to_owned()]),
    }
}

#[cfg(test)]
mod tests {
    use super::{Arity, OPTIONS, Spelling, find};
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique() {
        let mut seen = BTreeSet::new();
        for row in OPTIONS {
            for name in [("--", row.long), ("-", row.short)] {
                assert!(name.1.is_empty() || seen.insert(name), "{}{} occurs twice", name.0, name.1);
            }
        }
    }

    #[test]
    fn values_attach_where_nvcc_and_clang_say() {
        let attached: BTreeSet<&str> =
            OPTIONS.iter().filter(|row| row.spelling == Spelling::Attached).map(|row| row.short).collect();
        assert_eq!(
            attached,
            BTreeSet::from(["I", "D", "U", "L", "l", "O", "m", "t", "isystem", "iquote", "idirafter", "Wp,", "B"])
        );
    }

    #[test]
    fn every_option_that_the_notes_on_nvcc_name_as_valued_takes_a_value() {
        let valued = "o include l D U I isystem L odir ccbin arbin cudart cudadevrt ldir target-dir opt-info O Ofc dopt \
            ftemplate-backtrace-limit ftemplate-depth x std stdlib m Xcompiler Xlinker Xarchive Xptxas Xnvlink Xnvprune t \
            split-compile split-compile-extended fdevice-time-trace keep-dir time run-args idp ddp dp MT MF arch code \
            gencode rdc e maxrregcount ftz prec-div prec-sqrt fmad default-stream Werror diag-error diag-suppress \
            diag-warn hls brief-diag optf";
        for name in valued.split_whitespace() {
            let row = find(1, name).unwrap_or_else(|| panic!("-{name} is missing"));
            assert_ne!(row.arity, Arity::Flag, "-{name}");
        }
    }
}
