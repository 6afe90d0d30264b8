//! What is kept of what threads read ([`shown`](super::shown)).

use std::collections::BTreeMap;

/// The most bytes of contents that are told.
pub(in crate::replay) const MOST_TOLD: usize = 1 << 14;

/// Bytes that were read and that nobody had said or written, other than 0: by the block whose memory it is, counted from 1, or 0,
/// and the address.
pub(in crate::replay) type FirstRead = BTreeMap<(usize, u64), u8>;

/// What was read elsewhere than the input says, likewise: how many bytes, and their bits.
pub(in crate::replay) type Misread = BTreeMap<(usize, u64), (u64, u64)>;
