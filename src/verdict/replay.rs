//! What became of the execution of a finding's witness.

use super::spelled::spelled;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the execution of a witness showed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Replay {
    /// Both accesses happened, to one byte, and nothing ordered them; or a thread missed the barrier.
    Confirmed,
    /// The threads that were run did something else.
    Refuted(Refutation),
    /// It was not run to its end.
    NotExecutable(Obstacle),
}

/// What happened instead.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Refutation {
    /// No thread came to the place of the party of this number, from 1.
    NotReached { party: usize },
    /// No two threads accessed one byte there.
    Apart,
    /// Where they did, a barrier or a hand-over ordered them.
    Ordered,
    /// All threads came to the barrier together.
    Met,
}

/// Why a witness was not run to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Obstacle {
    /// Something that the interpreter does not execute.
    Construct { what: String },
    /// Too many instructions.
    Instructions,
    /// A grid of several blocks that meet at a barrier, which are not all run.
    Grid,
    /// All threads wait.
    Deadlock,
    /// A block of more threads than may be run.
    Launch,
    /// What happens depends on what memory holds of which the witness says nothing.
    Contents,
    /// A fence may order the accesses, or not.
    Fence,
    /// An address that lies in no object: the contents of memory would have to be pointers.
    Address,
    /// What was found is neither a pair of accesses nor a missed barrier.
    NoPair,
    /// The code of the kernel could not be read.
    NoCode,
    /// The interpreter failed.
    Failed,
}

impl fmt::Display for Refutation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refutation::NotReached { party } => write!(out, "no thread came to ({party})"),
            Refutation::Apart => write!(out, "the accesses were to different bytes"),
            Refutation::Ordered => write!(out, "the accesses were in order"),
            Refutation::Met => write!(out, "all threads came to the barrier"),
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Construct { what } => write!(out, "raceproof cannot run {}", spelled(what)),
            Obstacle::Instructions => write!(out, "it takes too many instructions"),
            Obstacle::Grid => write!(out, "not all blocks of the grid are executed"),
            Obstacle::Deadlock => write!(out, "all threads wait"),
            Obstacle::Launch => write!(out, "it takes too many threads"),
            Obstacle::Contents => write!(out, "it depends on contents of memory that are not known"),
            Obstacle::Fence => write!(out, "whether a fence orders the accesses depends on the hardware"),
            Obstacle::Address => write!(out, "an address lies in no object"),
            Obstacle::NoPair => write!(out, "the finding is about neither two accesses nor a barrier"),
            Obstacle::Failed => write!(out, "the interpreter failed"),
            Obstacle::NoCode => write!(out, "the code could not be read"),
        }
    }
}
