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
    /// What to do about it, in one sentence without a capital or a full stop; the page says more.
    pub remedy: &'static str,
    /// Its kind, and how bad it is.
    pub rule: Rule,
    /// Markdown: what it is, a wrong and a right kernel, the witness, the remedy.
    pub page: &'static str,
}

macro_rules! row {
    ($rule:ident, $page:literal, $name:literal, $title:literal, $remedy:literal) => {
        Code {
            id: rules::$rule.id,
            name: $name,
            title: $title,
            remedy: $remedy,
            rule: rules::$rule,
            page: include_str!(concat!("explain/", $page, ".md")),
        }
    };
}

pub static DATA_RACE: Code = row!(
    DATA_RACE,
    "RP0001",
    "data-race",
    "data race",
    "order the accesses by a barrier (within a block), give each thread cells of its own, or make both atomic"
);
pub static BARRIER_DIVERGENCE: Code = row!(
    BARRIER_DIVERGENCE,
    "RP0002",
    "barrier-divergence",
    "barrier not reached by all threads",
    "move the barrier out of the branch or loop that some threads leave, so that only the work stays in it"
);
pub static EXITED_THREAD: Code = row!(
    EXITED_THREAD,
    "RP0003",
    "exited-thread",
    "barrier after some threads have returned",
    "replace the early `return` by a condition around the work, so that all threads come to the barrier"
);
pub static BENIGN_RACE: Code = row!(
    BENIGN_RACE,
    "RP0004",
    "benign-race",
    "threads write the same value to the same cell",
    "let one thread write, or use an atomic; where it is meant: `// raceproof: allow(RP0004) reason`"
);
pub static CONTRADICTORY_ASSUMPTIONS: Code = row!(
    CONTRADICTORY_ASSUMPTIONS,
    "RP0005",
    "contradictory-assumptions",
    "assumptions that no launch meets",
    "correct the contract, `assert` or option that no launch meets"
);
pub static ATOMIC_PLAIN_RACE: Code = row!(
    ATOMIC_PLAIN_RACE,
    "RP0006",
    "atomic-plain-race",
    "race between an atomic and a plain access",
    "make the plain access atomic, too, or put a barrier between the accesses"
);
pub static VOLATILE_RACE: Code = row!(
    VOLATILE_RACE,
    "RP0007",
    "volatile-race",
    "race that `volatile` does not prevent",
    "put a barrier between the accesses, or use atomics in place of `volatile`"
);

pub static WRONG_MASK: Code = row!(
    WRONG_MASK,
    "warps/RP0008",
    "wrong-mask",
    "lanes that a mask names and lanes that come differ",
    "call it with all lanes of the mask, or make the mask before the branch: `__ballot_sync(0xffffffff, condition)`"
);
pub static ASYNCHRONOUS_RACE: Code = row!(
    ASYNCHRONOUS_RACE,
    "copies/RP0009",
    "asynchronous-copy-race",
    "race with an asynchronous copy",
    "wait for the copy before the barrier that stands before the access, and fill a buffer again only behind a barrier"
);

pub static ACTIVE_MASK: Code = row!(
    ACTIVE_MASK,
    "warps/RP0010",
    "active-mask",
    "barrier of the lanes that happen to be together",
    "name the lanes that have to meet: `__syncwarp()`, or the mask that `__ballot_sync` makes before a branch"
);

pub static WRONG_LAUNCH: Code = row!(
    WRONG_LAUNCH,
    "RP0011",
    "wrong-launch",
    "launch that the kernel or CUDA does not allow",
    "launch the kernel as it requires, or let it require less"
);

pub static NON_COHERENT: Code = row!(
    NON_COHERENT,
    "RP0012",
    "non-coherent-read",
    "non-coherent read of memory that the kernel writes",
    "read by a plain load what the kernel itself writes, without `__ldg` or `ld.global.nc`"
);

pub static SEED_READ: Code = row!(
    SEED_READ,
    "RP0013",
    "seed-read",
    "plain read as the first guess of a compare-and-swap",
    "read the first guess atomically, or start from a constant"
);

pub static EXCHANGED_READ: Code = row!(
    EXCHANGED_READ,
    "warps/RP0014",
    "exchanged-read",
    "read that only an exchange of the warp keeps before a write",
    "put `__syncwarp()` between the exchange and the write"
);

pub static ABSENT_BLOCK: Code = row!(
    ABSENT_BLOCK,
    "RP0015",
    "absent-block",
    "access to the shared memory of a block that may not run",
    "let all threads of the cluster meet (`cluster.sync()`) before the first access to another block and behind the last one"
);

pub static PROXY_FENCE: Code = row!(
    PROXY_FENCE,
    "copies/RP0016",
    "proxy-fence",
    "bulk copy of what was written without a fence of proxies",
    "put `fence.proxy.async` behind the writes and before the barrier, in all threads that write"
);

pub static REDUNDANT_BARRIER: Code = row!(
    REDUNDANT_BARRIER,
    "RP0017",
    "redundant-barrier",
    "barrier that the proof can do without",
    "take the barrier out"
);

pub static BANK_CONFLICT: Code = row!(
    BANK_CONFLICT,
    "performance/RP0018",
    "bank-conflict",
    "lanes that wait for each other at a bank of shared memory",
    "pad the rows (`tile[32][33]`), or let neighbouring lanes access neighbouring words"
);

pub static UNCOALESCED: Code = row!(
    UNCOALESCED,
    "performance/RP0019",
    "uncoalesced",
    "lanes of a warp that move more of global memory than they need",
    "let neighbouring lanes access neighbouring cells"
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
