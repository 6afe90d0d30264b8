//! What the command line, the settings and the kernel's name say of how a kernel is checked.

use super::check::{Check, is_cuda, is_named};
use crate::analysis::Options;
use crate::front::config::{BarrierMatch, External, LevelLimit, Overflow};
use crate::kernel::{Kernel, LaunchFacts, Matching};
use crate::llvm::{Externals, Reading};
use crate::term::Wrapping;
use crate::verdict::Level;
use std::path::Path;
use std::time::Duration;

/// Wall time for one kernel, if the user names none: the backstop behind [`KERNEL_EFFORT`].
const KERNEL_TIME: Duration = Duration::from_secs(600);
/// The solver's work for one kernel, if the user names no time: what comes of it is the same on every machine. Of 243
/// kernels of real programs none needs more.
const KERNEL_EFFORT: Duration = Duration::from_secs(2);

impl Check<'_> {
    /// What the command line says of all kernels, and where it says nothing, what is known of this one.
    fn launch(&self, kernel: &Kernel) -> LaunchFacts {
        let own = self.config.facts.iter().filter(|(name, _)| is_named(kernel, name)).map(|(_, facts)| facts);
        let (mut block_dim, mut grid_dim) = (self.config.block_dim, self.config.grid_dim);
        let mut params = self.config.params.clone();
        for facts in own {
            block_dim = block_dim.or(facts.block_dim);
            grid_dim = grid_dim.or(facts.grid_dim);
            for (name, value) in &facts.params {
                params.entry(name.clone()).or_insert(*value);
            }
        }
        let extents = |e: Option<[u32; 3]>| e.map_or([None; 3], |e| e.map(Some));
        LaunchFacts {
            block_dim: extents(block_dim),
            grid_dim: extents(grid_dim),
            params: params.into_iter().map(|(n, v)| (n, v as i64)).collect(),
            relations: vec![],
        }
    }

    /// How the code of a file is read. Only what nvcc makes of a CUDA file is known not to be linked with other units.
    #[must_use]
    pub fn reading(&self, path: &Path) -> Reading {
        let wrapping = match self.config.overflow {
            Overflow::Assume => Wrapping::Excluded,
            Overflow::Check => Wrapping::Followed,
        };
        let linked = !is_cuda(path) || self.invocation.leaves_device_code_open();
        let externals = match self.config.external {
            External::Linked if !linked => Externals::StandIns,
            External::Linked | External::Unknown => Externals::Unknown,
            External::Pure => Externals::Pure,
        };
        Reading { wrapping, externals, linked, time: self.config.timeout }
    }

    /// The levels that were asked for.
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        match self.config.level.unwrap_or_default() {
            LevelLimit::Warp => vec![Level::Warp],
            LevelLimit::Block => vec![Level::Block],
            LevelLimit::Grid | LevelLimit::All => vec![Level::Block, Level::Grid],
        }
    }

    pub(super) fn options(&self, kernel: &Kernel) -> Options {
        let usual = Options::default();
        Options {
            launch: self.launch(kernel),
            levels: self.levels(),
            warp_sync: self.config.warp_sync,
            barrier_match: self.config.barrier_match.map(|m| match m {
                BarrierMatch::Site => Matching::Site,
                BarrierMatch::Any => Matching::Any,
            }),
            deadline: Some(self.config.timeout.unwrap_or(KERNEL_TIME)),
            effort: self.config.timeout.is_none().then_some(KERNEL_EFFORT),
            // Those that are not shown are counted.
            max_findings: self.config.max_findings.map_or(usual.max_findings, |n| n.max(usual.max_findings)),
        }
    }
}
