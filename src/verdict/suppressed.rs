//! Why findings are not told.

use serde::{Deserialize, Serialize};

/// Why a finding is not told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Suppression {
    /// A comment in the source allows it, for this place.
    Comment {
        file: String,
        line: u32,
        /// As the comment gives it, possibly empty.
        reason: String,
    },
    /// It was known before: the baseline has it.
    Baseline,
    /// It is in a kernel that a library's header defines.
    Library,
    /// It is not about what was asked about: lines that have changed, or a header.
    Elsewhere,
}
