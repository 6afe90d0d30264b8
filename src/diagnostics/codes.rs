//! The table of codes: what a finding can be about, one row each (docs/design.md section 8).
//!
//! **Invariants:** ids are never reused, names are unique, and every row has a page under `explain/`.

use crate::verdict::{Certainty, FindingKind, Severity};

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// `RP0001` and so on: what [`crate::verdict::Finding::code`] holds.
    pub id: &'static str,
    /// What follows `-W`, `-Wno-` and `-Werror=`; the id does too.
    pub name: &'static str,
    pub kind: FindingKind,
    /// A few words, without a capital or a full stop.
    pub title: &'static str,
    /// Of a finding that rests on nothing approximated; see [`Code::severity_of`].
    pub severity: Severity,
    /// Markdown: what it is, a wrong and a right kernel, the witness, the remedy.
    pub page: &'static str,
}

macro_rules! row {
    ($id:literal, $name:literal, $kind:ident, $severity:ident, $title:literal) => {
        Code {
            id: $id,
            name: $name,
            kind: FindingKind::$kind,
            title: $title,
            severity: Severity::$severity,
            page: include_str!(concat!("explain/", $id, ".md")),
        }
    };
}

pub static DATA_RACE: Code = row!("RP0001", "data-race", DataRace, Error, "data race");
pub static BARRIER_DIVERGENCE: Code =
    row!("RP0002", "barrier-divergence", BarrierDivergence, Error, "barrier not reached by all threads");
pub static EXITED_THREAD: Code =
    row!("RP0003", "exited-thread", ExitedThread, Warning, "barrier after some threads have returned");
pub static BENIGN_RACE: Code =
    row!("RP0004", "benign-race", BenignRace, Warning, "threads write the same value to the same cell");
pub static CONTRADICTORY_ASSUMPTIONS: Code =
    row!("RP0005", "contradictory-assumptions", ContradictoryAssumptions, Error, "assumptions that no launch meets");
pub static ATOMIC_PLAIN_RACE: Code =
    row!("RP0006", "atomic-plain-race", DataRace, Error, "race between an atomic and a plain access");
pub static VOLATILE_RACE: Code =
    row!("RP0007", "volatile-race", DataRace, Error, "race that `volatile` does not prevent");

pub static WRONG_MASK: Code =
    row!("RP0008", "wrong-mask", BarrierDivergence, Error, "lanes that a mask names and lanes that come differ");
pub static ASYNCHRONOUS_RACE: Code =
    row!("RP0009", "asynchronous-copy-race", DataRace, Error, "race with an asynchronous copy");

pub static ACTIVE_MASK: Code =
    row!("RP0010", "active-mask", Performance, Warning, "barrier of the lanes that happen to be together");

pub static WRONG_LAUNCH: Code =
    row!("RP0011", "wrong-launch", WrongLaunch, Error, "launch that the kernel or CUDA does not allow");

pub static NON_COHERENT: Code =
    row!("RP0012", "non-coherent-read", DataRace, Error, "non-coherent read of memory that the kernel writes");

/// The whole table, ordered by id.
pub static CODES: [&Code; 12] = [
    &DATA_RACE,
    &BARRIER_DIVERGENCE,
    &EXITED_THREAD,
    &BENIGN_RACE,
    &CONTRADICTORY_ASSUMPTIONS,
    &ATOMIC_PLAIN_RACE,
    &VOLATILE_RACE,
    &WRONG_MASK,
    &ASYNCHRONOUS_RACE,
    &ACTIVE_MASK,
    &WRONG_LAUNCH,
    &NON_COHERENT,
];

/// By id (in any case) or by name.
pub fn find(id_or_name: &str) -> Option<&'static Code> {
    CODES.into_iter().find(|code| code.id.eq_ignore_ascii_case(id_or_name) || code.name == id_or_name)
}

impl Code {
    /// The severity when no option asks for another: at most a warning where the finding depends on parameters or rests
    /// on approximations (docs/design.md section 2).
    pub fn severity_of(&self, certainty: Certainty) -> Severity {
        match certainty {
            Certainty::Race => self.severity,
            Certainty::Conditional | Certainty::Possible => self.severity.min(Severity::Warning),
        }
    }
}
