//! What clang says of the files that it reads, and of the folders where it looks for them.
//!
//! Direction: lists are complete, or there is none.

use super::precompiled;
use crate::front::nvcc::shell_words;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// What stands in front of the list of files.
pub(super) const TARGET: &str = "unit";
/// Options of `clang -cc1` whose next argument is a folder.
const FOLDERS: [&str; 8] = [
    "-I",
    "-iquote",
    "-isystem",
    "-idirafter",
    "-c-isystem",
    "-cxx-isystem",
    "-internal-isystem",
    "-internal-externc-isystem",
];
/// How arguments begin that make files count which are not looked for by their names in these folders.
const UNLISTED: [&str; 16] = [
    "-F",
    "-MMD",
    "-MG",
    "-embed-dir",
    "--embed-dir",
    "-fmodule",
    "-fplugin",
    "-fprebuilt",
    "-iframework",
    "-include-pch",
    "-iprefix",
    "-iwith",
    "-load",
    "-vfsoverlay",
    "-working-directory",
    "-header-include-file",
];
/// In an argument, they make the result depend on more than files that are seen in sources.
const HIDDEN: [&str; 6] = ["__has_", "__DATE__", "__TIME__", "__TIMESTAMP__", "\\", "\n"];
const OVERLAY: &str = "-ivfsoverlay";
/// With it the list has the system's headers, too.
const WHOLE: &str = "-sys-header-deps";

/// The files in a list that clang wrote for `make` (`-MD`), in order. Empty if there is none.
pub(super) fn listed(mut list: File) -> Vec<PathBuf> {
    let mut text = vec![];
    let mut files = match list.read_to_end(&mut text) {
        Ok(_) => prerequisites(&text),
        Err(_) => vec![],
    };
    files.retain(|file| file != Path::new(precompiled::SOURCE));
    files.sort();
    files
}

/// The words behind the first colon, without the escapes.
fn prerequisites(rule: &[u8]) -> Vec<PathBuf> {
    let rest = rule.strip_prefix(TARGET.as_bytes()).and_then(|rest| rest.strip_prefix(b":")).unwrap_or_default();
    let mut words: Vec<Vec<u8>> = vec![vec![]];
    let mut bytes = rest.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek().copied()) {
            (b'\\', Some(b'\n')) | (b' ' | b'\n', _) => words.push(vec![]),
            (b'\\', Some(escaped @ (b' ' | b'#'))) | (b'$', Some(escaped @ b'$')) => {
                bytes.next();
                words.last_mut().into_iter().for_each(|word| word.push(escaped));
            }
            (other, _) => words.last_mut().into_iter().for_each(|word| word.push(other)),
        }
    }
    words.into_iter().filter(|word| !word.is_empty()).map(|word| plain(Path::new(OsStr::from_bytes(&word)))).collect()
}

/// Without `.` in front or between, which clang leaves out in its lists.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|component| *component != Component::CurDir).collect()
}

/// The folders that a command of `clang -###` searches, whether they exist or not. `None` if it may read other files, or
/// looks for them in another way.
pub(super) fn searched(log: &[u8]) -> Option<Vec<PathBuf>> {
    let text = std::str::from_utf8(log).ok()?;
    let arguments = shell_words(text);
    let unlisted = |argument: &String| {
        UNLISTED.iter().any(|start| argument.starts_with(start)) || HIDDEN.iter().any(|part| argument.contains(part))
    };
    let overlays = arguments.iter().filter(|argument| argument.starts_with(OVERLAY)).count();
    if arguments.iter().any(unlisted) || overlays > 1 || arguments.iter().all(|argument| argument != WHOLE) {
        return None;
    }
    let apart = arguments.windows(2).filter(|pair| FOLDERS.contains(&pair[0].as_str())).map(|pair| pair[1].as_str());
    // As it writes those of the environment.
    let joined = arguments.iter().filter_map(|argument| argument.strip_prefix("-I"));
    let folders: Vec<&str> = apart.chain(joined).collect();
    // In front of them stands the system's root.
    let is_rooted = folders.iter().any(|folder| folder.starts_with('='));
    (!is_rooted).then(|| folders.into_iter().map(|folder| plain(Path::new(folder))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_names_files() {
        let rule = "unit: a.cu /usr/include/x.h \\\n  b\\ c/d\\#.h e$$f.h \\\n  ./inc/./../g.h\n";
        let files = ["a.cu", "/usr/include/x.h", "b c/d#.h", "e$f.h", "inc/../g.h"].map(PathBuf::from);
        assert_eq!(prerequisites(rule.as_bytes()), files);
        for other in ["", "other: a.cu\n", "unit"] {
            assert_eq!(prerequisites(other.as_bytes()), [] as [PathBuf; 0], "{other}");
        }
    }

    #[test]
    fn a_command_names_folders() {
        let command = r#"clang version 19
 "/usr/bin/clang" "-cc1" "-I" "./a b" "-isystem" "c\"d" "-Iearly" "-D" "-I" "-internal-isystem" "/usr/include" "-sys-header-deps""#;
        let folders = ["a b", "c\"d", "-internal-isystem", "/usr/include", "", "early", ""].map(PathBuf::from);
        assert_eq!(searched(command.as_bytes()), Some(folders.to_vec()), "more than there are do no harm");
        for more in
            ["-iwithprefix", "-Fframes", "H=__has_include", "NOW=__TIME__", "a\nb", "-ivfsoverlay\" \"-ivfsoverlay"]
        {
            assert_eq!(searched(format!("{command} \"{more}\"").as_bytes()), None, "{more}");
        }
        assert_eq!(searched(br#" "clang" "-cc1" "-I" "early""#), None, "a list without the system's headers");
        assert_eq!(searched(br#" "clang" "-cc1" "-isystem" "=/usr" "-sys-header-deps""#), None);
    }
}
