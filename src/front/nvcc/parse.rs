//! argv of nvcc (or of clang) → [`Invocation`].
//!
//! nvcc's rules: names match exactly; a value follows as the next argument or after `=`, and for some one-letter names
//! directly; lists split at commas that are not escaped or quoted; of repeated scalars the last wins. Where nvcc would stop with an
//! error, the parser goes on: an option it does not know, or one without its value, is written down and nothing else.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::architecture::{Architecture, Family};
use super::invocation::{Invocation, Language, MacroEdit, Mode};
use super::options::{Arity, Effect, OptionRow, clang_option, find, find_attached};
use super::{handed, host, split};

/// Gives the contents of an options file, `None` if it cannot be read.
pub type OptionsFile<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// Options files that include each other are followed to this depth.
const MAX_DEPTH: u32 = 16;

/// Reads the arguments after the program's name.
pub fn parse(arguments: impl IntoIterator<Item = OsString>, read: OptionsFile<'_>) -> Invocation {
    let mut parser = Parser {
        result: Invocation::default(),
        short: None,
        code: Vec::new(),
        host: Vec::new(),
        handed: Vec::new(),
        optimize: None,
        read,
    };
    parser.arguments(arguments, 0);
    let Parser { mut result, short, code, mut host, handed, optimize, .. } = parser;
    // nvcc puts its own level behind those of the host compiler, but not 0.
    host.extend(optimize.filter(|level| level != "0").map(|level| format!("-O{level}")));
    host::read(&host, &mut result);
    handed::read(&handed, &host, &mut result);
    result.family = short.as_deref().and_then(Family::read);
    if let Some(short) = short.as_deref().and_then(Architecture::read) {
        if !result.architectures.contains(&short) {
            result.architectures.push(short.clone());
        }
        result.short_architecture = Some(short).filter(|_| code.is_empty());
    } else if result.architectures.is_empty() && result.family.is_none() {
        result.architectures = code;
    }
    result
}

/// The options in the value of `NVCC_PREPEND_FLAGS` or `NVCC_APPEND_FLAGS`.
pub fn split_variable(text: &str) -> Vec<OsString> {
    split::variable(text).into_iter().map(OsString::from).collect()
}

struct Parser<'a> {
    result: Invocation,
    /// The value of `-arch`.
    short: Option<String>,
    /// Those of `-code`, which are made of the code for the former.
    code: Vec<Architecture>,
    /// What the host compiler gets besides.
    host: Vec<String>,
    /// The value of `-O`.
    optimize: Option<String>,
    /// What parts of the compiler get.
    handed: Vec<String>,
    read: OptionsFile<'a>,
}

impl Parser<'_> {
    fn arguments(&mut self, arguments: impl IntoIterator<Item = OsString>, depth: u32) {
        let mut rest = arguments.into_iter();
        while let Some(argument) = rest.next() {
            match split_dashes(&argument) {
                None => self.result.inputs.push(PathBuf::from(argument)),
                Some((dashes, text)) => self.option(dashes, &text, &mut rest, depth),
            }
        }
    }

    fn option(&mut self, dashes: usize, text: &str, rest: &mut dyn Iterator<Item = OsString>, depth: u32) {
        let written = &"--"[..dashes];
        let (name, inline) = match text.split_once('=') {
            Some((name, value)) if find(dashes, text).is_none() => (name, Some(value.to_owned())),
            _ => (text, None),
        };
        let found = match find(dashes, name) {
            Some(row) if row.arity != Arity::Flag || inline.is_none() => Some((row, inline)),
            _ if dashes == 1 => find_attached(text).map(|(row, value)| (row, Some(value.to_owned()))),
            _ => None,
        };
        let Some((row, inline)) = found else {
            self.result.unknown.push(format!("{written}{text}"));
            self.host.push(format!("{written}{text}"));
            return;
        };
        if row.arity == Arity::Flag {
            self.apply(row, &format!("{written}{text}"), "", depth);
            return;
        }
        let Some(value) = inline.or_else(|| rest.next().map(|next| next.to_string_lossy().into_owned())) else {
            self.result.complaints.push(format!("{written}{text} has no value"));
            return;
        };
        let option = format!("{written}{}", if dashes == 2 { row.long } else { row.short });
        match row.arity {
            Arity::Flag | Arity::One => self.apply(row, &option, &value, depth),
            Arity::List => {
                for item in split::list(&value, has_escapes(row.effect)) {
                    self.apply(row, &option, &item, depth);
                }
            }
        }
    }

    /// What an option with one value, or without, does. `option` is its name as written.
    fn apply(&mut self, row: &OptionRow, option: &str, value: &str, depth: u32) {
        let result = &mut self.result;
        match row.effect {
            Effect::Ignored => {}
            Effect::Mode(mode) => result.change_mode(mode),
            Effect::Define => result.macros.push(MacroEdit::Define(value.to_owned())),
            Effect::Undefine => result.macros.push(MacroEdit::Undefine(value.to_owned())),
            Effect::IncludePath => result.include_paths.push(value.into()),
            Effect::SystemIncludePath => result.system_include_paths.push(value.into()),
            Effect::PreInclude => result.pre_includes.push(value.into()),
            Effect::Standard => result.standard = Some(value.to_owned()),
            Effect::Language => self.language(value),
            Effect::Architecture => self.short = Some(value.to_owned()),
            Effect::Code => self.code.extend(Architecture::read(value)),
            Effect::Optimize => self.optimize = Some(value.to_owned()),
            Effect::NoExceptions => self.host.insert(0, "-fno-exceptions".to_owned()),
            Effect::Generate => self.generate(value),
            Effect::Output => result.output = Some(value.into()),
            Effect::OutputDirectory => result.output_directory = Some(value.into()),
            Effect::DependencyFile => result.dependency_file = Some(value.into()),
            Effect::DependenciesToo => result.writes_dependencies = true,
            Effect::OptionsFile => self.options_file(Path::new(value), depth),
            Effect::HostCompiler => self.host.extend(split::shell_words(value)),
            Effect::Forwarded => self.host.push(option.to_owned()),
            Effect::CudaPath => result.cuda_path = Some(value.into()),
            Effect::NoCudaInclude => result.no_cuda_include = true,
            Effect::RelaxedConstexpr => result.relaxed_constexpr = true,
            Effect::ExtendedLambda => result.extended_lambda = true,
            Effect::FastMath => result.use_fast_math = true,
            Effect::DeviceDebug => result.device_debug = true,
            Effect::RelocatableObjects => {
                result.change_mode(Mode::Objects);
                result.relocatable_device_code = true;
            }
            Effect::RelocatableDeviceCode => result.relocatable_device_code = value != "false",
            Effect::WholeProgramOpen => result.whole_program_open = true,
            Effect::DefaultStream => result.per_thread_default_stream = value == "per-thread",
            Effect::DryRun => result.dry_run = true,
            Effect::Clang => clang_option(row, option, value, &mut result.clang_options),
            Effect::HandsOn => self.handed.push(value.to_owned()),
            Effect::LoadsCode => result.refused.push(format!("{option} {value}")),
        }
    }

    fn language(&mut self, value: &str) {
        match value {
            "c" => self.result.language = Some(Language::C),
            "c++" => self.result.language = Some(Language::Cxx),
            "cu" | "cuda" => self.result.language = Some(Language::Cuda),
            other => self.result.complaints.push(format!("`{other}` is no language")),
        }
    }

    fn architecture(&mut self, value: &str) {
        let Some(architecture) = Architecture::read(value) else {
            self.result.complaints.push(format!("`{value}` is no architecture"));
            return;
        };
        if !self.result.architectures.contains(&architecture) {
            self.result.architectures.push(architecture);
        }
    }

    /// `arch=compute_70,code=[sm_70,compute_70]`, or an architecture alone.
    fn generate(&mut self, value: &str) {
        let named = |key: &str| value.split_once(key).map(|(_, rest)| rest);
        // The code is made of what is compiled for the virtual architecture.
        let of = named("arch=").unwrap_or(value).split([',', ';']).next().unwrap_or(value);
        self.architecture(of.trim_matches(['[', ']', '"', '\'']));
    }

    fn options_file(&mut self, file: &Path, depth: u32) {
        match (self.read)(file) {
            Some(text) if depth < MAX_DEPTH => {
                self.arguments(split::options_file(&text).into_iter().map(OsString::from), depth + 1)
            }
            Some(_) => self.result.complaints.push(format!("{}: options files nest too deep", file.display())),
            None => self.result.complaints.push(format!("{}: cannot be read", file.display())),
        }
    }
}

/// The number of dashes and the rest; `None` for an input.
fn split_dashes(argument: &OsStr) -> Option<(usize, String)> {
    let text = argument.to_string_lossy();
    if let Some(rest) = text.strip_prefix("--") {
        return Some((2, rest.to_owned()));
    }
    text.strip_prefix('-').filter(|rest| !rest.is_empty()).map(|rest| (1, rest.to_owned()))
}

/// Whether a backslash means something in the values of such an option; in paths it does not.
fn has_escapes(effect: Effect) -> bool {
    match effect {
        Effect::IncludePath | Effect::SystemIncludePath | Effect::PreInclude | Effect::OptionsFile => false,
        Effect::Ignored
        | Effect::Mode(_)
        | Effect::RelocatableObjects
        | Effect::Define
        | Effect::Undefine
        | Effect::Standard
        | Effect::Language
        | Effect::Architecture
        | Effect::Code
        | Effect::Generate
        | Effect::Optimize
        | Effect::NoExceptions
        | Effect::Output
        | Effect::OutputDirectory
        | Effect::DependencyFile
        | Effect::DependenciesToo
        | Effect::HostCompiler
        | Effect::Forwarded
        | Effect::CudaPath
        | Effect::NoCudaInclude
        | Effect::RelaxedConstexpr
        | Effect::ExtendedLambda
        | Effect::FastMath
        | Effect::DeviceDebug
        | Effect::RelocatableDeviceCode
        | Effect::WholeProgramOpen
        | Effect::DefaultStream
        | Effect::DryRun
        | Effect::Clang
        | Effect::HandsOn
        | Effect::LoadsCode => true,
    }
}

#[cfg(test)]
mod tests;
