//! Which pointers in memory that is not written are followed (see [`held`](super::held)).

use crate::kernel::ArrayId;
use crate::llvm::bind::ir::Val;
use rustc_hash::FxHashMap;

/// The pointers that are followed, by the loads that read them.
#[derive(Default)]
pub(crate) struct HeldPointers {
    /// What holds the pointer, and how many bytes from its start.
    pub(super) places: FxHashMap<Val, (Val, i64)>,
    /// The first load of each place, which stands for the object.
    pub(super) first: FxHashMap<(Val, i64), Val>,
    pub(super) arrays: FxHashMap<Val, ArrayId>,
}

impl HeldPointers {
    /// What stands for the object that a load gives a pointer to.
    pub(crate) fn object(&self, load: Val) -> Option<Val> {
        self.first.get(self.places.get(&load)?).copied()
    }

    /// Follows no pointers any more that `holder` says no to; whether there were any.
    pub(super) fn keep(&mut self, stays: impl Fn(Val) -> bool) -> bool {
        let before = self.places.len();
        self.places.retain(|_, (holder, _)| stays(*holder));
        self.places.len() < before
    }
}
