//! What operations on mbarriers do to them: the access is that of the marker before, this is its [`Update`].
//!
//! Direction: an operation whose operand is not known is of an unknown kind, and then nothing is known of the object.

use crate::kernel::target::REGISTER;
use crate::kernel::{Access, AtomicScope, Change, MbarrierUse, Phase, Step, Update};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Val;
use crate::llvm::device::access;
use crate::llvm::device::ptx::mbarriers::{self, By, Form, Instruction};
use crate::llvm::device::ptx::memory::{self, Operation};
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::Value;
use crate::term::{Term, Width};
use inkwell::values::InstructionValue;

/// Bits of what an arrival gives.
const STATE: Width = 64;

impl Lowerer<'_, '_> {
    /// The one operation on an mbarrier in inline assembly.
    pub(super) fn mbarrier(
        &mut self,
        call: InstructionValue<'_>,
        operation: &Operation,
        instruction: Instruction,
        result: &Value,
    ) {
        let Some(Callee::Assembly(template)) = callee(call) else { return };
        let form = mbarriers::form(&template);
        let width = match instruction {
            Instruction::Test(By::State) => STATE,
            Instruction::Test(By::Parity)
            | Instruction::Init
            | Instruction::Invalidate
            | Instruction::Arrive
            | Instruction::Drop
            | Instruction::ArriveExpecting
            | Instruction::Expect
            | Instruction::Complete => REGISTER,
        };
        let input = operation.inputs.first().copied();
        let input = input.map(|input| input.and_then(|input| self.operand_of(call, input, width)));
        let done = self.used(instruction, input, form == Some(Form::Loop));
        self.note_mbarrier(done, result, operation);
    }

    /// An operand as a number of so many bits.
    fn operand_of(&mut self, call: InstructionValue<'_>, operand: Operand, width: Width) -> Option<Term> {
        match operand {
            Operand::Number(n) => Some(self.terms.constant(width, n)),
            Operand::Register(i) => {
                let argument = memory::argument(&ffi::assembly_constraints(call)?, i)?;
                let val = Val::of(&call).operand(argument);
                (scalar_width(&val.ty()) == width).then(|| self.number(val))?
            }
        }
    }

    /// What an instruction does with its first operand, of which nothing may be known.
    pub(crate) fn used(
        &mut self,
        instruction: Instruction,
        input: Option<Option<Term>>,
        in_loop: bool,
    ) -> Option<MbarrierUse> {
        let one = self.terms.constant(REGISTER, 1);
        let phase = |by, input: Term| match by {
            By::State => Phase::State(input),
            By::Parity => Phase::Parity(input),
        };
        Some(match instruction {
            Instruction::Init => MbarrierUse::Init(input??),
            Instruction::Invalidate => MbarrierUse::Invalidate,
            Instruction::Arrive => MbarrierUse::Arrive(input.unwrap_or(Some(one))?),
            Instruction::Drop => MbarrierUse::Drop(input.unwrap_or(Some(one))?),
            Instruction::ArriveExpecting => MbarrierUse::ArriveExpecting(input.flatten()),
            Instruction::Expect => MbarrierUse::Expect(input.flatten()),
            Instruction::Complete => MbarrierUse::Complete(Some(input??)),
            Instruction::Test(by) if !in_loop => MbarrierUse::Test(phase(by, input??)),
            Instruction::Test(by) => MbarrierUse::Wait(phase(by, input??)),
        })
    }

    /// Says of the latest access that it is this.
    pub(crate) fn note_mbarrier(&mut self, done: Option<MbarrierUse>, result: &Value, operation: &Operation) {
        let result = self.symbol_of(result);
        let update = Update {
            change: done.map_or(Change::Unknown, Change::Mbarrier),
            result,
            acquires: operation.acquires,
            releases: operation.releases,
            scope: operation.within.map(scope),
        };
        if let Some(access) = self.latest_access() {
            access.update = Some(update);
            // Copies do not read what an mbarrier holds.
            access.unfenced = None;
        }
    }

    /// The latest access, if it is the only one of its marker.
    fn latest_access(&mut self) -> Option<&mut Access> {
        match self.out.steps.get_mut(self.walk.latest?)? {
            Step::Access(access) => Some(access),
            Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
        }
    }
}

fn scope(said: access::AtomicScope) -> AtomicScope {
    match said {
        access::AtomicScope::Thread | access::AtomicScope::Block => AtomicScope::Block,
        access::AtomicScope::Cluster => AtomicScope::Cluster,
        access::AtomicScope::Device => AtomicScope::Device,
        access::AtomicScope::System => AtomicScope::System,
    }
}
