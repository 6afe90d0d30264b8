//! What a report depends on, hashed.
//!
//! There are two keys for a CUDA file. The *source's* is found without compiling: what the preprocessor makes of the file,
//! the contents of every file that went into it (columns are not in the preprocessor's output), and what clang says of
//! itself and its options. The *unit's* is over the bitcode. Both include the versions of all tools, the options, and the
//! names under which the file and the working directory are known, since reports print them.
//!
//! Direction of imprecision: keys may differ where the reports would not.

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::clang::{OWN_HEADERS, Preprocessed};
use crate::config::{Config, Environment};

/// A hash, printed as hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key(blake3::Hash);

impl fmt::Display for Key {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl Key {
    /// Of what was come to within this limit of time.
    pub(super) fn of_attempt(&self, limit: &str) -> Key {
        Key(blake3::keyed_hash(self.0.as_bytes(), limit.as_bytes()))
    }
}

/// A key that grows.
#[derive(Clone, Debug)]
pub struct KeyBuilder(blake3::Hasher);

/// The key of what files hold, and how to see later whether they still hold it.
#[derive(Clone, Debug)]
pub struct SourceKey {
    pub key: Key,
    files: Vec<Stamp>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Stamp {
    path: PathBuf,
    modified: SystemTime,
    size: u64,
}

/// A hash of bytes, as hexadecimal digits.
pub fn of_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_string()
}

impl KeyBuilder {
    /// With all that does not come from the file. `None` if it is not known which program this is.
    pub fn new(config: &Config, environment: &Environment, path: &Path, tools: &[String]) -> Option<Self> {
        let mut builder = KeyBuilder(blake3::Hasher::new());
        builder.add(environment.program.as_ref()?.as_bytes());
        for tool in tools {
            builder.add(tool.as_bytes());
        }
        builder.add(format!("{:?}", config.of_analysis()).as_bytes());
        builder.add(path.as_os_str().as_encoded_bytes());
        builder.add(environment.directory.as_os_str().as_encoded_bytes());
        Some(builder)
    }

    /// One more part; that two parts are not one is part of the hash.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes()).update(part);
    }

    pub fn finish(&self) -> Key {
        Key(self.0.finalize())
    }

    /// Of a file that is read as it is.
    pub fn of_file(mut self, path: &Path) -> Option<SourceKey> {
        let stamp = Stamp::of(path)?;
        self.add(&fs::read(path).ok()?);
        Some(SourceKey { key: self.finish(), files: vec![stamp] })
    }

    /// Of a file that the preprocessor was run on, once for each side that is compiled. `None` if a file cannot be read
    /// that it names: what it holds is not known then.
    pub fn of_source(mut self, sides: &[Preprocessed], directory: &Path) -> Option<SourceKey> {
        let mut names = BTreeSet::new();
        for side in sides {
            self.add(&side.log);
            for line in side.text.split(|byte| *byte == b'\n') {
                self.add(line);
                names.extend(marked_file(line));
            }
        }
        let mut files = vec![];
        for name in names {
            let name = String::from_utf8(name).ok()?;
            // `<built-in>` and the like; and our own, which are part of this program.
            if name.starts_with('<') || Path::new(&name).starts_with(OWN_HEADERS) {
                continue;
            }
            let path = directory.join(name);
            files.push(Stamp::of(&path)?);
            self.add(&fs::read(&path).ok()?);
        }
        Some(SourceKey { key: self.finish(), files })
    }
}

impl SourceKey {
    /// Whether the files are still those that were hashed: only then what was made of them meanwhile belongs to the key.
    pub fn still_holds(&self) -> bool {
        self.files.iter().all(|stamp| Stamp::of(&stamp.path).as_ref() == Some(stamp))
    }
}

impl Stamp {
    fn of(path: &Path) -> Option<Stamp> {
        let metadata = fs::metadata(path).ok()?;
        Some(Stamp { path: path.to_owned(), modified: metadata.modified().ok()?, size: metadata.len() })
    }
}

/// The file that a line marker (`# 12 "name" 1 3`) names, without the escapes.
fn marked_file(line: &[u8]) -> Option<Vec<u8>> {
    let rest = line.strip_prefix(b"# ")?;
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut rest = rest.get(digits..)?.strip_prefix(b" \"")?.iter();
    let mut name = vec![];
    loop {
        match *rest.next()? {
            b'"' => return Some(name),
            b'\\' => name.push(*rest.next()?),
            byte => name.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::marked_file;

    #[test]
    fn line_markers_name_files() {
        assert_eq!(marked_file(br#"# 12 "a b.cu" 1 3"#).as_deref(), Some(&b"a b.cu"[..]));
        assert_eq!(marked_file(br#"# 1 "a\"b\\c.h""#).as_deref(), Some(&br#"a"b\c.h"#[..]));
        for other in ["", "# ", "#pragma once", "# 12", "# 12 \"open", "int x; # 1 \"a.h\"", "# x \"a.h\""] {
            assert_eq!(marked_file(other.as_bytes()), None, "{other}");
        }
    }
}
