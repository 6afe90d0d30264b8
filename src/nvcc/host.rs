//! What options for the host compiler mean to us: its preprocessor reads the device code too.
//!
//! nvcc puts them before its own options, whatever their order on its command line. Of the rest nothing matters here, and
//! an option whose meaning is not known is passed over.

use super::invocation::{Invocation, MacroEdit};

/// What gcc defines for `-fopenmp` since version 9.
const OPENMP: &str = "_OPENMP=201511";

/// Takes into `invocation` what concerns us of the host compiler's words.
pub(super) fn read(words: &[String], invocation: &mut Invocation) {
    let (mut macros, mut paths, mut system, mut files) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let mut value = |name: &str| match word.strip_prefix(name) {
            Some("") => rest.next().cloned(),
            Some(attached) => Some(attached.to_owned()),
            None => None,
        };
        if let Some(text) = value("-D") {
            macros.push(MacroEdit::Define(text));
        } else if let Some(name) = value("-U") {
            macros.push(MacroEdit::Undefine(name));
        } else if let Some(path) = value("-I") {
            paths.push(path.into());
        } else if let Some(path) = value("-isystem") {
            system.push(path.into());
        } else if let Some(file) = value("-include") {
            files.push(file.into());
        } else if let Some(standard) = word.strip_prefix("-std=") {
            // Our clang is both compilers in one; the device compiler's standard is the stronger.
            invocation.standard.get_or_insert_with(|| standard.to_owned());
        } else if word == "-fopenmp" {
            macros.push(MacroEdit::Define(OPENMP.to_owned()));
        }
    }
    invocation.macros.splice(..0, macros);
    invocation.include_paths.splice(..0, paths);
    invocation.system_include_paths.splice(..0, system);
    invocation.pre_includes.splice(..0, files);
}
