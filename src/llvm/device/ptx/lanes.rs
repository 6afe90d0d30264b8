//! Exchanges between the lanes of a warp in inline PTX: `shfl`, `vote`, `match`, `redux`, `elect`, `activemask`.
//! And registers that give a thread's place.
//!
//! Source: PTX ISA, "Data Movement and Conversion Instructions: shfl.sync" and "Parallel Synchronization and Communication
//! Instructions". Direction of imprecision: a mask that is no number and no argument of the call is not known.

use super::text::{Operand, operand, split};

/// The instructions that exchange values between lanes.
pub(crate) const EXCHANGES: [&str; 5] = ["shfl", "vote", "match", "redux", "elect"];

/// An exchange between the lanes of a warp that waits for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exchange {
    /// `None` if it is not understood.
    pub(crate) mask: Option<Operand>,
    /// All lanes of the mask are given one value.
    pub(crate) one_value: bool,
    /// That value is the first output of the assembly.
    pub(crate) is_result: bool,
}

/// The exchanges of a template that wait, in order.
pub(crate) fn exchanges(template: &str) -> Vec<Exchange> {
    let statements = split(template);
    let results = statements.iter().filter(|s| s.contains("$0")).count();
    let found = statements.iter().filter_map(|statement| {
        let mut words = statement.split_whitespace().skip_while(|w| w.starts_with('@'));
        let parts: Vec<&str> = words.next()?.split('.').collect();
        let name = parts.first().filter(|n| EXCHANGES.contains(n) && parts.contains(&"sync"))?;
        let operands: String = words.collect();
        let operands: Vec<&str> = operands.split(',').collect();
        let one_value = ["vote", "redux"].contains(name) || parts.starts_with(&["match", "all"]);
        let is_result = results == 1 && operands.first() == Some(&"$0");
        Some(Exchange { mask: operands.last().and_then(|o| operand(o)), one_value, is_result })
    });
    found.collect()
}

/// Whether a template does nothing but give the lanes that happen to be together.
pub(crate) fn gives_active_lanes(template: &str) -> bool {
    let statements = split(template);
    statements.len() == 1 && statements.iter().all(|s| s.split_whitespace().eq(["activemask.b32", "$0"]))
}

/// The register of a thread's place that a template gives, if it does nothing else.
pub(crate) fn place_register(template: &str) -> Option<String> {
    const PLACES: [&str; 12] = [
        "laneid",
        "lanemask_lt",
        "tid.",
        "ctaid.",
        "ntid.",
        "nctaid.",
        "cluster_ctaid.",
        "cluster_nctaid.",
        "cluster_ctarank",
        "cluster_nctarank",
        "clusterid.",
        "nclusterid.",
    ];
    let statements = split(template);
    let [statement] = statements.as_slice() else { return None };
    let words: Vec<&str> = statement.split_whitespace().collect();
    let ["mov.u32" | "mov.s32" | "mov.b32", "$0,", register] = words.as_slice() else { return None };
    let name = register.strip_prefix('%')?;
    PLACES.iter().any(|p| name.starts_with(p)).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{exchanges, gives_active_lanes};

    use crate::llvm::device::ptx::text::Operand;

    #[test]
    fn registers_of_places_are_told_by_their_names() {
        for (template, register) in [
            ("mov.u32 $0, %lanemask_lt;", Some("lanemask_lt")),
            ("mov.u32 \t$0, %laneid;", Some("laneid")),
            ("mov.s32 $0, %laneid;", Some("laneid")),
            ("mov.u64 $0, %laneid;", None),
            ("mov.u32 $0, %clock;", None),
            ("mov.u32 $0, $1;", None),
            ("mov.u32 $0, %laneid; add.u32 $0, $0, 1;", None),
        ] {
            assert_eq!(super::place_register(template).as_deref(), register, "{template}");
        }
    }

    #[test]
    fn exchanges_that_wait() {
        let one = |text| {
            let found = exchanges(text);
            (found.len() == 1).then(|| (found[0].mask, found[0].one_value, found[0].is_result))
        };
        let register = |i| Some(Operand::Register(i));
        assert_eq!(one("shfl.sync.idx.b32 $0|p, $1, $2, 0x1f, $3;"), Some((register(3), false, false)));
        let ballot = "{ .reg .pred p; setp.ne.u32 p, $1, 0; vote.sync.ballot.b32 $0, p, 0xffffffff; }";
        assert_eq!(one(ballot), Some((Some(Operand::Number(0xffff_ffff)), true, true)));
        assert_eq!(
            one("redux.sync.add.s32 $0, $1, -1; add.u32 $0, $0, $2;"),
            Some((Some(Operand::Number(!0)), true, false))
        );
        assert_eq!(one("match.any.sync.b32 $0, $1, %m;"), Some((None, false, true)));
        assert_eq!(one("again: elect.sync _|p, m;"), Some((None, false, false)));
        assert_eq!(one("vote.ballot.b32 $0, p;"), None);
        assert!(gives_active_lanes("activemask.b32 $0;"));
        assert!(!gives_active_lanes("activemask.b32 $0; xor.b32 $0, $0, 1;"));
    }
}
