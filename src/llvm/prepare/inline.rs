//! Makes every function that a kernel calls part of the kernel.
//!
//! Decides which functions can be inlined, and for which kernels that cannot work: recursion, or code that would
//! grow out of hand. Invariants: afterwards a function is marked `alwaysinline` exactly if it reaches no cycle of the
//! call graph and its inlined size stays below the limit; only kernels are visible from outside.

use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::ffi;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::{Linkage, Module};
use inkwell::values::{CallSiteValue, FunctionValue};
use std::collections::HashMap;

/// The most instructions that a function may have after inlining, counted before any simplification.
const SIZE_LIMIT: u64 = 2_000_000;

/// Why a function cannot be inlined completely.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Obstacle<'ctx> {
    /// This function calls itself, directly or through others.
    Recursion(FunctionValue<'ctx>),
    /// It would exceed [`SIZE_LIMIT`].
    Size,
}

/// What is known of a function after all that it calls was looked at.
#[derive(Debug, Clone, Copy)]
struct Summary<'ctx> {
    size: u64,
    obstacle: Option<Obstacle<'ctx>>,
}

/// Marks what can be inlined and hides all but the kernels. For each kernel: why it cannot be inlined, if so.
pub(crate) fn mark_functions(module: &Module<'_>, kernels: &[FunctionValue<'_>]) -> Vec<Option<String>> {
    let mut graph = CallGraph::default();
    let problems = kernels.iter().map(|&kernel| graph.summary(kernel).obstacle.map(describe)).collect();
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        let is_kernel = kernels.contains(&function);
        mark(module, function, !is_kernel && graph.size(function).is_some());
        ffi::remove_comdat(function);
        function.set_linkage(if is_kernel { Linkage::External } else { Linkage::Internal });
    }
    problems
}

/// Has a function inlined wherever it is called, or leaves it as it is; what it calls may be inlined into it.
pub(crate) fn mark(module: &Module<'_>, function: FunctionValue<'_>, inlined: bool) {
    let kinds = ["noinline", "optnone", "alwaysinline"].map(Attribute::get_named_enum_kind_id);
    for kind in kinds {
        function.remove_enum_attribute(AttributeLoc::Function, kind);
    }
    for call in instructions(function).filter_map(|instruction| CallSiteValue::try_from(instruction).ok()) {
        call.remove_enum_attribute(AttributeLoc::Function, kinds[0]);
    }
    if inlined {
        let always = module.get_context().create_enum_attribute(kinds[2], 0);
        function.add_attribute(AttributeLoc::Function, always);
    }
}

/// Whether it is inlined wherever it is called.
pub(crate) fn is_marked(function: FunctionValue<'_>) -> bool {
    let kind = Attribute::get_named_enum_kind_id("alwaysinline");
    function.get_enum_attribute(AttributeLoc::Function, kind).is_some()
}

fn describe(obstacle: Obstacle<'_>) -> String {
    match obstacle {
        Obstacle::Recursion(function) => format!("recursion: `{}` calls itself", ffi::demangle(&symbol(function))),
        Obstacle::Size => format!("inlining all device functions would give more than {SIZE_LIMIT} instructions"),
    }
}

/// Depth-first search over direct calls. A function that is open (`None`) when it is met again lies on a cycle.
#[derive(Default)]
pub(crate) struct CallGraph<'ctx> {
    seen: HashMap<FunctionValue<'ctx>, Option<Summary<'ctx>>>,
}

impl<'ctx> CallGraph<'ctx> {
    /// The instructions of a function after inlining, counted before any simplification; `None` if it cannot be inlined.
    pub(crate) fn size(&mut self, function: FunctionValue<'ctx>) -> Option<u64> {
        let Summary { size, obstacle } = self.summary(function);
        obstacle.is_none().then_some(size)
    }

    fn summary(&mut self, function: FunctionValue<'ctx>) -> Summary<'ctx> {
        match self.seen.get(&function) {
            Some(Some(summary)) => return *summary,
            Some(None) => return Summary { size: 0, obstacle: Some(Obstacle::Recursion(function)) },
            None => {}
        }
        self.seen.insert(function, None);
        let mut summary = Summary { size: 0, obstacle: None };
        for instruction in instructions(function) {
            summary.size = summary.size.saturating_add(1);
            let called = match callee(instruction) {
                Some(Callee::Defined(called)) => self.summary(called),
                Some(Callee::Declared(_) | Callee::Assembly(_) | Callee::Indirect) | None => continue,
            };
            summary.size = summary.size.saturating_add(called.size);
            summary.obstacle = summary.obstacle.or(called.obstacle);
        }
        if summary.size > SIZE_LIMIT {
            summary.obstacle = summary.obstacle.or(Some(Obstacle::Size));
        }
        self.seen.insert(function, Some(summary));
        summary
    }
}
