//! Predicates in inline PTX, as far as they tell whether an operand of the call is zero.
//!
//! Source: PTX ISA, `setp` and "Predicated Execution". For example `setp.ne.b32 p, $2, 0` sets `p` where operand 2 is not zero.
//!
//! Direction of imprecision: a predicate that anything else may have set is not known.

use super::text::{Operand, listed, operand};
use std::collections::BTreeMap;

/// When a statement is executed: if the operand of this number is zero, or if it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct When {
    pub(crate) operand: u32,
    pub(crate) is_zero: bool,
}

/// What is known between two statements, by the names of predicates.
#[derive(Default)]
pub(super) struct Predicates {
    known: BTreeMap<String, When>,
}

impl Predicates {
    /// When `p` or `!p` holds.
    pub(super) fn when(&self, predicate: &str) -> Option<When> {
        let (name, negated) = predicate.strip_prefix('!').map_or((predicate, false), |name| (name, true));
        self.known.get(name).map(|when| When { is_zero: when.is_zero != negated, ..*when })
    }

    /// Goes behind a statement.
    pub(super) fn pass(&mut self, text: &str) {
        // Whatever else sets a predicate, or may set it.
        let words =
            text.strip_prefix('@').and_then(|rest| rest.split_once(char::is_whitespace)).map_or(text, |(_, t)| t);
        if let Some((_, operands)) = words.trim_start().split_once(char::is_whitespace) {
            let first = operands.split(',').next().unwrap_or_default();
            self.known.retain(|name, _| !first.contains(name.as_str()));
        }
        if let Some((name, when)) = set_by(text) {
            self.known.insert(name.to_owned(), when);
        }
    }
}

/// What a comparison says of an operand, and the predicate that it sets.
fn set_by(text: &str) -> Option<(&str, When)> {
    let (opcode, operands) = text.split_once(char::is_whitespace)?;
    // All bits count in these types, and no others: a float of 0 has two forms.
    let is_bits = |ty: &str| ty.starts_with(['b', 'u', 's']);
    let is_zero = match opcode.split('.').collect::<Vec<_>>().as_slice() {
        ["setp", "ne", ty] if is_bits(ty) => false,
        ["setp", "eq", ty] if is_bits(ty) => true,
        _ => return None,
    };
    match *listed(operands).as_slice() {
        [predicate, value, zero] if operand(zero) == Some(Operand::Number(0)) => match operand(value) {
            Some(Operand::Register(number)) => Some((predicate, When { operand: number, is_zero })),
            Some(Operand::Number(_)) | None => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{Predicates, When};

    /// Whether operand 2 is zero where the predicate holds behind these statements.
    fn known(statements: &[&str], predicate: &str) -> Option<bool> {
        let mut predicates = Predicates::default();
        statements.iter().for_each(|text| predicates.pass(text));
        match predicates.when(predicate) {
            Some(When { operand: 2, is_zero }) => Some(is_zero),
            Some(_) | None => None,
        }
    }

    #[test]
    fn comparisons_with_zero_are_known() {
        assert_eq!(known(&["setp.ne.b32 p, $2, 0"], "p"), Some(false));
        assert_eq!(known(&["setp.eq.s32 p, $2, 0"], "p"), Some(true));
        assert_eq!(known(&["setp.ne.b32 p, $2, 0", "mov.b32 $0, $3"], "!p"), Some(true));
        for text in ["setp.ne.f32 p, $2, 0", "setp.ne.b32 p, $2, 1", "setp.ne.b32 p|q, $2, 0", "setp.lt.s32 p, $2, 0"] {
            assert_eq!(known(&[text], "p"), None, "{text}");
        }
    }

    #[test]
    fn what_may_set_a_predicate_ends_that() {
        let set = "setp.ne.b32 p, $2, 0";
        for text in ["setp.lt.s32 p, $2, 1", "not.pred p, p", "@q setp.eq.s32 p|r, $1, 0"] {
            assert_eq!(known(&[set, text], "p"), None, "{text}");
        }
        assert_eq!(known(&[set], "q"), None);
    }
}
