//! What an atomic access does to its cell, as far as it is followed.

use crate::term::{Func, Term};

/// What becomes of the cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is only read.
    Nothing,
    Add(Term),
    /// It is set to this, whatever was there.
    Set(Term),
    /// Where it holds `expected`, it is set to `new`.
    Replace {
        expected: Term,
        new: Term,
    },
    /// One more, or 0 where it has reached this, without a sign.
    Count(Term),
    /// These bits are set.
    SetBits(Term),
    Unknown,
}

/// An atomic access that is followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    pub change: Change,
    /// The value before: a symbol over the counters of the loops around the access, outermost first.
    pub result: Option<Func>,
    /// Later accesses of the thread come after what it sees, as behind a fence.
    pub acquires: bool,
    /// Earlier accesses of the thread come before what it stores, as before a fence.
    pub releases: bool,
}

impl Update {
    /// The terms of the change.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let (a, b) = match self.change {
            Change::Nothing | Change::Unknown => (None, None),
            Change::Add(t) | Change::Set(t) | Change::Count(t) | Change::SetBits(t) => (Some(t), None),
            Change::Replace { expected, new } => (Some(expected), Some(new)),
        };
        a.into_iter().chain(b)
    }

    pub fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        match &mut self.change {
            Change::Nothing | Change::Unknown => {}
            Change::Add(t) | Change::Set(t) | Change::Count(t) | Change::SetBits(t) => *t = f(*t),
            Change::Replace { expected, new } => (*expected, *new) = (f(*expected), f(*new)),
        }
    }
}
