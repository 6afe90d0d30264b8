//! What an atomic access does to its cell, as far as it is followed.

use crate::term::{Func, Term};

/// For whose threads an operation is atomic, or orders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AtomicScope {
    Block,
    Cluster,
    Device,
    System,
}

/// What becomes of the cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// It is only read.
    Nothing,
    Add(Term),
    /// This whole number, as a floating-point number of 32 bits, is added to another. The result is the one before, as a whole number.
    AddFloat(Term),
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
    /// It is an mbarrier.
    Mbarrier(MbarrierUse),
    Unknown,
}

/// What is done to an mbarrier: an object in shared memory that counts arrivals, and is in its next phase once as many have arrived
/// as it is for (PTX ISA, "Asynchronous Barriers: mbarrier").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MbarrierUse {
    /// It is set up, for so many arrivals in each phase: 32 bits.
    Init(Term),
    /// It is none any more.
    Invalidate,
    /// So many arrivals: 32 bits. The result names the phase.
    Arrive(Term),
    /// An arrival, and so many more bytes have to come before the phase ends, if that is known: 32 bits. The result names the phase.
    ArriveExpecting(Option<Term>),
    /// The phase does not end before so many more bytes have come, if that is known: 32 bits.
    Expect(Option<Term>),
    /// So many bytes come, at some time from now on: as many as are expected, if that is not known; 32 bits.
    Complete(Option<Term>),
    /// The same as [`Arrive`](Self::Arrive), and as many fewer are expected from the next phase on.
    Drop(Term),
    /// Whether a phase is over: the result is not 0 if so.
    Test(Phase),
    /// Waits until a phase is over.
    Wait(Phase),
}

/// How the phase of a wait is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// As an arrival said: 64 bits.
    State(Term),
    /// By its number modulo 2: 32 bits.
    Parity(Term),
}

impl MbarrierUse {
    fn term(self) -> Option<Term> {
        match self {
            MbarrierUse::Init(t) | MbarrierUse::Arrive(t) | MbarrierUse::Drop(t) => Some(t),
            MbarrierUse::Test(phase) | MbarrierUse::Wait(phase) => Some(phase.term()),
            MbarrierUse::ArriveExpecting(bytes) | MbarrierUse::Expect(bytes) | MbarrierUse::Complete(bytes) => bytes,
            MbarrierUse::Invalidate => None,
        }
    }

    fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        match self {
            MbarrierUse::Init(t) | MbarrierUse::Arrive(t) | MbarrierUse::Drop(t) => *t = f(*t),
            MbarrierUse::Test(phase) | MbarrierUse::Wait(phase) => match phase {
                Phase::State(t) | Phase::Parity(t) => *t = f(*t),
            },
            MbarrierUse::ArriveExpecting(bytes) | MbarrierUse::Expect(bytes) | MbarrierUse::Complete(bytes) => {
                *bytes = bytes.map(f);
            }
            MbarrierUse::Invalidate => {}
        }
    }
}

impl Phase {
    #[must_use]
    pub fn term(self) -> Term {
        match self {
            Phase::State(t) | Phase::Parity(t) => t,
        }
    }
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
    /// For whom an operation on an mbarrier orders, if it says so.
    pub scope: Option<AtomicScope>,
}

impl Update {
    /// The terms of the change.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        let (a, b) = match self.change {
            Change::Nothing | Change::Unknown => (None, None),
            Change::Add(t) | Change::AddFloat(t) | Change::Set(t) | Change::Count(t) | Change::SetBits(t) => {
                (Some(t), None)
            }
            Change::Mbarrier(done) => (done.term(), None),
            Change::Replace { expected, new } => (Some(expected), Some(new)),
        };
        a.into_iter().chain(b)
    }

    pub fn map(&mut self, f: &mut dyn FnMut(Term) -> Term) {
        match &mut self.change {
            Change::Nothing | Change::Unknown => {}
            Change::Add(t) | Change::AddFloat(t) | Change::Set(t) | Change::Count(t) | Change::SetBits(t) => *t = f(*t),
            Change::Mbarrier(done) => done.map(f),
            Change::Replace { expected, new } => (*expected, *new) = (f(*expected), f(*new)),
        }
    }
}
