//! What an instruction reads, and what is read part by part.

use crate::kernel::program::{
    CopyStep, MbarrierStep, Meeting, OfElection, Operand, Operation, PhaseName, ProductStep, Program, Register, Type,
};
use crate::replay::functions::Function;
use std::collections::{BTreeMap, BTreeSet};

/// The operands of an operation.
pub(super) fn operands(operation: &Operation) -> Vec<Operand> {
    match operation {
        Operation::Bits(_)
        | Operation::Zero
        | Operation::Argument(_)
        | Operation::Global(_)
        | Operation::Allocate(_)
        | Operation::Order { .. }
        | Operation::Trap
        | Operation::Exit
        | Operation::Unknown(_)
        | Operation::Comes(..)
        | Operation::Product(ProductStep::Fence | ProductStep::Multiply | ProductStep::Commit)
        | Operation::Copy(CopyStep::Commit | CopyStep::WaitAll | CopyStep::BulkCommit) => vec![],
        Operation::Cast(_, of, _)
        | Operation::Same(of, _)
        | Operation::Extract(of, _)
        | Operation::Load { pointer: of, .. }
        | Operation::Product(ProductStep::Read { descriptor: of, .. } | ProductStep::Wait(of))
        | Operation::Copy(CopyStep::Wait(of) | CopyStep::BulkWait { groups: of, .. }) => vec![*of],
        Operation::Binary(_, a, b)
        | Operation::Compare(_, a, b, ..)
        | Operation::Insert(a, b, _)
        | Operation::ExtractElement(a, b)
        | Operation::Shuffle(a, b, _)
        | Operation::Store { pointer: a, value: b, .. }
        | Operation::Modify { pointer: a, value: b, .. }
        | Operation::Access { pointer: a, bytes: b, .. } => vec![*a, *b],
        Operation::Select(a, b, c)
        | Operation::InsertElement(a, b, c)
        | Operation::CompareExchange { pointer: a, expected: b, new: c } => vec![*a, *b, *c],
        Operation::Parts(of) | Operation::Float(_, of, _) => of.clone(),
        Operation::Offset { base, indices, .. } => {
            std::iter::once(*base).chain(indices.iter().map(|(index, ..)| *index)).collect()
        }
        Operation::Barrier(Meeting { id, count, .. }) => std::iter::once(*id).chain(*count).collect(),
        Operation::Mbarrier(at, step) => std::iter::once(*at).chain(operand_of(*step)).collect(),
        Operation::Copy(CopyStep::Bulk { to, from, bytes, signal }) => {
            [*to, *from, *bytes].into_iter().chain(*signal).collect()
        }
        Operation::Copy(CopyStep::Copy { to, from, read, .. }) => [*to, *from].into_iter().chain(*read).collect(),
        Operation::Elect(mask, parts) => of_election(*mask, parts),
        Operation::Call(_, args) => args.iter().map(|(operand, _)| *operand).collect(),
    }
}

fn of_election(mask: Operand, parts: &[OfElection]) -> Vec<Operand> {
    let before = |part: &OfElection| match part {
        OfElection::Set(before) => Some(*before),
        OfElection::Lane | OfElection::Chosen => None,
    };
    std::iter::once(mask).chain(parts.iter().filter_map(before)).collect()
}

/// What is told of an mbarrier besides its address.
fn operand_of(step: MbarrierStep) -> Option<Operand> {
    match step {
        MbarrierStep::Invalidate => None,
        MbarrierStep::Init(of)
        | MbarrierStep::ArriveExpecting(of)
        | MbarrierStep::Expect(of)
        | MbarrierStep::Complete(of) => Some(of),
        MbarrierStep::Arrive(count) | MbarrierStep::Drop(count) => count,
        MbarrierStep::Wait(PhaseName::State(of) | PhaseName::Parity(of))
        | MbarrierStep::Test(PhaseName::State(of) | PhaseName::Parity(of)) => Some(of),
    }
}

/// The memory of a thread's own whose parts, by constant distances, are only read and written one by one, or handed to a function that
/// does nothing that a thread could see (`printf`).
pub(super) fn parted(program: &Program) -> BTreeSet<Register> {
    let instructions = || program.blocks.iter().flat_map(|block| &block.instructions);
    // Addresses of parts, with what they are parts of.
    let mut whole: BTreeMap<Register, Register> = BTreeMap::new();
    for made in instructions() {
        let of = match (&made.operation, made.result) {
            (Operation::Allocate(_), Some(result)) => Some((result, result)),
            (Operation::Offset { base: Operand::Register(base), indices, .. }, Some(result)) if indices.is_empty() => {
                // Of the start alone.
                whole.get(base).filter(|of| *of == base).map(|of| (result, *of))
            }
            _ => None,
        };
        whole.extend(of);
    }
    let mut parted: BTreeSet<Register> = whole.values().copied().collect();
    let ways = program.blocks.iter().flat_map(|block| &block.phis).flat_map(|(_, ways)| ways.iter().map(|way| way.1));
    let others = instructions().flat_map(|made| {
        let is_part = |result: Option<Register>| result.is_some_and(|result| whole.contains_key(&result));
        match &made.operation {
            Operation::Load { .. } if !matches!(made.ty, Type::Whole(_)) => vec![],
            Operation::Store { value, ty, .. } if !matches!(ty, Type::Whole(_)) => vec![*value],
            Operation::Access { .. } => vec![],
            Operation::Offset { .. } if is_part(made.result) => vec![],
            Operation::Call(callee, _) if is_silent(program, *callee) => vec![],
            operation => operands(operation),
        }
    });
    for operand in ways.chain(others) {
        if let Operand::Register(register) = operand
            && let Some(of) = whole.get(&register)
        {
            parted.remove(of);
        }
    }
    parted
}

fn is_silent(program: &Program, callee: u32) -> bool {
    let name = program.callees.get(callee as usize);
    name.and_then(|name| Function::of(name)).is_some_and(|function| matches!(function, Function::Nothing))
}
