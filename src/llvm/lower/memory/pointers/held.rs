//! Pointers that lie in memory which the kernel does not write: `buffers.keys` of a structure in constant memory, of a
//! variable of the module, or behind a pointer parameter; and `rows[blockIdx.x]`, one of a table of pointers.
//!
//! Such a pointer is one for all threads and during the whole kernel, as if it had been a parameter. So it leads to an object of its
//! own, by the assumption that is made of pointer parameters, too: different ones do not lead into one object (RA0049). Which of a
//! table's objects an access is to is said by the place of the pointer, [`Access::rank`](crate::kernel::Access::rank).
//!
//! Invariant: nothing stores to what holds the pointer. Whether it does is found with these pointers followed; where one turns out to
//! be held by what is written, it is followed no more, and the search starts again. What starts with the address of something is left
//! out. Direction: a pointer that is not followed leads to the unknown object.

use super::places::Place;
use crate::kernel::{ArrayId, MemorySpace};
use crate::llvm::bind::constants;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::{Base, Target, Value};
use crate::llvm::prepare::dynamic::SHARED;
use crate::verdict::Assumption;

/// Constant memory.
const CONSTANT: u32 = 4;

impl Lowerer<'_, '_> {
    /// Finds the pointers, before it is known what is written.
    pub(crate) fn find_held_pointers(&mut self) {
        for block in self.cfg.blocks() {
            for instruction in self.cfg.block(block).get_instructions() {
                let load = Val::of(&instruction);
                let Some(pointer) = self.reads_pointer(load) else { continue };
                self.find_table_in_value(pointer);
                if let Some(place) = self.place_in_holder(pointer) {
                    self.survey.held.add(load, place);
                }
            }
        }
        self.survey.held.find_tables();
    }

    /// Follows no pointers any more that what is written holds; whether there were any.
    pub(crate) fn forget_written_holders(&mut self) -> bool {
        let mut held = std::mem::take(&mut self.survey.held);
        let survey = &self.survey;
        let stays = |holder: Val| is_constant(holder) || !survey.writes_anything && !survey.written.contains(&holder);
        let forgotten = held.keep(stays);
        self.survey.held = held;
        forgotten
    }

    fn place_in_holder(&self, pointer: Val) -> Option<(Val, Place)> {
        let (mut v, mut at, mut is_fixed) = (pointer, 0, true);
        loop {
            match v.op(self.layout) {
                Op::Gep { base, constant, indices } => {
                    (v, at, is_fixed) = (base, at + constant, is_fixed && indices.is_empty());
                }
                Op::Same(base) => v = base,
                op @ (Op::Argument(_) | Op::Global) => {
                    let may_hold = if let Op::Argument(i) = op {
                        !v.is_by_value(i)
                    } else {
                        v.address_space() != SHARED && !constants::holds_addresses(v, self.layout)
                    };
                    return may_hold.then_some((v, if is_fixed { Place::Fixed(at) } else { Place::Computed }));
                }
                _ => return None,
            }
        }
    }

    /// The object that a load gives a pointer to.
    pub(crate) fn held_pointer(&mut self, load: Val) -> Option<Value> {
        let object = self.survey.held.object(load)?;
        self.out.assumptions.push(Assumption::HeldPointersDoNotAlias);
        let (holder, place) = *self.survey.held.places.get(&object)?;
        let Place::Fixed(at) = place else { return self.one_of_table(load, object, holder) };
        let name = self.holder_name(holder);
        let name = if at == 0 { format!("*{name}") } else { format!("*({name}+{at})") };
        Some(self.start_of_held(object, &name, MemorySpace::Global))
    }

    /// The pointer that a load reads from a table.
    fn one_of_table(&mut self, load: Val, object: Val, holder: Val) -> Option<Value> {
        let Value::Pointer(targets) = self.value(load.operand(0)) else { return None };
        let [Target { offset: at, .. }] = *targets.as_slice() else { return None };
        let name = format!("{}[*]", self.holder_name(holder));
        let Value::Pointer(start) = self.start_of_held(object, &name, MemorySpace::Tabled) else { return None };
        let of = |target: Target| match target.base {
            Base::Array(array) => Target { base: Base::Remote(array, at), ..target },
            Base::Remote(..) | Base::ByValue(_) | Base::Private | Base::Null => target,
        };
        Some(Value::Pointer(start.into_iter().map(of).collect()))
    }

    fn start_of_held(&mut self, object: Val, name: &str, space: MemorySpace) -> Value {
        if let Some(array) = self.survey.held.arrays.get(&object) {
            return self.start_of(*array);
        }
        let start = self.new_array(name, space, 0, vec![]);
        self.survey.held.arrays.insert(object, ArrayId(self.objects.arrays.len() - 1));
        start
    }

    fn holder_name(&self, holder: Val) -> String {
        if matches!(holder.op(self.layout), Op::Global) { self.global_name(holder) } else { holder.name() }
    }
}

fn is_constant(holder: Val) -> bool {
    let is_variable = holder.is_global();
    is_variable && (holder.address_space() == CONSTANT || holder.is_constant_global())
}
