//! Inline assembly that is understood: barriers with numbers, asynchronous copies, fences, registers that are read, and memory
//! operations on one word.

use super::reader::Reader;
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::barriers::{Barrier, Number};
use crate::llvm::device::ptx::copies::{self, CopyStep};
use crate::llvm::device::ptx::memory::{self, Statement};
use crate::llvm::device::ptx::text::{self, split};
use crate::program::{CopyStep as Step, Meeting, Operand, Operation};
use inkwell::values::InstructionValue;

impl<'ctx> Reader<'_, 'ctx> {
    /// What a call of inline assembly does; one operation that is unknown where that is not understood.
    pub(super) fn assembly(&mut self, call: InstructionValue<'ctx>) -> Vec<Operation> {
        let Some(Callee::Assembly(template)) = callee(call) else {
            return vec![Operation::Unknown("a call through a pointer".into())];
        };
        let understood = self
            .barrier(call)
            .or_else(|| self.copies(call))
            .or_else(|| fences(&template))
            .or_else(|| self.register(&template));
        understood.unwrap_or_else(|| vec![Operation::Unknown(format!("inline assembly `{}`", template.trim()))])
    }

    fn barrier(&mut self, call: InstructionValue<'ctx>) -> Option<Vec<Operation>> {
        let Barrier { id, count, waits } = Barrier::of(call, self.layout)?;
        let (id, count) = (self.meant(id), count.map(|count| self.meant(count)));
        Some(vec![Operation::Barrier(Meeting { id, count, waits })])
    }

    fn meant(&mut self, number: Number) -> Operand {
        match number {
            Number::Literal(n) => self.number(32, n),
            Number::Value(val) => self.operand(val),
        }
    }

    fn copies(&mut self, call: InstructionValue<'ctx>) -> Option<Vec<Operation>> {
        let steps = copies::copy_steps(call)?;
        let argument = |reader: &mut Self, i: u32| reader.operand(Val::of(&call).operand(i));
        let meant = |reader: &mut Self, operand: text::Operand| match operand {
            text::Operand::Number(n) => reader.number(32, n),
            text::Operand::Register(i) => argument(reader, i),
        };
        let step = |step: CopyStep| {
            Operation::Copy(match step {
                CopyStep::Copy { to, from, bytes, read } => {
                    let (to, from) = (argument(self, to), argument(self, from));
                    Step::Copy { to, from, bytes, read: read.map(|read| meant(self, read)) }
                }
                CopyStep::Commit => Step::Commit,
                CopyStep::Wait(groups) => Step::Wait(meant(self, groups)),
                CopyStep::WaitAll => Step::WaitAll,
            })
        };
        Some(steps.into_iter().map(step).collect())
    }

    /// `mov.u32 $0, %laneid;` as the call of the intrinsic that reads the register.
    fn register(&mut self, template: &str) -> Option<Vec<Operation>> {
        let statements = split(template);
        let [statement] = statements.as_slice() else { return None };
        let mut words = statement.split_whitespace();
        let (opcode, result, register) = (words.next()?, words.next()?, words.next()?);
        let is_move = opcode.starts_with("mov.") && result == "$0," && words.next().is_none();
        let name = register.strip_prefix('%').filter(|_| is_move)?;
        let callee = self.callee(&format!("llvm.nvvm.read.ptx.sreg.{}", name.replace('_', ".")));
        Some(vec![Operation::Call(callee, vec![])])
    }
}

/// A template of fences only.
fn fences(template: &str) -> Option<Vec<Operation>> {
    let statements = split(template);
    let is_fence = |text: &String| matches!(memory::statement(text), Some(Statement::Fence(_)));
    (!statements.is_empty() && statements.iter().all(is_fence)).then(|| vec![Operation::Fence])
}
