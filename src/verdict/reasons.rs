//! Why a question about a kernel has no answer.
//!
//! They stay data until a report is rendered. `raceproof explain RU0002` says what one means
//! (`src/diagnostics/assumptions.md`). Direction: what is open is never taken to be harmless.

use super::catalogue::catalogue;
use serde::{Deserialize, Serialize};
use std::fmt;

catalogue! {
    /// What stands in the way of an answer.
    pub enum Reason;

    "RU0001" Unsupported { what: String } => "{what}";
    "RU0002" WorkUsedUp => "the work for this kernel was used up";
    "RU0003" TimeUsedUp => "the time for this kernel was used up (see --timeout)";
    "RU0004" NotFinished => "it was not finished in the time for the whole command (see --budget)";
    "RU0005" Failed => "raceproof itself failed on this kernel (please report it)";
    /// In the solver's words.
    "RU0006" Solver { why: String } => "{why}";
    "RU0007" Unconfirmed => "the solver's witness could not be confirmed";
    "RU0008" ManyRaces { races: usize } => "stopped after {races} races";
    "RU0009" NoPhases => "its races are not checked until all threads come to its barriers";
    /// The name of the pointer.
    "RU0010" LoadedPointer { pointer: String } => "`{pointer}` is a pointer loaded from memory: it may point anywhere";
    "RU0011" NonCoherentRead { line: u32 } => "the non-coherent read at line {line} may be of memory that the kernel writes: a pointer is loaded from memory";
    "RU0012" DifferentTiles { line: u32 } => "the lanes of a warp may name different tiles to load or store together at line {line}";
    "RU0013" ClusterLevel => "races at level cluster are not checked yet";
    /// As the finding says it.
    "RU0014" Contradiction { what: String } => "{what}";
    "RU0015" BrokenContract => "a launch breaks what the kernel requires, and nothing is known of what it does then";
    "RU0016" OtherLaunch => "it is not checked: it is launched otherwise than was given";
}

/// What a question is about. Lines are 0 if they are not known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum About {
    Kernel,
    Barrier { line: u32 },
    Mask { line: u32 },
    Pair { array: String, lines: [u32; 2] },
    NonCoherentRead { array: String, line: u32 },
}

/// A question without an answer.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Open {
    pub about: About,
    pub why: Reason,
    /// The architectures that it is open for; empty: for all.
    pub architectures: Vec<String>,
}

impl Open {
    /// About something of a kernel.
    #[must_use]
    pub fn about(about: About, why: impl Into<Reason>) -> Open {
        Open { about, why: why.into(), architectures: vec![] }
    }

    /// About all of a kernel.
    #[must_use]
    pub fn kernel(why: impl Into<Reason>) -> Open {
        Open::about(About::Kernel, why)
    }
}

impl fmt::Display for Open {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.about {
            About::Kernel => {}
            About::Barrier { line } => write!(out, "barrier at line {line}: ")?,
            About::Mask { line } => write!(out, "mask at line {line}: ")?,
            About::Pair { array, lines: [0, _] | [_, 0] } => write!(out, "{array}: ")?,
            About::Pair { array, lines: [a, b] } => write!(out, "{array}, lines {} and {}: ", a.min(b), a.max(b))?,
            About::NonCoherentRead { array, line } => write!(out, "{array}, line {line}: ")?,
        }
        self.why.fmt(out)
    }
}

/// All in one line, those of the same architectures together.
pub(super) fn sentence(open: &[Open]) -> String {
    let parts = open.chunk_by(|a, b| a.architectures == b.architectures).map(|part| {
        let texts: Vec<String> = part.iter().map(Open::to_string).collect();
        match part {
            [Open { architectures, .. }, ..] if !architectures.is_empty() => {
                format!("{} (as compiled for {})", texts.join("; "), architectures.join(", "))
            }
            _ => texts.join("; "),
        }
    });
    parts.collect::<Vec<_>>().join("; ")
}
