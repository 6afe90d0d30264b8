//! Dynamic shared memory: all arrays of a kernel that are declared `extern __shared__` without a size are one object.
//!
//! Source: CUDA C++ Programming Guide, "`__shared__`": they all start at the same address. LLVM takes two global variables
//! for two objects, so that a value read by one name would survive a write by the other. Therefore one of the variables
//! stands for all of them before any pass runs. Names are for messages only: each kernel keeps the one that it uses first.

use super::prepared::{Dynamic, PreparedKernel};
use crate::llvm::bind::calls::{Callee, callee, instructions};
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Layout, Op, Val};
use inkwell::module::Module;
use inkwell::values::{FunctionValue, GlobalValue};
use rustc_hash::FxHashSet;

/// The number of the address space of shared memory.
pub(crate) const SHARED: u32 = 3;

/// Whether a global variable is dynamic shared memory.
pub(crate) fn is_dynamic(global: Val, layout: Layout) -> bool {
    global.address_space() == SHARED && global.global_shape(layout).1.first() == Some(&0)
}

/// Puts one variable in the place of all that are dynamic shared memory.
pub(crate) fn unify<'ctx>(module: &Module<'ctx>, kernels: &mut [PreparedKernel<'ctx>]) {
    let layout = Layout::of(module);
    let all: Vec<GlobalValue<'ctx>> = module.get_globals().filter(|g| is_dynamic(Val::of(g), layout)).collect();
    for kernel in kernels {
        let mut search = Search { module, layout, seen: FxHashSet::default() };
        kernel.dynamic = search.first_in(kernel.function);
    }
    let Some((one, others)) = all.split_first() else { return };
    // What holds for the address of each of them is true of all.
    let alignment = all.iter().map(|g| g.get_alignment().max(1)).min().unwrap_or(1);
    one.set_alignment(alignment);
    for other in others {
        other.as_pointer_value().replace_all_uses_with(one.as_pointer_value());
    }
}

struct Search<'a, 'ctx> {
    module: &'a Module<'ctx>,
    layout: Layout,
    /// Functions and constants that were looked at.
    seen: FxHashSet<Val>,
}

impl Search<'_, '_> {
    /// The dynamic shared memory that a function, or what it calls, names first.
    fn first_in(&mut self, function: FunctionValue<'_>) -> Option<Dynamic> {
        if !self.seen.insert(Val::of(&function)) {
            return None;
        }
        instructions(function).find_map(|instruction| {
            let named = Val::of(&instruction).operands().into_iter().find_map(|operand| self.named_by(operand));
            named.or_else(|| match callee(instruction) {
                Some(Callee::Defined(called)) => self.first_in(called),
                Some(Callee::Declared(_) | Callee::Assembly(_) | Callee::Indirect) | None => None,
            })
        })
    }

    /// The dynamic shared memory that a constant operand is, or is computed from.
    fn named_by(&mut self, operand: Val) -> Option<Dynamic> {
        if !operand.is_constant() || !self.seen.insert(operand) {
            return None;
        }
        if matches!(operand.op(self.layout), Op::Global) {
            let global = self.module.get_global(&operand.name()).filter(|_| is_dynamic(operand, self.layout))?;
            let name = debug_info::array_name(global);
            return Some(Dynamic { name, element: operand.global_shape(self.layout).0 });
        }
        if operand.is_global() {
            return None; // a function, whose operands are no part of this one
        }
        operand.operands().into_iter().find_map(|o| self.named_by(o))
    }
}
