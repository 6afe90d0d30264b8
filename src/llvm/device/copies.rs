//! What a call does to the order of asynchronous copies: commits of groups, and waits for them.
//!
//! Source: PTX ISA, `cp.async.commit_group`, `cp.async.wait_group`, `cp.async.wait_all`, and LLVM's intrinsics of these names.

use super::ptx::copies::{self, CopyStep};
use super::ptx::text::Operand;
use crate::llvm::bind::calls::{Callee, callee, symbol};
use crate::llvm::bind::ir::Val;
use inkwell::values::InstructionValue;

/// A commit or a wait.
pub(crate) enum Order {
    Commit,
    /// For all but the latest so many groups.
    Wait(usize),
    WaitAll,
}

/// The commits and waits of an instruction, in order.
///
/// # Errors
/// A wait is for a number of groups that is not constant.
pub(crate) fn orders(instruction: InstructionValue<'_>) -> Result<Vec<Order>, String> {
    let unknown = || "a wait for a number of copy groups that is not constant".to_owned();
    let number = |i: u32| Val::of(&instruction).operand(i).constant().ok_or_else(unknown);
    let wait = |n: u64| Order::Wait(usize::try_from(n).unwrap_or(usize::MAX));
    match callee(instruction) {
        Some(Callee::Assembly(_)) => {
            let mut events = vec![];
            for step in copies::copy_steps(instruction).unwrap_or_default() {
                match step {
                    // Its markers say where it is.
                    CopyStep::Copy { .. } => {}
                    CopyStep::Commit => events.push(Order::Commit),
                    CopyStep::WaitAll => events.push(Order::WaitAll),
                    CopyStep::Wait(Operand::Number(n)) => events.push(wait(n)),
                    CopyStep::Wait(Operand::Register(i)) => events.push(wait(number(i)?)),
                }
            }
            Ok(events)
        }
        Some(Callee::Declared(function)) => Ok(match symbol(function).as_str() {
            "llvm.nvvm.cp.async.commit.group" => vec![Order::Commit],
            "llvm.nvvm.cp.async.wait.all" => vec![Order::WaitAll],
            "llvm.nvvm.cp.async.wait.group" => vec![wait(number(0)?)],
            _ => vec![],
        }),
        Some(Callee::Defined(_) | Callee::Indirect) | None => Ok(vec![]),
    }
}
