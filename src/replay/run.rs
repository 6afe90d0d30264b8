//! One execution, and what it shows.

use super::input::{Input, Numbers, Schedule, Unset};
use super::machine::Machine;
use super::watch::{Race, Wanted, Watch};
use crate::kernel::program::Program;
use crate::verdict::{Obstacle, Refutation, Replay};
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
/// else by the first. That there is none counts only if it does not hang on what this machine has of its own: what memory holds
/// of which nothing is said, and fences that order more than some hardware does.
#[must_use]
pub fn replay(program: &Program, input: &Input, wanted: &Wanted) -> Replay {
    let shown = by_schedules(program, input, wanted);
    let Replay::Refuted(refutation) = &shown else { return shown };
    let other = Input { unset: Unset::Any(Numbers::Small), ..input.clone() };
    match by_schedule(program, &other, wanted, Schedule::InTurns) {
        Replay::Refuted(again) if again == *refutation => shown,
        Replay::NotExecutable(Obstacle::Fence) => Replay::NotExecutable(Obstacle::Fence),
        Replay::Confirmed | Replay::Refuted(_) | Replay::NotExecutable(_) => Replay::NotExecutable(Obstacle::Contents),
    }
}

fn by_schedules(program: &Program, input: &Input, wanted: &Wanted) -> Replay {
    match by_schedule(program, input, wanted, Schedule::InTurns) {
        Replay::Confirmed => Replay::Confirmed,
        Replay::NotExecutable(Obstacle::Construct { what }) => Replay::NotExecutable(Obstacle::Construct { what }),
        first => match by_schedule(program, input, wanted, Schedule::SideBySide) {
            Replay::Confirmed => Replay::Confirmed,
            Replay::Refuted(_) | Replay::NotExecutable(_) => first,
        },
    }
}

fn by_schedule(program: &Program, input: &Input, wanted: &Wanted, schedule: Schedule) -> Replay {
    let input = Input { schedule, ..input.clone() };
    let execution = match execute(program, &input, wanted) {
        Err(obstacle) => return Replay::NotExecutable(obstacle),
        Ok(execution) => execution,
    };
    if execution.races().next().is_some() {
        return Replay::Confirmed;
    }
    match execution.machine.watch.refutation() {
        Refutation::Ordered if execution.machine.took_over => Replay::NotExecutable(Obstacle::Fence),
        refutation => Replay::Refuted(refutation),
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

    /// Whether a thread read what memory held at first, outside of the objects that [`Unset::In`] names.
    #[must_use]
    pub fn read_else(&self) -> bool {
        self.machine.read_else.get()
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
