//! Objects at which threads meet in phases: mbarriers, and the barrier of a cluster; and products of a warp group.

mod bulk;
mod clusters;
mod mbarriers;
mod products;
