//! Pointers that are fields of a structure beside arrays of numbers, as `struct { float *data; int sizes[2], strides[2]; }`: the numbers
//! may be the strides of what the pointer leads to ([`views`](crate::analysis::pair::views)).

use super::value::{Base, Target, Value};
use crate::llvm::bind::pointers::{arrays_beside, passed_by_value};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Node, Var};

impl Lowerer<'_, '_> {
    /// Notes of each array whose pointer is such a field which numbers are beside it, as far as they were read.
    pub(crate) fn find_beside(&mut self) {
        let mut fields: Vec<_> =
            self.objects.fields.iter().map(|(&(index, place, _), value)| (index, place, value)).collect();
        fields.sort_unstable_by_key(|(index, place, _)| (*index, *place));
        let mut found = vec![];
        for (index, place, value) in fields {
            let Value::Pointer(targets) = value else { continue };
            let [Target { base: Base::Array(array), .. }] = targets[..] else { continue };
            let Some(ty) = passed_by_value(self.input.kernel.function, index) else { continue };
            let arrays = arrays_beside(ty, place, self.layout).into_iter();
            let mut numbers: Vec<Vec<Var>> = arrays.map(|of| self.numbers_read(index, of)).collect();
            numbers.retain(|numbers| !numbers.is_empty());
            found.push((array, numbers));
        }
        for (array, numbers) in found {
            self.objects.arrays[array.0].beside.extend(numbers);
        }
    }

    /// The variables of the numbers in an array that is a field of a parameter.
    fn numbers_read(&self, index: u32, [first, bytes, count]: [u64; 3]) -> Vec<Var> {
        let read = |i| {
            let width = u8::try_from(bytes * 8).ok()?;
            let Value::Term(t) = self.objects.fields.get(&(index, first + i * bytes, width))? else { return None };
            if let Node::Var(v) = *self.terms.node(*t) { Some(v) } else { None }
        };
        (0..count).filter_map(read).collect()
    }
}
