//! Performance notes: bank conflicts of shared memory, and accesses to global memory that are not coalesced (docs/design.md section 10).
//!
//! For each access of a kernel the warp is looked for that pays most for it: its offset and guard are evaluated for the lanes of the
//! warps, for values of what is left open. `s[2 * threadIdx.x]` has a conflict of degree 2 in every launch; `s[n * threadIdx.x]` one of
//! degree 32, for `n = 32`.
//!
//! Direction: each degree is exact for the values that are said with it, which the kernel allows; that no other value is worse is known
//! where all that were tried include all remainders modulo the banks, as for affine indices. Where it depends on contents of memory
//! nothing is said.

mod banks;
mod note;
mod sectors;
mod shapes;
mod variables;
mod worst;

pub use note::notes;
