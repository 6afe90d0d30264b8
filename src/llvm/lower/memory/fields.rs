//! Fields of parameters that are passed by value.
//!
//! Fields that are read as they are declared are parameters by themselves. Code may read the same bytes in other ways, too: two
//! halves at once, or a part of a number.
//!
//! **Invariant:** what is read of bytes that a parameter was made for is computed from that parameter, or it is an approximation.

use crate::kernel::overlay::Place;
use crate::llvm::bind::constants::POINTERS;
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::bind::pointers::{may_hide_pointers, passed_by_value, places_within};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Contents, Target, Value, choose};
use crate::term::{BinaryOp, CastOp, Node, Sharing, Term, Width};
use std::ops::Range;

/// The bits of a pointer.
const POINTER: u64 = 64;

impl Lowerer<'_, '_> {
    /// A field of a parameter that is passed by value, which is read by `pointer` if that is known.
    pub(crate) fn field(&mut self, index: u32, target: &Target, ty: &Ty, pointer: Option<Val>) -> Value {
        let name = self.parameter_name(index);
        let changed =
            self.survey.changed_parameters.iter().any(|p| matches!(p.op(self.layout), Op::Argument(i) if i == index));
        if changed {
            return self.or_opaque(Value::Opaque, ty, &format!("a field of `{name}`, which the kernel changes"));
        }
        match self.terms.as_const(target.offset) {
            Some(offset) => self.field_at(index, offset, ty),
            None => {
                let contents =
                    self.contents(Contents::Parameter(index), &name, Sharing::Grid, vec![], target.offset, ty);
                match pointer.filter(|_| *ty == Ty::Pointer).and_then(|pointer| self.table_around(pointer)) {
                    Some((_, table)) => self.entry_of(index, &table, target.offset, contents),
                    None if *ty == Ty::Pointer => self.chosen_pointer(index, &(0..u64::MAX), target.offset, contents),
                    None => contents,
                }
            }
        }
    }

    /// The pointer that is read at a computed place of a table.
    fn entry_of(&mut self, index: u32, table: &Range<u64>, offset: Term, other: Value) -> Value {
        let one = self.one_of_table_in_value(index, (table.start, offset));
        one.unwrap_or_else(|| self.chosen_pointer(index, table, offset, other))
    }

    /// The pointer that is read at a place that varies, as `buffer[turn ^ 1]`: the one that is passed there. What else is read there
    /// is no pointer, and nothing is accessed by it (RA0002), if no other part may hold one; it is `other` if one may.
    fn chosen_pointer(&mut self, index: u32, among: &Range<u64>, offset: Term, other: Value) -> Value {
        let ty = passed_by_value(self.input.kernel.function, index);
        let places = ty.and_then(|ty| places_within(ty, among, POINTERS, self.layout)).unwrap_or_default();
        let is_all = !places.is_empty() && ty.is_some_and(|ty| !may_hide_pointers(ty, self.layout));
        let other = if is_all { self.null() } else { other };
        places.into_iter().rev().fold(other, |other, place| {
            let pointer = self.field_at(index, place, &Ty::Pointer);
            let place = self.terms.constant(64, place);
            let is_here = self.terms.eq(offset, place);
            choose(&mut self.terms, is_here, &pointer, &other)
        })
    }

    fn parameter_name(&self, index: u32) -> String {
        self.input.kernel.function.get_nth_param(index).map_or_else(String::new, |p| Val::of(&p).name())
    }

    fn field_at(&mut self, index: u32, offset: u64, ty: &Ty) -> Value {
        if let Ty::Aggregate(parts) = ty {
            return self.fields_at(index, offset, parts);
        }
        if *ty == Ty::Pointer {
            let place = self.terms.constant(64, offset);
            if let Some(one) = self.one_of_table_in_value(index, (offset, place)) {
                return one;
            }
        }
        let width = scalar_width(ty);
        let key = (index, offset, width);
        if let Some(v) = self.objects.fields.get(&key) {
            return v.clone();
        }
        let name = self.parameter_name(index);
        let value = match self.overlapping(index, offset, width) {
            Some((at, from)) if *ty != Ty::Pointer => self.part_of(at, from, offset, width),
            Some(_) => None,
            None => Some(self.passed(Place { parameter: index, offset }, &format!("{name}+{offset}"), ty)),
        };
        self.write_field(&value, &name, index, offset);
        let value = value.unwrap_or_else(|| {
            let offset = self.terms.constant(64, offset);
            self.contents(Contents::Parameter(index), &name, Sharing::Grid, vec![], offset, ty)
        });
        self.objects.fields.insert(key, value.clone());
        value
    }

    /// Takes note of what the source writes for a field.
    fn write_field(&mut self, value: &Option<Value>, parameter: &str, index: u32, offset: u64) {
        let path = |width: u64| {
            let (path, is_hidden) = debug_info::field_source_name(self.input.kernel.function, index, offset, width)?;
            Some((format!("{parameter}{path}"), is_hidden))
        };
        match value {
            Some(Value::Term(t)) => {
                if let (Node::Var(v), Some((path, is_hidden))) =
                    (self.terms.node(*t), path(self.terms.width(*t).into()))
                {
                    let v = *v;
                    self.terms.write_as(v, path);
                    if is_hidden {
                        self.terms.hide(v);
                    }
                }
                self.read_as_declared(*t, index, offset);
            }
            Some(Value::Pointer(targets)) => {
                if let [Target { base: Base::Array(array), .. }] = targets.as_slice() {
                    let is_unsigned = debug_info::leads_to_unsigned(self.input.kernel.function, index, offset);
                    let array = &mut self.objects.arrays[array.0];
                    (array.written, array.unsigned) = (path(POINTER).map(|(path, _)| path), is_unsigned);
                    array.fields = debug_info::fields_led_to(self.input.kernel.function, index, offset);
                }
            }
            Some(Value::Aggregate(_) | Value::Opaque) | None => {}
        }
    }

    /// Takes note of a parameter, or a field of one, that the source declares to be unsigned.
    pub(crate) fn read_as_declared(&mut self, t: Term, index: u32, offset: u64) {
        let (Node::Var(v), width) = (self.terms.node(t), self.terms.width(t)) else { return };
        if debug_info::field_is_unsigned(self.input.kernel.function, index, offset, width.into()) {
            self.terms.set_unsigned(*v);
        }
    }

    /// Several fields that are read at once: of the same type, one after the other.
    fn fields_at(&mut self, index: u32, offset: u64, parts: &[Ty]) -> Value {
        let width = parts.first().map_or(0, scalar_width);
        let is_packed = width > 0 && width.is_multiple_of(8) && parts.iter().all(|part| *part == parts[0]);
        if !is_packed {
            let name = self.parameter_name(index);
            let what = format!("several fields of `{name}` at once");
            return self.or_opaque(Value::Opaque, &Ty::Aggregate(parts.to_vec()), &what);
        }
        let bytes = u64::from(width / 8);
        let fields = (0..).zip(parts).map(|(i, part)| self.field_at(index, offset.wrapping_add(i * bytes), part));
        Value::Aggregate(fields.collect())
    }

    /// A field that is a parameter by itself, with bytes of these, and where it begins: the first one.
    fn overlapping(&self, index: u32, offset: u64, width: Width) -> Option<(Value, u64)> {
        let end = |offset: u64, width: Width| offset.saturating_add(u64::from(width.div_ceil(8)));
        let overlaps = |(other, from, bits): &(u32, u64, Width)| {
            *other == index && *from < end(offset, width) && offset < end(*from, *bits)
        };
        let is_own = |value: &Value| match value {
            Value::Term(t) => matches!(self.terms.node(*t), Node::Var(_)),
            Value::Pointer(_) => true,
            Value::Aggregate(_) | Value::Opaque => false,
        };
        let all = self.objects.fields.iter().filter(|(key, value)| overlaps(key) && is_own(value));
        all.min_by_key(|((_, from, _), _)| *from).map(|((_, from, _), value)| (value.clone(), *from))
    }

    /// The bits of a number that lies at `from`, if they are among its own.
    fn part_of(&mut self, number: Value, from: u64, offset: u64, width: Width) -> Option<Value> {
        let Value::Term(number) = number else { return None };
        let whole: Width = self.terms.width(number);
        let shift = offset.checked_sub(from)?.checked_mul(8)?;
        if width == 0 || shift.checked_add(u64::from(width))? > u64::from(whole) {
            return None;
        }
        let by: Term = self.terms.constant(whole, shift);
        let shifted = self.terms.binary(BinaryOp::LShr, number, by);
        Some(Value::Term(self.terms.cast(CastOp::Trunc, width, shifted)))
    }
}
