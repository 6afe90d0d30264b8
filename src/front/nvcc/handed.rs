//! Options for parts of the compiler: what `-Xclang`, `-Xpreprocessor` and `-Wp,` hand on, and where `-Xcompiler` names code.
//!
//! A part of clang takes options that load code (`-load`, `-fplugin=`) or write files, under names that change between
//! versions. So only options of our own table are handed on, of which it is known that they do neither; all others are
//! refused, and said to be. What the host compiler alone would have got is never passed on: there only what would load code
//! is named.

use super::host;
use super::invocation::{Invocation, MacroEdit};
use super::options::{Arity, Effect, OptionRow, clang_option, find, find_attached};

/// Takes into `invocation` what is handed to clang's parts, and names what is kept from them and from the host compiler.
pub(super) fn read(handed: &[String], words: &[String], invocation: &mut Invocation) {
    let mut rest = handed.iter();
    while let Some(word) = rest.next() {
        let Some((row, value)) = option(word) else {
            // What has no dash is the value of an option that was refused.
            invocation.refused.extend(word.starts_with('-').then(|| word.clone()));
            continue;
        };
        let value = match (row.arity, value) {
            (Arity::Flag, _) => "",
            (Arity::One | Arity::List, Some(value)) => value,
            (Arity::One | Arity::List, None) => rest.next().map_or("", String::as_str),
        };
        apply(row, word, value, invocation);
    }
    let words = words.iter().flat_map(|word| host::for_preprocessor(word));
    let loading = words.filter(|word| option(word).is_some_and(|(row, _)| row.effect == Effect::LoadsCode));
    invocation.refused.extend(loading.map(str::to_owned));
}

/// The row of an option with one dash, and the value that is written with it.
fn option(word: &str) -> Option<(&'static OptionRow, Option<&str>)> {
    let dashes = if word.starts_with("--") { 2 } else { 1 };
    let text = word.strip_prefix(&"--"[..dashes])?;
    if let Some(row) = find(dashes, text) {
        return Some((row, None));
    }
    let joined = text.split_once('=').and_then(|(name, value)| Some((find(dashes, name)?, Some(value))));
    let joined = joined.filter(|(row, _)| row.arity != Arity::Flag);
    joined.or_else(|| find_attached(text).filter(|_| dashes == 1).map(|(row, value)| (row, Some(value))))
}

fn apply(row: &OptionRow, word: &str, value: &str, invocation: &mut Invocation) {
    match row.effect {
        Effect::Define => invocation.macros.push(MacroEdit::Define(value.to_owned())),
        Effect::Undefine => invocation.macros.push(MacroEdit::Undefine(value.to_owned())),
        Effect::IncludePath => invocation.include_paths.push(value.into()),
        Effect::SystemIncludePath => invocation.system_include_paths.push(value.into()),
        Effect::PreInclude => invocation.pre_includes.push(value.into()),
        Effect::Forwarded => host::plain(word, invocation),
        Effect::Clang => {
            let name = word.strip_suffix(value).unwrap_or(word).trim_end_matches('=');
            clang_option(row, name, value, &mut invocation.clang_options);
        }
        // They say where dependencies are written, or nothing about what the code means.
        Effect::Ignored | Effect::Output | Effect::DependencyFile | Effect::DependenciesToo => {}
        Effect::LoadsCode
        | Effect::HandsOn
        | Effect::Mode(_)
        | Effect::RelocatableObjects
        | Effect::Standard
        | Effect::Language
        | Effect::Architecture
        | Effect::Code
        | Effect::Generate
        | Effect::OutputDirectory
        | Effect::OptionsFile
        | Effect::HostCompiler
        | Effect::Optimize
        | Effect::NoExceptions
        | Effect::WholeProgramOpen
        | Effect::CudaPath
        | Effect::NoCudaInclude
        | Effect::RelaxedConstexpr
        | Effect::ExtendedLambda
        | Effect::FastMath
        | Effect::DeviceDebug
        | Effect::RelocatableDeviceCode
        | Effect::DefaultStream
        | Effect::DryRun => invocation.refused.push(word.to_owned()),
    }
}
