//! Which calls exchange values between the lanes of a warp: their mask, and what they give.
//!
//! Source: PTX ISA on `shfl.sync`, `vote.sync`, `match.sync`, `redux.sync`. Direction of imprecision: what is not
//! known to be one value gives each lane a value of its own.

use crate::llvm::bind::ir::Val;

/// What an exchange gives.
#[derive(Clone, Copy)]
pub(crate) enum Gives {
    /// One value for all lanes of its mask, which is computed of what each of them has for this.
    One(Option<Val>),
    /// The lanes of its mask that vote for this.
    Voters(Val),
    /// The lanes of its mask with the same value.
    Equal(Val),
    /// This value of the lane of this number in a segment, with the segments' size in the last operand.
    OfLane(Val, Val, Val),
    /// This value of the lane whose number differs in these bits, with the segments' size in the last operand.
    Butterfly(Val, Val, Val),
    /// Each lane a value of its own.
    Own,
}

/// The operand that is the mask of an exchange which waits, and what it gives; `None` if it is none.
pub(crate) fn exchange(callee: &str, args: &[Val]) -> Option<(Val, Gives)> {
    let name = callee.strip_prefix("llvm.nvvm.")?;
    let (arg, waits) = (|i: usize| args.get(i).copied(), name.contains("sync"));
    let (mask, gives) = if name.starts_with("redux.sync") {
        (arg(1)?, Gives::One(arg(0)))
    } else if name.starts_with("vote.ballot") {
        (arg(0)?, Gives::Voters(arg(1)?))
    } else if name.starts_with("vote.") {
        (arg(0)?, Gives::One(arg(1)))
    } else if name.starts_with("match.any") {
        (arg(0)?, Gives::Equal(arg(1)?))
    } else if name.starts_with("match.all") {
        (arg(0)?, Gives::One(arg(1)))
    } else if name.starts_with("shfl.sync.idx") {
        (arg(0)?, Gives::OfLane(arg(1)?, arg(2)?, arg(3)?))
    } else if name.starts_with("shfl.sync.bfly") {
        (arg(0)?, Gives::Butterfly(arg(1)?, arg(2)?, arg(3)?))
    } else if name.starts_with("shfl.") {
        (arg(0)?, Gives::Own)
    } else {
        return None;
    };
    waits.then_some((mask, gives))
}
