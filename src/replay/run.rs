//! One execution, and what it shows.

use super::input::{Input, Schedule};
use super::machine::Machine;
use super::watch::{Race, Wanted, Watch};
use crate::kernel::program::Program;
use crate::verdict::{Obstacle, Replay};
use std::collections::BTreeSet;

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
