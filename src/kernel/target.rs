//! The machine that kernels run on, as plain data: the one place that has its numbers.
//!
//! Source: CUDA C++ Programming Guide, "Compute Capabilities"; PTX ISA, `bar`.

/// How large the parts of a launch are at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The threads of a warp.
    pub lanes: u32,
    /// The threads of a block, all extents together.
    pub block_threads: u64,
    /// Of a block, by axis.
    pub block_dim: [i64; 3],
    /// Of a grid, by axis.
    pub grid_dim: [i64; 3],
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
    barriers: 16,
};

/// The threads of a warp.
pub const LANES: u32 = CUDA.lanes;
/// The most threads of a block.
pub const BLOCK_LIMIT: u64 = CUDA.block_threads;

#[cfg(test)]
mod tests {
    use super::{CUDA, Target};

    #[test]
    fn a_mask_has_a_bit_for_each_lane() {
        assert_eq!(CUDA.all_lanes(), 0xffff_ffff);
        assert_eq!(Target { lanes: 64, ..CUDA }.all_lanes(), u64::MAX);
    }
}
