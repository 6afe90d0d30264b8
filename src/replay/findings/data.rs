//! Which objects hold *data*: numbers that a program may be given any of, as opposed to indices and sizes, which it keeps
//! consistent with each other.
//!
//! ```cuda
//! if (flag[i] != 0 && key[i] < key[i + 1]) count[0]++;     // `flag` and `key` are data
//! if (t < length[b]) out[next[i]] = 0;                      // `length` and `next` are not
//! ```
//!
//! Values are put into classes: those that are added to each other, compared, or stored in one object are of one class, as values of
//! one unit. The class of indices has what addresses are made of, what is known of threads and launch, and counters of loops that
//! are compared with more than literals. The
//! contents of an object that are not in this class are data. Constants are in no class, and conditions join nothing. The halves of
//! a number that is put together (`score << 32 | i`) are of classes of their own.
//!
//! Source: Steensgaard's points-to analysis for objects and pointers; O'Callahan and Jackson's *Lackwit* for classes of values.
//! Direction: classes are too large, not too small, but for what a branch or a choice decides (`flag[i] ? 1 : 2` is not compared
//! with `flag[i]`): objects that hold data may be missing.

use super::classes::{Classes, Part};
use super::uses::{operands, parted};
use crate::kernel::program::{Instruction, Operand, Operation, Parameter, Program, Register, Type};
use crate::term::BinaryOp;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Objects by their names, as witnesses name them.
#[derive(Debug, Default)]
pub(super) struct Data {
    /// They hold data.
    pub(super) any: BTreeSet<String>,
    /// They hold numbers that are put together of data and an index, which may be 0 at first: nothing was found yet.
    pub(super) blank: BTreeSet<String>,
}

/// The objects that hold data; none where the code does more with structures that are passed by value than to read their fields, or
/// something that is not known.
pub(super) fn data(program: &Program) -> Data {
    let mut kinds = Kinds::new(program);
    kinds.read();
    kinds.data()
}

/// A class, by one of its members.
pub(super) type Class = usize;

/// What has parts that may be of different classes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Whole {
    /// A parameter's number.
    Parameter(usize),
    /// What allocates it.
    Own(Register),
}

pub(super) struct Kinds<'p> {
    pub(super) program: &'p Program,
    pub(super) classes: Classes,
    /// Of indices.
    pub(super) index: Class,
    /// Numbers that are put together from two halves.
    pub(super) packed: Vec<Class>,
    /// The names of objects, and the class of what each holds.
    objects: Vec<(String, Class)>,
    /// The class of the address of a part of what is passed by value, or of the thread's own, by its whole and byte.
    fields: FxHashMap<(Whole, i64), Class>,
    /// Memory of the thread's own whose parts are only read and written, or printed.
    parted: BTreeSet<Register>,
    /// The parts that are read or written, by wholes and bytes.
    accessed: BTreeSet<(Whole, i64, i64)>,
    /// Addresses of which several fields may be read at once.
    pub(super) wholes: Vec<Class>,
    /// Something is not known.
    pub(super) is_lost: bool,
    /// Which instruction, or which values by the way, a register has its value from.
    pub(super) made_by: FxHashMap<Register, &'p Instruction>,
    pub(super) phis: FxHashMap<Register, &'p [(usize, Operand)]>,
}

impl<'p> Kinds<'p> {
    fn new(program: &'p Program) -> Self {
        let instructions = program.blocks.iter().flat_map(|block| &block.instructions);
        let made_by = instructions.filter_map(|made| Some((made.result?, made))).collect();
        let phis = program.blocks.iter().flat_map(|block| &block.phis).map(|(r, ways)| (*r, ways.as_slice())).collect();
        // Registers, constants, indices.
        let index = program.registers as usize + program.constants.len();
        let classes = Classes::new(index + 1);
        let (objects, fields, wholes, is_lost) = (vec![], FxHashMap::default(), vec![], false);
        let parted = parted(program);
        let accessed = BTreeSet::new();
        Kinds {
            program,
            classes,
            index,
            packed: vec![],
            objects,
            fields,
            parted,
            accessed,
            wholes,
            is_lost,
            made_by,
            phis,
        }
    }

    fn read(&mut self) {
        let program = self.program;
        for (i, constant) in program.constants.iter().enumerate() {
            let class = program.registers as usize + i;
            match &constant.operation {
                Operation::Argument(parameter) => self.argument(class, *parameter),
                Operation::Global(global) => {
                    if let Some(global) = program.globals.get(*global) {
                        self.object(class, &global.name);
                    }
                }
                operation => self.operation(Some(class), &constant.ty, operation),
            }
        }
        for block in &program.blocks {
            for (register, ways) in &block.phis {
                for (_, way) in ways {
                    self.join(Some(*register as usize), *way);
                }
            }
            for Instruction { result, ty, operation } in &block.instructions {
                self.operation(result.map(|register| register as usize), ty, operation);
            }
        }
    }

    fn data(mut self) -> Data {
        self.classes.unpack(&self.packed, self.index);
        let (objects, wholes, fields) =
            (std::mem::take(&mut self.objects), std::mem::take(&mut self.wholes), std::mem::take(&mut self.fields));
        let parts: BTreeSet<Class> = fields.into_values().map(|class| self.classes.of(class)).collect();
        let neighbours = self.accessed.iter().zip(self.accessed.iter().skip(1));
        let mut overlaps = neighbours.filter(|((a, start, end), (b, next, _))| a == b && start < next && next < end);
        if self.is_lost
            || overlaps.next().is_some()
            || wholes.into_iter().any(|class| parts.contains(&self.classes.of(class)))
        {
            return Data::default();
        }
        let index = self.index;
        let (others, data): (Vec<_>, Vec<_>) = objects.into_iter().partition(|(_, c)| self.classes.has(*c, index));
        let (mut indices, mut blank) = (BTreeSet::new(), BTreeSet::new());
        for (name, class) in others {
            let upper = self.classes.half(class, Part::High);
            if upper.is_some_and(|upper| !self.classes.has(upper, index))
                && self.classes.of(class) != self.classes.of(index)
            {
                blank.insert(name);
            } else {
                indices.insert(name);
            }
        }
        let any =
            data.into_iter().map(|(name, _)| name).filter(|name| !indices.contains(name) && !blank.contains(name));
        let any = any.collect();
        blank.retain(|name| !indices.contains(name));
        Data { any, blank }
    }

    /// The class of an operand; none of a literal, which may be anything.
    pub(super) fn class(&self, operand: Operand) -> Option<Class> {
        match operand {
            Operand::Register(register) => Some(register as usize),
            Operand::Constant(i) => {
                let constant = self.program.constants.get(i as usize)?;
                let is_literal = match &constant.operation {
                    Operation::Argument(_) | Operation::Global(_) => false,
                    operation => operands(operation).into_iter().all(|of| self.class(of).is_none()),
                };
                (!is_literal).then_some(self.program.registers as usize + i as usize)
            }
        }
    }

    pub(super) fn join(&mut self, class: Option<Class>, operand: Operand) {
        if let (Some(class), Some(other)) = (class, self.class(operand)) {
            self.classes.join(class, other);
        }
    }

    pub(super) fn is_index(&mut self, operand: Operand) {
        self.join(Some(self.index), operand);
    }

    /// Whether a value goes round a loop and changes by a number that does not depend on what is read.
    pub(super) fn is_counter(&self, operand: Operand) -> bool {
        let Operand::Register(register) = operand else { return false };
        let steps = |phi: Register, way: &Operand| {
            let Operand::Register(next) = way else { return false };
            let made = self.made_by.get(next).map(|made| &made.operation);
            let Some(Operation::Binary(BinaryOp::Add | BinaryOp::Sub, a, b)) = made else { return false };
            let is_step = |one, by| one == Operand::Register(phi) && matches!(by, Operand::Constant(_));
            (is_step(*a, *b) || is_step(*b, *a)) && (register == phi || register == *next)
        };
        let before = self.made_by.get(&register).map_or(vec![], |made| operands(&made.operation));
        let mut phis = before.into_iter().chain([operand]).filter_map(|of| match of {
            Operand::Register(register) => Some((register, *self.phis.get(&register)?)),
            Operand::Constant(_) => None,
        });
        phis.any(|(phi, ways)| ways.iter().any(|(_, way)| steps(phi, way)))
    }
}

/// Objects and pointers.
impl Kinds<'_> {
    fn argument(&mut self, class: Class, number: usize) {
        let Some(Parameter { name, ty, by_value }) = self.program.parameters.get(number) else { return };
        match by_value {
            Some(ty) => {
                self.fields.insert((Whole::Parameter(number), 0), class);
                self.pointers(number, name, ty, 0);
            }
            None if *ty == Type::Pointer => self.object(class, name),
            None => {}
        }
    }

    /// The objects that fields of what is passed by value lead to.
    fn pointers(&mut self, number: usize, name: &str, ty: &Type, at: u64) {
        match ty {
            Type::Whole(whole) => {
                whole.parts.iter().for_each(|(offset, part)| self.pointers(number, name, part, at + offset));
            }
            Type::Pointer => {
                let field = self.field(Whole::Parameter(number), at.cast_signed());
                let pointer = self.classes.part(field, Part::Contents);
                self.object(pointer, &format!("{name}+{at}"));
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Other => {}
        }
    }

    /// An address that leads to an object.
    fn object(&mut self, address: Class, name: &str) {
        let contents = self.classes.part(address, Part::Contents);
        self.objects.push((name.to_owned(), contents));
    }

    fn field(&mut self, whole: Whole, at: i64) -> Class {
        match self.fields.get(&(whole, at)) {
            Some(class) => *class,
            None => {
                let class = self.classes.add();
                self.fields.insert((whole, at), class);
                class
            }
        }
    }

    /// The number of the parameter that is passed by value and begins there.
    pub(super) fn by_value(&self, operand: Operand) -> Option<usize> {
        let Operand::Constant(i) = operand else { return None };
        let Operation::Argument(number) = self.program.constants.get(i as usize)?.operation else { return None };
        self.program.parameters.get(number)?.by_value.as_ref().map(|_| number)
    }

    fn whole(&self, base: Operand) -> Option<Whole> {
        match base {
            Operand::Register(register) => self.parted.contains(&register).then_some(Whole::Own(register)),
            Operand::Constant(_) => self.by_value(base).map(Whole::Parameter),
        }
    }

    /// The part that begins at an address.
    fn part(&self, pointer: Operand) -> Option<(Whole, i64)> {
        let made = match pointer {
            Operand::Register(register) => self.made_by.get(&register).map(|made| &made.operation),
            Operand::Constant(i) => self.program.constants.get(i as usize).map(|constant| &constant.operation),
        };
        match made {
            Some(Operation::Offset { base, constant, .. }) => Some((self.whole(*base)?, *constant)),
            _ => Some((self.whole(pointer)?, 0)),
        }
    }

    pub(super) fn contents(&mut self, pointer: Operand) -> Option<Class> {
        let class = self.class(pointer)?;
        Some(self.classes.part(class, Part::Contents))
    }

    /// A value of this type is read or written there.
    pub(super) fn cell(&mut self, pointer: Operand, ty: &Type, value: Option<Class>) {
        if let Some((whole, at)) = self.part(pointer) {
            self.accessed.insert((whole, at, at + ty.bytes().cast_signed()));
        }
        if let (Type::Whole(_), Some(class)) = (ty, self.class(pointer)) {
            self.wholes.push(class);
        }
        if let (Some(contents), Some(value)) = (self.contents(pointer), value) {
            self.classes.join(contents, value);
        }
    }

    pub(super) fn offset(
        &mut self,
        result: Option<Class>,
        base: Operand,
        constant: i64,
        indices: &[(Operand, u32, i64)],
    ) {
        for (index, ..) in indices {
            self.is_index(*index);
        }
        match (self.whole(base), indices) {
            // The address of the first part is that of the whole.
            (Some(Whole::Own(_)), []) if constant == 0 => self.join(result, base),
            (Some(whole), []) => {
                let field = self.field(whole, constant);
                if let Some(class) = result {
                    self.classes.join(class, field);
                }
            }
            (Some(_), _) => self.is_lost = true,
            (None, _) => self.join(result, base),
        }
    }
}
