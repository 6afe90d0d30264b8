//! Inline PTX: which instructions only compute.
//!
//! Direction of imprecision: an instruction that is not known to compute from registers to registers is reported.

/// PTX instructions that read and write registers only.
const ARITHMETIC: &[&str] = &[
    "abs",
    "add",
    "addc",
    "and",
    "bfe",
    "bfi",
    "bfind",
    "bmsk",
    "brev",
    "clz",
    "cnot",
    "copysign",
    "cos",
    "cvt",
    "cvta",
    "div",
    "dp2a",
    "dp4a",
    "ex2",
    "fma",
    "fns",
    "isspacep",
    "lg2",
    "lop3",
    "mad",
    "mad24",
    "madc",
    "max",
    "min",
    "mov",
    "mul",
    "mul24",
    "neg",
    "not",
    "or",
    "popc",
    "prmt",
    "rcp",
    "rem",
    "rsqrt",
    "sad",
    "selp",
    "set",
    "setp",
    "shf",
    "shl",
    "shr",
    "sin",
    "slct",
    "sqrt",
    "sub",
    "subc",
    "szext",
    "tanh",
    "testp",
    "vabsdiff",
    "vabsdiff4",
    "vadd",
    "vadd4",
    "vmax",
    "vmax4",
    "vmin",
    "vmin4",
    "vsub",
    "vsub4",
    "xor",
    "nanosleep",
    // Exchanges between lanes order no memory.
    "shfl",
    "vote",
    "match",
    "redux",
    "activemask",
];

/// The statements of a template.
pub(super) fn split(template: &str) -> impl Iterator<Item = &str> {
    template.split([';', '\n', '{', '}'])
}

/// The first instruction of the template that is neither known to be harmless nor an access or a fence that is.
pub(super) fn unmodelled(template: &str) -> Option<String> {
    for statement in split(template) {
        let mut words = statement.split_whitespace().filter(|w| !w.starts_with('@'));
        let Some(word) = words.next() else { continue };
        if word.starts_with(".reg") || word.starts_with("//") || word.ends_with(':') {
            continue;
        }
        let name = word.split('.').next().unwrap_or(word);
        if !ARITHMETIC.contains(&name) && super::ptx::statement(statement).is_none() {
            return Some(statement.trim().to_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::unmodelled;

    #[test]
    fn registers_only() {
        assert_eq!(unmodelled("mov.u32 $0, %laneid;"), None);
        assert_eq!(unmodelled("{ .reg .pred p; setp.ne.b32 p, $1, 0; selp.b32 $0, 1, 0, p; }"), None);
        assert_eq!(unmodelled(""), None);
    }

    #[test]
    fn accesses_that_are_understood_are_not_named() {
        assert_eq!(unmodelled("{ fence.sc.gpu; ld.acquire.gpu.u32 $0,[$1]; }"), None);
        assert_eq!(unmodelled("ld.global.v2.u32 {$0, $1}, [$2];").as_deref(), Some("ld.global.v2.u32"));
    }

    #[test]
    fn memory_and_barriers_are_named() {
        assert_eq!(unmodelled("bar.sync 1, 64;").as_deref(), Some("bar.sync 1, 64"));
        assert_eq!(unmodelled("mov.u32 $0, 1; st.shared.u32 [$1], $0;").as_deref(), Some("st.shared.u32 [$1], $0"));
    }
}
