//! Which calls exchange values between the lanes of a warp: their mask, and what they give.
//!
//! Source: PTX ISA on `shfl.sync`, `vote.sync`, `match.sync`, `redux.sync`, `elect.sync`. Direction of imprecision: what is not
//! known to be one value gives each lane a value of its own.

use super::barriers::{is_named, sync_scope};
use super::matrix;
use super::ptx::lanes;
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ir::{Layout, Op, Val};
use inkwell::values::InstructionValue;

/// What an exchange gives.
#[derive(Clone, Copy)]
pub(crate) enum Gives {
    /// One value for all lanes of its mask.
    One,
    /// The lanes of its mask that vote for this.
    Voters(Val),
    /// The lanes of its mask with the same value.
    Equal(Val),
    /// This value of the lane of this number in a segment, with the segments' size in the last operand.
    OfLane(Val, Val, Val),
    /// Each lane a value of its own.
    Own,
}

/// The operand that is the mask of an exchange which waits, and what it gives; `None` if it is none.
pub(crate) fn exchange(callee: &str, args: &[Val]) -> Option<(Val, Gives)> {
    let name = callee.strip_prefix("llvm.nvvm.")?;
    let (arg, waits) = (|i: usize| args.get(i).copied(), name.contains("sync"));
    let (mask, gives) = if name.starts_with("redux.sync") {
        (arg(1)?, Gives::One)
    } else if name.starts_with("vote.ballot") {
        (arg(0)?, Gives::Voters(arg(1)?))
    } else if name.starts_with("vote.") {
        (arg(0)?, Gives::One)
    } else if name.starts_with("match.any") {
        (arg(0)?, Gives::Equal(arg(1)?))
    } else if name.starts_with("match.all") {
        (arg(0)?, Gives::One)
    } else if name.starts_with("shfl.sync.idx") {
        (arg(0)?, Gives::OfLane(arg(1)?, arg(2)?, arg(3)?))
    } else if name.starts_with("shfl.") || name.starts_with("elect.") {
        (arg(0)?, Gives::Own)
    } else {
        return None;
    };
    waits.then_some((mask, gives))
}

/// Whether a thread may wait for others there, or they for it.
pub(crate) fn waits(instruction: InstructionValue<'_>, layout: Layout) -> bool {
    if is_named(instruction, layout) {
        return true;
    }
    if let Some(Callee::Assembly(text)) = callee(instruction) {
        return matrix::multiplies(instruction) || !lanes::exchanges(&text).is_empty();
    }
    let op = Val::of(&instruction).op(layout);
    let exchanges = matches!(&op, Op::Call { callee, args } if exchange(callee, args).is_some());
    matrix::multiplies(instruction) || sync_scope(&op).is_some() || exchanges
}
