//! Tokens to expressions, by precedence.

use super::ast::{Expr, Name, UnaryOp};
use super::grammar::{self, UNARY};
use super::lex::Kind;
use super::parse::{Parsed, Tokens, accept, close, here, is_symbol, list, peek, unexpected};
use winnow::stream::Stream;

/// A whole expression.
pub(super) fn choice(input: &mut Tokens<'_>) -> Parsed<Expr> {
    let cond = binary(input, grammar::CHOICE + 1)?;
    if !accept(input, "?") {
        return Ok(cond);
    }
    let yes = choice(input)?;
    close(input, ":")?;
    let no = choice(input)?;
    Ok(Expr::Choice(Box::new(cond), Box::new(yes), Box::new(no)))
}

/// Operators of at least the given precedence.
pub(super) fn binary(input: &mut Tokens<'_>, lowest: u8) -> Parsed<Expr> {
    let mut left = unary(input)?;
    let mut highest = UNARY;
    while let Kind::Symbol(text) = peek(input)
        && let Some(op) = grammar::operator(text)
        && (lowest..=highest).contains(&grammar::precedence(op))
    {
        input.next_token();
        let level = grammar::precedence(op);
        left = Expr::binary(op, left, binary(input, level + 1)?);
        highest = if grammar::chains(op) { level } else { level - 1 };
    }
    Ok(left)
}

/// An operand with the signs before it.
pub(super) fn unary(input: &mut Tokens<'_>) -> Parsed<Expr> {
    if accept(input, "!") {
        return Ok(Expr::Unary(UnaryOp::Not, Box::new(unary(input)?)));
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
    Ok(Expr::Unary(UnaryOp::Minus, Box::new(unary(input)?)))
}

fn primary(input: &mut Tokens<'_>) -> Parsed<Expr> {
    if accept(input, "(") {
        let inner = choice(input)?;
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
            let known = grammar::LAUNCH.contains(&text.as_str()) || grammar::builtin(text).is_some();
            if matches!(text.as_str(), "true" | "false") {
                input.next_token();
                Ok(Expr::Bool(text == "true"))
            } else if grammar::is_reserved(text) && !known {
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
    let args = if is_symbol(input, ")") { vec![] } else { list(input, choice)? };
    close(input, ")")?;
    Ok(Expr::Call(name, args))
}
