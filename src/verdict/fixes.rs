//! Changes of a source that remove findings.

use serde::{Deserialize, Serialize};

/// A change of the source that removes a finding.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Fix {
    pub file: String,
    /// In the order of their lines, which are those of the unchanged source.
    pub insertions: Vec<Insertion>,
    /// Whether the kernel is proved free of races and of divergence with it.
    pub proves: bool,
}

impl Insertion {
    /// The line as it stands in the source.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{}{}", self.indentation, self.text)
    }
}

/// A line that is put into a source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Insertion {
    /// Behind this line, from 1; 0 for the start of the file.
    pub after: u32,
    /// Without indentation and line feed.
    pub text: String,
    /// The spaces and tabs before it.
    pub indentation: String,
}
