//! The names of sums that multiply ([`named`](super::named)).

use super::normalise::Poly;
use std::collections::BTreeMap;

/// What sums are called: those in products like `x·(x + c)`, and where it is wanted all that multiply and that both threads share.
#[derive(Clone, Default, Debug)]
pub(in crate::smt) struct Names {
    pub(super) wanted: bool,
    pub(in crate::smt) of: BTreeMap<Poly, Poly>,
}

impl Names {
    /// Names for the sums that will be met.
    pub(in crate::smt) fn wanted() -> Names {
        Names { wanted: true, of: BTreeMap::new() }
    }

    pub(in crate::smt) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }
}
