//! Which pairs of threads a question is about.

use crate::verdict::Level;

/// Two threads that share a unit of a level and no smaller one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairs {
    /// [`Level::Block`] stands for any two threads of a block,
    pub level: Level,
    /// but for those of one warp, if these are asked about by themselves.
    pub of_other_warps: bool,
    /// At [`Level::Grid`]: of different clusters, as those of one cluster are asked about by themselves.
    pub of_other_clusters: bool,
}

impl From<Level> for Pairs {
    fn from(level: Level) -> Self {
        Pairs { level, of_other_warps: false, of_other_clusters: false }
    }
}
