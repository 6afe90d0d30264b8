//! Where a barrier would order two accesses: of one missing barrier there may be many races, and they are one defect.
//!
//! A place is the number of the access that the barrier would stand in front of. A write at 3 and a read at 6 that no barrier
//! separates are ordered by one in front of 4, 5 or 6. If the read is in a later iteration of a synchronised loop that goes from
//! 2 to 8, it is one in front of 7, 8 or 9, at the loop's end, or of 2 to 6, at its start.
//!
//! Direction: by the order of the program. In a loop without barriers two threads may be in different iterations, so that
//! one barrier may not be enough there; and a place may be where not all threads come. What is said with it claims neither.

use super::idle;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::phases::products::{Link, Occurrence};
use crate::kernel::{Step, walk};
use crate::span::Span;
use crate::verdict::{Idle, Level};

/// Where a barrier is missing.
#[derive(Clone, Default)]
pub(crate) struct Gap {
    /// The first and last places of each part of the program in which a barrier would order the two; none where none would.
    pub places: Vec<(usize, usize)>,
    /// The right access is in a later iteration of this loop.
    pub round: Option<Span>,
    /// What stands between the two and does not order them.
    pub idle: Vec<Idle>,
}

/// Where a barrier would order the two.
pub(crate) fn between(world: &Prepared, level: Level, pair: [&Occurrence<'_>; 2], link: Option<&Link>) -> Gap {
    let body = &world.kernel.body;
    let places = places(body, level, pair, link);
    let round = link.map(|link| link.span.clone()).filter(|span| !places.is_empty() && span.line > 0);
    Gap { places, round, idle: idle::between(world, level, pair.map(|o| o.access), link) }
}

fn places(
    body: &[Step],
    level: Level,
    [left, right]: [&Occurrence<'_>; 2],
    link: Option<&Link>,
) -> Vec<(usize, usize)> {
    match level {
        Level::Warp | Level::Block => {}
        Level::Cluster | Level::Grid => return vec![],
    }
    let (left, right) = (left.access, right.access);
    if left.copy.is_some() || right.copy.is_some() {
        return vec![]; // a copy ends where it is waited for
    }
    let looped = link.and_then(|link| {
        walk::steps(body).find_map(|step| match step {
            Step::Loop(l) if l.counter == link.counter => Some(l),
            Step::Loop(_) | Step::Access(_) | Step::Sync(_) | Step::Fence(_) => None,
        })
    });
    let parts = match looped {
        None => vec![(left.id.min(right.id) + 1, left.id.max(right.id))],
        Some(l) => {
            let numbers = || walk::accesses(&l.body).map(|access| access.id);
            let (first, last) = (numbers().min().unwrap_or(right.id), numbers().max().unwrap_or(left.id));
            vec![(left.id + 1, last + 1), (first, right.id)]
        }
    };
    parts.into_iter().filter(|(from, to)| from <= to).collect()
}
