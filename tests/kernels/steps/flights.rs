//! How long asynchronous copies are under way, as a thread runs them.
//!
//! The steps of a kernel have no commits and no waits, and copies stand wherever they may happen. So that this is not
//! believed but found out again, the random kernels read a cell of [`MARKS`], an array that nobody writes, before each
//! copy is issued and at each commit and wait. A wait for all but the latest `n` groups completes the others, and what a
//! commit does not follow is in none.
//!
//! What no wait completes lasts longer than its thread: to the end of the kernel.
//!
//! In kernels without marks an access of a copy happens where it stands; one that outlasts its thread, from there on.

use super::machine::{Event, Trace};
use raceproof::kernel::{Access, Kernel};

pub(crate) const MARKS: &str = "marks";
/// Bytes of a mark.
const WIDTH: i64 = 4;
/// The marks by their cells; from the last one on, waits that leave 0, 1 and so on groups open.
pub(crate) const ISSUE: i64 = 0;
pub(crate) const COMMIT: i64 = 1;
pub(crate) const WAIT_ALL: i64 = 2;
pub(crate) const WAIT: i64 = 3;

/// After the last event of any thread.
pub(crate) const NEVER: usize = usize::MAX;

/// By event of the thread: the event before which an access happens, from its own on; `None` for what is no access.
pub(crate) fn ends(kernel: &Kernel, trace: &Trace<'_>) -> Vec<Option<usize>> {
    let is_marks = |a: &Access| kernel.arrays[a.array.0].name == MARKS;
    let marked = kernel.arrays.iter().any(|a| a.name == MARKS);
    let mut ends = vec![None; trace.events.len()];
    let (mut issued, mut groups, mut issuing) = (vec![], Vec::<Vec<usize>>::new(), false);
    for (i, event) in trace.events.iter().enumerate() {
        let Event::Access { access, range, .. } = event else {
            issuing = false;
            continue;
        };
        let mark = is_marks(access).then_some(range.0 / WIDTH);
        match mark {
            None if access.copy.is_some() && marked => {
                if issuing && !access.outlasts() {
                    ends[i] = Some(NEVER);
                    issued.push(i);
                }
                continue;
            }
            None => ends[i] = Some(if access.outlasts() { NEVER } else { i + 1 }),
            Some(ISSUE) => {}
            Some(COMMIT) => groups.push(std::mem::take(&mut issued)),
            Some(WAIT_ALL) => {
                let all = groups.drain(..).flatten().chain(issued.drain(..));
                all.for_each(|copy| ends[copy] = Some(i));
            }
            Some(wait) => {
                let open = groups.len().min((wait - WAIT) as usize);
                let complete = groups.drain(..groups.len() - open).flatten();
                complete.for_each(|copy| ends[copy] = Some(i));
            }
        }
        issuing = mark == Some(ISSUE);
    }
    ends
}
