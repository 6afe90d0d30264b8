//! Which mbarrier: a place in an array and, where other blocks of the cluster reach that array, the rank of the block whose copy it is.

use crate::kernel::Access;
use crate::term::{Term, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Object {
    pub(super) offset: Term,
    pub(super) rank: Option<Term>,
}

impl Object {
    pub(super) fn of(access: &Access) -> Object {
        Object { offset: access.offset, rank: access.rank }
    }

    pub(super) fn terms(self) -> impl Iterator<Item = Term> {
        [Some(self.offset), self.rank].into_iter().flatten()
    }

    pub(super) fn map(self, mut f: impl FnMut(Term) -> Term) -> Object {
        Object { offset: f(self.offset), rank: self.rank.map(f) }
    }

    pub(super) fn try_map(self, mut f: impl FnMut(Term) -> Option<Term>) -> Option<Object> {
        let offset = f(self.offset)?;
        let rank = match self.rank {
            Some(rank) => Some(f(rank)?),
            None => None,
        };
        Some(Object { offset, rank })
    }

    /// That two objects of one array are one: in threads of one block, or with ranks.
    pub(super) fn is(self, terms: &mut Terms, other: Object) -> Term {
        let same = terms.eq(self.offset, other.offset);
        match (self.rank, other.rank) {
            (None, None) => same,
            (Some(a), Some(b)) => {
                let one_block = terms.eq(a, b);
                terms.and(same, one_block)
            }
            (Some(_), None) | (None, Some(_)) => terms.bool(false),
        }
    }
}
