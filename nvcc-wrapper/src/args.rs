//! What the wrapper must know of an nvcc command line: whether it compiles a source, and what it writes.
//!
//! Source: `nvcc --help` and the observed default names. nvcc matches options exactly, takes a value after a space or
//! `=`, and lets the last of several scalars win. The full reading of the command line is the analyser's; here an
//! unknown option counts as one without a value, and options files are not opened.
//!
//! **Invariant:** where this is wrong, a check is left out or an output stays; nothing is deleted that nvcc would not
//! have written.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// One nvcc command line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Call {
    /// Whether it compiles at least one source that may hold kernels.
    pub(crate) compiles: bool,
    /// The files that it writes, relative to the working directory or absolute.
    pub(crate) outputs: Vec<PathBuf>,
}

/// Where the compilation stops, as far as it decides the names of the outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// One output for each source, with this extension.
    Each(&'static str),
    /// One output for all sources, with this name.
    All(&'static str),
    /// No code is generated from a source.
    Nothing,
}

/// What is known after reading all options.
struct Options<'a> {
    stage: Stage,
    /// The stage was overruled by an option that only asks or only cleans.
    inactive: bool,
    language: bool,
    dependencies: bool,
    output: Option<&'a OsStr>,
    dependency_file: Option<&'a OsStr>,
    folder: Option<&'a OsStr>,
    inputs: Vec<&'a Path>,
}

/// Reads the arguments after the program's name.
pub(crate) fn scan(argv: &[OsString]) -> Call {
    let options = read(argv);
    let sources: Vec<&Path> =
        options.inputs.iter().copied().filter(|input| options.language || is_source(input)).collect();
    let probe = sources.iter().any(|source| is_cmake_probe(source));
    let compiles = !sources.is_empty() && !probe && !options.inactive && options.stage != Stage::Nothing;
    if !compiles {
        return Call::default();
    }
    Call { compiles, outputs: outputs(&options, &sources) }
}

fn read(argv: &[OsString]) -> Options<'_> {
    let mut options = Options {
        stage: Stage::All("a.out"),
        inactive: false,
        language: false,
        dependencies: false,
        output: None,
        dependency_file: None,
        folder: None,
        inputs: Vec::new(),
    };
    let mut rest = argv.iter().map(OsString::as_os_str);
    while let Some(argument) = rest.next() {
        if !argument.as_bytes().starts_with(b"-") || argument == "-" {
            options.inputs.push(Path::new(argument));
            continue;
        }
        let (name, value) = split_value(argument);
        let value = value.or_else(|| if takes_value(name) { rest.next() } else { None });
        match name {
            "-o" | "--output-file" => options.output = value,
            "-MF" | "--dependency-output" => options.dependency_file = value,
            "-odir" | "--output-directory" => options.folder = value,
            "-x" | "--x" => options.language = true,
            "-MD" | "--generate-dependencies-with-compile" => options.dependencies = true,
            "-MMD" | "--generate-nonsystem-dependencies-with-compile" => options.dependencies = true,
            _ if INACTIVE.contains(&name) => options.inactive = true,
            _ => {
                if let Some((_, stage)) = STAGES.iter().find(|(names, _)| names.contains(&name)) {
                    options.stage = *stage;
                }
            }
        }
    }
    options
}

/// The files that compiling `sources` writes.
fn outputs(options: &Options<'_>, sources: &[&Path]) -> Vec<PathBuf> {
    let folder = Path::new(options.folder.unwrap_or_default());
    let beside =
        |source: &Path, extension: &str| folder.join(source.with_extension(extension).file_name().unwrap_or_default());
    let mut outputs: Vec<PathBuf> = match (options.output, options.stage) {
        (Some(output), _) => vec![PathBuf::from(output)],
        (None, Stage::Each(extension)) => sources.iter().map(|source| beside(source, extension)).collect(),
        (None, Stage::All(name)) => vec![folder.join(name)],
        (None, Stage::Nothing) => Vec::new(),
    };
    match (options.dependency_file, options.output) {
        (Some(file), _) => outputs.push(PathBuf::from(file)),
        (None, Some(output)) if options.dependencies => outputs.push(Path::new(output).with_extension("d")),
        (None, None) if options.dependencies => outputs.extend(sources.iter().map(|source| beside(source, "d"))),
        (None, _) => {}
    }
    outputs
}

/// An option's name, and the value that it carries after `=`. A name that is not ASCII is no option's.
fn split_value(argument: &OsStr) -> (&str, Option<&OsStr>) {
    let bytes = argument.as_bytes();
    let (name, value) = match bytes.iter().position(|&byte| byte == b'=') {
        Some(at) => (&bytes[..at], Some(OsStr::from_bytes(&bytes[at + 1..]))),
        None => (bytes, None),
    };
    (std::str::from_utf8(name).unwrap_or(""), value)
}

fn takes_value(name: &str) -> bool {
    VALUED.split_ascii_whitespace().any(|valued| valued == name)
}

/// Whether nvcc compiles this file without being told a language.
fn is_source(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| ["cu", "c", "cc", "cxx", "cpp"].contains(&extension))
}

/// Whether CMake compiles this file to learn about the compiler: it parses the output and owns the result.
fn is_cmake_probe(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str);
    name.is_some_and(|name| ["CMakeCUDACompilerId.cu", "CMakeCUDACompilerABI.cu"].contains(&name))
}

/// The options that end a compilation early.
const STAGES: &[(&[&str], Stage)] = &[
    (&["-c", "--compile", "-dc", "--device-c", "-dw", "--device-w"], Stage::Each("o")),
    (&["-ptx", "--ptx"], Stage::Each("ptx")),
    (&["-cubin", "--cubin"], Stage::Each("cubin")),
    (&["-fatbin", "--fatbin"], Stage::Each("fatbin")),
    (&["-optix-ir", "--optix-ir"], Stage::Each("optixir")),
    (&["-ltoir", "--ltoir"], Stage::Each("ltoir")),
    (&["-cuda", "--cuda"], Stage::Each("cu.cpp.ii")),
    (&["-lib", "--lib"], Stage::All("a.a")),
    (&["-E", "--preprocess", "-M", "--generate-dependencies"], Stage::Nothing),
    (&["-MM", "--generate-nonsystem-dependencies", "-dlink", "--device-link"], Stage::Nothing),
];

/// The options with which nvcc does not compile whatever else is asked.
const INACTIVE: &[&str] = &[
    "-V",
    "--version",
    "-h",
    "--help",
    "-dryrun",
    "--dryrun",
    "-clean",
    "--clean-targets",
    "-code-ls",
    "--list-gpu-code",
    "-arch-ls",
    "--list-gpu-arch",
];

/// The options that take the next argument as their value, long and short: those with which the nvcc of CUDA 13.5
/// complains "argument expected".
const VALUED: &str = "\
    --Werror --apply-controls --archive-options --archiver-binary --brief-diagnostics --compiler-bindir \
    --compiler-options --compress-mode --cudadevrt --cudart --default-stream --define-macro \
    --dependency-drive-prefix --dependency-output --dependency-target-name --device-entity-has-hidden-visibility \
    --device-stack-protector --diag-error --diag-suppress --diag-warn --dopt --drive-prefix --entries \
    --fdevice-sanitize --fdevice-time-trace --fdevice-time-trace-granularity --fmad --fmax-errors --frandom-seed \
    --ftemplate-backtrace-limit --ftemplate-depth --ftz --generate-code --gpu-architecture --gpu-code \
    --host-linker-script --include-path --input-drive-prefix --jump-table-density --keep-dir \
    --libdevice-directory --library --library-path --linker-options --machine --maxrregcount --nvlink-options \
    --nvprune-options --Ofast-compile --optimization-info --optimize --options-file --output-directory \
    --output-file --pre-include --prec-div --prec-sqrt --ptxas-options --qpp-config --relocatable-device-code \
    --run-args --split-compile --split-compile-extended --static-global-template-stub --std --stdlib \
    --system-include --target-directory --threads --tile-preview --tileiras-options --time --undefine-macro --x \
    -D -I -L -MF -MT -O -Ofc -U -Werror -Xarchive -Xcompiler -Xlinker -Xnvlink -Xnvprune -Xptxas -Xtileiras \
    -apply-controls -arbin -arch -brief-diag -ccbin -code -compress-mode -cudadevrt -cudart -ddp -default-stream \
    -device-entity-has-hidden-visibility -device-stack-protector -diag-error -diag-suppress -diag-warn -dopt -dp \
    -e -fdevice-sanitize -fdevice-time-trace -fdevice-time-trace-granularity -fmad -fmax-errors -frandom-seed \
    -ftemplate-backtrace-limit -ftemplate-depth -ftz -gencode -hls -idp -include -isystem -jtd -keep-dir -l \
    -ldir -m -maxrregcount -o -odir -opt-info -optf -prec-div -prec-sqrt -qpp-config -rdc -run-args \
    -split-compile -split-compile-extended -static-global-template-stub -std -stdlib -t -target-dir \
    -tile-preview -time -x";

#[cfg(test)]
mod tests {
    use super::*;

    fn call(line: &str) -> Call {
        scan(&line.split_whitespace().map(OsString::from).collect::<Vec<_>>())
    }

    fn outputs(line: &str) -> Vec<String> {
        let call = call(line);
        assert!(call.compiles, "{line} compiles");
        call.outputs.iter().map(|path| path.display().to_string()).collect()
    }

    #[test]
    fn outputs_are_what_nvcc_writes() {
        assert_eq!(outputs("-c a.cu -o build/a.o"), ["build/a.o"]);
        assert_eq!(outputs("-c a.cu -o=b.o"), ["b.o"]);
        assert_eq!(outputs("-c a.cu --output-file b.o"), ["b.o"]);
        assert_eq!(outputs("-c a.cu -o first.o -o last.o"), ["last.o"]);
        assert_eq!(outputs("-c src/a.cu b.cu"), ["a.o", "b.o"]);
        assert_eq!(outputs("-ptx src/a.cu -odir out"), ["out/a.ptx"]);
        assert_eq!(outputs("a.cu b.o"), ["a.out"]);
        assert_eq!(outputs("-lib a.cu"), ["a.a"]);
        assert_eq!(outputs("-MD -MT x -MF a.d -x cu -c a.cuda -o a.o"), ["a.o", "a.d"]);
        assert_eq!(outputs("-MMD -c a.cu -o out/a.o"), ["out/a.o", "out/a.d"]);
        assert_eq!(outputs("-MD -c a.cu"), ["a.o", "a.d"]);
    }

    #[test]
    fn a_value_is_no_option_and_no_input() {
        assert_eq!(outputs("-Xcompiler -E -c a.cu"), ["a.o"]);
        assert_eq!(outputs("-I other.cu -c a.cu"), ["a.o"]);
        assert_eq!(outputs("-gencode arch=compute_80,code=sm_80 -c a.cu"), ["a.o"]);
        assert_eq!(call("-include a.cu -c b.o"), Call::default());
    }

    #[test]
    fn what_compiles_nothing_is_left_alone() {
        for line in [
            "",
            "--version",
            "-h",
            "-dryrun -c a.cu",
            "-E a.cu",
            "-M a.cu -o a.d",
            "a.o b.o -o app",
            "-dlink a.o -o link.o",
            "-v __cmake_determine_cuda",
            "--keep --keep-dir tmp -v CMakeCUDACompilerId.cu",
            "-x cu -c /usr/share/cmake/Modules/CMakeCUDACompilerABI.cu -o a.o",
        ] {
            assert_eq!(call(line), Call::default(), "{line}");
        }
    }
}
