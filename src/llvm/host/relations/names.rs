//! What the host's code calls a value that is not followed: `rows` for what a parameter, a variable or a field of that name holds,
//! `atoi(…)` for what a function gives.
//!
//! For people alone: LLVM's names are made of those of the source, with numbers where there are several.

use crate::kernel::relation::HostName;
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Layout, Op, Val};

/// Names that clang gives to values that have none in the source.
const OWN: [&str; 6] = ["cond", "coerce", "agg", "ref", "tmp", "retval"];

pub(super) fn of(value: Val, layout: Layout) -> HostName {
    let name = match value.op(layout) {
        Op::Argument(_) | Op::Phi(_) => variable(&value.name()),
        Op::Load { pointer, .. } => variable(&pointer.name()),
        Op::Call { callee, .. } => function(&callee),
        _ => None,
    };
    HostName(name.map(Into::into))
}

/// A variable or a field: `n` for `n.addr.0`, `rows` for `rows12`.
fn variable(name: &str) -> Option<String> {
    let name = name.split('.').next().unwrap_or_default();
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let base = if name.len() - base.len() > 1 { base } else { name };
    let is_word = base.starts_with(|c: char| c.is_alphabetic() || c == '_') && !base.starts_with("arrayidx");
    let is_word = is_word && base.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_word && !OWN.contains(&base.trim_end_matches(|c: char| c.is_ascii_digit()))).then(|| base.to_owned())
}

fn function(symbol: &str) -> Option<String> {
    let name = ffi::demangle(symbol);
    let name = name.split('(').next().unwrap_or_default().to_owned();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_:~".contains(c));
    is_name.then(|| format!("{name}(…)"))
}

#[cfg(test)]
mod tests {
    use super::{function, variable};

    #[test]
    fn names_of_llvm_become_those_of_the_source() {
        let named = |name| variable(name).unwrap_or_default();
        assert_eq!(
            ["n.addr.0", "rows12", "x2", "cond", "cond7", "", "0"].map(named),
            ["n", "rows", "x2", "", "", "", ""]
        );
        assert_eq!(function("_Z4sizev").as_deref(), Some("size(…)"));
        assert_eq!(function("atoi").as_deref(), Some("atoi(…)"));
    }
}
