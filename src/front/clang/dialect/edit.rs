//! A change of a source.

use std::ops::Range;

/// What stands for the bytes of a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edit {
    pub(super) bytes: Range<usize>,
    pub(super) text: Vec<u8>,
}
