//! Which pointers in memory that is not written are followed (see [`held`](super::held)).

use crate::kernel::ArrayId;
use crate::llvm::bind::ir::Val;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Where a pointer lies in what holds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Place {
    /// So many bytes from its start.
    Fixed(i64),
    /// At one that is computed: it is one of a table of pointers.
    Computed,
}

/// The pointers that are followed, by the loads that read them.
#[derive(Default)]
pub(crate) struct HeldPointers {
    /// What holds the pointer, and where.
    pub(super) places: FxHashMap<Val, (Val, Place)>,
    /// The first load of each place, which stands for the object, or for all those that the pointers in a table lead to.
    pub(super) first: FxHashMap<(Val, Place), Val>,
    pub(super) arrays: FxHashMap<Val, ArrayId>,
}

/// A table of more pointers than are told apart, in a parameter that is passed by value (see [`in_values`](super::in_values)).
pub(crate) struct TableInValue {
    pub(super) parameter: u32,
    /// Bytes of the parameter.
    pub(super) place: Range<u64>,
    pub(super) array: Option<ArrayId>,
}

impl HeldPointers {
    /// What stands for the object that a load gives a pointer to.
    pub(crate) fn object(&self, load: Val) -> Option<Val> {
        self.first.get(self.places.get(&load)?).copied()
    }

    /// Takes note of a load.
    pub(super) fn add(&mut self, load: Val, at: (Val, Place)) {
        self.places.insert(load, at);
        self.first.entry(at).or_insert(load);
    }

    /// Where one pointer of something is read at a computed place, all of it is a table.
    pub(super) fn find_tables(&mut self) {
        let computed = self.places.values().filter(|(_, place)| *place == Place::Computed);
        let tables: FxHashSet<Val> = computed.map(|(holder, _)| *holder).collect();
        for (_, place) in self.places.values_mut().filter(|(holder, _)| tables.contains(holder)) {
            *place = Place::Computed;
        }
    }

    /// Follows no pointers any more that `holder` says no to; whether there were any.
    pub(super) fn keep(&mut self, stays: impl Fn(Val) -> bool) -> bool {
        let before = self.places.len();
        self.places.retain(|_, (holder, _)| stays(*holder));
        self.places.len() < before
    }
}
