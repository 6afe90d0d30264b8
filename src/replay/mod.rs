//! Execution of a kernel: the threads of a few blocks, with concrete dimensions, parameters and memory, one instruction after
//! the other, and with a look at which accesses are ordered by nothing.
//!
//! What is run is the code as it was prepared (`crate::program`), not what lowering makes of it: so an execution of a witness
//! checks lowering and all behind it. Of a large grid only the blocks of a finding are run; the others could matter only by
//! what they write to global memory.
//!
//! `machine` is the state and `step` the meaning of instructions (`compute`, `arithmetic`, `mathematics`, `calls`, `functions`);
//! `scheduler` says who runs (`waits`, `exchange`), `memory` and `input` what memory holds, `order` and `watch` which accesses
//! race.
//!
//! **Invariant:** the same input gives the same outcome; instructions are counted, and time plays no part.
//! Direction: [`Replay::Confirmed`] is about this code and this input. What is not executed is never confirmed or refuted.

mod arithmetic;
mod calls;
mod compute;
mod exchange;
mod functions;
mod input;
mod machine;
mod mathematics;
mod memory;
mod order;
mod scheduler;
mod step;
mod values;
mod waits;
mod watch;

pub use input::{Contents, Input, Schedule};
pub use watch::{Race, Wanted};

use crate::program::Program;
use crate::verdict::{Obstacle, Replay};
use machine::Machine;
use std::collections::BTreeSet;
use watch::Watch;

/// An execution that came to its end.
#[derive(Debug)]
pub struct Execution<'p> {
    machine: Machine<'p>,
}

/// Runs a program.
///
/// # Errors
/// Why it was not run to its end.
pub fn execute<'p>(program: &'p Program, input: &Input, wanted: &Wanted) -> Result<Execution<'p>, Obstacle> {
    let mut machine = Machine::new(program, input, Watch::new(&program.sites, wanted))?;
    machine.run()?;
    Ok(Execution { machine })
}

/// What the execution of a witness shows of the race between accesses at two places, by the first schedule that shows one or
/// else by the first.
#[must_use]
pub fn replay(program: &Program, input: &Input, wanted: &Wanted) -> Replay {
    let by = |schedule| {
        let input = Input { schedule, ..input.clone() };
        match execute(program, &input, wanted) {
            Err(obstacle) => Replay::NotExecutable(obstacle),
            Ok(execution) if execution.races().next().is_some() => Replay::Confirmed,
            Ok(execution) => Replay::Refuted(execution.machine.watch.refutation()),
        }
    };
    match by(Schedule::InTurns) {
        Replay::Confirmed => Replay::Confirmed,
        Replay::NotExecutable(Obstacle::Construct { what }) => Replay::NotExecutable(Obstacle::Construct { what }),
        first => match by(Schedule::SideBySide) {
            Replay::Confirmed => Replay::Confirmed,
            Replay::Refuted(_) | Replay::NotExecutable(_) => first,
        },
    }
}

impl Execution<'_> {
    /// The races that were seen.
    pub fn races(&self) -> impl Iterator<Item = &Race> {
        self.machine.watch.races.iter()
    }

    /// Whether threads came to different barriers, or some had returned.
    #[must_use]
    pub fn parted(&self) -> bool {
        self.machine.parted
    }

    /// Instructions that were executed.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.machine.budget - self.machine.fuel
    }

    /// The names of the objects that there were races on.
    #[must_use]
    pub fn racy(&self) -> BTreeSet<&str> {
        self.races().filter_map(|race| self.machine.object_at(race.address)).collect()
    }

    /// Bytes of an object in global memory, from its start; none if no object, or several, have this name.
    #[must_use]
    pub fn bytes(&self, object: &str, at: i64, count: usize) -> Option<Vec<u8>> {
        let start = self.machine.object(object)?;
        let mut bytes = vec![0; count];
        self.machine.global.read(start.wrapping_add_signed(at), &mut bytes);
        Some(bytes)
    }
}
