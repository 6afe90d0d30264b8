//! mbarriers: objects that count arrivals, and go on to their next phase once as many have arrived as they are for.
//!
//! Source: PTX ISA, "Asynchronous Barriers: mbarrier". Whoever finds that a phase is over knows what all knew that arrived in it.
//! A test that does not succeed at once is made when it does, or when nobody else can go on: a thread may come late. Where threads run
//! side by side, it fails.

use crate::kernel::program::{MbarrierStep, Operand, PhaseName, Register};
use crate::replay::input::Schedule;
use crate::replay::machine::{Machine, State};
use crate::replay::values::value::Value;
use crate::replay::waits::{Wait, What};
use crate::replay::watch::phases::{Mbarrier, PhaseOf};
use crate::verdict::Obstacle;

impl Machine<'_> {
    pub(in crate::replay) fn mbarrier(
        &mut self,
        thread: usize,
        at: Operand,
        step: MbarrierStep,
        result: Option<Register>,
    ) -> Result<(), Obstacle> {
        let cell = self.cell(thread, self.bits(thread, at));
        match step {
            MbarrierStep::Init(count) => {
                let expected = self.bits(thread, count) as u32;
                self.mbarriers.insert(cell, Mbarrier::new(expected));
            }
            MbarrierStep::Invalidate => _ = self.mbarriers.remove(&cell),
            MbarrierStep::Arrive(count) => {
                let count = count.map_or(1, |count| self.bits(thread, count) as u32);
                let phase = self.arrive(thread, cell, count)?;
                self.set(thread, result, Value::Bits(phase));
            }
            MbarrierStep::Drop(count) => {
                let count = count.map_or(1, |count| self.bits(thread, count) as u32);
                self.mbarriers.get_mut(&cell).ok_or_else(not_set_up)?.expect_fewer(count);
                let phase = self.arrive(thread, cell, count)?;
                self.set(thread, result, Value::Bits(phase));
            }
            MbarrierStep::ArriveExpecting(bytes) => {
                while self.mbarriers.get(&cell).is_some_and(Mbarrier::waits_for_bytes) && self.deliver(cell) {}
                let bytes = self.bits(thread, bytes) as u32;
                self.mbarriers.get_mut(&cell).ok_or_else(not_set_up)?.expect(bytes);
                let phase = self.arrive(thread, cell, 1)?;
                self.set(thread, result, Value::Bits(phase));
            }
            MbarrierStep::Expect(bytes) => {
                let bytes = self.bits(thread, bytes) as u32;
                self.mbarriers.get_mut(&cell).ok_or_else(not_set_up)?.expect(bytes);
            }
            MbarrierStep::Complete(bytes) => {
                let bytes = u64::from(self.bits(thread, bytes) as u32);
                let nothing = self.clocks.nothing();
                self.mbarriers.get_mut(&cell).ok_or_else(not_set_up)?.complete(bytes, &nothing);
                self.settle_phases(self.threads[thread].block);
            }
            MbarrierStep::Wait(phase) => self.test(thread, cell, (phase, false), result)?,
            MbarrierStep::Test(phase) => self.test(thread, cell, (phase, true), result)?,
        }
        Ok(())
    }

    /// Whether a phase is over: the thread waits until it is or, if it tests, may be told that it is not.
    fn test(
        &mut self,
        thread: usize,
        cell: (usize, u64),
        (phase, tests): (PhaseName, bool),
        result: Option<Register>,
    ) -> Result<(), Obstacle> {
        let phase = match phase {
            PhaseName::State(state) => PhaseOf::Number(self.bits(thread, state)),
            PhaseName::Parity(parity) => PhaseOf::Parity(self.bits(thread, parity)),
        };
        let barrier = self.mbarriers.get(&cell).ok_or_else(not_set_up)?;
        if barrier.is_over(phase) {
            if let Some(known) = barrier.known(phase).cloned() {
                self.clocks.acquire(thread, &known);
            }
            self.set(thread, result, Value::Bits(1));
            return Ok(());
        }
        if tests && self.schedule == Schedule::SideBySide {
            self.deliver(cell);
            self.set(thread, result, Value::Bits(0));
            return Ok(());
        }
        self.wait(thread, What::Phase { cell, phase, tests }, result, false);
        Ok(())
    }

    fn arrive(&mut self, thread: usize, cell: (usize, u64), count: u32) -> Result<u64, Obstacle> {
        // Copies may have ended by now, and do where it would be too many else.
        while self.mbarriers.get(&cell).is_some_and(Mbarrier::waits_for_bytes) && self.deliver(cell) {}
        let known = self.clocks.released(thread);
        let barrier = self.mbarriers.get_mut(&cell).ok_or_else(not_set_up)?;
        let too_many = || Obstacle::Construct { what: "more arrivals than an mbarrier expects".into() };
        let (number, is_over) = barrier.arrive(known, count).ok_or_else(too_many)?;
        if is_over {
            // Before a later phase ends.
            self.settle_phases(self.threads[thread].block);
        }
        Ok(number)
    }

    /// Lets go on who waits for a phase that is over.
    pub(in crate::replay) fn settle_phases(&mut self, group: usize) -> bool {
        let mut progress = false;
        for thread in self.groups[group].threads.clone() {
            let Some(Wait { what: What::Phase { cell, phase, .. }, .. }) = self.waits(thread) else { continue };
            let over = self.mbarriers.get(cell).filter(|barrier| barrier.is_over(*phase));
            let Some(known) = over.map(|barrier| barrier.known(*phase).cloned()) else { continue };
            if let Some(known) = known {
                self.clocks.acquire(thread, &known);
            }
            self.go_on(thread, |_| Value::Bits(1));
            progress = true;
        }
        progress
    }

    /// Where nobody can go on else, those that test are told that the phase is not over.
    pub(in crate::replay) fn settle_tests(&mut self) -> bool {
        let mut progress = false;
        for thread in 0..self.threads.len() {
            let tests = matches!(&self.threads[thread].state,
                State::Waiting(Wait { what: What::Phase { tests, .. }, .. }) if *tests);
            if tests {
                self.go_on(thread, |_| Value::Bits(0));
                progress = true;
            }
        }
        progress
    }
}

fn not_set_up() -> Obstacle {
    Obstacle::Construct { what: "an mbarrier that is not set up".into() }
}
