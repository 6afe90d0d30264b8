//! Text to tokens. Names may have dots (`threadIdx.x`); `//` and `/* */` are comments.

use crate::map::ast::At;
use crate::map::error::MapError;
use crate::span::Span;
use std::sync::Arc;
use winnow::ascii::{digit1, hex_digit1, multispace1, till_line_ending};
use winnow::combinator::{alt, delimited, preceded, repeat, separated};
use winnow::error::ContextError;
use winnow::prelude::*;
use winnow::token::{literal, none_of, one_of, take_until, take_while};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Name(String),
    /// Text in double quotes; `\"` and `\\` stand for themselves.
    Quoted(String),
    Int(u64),
    Symbol(&'static str),
    /// Behind the last token.
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) at: At,
}

/// Longer ones before their prefixes.
pub(in crate::map) const SYMBOLS: [&str; 31] = [
    "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "..", "<", ">", "=", "!", "&", "|", "^", "*", "/", "%", "+", "-",
    "?", ":", ";", ",", "(", ")", "[", "]", "{", "}",
];

type Lexed<T> = Result<T, ContextError>;

fn blank(input: &mut &str) -> Lexed<()> {
    let line = ("//", till_line_ending).void();
    let block = ("/*", take_until(0.., "*/"), "*/").void();
    repeat(0.., alt((multispace1.void(), line, block))).parse_next(input)
}

fn name(input: &mut &str) -> Lexed<Kind> {
    let part = || (one_of(|c: char| c.is_ascii_alphabetic() || c == '_'), word_rest);
    separated(1.., part(), '.').map(|()| ()).take().map(|s: &str| Kind::Name(s.to_owned())).parse_next(input)
}

fn word_rest<'a>(input: &mut &'a str) -> Lexed<&'a str> {
    take_while(0.., |c: char| c.is_ascii_alphanumeric() || c == '_').parse_next(input)
}

fn number(input: &mut &str) -> Lexed<Kind> {
    let hex = preceded("0x", hex_digit1).try_map(|s| u64::from_str_radix(s, 16));
    alt((hex, digit1.parse_to())).map(Kind::Int).parse_next(input)
}

fn quoted(input: &mut &str) -> Lexed<Kind> {
    let character = alt((preceded('\\', one_of(['"', '\\'])), none_of(['"', '\\', '\n'])));
    delimited('"', repeat(0.., character), '"').map(Kind::Quoted).parse_next(input)
}

fn symbol(input: &mut &str) -> Lexed<Kind> {
    for text in SYMBOLS {
        if input.starts_with(text) {
            return literal(text).value(Kind::Symbol(text)).parse_next(input);
        }
    }
    Err(ContextError::new())
}

/// The tokens of `source`, the last one [`Kind::End`]. `file` is for positions.
pub(super) fn tokens(file: &Arc<str>, source: &str) -> Result<Vec<Token>, MapError> {
    let mut found = vec![];
    let mut place = Place { file, rest: source, line: 1, column: 1 };
    let mut rest = source;
    loop {
        let _: Lexed<()> = blank(&mut rest);
        let at = place.advance_to(rest);
        if rest.is_empty() {
            found.push(Token { kind: Kind::End, at });
            return Ok(found);
        }
        match alt((name, number, quoted, symbol)).parse_next(&mut rest) {
            Ok(Kind::Symbol("/")) if place.rest.starts_with("/*") => {
                return Err(MapError::new(&at, unreadable(place.rest)));
            }
            Ok(kind) => found.push(Token { kind, at }),
            Err(_) => return Err(MapError::new(&at, unreadable(place.rest))),
        }
    }
}

fn unreadable(rest: &str) -> String {
    if rest.starts_with("/*") {
        "this comment has no end".to_owned()
    } else if rest.starts_with('"') {
        "this text has no closing `\"` on its line".to_owned()
    } else if rest.starts_with(|c: char| c.is_ascii_digit()) {
        "this number does not fit in 64 bits".to_owned()
    } else {
        format!("unexpected character `{}`", rest.chars().next().unwrap_or(' ').escape_default())
    }
}

/// Follows the text to turn offsets into lines and columns (in characters).
struct Place<'a> {
    file: &'a Arc<str>,
    rest: &'a str,
    line: u32,
    column: u32,
}

impl<'a> Place<'a> {
    fn advance_to(&mut self, rest: &'a str) -> At {
        let passed = &self.rest[..self.rest.len() - rest.len()];
        for c in passed.chars() {
            (self.line, self.column) = if c == '\n' { (self.line + 1, 1) } else { (self.line, self.column + 1) };
        }
        self.rest = rest;
        At(Span { file: self.file.clone(), line: self.line, column: self.column, inlined_at: vec![] })
    }
}

impl Kind {
    /// As an error message shows it.
    pub(super) fn shown(&self) -> String {
        match self {
            Kind::Name(text) => format!("`{text}`"),
            Kind::Quoted(text) => format!("`\"{text}\"`"),
            Kind::Int(value) => format!("`{value}`"),
            Kind::Symbol(text) => format!("`{text}`"),
            Kind::End => "the end of the file".to_owned(),
        }
    }
}
