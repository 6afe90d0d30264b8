//! What an instruction reads.

use crate::kernel::program::{CopyStep, Meeting, Operand, Operation};

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
        | Operation::Copy(CopyStep::Commit | CopyStep::WaitAll) => vec![],
        Operation::Cast(_, of, _)
        | Operation::Same(of, _)
        | Operation::Extract(of, _)
        | Operation::Load { pointer: of, .. }
        | Operation::Copy(CopyStep::Wait(of)) => vec![*of],
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
        Operation::Copy(CopyStep::Copy { to, from, read, .. }) => [*to, *from].into_iter().chain(*read).collect(),
        Operation::Call(_, args) => args.iter().map(|(operand, _)| *operand).collect(),
    }
}
