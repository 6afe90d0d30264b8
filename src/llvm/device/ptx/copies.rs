//! Asynchronous copies in inline PTX: `cp.async`, and the commits of and waits for groups of them.
//!
//! Source: PTX ISA, "Data Movement and Conversion Instructions: Non-bulk copy". Direction of imprecision: copies that are
//! signalled by a barrier object, predicated, or given a cache policy are `None`, and the caller reports them.

use super::text::{Operand, address, operand};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ir::Val;
use inkwell::values::InstructionValue;

/// What a statement has to do with asynchronous copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CopyStep {
    /// `cp.async.{ca,cg}.shared.global`: so many bytes are written, and so many of them read; the others become 0.
    Copy {
        to: u32,
        from: u32,
        bytes: u64,
        read: Option<Operand>,
    },
    Commit,
    /// For all but the latest so many groups.
    Wait(Operand),
    WaitAll,
}

/// The statements of inline assembly that consists of asynchronous copies, commits and waits, and gives no value.
pub(crate) fn copy_steps(instruction: InstructionValue<'_>) -> Option<Vec<CopyStep>> {
    let Some(Callee::Assembly(text)) = callee(instruction) else { return None };
    if !instruction.get_type().is_void_type() {
        return None;
    }
    let constant = |i: u32| Val::of(&instruction).operand(i).constant();
    copy_statements(&text, &constant)
}

pub(crate) fn copy_statements(text: &str, constant: &dyn Fn(u32) -> Option<u64>) -> Option<Vec<CopyStep>> {
    let statements = text.split([';', '\n']).map(str::trim).filter(|s| !s.is_empty());
    let steps: Option<Vec<CopyStep>> = statements.map(|s| copy_statement(s, constant)).collect();
    steps.filter(|steps| !steps.is_empty())
}

fn copy_statement(statement: &str, constant: &dyn Fn(u32) -> Option<u64>) -> Option<CopyStep> {
    let (opcode, operands) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
    let operands: Vec<&str> = operands.split(',').map(str::trim).filter(|o| !o.is_empty()).collect();
    match (opcode, operands.as_slice()) {
        ("cp.async.commit_group", []) => Some(CopyStep::Commit),
        ("cp.async.wait_all", []) => Some(CopyStep::WaitAll),
        ("cp.async.wait_group", [n]) => Some(CopyStep::Wait(operand(n)?)),
        (_, [to, from, bytes, rest @ ..]) => {
            let kind = opcode.strip_prefix("cp.async.")?;
            let kind = kind.strip_prefix("ca.").or_else(|| kind.strip_prefix("cg."))?;
            let kind = kind.strip_prefix("shared").map(|k| k.strip_prefix("::cta").unwrap_or(k))?;
            if !["", ".L2::64B", ".L2::128B", ".L2::256B"].contains(&kind.strip_prefix(".global")?) {
                return None;
            }
            let read = match rest {
                [] => None,
                [read] => Some(operand(read)?),
                [_, _, ..] => return None,
            };
            let bytes = match operand(bytes)? {
                Operand::Number(n) => n,
                Operand::Register(i) => constant(i)?,
            };
            Some(CopyStep::Copy { to: address(to)?, from: address(from)?, bytes, read })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{CopyStep, copy_statements};

    use crate::llvm::device::ptx::text::Operand;

    #[test]
    fn asynchronous_copies() {
        let parse = |text| copy_statements(text, &|i| (i == 2).then_some(16));
        let copy = |bytes, read| CopyStep::Copy { to: 0, from: 1, bytes, read };
        assert_eq!(parse("cp.async.ca.shared.global [$0], [$1], 4;"), Some(vec![copy(4, None)]));
        let filled = "cp.async.cg.shared::cta.global.L2::128B [$0], [$1], $2, $3;\n";
        assert_eq!(parse(filled), Some(vec![copy(16, Some(Operand::Register(3)))]));
        let both = "cp.async.commit_group;\n\tcp.async.wait_group 1;\n";
        assert_eq!(parse(both), Some(vec![CopyStep::Commit, CopyStep::Wait(Operand::Number(1))]));
        assert_eq!(parse("cp.async.wait_all ;"), Some(vec![CopyStep::WaitAll]));
    }

    #[test]
    fn other_copies_are_not_understood() {
        let parse = |text| copy_statements(text, &|_| None);
        for text in [
            "",
            "@p cp.async.ca.shared.global [$0], [$1], 4;",
            "cp.async.ca.shared.global [$0], [$1], $2;",
            "cp.async.ca.shared.global [$0 + 4], [$1], 4;",
            "cp.async.ca.shared.global.L2::cache_hint [$0], [$1], 4, $2;",
            "cp.async.mbarrier.arrive.shared.b64 [$0];",
            "cp.async.bulk.commit_group;",
            "cp.async.wait_all; st.shared.u32 [$0], $1;",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
