//! One execution, and what it shows.

use super::input::{Input, Numbers, Schedule, Unset};
use super::machine::Machine;
use super::watch::races::{Race, Wanted};
use crate::kernel::program::Program;
use crate::verdict::{Cell, Obstacle, Refutation, Replay, Seen};
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
    let mut machine = Machine::new(program, input, wanted)?;
    machine.run()?;
    Ok(Execution { machine })
}

/// What the execution of a witness shows of the race between accesses at two places, or of the missed barrier, by the first schedule that shows one or
/// else by the first. That there is none counts only if it does not hang on what this machine has of its own: what memory holds
/// of which nothing is said, and fences that order more than some hardware does.
#[must_use]
pub fn replay(program: &Program, input: &Input, wanted: &Wanted) -> Replay {
    replayed(program, input, wanted).0
}

/// As [`replay`], with the race that was seen.
pub(super) fn replayed(program: &Program, input: &Input, wanted: &Wanted) -> (Replay, Option<Seen>) {
    let (shown, seen) = by_schedules(program, input, wanted);
    let Replay::Refuted(refutation) = &shown else { return (shown, seen) };
    let again = again(program, input, wanted, refutation);
    (again.map_or(shown, Replay::NotExecutable), None)
}

/// Why a refutation does not count, by an execution with other contents.
fn again(program: &Program, input: &Input, wanted: &Wanted, refutation: &Refutation) -> Option<Obstacle> {
    let other = Input { unset: Unset::Any(Numbers::Small), ..input.clone() };
    match by_schedule(program, &other, wanted, Schedule::InTurns).0 {
        Replay::Refuted(again) if again == *refutation => None,
        Replay::NotExecutable(Obstacle::Fence) => Some(Obstacle::Fence),
        Replay::Confirmed | Replay::Refuted(_) | Replay::NotExecutable(_) => Some(Obstacle::Contents),
    }
}

fn by_schedules(program: &Program, input: &Input, wanted: &Wanted) -> (Replay, Option<Seen>) {
    let (first, seen) = by_schedule(program, input, wanted, Schedule::InTurns);
    if matches!(first, Replay::Confirmed | Replay::NotExecutable(Obstacle::Construct { .. })) {
        return (first, seen);
    }
    match by_schedule(program, input, wanted, Schedule::SideBySide) {
        (Replay::Confirmed, seen) => (Replay::Confirmed, seen),
        (Replay::Refuted(_) | Replay::NotExecutable(_), _) => (first, None),
    }
}

fn by_schedule(program: &Program, input: &Input, wanted: &Wanted, schedule: Schedule) -> (Replay, Option<Seen>) {
    let input = Input { schedule, ..input.clone() };
    let mut machine = match Machine::new(program, &input, wanted) {
        Err(obstacle) => return (Replay::NotExecutable(obstacle), None),
        Ok(machine) => machine,
    };
    let ended = machine.run();
    if let Wanted::Missed(_) = wanted {
        return (machine.shown(ended), None);
    }
    if let Err(obstacle) = ended {
        return (Replay::NotExecutable(obstacle), None);
    }
    if let Wanted::Absent(_) = wanted {
        let threads_of = |group: usize| machine.groups[group].threads.clone();
        let shown = match machine.watch.absent.refuted(&threads_of, &machine.clocks) {
            None => Replay::Confirmed,
            Some(Refutation::Ordered) if machine.took_over => Replay::NotExecutable(Obstacle::Fence),
            Some(refutation) => Replay::Refuted(refutation),
        };
        return (shown, None);
    }
    if !machine.watch.races.is_empty() {
        return (Replay::Confirmed, machine.seen());
    }
    let shown = match machine.watch.refutation() {
        Refutation::Ordered if machine.took_over => Replay::NotExecutable(Obstacle::Fence),
        refutation => Replay::Refuted(refutation),
    };
    (shown, None)
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

    /// The first race that was seen.
    #[must_use]
    pub fn seen(&self) -> Option<Seen> {
        self.machine.seen()
    }

    /// What memory held at first besides what the input says, where it was read; nothing if that is too much to tell.
    #[must_use]
    pub fn held_at_first(&self) -> Option<Vec<Cell>> {
        self.machine.held_at_first()
    }

    /// What a thread read first where the input says that memory holds something else.
    #[must_use]
    pub fn misread(&self) -> Vec<Cell> {
        self.machine.misread()
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
