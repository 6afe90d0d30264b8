//! The stream of tokens that the parsers read, with how deep they are in.
//!
//! Invariant: what is read nests no deeper than [`DEEPEST`], and no expression has more operators than [`MOST_OPERATORS`].

use super::lex::{Kind, Token};
use crate::map::ast::{At, Name};
use crate::map::error::MapError;
use crate::map::grammar;
use winnow::stream::{Stateful, Stream, TokenSlice};

pub(super) type Tokens<'t> = Stateful<TokenSlice<'t, Token>, Nesting>;
pub(super) type Parsed<T> = Result<T, MapError>;

/// How far in the parser is: what walks over a protocol recurses, so the text may not nest as deep as it likes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Nesting {
    /// Blocks, parentheses and operands around the current token.
    depth: usize,
    /// Operators, calls and parentheses of the current expression so far: chains become trees that are as deep.
    pub(super) operators: usize,
}

const DEEPEST: usize = 80;
const MOST_OPERATORS: usize = 500;

pub(super) fn stream(tokens: &[Token]) -> Tokens<'_> {
    Tokens { input: TokenSlice::new(tokens), state: Nesting::default() }
}

/// What `parse` reads, one level further in.
pub(super) fn nested<T>(input: &mut Tokens<'_>, parse: impl FnOnce(&mut Tokens<'_>) -> Parsed<T>) -> Parsed<T> {
    if input.state.depth == DEEPEST {
        return Err(MapError::new(&here(input), format!("nested more than {DEEPEST} deep")));
    }
    input.state.depth += 1;
    let found = parse(input);
    input.state.depth -= 1;
    found
}

/// As [`nested`], for what an operator, call or parenthesis has inside.
pub(super) fn operand<T>(input: &mut Tokens<'_>, parse: impl FnOnce(&mut Tokens<'_>) -> Parsed<T>) -> Parsed<T> {
    if input.state.operators == MOST_OPERATORS {
        let message = format!("more than {MOST_OPERATORS} operators, calls and parentheses in an expression");
        return Err(MapError::new(&here(input), message));
    }
    input.state.operators += 1;
    nested(input, parse)
}

pub(super) fn peek<'t>(input: &Tokens<'t>) -> &'t Kind {
    input.peek_token().map_or(&Kind::End, |t| &t.kind)
}

pub(super) fn here(input: &Tokens<'_>) -> At {
    let last = || input.input.previous_tokens().next();
    input.peek_token().or_else(last).map(|t| t.at.clone()).unwrap_or_default()
}

/// The error that `expected` should stand here.
pub(super) fn unexpected<T>(input: &Tokens<'_>, expected: &str) -> Parsed<T> {
    Err(MapError::new(&here(input), format!("expected {expected}, found {}", peek(input).shown())))
}

pub(super) fn is_symbol(input: &Tokens<'_>, text: &str) -> bool {
    matches!(peek(input), Kind::Symbol(s) if *s == text)
}

pub(super) fn is_word(input: &Tokens<'_>, text: &str) -> bool {
    matches!(peek(input), Kind::Name(s) if s == text)
}

/// Takes the symbol or word if it is next.
pub(super) fn accept(input: &mut Tokens<'_>, text: &str) -> bool {
    let found = is_symbol(input, text) || is_word(input, text);
    if found {
        input.next_token();
    }
    found
}

pub(super) fn expect(input: &mut Tokens<'_>, text: &str) -> Parsed<()> {
    if accept(input, text) { Ok(()) } else { unexpected(input, &format!("`{text}`")) }
}

/// As [`expect`], after an expression, which an operator could continue.
pub(super) fn close(input: &mut Tokens<'_>, text: &str) -> Parsed<()> {
    if accept(input, text) { Ok(()) } else { unexpected(input, &format!("`{text}` or an operator")) }
}

/// A name that is no keyword.
pub(super) fn new_name(input: &mut Tokens<'_>, what: &str) -> Parsed<Name> {
    let at = here(input);
    match peek(input) {
        Kind::Name(text) if grammar::is_reserved(text) => {
            Err(MapError::new(&at, format!("expected {what}, found `{text}`, which has a meaning of its own")))
        }
        Kind::Name(text) => {
            input.next_token();
            Ok(Name { text: text.clone(), at })
        }
        Kind::Quoted(_) | Kind::Int(_) | Kind::Symbol(_) | Kind::End => unexpected(input, what),
    }
}

pub(super) fn number(input: &mut Tokens<'_>) -> Parsed<u64> {
    let Kind::Int(value) = peek(input) else { return unexpected(input, "a number") };
    input.next_token();
    Ok(*value)
}

/// One or more items with commas between them.
pub(super) fn list<T>(input: &mut Tokens<'_>, item: impl Fn(&mut Tokens<'_>) -> Parsed<T>) -> Parsed<Vec<T>> {
    let mut items = vec![item(input)?];
    while accept(input, ",") {
        items.push(item(input)?);
    }
    Ok(items)
}
