//! What one nvcc (or clang) command line says, as far as it matters to the device code that it compiles.
//!
//! Invariant: plain data; paths are as written, relative to the working directory of the command.

use super::architecture::{Architecture, Family};
use std::path::{Path, PathBuf};

/// How the inputs are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Language {
    C,
    Cxx,
    Cuda,
}

/// What the command makes. nvcc's default is [`Mode::Executable`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// Compile and link.
    #[default]
    Executable,
    /// An object file for each input (`-c`, `-dc`, `-dw`).
    Objects,
    /// Device code for each input (`-ptx`, `-cubin`, `-fatbin`, …), in a file with this suffix.
    DeviceCode(&'static str),
    /// A library out of all inputs (`-lib`).
    Library,
    /// Host code with device code in it (`-cuda`).
    Host,
    /// The output of the preprocessor (`-E`).
    Preprocess,
    /// Dependencies and nothing else (`-M`, `-MM`).
    Dependencies,
    /// Only the linker for device code (`-dlink`).
    DeviceLink,
    /// Remove what another command made (`-clean`).
    Clean,
    /// Say something and stop (`--version`, `--help`, …).
    Information,
}

/// `-D` or `-U`; their order matters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MacroEdit {
    /// `NAME` or `NAME=VALUE`.
    Define(String),
    Undefine(String),
}

/// Whose command line it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Compiler {
    #[default]
    Nvcc,
    Clang,
}

/// A command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Invocation {
    pub inputs: Vec<PathBuf>,
    pub language: Option<Language>,
    pub mode: Mode,
    pub macros: Vec<MacroEdit>,
    /// `-I`.
    pub include_paths: Vec<PathBuf>,
    /// `-isystem`.
    pub system_include_paths: Vec<PathBuf>,
    /// `-include`.
    pub pre_includes: Vec<PathBuf>,
    /// `c++17` and the like.
    pub standard: Option<String>,
    pub compiler: Compiler,
    /// `__NVCC__` is not defined all the same.
    pub hides_nvcc: bool,
    /// The host may call functions of the device.
    pub device_for_hosts: bool,
    /// The virtual architectures that are named, in the order written, each once; see [`super::targets`].
    pub architectures: Vec<Architecture>,
    /// The one of them that stands for itself behind `-arch`.
    pub short_architecture: Option<Architecture>,
    /// What `-arch` names instead.
    pub family: Option<Family>,
    pub output: Option<PathBuf>,
    pub output_directory: Option<PathBuf>,
    /// `-MF`.
    pub dependency_file: Option<PathBuf>,
    /// `-MD` or `-MMD`: compiling also writes the dependencies.
    pub writes_dependencies: bool,
    /// `--cuda-path`.
    pub cuda_path: Option<PathBuf>,
    /// `-nocudainc`: neither a toolkit's headers nor ours.
    pub no_cuda_include: bool,
    pub relaxed_constexpr: bool,
    pub extended_lambda: bool,
    pub use_fast_math: bool,
    /// `-G`.
    pub device_debug: bool,
    pub relocatable_device_code: bool,
    /// `--default-stream per-thread`.
    pub per_thread_default_stream: bool,
    /// `-ewp`.
    pub whole_program_open: bool,
    /// The host compiler, which preprocesses device code too, is told to optimise.
    pub host_optimizes: bool,
    /// `char` has no sign for the host compiler.
    pub unsigned_char: bool,
    pub dry_run: bool,
    /// Options for clang's front end, as they are.
    pub clang_options: Vec<String>,
    /// Options that are kept from clang since they load code, or may.
    pub refused: Vec<String>,
    /// Options that no table knows.
    pub unknown: Vec<String>,
    /// Options whose value is missing or not understood, and files that could not be read.
    pub complaints: Vec<String>,
}

impl Invocation {
    /// The inputs that are CUDA source: by `-x`, else by suffix.
    pub fn cuda_inputs(&self) -> impl Iterator<Item = &Path> {
        self.inputs.iter().map(PathBuf::as_path).filter(|input| match self.language {
            Some(Language::Cuda) => true,
            Some(Language::C | Language::Cxx) => false,
            None => input.extension().is_some_and(|suffix| suffix == "cu"),
        })
    }

    /// Whether other units' device code may be linked to what is made.
    pub fn leaves_device_code_open(&self) -> bool {
        self.relocatable_device_code || self.whole_program_open || matches!(self.mode, Mode::DeviceCode(_))
    }

    /// The last option counts, but one that asks for information.
    pub(super) fn change_mode(&mut self, mode: Mode) {
        if self.mode != Mode::Information {
            self.mode = mode;
        }
    }

    /// Why this command compiles no device code, if so.
    pub fn skip_reason(&self) -> Option<&'static str> {
        if self.dry_run {
            return Some("nvcc was asked for a dry run");
        }
        match self.mode {
            Mode::Executable | Mode::Objects | Mode::DeviceCode(_) | Mode::Library | Mode::Host => {}
            Mode::Preprocess => return Some("nvcc was asked to preprocess only"),
            Mode::Dependencies => return Some("nvcc was asked for dependencies only"),
            Mode::DeviceLink => return Some("nvcc was asked to link only"),
            Mode::Clean => return Some("nvcc was asked to clean up"),
            Mode::Information => return Some("nvcc was asked for information"),
        }
        let probe = |input: &Path| {
            let name = input.file_name().and_then(|name| name.to_str());
            matches!(name, Some("CMakeCUDACompilerId.cu" | "CMakeCUDACompilerABI.cu"))
        };
        let mut inputs = self.cuda_inputs().peekable();
        if inputs.peek().is_none() {
            return Some("the command compiles no CUDA source");
        }
        inputs.all(probe).then_some("CMake probes the compiler")
    }

    /// The files that this command writes where it compiles: objects, device code or a program, and dependencies. The
    /// names that nvcc takes without `-o` and `-MF` were observed with nvcc 13.5.
    pub fn outputs(&self) -> Vec<PathBuf> {
        let folder = self.output_directory.as_deref().unwrap_or(Path::new(""));
        let each = |suffix: &str| -> Vec<PathBuf> {
            let names = self.inputs.iter().filter(|input| is_compiled(input) || self.language.is_some());
            names.filter_map(|input| Some(folder.join(input.with_extension(suffix).file_name()?))).collect()
        };
        let mut outputs = match (&self.output, self.mode) {
            (_, Mode::Dependencies | Mode::DeviceLink | Mode::Clean | Mode::Information | Mode::Preprocess) => {
                return Vec::new();
            }
            (Some(output), _) => vec![output.clone()],
            (None, Mode::Executable) => vec![folder.join("a.out")],
            (None, Mode::Library) => vec![folder.join("a.a")],
            (None, Mode::Objects) => each("o"),
            (None, Mode::DeviceCode(suffix)) => each(suffix),
            (None, Mode::Host) => each("cu.cpp.ii"),
        };
        match (&self.dependency_file, &self.output) {
            (Some(file), _) => outputs.push(file.clone()),
            (None, Some(output)) if self.writes_dependencies => outputs.push(output.with_extension("d")),
            (None, None) if self.writes_dependencies => outputs.extend(each("d")),
            (None, _) => {}
        }
        outputs
    }
}

/// Whether nvcc compiles an input of this suffix without being told a language.
fn is_compiled(input: &Path) -> bool {
    let suffix = input.extension().and_then(|suffix| suffix.to_str());
    suffix.is_some_and(|suffix| ["cu", "c", "cc", "cxx", "cpp"].contains(&suffix))
}
