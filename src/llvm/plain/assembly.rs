//! Inline assembly that is understood: barriers with numbers, asynchronous copies, fences, registers that are read, and memory
//! operations on one word.
//!
//! Direction: a release counts as a fence before the operation, which orders later ones, too.

use super::reader::Reader;
use super::types;
use crate::kernel::program::{
    AtomicOp, CopyStep as Copy, MbarrierStep as Step, Meeting, OfElection, Operand, Operation, PhaseName, Type,
};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Val;
use crate::llvm::device::access::{AtomicOp as Op, Mode};
use crate::llvm::device::constructs::opcode;
use crate::llvm::device::found::pointer;
use crate::llvm::device::ptx::bulk::{self, Bulk, BulkStep, End};
use crate::llvm::device::ptx::clusters::{self, Asked, Half};
use crate::llvm::device::ptx::copies::{self, CopyStep};
use crate::llvm::device::ptx::lanes;
use crate::llvm::device::ptx::mbarriers::{self, By, Form, Instruction};
use crate::llvm::device::ptx::memory::{self, Statement};
use crate::llvm::device::ptx::text::{self, split};
use crate::llvm::device::waits::{Numbered, Wait, waits};
use inkwell::values::InstructionValue;

/// Operations, and which of them gives the value of the call.
type Understood = (Vec<Operation>, usize);

impl<'ctx> Reader<'_, 'ctx> {
    /// What a call of inline assembly does; one operation that is unknown where that is not understood.
    pub(super) fn assembly(&mut self, call: InstructionValue<'ctx>) -> Understood {
        let Some(Callee::Assembly(template)) = callee(call) else {
            return (vec![Operation::Unknown("a call through a pointer".into())], 0);
        };
        let effects = self
            .barrier_of_cluster(call)
            .or_else(|| self.barrier(call))
            .or_else(|| self.copies(call))
            .or_else(|| self.bulk(call))
            .or_else(|| self.products(call, &template))
            .or_else(|| self.election(call, &template))
            .or_else(|| self.mbarrier(call, &template))
            .map(|operations| (operations, 0));
        let effects = effects.or_else(|| self.question(call, &template));
        let understood = effects.or_else(|| self.register(&template)).or_else(|| self.accesses(call, &template));
        understood.unwrap_or_else(|| (vec![Operation::Unknown(format!("inline assembly `{}`", template.trim()))], 0))
    }

    /// The halves of barriers of the cluster, as the calls of the intrinsics that are these.
    fn barrier_of_cluster(&mut self, call: InstructionValue<'ctx>) -> Option<Vec<Operation>> {
        let mut operations = vec![];
        for wait in waits(call, self.layout) {
            let Wait::Cluster(barrier) = wait else { return None };
            let name = match barrier.half {
                Half::Arrive { releases: true } => "llvm.nvvm.barrier.cluster.arrive",
                Half::Arrive { releases: false } => "llvm.nvvm.barrier.cluster.arrive.relaxed",
                Half::Wait => "llvm.nvvm.barrier.cluster.wait",
            };
            operations.push(Operation::Call(self.callee(name), vec![]));
        }
        (!operations.is_empty()).then_some(operations)
    }

    /// `mapa` and `getctarank`, likewise.
    fn question(&mut self, call: InstructionValue<'ctx>, template: &str) -> Option<Understood> {
        let (asked, address) = clusters::question(template)?;
        let constraints = ffi::assembly_constraints(call)?;
        let argument = |i: u32| Some(Val::of(&call).operand(memory::argument(&constraints, i)?));
        let typed = |reader: &mut Self, val: Val| (reader.operand(val), types::of_value(val, reader.layout));
        let address = argument(address)?;
        let mut arguments = vec![typed(self, address)];
        let name = match asked {
            Asked::In(text::Operand::Number(n)) => {
                arguments.push((self.number(32, n), Type::Int(32)));
                "llvm.nvvm.mapa"
            }
            Asked::In(text::Operand::Register(i)) => {
                let rank = argument(i)?;
                arguments.push(typed(self, rank));
                "llvm.nvvm.mapa"
            }
            Asked::Rank => "llvm.nvvm.getctarank",
        };
        Some((vec![Operation::Call(self.callee(name), arguments)], 0))
    }

    fn barrier(&mut self, call: InstructionValue<'ctx>) -> Option<Vec<Operation>> {
        let all = waits(call, self.layout);
        let [only] = all.as_slice() else { return None };
        let (Numbered { id, count }, waits) = match only {
            Wait::Numbered(barrier) => (*barrier, true),
            Wait::Arrival(barrier) => (*barrier, false),
            Wait::Block { .. }
            | Wait::Grid
            | Wait::Cluster(_)
            | Wait::Warp(_)
            | Wait::Exchange { .. }
            | Wait::Product
            | Wait::WarpGroup(_)
            | Wait::Copies(_) => return None,
        };
        let (id, count) = (self.meant(id), count.map(|count| self.meant(count)));
        Some(vec![Operation::Barrier(Meeting { id, count, waits })])
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
                    Copy::Copy { to, from, bytes, read: read.map(|read| meant(self, read)) }
                }
                CopyStep::Commit => Copy::Commit,
                CopyStep::Wait(groups) => Copy::Wait(meant(self, groups)),
                CopyStep::WaitAll => Copy::WaitAll,
            })
        };
        Some(steps.into_iter().map(step).collect())
    }

    /// Bulk copies of ranges, and what has to do with their groups.
    fn bulk(&mut self, call: InstructionValue<'ctx>) -> Option<Vec<Operation>> {
        let mut operations = vec![];
        for step in bulk::bulk_steps(call)? {
            let argument = |reader: &mut Self, i: u32| reader.operand(Val::of(&call).operand(i));
            let meant = |reader: &mut Self, operand: text::Operand| match operand {
                text::Operand::Number(n) => reader.number(32, n),
                text::Operand::Register(i) => argument(reader, i),
            };
            operations.push(Operation::Copy(match step {
                BulkStep::Prefetch => continue,
                BulkStep::Commit => Copy::BulkCommit,
                BulkStep::Wait { groups, read } => Copy::BulkWait { groups: meant(self, groups), read },
                BulkStep::Copy(Bulk { to, from, bytes: Some(bytes), signal, reduces: false }) => {
                    let mut end = |end: End| match end {
                        End::Shared(i) | End::Global(i) => Some(argument(self, i)),
                        End::Tensor => None,
                    };
                    let (to, from) = (end(to)?, end(from)?);
                    let signal = signal.map(|i| argument(self, i));
                    Copy::Bulk { to, from, bytes: meant(self, bytes), signal }
                }
                BulkStep::Copy(_) => return None,
            }));
        }
        if operations.is_empty() {
            operations.push(Operation::Order { acquires: false, releases: false });
        }
        Some(operations)
    }

    /// The operation on an mbarrier that a template consists of; none of those that are done under a predicate.
    fn mbarrier(&mut self, call: InstructionValue<'ctx>, template: &str) -> Option<Vec<Operation>> {
        let form = mbarriers::form(template)?;
        let said = memory::statements(template);
        let [Statement::Access(operation)] = said.as_slice() else { return None };
        if operation.when.is_some() || operation.offset != 0 {
            return None;
        }
        let (_, address) = memory::accesses(call)?.into_iter().next()?;
        let at = self.operand(Val::of(&call).operand(address));
        let input = |reader: &mut Self, bytes| {
            let mut sized = operation.clone();
            sized.bytes = bytes;
            reader.input(call, &sized, 0).map(|(operand, _)| operand)
        };
        let step = match operation.mbarrier? {
            Instruction::Init => Step::Init(input(self, 4)?),
            Instruction::Invalidate => Step::Invalidate,
            Instruction::Arrive if operation.inputs.is_empty() => Step::Arrive(None),
            Instruction::Arrive => Step::Arrive(Some(input(self, 4)?)),
            Instruction::ArriveExpecting => Step::ArriveExpecting(input(self, 4)?),
            Instruction::Expect => Step::Expect(input(self, 4)?),
            Instruction::Complete => Step::Complete(input(self, 4)?),
            Instruction::Drop if operation.inputs.is_empty() => Step::Drop(None),
            Instruction::Drop => Step::Drop(Some(input(self, 4)?)),
            Instruction::Test(by) => {
                let phase = match by {
                    By::State => PhaseName::State(input(self, 8)?),
                    By::Parity => PhaseName::Parity(input(self, 4)?),
                };
                if form == Form::Loop { Step::Wait(phase) } else { Step::Test(phase) }
            }
        };
        Some(vec![Operation::Mbarrier(at, step)])
    }

    /// `mov.u32 $0, %laneid;` as the call of the intrinsic that reads the register.
    fn register(&mut self, template: &str) -> Option<Understood> {
        if lanes::gives_active_lanes(template) {
            let callee = self.callee("llvm.nvvm.activemask");
            return Some((vec![Operation::Call(callee, vec![])], 0));
        }
        let statements = split(template);
        let [statement] = statements.as_slice() else { return None };
        let mut words = statement.split_whitespace();
        let (opcode, result, register) = (words.next()?, words.next()?, words.next()?);
        let is_move = opcode.starts_with("mov.") && result == "$0," && words.next().is_none();
        let name = register.strip_prefix('%').filter(|_| is_move)?;
        let callee = self.callee(&format!("llvm.nvvm.read.ptx.sreg.{}", name.replace('_', ".")));
        Some((vec![Operation::Call(callee, vec![])], 0))
    }

    /// An election of a lane, and what the outputs are.
    fn election(&mut self, call: InstructionValue<'ctx>, template: &str) -> Option<Vec<Operation>> {
        let lanes::Election { mask, outputs } = lanes::election(template)?;
        let constraints = ffi::assembly_constraints(call)?;
        let argument = |i: u32| Val::of(&call).operand(i);
        let mask = match mask {
            text::Operand::Number(n) => self.number(32, n),
            text::Operand::Register(i) => self.operand(argument(memory::argument(&constraints, i)?)),
        };
        let mut elected = vec![];
        for number in 0..outputs.len() as u32 {
            let (_, of) = outputs.iter().find(|(n, _)| *n == number)?;
            elected.push(match of {
                lanes::OfElection::Lane => OfElection::Lane,
                lanes::OfElection::Chosen => OfElection::Chosen,
                lanes::OfElection::Set => OfElection::Set(self.operand(argument(lanes::tied(&constraints, number)?))),
            });
        }
        Some(vec![Operation::Elect(mask, elected)])
    }

    /// Fences, and operations on words at addresses that are passed as pointers.
    fn accesses(&mut self, call: InstructionValue<'ctx>, text: &str) -> Option<Understood> {
        let statements = split(text);
        let mut addresses = memory::accesses(call)?.into_iter().map(|(_, address)| address);
        let (mut operations, mut giver) = (vec![], None);
        if statements.iter().all(|s| s.starts_with("setmaxnreg.")) {
            return Some((vec![Operation::Order { acquires: false, releases: false }], usize::MAX));
        }
        for text in &statements {
            if bulk::is_fence_of_proxies(opcode(text)) {
                // Only what bulk copies see depends on it.
                operations.push(Operation::Order { acquires: false, releases: false });
                continue;
            }
            let operation = match memory::statement(text)? {
                Statement::Fence(_) => {
                    operations.push(Operation::Order { acquires: true, releases: true });
                    continue;
                }
                Statement::Access(operation) => operation,
            };
            let address = addresses.next()?;
            // In shared memory a number will do.
            let pointer = pointer(call, address).map(|p| Val::of(&p));
            let pointer = pointer.or_else(|| operation.shared.then(|| Val::of(&call).operand(address)))?;
            if operation.when.is_some() || operation.offset != 0 {
                return None;
            }
            if operation.releases {
                operations.push(Operation::Order { acquires: false, releases: true });
            }
            let pointer = self.operand(pointer);
            let (word, gives) = self.word(call, text, &operation, pointer)?;
            if gives && giver.replace(operations.len()).is_some() {
                return None;
            }
            operations.push(word);
            if operation.acquires {
                operations.push(Operation::Order { acquires: true, releases: false });
            }
        }
        let has_value = types::of_value(Val::of(&call), self.layout) != Type::Void;
        (!operations.is_empty() && has_value == giver.is_some()).then(|| (operations, giver.unwrap_or(usize::MAX)))
    }

    /// One operation on one word, and whether it gives the value of the call.
    fn word(
        &mut self,
        call: InstructionValue<'ctx>,
        text: &str,
        operation: &memory::Operation,
        pointer: Operand,
    ) -> Option<(Operation, bool)> {
        let result = types::of_value(Val::of(&call), self.layout);
        let is_word = |ty: &Type| ty.bits() > 0 && ty.bytes() == operation.bytes;
        let orders = operation.volatile || matches!(operation.mode, Mode::Atomic { .. });
        let is_reduction = text.trim_start().starts_with("red");
        Some(match operation.mode {
            Mode::Read | Mode::Atomic { op: Op::Load, .. } => {
                (is_word(&result)).then_some((Operation::Load { pointer, orders }, true))?
            }
            Mode::Write | Mode::Atomic { op: Op::Store, .. } => {
                let (value, ty) = self.input(call, operation, 0)?;
                (is_word(&ty)).then_some((Operation::Store { pointer, value, ty, orders }, false))?
            }
            Mode::Atomic { .. } if is_reduction || !is_word(&result) => return None,
            Mode::Atomic { op: Op::CompareExchange, .. } => {
                let [(expected, _), (new, _)] = [self.input(call, operation, 0)?, self.input(call, operation, 1)?];
                (Operation::CompareExchange { pointer, expected, new }, true)
            }
            Mode::Atomic { op, .. } => {
                let (value, _) = self.input(call, operation, 0)?;
                (Operation::Modify { op: modification(op, text)?, pointer, value }, true)
            }
        })
    }

    /// What comes after the address.
    fn input(
        &mut self,
        call: InstructionValue<'ctx>,
        operation: &memory::Operation,
        i: usize,
    ) -> Option<(Operand, Type)> {
        let bits = u32::try_from(operation.bytes * 8).ok().filter(|bits| *bits <= 64)?;
        match (*operation.inputs.get(i)?)? {
            text::Operand::Number(n) => Some((self.number(bits, n), Type::Int(bits))),
            text::Operand::Register(number) => {
                let argument = memory::argument(&ffi::assembly_constraints(call)?, number)?;
                let val = Val::of(&call).operand(argument);
                Some((self.operand(val), types::of_value(val, self.layout)))
            }
        }
    }
}

fn modification(op: Op, text: &str) -> Option<AtomicOp> {
    let kind = |letter: char| {
        let opcode = text.split_whitespace().next().unwrap_or_default();
        opcode.split('.').any(|part| part.strip_prefix(letter).is_some_and(|bits| bits.parse::<u32>().is_ok()))
    };
    Some(match op {
        Op::Exchange => AtomicOp::Exchange,
        Op::Add if kind('f') => AtomicOp::FAdd,
        Op::Add => AtomicOp::Add,
        Op::And => AtomicOp::And,
        Op::Or => AtomicOp::Or,
        Op::Xor => AtomicOp::Xor,
        Op::Max if kind('s') => AtomicOp::Max,
        Op::Max if kind('u') => AtomicOp::UMax,
        Op::Min if kind('s') => AtomicOp::Min,
        Op::Min if kind('u') => AtomicOp::UMin,
        Op::Inc => AtomicOp::Inc,
        Op::Dec => AtomicOp::Dec,
        Op::Load | Op::Store | Op::CompareExchange | Op::Sub | Op::Nand | Op::Max | Op::Min => return None,
    })
}
