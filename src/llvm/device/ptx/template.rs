//! Templates of inline PTX as a whole: the first statement that is not modelled, and whether one ends the thread.
//!
//! Source: PTX ISA. Direction of imprecision: an instruction that is not known to compute from registers to registers, and is no
//! access, fence or exchange that is understood, is reported. Asynchronous copies and barriers are read before (`copies`, `barriers`).

use super::lanes::EXCHANGES;
use super::mbarriers;
use super::text::split;
use crate::llvm::device::matrix;

/// PTX instructions that compute registers from registers.
const ARITHMETIC: &str = "abs add addc and bfe bfi bfind bmsk brev clz cnot copysign cos cvt cvta div dp2a dp4a ex2 fma fns isspacep \
    lg2 lop3 mad mad24 madc max min mov mul mul24 neg not or popc prmt rcp rem rsqrt sad selp set setp shf shl \
    shr sin slct sqrt sub subc szext tanh testp vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2 vavrg4 vmad \
    vmax vmax2 vmax4 vmin vmin2 vmin4 vset vset2 vset4 vshl vshr vsub vsub2 vsub4 xor";

/// Hints: nothing is read or written that a thread could see.
const HINTS: &str = "createpolicy nanosleep prefetch prefetchu setmaxnreg";

/// Fetches from textures, which nobody writes meanwhile, and questions about them (`device/library.rs`).
const TEXTURES: &str = "tex tld4 txq";

/// They end the launch; a breakpoint does so without a debugger.
const TRAPS: &str = "brkpt trap";

/// Exchanges between lanes, which order no memory, and the question which lanes are here.
const LANES: &str = "shfl vote match redux activemask elect";

/// Whether the instruction of this name, without suffixes, computes registers from registers.
pub(crate) fn is_arithmetic(name: &str) -> bool {
    has(ARITHMETIC, name)
}

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|one| one == name)
}

/// The first instruction of the template that is neither known to be harmless nor an access or a fence that is.
pub(crate) fn unmodelled(template: &str) -> Option<String> {
    for (statement, access) in super::memory::parsed(template) {
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
            || access.is_some()
            || mbarriers::is_of_loop(template, &statement)
            || super::bulk::is_fence_of_proxies(word)
            || super::clusters::question(template).is_some()
            || matrix::statement(&statement).is_some()
            || super::wgmma::statement(&statement).is_some() && super::wgmma::is_in_order(template);
        // Which lanes come is then up to the predicate.
        let partly = statement.contains('@') && EXCHANGES.contains(&name);
        if partly || !known {
            return Some(statement);
        }
    }
    None
}

/// Whether no thread goes on behind a template that is understood.
pub(crate) fn is_trap(template: &str) -> bool {
    unmodelled(template).is_none() && split(template).iter().any(|s| has(TRAPS, s.trim()))
}

/// Whether a debugger may go on behind a template that is a trap without one.
pub(crate) fn is_breakpoint(template: &str) -> bool {
    is_trap(template) && !split(template).iter().any(|s| s.trim() == "trap")
}

/// Whether a template does nothing but end the thread.
pub(crate) fn is_exit(template: &str) -> bool {
    matches!(split(template).as_slice(), [statement] if statement.trim() == "exit")
}

/// Whether a template fetches from textures.
pub(crate) fn fetches(template: &str) -> bool {
    let is_fetch = |s: &String| {
        s.split_whitespace()
            .find(|w| !w.starts_with('@'))
            .is_some_and(|w| has(TEXTURES, w.split('.').next().unwrap_or(w)))
    };
    split(template).iter().any(is_fetch)
}

#[cfg(test)]
mod tests {
    use super::{is_breakpoint, is_exit, is_trap, unmodelled};

    #[test]
    fn registers_only() {
        assert_eq!(unmodelled("mov.u32 $0, %laneid;"), None);
        assert_eq!(unmodelled("tex.2d.v4.f32.f32 \t{$0, $1, $2, $3}, [$4, {$5, $6}];"), None);
        assert_eq!(unmodelled("{ .reg .pred p; setp.ne.b32 p, $1, 0; selp.b32 $0, 1, 0, p; }"), None);
        assert_eq!(unmodelled(""), None);
        assert_eq!(unmodelled("{ // scope; st.u32\n NEXT: add.u32 $0, $1,\n\t$2;\n}"), None);
        assert_eq!(unmodelled("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0, $1},\n {$2}, {$3}, {$0};"), None);
        assert_eq!(unmodelled("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 {$0}, {$1}, {$2}, {$0};"), None);
    }

    #[test]
    fn accesses_that_are_understood_are_not_named() {
        assert_eq!(unmodelled("{ fence.sc.gpu; ld.acquire.gpu.u32 $0,[$1]; }"), None);
        assert_eq!(unmodelled("{ld.global.v2.u32 {$0, $1}, [$2];}"), None);
        assert_eq!(unmodelled("{.reg .pred p; setp.eq.u32 p, $3, 0; @!p ld.global.v2.u32 {$0, $1}, [$2];}"), None);
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
        assert_eq!(unmodelled("mov.u32 $0, 1; st.local.u32 [$1], $0;").as_deref(), Some("st.local.u32 [$1], $0"));
    }
}
