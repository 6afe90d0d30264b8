//! Bulk copies in inline PTX: `cp.async.bulk`, of ranges and of tensors, and the commits of and waits for groups of them.
//!
//! For example `cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];` copies `$2` bytes into shared
//! memory, and says so to the mbarrier at `$3` once they are there.
//!
//! Source: PTX ISA, "Data Movement and Conversion Instructions: Bulk copy" and "Tensor copy".
//!
//! Copies under a predicate and to several blocks are taken apart before (`prepare/apart.rs`). Direction of imprecision: copies with a mask of
//! bytes, and templates with other statements are `None`, and the caller reports them.

use super::memory;
use super::text::{Operand, address, operand, split};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Val;
use inkwell::values::InstructionValue;

/// A statement that has to do with bulk copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BulkStep {
    Copy(Bulk),
    /// Nothing is read that a thread could see.
    Prefetch,
    Commit,
    /// For all but the latest so many groups: that they have read, or that they are over.
    Wait {
        groups: Operand,
        read: bool,
    },
}

/// A copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bulk {
    pub(crate) to: End,
    pub(crate) from: End,
    /// None of a tensor: its map says how many.
    pub(crate) bytes: Option<Operand>,
    /// The operand that is the address of the mbarrier that is told; else the copy belongs to a group.
    pub(crate) signal: Option<u32>,
    /// It adds to what is there, or combines it otherwise, element by element.
    pub(crate) reduces: bool,
}

/// Where bytes come from or go to: the operand that is the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Shared(u32),
    Global(u32),
    /// What a map on the host describes.
    Tensor,
}

/// The statements of inline assembly that consists of these and gives no value, over the arguments of the call.
pub(crate) fn bulk_steps(instruction: InstructionValue<'_>) -> Option<Vec<BulkStep>> {
    let Some(Callee::Assembly(text)) = callee(instruction) else { return None };
    if !text.contains(".bulk") || !instruction.get_type().is_void_type() {
        return None;
    }
    let constraints = ffi::assembly_constraints(instruction)?;
    if memory::argument(&constraints, 0)? != 0 {
        return None;
    }
    bulk_statements(&text)
}

/// A number, or the constant that an argument is.
pub(crate) fn constant(instruction: InstructionValue<'_>, operand: Operand) -> Option<u64> {
    match operand {
        Operand::Number(n) => Some(n),
        Operand::Register(i) => Val::of(&instruction).operand(i).constant(),
    }
}

/// Whether an instruction orders accesses of one kind before those of another, as `fence.proxy.async`: of threads, which read and write
/// through the generic proxy, and of bulk copies, which do so through the asynchronous one.
pub(crate) fn is_fence_of_proxies(opcode: &str) -> bool {
    opcode.starts_with("fence.proxy.") || opcode == "fence.mbarrier_init.release.cluster"
}

pub(crate) fn bulk_statements(template: &str) -> Option<Vec<BulkStep>> {
    let steps: Option<Vec<BulkStep>> = split(template).iter().map(|s| bulk_statement(s)).collect();
    steps.filter(|steps| !steps.is_empty())
}

fn bulk_statement(statement: &str) -> Option<BulkStep> {
    let (opcode, operands) = statement.trim().split_once(char::is_whitespace).unwrap_or((statement.trim(), ""));
    let operands = if operands.trim().is_empty() { vec![] } else { apart(operands) };
    match (opcode, operands.as_slice()) {
        ("cp.async.bulk.commit_group", []) => return Some(BulkStep::Commit),
        ("cp.async.bulk.wait_group", [n]) => return Some(BulkStep::Wait { groups: operand(n)?, read: false }),
        ("cp.async.bulk.wait_group.read", [n]) => return Some(BulkStep::Wait { groups: operand(n)?, read: true }),
        _ => {}
    }
    if opcode.starts_with("cp.async.bulk.prefetch.") {
        return Some(BulkStep::Prefetch);
    }
    let (rest, reduces) = match opcode.strip_prefix("cp.async.bulk.") {
        Some(rest) => (rest, false),
        None => (opcode.strip_prefix("cp.reduce.async.bulk.")?, true),
    };
    let words: Vec<&str> = rest.split('.').collect();
    match words.as_slice() {
        ["tensor", "1d" | "2d" | "3d" | "4d" | "5d", words @ ..] => tensor(words, &operands, reduces),
        words => range(words, &operands, reduces),
    }
    .map(BulkStep::Copy)
}

/// The operands, of which what is in brackets is one: `[$0, {$2, $3}]`.
pub(crate) fn apart(operands: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    let comma = move |c: char| {
        depth = match c {
            '{' | '[' => depth + 1,
            '}' | ']' => depth.saturating_sub(1),
            _ => depth,
        };
        c == ',' && depth == 0
    };
    operands.split(comma).map(str::trim).collect()
}

/// How the end of a copy is known, and that all other parts of its name change nothing here.
fn by_signal(words: &[&str]) -> Option<bool> {
    let signal = words.contains(&"mbarrier::complete_tx::bytes");
    if signal == words.contains(&"bulk_group") {
        return None;
    }
    let known = |word: &&str| {
        matches!(
            *word,
            "mbarrier::complete_tx::bytes" | "bulk_group" | "L2::cache_hint" | "tile" | "im2col" | "im2col_no_offs"
        ) || REDUCTIONS.contains(word)
    };
    words.iter().all(known).then_some(signal)
}

/// What is done to elements, and their types.
const REDUCTIONS: [&str; 20] = [
    "add", "min", "max", "inc", "dec", "and", "or", "xor", "noftz", "f16", "bf16", "b32", "u32", "s32", "b64", "u64",
    "s64", "f32", "f64", "s8",
];

fn range(words: &[&str], operands: &[&str], reduces: bool) -> Option<Bulk> {
    let [to, from, rest @ ..] = words else { return None };
    let signalled = by_signal(rest)?;
    let [dst, src, size, more @ ..] = operands else { return None };
    let to = match *to {
        "shared::cluster" | "shared::cta" if signalled => End::Shared(address(dst)?),
        "global" if !signalled => End::Global(address(dst)?),
        _ => return None,
    };
    let from = match *from {
        "global" => End::Global(address(src)?),
        "shared::cta" => End::Shared(address(src)?),
        _ => return None,
    };
    let signal = match (signalled, more) {
        (true, [at, ..]) => Some(address(at)?),
        (true, []) => return None,
        (false, _) => None,
    };
    Some(Bulk { to, from, bytes: Some(operand(size)?), signal, reduces })
}

fn tensor(words: &[&str], operands: &[&str], reduces: bool) -> Option<Bulk> {
    let [to, from, rest @ ..] = words else { return None };
    let signalled = by_signal(rest)?;
    match (*to, *from, operands) {
        ("shared::cluster" | "shared::cta", "global", [dst, map, at, ..]) if signalled && !reduces => {
            map.starts_with("[$").then_some(())?;
            let to = End::Shared(address(dst)?);
            Some(Bulk { to, from: End::Tensor, bytes: None, signal: Some(address(at)?), reduces })
        }
        ("global", "shared::cta", [map, src, ..]) if !signalled => {
            map.starts_with("[$").then_some(())?;
            Some(Bulk { to: End::Tensor, from: End::Shared(address(src)?), bytes: None, signal: None, reduces })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Bulk, BulkStep, End, bulk_statements};
    use crate::llvm::device::ptx::text::Operand;

    fn copy(text: &str) -> Option<Bulk> {
        match bulk_statements(text)?.as_slice() {
            [BulkStep::Copy(bulk)] => Some(*bulk),
            _ => None,
        }
    }

    #[test]
    fn ranges() {
        let (to, from, bytes) = (End::Shared(0), End::Global(1), Some(Operand::Register(2)));
        let bulk = Bulk { to, from, bytes, signal: Some(3), reduces: false };
        for name in ["shared::cluster", "shared::cta"] {
            let text = format!("cp.async.bulk.{name}.global.mbarrier::complete_tx::bytes [$0], [$1], $2, [$3];");
            assert_eq!(copy(&text), Some(bulk));
        }
        let hinted = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [$0], [$1], $2, [$3], $4;";
        assert_eq!(copy(hinted), Some(bulk));
        let (to, from) = (End::Global(0), End::Shared(1));
        let store = Bulk { to, from, bytes, signal: None, reduces: false };
        assert_eq!(copy("cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], $2;"), Some(store));
        let sum = Bulk { reduces: true, ..store };
        assert_eq!(copy("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [$0], [$1], $2;"), Some(sum));
    }

    #[test]
    fn tensors() {
        let load =
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$3, $4}], [$2];";
        let to = End::Shared(0);
        let bulk = Bulk { to, from: End::Tensor, bytes: None, signal: Some(2), reduces: false };
        assert_eq!(copy(load), Some(bulk));
        let store = "cp.async.bulk.tensor.3d.global.shared::cta.bulk_group [$0, {$2, $3, $4}], [$1];";
        let bulk = Bulk { to: End::Tensor, from: End::Shared(1), bytes: None, signal: None, reduces: false };
        assert_eq!(copy(store), Some(bulk));
    }

    #[test]
    fn groups() {
        let all = "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 1;";
        let wait = BulkStep::Wait { groups: Operand::Number(1), read: true };
        assert_eq!(bulk_statements(all), Some(vec![BulkStep::Commit, wait]));
        let prefetch = "cp.async.bulk.prefetch.L2.global [$0], $1;";
        assert_eq!(bulk_statements(prefetch), Some(vec![BulkStep::Prefetch]));
    }

    #[test]
    fn what_is_not_understood_is_left_to_the_caller() {
        for text in [
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1], $2, [$3], $4;",
            "@p cp.async.bulk.global.shared::cta.bulk_group [$0], [$1], $2;",
            "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [$0], [$1], $2, $3;",
            "cp.async.bulk.commit_group; st.shared.u32 [$0], $1;",
            "cp.async.bulk.global.shared::cta [$0], [$1], $2;",
            "cp.async.commit_group;",
            "",
        ] {
            assert_eq!(bulk_statements(text), None, "{text}");
        }
    }
}
