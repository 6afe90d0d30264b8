//! What an execution is of: threads, the values that a protocol leaves open, and the history that comes out.

use super::cell::Cell;
use crate::kernel::AtomicScope;
use crate::span::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A thread of the launch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thread {
    pub block: [u32; 3],
    pub thread: [u32; 3],
}

/// Everything that a protocol leaves open.
pub struct Setting<'a> {
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    pub params: BTreeMap<String, i64>,
    /// The values of locals (no arguments) and unknown functions. Must agree with the declared sharing.
    pub choose: &'a dyn Fn(Thread, &str, &[i64]) -> i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EventMode {
    Read,
    Write,
    Atomic(AtomicScope),
}

/// One access by one thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Event {
    pub thread: Thread,
    pub mode: EventMode,
    /// Index into [`Protocol::arrays`].
    pub array: usize,
    pub cell: Cell,
    /// Where the access is written.
    pub span: Span,
}

/// What happens between two barriers.
pub type Phase = BTreeSet<Event>;
/// Phases in the order of time; never empty.
pub type History = Vec<Phase>;

/// Why a protocol has no history.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stuck {
    /// This thread does not meet the barriers that the threads before it meet.
    #[error("barrier divergence: {0:?} does not meet the same barriers as the threads before it")]
    Divergence(Thread),
    /// A value is undefined or leaves 64 bits.
    #[error("no value: {0}")]
    Undefined(String),
    /// An index leaves the range that the language assumes.
    #[error("an index of `{0}` leaves its extent")]
    OutOfRange(String),
    /// More than [`LONGEST`] iterations, of all loops together.
    #[error("the loop over `{0}` does not end in time")]
    TooLong(String),
}

/// The most iterations that are executed for one thread, of all loops together.
pub const LONGEST: usize = 1 << 16;

/// A thread with the values of its names, innermost last.
#[derive(Clone)]
pub(super) struct Local<'a> {
    pub(super) thread: Thread,
    pub(super) names: Vec<(&'a str, i64)>,
}
