//! Fences of proxies: which instructions are some, and which bulk copies have one before them.
//!
//! A thread's own instructions access memory through the generic proxy, bulk copies through the asynchronous one. What the one has written
//! the other sees only if a fence of proxies stands on the way from the write to the copy (PTX ISA, "Memory Consistency Model:
//! Proxies"): before the barrier that orders them, in the thread that writes, or behind it, in the one that issues the copy.
//!
//! Direction: a fence counts for the copy only if every way from the latest barrier to it passes one.

use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ir::Layout;
use crate::llvm::device::constructs::opcode;
use crate::llvm::device::ptx::bulk::is_fence_of_proxies;
use crate::llvm::device::ptx::text::split;
use crate::llvm::device::waits::concerns_others;
use crate::llvm::flow::cfg::{BlockId, Cfg};
use inkwell::values::InstructionValue;
use std::collections::BTreeSet;

/// Whether an instruction orders what was written before it before what bulk copies read.
pub(super) fn is_fence(instruction: InstructionValue<'_>) -> bool {
    let Some(Callee::Assembly(text)) = callee(instruction) else { return false };
    split(&text).iter().any(|s| !s.starts_with('@') && is_of_async(opcode(s)))
}

fn is_of_async(opcode: &str) -> bool {
    is_fence_of_proxies(opcode) && opcode.starts_with("fence.proxy.async")
}

/// Whether every way from the latest barrier to an instruction in this block passes a fence of proxies.
pub(super) fn is_behind_fence(
    cfg: &Cfg<'_>,
    layout: Layout,
    block: BlockId,
    instruction: InstructionValue<'_>,
) -> bool {
    let mut seen = BTreeSet::new();
    let here: Vec<_> = cfg.block(block).get_instructions().take_while(|i| *i != instruction).collect();
    if let Some(found) = latest(&here, layout) {
        return found;
    }
    let mut open: Vec<BlockId> = cfg.predecessors(block).iter().map(|e| e.from).collect();
    if open.is_empty() {
        return false;
    }
    while let Some(block) = open.pop() {
        if !seen.insert(block) {
            continue;
        }
        let all: Vec<_> = cfg.block(block).get_instructions().collect();
        match latest(&all, layout) {
            Some(true) => {}
            Some(false) => return false,
            None => {
                let before = cfg.predecessors(block);
                if before.is_empty() {
                    return false;
                }
                open.extend(before.iter().map(|e| e.from));
            }
        }
    }
    true
}

/// Whether the latest of a barrier and a fence is a fence; none if there is neither.
fn latest(all: &[InstructionValue<'_>], layout: Layout) -> Option<bool> {
    all.iter().rev().find_map(|i| match () {
        () if is_fence(*i) => Some(true),
        () if concerns_others(*i, layout) => Some(false),
        () => None,
    })
}
