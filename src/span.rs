//! Source positions.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// A position in a source file, with the calls that were inlined to get there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Span {
    /// As the compiler wrote it; empty if not known.
    pub file: Arc<str>,
    /// From 1; 0 if not known.
    pub line: u32,
    /// From 1; 0 if not known.
    pub column: u32,
    /// The call sites, innermost first; their own `inlined_at` are empty.
    pub inlined_at: Vec<Span>,
}

impl Span {
    /// Whether another place is this one, in the same calls, or in others inside of these.
    #[must_use]
    pub fn is_around(&self, other: &Span) -> bool {
        (&self.file, self.line, self.column) == (&other.file, other.line, other.column)
            && other.inlined_at.ends_with(&self.inlined_at)
    }
}

/// `file:line:column`, without the calls around it.
impl fmt::Display for Span {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}:{}", self.file, self.line, self.column)
    }
}
