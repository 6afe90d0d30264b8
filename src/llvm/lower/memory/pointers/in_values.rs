//! Tables of pointers in a structure that is passed by value: `lists.addresses[1][tensor]`.
//!
//! The pointer that is read at a computed place is one of those that the launch has put into the table. Of few, each is an object, and
//! the access is to one or another. Many are taken together: which of a table's objects an access is to is said by the place of
//! the pointer, [`Access::rank`](crate::kernel::Access::rank), as of [tables in memory](super::held). By the same assumption different
//! pointers do not lead into one object (RA0049).
//!
//! A table is the innermost array that the computed index walks through: `addresses[0]` and `addresses[1]` are two, since an index stays
//! inside its array (RA0002).
//!
//! Invariant: what is read at a fixed place inside of such a table is one of its pointers, too.

use super::places::TableInValue;
use crate::kernel::{ArrayId, MemorySpace};
use crate::llvm::bind::constants::POINTERS;
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::bind::pointers::{array_around, passed_by_value, places_within};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::{Base, Target, Value};
use crate::term::Term;
use crate::verdict::Assumption;
use std::ops::Range;

/// The bits of a pointer.
const POINTER: u64 = 64;

impl Lowerer<'_, '_> {
    /// Takes note of the table that a load of a pointer reads from at a computed place, if it is one of many pointers.
    pub(super) fn find_table_in_value(&mut self, pointer: Val) {
        let Some((parameter, mut place)) = self.table_around(pointer) else { return };
        let Some(ty) = passed_by_value(self.input.kernel.function, parameter) else { return };
        if places_within(ty, &place, POINTERS, self.layout).is_some() {
            return;
        }
        // Tables with pointers in common are one.
        let tables = &mut self.survey.tables;
        let meets = |other: &TableInValue, place: &Range<u64>| {
            other.parameter == parameter && other.place.start < place.end && place.start < other.place.end
        };
        while let Some(i) = tables.iter().position(|other| meets(other, &place)) {
            let other = tables.swap_remove(i);
            place = place.start.min(other.place.start)..place.end.max(other.place.end);
        }
        tables.push(TableInValue { parameter, place, array: None });
    }

    /// The array in a parameter that is passed by value which a computed index walks through.
    pub(crate) fn table_around(&self, pointer: Val) -> Option<(u32, Range<u64>)> {
        let (mut v, mut at, mut step) = (pointer, 0i64, 0i64);
        loop {
            match v.op(self.layout) {
                Op::Gep { base, constant, indices } => {
                    step = indices.iter().map(|(_, scale)| *scale).fold(step, i64::max);
                    (v, at) = (base, at + constant);
                }
                Op::Same(base) => v = base,
                Op::Argument(parameter) if v.is_by_value(parameter) && step > 0 => {
                    let ty = passed_by_value(self.input.kernel.function, parameter)?;
                    let (at, step) = (at.try_into().ok()?, step.unsigned_abs());
                    return Some((parameter, array_around(ty, at, step, self.layout)?));
                }
                _ => return None,
            }
        }
    }

    /// The pointer at a place of a parameter, if it is one of such a table.
    pub(crate) fn one_of_table_in_value(&mut self, parameter: u32, (first, place): (u64, Term)) -> Option<Value> {
        let is_around = |table: &TableInValue| table.parameter == parameter && table.place.contains(&first);
        let found = self.survey.tables.iter().position(is_around)?;
        let array = match self.survey.tables[found].array {
            Some(array) => array,
            None => self.new_table(found, parameter),
        };
        self.survey.tables[found].array = Some(array);
        self.out.assumptions.push(Assumption::HeldPointersDoNotAlias);
        let (when, offset) = (self.terms.truth(), self.terms.constant(64, 0));
        Some(Value::Pointer(vec![Target { when, base: Base::Remote(array, place), offset }]))
    }

    fn new_table(&mut self, found: usize, parameter: u32) -> ArrayId {
        let function = self.input.kernel.function;
        let first = self.survey.tables[found].place.start;
        let name = function.get_nth_param(parameter).map_or_else(String::new, |p| Val::of(&p).name());
        let path = debug_info::field_source_name(function, parameter, first, POINTER).map(|(path, _)| path);
        let path = path.and_then(|path| Some(format!("{name}{}[*]", path.strip_suffix("[0]")?)));
        let name = path.unwrap_or_else(|| format!("{name}+{first}[*]"));
        self.new_array(&name, MemorySpace::Tabled, 0, vec![]);
        ArrayId(self.objects.arrays.len() - 1)
    }

    /// Whether a load gives a pointer, and only reads it.
    pub(super) fn reads_pointer(&self, load: Val) -> Option<Val> {
        match load.op(self.layout) {
            Op::Load { pointer, volatile: false, atomic: false } if load.ty() == Ty::Pointer => Some(pointer),
            _ => None,
        }
    }
}
