//! What a command comes to.

use crate::diagnostics::plain;

/// What the process prints, and its exit code: 0 no error finding, 1 at least one, 2 usage or tool failure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Printed {
    pub out: String,
    pub err: String,
    pub code: u8,
}

impl Printed {
    /// With these lines above what is said to people.
    pub(super) fn below(mut self, lines: String) -> Printed {
        self.err.insert_str(0, &plain(&lines));
        self
    }
}
