//! What clang says of the files that it reads, and of the folders where it looks for them.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

/// What stands in front of the list of files.
pub(super) const TARGET: &str = "unit";
/// Options of `clang -cc1` whose next argument is a folder.
const FOLDERS: [&str; 9] = [
    "-I",
    "-iquote",
    "-isystem",
    "-idirafter",
    "-c-isystem",
    "-cxx-isystem",
    "-internal-isystem",
    "-internal-externc-isystem",
    "-iwithprefixbefore",
];

/// The files in a list that clang wrote for `make` (`-MD`).
///
/// # Errors
/// It cannot be read.
pub(super) fn listed(mut list: File) -> io::Result<Vec<PathBuf>> {
    let mut text = String::new();
    list.read_to_string(&mut text)?;
    Ok(prerequisites(&text))
}

/// The words behind the first colon, without the escapes.
fn prerequisites(rule: &str) -> Vec<PathBuf> {
    let rest = rule.strip_prefix(TARGET).and_then(|rest| rest.strip_prefix(':')).unwrap_or_default();
    let mut words = vec![String::new()];
    let mut characters = rest.chars().peekable();
    while let Some(character) = characters.next() {
        let next = characters.peek().copied();
        match (character, next) {
            ('\\', Some('\n')) => words.push(String::new()),
            ('\\', Some(escaped @ (' ' | '#'))) | ('$', Some(escaped @ '$')) => {
                characters.next();
                words.last_mut().into_iter().for_each(|word| word.push(escaped));
            }
            (' ' | '\n', _) => words.push(String::new()),
            (other, _) => words.last_mut().into_iter().for_each(|word| word.push(other)),
        }
    }
    words.into_iter().filter(|word| !word.is_empty()).map(PathBuf::from).collect()
}

/// The folders in a command of `clang -###`, whose arguments stand in quotes.
pub(super) fn searched(log: &[u8]) -> Vec<PathBuf> {
    let text = String::from_utf8_lossy(log);
    let arguments = text.lines().flat_map(quoted).collect::<Vec<_>>();
    let folders = arguments.windows(2).filter(|pair| FOLDERS.contains(&pair[0].as_str()));
    folders.map(|pair| PathBuf::from(&pair[1])).collect()
}

/// The strings of a line, without the escapes.
fn quoted(line: &str) -> Vec<String> {
    let mut strings = vec![];
    let mut characters = line.chars();
    while characters.by_ref().any(|character| character == '"') {
        let mut string = String::new();
        while let Some(character) = characters.next() {
            match character {
                '"' => break,
                '\\' => string.extend(characters.next()),
                other => string.push(other),
            }
        }
        strings.push(string);
    }
    strings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_names_files() {
        let rule = "unit: a.cu /usr/include/x.h \\\n  b\\ c/d\\#.h e$$f.h \\\n  inc/../g.h\n";
        let files = ["a.cu", "/usr/include/x.h", "b c/d#.h", "e$f.h", "inc/../g.h"].map(PathBuf::from);
        assert_eq!(prerequisites(rule), files);
        assert_eq!(prerequisites(""), [] as [PathBuf; 0]);
    }

    #[test]
    fn a_command_names_folders() {
        let log = br#"clang version 19
 "/usr/bin/clang" "-cc1" "-I" "a b" "-isystem" "c\"d" "-D" "-I" "-internal-isystem" "/usr/include" "x.cu""#;
        let folders = ["a b", "c\"d", "-internal-isystem", "/usr/include"].map(PathBuf::from);
        assert_eq!(searched(log), folders, "one too many does no harm");
    }
}
