//! Products of matrices by a warp group in inline PTX: `wgmma.mma_async`, its fence, and the commits of and waits for groups.
//!
//! For example `wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, 0` reads two matrices in shared
//! memory, which the descriptors in arguments 4 and 5 are of; where the first one is in registers, it stands in braces.
//!
//! Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Multiply-Accumulate Instructions". Direction of imprecision: a sparse
//! product, one under a predicate and one of types that are not listed are `None`, and the caller reports them.

use super::memory;
use super::text::{Operand, listed, operand, split};
use crate::kernel::program::{Major, Matrix};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Val;
use inkwell::values::InstructionValue;

/// One statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    /// Orders registers.
    Fence,
    Commit,
    /// For all but the latest so many groups.
    Wait(Operand),
    /// What it reads: descriptors with their matrices, of which the last word says how they lie.
    Multiply(Vec<Read>),
}

/// A matrix in shared memory that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) descriptor: Operand,
    /// Rows of the first matrix, columns of the second.
    extent: u32,
    bits: u32,
    /// 1 if it is transposed; without, it never is.
    transposed: Option<Operand>,
}

impl Read {
    /// The matrix, where it is known how it lies.
    fn matrix(&self, constant: &dyn Fn(u32) -> Option<u64>) -> Option<Matrix> {
        let major = match self.transposed {
            None => Major::Depth,
            Some(of) => match number(of, constant)? {
                0 => Major::Depth,
                1 => Major::Extent,
                _ => return None,
            },
        };
        Some(Matrix { extent: self.extent, bits: self.bits, major })
    }
}

fn number(operand: Operand, constant: &dyn Fn(u32) -> Option<u64>) -> Option<u64> {
    match operand {
        Operand::Number(n) => Some(n),
        Operand::Register(i) => constant(i),
    }
}

/// Rows of the first matrix, always.
const ROWS: u32 = 64;

/// A statement, without its semicolon.
pub(crate) fn statement(text: &str) -> Option<Statement> {
    let (opcode, operands) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let words: Vec<&str> = opcode.strip_prefix("wgmma.")?.split('.').collect();
    let operands: Vec<&str> = listed(operands).into_iter().filter(|o| !o.is_empty()).collect();
    match (words.as_slice(), operands.as_slice()) {
        (["fence", "sync", "aligned"], []) => Some(Statement::Fence),
        (["commit_group", "sync", "aligned"], []) => Some(Statement::Commit),
        (["wait_group", "sync", "aligned"], [n]) => Some(Statement::Wait(operand(n)?)),
        (["mma_async", "sync", "aligned", shape, rest @ ..], operands) => {
            let types: Vec<&str> = rest.iter().copied().filter(|w| *w != "satfinite").collect();
            let [_, a, b] = types.as_slice() else { return None };
            product(shape, (bits(a)?, bits(b)?), operands)
        }
        _ => None,
    }
}

fn product(shape: &str, (a, b): (u32, u32), operands: &[&str]) -> Option<Statement> {
    let (rows, rest) = shape.strip_prefix('m')?.split_once('n')?;
    let (columns, depth) = rest.split_once('k')?;
    let (rows, columns, depth): (u32, u32, u32) = (rows.parse().ok()?, columns.parse().ok()?, depth.parse().ok()?);
    let fits = rows == ROWS && columns % 8 == 0 && (8..=256).contains(&columns) && depth * a == 256 && a == b;
    let [sums, first, second, rest @ ..] = operands else { return None };
    if !fits || !sums.starts_with('{') {
        return None;
    }
    let in_registers = first.starts_with('{');
    let turned = match (a, rest, in_registers) {
        (16, [_, _, _, a, b], false) => [Some(operand(a)?), Some(operand(b)?)],
        (16, [_, _, _, b], true) => [None, Some(operand(b)?)],
        (8 | 32, [_, ..], _) => [None, None],
        _ => return None,
    };
    let mut reads = vec![];
    if !in_registers {
        reads.push(Read { descriptor: operand(first)?, extent: rows, bits: a, transposed: turned[0] });
    }
    reads.push(Read { descriptor: operand(second)?, extent: columns, bits: b, transposed: turned[1] });
    Some(Statement::Multiply(reads))
}

/// Of an element.
fn bits(name: &str) -> Option<u32> {
    Some(match name {
        "f16" | "bf16" => 16,
        "tf32" => 32,
        "e4m3" | "e5m2" | "s8" | "u8" => 8,
        _ => return None,
    })
}

/// The statements of a template, in order.
pub(crate) fn statements(template: &str) -> Vec<Statement> {
    split(template).iter().filter_map(|s| statement(s)).collect()
}

/// Whether no product stands behind a commit or a wait: markers stand before all of a template.
pub(crate) fn is_in_order(template: &str) -> bool {
    let all = statements(template);
    let is_product = |s: &&Statement| matches!(s, Statement::Multiply(_));
    all.iter().skip_while(|s| is_product(s) || **s == Statement::Fence).all(|s| !is_product(&s))
}

/// The matrices that inline assembly reads, each with the argument of the call that is its descriptor, if that is understood.
pub(crate) fn reads(call: InstructionValue<'_>) -> Option<Vec<(u32, Option<Matrix>)>> {
    let Some(Callee::Assembly(template)) = callee(call) else { return Some(vec![]) };
    let mut found = vec![];
    for said in statements(&template) {
        let Statement::Multiply(reads) = said else { continue };
        let constraints = ffi::assembly_constraints(call)?;
        let constant = |i| Val::of(&call).operand(memory::argument(&constraints, i)?).constant();
        for read in reads {
            let Operand::Register(i) = read.descriptor else { return None };
            found.push((memory::argument(&constraints, i)?, read.matrix(&constant)));
        }
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::{Operand, Statement, statement};

    fn read(text: &str) -> Option<Vec<(Operand, u32)>> {
        match statement(text)? {
            Statement::Multiply(reads) => Some(reads.iter().map(|r| (r.descriptor, r.extent)).collect()),
            Statement::Fence | Statement::Commit | Statement::Wait(_) => None,
        }
    }

    #[test]
    fn products() {
        let register = Operand::Register;
        let both = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, $4, $5, p, 1, 1, 0, $6";
        assert_eq!(read(both), Some(vec![(register(4), 64), (register(5), 8)]));
        let one = "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0}, {$1, $2, $3, $4}, $5, p, 1, 1, 1";
        assert_eq!(read(one), Some(vec![(register(5), 8)]));
        let bytes = "wgmma.mma_async.sync.aligned.m64n16k32.satfinite.s32.s8.u8 {$0}, $1, $2, p";
        assert_eq!(read(bytes), Some(vec![(register(1), 64), (register(2), 16)]));
    }

    #[test]
    fn groups() {
        assert_eq!(statement("wgmma.fence.sync.aligned"), Some(Statement::Fence));
        assert_eq!(statement("wgmma.commit_group.sync.aligned"), Some(Statement::Commit));
        assert_eq!(statement("wgmma.wait_group.sync.aligned 1"), Some(Statement::Wait(Operand::Number(1))));
    }

    #[test]
    fn others_are_not_understood() {
        for text in [
            "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {$0}, $1, $2, $3, 0, p, 1, 1, 0, 0",
            "wgmma.mma_async.sync.aligned.m64n8k8.f32.f16.f16 {$0}, $1, $2, p, 1, 1, 0, 0",
            "wgmma.mma_async.sync.aligned.m64n8k256.s32.b1.b1.and.popc {$0}, $1, $2, p",
            "@p wgmma.commit_group.sync.aligned",
            "wgmma.wait_group.sync.aligned",
            "wgmma.mma_async",
        ] {
            assert_eq!(statement(text), None, "{text}");
        }
    }
}
