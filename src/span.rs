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
    /// Where two places are in the innermost function that both are reached from, by calls or themselves, and in how many calls around
    /// that function they agree: 0 if it is the kernel.
    #[must_use]
    pub fn common<'s>(one: &'s Span, other: &'s Span) -> ([&'s Span; 2], usize) {
        let calls = [&one.inlined_at, &other.inlined_at];
        let same = calls[0].iter().rev().zip(calls[1].iter().rev()).take_while(|(a, b)| a == b).count();
        let at = |span: &'s Span| match span.inlined_at.len().checked_sub(same + 1) {
            None => span,
            Some(at) => span.inlined_at.get(at).unwrap_or(span),
        };
        ([at(one), at(other)], same)
    }

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
