//! From the worst warp of each access to a note.
//!
//! Of several launches the worst one is told; accesses of one place of the source are one.

use super::worst::{Worst, worst};
use crate::analysis::facts::prepare::prepare;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::witness::{described, element};
use crate::kernel::target::LANES;
use crate::kernel::{Access, Array, Kernel, LaunchFacts, Loop, Mode, Part, Step, walk};
use crate::span::Span;
use crate::verdict::rules::{BANK_CONFLICT, Rule, UNCOALESCED};
use crate::verdict::{AccessMode, Cost, Finding, LaneAccess, LaunchSites, Level, Party, Together};
use std::cell::Cell;

/// Evaluations for one launch of a kernel, and for one access.
const FUEL: u64 = 20_000_000;
const ACCESS_FUEL: u64 = 3_000_000;
/// The most cells that the text names.
const NAMED: usize = 6;

/// A note, with how bad it is.
struct Note {
    rank: (u64, u64),
    finding: Finding,
}

/// The notes for launches of a kernel, each with where it is seen.
#[must_use]
pub fn notes(launches: &[(&Kernel, LaunchFacts, Option<LaunchSites>)]) -> Vec<Finding> {
    let mut all: Vec<Note> = vec![];
    for (kernel, facts, sites) in launches {
        for mut note in of_launch(&prepare(kernel, facts)) {
            note.finding.launches.extend(sites.clone());
            match all.iter_mut().find(|known| place(&known.finding) == place(&note.finding)) {
                Some(known) if note.rank > known.rank => *known = note,
                Some(_) => {}
                None => all.push(note),
            }
        }
    }
    all.sort_by(|a, b| span(&a.finding).cmp(&span(&b.finding)));
    all.into_iter().map(|note| note.finding).collect()
}

fn span(finding: &Finding) -> Option<&Span> {
    finding.parties.first().map(|party| &party.span)
}

fn place(finding: &Finding) -> (&str, &str, Option<&Span>) {
    (finding.code, &finding.array, span(finding))
}

fn of_launch(world: &Prepared) -> Vec<Note> {
    let steps = walk::with_loops(&world.kernel.body).into_iter();
    let accesses = steps.filter_map(|(step, around)| match step {
        Step::Access(access) => Some((access, around)),
        Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
    });
    let mut left = FUEL;
    let note = |(access, around): (&Access, Vec<&Loop>)| {
        let fuel = Cell::new(left.min(ACCESS_FUEL));
        let given = fuel.get();
        let note = of_access(world, access, &around, &fuel);
        left = left.saturating_sub(given - fuel.get().min(given));
        note
    };
    accesses.filter(|(access, _)| is_of_lanes(access)).filter_map(note).collect()
}

/// Whether it is an instruction for which each lane has an address: of a place of its own, or of a row of a matrix.
fn is_of_lanes(access: &Access) -> bool {
    let is_by_lane = access.copy.is_none_or(|copy| copy.bulk.is_none() && !copy.product);
    let is_placed = access.tile.as_ref().is_none_or(|tile| match tile.part {
        Part::OfLane(..) => true,
        Part::Numbered(_) => false,
    });
    is_by_lane && is_placed && !access.is_again() && access.life.is_none()
}

fn of_access(world: &Prepared, access: &Access, around: &[&Loop], fuel: &Cell<u64>) -> Option<Note> {
    let array = world.kernel.arrays.get(access.array.0).filter(|array| !array.unknown_object)?;
    let bytes = world.terms.as_const(access.bytes)?;
    let found = worst(world, access, around, fuel)?;
    Some(Note { rank: found.rank, finding: finding(array, access, bytes, found) })
}

fn finding(array: &Array, access: &Access, bytes: u64, found: Worst) -> Finding {
    let (mode, verb) = match access.mode {
        Mode::Read => (AccessMode::Read, "read"),
        Mode::Write(_) => (AccessMode::Write, "write"),
        Mode::Atomic(_) => (AccessMode::Atomic, "atomic access"),
    };
    let (rule, what) = said(array, verb, &found);
    let together = together(array, bytes, &found);
    let contents = found.rests_on_contents.then(|| CONTENTS.to_owned());
    let notes = [lanes_of(&together)].into_iter().chain(contents).collect();
    let first = together.lanes.iter().find(|lane| lane.collides).or(together.lanes.first());
    let thread = first.map_or([0; 3], |lane| lane.thread);
    let (iterations, shared): (Vec<_>, Vec<_>) = found.values.into_iter().partition(|(_, _, counts)| *counts);
    let plain = |(name, value, _)| (name, value);
    let dims = ["blockDim.x", "blockDim.y", "blockDim.z"].into_iter().zip(found.shape);
    let witness = dims.map(|(name, n)| (name.to_owned(), i64::from(n))).chain(shared.into_iter().map(plain));
    let values = iterations.into_iter().map(plain).collect();
    let (span, block, variables, opaque) = (access.span.clone(), found.block, vec![], vec![]);
    Finding {
        array: array.name.clone(),
        parties: vec![Party { mode, span, thread, block, values, variables, opaque }],
        witness: witness.collect(),
        notes,
        together: Some(together),
        ..rule.finding(Level::Warp, what)
    }
}

/// The lanes of the warp with their cells.
fn together(array: &Array, bytes: u64, found: &Worst) -> Together {
    let lane = |(lane, thread, at): &(u32, [u32; 3], i64)| LaneAccess {
        lane: *lane,
        thread: *thread,
        at: *at,
        cell: element(array, *at),
        collides: found.colliding.contains(lane),
    };
    Together { cost: found.cost, bytes, lanes: found.lanes.iter().map(lane).collect() }
}

/// What is said where guards read memory.
const CONTENTS: &str = "this is so where memory holds what lets all of these lanes come";

/// The rule, and what happens.
fn said(array: &Array, verb: &str, found: &Worst) -> (Rule, String) {
    let array = described(array);
    let count = found.lanes.len();
    let lanes = if count == 1 { "1 lane".to_owned() } else { format!("{count} lanes") };
    match found.cost {
        Cost::Banks { degree, bank } => {
            let of = match LANES / found.served.max(1) {
                2 => " of a half warp",
                4 => " of a quarter warp",
                _ => "",
            };
            let colliding = found.colliding.len();
            let what = format!(
                "{degree}-way bank conflict: {verb} of {array} by {colliding} lanes{of} in {degree} words of bank {bank}"
            );
            (BANK_CONFLICT, what)
        }
        Cost::Sectors { moved, least } => {
            let suffice = if least == 1 { "1 holds".to_owned() } else { format!("{least} hold") };
            let what = format!(
                "uncoalesced {verb} of {array}: {lanes} of a warp move {moved} sectors of 32 bytes, where {suffice} their bytes"
            );
            (UNCOALESCED, what)
        }
    }
}

/// A few lanes with their cells: `lane 0 at tile[0][0], lane 1 at tile[1][0] and 30 more`.
fn lanes_of(together: &Together) -> String {
    let collide: Vec<&LaneAccess> = match together.cost {
        Cost::Banks { .. } => together.lanes.iter().filter(|lane| lane.collides).collect(),
        Cost::Sectors { .. } => together.lanes.iter().collect(),
    };
    let named: Vec<String> =
        collide.iter().take(NAMED).map(|lane| format!("lane {} at `{}`", lane.lane, lane.cell)).collect();
    let more = collide.len().saturating_sub(NAMED);
    let rest = if more == 0 { String::new() } else { format!(", and {more} more") };
    format!("{}{rest}", named.join(", "))
}
