//! Barriers of the cluster and addresses in the shared memory of its other blocks, in inline PTX: `barrier.cluster`, `mapa`, `getctarank`.
//!
//! Source: PTX ISA, "Parallel Synchronization and Communication Instructions: barrier.cluster" and "Data Movement and Conversion
//! Instructions: mapa, getctarank". Direction of imprecision: one under a predicate, and one among statements of other kinds, is
//! `None`, and the caller reports it.

use super::text::{Operand, listed, operand, split};

/// One half of a barrier of the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Half {
    /// Others need not wait for the thread any more; what it did before comes before what they do behind the barrier, unless it is
    /// relaxed.
    Arrive { releases: bool },
    /// The thread waits for the others.
    Wait,
}

/// A statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Barrier {
    pub(crate) half: Half,
    /// All threads of the warp come to this one instruction.
    pub(crate) aligned: bool,
}

/// The barriers that a template consists of, in order; none if it has anything else.
pub(crate) fn barriers(template: &str) -> Vec<Barrier> {
    let found: Option<Vec<Barrier>> = split(template).iter().map(|statement| barrier(statement.trim())).collect();
    found.unwrap_or_default()
}

fn barrier(statement: &str) -> Option<Barrier> {
    barrier_named(statement.strip_prefix("barrier.cluster.")?)
}

/// What is behind `barrier.cluster.`.
pub(crate) fn barrier_named(kind: &str) -> Option<Barrier> {
    let (kind, aligned) = match kind.strip_suffix(".aligned") {
        Some(kind) => (kind, true),
        None => (kind, false),
    };
    let half = match kind {
        "arrive" | "arrive.release" => Half::Arrive { releases: true },
        "arrive.relaxed" => Half::Arrive { releases: false },
        "wait" | "wait.acquire" => Half::Wait,
        _ => return None,
    };
    Some(Barrier { half, aligned })
}

/// What is asked of an address in shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The same place in the block of this rank.
    In(Operand),
    /// The rank of the block that it is in.
    Rank,
}

/// The question that a template consists of, with the operand that is the address; the first operand is the answer.
pub(crate) fn question(template: &str) -> Option<(Asked, u32)> {
    let statements = split(template);
    let [statement] = statements.as_slice() else { return None };
    let (opcode, operands) = statement.trim().split_once(char::is_whitespace)?;
    let operands: Vec<Option<Operand>> = listed(operands).into_iter().map(operand).collect();
    let is_one_of = |names: &[&str]| names.contains(&opcode);
    match operands.as_slice() {
        [Some(Operand::Register(0)), Some(Operand::Register(address)), Some(rank)]
            if is_one_of(&["mapa.u32", "mapa.u64", "mapa.shared::cluster.u32", "mapa.shared::cluster.u64"]) =>
        {
            Some((Asked::In(*rank), *address))
        }
        [Some(Operand::Register(0)), Some(Operand::Register(address))]
            if is_one_of(&[
                "getctarank.u32",
                "getctarank.u64",
                "getctarank.shared::cluster.u32",
                "getctarank.shared::cluster.u64",
            ]) =>
        {
            Some((Asked::Rank, *address))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Barrier, Half, barriers, question};

    use crate::llvm::device::ptx::text::Operand;

    #[test]
    fn halves() {
        let one = |half, aligned| Barrier { half, aligned };
        let arrive = Half::Arrive { releases: true };
        let both = "barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;";
        assert_eq!(barriers(both), [one(arrive, true), one(Half::Wait, true)]);
        assert_eq!(barriers("barrier.cluster.arrive.release.aligned;"), [one(arrive, true)]);
        assert_eq!(barriers("{ barrier.cluster.arrive.relaxed; }"), [one(Half::Arrive { releases: false }, false)]);
        assert_eq!(barriers("barrier.cluster.wait.acquire;"), [one(Half::Wait, false)]);
    }

    #[test]
    fn what_is_not_only_a_barrier_is_not_understood() {
        for text in [
            "barrier.cluster.sync;",
            "@p barrier.cluster.arrive;",
            "barrier.cluster.arrive; add.u32 $0, $1, 1;",
            "barrier.cluster.arrive.acquire;",
            "barrier.cluster.wait.relaxed;",
            "barrier.cluster.wait.aligned.acquire;",
            "",
        ] {
            assert_eq!(barriers(text), [], "{text}");
        }
    }

    #[test]
    fn addresses_of_other_blocks() {
        let rank = |n| Some((Asked::In(n), 1));
        assert_eq!(question("mapa.shared::cluster.u32 $0, $1, $2;"), rank(Operand::Register(2)));
        assert_eq!(question("mapa.u64 $0, $1, 0;"), rank(Operand::Number(0)));
        assert_eq!(question("getctarank.shared::cluster.u32 $0, $1;"), Some((Asked::Rank, 1)));
        for text in ["mapa.u32 x, $1, $2;", "@p mapa.u32 $0, $1, $2;", "mapa.u32 $0, $1, $2; add.u32 $0, $0, 4;"] {
            assert_eq!(question(text), None, "{text}");
        }
    }
}
