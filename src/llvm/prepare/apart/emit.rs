//! Templates as calls of inline assembly with one statement each, with branches around those that are done under a predicate.

use super::statements::{MULTICAST, Statement, Token, compares, inside, statements, tokens};
use crate::llvm::bind::{ffi, transforms};
use crate::llvm::device::ptx::bulk::apart;
use crate::llvm::device::ptx::text::{Operand, listed, operand};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, InstructionValue, IntValue};
use std::collections::HashMap;

/// The most blocks of a cluster.
const MOST_BLOCKS: u64 = 16;

/// What takes the place of one call.
pub(super) struct Emitter<'ctx> {
    pub(super) context: ContextRef<'ctx>,
    pub(super) builder: Builder<'ctx>,
    /// Of the template's own registers.
    values: HashMap<String, BasicValueEnum<'ctx>>,
    pub(super) call: InstructionValue<'ctx>,
}

impl<'ctx> Emitter<'ctx> {
    pub(super) fn of(module: &Module<'ctx>, call: InstructionValue<'ctx>) -> Self {
        let context = module.get_context();
        Self { context, builder: context.create_builder(), values: HashMap::new(), call }
    }

    /// A template as its statements, one by one.
    pub(super) fn template(&mut self, text: &str) -> Result<(), BuilderError> {
        let is_void = self.call.get_type().is_void_type();
        let Some(all) = statements(text).filter(|all| is_void && self.is_whole(all)) else { return Ok(()) };
        for statement in all.iter().filter(|s| !s.is_of(&[".reg"])) {
            self.builder.position_before(&self.call);
            if statement.is_of(&["setp."]) {
                self.compare(statement)?;
            } else if statement.is_address() {
                self.map(statement)?;
            } else if statement.is_multicast() {
                self.multicast(statement)?;
            } else {
                self.effect(statement)?;
            }
        }
        self.call.erase_from_basic_block();
        Ok(())
    }

    /// Whether every register is an argument, or is set once before it is read.
    fn is_whole(&self, all: &[Statement]) -> bool {
        let mut set: Vec<&str> = vec![];
        let argument = |i: u32| {
            let value = self.call.get_operand(i).and_then(|o| o.value());
            value.is_some_and(|v| v.is_int_value() || v.is_pointer_value())
        };
        let number = |i: u32| self.call.get_operand(i).and_then(|o| o.value()).is_some_and(|v| v.is_int_value());
        let outputs = ffi::assembly_constraints(self.call).is_none_or(|c| c.contains(['=', '*', '+']));
        all.iter().filter(|s| !s.is_of(&[".reg"])).all(|s| {
            let known = |name: &str| set.contains(&name);
            let parts = listed(&s.operands);
            let when = s.when.as_ref().is_none_or(|(name, _)| known(name));
            let reads = |one: &&str| match operand(one) {
                Some(Operand::Register(i)) => number(i),
                Some(Operand::Number(_)) => true,
                None => known(one),
            };
            let fits = match parts.as_slice() {
                [to, from @ ..] if s.is_of(&["setp."]) => {
                    let fits = from.len() == 2 && from.iter().all(reads) && compares(&s.opcode).is_some();
                    fits && !known(to) && !to.contains(['|', '$'])
                }
                [to, from @ ..] if s.is_address() => {
                    from.len() == 2 && from.iter().all(reads) && !known(to) && operand(to).is_none()
                }
                _ => tokens(&s.operands).into_iter().all(|token| match token {
                    Token::Argument(i) => argument(i),
                    Token::Name(name) => known(name) || name == "_",
                    Token::Other(_) => true,
                }),
            };
            if s.is_of(&["setp."]) || s.is_address() {
                set.extend(parts.first());
            }
            when && fits && !outputs
        })
    }

    /// `setp.ne.b32 p, $2, 0`
    fn compare(&mut self, statement: &Statement) -> Result<(), BuilderError> {
        let parts = listed(&statement.operands);
        let ([to, a, b], Some((predicate, bits))) = (parts.as_slice(), compares(&statement.opcode)) else {
            return Ok(());
        };
        let [a, b] = [self.number(a, bits)?, self.number(b, bits)?];
        let holds = self.builder.build_int_compare(predicate, a, b, "")?;
        self.values.insert((*to).to_owned(), holds.into());
        Ok(())
    }

    /// `mapa.shared::cluster.u32 there, $0, $1`
    fn map(&mut self, statement: &Statement) -> Result<(), BuilderError> {
        let parts = listed(&statement.operands);
        let [to, address, rank] = parts.as_slice() else { return Ok(()) };
        let [address, rank] = [self.number(address, 32)?, self.number(rank, 32)?];
        self.map_to(to, address, rank)
    }

    /// Names the same place in the block of a rank.
    fn map_to(&mut self, to: &str, address: IntValue<'ctx>, rank: IntValue<'ctx>) -> Result<(), BuilderError> {
        let register: BasicTypeEnum<'ctx> = self.context.i32_type().into();
        let text = "mapa.shared::cluster.u32 $0, $1, $2;";
        let made = self.assembly((text, "=r,r,r"), &[address.into(), rank.into()], Some(register), false)?;
        if let Some(there) = made.1 {
            self.values.insert(to.to_owned(), there);
        }
        Ok(())
    }

    /// A copy into each block whose rank is in the mask, and for the mbarrier of that block, one after the other: in any order, since
    /// none waits for another.
    fn multicast(&mut self, statement: &Statement) -> Result<(), BuilderError> {
        let mut parts = apart(&statement.operands);
        let bar = if statement.opcode.contains(".tensor.") { 2 } else { 3 };
        let (Some(to), Some(told), Some(mask)) = (inside(&parts, 0), inside(&parts, bar), parts.get(bar + 1).copied())
        else {
            return self.effect(statement);
        };
        if ![to, told, mask].into_iter().all(|of| self.is_number(of)) {
            return self.effect(statement);
        }
        let mask = self.number(mask, 32)?;
        let (to, told) = (self.number(to, 32)?, self.number(told, 32)?);
        parts.remove(bar + 1);
        (parts[0], parts[bar]) = ("[__to]", "[__told]");
        let (opcode, operands) = (statement.opcode.replace(MULTICAST, ""), parts.join(", "));
        for rank in 0..MOST_BLOCKS {
            let known = mask.get_zero_extended_constant();
            if known.is_some_and(|bits| bits >> rank & 1 == 0) {
                continue;
            }
            self.builder.position_before(&self.call);
            let rank = self.context.i32_type().const_int(rank, false);
            let bit = self.builder.build_right_shift(mask, rank, false, "")?;
            let mut holds = self.builder.build_int_truncate(bit, self.context.bool_type(), "")?;
            if let Some((name, wanted)) = &statement.when
                && let Some(predicate) = self.predicate(name, *wanted)?
            {
                holds = self.builder.build_and(predicate, holds, "")?;
            }
            self.values.insert("__when".to_owned(), holds.into());
            self.map_to("__to", to, rank)?;
            self.map_to("__told", told, rank)?;
            let when = Some(("__when".to_owned(), true));
            self.effect(&Statement { when, opcode: opcode.clone(), operands: operands.clone() })?;
        }
        Ok(())
    }

    fn effect(&mut self, statement: &Statement) -> Result<(), BuilderError> {
        let constraints = ffi::assembly_constraints(self.call).unwrap_or_default();
        let given: Vec<&str> = constraints.split(',').collect();
        let (mut text, mut values, mut kinds) = (format!("{} ", statement.opcode), vec![], vec![]);
        for token in tokens(&statement.operands) {
            let (value, kind) = match token {
                Token::Argument(i) => {
                    let value = self.call.get_operand(i).and_then(|o| o.value());
                    (value, given.get(i as usize).copied().unwrap_or("r"))
                }
                Token::Name(name) => (self.values.get(name).copied(), "r"),
                Token::Other(_) => (None, ""),
            };
            match value {
                Some(value) => {
                    text.push_str(&format!("${}", values.len()));
                    values.push(value);
                    kinds.push(kind);
                }
                None => text.push_str(token.text()),
            }
        }
        text.push(';');
        kinds.extend(given.contains(&"~{memory}").then_some("~{memory}"));
        let predicate = match &statement.when {
            Some((name, holds)) => self.predicate(name, *holds)?,
            None => None,
        };
        let (made, _) = self.assembly((&text, &kinds.join(",")), &values, None, true)?;
        if let (Some(predicate), Some(made)) = (predicate, made) {
            transforms::make_conditional(made, predicate);
        }
        Ok(())
    }

    fn predicate(&self, name: &str, holds: bool) -> Result<Option<IntValue<'ctx>>, BuilderError> {
        let Some(BasicValueEnum::IntValue(predicate)) = self.values.get(name).copied() else { return Ok(None) };
        Ok(Some(if holds { predicate } else { self.builder.build_not(predicate, "")? }))
    }

    /// Whether an operand is a whole number, and neither a pointer nor a place beside one.
    fn is_number(&self, text: &str) -> bool {
        match operand(text) {
            Some(Operand::Number(_)) => true,
            Some(Operand::Register(i)) => {
                self.call.get_operand(i).and_then(|o| o.value()).is_some_and(|value| value.is_int_value())
            }
            None => self.values.get(text).is_some_and(|value| value.is_int_value()),
        }
    }

    /// An operand that is a whole number.
    fn number(&self, text: &str, bits: u32) -> Result<IntValue<'ctx>, BuilderError> {
        let ty = match bits {
            8 => self.context.i8_type(),
            16 => self.context.i16_type(),
            64 => self.context.i64_type(),
            _ => self.context.i32_type(),
        };
        let value = match operand(text) {
            Some(Operand::Number(n)) => return Ok(ty.const_int(n, false)),
            Some(Operand::Register(i)) => self.call.get_operand(i).and_then(|o| o.value()),
            None => self.values.get(text).copied(),
        };
        match value {
            Some(BasicValueEnum::IntValue(value)) => self.builder.build_int_cast_sign_flag(value, ty, false, ""),
            Some(_) | None => Ok(ty.get_undef()),
        }
    }

    /// A call of inline assembly before the call, and its value.
    pub(super) fn assembly(
        &self,
        (text, constraints): (&str, &str),
        values: &[BasicValueEnum<'ctx>],
        gives: Option<BasicTypeEnum<'ctx>>,
        effect: bool,
    ) -> Result<(Option<InstructionValue<'ctx>>, Option<BasicValueEnum<'ctx>>), BuilderError> {
        let parameters: Vec<BasicMetadataTypeEnum<'ctx>> = values.iter().map(|v| v.get_type().into()).collect();
        let ty = match gives {
            Some(gives) => gives.fn_type(&parameters, false),
            None => self.context.void_type().fn_type(&parameters, false),
        };
        let assembly =
            self.context.create_inline_asm(ty, text.to_owned(), constraints.to_owned(), effect, false, None, false);
        let values: Vec<BasicMetadataValueEnum<'ctx>> = values.iter().map(|v| (*v).into()).collect();
        let made = self.builder.build_indirect_call(ty, assembly, &values, "")?;
        for name in ["convergent", "nounwind"] {
            let kind = Attribute::get_named_enum_kind_id(name);
            made.add_attribute(AttributeLoc::Function, self.context.create_enum_attribute(kind, 0));
        }
        let value = made.try_as_basic_value();
        Ok((value.instruction(), value.basic()))
    }
}
