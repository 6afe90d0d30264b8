//! What instructions of PTX are in LLVM IR.
//!
//! Source: PTX ISA, the sections that `super` names. Amounts beyond a register's width count there as its width, and are undefined in LLVM:
//! they are asked for first. Direction: exact; operands of another width than the instruction's are not taken.

use super::parse::{Instruction, Op, Register, Source, Template, Type};
use super::shuffle::shuffle;
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::types::{AnyTypeEnum, BasicTypeEnum, IntType, StructType};
use inkwell::values::{BasicValueEnum, IntValue};
use inkwell::{AddressSpace, IntPredicate};
use std::collections::HashMap;

/// The address space of the block's memory.
const SHARED: u16 = 3;

/// `None` is a value that does not fit.
type Emitted<T> = Result<Option<T>, BuilderError>;

/// The instructions of one template, one after the other.
pub(super) struct Emitter<'a, 'ctx> {
    context: ContextRef<'ctx>,
    module: &'a Module<'ctx>,
    builder: &'a Builder<'ctx>,
    registers: HashMap<Register, IntValue<'ctx>>,
}

/// Unwraps what may not fit.
macro_rules! fits {
    ($value:expr) => {
        match $value {
            Some(value) => value,
            None => return Ok(None),
        }
    };
}

impl<'a, 'ctx> Emitter<'a, 'ctx> {
    pub(super) fn new(module: &'a Module<'ctx>, builder: &'a Builder<'ctx>) -> Self {
        Self { context: module.get_context(), module, builder, registers: HashMap::new() }
    }

    /// The value of the call, of this type; what has been put before it by then is read by nothing if there is none.
    pub(super) fn run(
        mut self,
        template: &Template,
        arguments: &[BasicValueEnum<'ctx>],
        ty: AnyTypeEnum<'ctx>,
    ) -> Emitted<BasicValueEnum<'ctx>> {
        for (output, input) in &template.tied {
            let value = fits!(self.input(arguments, *input)?);
            self.registers.insert(Register::Output(*output), value);
        }
        for instruction in &template.instructions {
            let mut results = fits!(self.instruction(instruction, arguments)?);
            if let Some(when) = &instruction.when {
                let predicate = *fits!(self.registers.get(&when.predicate));
                for (to, new) in instruction.to.iter().zip(&mut results) {
                    let old = *fits!(self.registers.get(to).filter(|old| old.get_type() == new.get_type()));
                    *new =
                        if when.is { self.choose(predicate, *new, old)? } else { self.choose(predicate, old, *new)? };
                }
            }
            self.registers.extend(instruction.to.iter().cloned().zip(results));
        }
        match ty {
            AnyTypeEnum::IntType(ty) if template.outputs == 1 => self.output(0, ty.into()),
            AnyTypeEnum::FloatType(ty) if template.outputs == 1 => self.output(0, ty.into()),
            AnyTypeEnum::StructType(ty) => self.outputs(template.outputs, ty),
            _ => Ok(None),
        }
    }

    fn outputs(&self, count: usize, ty: StructType<'ctx>) -> Emitted<BasicValueEnum<'ctx>> {
        let fields = ty.get_field_types();
        if fields.len() != count {
            return Ok(None);
        }
        let mut all = ty.get_undef();
        for (i, field) in fields.into_iter().enumerate() {
            let one = fits!(self.output(i, field)?);
            let place = fits!(u32::try_from(i).ok());
            all = self.builder.build_insert_value(all, one, place, "")?.into_struct_value();
        }
        Ok(Some(all.into()))
    }

    fn output(&self, i: usize, ty: BasicTypeEnum<'ctx>) -> Emitted<BasicValueEnum<'ctx>> {
        let value = *fits!(self.registers.get(&Register::Output(i)));
        match ty {
            BasicTypeEnum::IntType(ty) if ty == value.get_type() => Ok(Some(value.into())),
            BasicTypeEnum::FloatType(float) if float.get_bit_width() == value.get_type().get_bit_width() => {
                Ok(Some(self.builder.build_bit_cast(value, ty, "")?))
            }
            _ => Ok(None),
        }
    }

    /// An argument as a number of its bits.
    fn input(&self, arguments: &[BasicValueEnum<'ctx>], i: u32) -> Emitted<IntValue<'ctx>> {
        let argument = usize::try_from(i).ok().and_then(|i| arguments.get(i));
        Ok(match argument {
            Some(BasicValueEnum::IntValue(value)) => Some(*value),
            Some(BasicValueEnum::FloatValue(value)) => {
                let number = self.number_type(value.get_type().get_bit_width());
                Some(self.builder.build_bit_cast(*value, number, "")?.into_int_value())
            }
            Some(BasicValueEnum::PointerValue(value)) => {
                Some(self.builder.build_ptr_to_int(*value, self.context.i64_type(), "")?)
            }
            Some(
                BasicValueEnum::ArrayValue(_)
                | BasicValueEnum::StructValue(_)
                | BasicValueEnum::VectorValue(_)
                | BasicValueEnum::ScalableVectorValue(_),
            )
            | None => None,
        })
    }

    fn number_type(&self, bits: u32) -> IntType<'ctx> {
        match bits {
            1 => self.context.bool_type(),
            8 => self.context.i8_type(),
            16 => self.context.i16_type(),
            32 => self.context.i32_type(),
            _ => self.context.i64_type(),
        }
    }

    /// An operand, if it has so many bits.
    fn read(&self, arguments: &[BasicValueEnum<'ctx>], source: &Source, bits: u32) -> Emitted<IntValue<'ctx>> {
        let value = match source {
            Source::Number(number) => Some(self.number_type(bits).const_int(*number, false)),
            Source::Input(i) => self.input(arguments, *i)?,
            Source::Register(register) => self.registers.get(register).copied(),
        };
        Ok(value.filter(|value| value.get_type().get_bit_width() == bits))
    }

    fn instruction(
        &self,
        instruction: &Instruction,
        arguments: &[BasicValueEnum<'ctx>],
    ) -> Emitted<Vec<IntValue<'ctx>>> {
        let Instruction { op, ty, from, .. } = instruction;
        if let (Op::ToShared, [Source::Input(i)]) = (op, from.as_slice()) {
            return Ok(self.to_shared(arguments, *i)?.map(|address| vec![address]));
        }
        let mut operands = vec![];
        for (source, bits) in from.iter().zip(widths(*op, ty.bits)) {
            operands.push(fits!(self.read(arguments, source, bits)?));
        }
        if let (Op::Split, [both]) = (op, operands.as_slice()) {
            return self.split(*both);
        }
        if let (Op::Shuffle { from, told }, [value, by, bounds, mask]) = (op, operands.as_slice()) {
            let shuffled = shuffle(self.module, self.builder, *from, [*value, *by, *bounds, *mask])?;
            return Ok(shuffled.map(|(got, is_in)| if *told { vec![got, is_in] } else { vec![got] }));
        }
        Ok(self.value(*op, *ty, &operands)?.map(|value| vec![value]))
    }

    /// A generic pointer as a number in the window of the block's memory, as `__cvta_generic_to_shared` gives it.
    fn to_shared(&self, arguments: &[BasicValueEnum<'ctx>], i: u32) -> Emitted<IntValue<'ctx>> {
        let argument = usize::try_from(i).ok().and_then(|i| arguments.get(i));
        let Some(BasicValueEnum::PointerValue(pointer)) = argument else { return Ok(None) };
        let shared = self.context.ptr_type(AddressSpace::from(SHARED));
        let pointer = self.builder.build_address_space_cast(*pointer, shared, "")?;
        Ok(Some(self.builder.build_ptr_to_int(pointer, self.context.i64_type(), "")?))
    }

    fn split(&self, both: IntValue<'ctx>) -> Emitted<Vec<IntValue<'ctx>>> {
        let bits = both.get_type().get_bit_width() / 2;
        let half = self.number_type(bits);
        let low = self.builder.build_int_truncate(both, half, "")?;
        let high = self.builder.build_right_shift(both, constant(both, u64::from(bits)), false, "")?;
        Ok(Some(vec![low, self.builder.build_int_truncate(high, half, "")?]))
    }

    fn value(&self, op: Op, ty: Type, operands: &[IntValue<'ctx>]) -> Emitted<IntValue<'ctx>> {
        let b = self.builder;
        Ok(Some(match (op, operands) {
            (Op::Copy, [x]) => *x,
            (Op::Not, [x]) => b.build_not(*x, "")?,
            (Op::Negate, [x]) => b.build_int_neg(*x, "")?,
            (Op::Absolute, [x]) => {
                let negative = b.build_int_compare(IntPredicate::SLT, *x, constant(*x, 0), "")?;
                self.choose(negative, b.build_int_neg(*x, "")?, *x)?
            }
            (Op::Add, [x, y]) => b.build_int_add(*x, *y, "")?,
            (Op::AddReal, [x, y]) => self.sum_of_reals(*x, *y)?,
            (Op::Subtract, [x, y]) => b.build_int_sub(*x, *y, "")?,
            (Op::Multiply { wide, .. }, [x, y, more @ ..]) => {
                let (x, y) = if wide { (self.widened(*x, ty)?, self.widened(*y, ty)?) } else { (*x, *y) };
                let product = b.build_int_mul(x, y, "")?;
                match more {
                    [more] => b.build_int_add(product, *more, "")?,
                    _ => product,
                }
            }
            (Op::And, [x, y]) => b.build_and(*x, *y, "")?,
            (Op::Or, [x, y]) => b.build_or(*x, *y, "")?,
            (Op::Xor, [x, y]) => b.build_xor(*x, *y, "")?,
            (Op::Least | Op::Greatest, [x, y]) => {
                let is_less = if ty.signed { IntPredicate::SLT } else { IntPredicate::ULT };
                let is_less = b.build_int_compare(is_less, *x, *y, "")?;
                if op == Op::Least { self.choose(is_less, *x, *y)? } else { self.choose(is_less, *y, *x)? }
            }
            (Op::Compare(compare), [x, y]) => b.build_int_compare(compare, *x, *y, "")?,
            (Op::Select, [x, y, p]) => self.choose(*p, *x, *y)?,
            (Op::Convert(from), [x]) => self.converted(*x, from, ty)?,
            (Op::Join, [low, high]) => self.joined(*low, *high, ty)?,
            (Op::Ones, [x]) => return self.counted("llvm.ctpop", *x),
            (Op::LeadingZeros, [x]) => return self.counted("llvm.ctlz", *x),
            (Op::Reverse, [x]) => return self.called("llvm.bitreverse", &[*x]),
            // What does not move bits has as many operands as are named above; `parse` counts them.
            _ => return self.moved(op, ty, operands),
        }))
    }

    /// What moves bits.
    fn moved(&self, op: Op, ty: Type, operands: &[IntValue<'ctx>]) -> Emitted<IntValue<'ctx>> {
        Ok(Some(match (op, operands) {
            (Op::ShiftLeft, [x, by]) => self.up(*x, *by)?,
            (Op::ShiftRight, [x, by]) => self.down(*x, *by, ty.signed)?,
            (Op::Funnel { left, clamp }, [low, high, by]) => return self.funnel(left, clamp, [*low, *high, *by]),
            // Of a signed field the last bit is its sign, also beyond the register's end.
            (Op::Extract, [x, place, count]) if ty.signed => {
                let (place, count) = (self.byte(*place)?, self.byte(*count)?);
                let whole = self.down(*x, place, true)?;
                let free = self.builder.build_int_sub(constant(count, u64::from(ty.bits)), count, "")?;
                let cut = self.down(self.up(whole, free)?, free, true)?;
                let is_all = self.builder.build_int_compare(
                    IntPredicate::UGE,
                    count,
                    constant(count, u64::from(ty.bits)),
                    "",
                )?;
                self.choose(is_all, whole, cut)?
            }
            (Op::Extract, [x, place, count]) => {
                let moved = self.down(*x, self.byte(*place)?, false)?;
                let mask = self.mask(*x, self.byte(*count)?)?;
                self.builder.build_and(moved, mask, "")?
            }
            (Op::Mask { clamp }, [place, count]) => {
                let most = constant(*place, u64::from(ty.bits - 1));
                let counted = |x| if clamp { Ok(x) } else { self.builder.build_and(x, most, "") };
                let (place, count) = (counted(*place)?, counted(*count)?);
                self.up(self.mask(place, count)?, place)?
            }
            (Op::Insert, [part, whole, place, count]) => {
                let place = self.byte(*place)?;
                let mask = self.up(self.mask(*whole, self.byte(*count)?)?, place)?;
                let part = self.builder.build_and(self.up(*part, place)?, mask, "")?;
                let rest = self.builder.build_and(*whole, self.builder.build_not(mask, "")?, "")?;
                self.builder.build_or(part, rest, "")?
            }
            _ => return Ok(None),
        }))
    }

    fn sum_of_reals(&self, x: IntValue<'ctx>, y: IntValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        let (b, number) = (self.builder, x.get_type());
        let real = if number.get_bit_width() == 32 { self.context.f32_type() } else { self.context.f64_type() };
        let (x, y) = (b.build_bit_cast(x, real, "")?, b.build_bit_cast(y, real, "")?);
        let sum = b.build_float_add(x.into_float_value(), y.into_float_value(), "")?;
        Ok(b.build_bit_cast(sum, number, "")?.into_int_value())
    }

    fn choose(&self, p: IntValue<'ctx>, x: IntValue<'ctx>, y: IntValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        Ok(self.builder.build_select(p, x, y, "")?.into_int_value())
    }

    fn widened(&self, x: IntValue<'ctx>, ty: Type) -> Result<IntValue<'ctx>, BuilderError> {
        self.converted(x, ty, Type { bits: ty.bits * 2, ..ty })
    }

    fn converted(&self, x: IntValue<'ctx>, from: Type, to: Type) -> Result<IntValue<'ctx>, BuilderError> {
        self.builder.build_int_cast_sign_flag(x, self.number_type(to.bits), from.signed, "")
    }

    fn joined(&self, low: IntValue<'ctx>, high: IntValue<'ctx>, ty: Type) -> Result<IntValue<'ctx>, BuilderError> {
        let half = Type { bits: ty.bits / 2, signed: false };
        let (low, high) = (self.widened(low, half)?, self.widened(high, half)?);
        let high = self.builder.build_left_shift(high, constant(high, u64::from(half.bits)), "")?;
        self.builder.build_or(high, low, "")
    }

    /// The low eight bits, which are all that counts of a place or a number of bits.
    fn byte(&self, x: IntValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        self.builder.build_and(x, constant(x, 0xff), "")
    }

    /// The number whose lowest `count` bits are set, of the type of `like`.
    fn mask(&self, like: IntValue<'ctx>, count: IntValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        let power = self.up(constant(like, 1), count)?;
        self.builder.build_int_sub(power, constant(like, 1), "")
    }

    /// `x << by`, which is 0 from its width on.
    fn up(&self, x: IntValue<'ctx>, by: IntValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        let (fits, by) = self.amount(x, by)?;
        self.choose(fits, self.builder.build_left_shift(x, by, "")?, constant(x, 0))
    }

    /// `x >> by`, which is 0 or the sign from its width on.
    fn down(&self, x: IntValue<'ctx>, by: IntValue<'ctx>, signed: bool) -> Result<IntValue<'ctx>, BuilderError> {
        let (fits, by) = self.amount(x, by)?;
        let most = constant(x, u64::from(x.get_type().get_bit_width() - 1));
        let beyond = if signed { self.builder.build_right_shift(x, most, true, "")? } else { constant(x, 0) };
        self.choose(fits, self.builder.build_right_shift(x, by, signed, "")?, beyond)
    }

    /// Whether an amount is below the width of `x`, and the amount as a number of that type.
    fn amount(&self, x: IntValue<'ctx>, by: IntValue<'ctx>) -> Result<(IntValue<'ctx>, IntValue<'ctx>), BuilderError> {
        let width = constant(by, u64::from(x.get_type().get_bit_width()));
        let fits = self.builder.build_int_compare(IntPredicate::ULT, by, width, "")?;
        Ok((fits, self.builder.build_int_cast_sign_flag(by, x.get_type(), false, "")?))
    }

    /// Two registers, moved together.
    fn funnel(&self, left: bool, clamp: bool, [low, high, by]: [IntValue<'ctx>; 3]) -> Emitted<IntValue<'ctx>> {
        let name = if left { "llvm.fshl" } else { "llvm.fshr" };
        let moved = fits!(self.called(name, &[high, low, by])?);
        if !clamp {
            return Ok(Some(moved));
        }
        let width = constant(by, u64::from(by.get_type().get_bit_width()));
        let fits = self.builder.build_int_compare(IntPredicate::ULT, by, width, "")?;
        Ok(Some(self.choose(fits, moved, if left { low } else { high })?))
    }

    /// A count of bits, which is a number of 32 bits whatever is counted.
    fn counted(&self, name: &str, x: IntValue<'ctx>) -> Emitted<IntValue<'ctx>> {
        let no = self.context.bool_type().const_zero();
        let all = fits!(if name == "llvm.ctlz" { self.called(name, &[x, no])? } else { self.called(name, &[x])? });
        Ok(Some(self.builder.build_int_cast_sign_flag(all, self.context.i32_type(), false, "")?))
    }

    fn called(&self, name: &str, arguments: &[IntValue<'ctx>]) -> Emitted<IntValue<'ctx>> {
        let Some(first) = arguments.first() else { return Ok(None) };
        let intrinsic = fits!(Intrinsic::find(name));
        let function = fits!(intrinsic.get_declaration(self.module, &[first.get_type().into()]));
        let arguments: Vec<_> = arguments.iter().map(|x| (*x).into()).collect();
        let value = self.builder.build_call(function, &arguments, "")?.try_as_basic_value().basic();
        Ok(value.map(BasicValueEnum::into_int_value))
    }
}

fn constant<'ctx>(like: IntValue<'ctx>, number: u64) -> IntValue<'ctx> {
    like.get_type().const_int(number, false)
}

/// The bits of each operand of an instruction on numbers of `bits` bits.
fn widths(op: Op, bits: u32) -> Vec<u32> {
    const REGISTER: u32 = 32;
    match op {
        Op::Join => vec![bits / 2; 2],
        Op::Convert(from) => vec![from.bits],
        Op::Multiply { wide: true, .. } => vec![bits, bits, bits * 2],
        Op::ShiftLeft | Op::ShiftRight => vec![bits, REGISTER],
        Op::Extract => vec![bits, REGISTER, REGISTER],
        Op::Insert => vec![bits, bits, REGISTER, REGISTER],
        Op::Select => vec![bits, bits, 1],
        Op::Shuffle { .. } => vec![REGISTER; 4],
        Op::Copy
        | Op::Split
        | Op::Add
        | Op::AddReal
        | Op::Subtract
        | Op::Multiply { wide: false, .. }
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Not
        | Op::Negate
        | Op::Absolute
        | Op::Least
        | Op::Greatest
        | Op::Funnel { .. }
        | Op::Mask { .. }
        | Op::Ones
        | Op::LeadingZeros
        | Op::Reverse
        | Op::Compare(_)
        | Op::ToShared => vec![bits; 3],
    }
}
