//! The statements of a template that can be taken apart.
//!
//! Source: PTX ISA, "Syntax" and "Predicated Execution". Direction: a template with a statement that is not named here stays as it is.

use super::super::arithmetic::parse::{comparison, type_of};
use crate::llvm::device::ptx::text::split;
use inkwell::IntPredicate;

/// A statement of a template.
pub(super) struct Statement {
    /// The name of a predicate, and whether it must hold.
    pub(super) when: Option<(String, bool)>,
    pub(super) opcode: String,
    pub(super) operands: String,
}

impl Statement {
    fn of(text: &str) -> Option<Self> {
        let (when, rest) = match text.strip_prefix('@') {
            Some(rest) => {
                let (name, rest) = rest.trim_start().split_once(char::is_whitespace)?;
                let name = name.strip_prefix('!').map_or((name, true), |name| (name, false));
                (Some((name.0.to_owned(), name.1)), rest.trim_start())
            }
            None => (None, text),
        };
        let (opcode, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        Some(Self { when, opcode: opcode.to_owned(), operands: operands.trim().to_owned() })
    }

    pub(super) fn is_of(&self, families: &[&str]) -> bool {
        families.iter().any(|family| self.opcode.starts_with(family))
    }

    /// Whether it copies into several blocks.
    pub(super) fn is_multicast(&self) -> bool {
        self.opcode.contains(MULTICAST) && !self.opcode.contains(".im2col")
    }

    pub(super) fn is_address(&self) -> bool {
        self.is_of(&["mapa.shared::cluster.u32"])
    }
}

/// Said of a copy into all blocks whose ranks are in a mask.
pub(super) const MULTICAST: &str = ".multicast::cluster";

/// What gives no value, and is understood alone.
const EFFECTS: [&str; 4] = ["cp.async.", "cp.reduce.async.", "mbarrier.", "st."];

/// The statements, if they can stand alone and some could not be understood otherwise.
pub(super) fn statements(text: &str) -> Option<Vec<Statement>> {
    let all: Vec<Statement> = split(text).iter().map(|s| Statement::of(s)).collect::<Option<_>>()?;
    let gives = |s: &Statement| s.is_of(&["mbarrier.test_wait", "mbarrier.try_wait"]);
    let stands_alone = |s: &Statement| {
        let effect = s.is_of(&EFFECTS) && !gives(s);
        effect || s.when.is_none() && s.is_of(&["setp.", ".reg"]) || s.is_address()
    };
    let needs = |s: &Statement| s.is_of(&["cp."]) && (s.when.is_some() || s.is_multicast()) || s.is_address();
    let any_effect = all.iter().any(|s| s.is_of(&EFFECTS));
    (any_effect && all.iter().any(needs) && all.iter().all(stands_alone)).then_some(all)
}

/// What is in the brackets of an operand.
pub(super) fn inside<'a>(parts: &[&'a str], at: usize) -> Option<&'a str> {
    parts.get(at)?.strip_prefix('[')?.strip_suffix(']').map(str::trim)
}

/// What a comparison asks for, and of how many bits.
pub(super) fn compares(opcode: &str) -> Option<(IntPredicate, u32)> {
    let words: Vec<&str> = opcode.split('.').collect();
    match words.as_slice() {
        ["setp", compare, ty] if ty.starts_with(['u', 's', 'b']) => {
            let ty = type_of(ty)?;
            Some((comparison(compare, ty.signed)?, ty.bits))
        }
        _ => None,
    }
}

/// A part of a statement's operands.
#[derive(Clone, Copy)]
pub(super) enum Token<'a> {
    /// `$2`
    Argument(u32),
    /// A register of the template's own.
    Name(&'a str),
    Other(&'a str),
}

impl<'a> Token<'a> {
    pub(super) fn text(self) -> &'a str {
        match self {
            Token::Argument(_) => "",
            Token::Name(text) | Token::Other(text) => text,
        }
    }
}

pub(super) fn tokens(mut text: &str) -> Vec<Token<'_>> {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = vec![];
    while let Some(first) = text.chars().next() {
        let end = |from: &str| from.find(|c: char| !word(c)).unwrap_or(from.len());
        let length = if first == '$' { 1 + end(&text[1..]) } else { end(text).max(first.len_utf8()) };
        let (token, rest) = text.split_at(length);
        found.push(match (first, token[first.len_utf8()..].parse()) {
            ('$', Ok(number)) => Token::Argument(number),
            (c, _) if c.is_ascii_alphabetic() || c == '_' => Token::Name(token),
            _ => Token::Other(token),
        });
        text = rest;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::statements;

    #[test]
    fn what_is_taken_apart() {
        for text in [
            "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p cp.async.ca.shared.global [$0], [$1], 16; }",
            "{ .reg .pred p; .reg .b32 r; setp.eq.u32 p, $2, 1; @p mapa.shared::cluster.u32 r, $0, $1; @p mbarrier.arrive.shared::cluster.b64 _, [r]; }",
        ] {
            assert!(statements(text).is_some(), "{text}");
        }
        for text in [
            "cp.async.ca.shared.global [$0], [$1], 16;",
            "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p mbarrier.arrive.shared.b64 _, [$0]; }",
            "{ .reg .pred p; setp.ne.b32 p, $2, 0; @p cp.async.ca.shared.global [$0], [$1], 16; ld.shared.u32 p, [$0]; }",
            "mapa.shared::cluster.u32 $0, $1, $2;",
        ] {
            assert!(statements(text).is_none(), "{text}");
        }
    }
}
