//! What options for the host compiler mean to us: its preprocessor reads the device code too.
//!
//! nvcc puts them before its own options, whatever their order on its command line. What they define is known of gcc; what
//! else they do concerns host code alone, and an option whose meaning is not known is passed over.

use super::invocation::{Invocation, MacroEdit};

/// What gcc defines for options, besides what clang defines for them.
const DEFINES: &[(&str, &[&str])] = &[
    // Since version 9.
    ("-fopenmp", &["_OPENMP=201511"]),
    ("-fopenacc", &["_OPENACC=201711"]),
    ("-pthread", &["_REENTRANT=1"]),
    ("-ffast-math", FAST_MATH),
    ("-Ofast", FAST_MATH),
    ("-ffinite-math-only", &["__FINITE_MATH_ONLY__=1"]),
    ("-fno-math-errno", &["__NO_MATH_ERRNO__=1"]),
    ("-fpic", &["__pic__=1", "__PIC__=1"]),
    ("-fPIC", &["__pic__=2", "__PIC__=2"]),
    ("-fpie", &["__pic__=1", "__PIC__=1", "__pie__=1", "__PIE__=1"]),
    ("-fPIE", &["__pic__=2", "__PIC__=2", "__pie__=2", "__PIE__=2"]),
    ("-fstack-protector", &["__SSP__=1"]),
    ("-fstack-protector-all", &["__SSP_ALL__=2"]),
    ("-fstack-protector-strong", &["__SSP_STRONG__=3"]),
    ("-fsanitize=address", &["__SANITIZE_ADDRESS__=1"]),
    ("-fsanitize=thread", &["__SANITIZE_THREAD__=1"]),
];
const FAST_MATH: &[&str] = &[
    "__FAST_MATH__=1",
    "__FINITE_MATH_ONLY__=1",
    "__NO_MATH_ERRNO__=1",
    "__NO_SIGNED_ZEROS__=1",
    "__NO_TRAPPING_MATH__=1",
    "__RECIPROCAL_MATH__=1",
    "__ASSOCIATIVE_MATH__=1",
];
/// Options that clang takes in gcc's meaning, and defines the same for.
const SHARED: [&str; 6] = ["-fexceptions", "-fno-exceptions", "-frtti", "-fno-rtti", "-fchar8_t", "-fno-char8_t"];
/// Options for instructions, which have macros, are such a name with a suffix.
const INSTRUCTIONS: [&str; 14] = [
    "-march=", "-msse", "-mssse3", "-mavx", "-mfma", "-mf16c", "-mbmi", "-mlzcnt", "-mpopcnt", "-maes", "-mpclmul",
    "-msha", "-mmovbe", "-madx",
];
/// Options with a file or folder that clang takes in gcc's meaning.
const FILES: [&str; 3] = ["-imacros", "-iquote", "-idirafter"];

/// Takes into `invocation` what concerns us of the host compiler's words.
pub(super) fn read(words: &[String], invocation: &mut Invocation) {
    let mut found = Invocation::default();
    let words: Vec<&str> = words.iter().flat_map(|word| for_preprocessor(word)).collect();
    let mut rest = words.iter().copied();
    while let Some(word) = rest.next() {
        let mut value = |name: &str| match word.strip_prefix(name) {
            Some("") => rest.next().map(str::to_owned),
            Some(attached) => Some(attached.to_owned()),
            None => None,
        };
        if let Some(text) = value("-D") {
            found.macros.push(MacroEdit::Define(text));
        } else if let Some(name) = value("-U") {
            found.macros.push(MacroEdit::Undefine(name));
        } else if let Some(path) = value("-I") {
            found.include_paths.push(path.into());
        } else if let Some(path) = value("-isystem") {
            found.system_include_paths.push(path.into());
        } else if let Some(file) = value("-include") {
            found.pre_includes.push(file.into());
        } else if let Some((name, file)) = FILES.iter().find_map(|name| Some((*name, value(name)?))) {
            found.clang_options.extend([name.to_owned(), file]);
        } else if let Some(standard) = word.strip_prefix("-std=") {
            // Our clang is both compilers in one; the device compiler's standard is the stronger.
            invocation.standard.get_or_insert_with(|| standard.to_owned());
        } else {
            plain(word, &mut found);
        }
    }
    invocation.host_optimizes = found.host_optimizes;
    invocation.unsigned_char = found.unsigned_char;
    invocation.macros.splice(..0, found.macros);
    invocation.include_paths.splice(..0, found.include_paths);
    invocation.system_include_paths.splice(..0, found.system_include_paths);
    invocation.pre_includes.splice(..0, found.pre_includes);
    invocation.clang_options.splice(..0, found.clang_options);
}

/// An option without a value.
pub(super) fn plain(word: &str, found: &mut Invocation) {
    if let Some(level) = word.strip_prefix("-O") {
        found.host_optimizes = level != "0";
        let size = MacroEdit::Define("__OPTIMIZE_SIZE__=1".to_owned());
        found.macros.retain(|edit| *edit != size);
        found.macros.extend(["s", "z"].contains(&level).then_some(size));
    }
    match word {
        "-funsigned-char" | "-fno-signed-char" => found.unsigned_char = true,
        "-fsigned-char" | "-fno-unsigned-char" => found.unsigned_char = false,
        _ => {}
    }
    for define in DEFINES.iter().filter(|(name, _)| *name == word).flat_map(|(_, defines)| *defines) {
        found.macros.push(MacroEdit::Define((*define).to_owned()));
    }
    if SHARED.contains(&word) || INSTRUCTIONS.iter().any(|start| word.starts_with(start)) {
        found.clang_options.push(word.to_owned());
    }
}

/// The words that `-Wp,A,B` hands to the preprocessor; any other word is itself.
pub(super) fn for_preprocessor(word: &str) -> impl Iterator<Item = &str> {
    let handed = word.strip_prefix("-Wp,");
    let own = handed.is_none().then_some(word);
    handed.into_iter().flat_map(|words| words.split(',')).chain(own).filter(|word| *word != "-Xpreprocessor")
}
