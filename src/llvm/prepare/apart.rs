//! Inline PTX of several statements as inline PTX of one statement each, and intrinsics on mbarriers as inline PTX.
//!
//! For example `{ .reg .pred p; setp.ne.b32 p, %2, 0; @p cp.async.ca.shared.global [%0], [%1], 16; }` is a branch around a template
//! without a predicate. All that comes after sees control flow and single statements. CUTLASS arrives so at another block's mbarrier:
//! `@p mapa.shared::cluster.u32 there, %0, %1; @p mbarrier.arrive.shared::cluster.b64 _, [there];`.
//!
//! Source: PTX ISA, "Predicated Execution" and `mapa`, which computes an address and accesses nothing, so that it needs no predicate; LLVM's
//! `llvm.nvvm.mbarrier.*`, which are the instructions of these names. Direction: exact; a template is taken as a whole or stays, and then the
//! parsers of its statements say what is not understood.

use super::arithmetic::parse::{comparison, type_of};
use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::{ffi, transforms};
use crate::llvm::device::ptx::text::{Operand, listed, operand, split};
use inkwell::attributes::AttributeLoc;
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::{BasicMetadataTypeEnum, BasicTypeEnum};
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FunctionValue, InstructionValue, IntValue};
use std::collections::HashMap;

/// Takes the templates of a function apart, and makes inline assembly of its intrinsics.
pub(crate) fn take_apart<'ctx>(module: &Module<'ctx>, function: FunctionValue<'ctx>) -> Result<(), BuilderError> {
    let calls: Vec<InstructionValue<'ctx>> = instructions(function).collect();
    for call in calls {
        let builder = module.get_context().create_builder();
        let mut emitter = Emitter { context: module.get_context(), builder, values: HashMap::new(), call };
        match callee(call) {
            Some(Callee::Assembly(text)) => emitter.template(&text)?,
            Some(Callee::Declared(declared)) => emitter.intrinsic(&symbol(declared))?,
            Some(Callee::Defined(_) | Callee::Indirect) | None => {}
        }
    }
    Ok(())
}

/// A statement of a template.
struct Statement {
    /// The name of a predicate, and whether it must hold.
    when: Option<(String, bool)>,
    opcode: String,
    operands: String,
}

impl Statement {
    fn of(text: &str) -> Option<Self> {
        let (when, rest) = match text.strip_prefix('@') {
            Some(rest) => {
                let (name, rest) = rest.trim_start().split_once(char::is_whitespace)?;
                let name = name.strip_prefix('!').map_or((name, true), |name| (name, false));
                (Some((name.0.to_owned(), name.1)), rest.trim_start())
            }
            None => (None, text),
        };
        let (opcode, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        Some(Self { when, opcode: opcode.to_owned(), operands: operands.trim().to_owned() })
    }

    fn is_of(&self, families: &[&str]) -> bool {
        families.iter().any(|family| self.opcode.starts_with(family))
    }

    fn is_address(&self) -> bool {
        self.is_of(&["mapa.shared::cluster.u32"])
    }
}

/// What gives no value, and is understood alone.
const EFFECTS: [&str; 4] = ["cp.async.", "cp.reduce.async.", "mbarrier.", "st."];

/// The statements, if they can stand alone and some could not be understood otherwise.
fn statements(text: &str) -> Option<Vec<Statement>> {
    let all: Vec<Statement> = split(text).iter().map(|s| Statement::of(s)).collect::<Option<_>>()?;
    let gives = |s: &Statement| s.is_of(&["mbarrier.test_wait", "mbarrier.try_wait"]);
    let stands_alone = |s: &Statement| {
        let effect = s.is_of(&EFFECTS) && !gives(s);
        effect || s.when.is_none() && s.is_of(&["setp.", ".reg"]) || s.is_address()
    };
    let needs = |s: &Statement| s.when.is_some() && s.is_of(&["cp."]) || s.is_address();
    let any_effect = all.iter().any(|s| s.is_of(&EFFECTS));
    (any_effect && all.iter().any(needs) && all.iter().all(stands_alone)).then_some(all)
}

struct Emitter<'ctx> {
    context: ContextRef<'ctx>,
    builder: Builder<'ctx>,
    /// Of the template's own registers.
    values: HashMap<String, BasicValueEnum<'ctx>>,
    call: InstructionValue<'ctx>,
}

impl<'ctx> Emitter<'ctx> {
    fn template(&mut self, text: &str) -> Result<(), BuilderError> {
        let is_void = self.call.get_type().is_void_type();
        let Some(all) = statements(text).filter(|all| is_void && self.is_whole(all)) else { return Ok(()) };
        for statement in all.iter().filter(|s| !s.is_of(&[".reg"])) {
            self.builder.position_before(&self.call);
            if statement.is_of(&["setp."]) {
                self.compare(statement)?;
            } else if statement.is_address() {
                self.map(statement)?;
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
        let register: BasicTypeEnum<'ctx> = self.context.i32_type().into();
        let text = "mapa.shared::cluster.u32 $0, $1, $2;";
        let made = self.assembly((text, "=r,r,r"), &[address.into(), rank.into()], Some(register), false)?;
        if let Some(there) = made.1 {
            self.values.insert((*to).to_owned(), there);
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
        kinds.push("~{memory}");
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
    fn assembly(
        &self,
        (text, constraints): (&str, &str),
        values: &[BasicValueEnum<'ctx>],
        gives: Option<BasicTypeEnum<'ctx>>,
        effect: bool,
    ) -> Result<(Option<InstructionValue<'ctx>>, Option<BasicValueEnum<'ctx>>), BuilderError> {
        use inkwell::types::BasicType;
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
            let kind = inkwell::attributes::Attribute::get_named_enum_kind_id(name);
            made.add_attribute(AttributeLoc::Function, self.context.create_enum_attribute(kind, 0));
        }
        let value = made.try_as_basic_value();
        Ok((value.instruction(), value.basic()))
    }

    /// An intrinsic on an mbarrier.
    fn intrinsic(&mut self, name: &str) -> Result<(), BuilderError> {
        let Some(done) = name.strip_prefix("llvm.nvvm.mbarrier.") else { return Ok(()) };
        let (done, space) = done.strip_suffix(".shared").map_or((done, ""), |done| (done, ".shared"));
        self.builder.position_before(&self.call);
        let count = self.call.get_num_operands().saturating_sub(1);
        let values: Option<Vec<_>> = (0..count).map(|i| self.call.get_operand(i).and_then(|o| o.value())).collect();
        let Some(values) = values else { return Ok(()) };
        let state: BasicTypeEnum<'ctx> = self.context.i64_type().into();
        let register: BasicTypeEnum<'ctx> = self.context.i32_type().into();
        let (text, constraints, gives) = match done {
            "init" => (format!("mbarrier.init{space}.b64 [$0], $1;"), "l,r,~{memory}", None),
            "inval" => (format!("mbarrier.inval{space}.b64 [$0];"), "l,~{memory}", None),
            "arrive" | "arrive.drop" => {
                (format!("mbarrier.{}{space}.b64 $0, [$1];", instruction(done)), "=l,l,~{memory}", Some(state))
            }
            "arrive.noComplete" | "arrive.drop.noComplete" => {
                (format!("mbarrier.{}{space}.b64 $0, [$1], $2;", instruction(done)), "=l,l,r,~{memory}", Some(state))
            }
            "test.wait" => {
                let wait = format!("mbarrier.test_wait{space}.b64 p, [$1], $2;");
                let text = format!("{{ .reg .pred p; {wait} selp.u32 $0, 1, 0, p; }}");
                (text, "=r,l,l,~{memory}", Some(register))
            }
            _ => return Ok(()),
        };
        let (_, value) = self.assembly((&text, constraints), &values, gives, true)?;
        if let (Some(BasicValueEnum::IntValue(value)), Some(old)) = (value, self.given()) {
            let zero = value.get_type().const_zero();
            let value = match old.get_type().get_bit_width() {
                1 => self.builder.build_int_compare(inkwell::IntPredicate::NE, value, zero, "")?,
                _ => value,
            };
            old.replace_all_uses_with(value);
        }
        self.call.erase_from_basic_block();
        Ok(())
    }

    /// The value of the call.
    fn given(&self) -> Option<IntValue<'ctx>> {
        let call = inkwell::values::CallSiteValue::try_from(self.call).ok()?;
        match call.try_as_basic_value().basic()? {
            BasicValueEnum::IntValue(value) => Some(value),
            _ => None,
        }
    }
}

/// `arrive_drop.noComplete`
fn instruction(name: &str) -> String {
    name.replace("arrive.drop", "arrive_drop")
}

/// What a comparison asks for, and of how many bits.
fn compares(opcode: &str) -> Option<(inkwell::IntPredicate, u32)> {
    let words: Vec<&str> = opcode.split('.').collect();
    match words.as_slice() {
        ["setp", compare, ty] if ty.starts_with(['u', 's', 'b']) => {
            let ty = type_of(ty)?;
            Some((comparison(compare, ty.signed)?, ty.bits))
        }
        _ => None,
    }
}

/// A part of a statement's operands.
#[derive(Clone, Copy)]
enum Token<'a> {
    /// `$2`
    Argument(u32),
    /// A register of the template's own.
    Name(&'a str),
    Other(&'a str),
}

impl<'a> Token<'a> {
    fn text(self) -> &'a str {
        match self {
            Token::Argument(_) => "",
            Token::Name(text) | Token::Other(text) => text,
        }
    }
}

fn tokens(mut text: &str) -> Vec<Token<'_>> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = vec![];
    while let Some(first) = text.chars().next() {
        let end = |from: &str| from.find(|c: char| !word(c)).unwrap_or(from.len());
        let length = if first == '$' { 1 + end(&text[1..]) } else { end(text).max(first.len_utf8()) };
        let (token, rest) = text.split_at(length);
        found.push(match (first, token[first.len_utf8()..].parse()) {
            ('$', Ok(number)) => Token::Argument(number),
            (c, _) if c.is_ascii_alphabetic() || c == '_' => Token::Name(token),
            _ => Token::Other(token),
        });
        text = rest;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn what_is_taken_apart() {
        for text in [
            "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p cp.async.ca.shared.global [$0], [$1], 16; }",
            "{ .reg .pred p; .reg .b32 r; setp.eq.u32 p, $2, 1; @p mapa.shared::cluster.u32 r, $0, $1; @p mbarrier.arrive.shared::cluster.b64 _, [r]; }",
        ] {
            assert!(statements(text).is_some(), "{text}");
        }
        for text in [
            "cp.async.ca.shared.global [$0], [$1], 16;",
            "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p mbarrier.arrive.shared.b64 _, [$0]; }",
            "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p cp.async.ca.shared.global [$0], [$1], 16; @!p st.shared.u32 [$0], 0; }",
            "mapa.shared::cluster.u32 $0, $1, $2;",
        ] {
            assert!(statements(text).is_none(), "{text}");
        }
    }
}
