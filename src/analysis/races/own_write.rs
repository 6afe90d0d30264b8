//! What a thread reads of a cell that it has written itself a moment ago.
//!
//! ```text
//! [true] write v to begin + 0    <- W
//! [true] read begin + 0          <- B
//! ```
//!
//! `B` stands behind `W` in the thread's program, with the same place and length, and between them the thread meets no
//! barrier, no fence and no acquire, and writes nothing else that may lie there. So what others write before `W` is gone
//! where it comes before it in happens-before, and all that `B` can see besides `W` is a write that is concurrent with one of
//! both. Where each of those writes `W`'s value, `B` reads that value, and it does not matter which of them it sees.
//!
//! Direction: sound. By form where `W` stands; that its guard holds, and that the values are equal, is asked of the solver.

use crate::kernel::{Access, Array, Mode, Step, walk};

/// The write of the reading thread's own that `read` stands behind, if there is one and nothing lies between.
pub(crate) fn before<'k>(steps: &'k [Step], arrays: &[Array], read: &Access) -> Option<&'k Access> {
    let followed = arrays.get(read.array.0).is_some_and(|a| !a.unknown_object);
    if !followed || read.copy.is_some() || read.tile.is_some() || read.non_coherent {
        return None;
    }
    match look(steps, arrays, read) {
        Look::Write(write) => Some(write),
        Look::Elsewhere | Look::Open | Look::Barred => None,
    }
}

/// What lies before the read in a list of steps.
enum Look<'k> {
    /// The read is not in the list.
    Elsewhere,
    /// Nothing that matters.
    Open,
    /// Something that hides what was there before.
    Barred,
    Write(&'k Access),
}

fn look<'k>(steps: &'k [Step], arrays: &[Array], read: &Access) -> Look<'k> {
    for (at, step) in steps.iter().enumerate() {
        let within = match step {
            Step::Access(a) if a.id == read.id => Look::Open,
            Step::Loop(l) => match look(&l.body, arrays, read) {
                // The iterations before come in between.
                Look::Open if l.body.iter().any(|s| bars(s, arrays, read)) => Look::Barred,
                within @ (Look::Elsewhere | Look::Open | Look::Barred | Look::Write(_)) => within,
            },
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) => Look::Elsewhere,
        };
        match within {
            Look::Elsewhere => {}
            Look::Open => return backwards(&steps[..at], arrays, read),
            Look::Barred | Look::Write(_) => return within,
        }
    }
    Look::Elsewhere
}

fn backwards<'k>(before: &'k [Step], arrays: &[Array], read: &Access) -> Look<'k> {
    for step in before.iter().rev() {
        match step {
            Step::Access(a) if is_same_place(a, read) => return Look::Write(a),
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => {}
        }
        if bars(step, arrays, read) {
            return Look::Barred;
        }
    }
    Look::Open
}

/// Whether the access writes exactly what is read.
fn is_same_place(write: &Access, read: &Access) -> bool {
    let plain = write.copy.is_none() && write.tile.is_none() && matches!(write.mode, Mode::Write(Some(_)));
    let same_object = write.array == read.array && write.rank == read.rank;
    plain && same_object && write.offset == read.offset && write.bytes == read.bytes
}

/// Whether what was in the cell before the step, or what others did by then, may be hidden behind it.
fn bars(step: &Step, arrays: &[Array], read: &Access) -> bool {
    match step {
        Step::Access(a) => {
            let of = |a: &Access| arrays.get(a.array.0);
            let strays = of(a).is_none_or(|o| o.unknown_object && of(read).is_none_or(|r| r.space.meets(o.space)));
            let acquires = a.update.as_ref().is_some_and(|u| u.acquires);
            acquires || (a.writes() && (a.array == read.array || strays))
        }
        Step::Sync(s) => s.orders,
        Step::Fence(_) => true,
        Step::Loop(l) => walk::steps(&l.body).any(|s| match s {
            Step::Loop(_) => false,
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) => bars(s, arrays, read),
        }),
    }
}
