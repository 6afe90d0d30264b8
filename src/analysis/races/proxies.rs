//! Writes that bulk copies need not see: a thread's own instructions access memory through the generic proxy, and bulk copies through the
//! asynchronous one. Such a write stands again behind each barrier until its thread passes a fence of proxies
//! (`llvm/lower/sync/under_way/in_flight.rs`), and meets bulk copies that read there, and nothing else.
//!
//! Source: PTX ISA, "Memory Consistency Model: Proxies". Direction: a fence of the thread that issues the copy counts, too.

use crate::kernel::{Access, Mode};

/// Whether one of two accesses is a write that stands again, and the other one no copy that reads what need not be there.
pub(super) fn is_of_no_matter([left, right]: [&Access; 2]) -> bool {
    let again = |a: &Access| a.unfenced.is_some_and(|u| u.again);
    let reads =
        |a: &Access| a.mode == Mode::Read && a.copy.is_some_and(|c| !c.again && c.bulk.is_some_and(|b| !b.fenced));
    match (again(left), again(right)) {
        (false, false) => false,
        (true, true) => true,
        (true, false) => !reads(right),
        (false, true) => !reads(left),
    }
}
