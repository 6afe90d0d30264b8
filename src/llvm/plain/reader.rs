//! A prepared kernel's function as a program.
//!
//! **Invariant:** the program has an instruction for each of the function's, in its order; constants stand once each, behind
//! those that they are made of.

use super::types;
use crate::kernel::program::{
    Block, Constant, Instruction, Operand, Operation, Parameter, Program, Register, Terminator, Type,
};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Layout, Op, Val};
use crate::llvm::prepare::prepared::{Prepared, PreparedKernel};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::llvm_sys::prelude::LLVMBasicBlockRef;
use inkwell::module::Module;
use inkwell::types::{AnyTypeEnum, AsTypeRef};
use inkwell::values::{AsValueRef, InstructionValue};
use rustc_hash::FxHashMap;

/// The program of one kernel.
pub(crate) fn program<'ctx>(
    module: &Module<'ctx>,
    prepared: &Prepared<'ctx>,
    kernel: &PreparedKernel<'ctx>,
) -> Program {
    let layout = Layout::of(module);
    let program = Program { symbol: kernel.symbol.clone(), ..Program::default() };
    let mut reader = Reader {
        module,
        prepared,
        kernel,
        layout,
        program,
        registers: FxHashMap::default(),
        constants: FxHashMap::default(),
        globals: FxHashMap::default(),
        blocks: FxHashMap::default(),
        callees: FxHashMap::default(),
    };
    reader.parameters();
    reader.function();
    reader.loops();
    reader.program
}

/// What is read so far.
pub(super) struct Reader<'a, 'ctx> {
    pub(super) module: &'a Module<'ctx>,
    pub(super) prepared: &'a Prepared<'ctx>,
    pub(super) kernel: &'a PreparedKernel<'ctx>,
    pub(super) layout: Layout,
    pub(super) program: Program,
    registers: FxHashMap<Val, Register>,
    constants: FxHashMap<Val, u32>,
    pub(super) globals: FxHashMap<Val, usize>,
    blocks: FxHashMap<LLVMBasicBlockRef, usize>,
    callees: FxHashMap<String, u32>,
}

impl<'ctx> Reader<'_, 'ctx> {
    fn parameters(&mut self) {
        let function = self.kernel.function;
        let by_value = Attribute::get_named_enum_kind_id("byval");
        for (i, parameter) in (0..).zip(function.get_params()) {
            let val = Val::of(&parameter);
            let passed = function.get_enum_attribute(AttributeLoc::Param(i), by_value);
            let passed = passed.map(|attribute| match attribute.get_type_value() {
                AnyTypeEnum::VoidType(_) | AnyTypeEnum::FunctionType(_) => Type::Other,
                ty => types::of(ty.as_type_ref(), self.layout),
            });
            let name = if val.name().is_empty() { format!("arg{i}") } else { val.name() };
            let ty = types::of_value(val, self.layout);
            self.program.parameters.push(Parameter { name, ty, by_value: passed });
        }
    }

    fn function(&mut self) {
        let blocks = self.kernel.function.get_basic_blocks();
        for (i, block) in blocks.iter().enumerate() {
            self.blocks.insert(block.as_mut_ptr(), i);
            for instruction in block.get_instructions() {
                let next = self.program.registers;
                if types::of_value(Val::of(&instruction), self.layout) != Type::Void {
                    self.registers.insert(Val::of(&instruction), next);
                    self.program.registers += 1;
                }
            }
        }
        for block in blocks {
            let (mut phis, mut instructions) = (vec![], vec![]);
            let end = block.get_terminator();
            for instruction in block.get_instructions().filter(|instruction| Some(*instruction) != end) {
                let val = Val::of(&instruction);
                match val.op(self.layout) {
                    Op::Phi(ways) => {
                        let ways = ways.into_iter();
                        let ways = ways.map(|(value, from)| (self.block(from.0), self.operand(value))).collect();
                        phis.extend(self.registers.get(&val).map(|register| (*register, ways)));
                    }
                    op => instructions.extend(self.instruction(instruction, &op)),
                }
            }
            let terminator = end.map_or(Terminator::Unreachable, |end| self.terminator(end));
            let (loops, is_header) = (vec![], false);
            self.program.blocks.push(Block { phis, instructions, terminator, loops, is_header });
        }
    }

    fn block(&self, block: LLVMBasicBlockRef) -> usize {
        self.blocks.get(&block).copied().unwrap_or(usize::MAX)
    }

    fn instruction(&mut self, instruction: InstructionValue<'ctx>, op: &Op) -> Vec<Instruction> {
        let val = Val::of(&instruction);
        let (result, ty) = (self.registers.get(&val).copied(), types::of_value(val, self.layout));
        let (operations, giver) = self.operations(instruction, op);
        let made = |(i, operation)| {
            let (result, ty) = if i == giver { (result, ty.clone()) } else { (None, Type::Void) };
            Instruction { result, ty, operation }
        };
        operations.into_iter().enumerate().map(made).collect()
    }

    fn terminator(&mut self, end: InstructionValue<'ctx>) -> Terminator {
        let next: Vec<usize> = ffi::successors(end).iter().map(|block| self.block(block.as_mut_ptr())).collect();
        match (Val(end.as_value_ref()).op(self.layout), next.as_slice()) {
            (Op::Branch(None), [to]) => Terminator::Jump(*to),
            (Op::Branch(Some(condition)), [yes, no]) => Terminator::Branch(self.operand(condition), *yes, *no),
            (Op::Switch { value, cases }, [other, ..]) => {
                let to = |i: u32| next.get(i as usize).copied().unwrap_or(usize::MAX);
                let cases = cases.into_iter().map(|(value, i)| (value, to(i))).collect();
                Terminator::Switch(self.operand(value), cases, *other)
            }
            (Op::Return, _) => Terminator::Return,
            (Op::Unreachable, _) => Terminator::Unreachable,
            (Op::NotModelled(what), _) => Terminator::Unknown(what.to_owned()),
            (op, _) => Terminator::Unknown(format!("{op:?}")),
        }
    }

    /// What an instruction reads.
    pub(super) fn operand(&mut self, val: Val) -> Operand {
        if let Some(register) = self.registers.get(&val) {
            return Operand::Register(*register);
        }
        if let Some(known) = self.constants.get(&val) {
            return Operand::Constant(*known);
        }
        let ty = types::of_value(val, self.layout);
        let operation = match val.op(self.layout) {
            Op::Argument(i) => Operation::Argument(i as usize),
            Op::Global => Operation::Global(self.global(val)),
            op => self.computed(val, &op),
        };
        let number = self.constant(ty, operation);
        self.constants.insert(val, number);
        Operand::Constant(number)
    }

    fn constant(&mut self, ty: Type, operation: Operation) -> u32 {
        self.program.constants.push(Constant { ty, operation });
        self.program.constants.len() as u32 - 1
    }

    /// A whole number.
    pub(super) fn number(&mut self, bits: u32, value: u64) -> Operand {
        Operand::Constant(self.constant(Type::Int(bits), Operation::Bits(value)))
    }

    /// The number of a function that is called.
    pub(super) fn callee(&mut self, name: &str) -> u32 {
        let next = self.program.callees.len() as u32;
        let number = *self.callees.entry(name.to_owned()).or_insert(next);
        if number == next {
            self.program.callees.push(name.to_owned());
        }
        number
    }
}
