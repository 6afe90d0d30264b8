//! What to check of a kernel, and what is known of it from outside.

use crate::kernel::{LaunchFacts, Matching};
use crate::verdict::Level;
use std::time::Duration;

/// What to check, and what is known from outside the kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    pub launch: LaunchFacts,
    /// The levels to check. [`Level::Block`] stands for any two threads of a block.
    pub levels: Vec<Level>,
    /// Warps of this many lanes run in lock step.
    pub warp_sync: Option<u32>,
    /// How all barriers match, whatever their instructions; `None`: as those say.
    pub barrier_match: Option<Matching>,
    /// For the whole kernel.
    pub deadline: Option<Duration>,
    /// The solver's work for the whole kernel: about as much as it does in this time.
    pub effort: Option<Duration>,
    /// No more races are looked for when this many are found.
    pub max_findings: usize,
    /// Accesses that cost more than they need are noted.
    pub performance: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            launch: LaunchFacts::default(),
            levels: vec![Level::Block, Level::Grid],
            warp_sync: None,
            barrier_match: None,
            deadline: None,
            effort: None,
            max_findings: 100,
            performance: false,
        }
    }
}
