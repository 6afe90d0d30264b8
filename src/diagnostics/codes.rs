//! The table of codes: what a finding can be about, one row each (docs/design.md section 8).
//!
//! **Invariants:** ids are never reused, names are unique, and every row has a page under `explain/`.

use crate::verdict::rules::{self, Rule};

/// One row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// `RP0001` and so on: what [`crate::verdict::Finding::code`] holds.
    pub id: &'static str,
    /// What follows `-W`, `-Wno-` and `-Werror=`; the id does too.
    pub name: &'static str,
    /// A few words, without a capital or a full stop.
    pub title: &'static str,
    /// Its kind, and how bad it is.
    pub rule: Rule,
    /// Markdown: what it is, a wrong and a right kernel, the witness, the remedy.
    pub page: &'static str,
}

macro_rules! row {
    ($rule:ident, $page:literal, $name:literal, $title:literal) => {
        Code {
            id: rules::$rule.id,
            name: $name,
            title: $title,
            rule: rules::$rule,
            page: include_str!(concat!("explain/", $page, ".md")),
        }
    };
}

pub static DATA_RACE: Code = row!(DATA_RACE, "RP0001", "data-race", "data race");
pub static BARRIER_DIVERGENCE: Code =
    row!(BARRIER_DIVERGENCE, "RP0002", "barrier-divergence", "barrier not reached by all threads");
pub static EXITED_THREAD: Code =
    row!(EXITED_THREAD, "RP0003", "exited-thread", "barrier after some threads have returned");
pub static BENIGN_RACE: Code =
    row!(BENIGN_RACE, "RP0004", "benign-race", "threads write the same value to the same cell");
pub static CONTRADICTORY_ASSUMPTIONS: Code =
    row!(CONTRADICTORY_ASSUMPTIONS, "RP0005", "contradictory-assumptions", "assumptions that no launch meets");
pub static ATOMIC_PLAIN_RACE: Code =
    row!(ATOMIC_PLAIN_RACE, "RP0006", "atomic-plain-race", "race between an atomic and a plain access");
pub static VOLATILE_RACE: Code =
    row!(VOLATILE_RACE, "RP0007", "volatile-race", "race that `volatile` does not prevent");

pub static WRONG_MASK: Code =
    row!(WRONG_MASK, "warps/RP0008", "wrong-mask", "lanes that a mask names and lanes that come differ");
pub static ASYNCHRONOUS_RACE: Code =
    row!(ASYNCHRONOUS_RACE, "copies/RP0009", "asynchronous-copy-race", "race with an asynchronous copy");

pub static ACTIVE_MASK: Code =
    row!(ACTIVE_MASK, "warps/RP0010", "active-mask", "barrier of the lanes that happen to be together");

pub static WRONG_LAUNCH: Code =
    row!(WRONG_LAUNCH, "RP0011", "wrong-launch", "launch that the kernel or CUDA does not allow");

pub static NON_COHERENT: Code =
    row!(NON_COHERENT, "RP0012", "non-coherent-read", "non-coherent read of memory that the kernel writes");

pub static SEED_READ: Code =
    row!(SEED_READ, "RP0013", "seed-read", "plain read as the first guess of a compare-and-swap");

pub static EXCHANGED_READ: Code = row!(
    EXCHANGED_READ,
    "warps/RP0014",
    "exchanged-read",
    "read that only an exchange of the warp keeps before a write"
);

pub static ABSENT_BLOCK: Code =
    row!(ABSENT_BLOCK, "RP0015", "absent-block", "access to the shared memory of a block that may not run");

pub static PROXY_FENCE: Code =
    row!(PROXY_FENCE, "copies/RP0016", "proxy-fence", "bulk copy of what was written without a fence of proxies");

pub static REDUNDANT_BARRIER: Code =
    row!(REDUNDANT_BARRIER, "RP0017", "redundant-barrier", "barrier that the proof can do without");

pub static BANK_CONFLICT: Code = row!(
    BANK_CONFLICT,
    "performance/RP0018",
    "bank-conflict",
    "lanes that wait for each other at a bank of shared memory"
);

pub static UNCOALESCED: Code = row!(
    UNCOALESCED,
    "performance/RP0019",
    "uncoalesced",
    "lanes of a warp that move more of global memory than they need"
);

/// The whole table, ordered by id.
pub static CODES: [&Code; 19] = [
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
    &SEED_READ,
    &EXCHANGED_READ,
    &ABSENT_BLOCK,
    &PROXY_FENCE,
    &REDUNDANT_BARRIER,
    &BANK_CONFLICT,
    &UNCOALESCED,
];

/// By id (in any case) or by name.
pub fn find(id_or_name: &str) -> Option<&'static Code> {
    CODES.into_iter().find(|code| code.id.eq_ignore_ascii_case(id_or_name) || code.name == id_or_name)
}

#[cfg(test)]
mod tests {
    use super::CODES;

    #[test]
    fn each_code_has_its_own_page() {
        for code in CODES {
            assert!(code.page.starts_with(&format!("# {}", code.id)), "the page of {}", code.id);
        }
    }
}
