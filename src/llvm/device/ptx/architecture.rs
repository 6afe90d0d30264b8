//! The architecture that a function is compiled for, and what inline PTX means on it: before sm_70 there is no memory model (PTX ISA,
//! "Memory Consistency Model"). There a `ld` or `st` past the caches of one multiprocessor (`.cg`, `.cv`) is what blocks tell each
//! other something by, and is taken as relaxed on the device.

use super::memory::{Operation, may_move_assembly};
use crate::llvm::device::access::{AtomicOp, AtomicScope, Mode};
use inkwell::attributes::AttributeLoc;
use inkwell::values::{FunctionValue, InstructionValue};

/// The first architecture (Volta) whose threads are scheduled one by one, and that has a memory model.
const VOLTA: u32 = 70;

/// Whether a function is compiled for Volta or later.
pub(crate) fn since_volta(function: FunctionValue<'_>) -> bool {
    let cpu = function.get_string_attribute(AttributeLoc::Function, "target-cpu");
    let cpu = cpu.map(|a| a.get_string_value().to_string_lossy().into_owned()).unwrap_or_default();
    let number = cpu.trim_start_matches("sm_").trim_end_matches(|c: char| !c.is_ascii_digit());
    number.parse().is_ok_and(|sm: u32| sm >= VOLTA)
}

/// Whether the function that holds an instruction is compiled for an architecture before Volta; not if that is not known.
fn is_before_volta(instruction: InstructionValue<'_>) -> bool {
    let function = instruction.get_parent().and_then(|block| block.get_parent());
    let is_known = |f: &FunctionValue<'_>| f.get_string_attribute(AttributeLoc::Function, "target-cpu").is_some();
    function.filter(is_known).is_some_and(|f| !since_volta(f))
}

impl Operation {
    /// What it is on the architecture that `call` is compiled for.
    pub(crate) fn on(mut self, call: InstructionValue<'_>) -> Operation {
        let op = match self.mode {
            Mode::Read => AtomicOp::Load,
            Mode::Write => AtomicOp::Store,
            Mode::Atomic { .. } => return self,
        };
        let tells = self.shared_cache && !self.shared && !self.non_coherent && self.when.is_none();
        if !tells || !is_before_volta(call) || may_move_assembly(call) {
            return self;
        }
        self.mode = Mode::Atomic { op, scope: AtomicScope::Device };
        self
    }
}
