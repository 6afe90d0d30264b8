//! The memory and the arguments that an execution starts with.

use super::input::{Input, Unset};
use super::machine::Machine;
use super::memory::{self, Store};
use super::values::value::{Value, mask};
use crate::kernel::program::{Operand, Operation, Piece, Program, Register, Space, Type};
use crate::term::BinaryOp;
use std::collections::{BTreeMap, BTreeSet};

/// Pointers that were placed, by name.
type Placed = Vec<(String, u64)>;

impl Machine<'_> {
    pub(super) fn place_arguments(&mut self, input: &Input) {
        let (mut placed, mut end): (Placed, u64) = (self.named_variables(), memory::PASSED);
        let addresses = addresses(self.program);
        for (number, parameter) in self.program.parameters.iter().enumerate() {
            let argument = match &parameter.by_value {
                None if addresses.contains(&number) && input.parameter(&parameter.name).is_none_or(|is| is == 0) => {
                    Value::Bits(pointer(input, &mut placed, &parameter.name))
                }
                None => argument(input, &mut placed, &parameter.name, &parameter.ty, "."),
                Some(ty) => {
                    let start = memory::next(end, memory::ROOM);
                    end = start + ty.bytes();
                    let mut bytes = vec![0; ty.bytes() as usize];
                    fields(input, &mut placed, &parameter.name, ty, 0, &mut bytes);
                    self.global.write(start, &bytes);
                    placed.push((parameter.name.clone(), start));
                    Value::Bits(start)
                }
            };
            self.arguments.push(argument);
        }
        self.objects = placed;
    }

    fn named_variables(&self) -> Placed {
        let variables = self.program.globals.iter().zip(&self.variables);
        variables.map(|(variable, start)| (variable.name.clone(), *start)).collect()
    }

    /// Puts into memory what it holds at first.
    pub(super) fn fill(&mut self, input: &Input) {
        let variables = self.program.globals.iter().zip(self.variables.clone());
        for (variable, start) in variables.filter(|(variable, _)| variable.space == Space::Global) {
            for (at, piece) in &variable.initial {
                let bytes = match piece {
                    Piece::Bits(count, bits) => bits.to_le_bytes()[..*count as usize].to_vec(),
                    Piece::Value(count, Operand::Constant(i)) => {
                        let constant = self.groups.first().and_then(|group| group.constants.get(*i as usize));
                        constant.map_or(0, Value::bits).to_le_bytes()[..*count as usize].to_vec()
                    }
                    Piece::Value(_, Operand::Register(_)) => vec![],
                };
                self.global.begin(start + at, &bytes);
            }
        }
        for contents in &input.contents {
            let Some(start) = self.object(&contents.object) else { continue };
            let at = start.wrapping_add_signed(contents.at);
            let mut value = [0; 8];
            value.iter_mut().zip(&contents.bytes).for_each(|(to, byte)| *to = *byte);
            self.told.insert(at, u64::from_le_bytes(value));
            match memory::Place::of(at) {
                memory::Place::Global => self.global.begin(at, &contents.bytes),
                memory::Place::Shared => {
                    let is_meant = |index: [u32; 3]| contents.block.is_none_or(|block| block == index);
                    let groups = self.groups.iter_mut().filter(|group| is_meant(group.index));
                    groups.for_each(|group| Store::begin(&mut group.shared, at, &contents.bytes));
                }
                memory::Place::Nowhere | memory::Place::Local | memory::Place::Remote => {}
            }
        }
    }

    /// Puts a pointer to an array of its own into memory where nothing is said of the one that is read there.
    pub(super) fn place_pointer(&mut self, address: u64) {
        let mut bytes = [0; 8];
        let is_said = self.global.read(address, &mut bytes) != memory::Held::Nothing;
        if is_said || self.unset != Unset::Zero || memory::Place::of(address) != memory::Place::Global {
            return;
        }
        let start = memory::array(self.objects.len());
        let name = self
            .object_near(address)
            .map_or_else(String::new, |(of, at)| format!("*({of}+{})", address.wrapping_sub(at)));
        self.objects.push((name, start));
        self.global.begin(address, &start.to_le_bytes());
    }

    /// The name of the object that is nearest to an address.
    pub(super) fn object_at(&self, address: u64) -> Option<&str> {
        self.object_near(address).map(|(name, _)| name)
    }

    /// The object that is nearest to an address, and its start.
    pub(super) fn object_near(&self, address: u64) -> Option<(&str, u64)> {
        let nearest = self.objects.iter().min_by_key(|(_, start)| start.abs_diff(address))?;
        Some((nearest.0.as_str(), nearest.1))
    }

    /// The start of the one object of this name.
    pub(super) fn object(&self, name: &str) -> Option<u64> {
        let mut found = self.objects.iter().filter(|(known, _)| known == name);
        let (_, start) = found.next()?;
        found.next().is_none().then_some(*start)
    }
}

/// The parameters that are passed as numbers and made pointers, alone or with something added to them.
fn addresses(program: &Program) -> BTreeSet<usize> {
    let instructions = program.blocks.iter().flat_map(|block| &block.instructions);
    let made = instructions.clone().filter_map(|i| Some((i.result?, &i.operation)));
    let made: BTreeMap<Register, &Operation> = made.collect();
    let mut open: Vec<Operand> = vec![];
    let constants = program.constants.iter().map(|c| (&c.ty, &c.operation));
    for (ty, operation) in instructions.map(|i| (&i.ty, &i.operation)).chain(constants) {
        if let (Type::Pointer, Operation::Same(number, Type::Int(64))) = (ty, operation) {
            open.push(*number);
        }
    }
    let mut found = BTreeSet::new();
    while let Some(number) = open.pop() {
        let operation = match number {
            Operand::Register(register) => made.get(&register).copied(),
            Operand::Constant(at) => program.constants.get(at as usize).map(|c| &c.operation),
        };
        match operation {
            Some(Operation::Binary(BinaryOp::Add, a, b)) => open.extend([*a, *b]),
            Some(Operation::Argument(parameter)) => _ = found.insert(*parameter),
            Some(_) | None => {}
        }
    }
    found
}

/// A pointer parameter's value.
fn pointer(input: &Input, placed: &mut Placed, name: &str) -> u64 {
    let other = input.distance(name).map(|(other, distance)| {
        let known = placed.iter().find(|(known, _)| known == other).map(|(_, start)| *start);
        // It may be that the code names it nowhere else.
        let start = known.unwrap_or_else(|| {
            let start = memory::array(placed.len());
            placed.push((other.to_owned(), start));
            start
        });
        start.wrapping_add(distance)
    });
    let start = other.unwrap_or_else(|| memory::array(placed.len()));
    placed.push((name.to_owned(), start));
    start
}

/// The value of a parameter, or of a part of one.
fn argument(input: &Input, placed: &mut Placed, name: &str, ty: &Type, mark: &str) -> Value {
    match ty {
        Type::Pointer => Value::Bits(pointer(input, placed, name)),
        Type::Whole(whole) => {
            let parts = whole.parts.iter().enumerate();
            parts.map(|(i, (_, part))| argument(input, placed, &format!("{name}{mark}{i}"), part, mark)).collect()
        }
        Type::Int(_) | Type::Float(_) => Value::Bits(mask(ty.bits(), input.parameter(name).unwrap_or(0))),
        Type::Void | Type::Other => Value::Bits(0),
    }
}

impl FromIterator<Value> for Value {
    fn from_iter<I: IntoIterator<Item = Value>>(parts: I) -> Value {
        Value::Parts(parts.into_iter().collect())
    }
}

/// What is passed by value, field by field.
fn fields(input: &Input, placed: &mut Placed, name: &str, ty: &Type, at: u64, to: &mut [u8]) {
    let value = match ty {
        Type::Whole(whole) => {
            return whole.parts.iter().for_each(|(offset, part)| fields(input, placed, name, part, at + offset, to));
        }
        Type::Pointer => pointer(input, placed, &format!("{name}+{at}")),
        Type::Int(_) | Type::Float(_) => input.parameter(&format!("{name}+{at}")).unwrap_or(0),
        Type::Void | Type::Other => return,
    };
    if let Some(rest) = to.get_mut(at as usize..) {
        Value::Bits(value).write(ty, rest);
    }
}
