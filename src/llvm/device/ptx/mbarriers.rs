//! Operations on mbarriers in inline PTX: `mbarrier.init`, `mbarrier.arrive`, `mbarrier.try_wait` and their kin.
//!
//! For example `{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [$1], $2; selp.u32 $0, 1, 0, p; }` gives 1 if the phase is over
//! that the state in argument 2 is of, and CUTLASS waits with labels: `L: mbarrier.try_wait.parity.shared::cta.b64 p, [$0], $1;
//! @p bra D; bra L; D:`.
//!
//! Source: PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier". Arrivals release and waits acquire, for the
//! threads of the block, where they do not say anything else.
//!
//! Direction of imprecision: one without an order, and a template of another form is `None`, and the caller reports it.

use super::text::{Operand, listed, operand, split};
use crate::llvm::device::access::AtomicScope;

/// Of an mbarrier.
pub(crate) const BYTES: u64 = 8;

/// What is done to an mbarrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// It is set up, for so many arrivals.
    Init,
    Invalidate,
    /// So many arrivals, or one.
    Arrive,
    /// The same, and as many fewer are expected from the next phase on.
    Drop,
    /// An arrival, and so many more bytes have to come.
    ArriveExpecting,
    /// So many more bytes have to come.
    Expect,
    /// So many bytes have come, as if a copy had brought them.
    Complete,
    /// Whether a phase is over.
    Test(By),
}

impl Instruction {
    /// Whether others may go on once it is done.
    pub(crate) fn arrives(self) -> bool {
        match self {
            Instruction::Arrive | Instruction::Drop | Instruction::ArriveExpecting => true,
            Instruction::Init
            | Instruction::Invalidate
            | Instruction::Expect
            | Instruction::Complete
            | Instruction::Test(_) => false,
        }
    }
}

/// How a wait names its phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    State,
    Parity,
}

/// A statement taken apart.
pub(super) struct Said<'a> {
    pub(super) instruction: Instruction,
    /// In brackets.
    pub(super) address: &'a str,
    /// What comes after it.
    pub(super) inputs: Vec<&'a str>,
    /// A number is an address in shared memory.
    pub(super) shared: bool,
    /// For whom it orders, if it says so.
    pub(super) scope: Option<AtomicScope>,
    /// What comes before the address.
    result: Option<&'a str>,
}

/// What a template with mbarriers consists of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// One operation, which gives no truth value.
    Plain,
    /// A test, of which the value of the call is 1 if the phase is over, and else 0.
    Tested,
    /// A loop that is left when the phase is over.
    Loop,
}

/// A statement, without its semicolon. A wait is taken for a test: whether it is in a loop says [`form`].
pub(super) fn statement(text: &str) -> Option<Said<'_>> {
    let (opcode, operands) = text.trim().split_once(char::is_whitespace)?;
    let words: Vec<&str> = opcode.strip_prefix("mbarrier.")?.split('.').collect();
    let (kind, rest) = words.split_first()?;
    let has = |word: &str| rest.contains(&word);
    let by = if has("parity") { By::Parity } else { By::State };
    let instruction = match *kind {
        "init" => Instruction::Init,
        "inval" => Instruction::Invalidate,
        "arrive" if has("expect_tx") => Instruction::ArriveExpecting,
        "arrive" => Instruction::Arrive,
        "arrive_drop" if !has("expect_tx") => Instruction::Drop,
        "expect_tx" => Instruction::Expect,
        "complete_tx" => Instruction::Complete,
        "test_wait" | "try_wait" => Instruction::Test(by),
        _ => return None,
    };
    if !rest.iter().all(|word| understood(instruction, word)) || rest.last() != Some(&"b64") {
        return None;
    }
    let operands = listed(operands);
    let at = operands.iter().position(|o| o.starts_with('['))?;
    let inputs = operands[at + 1..].to_vec();
    let shared = has("shared") || has("shared::cta") || has("shared::cluster");
    let scope = match (has("cta"), has("cluster")) {
        (true, _) => Some(AtomicScope::Block),
        (false, true) => Some(AtomicScope::Cluster),
        (false, false) => None,
    };
    let result = operands[..at].first().copied();
    let counted = match instruction {
        Instruction::Init | Instruction::ArriveExpecting | Instruction::Expect | Instruction::Complete => {
            inputs.len() == 1
        }
        Instruction::Invalidate => inputs.is_empty(),
        Instruction::Arrive | Instruction::Drop => inputs.len() <= 1,
        // The last one says for how long it may take to say no.
        Instruction::Test(_) => matches!(inputs.len(), 1 | 2),
    };
    let has_result = match instruction {
        Instruction::Init | Instruction::Invalidate | Instruction::Expect | Instruction::Complete => at == 0,
        Instruction::Arrive | Instruction::Drop | Instruction::ArriveExpecting => at <= 1,
        Instruction::Test(_) => at == 1,
    };
    let address = operands.get(at).copied()?;
    (counted && has_result).then_some(Said { instruction, address, inputs, shared, scope, result })
}

/// Whether a part of the instruction's name changes nothing, or nothing that is not read elsewhere.
fn understood(instruction: Instruction, word: &str) -> bool {
    match (instruction, word) {
        (_, "b64" | "shared" | "shared::cta") => true,
        (Instruction::Init | Instruction::Invalidate, _) => false,
        (Instruction::Arrive | Instruction::Drop, "noComplete" | "release" | "cta" | "cluster") => true,
        (Instruction::ArriveExpecting, "expect_tx" | "release" | "cta" | "cluster") => true,
        (Instruction::Expect | Instruction::Complete, "relaxed" | "cta" | "cluster" | "shared::cluster") => true,
        // Another block may be told; a wait is for the own block's.
        (Instruction::Arrive | Instruction::Drop | Instruction::ArriveExpecting, "shared::cluster") => true,
        (Instruction::Test(_), "parity" | "acquire" | "cta" | "cluster") => true,
        (
            Instruction::Arrive
            | Instruction::Drop
            | Instruction::ArriveExpecting
            | Instruction::Expect
            | Instruction::Complete
            | Instruction::Test(_),
            _,
        ) => false,
    }
}

/// The form of a template that has one operation on an mbarrier, beside declarations and what is needed for its predicates.
pub(crate) fn form(template: &str) -> Option<Form> {
    if !template.contains("mbarrier.") {
        return None;
    }
    let template = template.replace("${:uid}", "");
    let all: Vec<String> = split(&template).into_iter().filter(|s| !s.trim_start().starts_with(".reg")).collect();
    let texts: Vec<&str> = all.iter().map(|s| s.trim()).collect();
    let at = texts.iter().position(|s| statement(unguarded(s)).is_some())?;
    let said = statement(unguarded(texts[at]))?;
    let others = texts.iter().filter(|s| s.contains("mbarrier.")).count() == 1;
    let before = texts[..at].iter().all(|s| s.starts_with("setp.") && !writes(s, said.result));
    let guarded = texts[at].starts_with('@');
    if !others || !before {
        return None;
    }
    match (said.instruction, &texts[at + 1..]) {
        (Instruction::Test(_), rest) if !guarded => {
            let predicate = said.result?;
            let looped = is_loop(&template, predicate, rest);
            looped.then_some(Form::Loop).or_else(|| is_chosen(predicate, rest).then_some(Form::Tested))
        }
        (Instruction::Test(_), _) => None,
        // A state that nobody is given is of no use.
        (_, []) if !guarded || said.result.is_none_or(|r| !r.starts_with('$')) => Some(Form::Plain),
        (_, _) => None,
    }
}

/// A statement without the predicate before it.
fn unguarded(text: &str) -> &str {
    text.strip_prefix('@').and_then(|rest| rest.split_once(char::is_whitespace)).map_or(text, |(_, rest)| rest.trim())
}

fn writes(text: &str, name: Option<&str>) -> bool {
    let first = text.split_once(char::is_whitespace).map_or("", |(_, operands)| operands);
    first.split(',').next().map(str::trim) == name
}

/// `selp.b32 $0, 1, 0, p`
fn is_chosen(predicate: &str, rest: &[&str]) -> bool {
    let [choice] = rest else { return false };
    let Some((opcode, operands)) = choice.split_once(char::is_whitespace) else { return false };
    let types = ["selp.b32", "selp.u32", "selp.s32", "selp.b16", "selp.u16", "selp.s16"];
    match listed(operands).as_slice() {
        [to, one, zero, by] => {
            types.contains(&opcode)
                && *to == "$0"
                && operand(one) == Some(Operand::Number(1))
                && operand(zero) == Some(Operand::Number(0))
                && *by == predicate
        }
        _ => false,
    }
}

/// `@p bra D; bra L` or `@!p bra L`, where `L` is before the wait and `D` at the end.
fn is_loop(template: &str, predicate: &str, rest: &[&str]) -> bool {
    let behind = |label: &str| {
        let place = template.match_indices(label).find(|(at, _)| {
            let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let end = template[at + label.len()..].trim_start();
            end.starts_with(':') && !end.starts_with("::") && !template[..*at].ends_with(word)
        });
        place.map(|(at, _)| template[at + label.len()..].trim_start()[1..].trim_start())
    };
    let jump = |text: &str, condition: &str| -> Option<String> {
        let rest = if condition.is_empty() {
            text
        } else {
            text.strip_prefix(condition)?.strip_prefix(char::is_whitespace)?
        };
        let (opcode, label) = rest.trim().split_once(char::is_whitespace)?;
        matches!(opcode, "bra" | "bra.uni").then(|| label.trim().to_owned())
    };
    let again = |label: &str| behind(label).is_some_and(|text| text.starts_with("mbarrier."));
    let ends = |label: &str| {
        behind(label).is_some_and(|text| text.trim_matches(|c: char| c.is_whitespace() || "};".contains(c)).is_empty())
    };
    match rest {
        [out, back] => {
            let out = jump(out, &format!("@{predicate}"));
            out.is_some_and(|l| ends(&l)) && jump(back, "").is_some_and(|l| again(&l))
        }
        [back] => jump(back, &format!("@!{predicate}")).is_some_and(|l| again(&l)),
        _ => false,
    }
}

/// Whether a statement belongs to the loop of a template that waits for an mbarrier.
pub(super) fn is_of_loop(template: &str, text: &str) -> bool {
    let words = text.split_whitespace().find(|w| !w.starts_with('@'));
    matches!(words, Some("bra" | "bra.uni")) && form(template) == Some(Form::Loop)
}

#[cfg(test)]
mod tests {
    use super::{By, Form, Instruction, form, statement};

    fn is(text: &str) -> Option<Instruction> {
        statement(text).map(|said| said.instruction)
    }

    #[test]
    fn statements() {
        assert_eq!(is("mbarrier.init.shared::cta.b64 [$0], $1"), Some(Instruction::Init));
        assert_eq!(is("mbarrier.arrive.release.cta.shared.b64 _, [$0]"), Some(Instruction::Arrive));
        assert_eq!(is("mbarrier.arrive.noComplete.shared.b64 $0, [$1], 2"), Some(Instruction::Arrive));
        assert_eq!(is("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [$0]"), Some(Instruction::Arrive));
        assert_eq!(is("mbarrier.complete_tx.relaxed.cta.shared.b64 [$0], 16"), Some(Instruction::Complete));
        assert_eq!(is("mbarrier.arrive_drop.shared.b64 _, [$0]"), Some(Instruction::Drop));
        assert_eq!(is("mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], $1"), Some(Instruction::ArriveExpecting));
        assert_eq!(is("mbarrier.test_wait.shared.b64 p, [$1], $2"), Some(Instruction::Test(By::State)));
        assert_eq!(is("mbarrier.try_wait.parity.b64 p, [$1], $2, 1000"), Some(Instruction::Test(By::Parity)));
        for text in [
            "mbarrier.arrive.relaxed.cta.shared.b64 _, [$0]",
            "mbarrier.init.shared.b64 [$0]",
            "mbarrier.pending_count.b64 $0, $1",
        ] {
            assert_eq!(is(text), None, "{text}");
        }
    }

    #[test]
    fn forms() {
        let wait = "mbarrier.try_wait.parity.shared::cta.b64 P1, [$0], $1;";
        for end in ["@P1 bra DONE; bra LAB_WAIT; DONE: }", "@!P1 bra.uni LAB_WAIT; }"] {
            assert_eq!(form(&format!("{{ .reg .pred P1; LAB_WAIT: {wait} {end}")), Some(Form::Loop), "{end}");
        }
        for end in [
            "@!P1 bra DONE; bra LAB_WAIT; DONE: }",
            "@P1 bra LAB_WAIT; }",
            "@P1 bra NO; bra LAB_WAIT; NO: mov.u32 $0, 1; }",
        ] {
            assert_eq!(form(&format!("{{ .reg .pred P1; LAB_WAIT: {wait} {end}")), None, "{end}");
        }
        assert_eq!(
            form(
                "{ .reg .pred P1; LAB_${:uid}: mbarrier.try_wait.parity.shared.b64 P1, [$0], $1; @!P1 bra LAB_${:uid}; }"
            ),
            Some(Form::Loop)
        );
        let test = "{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [$1], $2;";
        assert_eq!(form(&format!("{test} selp.u32 $0, 1, 0, p; }}")), Some(Form::Tested));
        assert_eq!(form(&format!("{test} selp.u32 $0, 0, 1, p; }}")), None);
        assert_eq!(form("{ .reg .b64 state; mbarrier.arrive.shared.b64 state, [$0]; }"), Some(Form::Plain));
        assert_eq!(
            form("{ .reg .pred p; setp.eq.u32 p, $1, 0; @p mbarrier.arrive.shared.b64 _, [$0]; }"),
            Some(Form::Plain)
        );
        assert_eq!(form("mbarrier.arrive.shared.b64 _, [$0]; mbarrier.arrive.shared.b64 _, [$1];"), None);
    }
}
