//! What single threads do in a given launch: terms are evaluated, one thread after the other, and nothing is asked of a solver.
//!
//! Example: `tile[threadIdx.x][threadIdx.y]` is evaluated for the 32 lanes of a warp in blocks of (32,32,1) threads, which shows that
//! they ask for 32 words of one bank.
//!
//! Direction: what is evaluated is exact for these values; what cannot be evaluated (contents of memory) is left out.

pub mod causes;
pub mod performance;
pub mod picture;
mod site;
mod values;
