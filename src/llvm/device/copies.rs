//! What a call does to the order of asynchronous copies, and of products by a warp group: commits of groups, and waits for them.
//!
//! Source: PTX ISA, `cp.async.commit_group`, `cp.async.wait_group`, `cp.async.wait_all`, and LLVM's intrinsics of these names.

use super::ptx::bulk::{self, BulkStep};
use super::ptx::copies::{self, CopyStep};
use super::ptx::memory;
use super::ptx::text::Operand;
use super::ptx::wgmma::{self, Statement};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Val;
use inkwell::values::InstructionValue;

/// A commit or a wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    Commit,
    /// For all but the latest so many groups.
    Wait(usize),
    /// For a number of groups that is not constant.
    WaitForSome,
    /// Of bulk copies, which have groups of their own.
    BulkCommit,
    /// For all but the latest so many groups of bulk copies: that they have read, or that they are over.
    BulkWait {
        groups: usize,
        read: bool,
    },
    WaitAll,
}

impl Order {
    fn wait(groups: Option<u64>) -> Order {
        groups.map_or(Order::WaitForSome, |n| Order::Wait(usize::try_from(n).unwrap_or(usize::MAX)))
    }
}

/// What an intrinsic is of these.
pub(crate) fn order(callee: &str, args: &[Val]) -> Option<Order> {
    match callee.strip_prefix("llvm.nvvm.cp.async.")? {
        "commit.group" => Some(Order::Commit),
        "wait.all" => Some(Order::WaitAll),
        "wait.group" => Some(Order::wait(args.first()?.constant())),
        "bulk.commit.group" => Some(Order::BulkCommit),
        "bulk.wait.group" | "bulk.wait.group.read" => {
            let groups = args.first()?.constant();
            let read = callee.ends_with(".read");
            Some(groups.map_or(Order::WaitForSome, |n| Order::BulkWait {
                groups: usize::try_from(n).unwrap_or(usize::MAX),
                read,
            }))
        }
        _ => None,
    }
}

/// The products of a warp group in inline assembly, and commits of and waits for such, in order; a product and a fence order nothing.
pub(crate) fn products(instruction: InstructionValue<'_>, template: &str) -> Vec<Option<Order>> {
    let constant = |i: u32| {
        let argument = memory::argument(&ffi::assembly_constraints(instruction)?, i)?;
        Val::of(&instruction).operand(argument).constant()
    };
    let order = |statement| match statement {
        Statement::Fence | Statement::Multiply(_) => None,
        Statement::Commit => Some(Order::Commit),
        Statement::Wait(Operand::Number(n)) => Some(Order::wait(Some(n))),
        Statement::Wait(Operand::Register(i)) => Some(Order::wait(constant(i))),
    };
    wgmma::statements(template).into_iter().map(order).collect()
}

/// The commits and waits of inline assembly that consists of these and of copies, in order.
pub(crate) fn orders(instruction: InstructionValue<'_>) -> Vec<Order> {
    if let Some(steps) = bulk::bulk_steps(instruction) {
        return steps.into_iter().filter_map(|step| bulk_order(instruction, step)).collect();
    }
    let order = |step| match step {
        // Its markers say where it is.
        CopyStep::Copy { .. } => None,
        CopyStep::Commit => Some(Order::Commit),
        CopyStep::WaitAll => Some(Order::WaitAll),
        CopyStep::Wait(Operand::Number(n)) => Some(Order::wait(Some(n))),
        CopyStep::Wait(Operand::Register(i)) => Some(Order::wait(Val::of(&instruction).operand(i).constant())),
    };
    copies::copy_steps(instruction).unwrap_or_default().into_iter().filter_map(order).collect()
}

fn bulk_order(instruction: InstructionValue<'_>, step: BulkStep) -> Option<Order> {
    match step {
        BulkStep::Copy(_) | BulkStep::Prefetch => None,
        BulkStep::Commit => Some(Order::BulkCommit),
        BulkStep::Wait { groups, read } => Some(match bulk::constant(instruction, groups) {
            Some(n) => Order::BulkWait { groups: usize::try_from(n).unwrap_or(usize::MAX), read },
            None => Order::WaitForSome,
        }),
    }
}
