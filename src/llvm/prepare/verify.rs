//! Checks that no pass lost or copied an access or a barrier.
//!
//! Counts, per kernel, the markers by site and the other calls that matter between threads by callee. Compared before
//! and after the passes that may simplify; a difference is a bug of ours or of LLVM and makes the kernel unknown.
//! Invariant: a call counts if it is a barrier, whatever is declared of it, if it may write memory, or if it is convergent and
//! reads inaccessible memory. Not counted: copies, fills and calls that only read memory, which have markers, `llvm.assume`, and where
//! the inliner says that variables begin and end.

use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Layout;
use crate::llvm::device::markers::{Marker, SiteId};
use crate::llvm::device::waits::{Wait, waits};
use inkwell::values::{FunctionValue, InstructionValue};
use std::collections::BTreeMap;

/// One kind of call that must stay.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Access(SiteId),
    Call(String),
    Assembly(String),
    /// A call of a function with a body or through a pointer: a pass may find out which function it is.
    Function,
}

/// How often each call occurs in a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Census(BTreeMap<Key, usize>);

impl Census {
    /// Counts the calls of a function.
    pub(crate) fn of(function: FunctionValue<'_>, layout: Layout) -> Self {
        let mut counts = BTreeMap::new();
        for key in instructions(function).filter_map(|i| key(i, layout)) {
            *counts.entry(key).or_insert(0) += 1;
        }
        Census(counts)
    }

    /// What a later count has more or less of, in words; `None` if they agree.
    pub(crate) fn difference(&self, later: &Census) -> Option<String> {
        let keys = self.0.keys().chain(later.0.keys());
        let count = |census: &Census, key: &Key| census.0.get(key).copied().unwrap_or(0);
        let key = keys.filter(|&key| count(self, key) != count(later, key)).min()?;
        let what = match key {
            Key::Access(SiteId(site)) => format!("memory access {site}"),
            Key::Call(name) => format!("call of `{}`", ffi::demangle(name)),
            Key::Assembly(text) => format!("inline assembly `{text}`"),
            Key::Function => "call of a function".to_owned(),
        };
        let (before, after) = (count(self, key), count(later, key));
        Some(format!("normalising the code changed how often the {what} occurs, from {before} to {after}"))
    }
}

/// Whether it has to stay though nothing is declared of its effects.
fn must_stay(wait: &Wait) -> bool {
    match wait {
        Wait::Block { .. }
        | Wait::Grid
        | Wait::Cluster(_)
        | Wait::Warp(_)
        | Wait::Numbered(_)
        | Wait::Arrival(_)
        | Wait::WarpGroup(_)
        | Wait::Copies(_) => true,
        // They order no memory: where nobody uses the result and nothing is declared, a compiler may leave them out.
        Wait::Exchange { .. } | Wait::Product => false,
    }
}

fn key(instruction: InstructionValue<'_>, layout: Layout) -> Option<Key> {
    let callee = callee(instruction)?;
    if let Some(marker) = Marker::of(instruction) {
        return Some(Key::Access(marker.site));
    }
    let effects = ffi::call_effects(instruction);
    let ordered = effects.convergent && effects.reads && effects.only_inaccessible;
    if !(effects.writes || ordered || waits(instruction, layout).iter().any(must_stay)) {
        return None;
    }
    match callee {
        Callee::Declared(function) => {
            let name = symbol(function);
            let ignored = ["llvm.assume", "llvm.lifetime", "llvm.mem"].iter().any(|prefix| name.starts_with(prefix));
            (!ignored).then_some(Key::Call(name))
        }
        Callee::Assembly(text) => Some(Key::Assembly(text)),
        Callee::Defined(_) | Callee::Indirect => Some(Key::Function),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use inkwell::context::Context;

    use super::Census;
    use crate::llvm::bind::ir::Layout;
    use crate::llvm::bind::module::parse;

    const CODE: &str = "
target triple = \"nvptx64-nvidia-cuda\"
declare void @rp.access(ptr, i64, i32)
declare void @llvm.nvvm.barrier0() convergent
declare void @llvm.assume(i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @__raceproof_grid_sync() nounwind memory(none)
define void @one(ptr %p, i1 %c) {
  call void @rp.access(ptr %p, i64 4, i32 3)
  call void @llvm.nvvm.barrier0()
  call void @llvm.assume(i1 %c)
  %x = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  ret void
}
define void @without_access(ptr %p) {
  call void @llvm.nvvm.barrier0()
  ret void
}
define void @other_site(ptr %p) {
  call void @rp.access(ptr %p, i64 4, i32 4)
  call void @llvm.nvvm.barrier0()
  ret void
}
define void @two_barriers(ptr %p) {
  call void @rp.access(ptr %p, i64 4, i32 3)
  call void @llvm.nvvm.barrier0()
  call void @llvm.nvvm.barrier0()
  ret void
}
define void @of_the_grid() {
  call void @__raceproof_grid_sync()
  ret void
}
define void @without_effects() {
  ret void
}
define void @without_assumption(ptr %p) {
  call void @rp.access(ptr %p, i64 4, i32 3)
  call void @llvm.nvvm.barrier0()
  ret void
}";

    fn differs(name: &str) -> Option<String> {
        between("one", name)
    }

    fn between(before: &str, after: &str) -> Option<String> {
        let context = Context::create();
        let module = parse(&context, Path::new("test.ll"), CODE.as_bytes()).expect("the test's code parses");
        let census = |name| {
            Census::of(module.get_function(name).expect("the test's code has the function"), Layout::of(&module))
        };
        census(before).difference(&census(after))
    }

    #[test]
    fn a_lost_or_copied_call_is_named() {
        let said = |name| differs(name).unwrap_or_default();
        assert!(said("without_access").contains("memory access 3 occurs, from 1 to 0"));
        assert!(said("other_site").contains("memory access 3 occurs, from 1 to 0"));
        assert!(said("two_barriers").contains("`llvm.nvvm.barrier0` occurs, from 1 to 2"));
    }

    #[test]
    fn a_barrier_counts_whatever_is_declared_of_it() {
        let said = between("of_the_grid", "without_effects").unwrap_or_default();
        assert!(said.contains("`__raceproof_grid_sync` occurs, from 1 to 0"), "{said}");
    }

    #[test]
    fn assumptions_and_lifetimes_do_not_count() {
        assert_eq!(differs("one"), None);
        assert_eq!(differs("without_assumption"), None);
    }
}
