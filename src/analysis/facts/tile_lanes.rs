//! Whose address a part of a tile has that a warp accesses together.

use crate::kernel::{Access, Part, Step, walk};
use crate::term::Term;

/// Whether lanes use the addresses of others.
#[must_use]
pub fn uses_lanes(steps: &[Step]) -> bool {
    walk::accesses(steps).any(|access| lanes_of(access).is_some())
}

/// How many lanes have the address of the access, if it is not its own, and when.
pub(crate) fn lanes_of(access: &Access) -> Option<(u32, Term)> {
    match access.tile.as_ref()?.part {
        Part::Numbered(_) => None,
        Part::OfLane(lanes, when) => Some((lanes, when)),
    }
}
