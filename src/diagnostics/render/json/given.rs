//! A witness in full, for programs that replay it.

use crate::verdict::{Given, Missed, Missing, Seen};
use serde::Serialize;

/// What a launch has to be given.
#[derive(Serialize)]
pub(super) struct Witness<'a> {
    block_dim: [u32; 3],
    grid_dim: [u32; 3],
    parameters: Vec<Argument<'a>>,
    /// Contents of memory before the launch; all else is 0.
    cells: Vec<Content<'a>>,
    /// The bytes of the array that both threads access, from its start: the first, and the one behind the last.
    bytes: Option<[i64; 2]>,
    /// Of a barrier: how it is missed.
    barrier: Option<Barrier<'a>>,
    /// The race that an execution of the witness saw, which others threads may have than those of the accesses; `cells` are those of the
    /// execution.
    seen: Option<Race<'a>>,
}

#[derive(Serialize)]
struct Race<'a> {
    /// In the order of the accesses.
    threads: [Thread; 2],
    object: &'a str,
    /// Those that both accessed, from the object's start.
    bytes: [i64; 2],
}

#[derive(Serialize)]
struct Thread {
    thread: [u32; 3],
    block: [u32; 3],
}

#[derive(Serialize)]
struct Barrier<'a> {
    /// `place`: the first thread comes, the second does not; `lane`: the second is named by the mask of the first and does not come with
    /// it; `itself`: the first is not named by its own mask; `count`: it is for another number of threads than come.
    missed: &'static str,
    /// Of the loops around it, outermost first: in which iteration, from 0, the first thread comes.
    iterations: &'a [i64],
    /// Threads may meet that wait at different places of such a barrier.
    any_place: bool,
}

#[derive(Serialize)]
struct Argument<'a> {
    name: &'a str,
    /// `value`: a parameter; `field`: of one that is passed by value, at the byte behind `+`; `distance`: from the object of
    /// the second pointer to what the first one points to.
    kind: &'static str,
    /// Its bits.
    value: u64,
}

#[derive(Serialize)]
struct Content<'a> {
    object: &'a str,
    /// In bytes from the object's start.
    at: i64,
    bits: u32,
    value: u64,
    /// Of shared memory: whose; null: all blocks'.
    block: Option<[u32; 3]>,
}

pub(super) fn given(given: &Given) -> Witness<'_> {
    let kind = |name: &str| match (name.starts_with("(char*)"), name.contains('+')) {
        (true, _) => "distance",
        (false, true) => "field",
        (false, false) => "value",
    };
    let parameters = given.parameters.iter().map(|(name, value)| Argument { name, kind: kind(name), value: *value });
    let cells = given.cells.iter();
    let cells = cells.map(|c| Content { object: &c.object, at: c.at, bits: c.bits, value: c.value, block: c.block });
    let (parameters, cells) = (parameters.collect(), cells.collect());
    let barrier = given.missed.as_ref().map(barrier);
    let seen = given.seen.as_ref().map(race);
    let [block_dim, grid_dim] = [given.block_dim, given.grid_dim];
    Witness { block_dim, grid_dim, parameters, cells, bytes: given.bytes, barrier, seen }
}

fn race(Seen { threads, blocks, object, bytes }: &Seen) -> Race<'_> {
    let threads = [0, 1].map(|i| Thread { thread: threads[i], block: blocks[i] });
    Race { threads, object, bytes: *bytes }
}

fn barrier(Missed { how, any_place, iterations }: &Missed) -> Barrier<'_> {
    let missed = match how {
        Missing::Place => "place",
        Missing::Lane => "lane",
        Missing::Itself => "itself",
        Missing::Count => "count",
    };
    Barrier { missed, iterations, any_place: *any_place }
}
