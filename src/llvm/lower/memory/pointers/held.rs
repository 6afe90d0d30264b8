//! Pointers that lie at fixed places in memory which the kernel does not write: `buffers.keys` of a structure in constant memory, of a
//! variable of the module, or behind a pointer parameter.
//!
//! Such a pointer is one for all threads and during the whole kernel, as if it had been a parameter. So it leads to an object of its
//! own, by the assumption that is made of pointer parameters, too: different ones do not lead into one object (RA0049).
//!
//! Invariant: nothing stores to what holds the pointer. Whether it does is found with these pointers followed; where one turns out to
//! be held by what is written, it is followed no more, and the search starts again. What starts with the address of something is left
//! out. Direction: a pointer that is not followed leads to the unknown object.

use crate::kernel::{ArrayId, MemorySpace};
use crate::llvm::bind::constants;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::Value;
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
                if let Op::Load { pointer, volatile: false, atomic: false } = load.op(self.layout)
                    && load.ty() == Ty::Pointer
                    && let Some(place) = self.fixed_place(pointer)
                {
                    self.survey.held.places.insert(load, place);
                    self.survey.held.first.entry(place).or_insert(load);
                }
            }
        }
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

    fn fixed_place(&self, pointer: Val) -> Option<(Val, i64)> {
        let (mut v, mut at) = (pointer, 0);
        loop {
            match v.op(self.layout) {
                Op::Gep { base, constant, indices } if indices.is_empty() => (v, at) = (base, at + constant),
                Op::Same(base) => v = base,
                Op::Argument(i) => return (!v.is_by_value(i)).then_some((v, at)),
                Op::Global => {
                    let may_hold = v.address_space() != SHARED && !constants::holds_addresses(v, self.layout);
                    return may_hold.then_some((v, at));
                }
                _ => return None,
            }
        }
    }

    /// The object that a load gives a pointer to.
    pub(crate) fn held_pointer(&mut self, load: Val) -> Option<Value> {
        let object = self.survey.held.object(load)?;
        self.out.assumptions.push(Assumption::HeldPointersDoNotAlias);
        if let Some(array) = self.survey.held.arrays.get(&object) {
            return Some(self.start_of(*array));
        }
        let (holder, at) = *self.survey.held.places.get(&object)?;
        let name = if matches!(holder.op(self.layout), Op::Global) { self.global_name(holder) } else { holder.name() };
        let name = if at == 0 { format!("*{name}") } else { format!("*({name}+{at})") };
        let start = self.new_array(&name, MemorySpace::Global, 0, vec![]);
        self.survey.held.arrays.insert(object, ArrayId(self.objects.arrays.len() - 1));
        Some(start)
    }
}

fn is_constant(holder: Val) -> bool {
    let is_variable = holder.is_global();
    is_variable && (holder.address_space() == CONSTANT || holder.is_constant_global())
}
