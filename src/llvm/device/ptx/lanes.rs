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

/// An election of one lane of a mask, and what the outputs of the template are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Election {
    pub(crate) mask: Operand,
    /// By the number of the output.
    pub(crate) outputs: Vec<(u32, OfElection)>,
}

/// What an output of an election is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OfElection {
    /// The number of the elected lane.
    Lane,
    /// 1 in the elected lane, 0 in all others.
    Chosen,
    /// 1 in the elected lane; in the others what it was before.
    Set,
}

/// The election that a template consists of: `elect.sync rx|p, $2; @p mov.s32 $1, 1; mov.s32 $0, rx;`, or with `selp.b32 $0, 1, 0, p`.
pub(crate) fn election(template: &str) -> Option<Election> {
    let all = split(template);
    let mut statements = all.iter().map(|s| s.trim()).filter(|s| !s.starts_with(".reg"));
    let (opcode, operands) = statements.next()?.split_once(char::is_whitespace)?;
    let (results, mask) = operands.split_once(',').filter(|_| opcode == "elect.sync")?;
    let (lane, predicate) = results.trim().split_once('|')?;
    let mask = operand(mask.trim())?;
    let output = |text: &str| text.strip_prefix('$')?.parse().ok();
    let mut outputs: Vec<(u32, OfElection)> = vec![];
    for statement in statements {
        let words: Vec<&str> = statement.split([' ', '\t', ',', '\n']).filter(|w| !w.is_empty()).collect();
        let is = |opcode: &str, name: &str| {
            opcode.strip_prefix(name).is_some_and(|rest| [".b32", ".u32", ".s32"].contains(&rest))
        };
        let found = match words.as_slice() {
            [opcode, to, "1", "0", by] if is(opcode, "selp") && *by == predicate => (output(to)?, OfElection::Chosen),
            [by, opcode, to, "1"] if is(opcode, "mov") && by.strip_prefix('@') == Some(predicate) => {
                (output(to)?, OfElection::Set)
            }
            [opcode, to, from] if is(opcode, "mov") && *from == lane => (output(to)?, OfElection::Lane),
            _ => return None,
        };
        if outputs.iter().any(|(number, _)| *number == found.0) {
            return None;
        }
        outputs.push(found);
    }
    Some(Election { mask, outputs })
}

/// The argument that is what an output held before, by the constraints of inline assembly.
pub(crate) fn tied(constraints: &str, output: u32) -> Option<u32> {
    let inputs = constraints.split(',').filter(|c| !c.starts_with(['=', '~']));
    let number = output.to_string();
    inputs.zip(0..).find(|(c, _)| *c == number).map(|(_, argument)| argument)
}

#[cfg(test)]
mod tests {
    use super::{Election, OfElection, election, exchanges, gives_active_lanes};

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
    fn elections() {
        let of = |mask, outputs: &[(u32, OfElection)]| Some(Election { mask, outputs: outputs.to_vec() });
        let chosen = "{ .reg .pred P; elect.sync _|P, $1; selp.b32 $0, 1, 0, P; }";
        assert_eq!(election(chosen), of(Operand::Register(1), &[(0, OfElection::Chosen)]));
        let both = "{ .reg .b32 %rx; .reg .pred %px; elect.sync %rx|%px, $2; @%px mov.s32 $1, 1; mov.s32 $0, %rx; }";
        assert_eq!(election(both), of(Operand::Register(2), &[(1, OfElection::Set), (0, OfElection::Lane)]));
        for text in [
            "elect.sync _|p, m;",
            "elect.sync _|p, -1; selp.b32 $0, 0, 1, p;",
            "elect.sync _|p, -1; @!p mov.s32 $0, 1;",
            "elect.sync _|p, -1; bar.sync 0;",
        ] {
            assert_eq!(election(text), None, "{text}");
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
