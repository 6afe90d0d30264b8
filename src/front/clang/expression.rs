//! What comes out of a condition of the preprocessor, for clang and for nvcc.
//!
//! It is taken apart at `&&`, `||` and `!`; what remains is a question whether a macro is defined, or a comparison. It differs
//! if some answers to the questions make it so, where questions about equal macros have equal answers:
//! `defined(__GNUC__) || defined(__clang__)` does not differ.
//!
//! Direction of imprecision: what comes out the same may be taken to differ.

use super::macros::{Difference, difference};

/// Of other compilers and systems: neither defines them.
const OTHERS: [&str; 10] = [
    "_MSC_VER",
    "_WIN32",
    "WIN32",
    "_WIN64",
    "__APPLE__",
    "__HIPCC__",
    "__HIP__",
    "__INTEL_COMPILER",
    "__NVCOMPILER",
    "__CUDACC_RTC__",
];
/// Defined by both, and not 0.
const BOTH: [&str; 8] =
    ["__GNUC__", "__GNUG__", "__CUDACC__", "__NVCC__", "__cplusplus", "__linux__", "__unix__", "__x86_64__"];
/// The most questions of a condition of which all answers are tried.
const MOST: usize = 12;

/// Of a condition, for clang and for nvcc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Always,
    Never,
    /// What is not known is the same for both.
    Same,
    Differs,
}

pub(super) fn outcome(condition: &str, with_toolkit: bool) -> Outcome {
    Parser::outcome(condition, with_toolkit)
}

pub(super) fn not_name(c: char) -> bool {
    !(c == '_' || c.is_ascii_alphanumeric())
}

/// What a condition asks.
enum Condition {
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Question { here: Answer, there: Answer },
}

/// To clang and to nvcc.
#[derive(Clone, Copy)]
enum Answer {
    Known(bool),
    /// That of the question with this number.
    Open(usize),
}

struct Parser<'a> {
    rest: &'a str,
    with_toolkit: bool,
    /// The texts of the questions that are open.
    open: Vec<String>,
}

impl<'a> Parser<'a> {
    fn outcome(condition: &'a str, with_toolkit: bool) -> Outcome {
        let mut parser = Parser { rest: condition, with_toolkit, open: vec![] };
        let root = parser.any();
        if !parser.rest.trim().is_empty() || parser.open.len() > MOST {
            let differs = condition.split(not_name).any(|name| difference(name, with_toolkit).is_some());
            return if differs { Outcome::Differs } else { Outcome::Same };
        }
        let all = 0..1u32 << parser.open.len();
        let values: Vec<_> = all.map(|answers| (value(&root, answers, true), value(&root, answers, false))).collect();
        match values.first() {
            _ if values.iter().any(|(here, there)| here != there) => Outcome::Differs,
            Some(first) if values.iter().any(|pair| pair != first) => Outcome::Same,
            Some((true, _)) => Outcome::Always,
            Some((false, _)) => Outcome::Never,
            None => Outcome::Same,
        }
    }

    fn takes(&mut self, token: &str) -> bool {
        match self.rest.trim_start().strip_prefix(token) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn any(&mut self) -> Condition {
        let mut left = self.all();
        while self.takes("||") {
            left = Condition::Or(Box::new(left), Box::new(self.all()));
        }
        left
    }

    fn all(&mut self) -> Condition {
        let mut left = self.one();
        while self.takes("&&") {
            left = Condition::And(Box::new(left), Box::new(self.one()));
        }
        left
    }

    fn one(&mut self) -> Condition {
        let start = self.rest.trim_start();
        if start.starts_with('!') && !start.starts_with("!=") {
            self.takes("!");
            return Condition::Not(Box::new(self.one()));
        }
        if start.starts_with('(') && self.is_condition(start) {
            self.takes("(");
            let inner = self.any();
            self.takes(")");
            return inner;
        }
        let end = end_of_question(start);
        let (text, rest) = start.split_at(end);
        self.rest = rest;
        self.question(text.trim())
    }

    /// Whether what stands in brackets is a condition of its own and not the side of a comparison.
    fn is_condition(&self, start: &str) -> bool {
        let close = closing(start).unwrap_or(start.len());
        let after = start.get(close + 1..).unwrap_or_default().trim_start();
        after.is_empty() || after.starts_with("&&") || after.starts_with("||") || after.starts_with(')')
    }

    fn question(&mut self, text: &str) -> Condition {
        let both = |answer| Condition::Question { here: answer, there: answer };
        let asked = text.strip_prefix("defined").map(|name| name.trim().trim_matches(['(', ')']).trim());
        let name = asked.unwrap_or(text);
        let with_toolkit = self.with_toolkit;
        if OTHERS.contains(&name) || name == "0" {
            return both(Answer::Known(false));
        }
        match (difference(name, with_toolkit), asked) {
            (Some(Difference::OnlyClang), _) => {
                Condition::Question { here: Answer::Known(true), there: Answer::Known(false) }
            }
            (Some(Difference::OnlyNvcc), _) => {
                Condition::Question { here: Answer::Known(false), there: Answer::Known(true) }
            }
            (Some(Difference::Value), Some(_)) => both(Answer::Known(true)),
            (None, _) if BOTH.contains(&name) || name == "1" => both(Answer::Known(true)),
            (Some(Difference::Value) | None, _) => {
                let differs = text.split(not_name).any(|name| difference(name, with_toolkit).is_some());
                let here = self.number(text.to_owned());
                let there = if differs { self.number(format!("{text} for nvcc")) } else { here };
                Condition::Question { here: Answer::Open(here), there: Answer::Open(there) }
            }
        }
    }

    fn number(&mut self, text: String) -> usize {
        match self.open.iter().position(|known| *known == text) {
            Some(known) => known,
            None => {
                self.open.push(text);
                self.open.len() - 1
            }
        }
    }
}

/// Where the bracket closes that a text starts with.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

/// Up to the next operator, or the bracket that closes what the question stands in.
fn end_of_question(text: &str) -> usize {
    let mut depth = 0;
    let mut ends = text.char_indices().filter(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth < 0 || depth == 0 && (text[*at..].starts_with("&&") || text[*at..].starts_with("||"))
    });
    ends.next().map_or(text.len(), |(at, _)| at)
}

fn value(condition: &Condition, answers: u32, here: bool) -> bool {
    match condition {
        Condition::Not(inner) => !value(inner, answers, here),
        Condition::And(a, b) => value(a, answers, here) && value(b, answers, here),
        Condition::Or(a, b) => value(a, answers, here) || value(b, answers, here),
        Condition::Question { here: ours, there } => match if here { ours } else { there } {
            Answer::Known(known) => *known,
            Answer::Open(number) => answers >> number & 1 == 1,
        },
    }
}
