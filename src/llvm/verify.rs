//! Checks that no pass lost or copied an access or a barrier.
//!
//! Counts, per kernel, the markers by site and the other calls that matter between threads by callee. Compared before
//! and after the passes that may simplify; a difference is a bug of ours or of LLVM and makes the kernel unknown.
//! Invariant: a call counts if it is convergent and touches memory, or if it may write memory. Not counted: copies and
//! fills, which have markers, and `llvm.assume`.

use std::collections::BTreeMap;

use inkwell::values::{FunctionValue, InstructionValue};

use super::calls::{Callee, callee, instructions, symbol};
use super::ffi;
use super::markers::{Marker, SiteId};

/// One kind of call that must stay.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Access(SiteId),
    Call(String),
    Assembly(String),
    Indirect,
}

/// How often each call occurs in a kernel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Census(BTreeMap<Key, usize>);

impl Census {
    /// Counts the calls of a function.
    pub(super) fn of(function: FunctionValue<'_>) -> Self {
        let mut counts = BTreeMap::new();
        for key in instructions(function).filter_map(key) {
            *counts.entry(key).or_insert(0) += 1;
        }
        Census(counts)
    }

    /// What a later count has more or less of, in words; `None` if they agree.
    pub(super) fn difference(&self, later: &Census) -> Option<String> {
        let keys = self.0.keys().chain(later.0.keys());
        let count = |census: &Census, key: &Key| census.0.get(key).copied().unwrap_or(0);
        let key = keys.filter(|&key| count(self, key) != count(later, key)).min()?;
        let what = match key {
            Key::Access(SiteId(site)) => format!("memory access {site}"),
            Key::Call(name) => format!("call of `{}`", ffi::demangle(name)),
            Key::Assembly(text) => format!("inline assembly `{text}`"),
            Key::Indirect => "indirect call".to_owned(),
        };
        let (before, after) = (count(self, key), count(later, key));
        Some(format!("normalising the code changed how often the {what} occurs, from {before} to {after}"))
    }
}

fn key(instruction: InstructionValue<'_>) -> Option<Key> {
    let callee = callee(instruction)?;
    if let Some(marker) = Marker::of(instruction) {
        return Some(Key::Access(marker.site));
    }
    let effects = ffi::call_effects(instruction);
    if !effects.writes && !(effects.convergent && effects.reads) {
        return None;
    }
    match callee {
        Callee::Defined(function) | Callee::Declared(function) => {
            let name = symbol(function);
            let ignored = ["llvm.assume", "llvm.mem"].iter().any(|prefix| name.starts_with(prefix));
            (!ignored).then_some(Key::Call(name))
        }
        Callee::Assembly(text) => Some(Key::Assembly(text)),
        Callee::Indirect => Some(Key::Indirect),
    }
}
