//! `compile_commands.json`, as CMake, Ninja and Bear write it → the commands in it that compile CUDA.
//!
//! Paths are made absolute or relative to the working directory of their command. A command counts if nvcc's table
//! ([`crate::front::nvcc`]) finds CUDA in it: by `-x`, else by the suffix `.cu`. An entry that stands there twice counts once.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;

use crate::front::config::Environment;
use crate::front::nvcc::{self, Compiler, Invocation};

const NAME: &str = "compile_commands.json";

/// One command that compiles CUDA.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Where it runs.
    pub directory: PathBuf,
    pub file: PathBuf,
    /// Its one input is [`Unit::file`].
    pub invocation: Invocation,
}

#[derive(Debug, Error)]
pub enum DatabaseError {
    #[error("{}: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    /// Line and column of what makes no sense, or of what comes after an entry that makes none.
    #[error("{}:{line}:{column}: {message}", path.display())]
    Malformed { path: PathBuf, line: usize, column: usize, message: String },
}

#[derive(Deserialize)]
struct Written {
    directory: PathBuf,
    file: PathBuf,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

/// With the command as words, the compiler first.
#[derive(Deserialize, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[serde(try_from = "Written")]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    words: Vec<String>,
}

impl TryFrom<Written> for Entry {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let Written { directory, file, command, arguments } = written;
        let words = match (arguments, command) {
            (Some(words), _) => words,
            (None, Some(command)) => shell_words(&command)
                .ok_or_else(|| format!("{}: a quote in `command` is not closed", file.display()))?,
            (None, None) => return Err(format!("{} has neither `arguments` nor `command`", file.display())),
        };
        Ok(Entry { directory, file, words })
    }
}

/// The CUDA commands of a database, in its order. `place` is its folder or the file itself.
///
/// # Errors
/// It cannot be read, or is no compilation database.
pub fn read(place: &Path, environment: &Environment) -> Result<Vec<Unit>, DatabaseError> {
    let path = if place.is_dir() { place.join(NAME) } else { place.to_owned() };
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(source) => return Err(DatabaseError::Unreadable { path, source }),
    };
    let entries: Vec<Entry> = serde_json::from_slice(&text).map_err(|error| {
        let (line, column, message) = (error.line(), error.column(), error.to_string());
        let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message).to_owned();
        DatabaseError::Malformed { path: path.clone(), line, column, message }
    })?;
    let folder = environment.directory.join(path.parent().unwrap_or(Path::new("")));
    let mut seen = BTreeSet::new();
    let new = entries.into_iter().filter(|entry| seen.insert(entry.clone()));
    let units = new.map(|entry| unit(&entry, &folder, environment));
    Ok(units.filter(|unit| unit.invocation.skip_reason().is_none()).collect())
}

fn unit(entry: &Entry, folder: &Path, environment: &Environment) -> Unit {
    let directory = folder.join(&entry.directory);
    let file = without_detours(directory.join(&entry.file));
    let compiler = entry.words.first().map(Path::new).and_then(Path::file_name);
    let is_nvcc = compiler.is_some_and(|name| name.to_string_lossy().contains("nvcc"));
    let flags = |text: &Option<String>| match text {
        Some(text) if is_nvcc => nvcc::split_variable(text),
        Some(_) | None => vec![],
    };
    let own = entry.words.iter().skip(1).map(OsString::from);
    let all = flags(&environment.nvcc_prepend_flags).into_iter().chain(own);
    let all = all.chain(flags(&environment.nvcc_append_flags));
    let mut invocation = nvcc::parse(all, &|name| std::fs::read_to_string(directory.join(name)).ok());
    invocation.inputs = vec![file.clone()];
    if compiler.is_some_and(|name| name.to_string_lossy().contains("clang")) {
        invocation.compiler = Compiler::Clang;
    }
    Unit { directory, file, invocation }
}

/// `build/../a.cu` as `a.cu`, unless a link makes that another file.
fn without_detours(path: PathBuf) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    match (plain.canonicalize(), path.canonicalize()) {
        (Ok(one), Ok(other)) if one == other => plain,
        (Ok(_) | Err(_), Ok(_) | Err(_)) => path,
    }
}

/// Splits as a POSIX shell does, without expanding anything; `None` if a quote is not closed.
fn shell_words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (vec![], None::<String>);
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            c if c.is_ascii_whitespace() => words.extend(word.take()),
            '\'' => {
                let to = word.get_or_insert_default();
                loop {
                    match rest.next()? {
                        '\'' => break,
                        c => to.push(c),
                    }
                }
            }
            '"' => double_quoted(&mut rest, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().extend(rest.next().filter(|c| *c != '\n')),
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

/// Up to the closing quote; in between a backslash speaks only before what it could be needed for.
fn double_quoted(rest: &mut std::str::Chars<'_>, to: &mut String) -> Option<()> {
    loop {
        match rest.next()? {
            '"' => return Some(()),
            '\\' => match rest.next()? {
                '\n' => {}
                c @ ('"' | '\\' | '$' | '`') => to.push(c),
                c => to.extend(['\\', c]),
            },
            c => to.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shell_words;

    #[test]
    fn words_split_as_a_shell_splits_them() {
        let words = |text: &str| shell_words(text).unwrap_or_default();
        assert_eq!(
            words(r#"nvcc  -DA=\"x\ y\" '-DB= "b" ' "-DC=\"\c\\" a.cu "#),
            ["nvcc", r#"-DA="x y""#, r#"-DB= "b" "#, r#"-DC="\c\"#, "a.cu",]
        );
        assert_eq!(words("a '' \"\"b'c'\td"), ["a", "", "bc", "d"]);
        assert_eq!((shell_words("a 'b"), shell_words("\"b\\\""), shell_words("")), (None, None, Some(vec![])));
    }
}
