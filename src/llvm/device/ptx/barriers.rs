//! Barriers with numbers in inline PTX: `bar.sync`, `barrier.arrive` and their kin.
//!
//! Source: PTX ISA, "Parallel Synchronization and Communication Instructions: bar, barrier". Direction of imprecision: one
//! under a predicate, one that reduces, and one among other statements is `None`, and the caller reports it.

use super::text::{Operand, operand, split};

/// A barrier with a number, and how many threads it is for, if not all of the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Barrier {
    pub(crate) id: Operand,
    pub(crate) count: Option<Operand>,
    /// They do not only arrive.
    pub(crate) waits: bool,
}

/// The barrier that a template consists of: `bar.sync`, `barrier.arrive` and their kin.
pub(crate) fn barrier(template: &str) -> Option<Barrier> {
    let all = split(template);
    let mut statements = all.iter().map(|s| s.trim()).filter(|s| !s.is_empty());
    let (Some(statement), None) = (statements.next(), statements.next()) else { return None };
    let (opcode, operands) = statement.split_once(char::is_whitespace)?;
    let kind = opcode.strip_prefix("bar.").or_else(|| {
        let kind = opcode.strip_prefix("barrier.")?;
        Some(kind.strip_suffix(".aligned").unwrap_or(kind))
    })?;
    let waits = match kind.strip_prefix("cta.").unwrap_or(kind) {
        "sync" => true,
        "arrive" => false,
        _ => return None,
    };
    let operands: Option<Vec<Operand>> = operands.split(',').map(|o| operand(o.trim())).collect();
    match operands?.as_slice() {
        [id] if waits => Some(Barrier { id: *id, count: None, waits }),
        [id, count] => Some(Barrier { id: *id, count: Some(*count), waits }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Barrier, barrier};

    use crate::llvm::device::ptx::text::Operand;

    #[test]
    fn barriers() {
        let of = |id, count, waits| Some(Barrier { id, count, waits });
        let (one, size) = (Operand::Number(1), Some(Operand::Number(64)));
        assert_eq!(barrier("bar.sync 1, 64;"), of(one, size, true));
        assert_eq!(barrier("{ barrier.sync $0; }"), of(Operand::Register(0), None, true));
        assert_eq!(barrier("barrier.cta.sync.aligned\t1,64;\n"), of(one, size, true));
        assert_eq!(barrier("barrier.arrive 1, 64;"), of(one, size, false));
        assert_eq!(barrier("bar.cta.arrive 1, 64;"), of(one, size, false));
    }

    #[test]
    fn other_barriers_are_not_understood() {
        for text in [
            "bar.arrive 1;",
            "bar.sync.aligned 1;",
            "@p bar.sync 1, 64;",
            "bar.red.popc.u32 $0, 1, p;",
            "bar.sync 1, 64; bar.sync 2, 64;",
            "bar.sync 1, 64, 3;",
            "bar.warp.sync $0;",
            "barrier.cluster.sync;",
            "bar.sync;",
            "",
        ] {
            assert_eq!(barrier(text), None, "{text}");
        }
    }
}
