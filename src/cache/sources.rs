//! The files that a unit was made of, as the compiler listed them: with them a unit is known again without compiling it.
//!
//! What they hold is not all that counts: a new file may stand in front of one of them in the order of the folders that are
//! searched, or turn the answer of an `__has_include` round. So each name under which a file was found, or asked for, is
//! looked for in every folder in which the compiler might look, and where there are files of these names belongs to the key
//! ([`Sources::key`]). The idea of a list of files is that of ccache's "direct mode", which does without that.
//!
//! Direction of imprecision: keys may differ where the reports would not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use memchr::memmem;
use serde::{Deserialize, Serialize};

use super::key::{Key, KeyBuilder};
use crate::clang::OWN_HEADERS;

/// How much older than it is a file may seem: the kernel's clock for files ticks a hundred times a second or more often.
const TICK: Duration = Duration::from_millis(10);
const HAS_INCLUDE: &[u8] = b"__has_include";
/// What else makes the result depend on more than files.
const UNSEEN: [&[u8]; 4] = [b"__has_embed", b"__DATE__", b"__TIME__", b"__TIMESTAMP__"];

/// The names are the compiler's, seen from the folder that it works in.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sources {
    files: BTreeSet<PathBuf>,
}

impl Sources {
    /// From the compiler's lists. Our own headers are part of this program, but have names.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Sources {
        Sources { files: files.into_iter().collect() }
    }

    /// `base` and what the files hold now, if the compiler searches these folders. `None` if a file is not there, or if more
    /// than files may count.
    pub fn key(&self, mut base: KeyBuilder, searched: &[PathBuf], directory: &Path) -> Option<Key> {
        let mut names: BTreeSet<PathBuf> = BTreeSet::new();
        for file in &self.files {
            base.add(file.as_os_str().as_encoded_bytes());
            if !file.starts_with(OWN_HEADERS) {
                let contents = fs::read(directory.join(file)).ok()?;
                base.add(&contents);
                names.extend(asked_for(&contents)?);
            }
        }
        let folders = self.folders(searched);
        let found = self.files.iter().flat_map(|file| file.ancestors().skip(1).map(move |folder| (file, folder)));
        let found = found.filter(|(_, folder)| folders.contains(*folder));
        names.extend(found.filter_map(|(file, folder)| Some(file.strip_prefix(folder).ok()?.to_owned())));
        for file in files_named(&names, &folders, directory) {
            base.add(file.as_os_str().as_encoded_bytes());
        }
        Some(base.finish())
    }

    /// Where a file of this unit may be looked for: beside another one, and where the command says.
    fn folders<'a>(&'a self, searched: &'a [PathBuf]) -> BTreeSet<&'a Path> {
        let beside = self.files.iter().filter_map(|file| file.parent());
        beside.chain(searched.iter().map(PathBuf::as_path)).chain([Path::new("")]).collect()
    }

    /// Whether no file was changed or put in its place since `time`: only then what was made of them since belongs to
    /// their key.
    pub fn are_older_than(&self, time: SystemTime, directory: &Path) -> bool {
        let is_older = |file: &PathBuf| {
            let changed = fs::metadata(directory.join(file)).ok().and_then(|metadata| {
                let since = Duration::new(metadata.ctime().try_into().ok()?, metadata.ctime_nsec().try_into().ok()?);
                UNIX_EPOCH.checked_add(since)
            });
            changed.is_some_and(|changed| changed + TICK < time)
        };
        self.files.iter().filter(|file| !file.starts_with(OWN_HEADERS)).all(is_older)
    }
}

/// The files among these names in each of the folders.
fn files_named(names: &BTreeSet<PathBuf>, folders: &BTreeSet<&Path>, directory: &Path) -> Vec<PathBuf> {
    let mut by_first: BTreeMap<_, Vec<&Path>> = BTreeMap::new();
    for name in names {
        let first = name.components().next().map(|first| first.as_os_str().to_owned());
        by_first.entry(first.unwrap_or_default()).or_default().push(name);
    }
    let mut files = vec![];
    for folder in folders {
        let listed = fs::read_dir(directory.join(folder)).into_iter().flatten().flatten();
        let listed = listed.map(|entry| entry.file_name()).chain(["..", ".", "/"].map(Into::into));
        let named = listed.filter_map(|first| by_first.get(&first)).flatten();
        files.extend(named.map(|name| folder.join(name)).filter(|file| directory.join(file).is_file()));
    }
    files.sort();
    files
}

/// The names that a source asks for by `__has_include`. `None` if they are not all to be seen, or if it asks for more than
/// files.
fn asked_for(source: &[u8]) -> Option<Vec<PathBuf>> {
    if UNSEEN.iter().any(|unseen| memmem::find(source, unseen).is_some()) {
        return None;
    }
    let mut names = vec![];
    for at in memmem::find_iter(source, HAS_INCLUDE) {
        let start = source[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let rest = &source[at + HAS_INCLUDE.len()..];
        let rest = rest.strip_prefix(b"_next").unwrap_or(rest).trim_ascii_start();
        let Some(name) = rest.strip_prefix(b"(") else {
            // Whether the compiler knows it, or a comment; but it may be given another name.
            if memmem::find(&source[start..at], b"define ").is_some() {
                return None;
            }
            continue;
        };
        let name = name.trim_ascii_start();
        let close = match name.first()? {
            b'<' => b'>',
            b'"' => b'"',
            _ => return None,
        };
        let end = name[1..].iter().position(|byte| *byte == close)?;
        names.push(PathBuf::from(std::str::from_utf8(&name[1..=end]).ok()?));
    }
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_asked_for() {
        let asked = |source: &str| asked_for(source.as_bytes());
        let names = |names: &[&str]| Some(names.iter().map(PathBuf::from).collect());
        assert_eq!(asked("#if __has_include(<a/b.h>) && __has_include_next ( \"c.h\" )\n"), names(&["a/b.h", "c.h"]));
        assert_eq!(asked("#ifdef __has_include\n#endif // __has_include or not"), names(&[]));
        for unseen in ["#define HAS(x) __has_include(x)", "# define HAS __has_include", "int t = __TIME__;"] {
            assert_eq!(asked(unseen), None, "{unseen}");
        }
    }

    #[test]
    fn a_file_in_front_of_another_or_one_that_is_asked_for_changes_the_key() {
        let project = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str, text: &str| {
            let file = project.path().join(name);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            fs::write(file, text).expect("a file");
        };
        write("src/a.cu", "#include <x/b.h>\n#if __has_include(<c.h>)\n#endif\n");
        write("late/x/b.h", "int b;");
        let sources = Sources::new(["src/a.cu", "late/x/b.h"].map(PathBuf::from));
        let searched = ["early", "late"].map(PathBuf::from);
        let key = || sources.key(KeyBuilder::empty(), &searched, project.path()).expect("a key");
        let mut keys = vec![key()];
        write("src/other.h", "");
        write("early/x/other.h", "");
        assert_eq!(key(), keys[0], "nobody asks for them");
        for (name, text) in
            [("early/x/b.h", "int b;"), ("src/x/b.h", ""), ("late/c.h", ""), ("x/b.h", ""), ("late/x/b.h", "int c;")]
        {
            write(name, text);
            let new = key();
            assert!(!keys.contains(&new), "{name}");
            keys.push(new);
        }
        fs::remove_file(project.path().join("src/a.cu")).expect("it is there");
        assert_eq!(sources.key(KeyBuilder::empty(), &searched, project.path()), None);
    }

    #[test]
    fn files_that_were_changed_meanwhile_are_seen() {
        let project = tempfile::tempdir().expect("a temporary folder");
        fs::write(project.path().join("a.cu"), "").expect("a file");
        let sources = Sources::new([PathBuf::from("a.cu")]);
        let now = SystemTime::now();
        assert!(sources.are_older_than(now + Duration::from_secs(1), project.path()));
        assert!(!sources.are_older_than(now - Duration::from_secs(1), project.path()));
        // As by a copy that keeps the old file's time.
        let file = fs::File::options().write(true).open(project.path().join("a.cu")).expect("a file");
        file.set_modified(now - Duration::from_secs(100)).expect("its time");
        assert!(!sources.are_older_than(now - Duration::from_secs(1), project.path()));
    }
}
