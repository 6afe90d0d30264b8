//! What a report depends on, hashed.
//!
//! There are two keys for a CUDA file. The *source's* is found without compiling ([`super::sources`]): the contents of every
//! file that went into it when it was compiled last, and what clang says of itself and its options. The *unit's* is over
//! the bitcode. Both include the versions of all tools, the options, and the names under which the file and the working
//! directory are known, since reports print them.
//!
//! Direction of imprecision: keys may differ where the reports would not.

use std::fmt;
use std::path::Path;

use crate::front::config::{Config, Environment};

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

/// A hash of bytes, as hexadecimal digits.
pub fn of_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_string()
}

impl KeyBuilder {
    /// With all that does not come from the file. `None` if it is not known which program this is.
    pub fn new(config: &Config, environment: &Environment, path: &Path, tools: &[String]) -> Option<Self> {
        let mut builder = KeyBuilder::of_program(environment)?;
        for tool in tools {
            builder.add(tool.as_bytes());
        }
        builder.add(format!("{:?}", config.of_analysis()).as_bytes());
        builder.add(path.as_os_str().as_encoded_bytes());
        builder.add(environment.directory.as_os_str().as_encoded_bytes());
        Some(builder)
    }

    /// With what tells this program from others. `None` if it is not known which it is.
    #[must_use]
    pub fn of_program(environment: &Environment) -> Option<Self> {
        let mut builder = KeyBuilder(blake3::Hasher::new());
        builder.add(environment.program.as_ref()?.as_bytes());
        Some(builder)
    }

    /// One more part; that two parts are not one is part of the hash.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes()).update(part);
    }

    pub fn finish(&self) -> Key {
        Key(self.0.finalize())
    }

    /// Of nothing yet.
    #[cfg(test)]
    pub fn empty() -> Self {
        KeyBuilder(blake3::Hasher::new())
    }
}
