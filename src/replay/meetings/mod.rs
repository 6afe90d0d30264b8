//! Objects at which threads meet in phases: mbarriers, and the barrier of a cluster.

mod bulk;
mod clusters;
mod mbarriers;
