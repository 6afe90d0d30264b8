//! Phases of mbarriers, with what those knew that arrived in them.
//!
//! Source: PTX ISA, "Asynchronous Barriers: mbarrier".

use super::order::Known;

/// An mbarrier that is set up.
#[derive(Clone, Debug)]
pub(in crate::replay) struct Mbarrier {
    expected: u32,
    pending: u32,
    /// The number of the phase that is not over.
    phase: u64,
    /// What was known by those that arrived in it.
    arrived: Option<Known>,
    /// The same of each phase that is over, with those before.
    over: Vec<Known>,
    /// Bytes that have to come in this phase, less those that have.
    bytes: i64,
    /// Bulk copies that are under way: so many bytes, and what is known once they are over.
    pub(in crate::replay) coming: Vec<(u64, Known)>,
}

/// A phase that is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::replay) enum PhaseOf {
    Number(u64),
    /// The latest one with this number modulo 2.
    Parity(u64),
}

impl Mbarrier {
    pub(in crate::replay) fn new(expected: u32) -> Mbarrier {
        Mbarrier { expected, pending: expected, phase: 0, arrived: None, over: vec![], bytes: 0, coming: vec![] }
    }

    /// The number of the phase in which so many arrivals are counted, and whether it is over by them; nothing if it expects fewer.
    pub(in crate::replay) fn arrive(&mut self, known: Known, count: u32) -> Option<(u64, bool)> {
        let number = self.phase;
        self.pending = self.pending.checked_sub(count)?;
        self.learn(known);
        Some((number, self.goes_on()))
    }

    fn learn(&mut self, known: Known) {
        self.arrived = Some(match self.arrived.take() {
            Some(others) => others.joined(&known),
            None => known,
        });
    }

    /// All have arrived, and bytes have to come.
    pub(in crate::replay) fn waits_for_bytes(&self) -> bool {
        self.pending == 0
    }

    /// More bytes have to come.
    pub(in crate::replay) fn expect(&mut self, bytes: u32) {
        self.bytes += i64::from(bytes);
    }

    /// Bytes have come.
    pub(in crate::replay) fn complete(&mut self, bytes: u64, known: &Known) {
        self.bytes -= i64::try_from(bytes).unwrap_or(i64::MAX);
        self.learn(known.clone());
        self.goes_on();
    }

    /// The next phase begins, if all have arrived and all bytes have come.
    fn goes_on(&mut self) -> bool {
        if self.pending > 0 || self.bytes != 0 {
            return false;
        }
        let Some(known) = self.arrived.take() else { return false };
        let known = match self.over.last() {
            Some(before) => known.joined(before),
            None => known,
        };
        self.over.push(known);
        (self.pending, self.phase) = (self.expected, self.phase + 1);
        true
    }

    /// From the next phase on as many arrivals fewer are expected.
    pub(in crate::replay) fn expect_fewer(&mut self, count: u32) {
        self.expected = self.expected.saturating_sub(count);
    }

    pub(in crate::replay) fn is_over(&self, phase: PhaseOf) -> bool {
        match phase {
            PhaseOf::Number(number) => self.phase > number,
            PhaseOf::Parity(parity) => self.phase & 1 != parity & 1,
        }
    }

    /// What was known by those that arrived in a phase that is over, or in one before.
    pub(in crate::replay) fn known(&self, phase: PhaseOf) -> Option<&Known> {
        match phase {
            PhaseOf::Number(number) => self.over.get(usize::try_from(number).ok()?),
            PhaseOf::Parity(_) => self.over.last(),
        }
    }
}
