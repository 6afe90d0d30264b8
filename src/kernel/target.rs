//! The machine that kernels run on, as plain data: the one place that has its numbers.
//!
//! [`CUDA`] is where waves of 64 lanes would begin; the constants below it are read off it. [`REGISTER`] alone is no number of the
//! machine: it is PTX's language.
//!
//! Source: CUDA C++ Programming Guide, "Compute Capabilities"; PTX ISA, `bar` and "Special Registers".

use crate::term::Width;

/// How large the parts of a launch are at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The threads of a warp: a power of two, 64 at most.
    pub lanes: u32,
    /// The threads of a block, all extents together.
    pub block_threads: u64,
    /// Of a block, by axis.
    pub block_dim: [i64; 3],
    /// Of a grid, by axis.
    pub grid_dim: [i64; 3],
    /// The most blocks of a cluster.
    pub cluster_blocks: i64,
    /// The barriers that a block has.
    pub barriers: u32,
}

impl Target {
    /// The mask that names all lanes.
    #[must_use]
    pub const fn all_lanes(self) -> u64 {
        u64::MAX >> (u64::BITS - self.lanes)
    }
}

/// All GPUs by NVIDIA that CUDA 12 and 13 compile for.
pub const CUDA: Target = Target {
    lanes: 32,
    block_threads: 1024,
    block_dim: [1024, 1024, 64],
    grid_dim: [(1 << 31) - 1, 65535, 65535],
    cluster_blocks: 16,
    barriers: 16,
};

/// The threads of a warp.
pub const LANES: u32 = CUDA.lanes;
/// Threads of a warp group, which multiplies matrices in shared memory.
pub const WARP_GROUP: u32 = 4 * LANES;
/// The last lane of a warp; it has all bits of a lane's number.
pub const LAST_LANE: u32 = LANES - 1;
/// The width of a mask of lanes: a bit for each.
pub const MASK: Width = LANES as Width;
/// The mask that names all lanes.
pub const ALL_LANES: u64 = CUDA.all_lanes();
/// The most threads of a block.
pub const BLOCK_LIMIT: u64 = CUDA.block_threads;

/// The width of the numbers of threads, blocks, lanes and barriers: of PTX's special registers, whatever the machine.
pub const REGISTER: Width = 32;

#[cfg(test)]
mod tests {
    use super::{ALL_LANES, CUDA, LANES, LAST_LANE, MASK, Target};

    #[test]
    fn a_mask_has_a_bit_for_each_lane() {
        assert_eq!(CUDA.all_lanes(), 0xffff_ffff);
        assert_eq!(Target { lanes: 64, ..CUDA }.all_lanes(), u64::MAX);
        assert_eq!((u32::from(MASK), ALL_LANES.count_ones(), LAST_LANE.count_ones()), (LANES, LANES, LANES.ilog2()));
    }
}
