//! What is kept of who comes to a barrier ([`missed`](super::missed)).

use crate::span::Span;
use crate::verdict::{Level, Missed};
use std::collections::BTreeMap;

/// The barrier that is looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barrier {
    pub span: Span,
    /// Of the threads that have to meet.
    pub level: Level,
    pub missed: Missed,
}

/// A place of the code in an iteration of the loops around it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in crate::replay) struct Instance {
    /// The block of code, and the instruction there.
    pub(super) at: (usize, usize),
    pub(super) iterations: Vec<u32>,
}

/// Whom a thread waits for, as it says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Said {
    pub(super) mask: u32,
    pub(super) id: u32,
    pub(super) count: Option<u32>,
}

/// Who came where.
#[derive(Debug)]
pub(in crate::replay) struct Arrivals {
    pub(super) wanted: Barrier,
    pub(super) came: BTreeMap<Instance, BTreeMap<usize, Said>>,
    /// Threads that went on together, not all from this instance.
    pub(super) together: Vec<(Instance, Vec<usize>)>,
    /// By thread: how many barriers of the block or the warp it went on from.
    pub(super) waits: Vec<u32>,
}

impl Arrivals {
    pub(in crate::replay) fn new(wanted: &Barrier, threads: usize) -> Arrivals {
        Arrivals { wanted: wanted.clone(), came: BTreeMap::new(), together: vec![], waits: vec![0; threads] }
    }
}
