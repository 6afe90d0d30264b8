//! A kernel's code after preparation, as plain data that can be executed: blocks of instructions over typed values.
//!
//! `src/llvm/plain/` makes it of the IR that lowering reads, `src/replay/` runs it. Invariant: it says what the IR says, and
//! what is not understood is [`Operation::Unknown`](code::Operation::Unknown) at its place, which matters only where it is executed.

pub mod code;
pub mod floats;
pub mod matrices;
pub mod types;

pub use code::{
    AccessScope, AccessSite, AtomicOp, Block, Called, Constant, CopyStep, Global, Instruction, MbarrierStep, Meeting,
    Mode, OfElection, Operand, Operation, Parameter, PhaseName, Piece, ProductStep, Program, Register, Space,
    Terminator, Timing,
};
pub use matrices::{Footprint, Major, Matrix};
pub use types::{FloatOp, Format, Type, Whole};
