//! The files that a unit was made of, as the compiler listed them: with them a unit is known again without compiling it.
//!
//! What they hold is not all that counts:
//! * A new file may stand in front of one of them in the order of the folders that are searched, or turn the answer of an
//!   `__has_include` round. So each name under which a file was found, or asked for, is looked for in every folder in
//!   which the compiler might look, and where there are files of these names belongs to the key.
//! * Compilers tell files apart by their numbers (`#pragma once`): which names are names of one file belongs to it, too.
//! * What cannot be seen that way (`__TIME__`, names that are computed for `__has_include`) gives no key. Not seen are
//!   some names of macros that are put together by `##`, and folders that change places while the compiler runs.
//!
//! The idea of a list of files is that of ccache's "direct mode", which does without all that.
//!
//! Direction of imprecision: keys may differ where the reports would not.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use memchr::{memchr_iter, memmem};
use serde::{Deserialize, Serialize};

use super::key::{Key, KeyBuilder};
use crate::front::clang::OWN_HEADERS;

/// How much older than it is a file may seem: the kernel's clock for files ticks a hundred times a second or more often.
const TICK: Duration = Duration::from_millis(10);
const HAS_INCLUDE: &[u8] = b"__has_include";
const PART: &[u8] = b"__has_";
/// What makes the result depend on more than the files that are listed and asked for, or hides that it does.
const UNSEEN: [&[u8]; 5] = [b"__has_embed", b"__DATE__", b"__TIME__", b"__TIMESTAMP__", b"??/"];

/// The names are the compiler's, seen from the folder that it works in.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sources {
    files: BTreeSet<PathBuf>,
}

/// What was found when it was looked for a unit's files.
#[derive(Clone, Debug)]
pub struct Seen {
    pub key: Key,
    files: Vec<PathBuf>,
}

impl Sources {
    /// From the compiler's lists. Our own headers are part of this program, but have names.
    pub fn new(files: impl IntoIterator<Item = PathBuf>) -> Sources {
        Sources { files: files.into_iter().collect() }
    }

    /// The key of `base` and what the files hold now, if the compiler searches these folders. `None` if a file is not
    /// there, or if more than files may count.
    pub fn look(&self, mut base: KeyBuilder, searched: &[PathBuf], directory: &Path) -> Option<Seen> {
        let mut names: BTreeSet<PathBuf> = BTreeSet::new();
        let mut same = Same::default();
        for file in &self.files {
            base.add(file.as_os_str().as_encoded_bytes());
            if !file.starts_with(OWN_HEADERS) {
                let path = directory.join(file);
                let contents = fs::read(&path).ok()?;
                base.add(&contents);
                base.add(&same.number(fs::metadata(&path).ok()?));
                names.extend(asked_for(&contents)?);
            }
        }
        let folders = self.folders(searched);
        for folder in &folders {
            base.add(&fs::metadata(directory.join(folder)).map_or([0; 8], |found| same.number(found)));
        }
        let found = self.files.iter().flat_map(|file| file.ancestors().skip(1).map(move |folder| (file, folder)));
        let found = found.filter(|(_, folder)| folders.contains(*folder));
        names.extend(found.filter_map(|(file, folder)| Some(file.strip_prefix(folder).ok()?.to_owned())));
        let named = files_named(&names, &folders, directory).ok()?;
        base.add(b"named");
        for file in &named {
            base.add(file.as_os_str().as_encoded_bytes());
        }
        let own = |file: &&PathBuf| !file.starts_with(OWN_HEADERS);
        let files = self.files.iter().filter(own).cloned().chain(named).collect();
        Some(Seen { key: base.finish(), files })
    }

    /// Where a file of this unit may be looked for: beside another one, and where the command says.
    fn folders<'a>(&'a self, searched: &'a [PathBuf]) -> BTreeSet<&'a Path> {
        let beside = self.files.iter().filter_map(|file| file.parent());
        beside.chain(searched.iter().map(PathBuf::as_path)).chain([Path::new("")]).collect()
    }
}

impl Seen {
    /// Whether no file was changed or put in its place since `time`, nor a link on the way to it: only then what was made
    /// of them since belongs to their key.
    pub fn is_older_than(&self, time: SystemTime, directory: &Path) -> bool {
        let is_older = |metadata: io::Result<Metadata>| {
            let changed = metadata.ok().and_then(|metadata| {
                let since = Duration::new(metadata.ctime().try_into().ok()?, metadata.ctime_nsec().try_into().ok()?);
                UNIX_EPOCH.checked_add(since)
            });
            changed.is_some_and(|changed| changed + TICK < time)
        };
        let files = self.files.iter().map(|file| directory.join(file)).collect::<Vec<_>>();
        let ways: BTreeSet<&Path> = files.iter().flat_map(|file| file.ancestors()).collect();
        let is_link = |way: &&Path| fs::symlink_metadata(way).is_ok_and(|metadata| metadata.is_symlink());
        files.iter().all(|file| is_older(fs::metadata(file)))
            && ways.into_iter().filter(is_link).all(|link| is_older(fs::symlink_metadata(link)))
    }
}

/// Which of some files are one.
#[derive(Default)]
struct Same(BTreeMap<(u64, u64), u64>);

impl Same {
    /// The number of the first one that is the same.
    fn number(&mut self, file: Metadata) -> [u8; 8] {
        let next = self.0.len() as u64;
        self.0.entry((file.dev(), file.ino())).or_insert(next).to_le_bytes()
    }
}

/// The files among these names in each of the folders.
///
/// # Errors
/// It is not known what is in a folder.
fn files_named(names: &BTreeSet<PathBuf>, folders: &BTreeSet<&Path>, directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut by_first: BTreeMap<_, Vec<&Path>> = BTreeMap::new();
    for name in names {
        let first = name.components().next().map(|first| first.as_os_str().to_owned());
        by_first.entry(first.unwrap_or_default()).or_default().push(name);
    }
    let mut files = vec![];
    for folder in folders {
        let mut listed = vec!["..".into(), ".".into(), "/".into()];
        match fs::read_dir(directory.join(folder)) {
            Ok(entries) => {
                for entry in entries {
                    listed.push(entry?.file_name());
                }
            }
            Err(e) if matches!(e.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => continue,
            Err(e) => return Err(e),
        }
        let named = listed.iter().filter_map(|first| by_first.get(first)).flatten();
        let is_file = |file: &PathBuf| fs::metadata(directory.join(file)).is_ok_and(|found| !found.is_dir());
        files.extend(named.map(|name| folder.join(name)).filter(is_file));
    }
    files.sort();
    Ok(files)
}

/// The names that a source asks for by `__has_include`. `None` if they are not all to be seen, or if it asks for more than
/// files.
fn asked_for(source: &[u8]) -> Option<Vec<PathBuf>> {
    let source = &*spliced(source);
    if UNSEEN.iter().any(|unseen| memmem::find(source, unseen).is_some()) || has_backslash(source) {
        return None;
    }
    // The parts of a name that is put together; that of a template's is `__has_##NAME`.
    let is_part = |at: usize| source.get(at + PART.len()).is_none_or(|next| !is_name(*next) && *next != b'#');
    if memmem::find_iter(source, PART).any(is_part) {
        return None;
    }
    let mut names = vec![];
    for at in memmem::find_iter(source, HAS_INCLUDE) {
        let start = source[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let before = source[start..at].trim_ascii_end();
        let rest = &source[at + HAS_INCLUDE.len()..];
        let rest = rest.strip_prefix(b"_next").unwrap_or(rest).trim_ascii_start();
        let Some(name) = rest.strip_prefix(b"(") else {
            // Prose, or whether the compiler knows it; but it may be given another name, or more may stand between.
            let asks = [&b"defined"[..], b"defined(", b"ifdef", b"ifndef"].iter().any(|word| before.ends_with(word));
            let directive = [&b"#"[..], b"%:", b"?\x3f="].iter().any(|mark| memmem::find(before, mark).is_some());
            if directive && !asks && memmem::find(before, b"//").is_none() {
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

fn is_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// A source with its lines put together where they end in a backslash.
fn spliced(source: &[u8]) -> Cow<'_, [u8]> {
    let (mut lines, mut from) = (vec![], 0);
    for at in memchr_iter(b'\\', source) {
        let rest = &source[at + 1..];
        let blank = rest.iter().take_while(|byte| b" \t\r\x0b\x0c".contains(byte)).count();
        if rest.get(blank) == Some(&b'\n') {
            lines.extend_from_slice(&source[from..at]);
            from = at + 1 + blank + 1;
        }
    }
    if from == 0 {
        return Cow::Borrowed(source);
    }
    lines.extend_from_slice(&source[from..]);
    Cow::Owned(lines)
}

/// Whether a header may be included by a name with a backslash, which lists do not show.
fn has_backslash(source: &[u8]) -> bool {
    memmem::find_iter(source, b"include").any(|at| {
        let line = source[at..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        let name = line.iter().position(|byte| matches!(byte, b'<' | b'"')).map(|start| &line[start..]);
        name.is_some_and(|name| name.contains(&b'\\'))
    })
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
        assert_eq!(asked("#if __has_\\ \r\ninclude\\\n(<m\\\nore.h>)\n"), names(&["more.h"]));
        for unseen in [
            "#define HAS(x) __has_include(x)",
            "# define HAS __has_include",
            "/**/ #define\tHAS \\\n __has_include",
            "%:if __has_include/**/(<a.h>)",
            "int t = __TIME__;",
            "int t = __TI\\\nME__;",
            "#if __has_??/\ninclude(<a.h>)",
            "#include <a\\b.h>",
            "#if PASTE(__has_, include)(<a.h>)",
        ] {
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
        fs::create_dir_all(project.path().join("early/x")).expect("a folder");
        let sources = Sources::new(["src/a.cu", "late/x/b.h"].map(PathBuf::from));
        let searched = ["early", "late"].map(PathBuf::from);
        let key = || sources.look(KeyBuilder::empty(), &searched, project.path()).expect("a key").key;
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
        assert!(sources.look(KeyBuilder::empty(), &searched, project.path()).is_none());
    }

    #[test]
    fn two_names_of_one_file_are_not_two_files() {
        let project = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| project.path().join(name);
        fs::write(path("a.h"), "#pragma once").expect("a file");
        fs::write(path("b.h"), "#pragma once").expect("a file");
        let sources = Sources::new(["a.h", "b.h"].map(PathBuf::from));
        let key = || sources.look(KeyBuilder::empty(), &[], project.path()).expect("a key").key;
        let two = key();
        fs::remove_file(path("b.h")).expect("it is there");
        std::os::unix::fs::symlink("a.h", path("b.h")).expect("a link");
        assert_ne!(key(), two);
    }

    #[test]
    fn files_that_were_changed_meanwhile_are_seen() {
        let project = tempfile::tempdir().expect("a temporary folder");
        let (early, late) = (project.path().join("early"), project.path().join("late"));
        fs::create_dir(&early).and_then(|()| fs::create_dir(&late)).expect("folders");
        fs::write(late.join("a.h"), "").expect("a file");
        let sources = Sources::new([PathBuf::from("late/a.h")]);
        let look =
            || sources.look(KeyBuilder::empty(), &["early".into(), "late".into()], project.path()).expect("a key");
        let is_old = |time| look().is_older_than(time, project.path());
        let now = SystemTime::now();
        assert!(is_old(now + Duration::from_secs(1)));
        assert!(!is_old(now - Duration::from_secs(1)));
        // As by a copy that keeps the old file's time.
        let file = fs::File::options().write(true).open(late.join("a.h")).expect("a file");
        file.set_modified(now - Duration::from_secs(100)).expect("its time");
        assert!(!is_old(now - Duration::from_secs(1)));
        std::thread::sleep(Duration::from_millis(50));
        let now = SystemTime::now();
        assert!(is_old(now));
        std::thread::sleep(Duration::from_millis(50));
        fs::write(early.join("a.h"), "").expect("a file in front of it");
        assert!(!is_old(now));
    }
}
