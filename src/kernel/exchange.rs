//! What the lanes of a warp find out from each other: sets of lanes, and values of another lane.

use crate::term::{Func, Term, Var};

/// A set of lanes that a warp finds out at run time: the symbol of 32 bits that stands for it, and who is in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gathered {
    pub func: Func,
    /// The counters of the enclosing loops; the symbol's first arguments are these.
    pub params: Vec<Var>,
    /// Of the place, relative to the innermost loop around it.
    pub guard: Term,
    /// The lanes that are asked, 32 bits; `None` for those that happen to be together.
    pub mask: Option<Term>,
    pub members: Members,
}

impl Gathered {
    /// Replaces its terms.
    pub fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        (self.guard, self.mask) = (f(self.guard), self.mask.map(&mut *f));
        match &mut self.members {
            Members::All => {}
            Members::Voters(t) | Members::Equal(t) => *t = f(*t),
        }
    }

    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        let members = match self.members {
            Members::All => None,
            Members::Voters(t) | Members::Equal(t) => Some(t),
        };
        [self.guard].into_iter().chain(self.mask).chain(members).collect()
    }
}

/// Which of the lanes that are asked are in a set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Members {
    All,
    /// Those for which this holds.
    Voters(Term),
    /// Those with the same value as the lane that asks.
    Equal(Term),
}

/// A value that lanes of a warp are given by one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    /// The symbol for what a lane is given.
    pub func: Func,
    /// The counters of the enclosing loops; the symbol's first arguments are these.
    pub params: Vec<Var>,
    /// Of the place, relative to the innermost loop around it.
    pub guard: Term,
    /// The lanes that come, 32 bits.
    pub mask: Term,
    /// The lane that gives, 32 bits, as the lane says that is given. Undefined if it does not come.
    pub lane: Term,
    /// What a lane has to give.
    pub value: Term,
}

impl Shuffle {
    /// Replaces its terms.
    pub fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        for t in [&mut self.guard, &mut self.mask, &mut self.lane, &mut self.value] {
            *t = f(*t);
        }
    }

    #[must_use]
    pub fn terms(&self) -> [Term; 4] {
        [self.guard, self.mask, self.lane, self.value]
    }
}

/// A value that each lane of a whole warp is given by the lane whose number differs from its own in some bits. No lane of the warp
/// has returned before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Butterfly {
    /// The symbol for what a lane is given.
    pub func: Func,
    /// The counters of the enclosing loops, the symbol's arguments.
    pub params: Vec<Var>,
    /// The bits, 32 of them.
    pub by: Term,
    /// Of how many lanes the segments are, a power of two; a lane outside of the segment gives nothing.
    pub lanes: u64,
    /// What a lane has to give.
    pub value: Term,
    /// That no lane has returned is so where `blockDim.x` is a multiple of the warp's lanes: whether a thread has does not depend on
    /// its `threadIdx.x`.
    pub in_rows: bool,
}

impl Butterfly {
    /// Replaces its terms.
    pub fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        (self.by, self.value) = (f(self.by), f(self.value));
    }

    #[must_use]
    pub fn terms(&self) -> [Term; 2] {
        [self.by, self.value]
    }
}
