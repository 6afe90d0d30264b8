//! Which values an instruction makes one class ([`data`](super::data)).

use super::classes::Part;
use super::data::{Class, Kinds};
use super::uses::operands;
use crate::kernel::program::{CopyStep, Operand, Operation, Type};
use crate::replay::functions::{Changes, Function, Meets};
use crate::replay::waits::Exchange;
use crate::term::{BinaryOp, CastOp};
use std::collections::BTreeSet;

impl Kinds<'_> {
    pub(super) fn operation(&mut self, result: Option<Class>, ty: &Type, operation: &Operation) {
        match operation {
            Operation::Binary(..) | Operation::Select(..) | Operation::Same(..) | Operation::Cast(..)
                if ty == &Type::Int(1) => {}
            Operation::Float(_, of, _) if *ty == Type::Int(1) => self.together(None, of),
            Operation::Compare(_, a, b, ..) => self.compared(*a, *b),
            Operation::Binary(op, a, b) => self.binary(result, *op, [*a, *b]),
            Operation::Cast(CastOp::Trunc, of, Type::Int(64)) if *ty == Type::Int(32) => {
                self.half(result, *of, Part::Low)
            }
            Operation::Cast(_, of, from) => self.cast(result, *of, from),
            Operation::Float(_, of, from) => of.iter().for_each(|of| self.cast(result, *of, from)),
            Operation::Select(_, a, b) => self.together(result, &[*a, *b]),
            Operation::ExtractElement(of, index) => self.element(result, &[*of], *index),
            Operation::InsertElement(of, value, index) => self.element(result, &[*of, *value], *index),
            Operation::Bits(_)
            | Operation::Zero
            | Operation::Argument(_)
            | Operation::Global(_)
            | Operation::Parts(_)
            | Operation::Same(..)
            | Operation::Extract(..)
            | Operation::Insert(..)
            | Operation::Shuffle(..) => self.together(result, &operands(operation)),
            Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Modify { .. }
            | Operation::CompareExchange { .. }
            | Operation::Offset { .. }
            | Operation::Access { .. }
            | Operation::Copy(_) => self.of_memory(result, ty, operation),
            Operation::Call(callee, args) => self.call(result, ty, *callee, args),
            Operation::Barrier(_)
            | Operation::Mbarrier(..)
            | Operation::Product(_)
            | Operation::Comes(..)
            | Operation::Allocate(_)
            | Operation::Order { .. }
            | Operation::Trap
            | Operation::Exit => {}
            Operation::Elect(..) => self.is_of_lanes(result),
            Operation::Unknown(_) => self.is_lost = true,
        }
    }

    /// Two numbers may be put together into one, or the upper half be taken of it.
    fn binary(&mut self, result: Option<Class>, op: BinaryOp, [a, b]: [Operand; 2]) {
        let halves = match op {
            BinaryOp::Or | BinaryOp::Add | BinaryOp::Xor => self.halves(a, b).or_else(|| self.halves(b, a)),
            _ => None,
        };
        match (halves, result) {
            (Some((low, high)), Some(whole)) => {
                self.packed.push(whole);
                self.half(self.class(low), Operand::Register(whole as u32), Part::Low);
                self.half(self.class(high), Operand::Register(whole as u32), Part::High);
            }
            _ if op == BinaryOp::LShr && self.is_half(b) => self.half(result, a, Part::High),
            _ => self.together(result, &[a, b]),
        }
    }

    /// The lower and the upper half that are put together.
    fn halves(&self, low: Operand, high: Operand) -> Option<(Operand, Operand)> {
        let made = |of: Operand| match of {
            Operand::Register(register) => self.made_by.get(&register).map(|made| &made.operation),
            Operand::Constant(_) => None,
        };
        let Operation::Cast(CastOp::Zext | CastOp::Sext, _, Type::Int(from)) = made(low)? else { return None };
        let Operation::Binary(BinaryOp::Shl, _, by) = made(high)? else { return None };
        (*from <= 32 && self.is_half(*by)).then_some((low, high))
    }

    /// Whether a number is that of the bits of a half.
    fn is_half(&self, by: Operand) -> bool {
        let Operand::Constant(i) = by else { return false };
        let made = self.program.constants.get(i as usize);
        made.is_some_and(|made| made.ty == Type::Int(64) && matches!(made.operation, Operation::Bits(32)))
    }

    /// A value is a half of another one.
    fn half(&mut self, value: Option<Class>, of: Operand, part: Part) {
        if let (Some(value), Some(whole)) = (value, self.class(of)) {
            let half = self.classes.part(whole, part);
            self.classes.join(half, value);
        }
    }

    fn element(&mut self, result: Option<Class>, of: &[Operand], index: Operand) {
        self.is_index(index);
        self.together(result, of);
    }

    /// A result that tells of threads and lanes.
    fn is_of_lanes(&mut self, result: Option<Class>) {
        if let Some(class) = result {
            self.classes.join(class, self.index);
        }
    }

    /// What a counter is compared with is a number of iterations, unless it is a literal.
    fn compared(&mut self, a: Operand, b: Operand) {
        self.together(None, &[a, b]);
        if (self.is_counter(a) || self.is_counter(b)) && self.class(a).is_some() && self.class(b).is_some() {
            self.is_index(a);
        }
    }

    /// What is done with memory; nothing else is asked of it.
    fn of_memory(&mut self, result: Option<Class>, ty: &Type, operation: &Operation) {
        match operation {
            Operation::Load { pointer, .. } => self.cell(*pointer, ty, result),
            Operation::Store { pointer, value, ty, .. } => {
                let value = self.class(*value);
                self.cell(*pointer, ty, value);
            }
            Operation::Modify { pointer, value, .. } => self.atomic(result, ty, *pointer, &[*value]),
            Operation::CompareExchange { pointer, expected, new } => {
                self.atomic(result, &Type::Void, *pointer, &[*expected, *new]);
            }
            Operation::Offset { base, constant, indices } => self.offset(result, *base, *constant, indices),
            Operation::Access { bytes, .. } => self.is_index(*bytes),
            Operation::Copy(CopyStep::Copy { to, from, read, .. }) => {
                self.copied(*to, *from);
                read.iter().for_each(|read| self.is_index(*read));
            }
            Operation::Copy(CopyStep::Bulk { to, from, bytes, signal: _ }) => {
                self.copied(*to, *from);
                self.is_index(*bytes);
            }
            Operation::Copy(
                CopyStep::Commit
                | CopyStep::Wait(_)
                | CopyStep::WaitAll
                | CopyStep::BulkCommit
                | CopyStep::BulkWait { .. },
            ) => {}
            other => self.is_lost |= !operands(other).is_empty(),
        }
    }

    /// What was there, what is expected there and what is put there.
    fn atomic(&mut self, result: Option<Class>, ty: &Type, pointer: Operand, values: &[Operand]) {
        self.cell(pointer, ty, result);
        for value in values {
            let value = self.class(*value);
            self.cell(pointer, ty, value);
        }
    }

    /// All are of one class.
    fn together(&mut self, result: Option<Class>, of: &[Operand]) {
        let mut class = result;
        for operand in of {
            if self.by_value(*operand).is_some() {
                self.is_lost = true;
            }
            self.join(class, *operand);
            class = class.or_else(|| self.class(*operand));
        }
    }

    /// A number made of a condition is one of what the condition compares.
    fn cast(&mut self, result: Option<Class>, of: Operand, from: &Type) {
        if *from != Type::Int(1) {
            return self.together(result, &[of]);
        }
        let (mut open, mut seen) = (vec![of], BTreeSet::new());
        while let Some(operand) = open.pop() {
            let Operand::Register(register) = operand else { continue };
            if !seen.insert(register) {
                continue;
            }
            if let Some(ways) = self.phis.get(&register) {
                open.extend(ways.iter().map(|(_, way)| *way));
                continue;
            }
            match self.made_by.get(&register).map(|made| &made.operation) {
                Some(of @ (Operation::Binary(..) | Operation::Select(..) | Operation::Same(..))) => {
                    open.extend(operands(of));
                }
                Some(of @ (Operation::Compare(..) | Operation::Float(..) | Operation::Cast(..))) => {
                    operands(of).into_iter().for_each(|of| self.join(result, of));
                }
                _ => self.join(result, operand),
            }
        }
    }

    fn stated(&mut self, of: Operand, ty: &Type) {
        let index = Some(self.index);
        if *ty == Type::Pointer {
            if let Some(contents) = self.contents(of) {
                self.classes.join(contents, self.index);
            }
        } else {
            self.cast(index, of, ty);
        }
    }

    fn copied(&mut self, to: Operand, from: Operand) {
        let from_class = self.contents(from);
        let ends: Vec<Class> = [to, from].into_iter().filter_map(|pointer| self.class(pointer)).collect();
        self.wholes.extend(ends);
        if let (Some(to), Some(from)) = (self.contents(to), from_class) {
            self.classes.join(to, from);
        }
    }

    fn call(&mut self, result: Option<Class>, ty: &Type, callee: u32, args: &[(Operand, Type)]) {
        let name = self.program.callees.get(callee as usize);
        let Some(function) = name.and_then(|name| Function::of(name)) else {
            self.is_lost = true;
            return;
        };
        let of: Vec<Operand> = args.iter().map(|(operand, _)| *operand).collect();
        match (function, of.as_slice()) {
            (Function::Nothing | Function::IsSpace(_) | Function::Allocate, _) => {}
            // Not any input has contents of which something is stated.
            (Function::States, _) => args.iter().for_each(|(of, ty)| self.stated(*of, ty)),
            (Function::First, [first, ..]) => self.together(result, &[*first]),
            (Function::Mathematics(_), of) => self.together(result, of),
            (Function::Load, [pointer, ..]) => self.cell(*pointer, ty, result),
            (Function::Atomic(_), [pointer, value, ..]) => self.atomic(result, ty, *pointer, &[*value]),
            (Function::Meets(Meets::Lanes(Exchange::Shuffle(_), at)), of) => {
                let value = of.iter().enumerate().find(|(i, _)| *i != at).map(|(_, value)| *value);
                self.together(result, &value.into_iter().collect::<Vec<_>>());
            }
            (Function::Meets(Meets::Lanes(Exchange::Reduce(_), _)), of) => self.together(result, of),
            (Function::Changes(Changes::Copy), [to, from, bytes, ..]) => {
                self.copied(*to, *from);
                self.is_index(*bytes);
            }
            (Function::Changes(Changes::AsyncCopy(_)), [to, from, rest @ ..]) => {
                self.copied(*to, *from);
                rest.iter().for_each(|read| self.is_index(*read));
            }
            (Function::Changes(Changes::Fill), [to, value, bytes, ..]) => {
                let value = self.class(*value);
                self.cell(*to, &Type::Void, value);
                self.is_index(*bytes);
            }
            (Function::Changes(_), _) => {}
            (Function::Register(_) | Function::Meets(_), _) => self.is_of_lanes(result),
            // Where a pointer into another block leads is not followed here.
            (Function::InBlock | Function::RankOf, _) => self.is_lost = true,
            (Function::First | Function::Load | Function::Atomic(_), _) => self.is_lost = true,
        }
    }
}
