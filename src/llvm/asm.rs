//! Inline PTX: which instructions only compute, and which are asynchronous copies.
//!
//! Source: PTX ISA. Direction of imprecision: an instruction that is not known to compute from registers to registers is
//! reported, and so are asynchronous copies that are signalled by a barrier object, predicated, or given a cache policy.

use super::calls::{Callee, callee};
use inkwell::values::InstructionValue;

/// PTX instructions that compute registers from registers.
const ARITHMETIC: &str = "abs add addc and bfe bfi bfind bmsk brev clz cnot copysign cos cvt cvta div dp2a dp4a ex2 fma fns isspacep \
    lg2 lop3 mad mad24 madc max min mov mul mul24 neg not or popc prmt rcp rem rsqrt sad selp set setp shf shl \
    shr sin slct sqrt sub subc szext tanh testp vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad \
    vmax vmax2 vmax4 vmin vmin2 vmin4 vset vset2 vset4 vshl vshr vsub vsub2 vsub4 xor";

/// Hints: nothing is read or written that a thread could see.
const HINTS: &str = "createpolicy nanosleep prefetch prefetchu";

/// Fetches from textures, which nobody writes meanwhile, and questions about them (`llvm/library.rs`).
const TEXTURES: &str = "tex tld4 txq";

/// They end the launch; a breakpoint does so without a debugger.
const TRAPS: &str = "brkpt trap";

/// Exchanges between lanes, which order no memory, and the question which lanes are here.
const LANES: &str = "shfl vote match redux activemask elect";

/// The instructions that exchange values between lanes.
const EXCHANGES: [&str; 5] = ["shfl", "vote", "match", "redux", "elect"];

/// The statements of a template, without comments, labels and the braces of scopes.
pub(super) fn split(template: &str) -> Vec<String> {
    let lines = template.lines().map(|line| line.split("//").next().unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join(" ");
    text.split(';').map(|s| bare(s).to_owned()).filter(|s| !s.is_empty()).collect()
}

fn bare(statement: &str) -> &str {
    let text = statement.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == '}').trim_end();
    match text.split_once(':') {
        // What is asked for with `::` is part of a name.
        Some((label, rest)) if !rest.starts_with(':') && !label.contains([' ', '\t', '.', '[']) => bare(rest),
        Some(_) | None => text,
    }
}

/// Whether the instruction of this name, without suffixes, computes registers from registers.
pub(super) fn is_arithmetic(name: &str) -> bool {
    has(ARITHMETIC, name)
}

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|one| one == name)
}

/// The first instruction of the template that is neither known to be harmless nor an access or a fence that is.
pub(super) fn unmodelled(template: &str) -> Option<String> {
    for statement in split(template) {
        let mut words = statement.split_whitespace().filter(|w| !w.starts_with('@'));
        let Some(word) = words.next() else { continue };
        if word.starts_with(".reg") {
            continue;
        }
        let name = word.split('.').next().unwrap_or(word);
        let harmless = [HINTS, TEXTURES, TRAPS, LANES].iter().any(|list| has(list, name));
        let known = harmless
            || is_exit(template)
            || is_arithmetic(name)
            || super::ptx::statement(&statement).is_some()
            || super::matrix::statement(&statement).is_some();
        // Which lanes come is then up to the predicate.
        let partly = statement.contains('@') && EXCHANGES.contains(&name);
        if partly || !known {
            return Some(statement);
        }
    }
    None
}

/// Whether no thread goes on behind a template that is understood.
pub(super) fn is_trap(template: &str) -> bool {
    unmodelled(template).is_none() && split(template).iter().any(|s| has(TRAPS, s.trim()))
}

/// Whether a debugger may go on behind a template that is a trap without one.
pub(super) fn is_breakpoint(template: &str) -> bool {
    is_trap(template) && !split(template).iter().any(|s| s.trim() == "trap")
}

/// Whether a template does nothing but end the thread.
pub(super) fn is_exit(template: &str) -> bool {
    matches!(split(template).as_slice(), [statement] if statement.trim() == "exit")
}

/// Whether a template fetches from textures.
pub(super) fn fetches(template: &str) -> bool {
    let is_fetch = |s: &String| {
        s.split_whitespace()
            .find(|w| !w.starts_with('@'))
            .is_some_and(|w| has(TEXTURES, w.split('.').next().unwrap_or(w)))
    };
    split(template).iter().any(is_fetch)
}

/// An operand of an instruction in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operand {
    /// The call's argument of this number.
    Register(u32),
    Number(u64),
}

/// An exchange between the lanes of a warp that waits for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exchange {
    /// `None` if it is not understood.
    pub(super) mask: Option<Operand>,
    /// All lanes of the mask are given one value.
    pub(super) one_value: bool,
    /// That value is the first output of the assembly.
    pub(super) is_result: bool,
}

/// The exchanges of a template that wait, in order.
pub(super) fn exchanges(template: &str) -> Vec<Exchange> {
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
pub(super) fn gives_active_lanes(template: &str) -> bool {
    let statements = split(template);
    statements.len() == 1 && statements.iter().all(|s| s.split_whitespace().eq(["activemask.b32", "$0"]))
}

/// What a statement has to do with asynchronous copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CopyStep {
    /// `cp.async.{ca,cg}.shared.global`: so many bytes are written, and so many of them read; the others become 0.
    Copy {
        to: u32,
        from: u32,
        bytes: u64,
        read: Option<Operand>,
    },
    Commit,
    /// For all but the latest so many groups.
    Wait(Operand),
    WaitAll,
}

/// The statements of inline assembly that consists of asynchronous copies, commits and waits, and gives no value.
pub(super) fn copy_steps(instruction: InstructionValue<'_>) -> Option<Vec<CopyStep>> {
    let Some(Callee::Assembly(text)) = callee(instruction) else { return None };
    if !instruction.get_type().is_void_type() {
        return None;
    }
    let constant = |i: u32| super::ir::Val::of(&instruction).operand(i).constant();
    copy_statements(&text, &constant)
}

pub(super) fn copy_statements(text: &str, constant: &dyn Fn(u32) -> Option<u64>) -> Option<Vec<CopyStep>> {
    let statements = text.split([';', '\n']).map(str::trim).filter(|s| !s.is_empty());
    let steps: Option<Vec<CopyStep>> = statements.map(|s| copy_statement(s, constant)).collect();
    steps.filter(|steps| !steps.is_empty())
}

fn copy_statement(statement: &str, constant: &dyn Fn(u32) -> Option<u64>) -> Option<CopyStep> {
    let (opcode, operands) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
    let operands: Vec<&str> = operands.split(',').map(str::trim).filter(|o| !o.is_empty()).collect();
    match (opcode, operands.as_slice()) {
        ("cp.async.commit_group", []) => Some(CopyStep::Commit),
        ("cp.async.wait_all", []) => Some(CopyStep::WaitAll),
        ("cp.async.wait_group", [n]) => Some(CopyStep::Wait(operand(n)?)),
        (_, [to, from, bytes, rest @ ..]) => {
            let kind = opcode.strip_prefix("cp.async.")?;
            let kind = kind.strip_prefix("ca.").or_else(|| kind.strip_prefix("cg."))?;
            let kind = kind.strip_prefix("shared").map(|k| k.strip_prefix("::cta").unwrap_or(k))?;
            if !["", ".L2::64B", ".L2::128B", ".L2::256B"].contains(&kind.strip_prefix(".global")?) {
                return None;
            }
            let read = match rest {
                [] => None,
                [read] => Some(operand(read)?),
                [_, _, ..] => return None,
            };
            let bytes = match operand(bytes)? {
                Operand::Number(n) => n,
                Operand::Register(i) => constant(i)?,
            };
            Some(CopyStep::Copy { to: address(to)?, from: address(from)?, bytes, read })
        }
        _ => None,
    }
}

/// A barrier with a number, and how many threads it is for, if not all of the block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Barrier {
    pub(super) id: Operand,
    pub(super) count: Option<Operand>,
    /// They do not only arrive.
    pub(super) waits: bool,
}

/// The barrier that a template consists of: `bar.sync`, `barrier.arrive` and their kin.
pub(super) fn barrier(template: &str) -> Option<Barrier> {
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

/// `$1`, `16`, `0xff` or `-1`
pub(super) fn operand(text: &str) -> Option<Operand> {
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().ok().map(Operand::Register);
    }
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits.trim_end_matches('U'), 16).ok(),
        None => text.parse().ok().or_else(|| text.parse().ok().map(i64::cast_unsigned)),
    };
    number.map(Operand::Number)
}

/// `[$0]`
fn address(text: &str) -> Option<u32> {
    text.strip_prefix("[$")?.strip_suffix(']')?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::{
        Barrier, CopyStep, Operand, barrier, copy_statements, exchanges, gives_active_lanes, is_breakpoint, is_exit,
        is_trap, unmodelled,
    };

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

    #[test]
    fn asynchronous_copies() {
        let parse = |text| copy_statements(text, &|i| (i == 2).then_some(16));
        let copy = |bytes, read| CopyStep::Copy { to: 0, from: 1, bytes, read };
        assert_eq!(parse("cp.async.ca.shared.global [$0], [$1], 4;"), Some(vec![copy(4, None)]));
        let filled = "cp.async.cg.shared::cta.global.L2::128B [$0], [$1], $2, $3;\n";
        assert_eq!(parse(filled), Some(vec![copy(16, Some(Operand::Register(3)))]));
        let both = "cp.async.commit_group;\n\tcp.async.wait_group 1;\n";
        assert_eq!(parse(both), Some(vec![CopyStep::Commit, CopyStep::Wait(Operand::Number(1))]));
        assert_eq!(parse("cp.async.wait_all ;"), Some(vec![CopyStep::WaitAll]));
    }

    #[test]
    fn other_copies_are_not_understood() {
        let parse = |text| copy_statements(text, &|_| None);
        for text in [
            "",
            "@p cp.async.ca.shared.global [$0], [$1], 4;",
            "cp.async.ca.shared.global [$0], [$1], $2;",
            "cp.async.ca.shared.global [$0 + 4], [$1], 4;",
            "cp.async.ca.shared.global.L2::cache_hint [$0], [$1], 4, $2;",
            "cp.async.mbarrier.arrive.shared.b64 [$0];",
            "cp.async.bulk.commit_group;",
            "cp.async.wait_all; st.shared.u32 [$0], $1;",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn registers_only() {
        assert_eq!(unmodelled("mov.u32 $0, %laneid;"), None);
        assert_eq!(unmodelled("tex.2d.v4.f32.f32 \t{$0, $1, $2, $3}, [$4, {$5, $6}];"), None);
        assert_eq!(unmodelled("{ .reg .pred p; setp.ne.b32 p, $1, 0; selp.b32 $0, 1, 0, p; }"), None);
        assert_eq!(unmodelled(""), None);
        assert_eq!(unmodelled("{ // scope; st.u32\n NEXT: add.u32 $0, $1,\n\t$2;\n}"), None);
        assert_eq!(unmodelled("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0, $1},\n {$2}, {$3}, {$0};"), None);
    }

    #[test]
    fn accesses_that_are_understood_are_not_named() {
        assert_eq!(unmodelled("{ fence.sc.gpu; ld.acquire.gpu.u32 $0,[$1]; }"), None);
        assert_eq!(unmodelled("{ld.global.v2.u32 {$0, $1}, [$2];}"), None);
        let predicated = "@p ld.global.v2.u32 {$0, $1}, [$2]";
        assert_eq!(unmodelled(&format!("{predicated};")).as_deref(), Some(predicated));
    }

    #[test]
    fn endings() {
        assert!(is_trap("trap;") && is_trap(" // no\n mov.u32 %r1, 0; trap ;\n") && is_trap("brkpt;"));
        assert!(is_breakpoint("brkpt;") && !is_breakpoint("brkpt; trap;"));
        for text in ["@p trap;", "bra OVER; trap; OVER: mov.u32 $0, 1;", "mov.u32 trap, 1;", ""] {
            assert!(!is_trap(text), "{text}");
        }
        assert!(is_exit("exit;\n\t") && unmodelled("exit;").is_none());
        for text in ["@p exit;", "mov.u32 $0, 1; exit;"] {
            assert!(!is_exit(text) && unmodelled(text).is_some(), "{text}");
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

    #[test]
    fn memory_and_barriers_are_named() {
        assert_eq!(unmodelled("wait: bar.sync 0;").as_deref(), Some("bar.sync 0"));
        assert!(unmodelled("@p shfl.sync.up.b32 $0, $1, 1, 0, -1;").is_some());
        assert!(unmodelled("wait: @p elect.sync _|q, -1;").is_some());
        assert_eq!(unmodelled("bar.sync 1, 64;").as_deref(), Some("bar.sync 1, 64"));
        assert_eq!(unmodelled("NEXT: bar.sync 1;").as_deref(), Some("bar.sync 1"));
        assert_eq!(
            unmodelled("@p mma.sync.aligned.m16n8k8.f32 {$0}, {$1};").as_deref(),
            Some("@p mma.sync.aligned.m16n8k8.f32 {$0}, {$1}")
        );
        assert_eq!(unmodelled("mov.u32 $0, 1; st.shared.u32 [$1], $0;").as_deref(), Some("st.shared.u32 [$1], $0"));
    }
}
