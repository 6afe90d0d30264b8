//! Tokens to expressions, by precedence. Expressions are of limited size, see [`Nesting`](super::tokens::Nesting).

use super::lex::Kind;
use super::tokens::{Parsed, Tokens, accept, close, expect, here, is_symbol, list, nested, operand, peek, unexpected};
use crate::map::ast::{BinaryOp, Expr, Name, UnaryOp};
use crate::map::error::MapError;
use crate::map::grammar::{self, UNARY};
use winnow::stream::Stream;

/// A whole expression.
pub(super) fn expression(input: &mut Tokens<'_>) -> Parsed<Expr> {
    input.state.operators = 0;
    choice(input)
}

/// A whole expression but for `&&`, `||` and `?`, which then stand behind it.
pub(super) fn conjunct(input: &mut Tokens<'_>) -> Parsed<Expr> {
    input.state.operators = 0;
    binary(input, grammar::precedence(BinaryOp::Both) + 1)
}

/// An operand with the signs before it.
pub(super) fn factor(input: &mut Tokens<'_>) -> Parsed<Expr> {
    input.state.operators = 0;
    unary(input)
}

fn choice(input: &mut Tokens<'_>) -> Parsed<Expr> {
    let cond = binary(input, grammar::CHOICE + 1)?;
    if !accept(input, "?") {
        return Ok(cond);
    }
    let yes = operand(input, choice)?;
    close(input, ":")?;
    let no = nested(input, choice)?;
    Ok(Expr::Choice(Box::new(cond), Box::new(yes), Box::new(no)))
}

/// Operators of at least the given precedence.
fn binary(input: &mut Tokens<'_>, lowest: u8) -> Parsed<Expr> {
    let mut left = unary(input)?;
    let mut highest = UNARY;
    while let Kind::Symbol(text) = peek(input)
        && let Some(op) = grammar::operator(text)
        && (lowest..=highest).contains(&grammar::precedence(op))
    {
        input.next_token();
        let level = grammar::precedence(op);
        left = Expr::binary(op, left, operand(input, |i| binary(i, level + 1))?);
        highest = if grammar::chains(op) { level } else { level - 1 };
    }
    if let Kind::Symbol(text) = peek(input)
        && grammar::operator(text).is_some_and(|op| grammar::precedence(op) > highest)
    {
        return Err(MapError::new(&here(input), "comparisons do not chain: one of them needs parentheses"));
    }
    Ok(left)
}

fn unary(input: &mut Tokens<'_>) -> Parsed<Expr> {
    if accept(input, "!") {
        return Ok(Expr::Unary(UnaryOp::Not, Box::new(operand(input, unary)?)));
    }
    if !accept(input, "-") {
        return primary(input);
    }
    if let Kind::Int(value) = peek(input)
        && *value <= i64::MIN.unsigned_abs()
    {
        input.next_token();
        return Ok(Expr::Int((*value as i64).wrapping_neg()));
    }
    Ok(Expr::Unary(UnaryOp::Minus, Box::new(operand(input, unary)?)))
}

fn primary(input: &mut Tokens<'_>) -> Parsed<Expr> {
    if accept(input, "(") {
        let inner = operand(input, choice)?;
        close(input, ")")?;
        return Ok(inner);
    }
    let at = here(input);
    match peek(input) {
        Kind::Int(value) => match i64::try_from(*value) {
            Ok(value) => {
                input.next_token();
                Ok(Expr::Int(value))
            }
            Err(_) => unexpected(input, "a number below 2^63"),
        },
        Kind::Name(text) => {
            if matches!(text.as_str(), "true" | "false") {
                input.next_token();
                Ok(Expr::Bool(text == "true"))
            } else if grammar::is_reserved(text) && !grammar::LAUNCH.contains(&text.as_str()) {
                unexpected(input, "an expression")
            } else {
                input.next_token();
                named(input, Name { text: text.clone(), at })
            }
        }
        Kind::Quoted(_) | Kind::Symbol(_) | Kind::End => unexpected(input, "an expression"),
    }
}

fn named(input: &mut Tokens<'_>, name: Name) -> Parsed<Expr> {
    if !accept(input, "(") {
        return Ok(Expr::Name(name));
    }
    let args = if is_symbol(input, ")") { vec![] } else { operand(input, |i| list(i, choice))? };
    if args.is_empty() {
        expect(input, ")")?;
    } else if !accept(input, ")") {
        return unexpected(input, "`)`, `,` or an operator");
    }
    Ok(Expr::Call(name, args))
}
