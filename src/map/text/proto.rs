//! The papers' `.proto` text (Faial, Appendix A) to a [`Protocol`].
//!
//! ```text
//! shared A, B;
//! const global N, local tid, where distinct [tid] && N > 0;
//! foreach (r in 0 .. N) { rw A[tid]; sync; ro A[tid + r]; }
//! foreach (i in 0 .. N; i + 16) { if (i < tid) { rw B[tid, i]; } else { skip; } }
//! ```
//!
//! `rw` writes and `ro` reads. What `distinct` lists is the thread's index: the first name stands for `threadIdx.x`, the
//! next for `.y` and `.z`, so CUDA's limits hold for it. Everything else declared is a natural number below 2^31.

use super::expr;
use super::lex::{self, Kind, Token};
use super::parse::indices;
use super::tokens::{
    Parsed, Tokens, accept, close, expect, here, is_symbol, is_word, list, nested, new_name, number, peek, stream,
    unexpected,
};
use crate::kernel::{MemorySpace, SyncScope};
use crate::map::ast::{Access, ArrayDecl, BinaryOp, Expr, For, Mode, Name, Place, Protocol, Range, Step, Stmt};
use crate::map::error::MapError;
use crate::map::grammar;
use std::path::Path;
use std::sync::Arc;
use winnow::stream::Stream;

/// The protocol of a `.proto` file, named after the file.
///
/// # Errors
/// The first place that cannot be read, with what was expected there.
pub fn parse_proto(file: &str, source: &str) -> Result<Protocol, MapError> {
    let mut tokens = lex::tokens(&Arc::from(file), source)?;
    let distinct = header(&mut stream(&tokens), file)?.1;
    rename(&mut tokens, &distinct)?;
    let input = &mut stream(&tokens);
    let (mut protocol, _) = header(input, file)?;
    for name in protocol.params.iter().chain(&protocol.locals) {
        protocol.facts.push(Expr::binary(BinaryOp::Ge, Expr::Name(name.clone()), Expr::Int(0)));
    }
    protocol.body = statements(input)?;
    if *peek(input) == Kind::End {
        Ok(protocol)
    } else {
        unexpected(input, &format!("{STATEMENT} or the end of the file"))
    }
}

const STATEMENT: &str = "`ro`, `rw`, `sync`, `if`, `foreach`, `local`, `skip`";

/// Puts the thread's index for the names that tell threads apart.
fn rename(tokens: &mut [Token], distinct: &[Name]) -> Parsed<()> {
    let mut axes = grammar::LAUNCH.iter().take(3).filter(|axis| distinct.iter().all(|name| name.text != **axis));
    for name in distinct.iter().filter(|name| !grammar::LAUNCH.contains(&name.text.as_str())) {
        let Some(axis) = axes.next() else {
            return Err(MapError::new(&name.at, "at most three names can tell threads apart"));
        };
        for token in tokens.iter_mut().filter(|token| token.kind == Kind::Name(name.text.clone())) {
            token.kind = Kind::Name((*axis).to_owned());
        }
    }
    Ok(())
}

/// The declarations, and the names that tell threads apart.
fn header(input: &mut Tokens<'_>, file: &str) -> Parsed<(Protocol, Vec<Name>)> {
    let stem = Path::new(file).file_stem().map_or(file.to_owned(), |s| s.to_string_lossy().into_owned());
    let mut protocol = Protocol::empty(Name { text: stem, at: here(input) });
    let mut distinct = vec![];
    loop {
        if accept(input, "shared") {
            let names = list(input, |i| new_name(i, "an array's name"))?;
            let declare = |name| ArrayDecl { name, space: MemorySpace::Shared, dims: vec![], element: 1 };
            protocol.arrays.extend(names.into_iter().map(declare));
            if !accept(input, ";") {
                return unexpected(input, "`,` or `;`");
            }
        } else if accept(input, "const") {
            constants(input, &mut protocol, &mut distinct)?;
        } else {
            return Ok((protocol, distinct));
        }
    }
}

fn constants(input: &mut Tokens<'_>, protocol: &mut Protocol, distinct: &mut Vec<Name>) -> Parsed<()> {
    while !accept(input, ";") {
        if accept(input, "global") {
            protocol.params.extend(variable(input)?);
        } else if accept(input, "local") {
            protocol.locals.extend(variable(input)?);
        } else if accept(input, "where") {
            condition(input, protocol, distinct)?;
            return close(input, ";");
        } else {
            return unexpected(input, "`global`, `local`, `where` or `;`");
        }
        accept(input, ",");
    }
    Ok(())
}

/// A new name; the launch variables need no declaration.
fn variable(input: &mut Tokens<'_>) -> Parsed<Option<Name>> {
    if let Kind::Name(text) = peek(input)
        && grammar::LAUNCH.contains(&text.as_str())
    {
        input.next_token();
        return Ok(None);
    }
    new_name(input, "a variable's name").map(Some)
}

/// Conjuncts, of which `distinct [x, …]` is one.
fn condition(input: &mut Tokens<'_>, protocol: &mut Protocol, distinct: &mut Vec<Name>) -> Parsed<()> {
    loop {
        if accept(input, "distinct") {
            expect(input, "[")?;
            distinct.extend(list(input, |i| {
                let at = here(i);
                let Kind::Name(text) = peek(i) else { return unexpected(i, "a variable's name") };
                i.next_token();
                Ok(Name { text: text.clone(), at })
            })?);
            if !accept(input, "]") {
                return unexpected(input, "`,` or `]`");
            }
        } else {
            protocol.facts.push(expr::conjunct(input)?);
        }
        if !accept(input, "&&") {
            return Ok(());
        }
    }
}

fn block(input: &mut Tokens<'_>) -> Parsed<Vec<Stmt>> {
    expect(input, "{")?;
    let body = nested(input, statements)?;
    if accept(input, "}") { Ok(body) } else { unexpected(input, &format!("{STATEMENT} or `}}`")) }
}

/// Statements as far as they go.
fn statements(input: &mut Tokens<'_>) -> Parsed<Vec<Stmt>> {
    let mut found = vec![];
    loop {
        let at = here(input);
        if accept(input, ";") {
            continue;
        } else if accept(input, "ro") {
            found.push(access(input, Mode::Read)?);
        } else if accept(input, "rw") {
            found.push(access(input, Mode::Write(None))?);
        } else if accept(input, "sync") {
            found.push(Stmt::Sync(SyncScope::Block, at));
            expect(input, ";")?;
        } else if accept(input, "skip") {
            found.push(Stmt::Skip);
            expect(input, ";")?;
        } else if accept(input, "local") {
            let name = new_name(input, "a name")?;
            expect(input, "=")?;
            found.push(Stmt::Let(name, expr::expression(input)?));
            close(input, ";")?;
        } else if accept(input, "if") {
            found.push(conditional(input)?);
        } else if accept(input, "foreach") {
            found.push(foreach(input)?);
        } else {
            return Ok(found);
        }
    }
}

fn access(input: &mut Tokens<'_>, mode: Mode) -> Parsed<Stmt> {
    let array = new_name(input, "an array's name")?;
    if !is_symbol(input, "[") {
        return unexpected(input, "`[`");
    }
    let place = Place::Cell(indices(input)?);
    if !accept(input, ";") {
        return unexpected(input, "`[` or `;`");
    }
    Ok(Stmt::Access(Access { mode, array, place }))
}

fn conditional(input: &mut Tokens<'_>) -> Parsed<Stmt> {
    let at = here(input);
    expect(input, "(")?;
    let cond = expr::expression(input)?;
    close(input, ")")?;
    let then = block(input)?;
    let otherwise = if !accept(input, "else") {
        vec![]
    } else if accept(input, "if") {
        vec![nested(input, conditional)?]
    } else if is_symbol(input, "{") {
        block(input)?
    } else {
        return unexpected(input, "`{` or `if`");
    };
    Ok(Stmt::If { cond, then, otherwise, at })
}

fn foreach(input: &mut Tokens<'_>) -> Parsed<Stmt> {
    expect(input, "(")?;
    let var = new_name(input, "the loop variable's name")?;
    expect(input, "in")?;
    let from = expr::expression(input)?;
    close(input, "..")?;
    let to = expr::expression(input)?;
    let (step, expected) = if accept(input, ";") {
        let step = stride(input, &var)?;
        let number = matches!(step, Step::Times(_) | Step::Over(_));
        (step, if number { "`)`" } else { "`)` or an operator" })
    } else {
        (Step::Up(Expr::Int(1)), "`)`, `;` or an operator")
    };
    if !accept(input, ")") {
        return unexpected(input, expected);
    }
    let range = Range::Steps { from, to, step };
    Ok(Stmt::For(For { var, range, body: block(input)? }))
}

/// `x + 16`, `x - 1`, `x * 2` or `x / 2` for the loop variable `x`.
fn stride(input: &mut Tokens<'_>, var: &Name) -> Parsed<Step> {
    if !is_word(input, &var.text) {
        return unexpected(input, &format!("`{}`", var.text));
    }
    input.next_token();
    if accept(input, "+") {
        Ok(Step::Up(expr::expression(input)?))
    } else if accept(input, "-") {
        Ok(Step::Down(expr::expression(input)?))
    } else if accept(input, "*") {
        Ok(Step::Times(number(input)?))
    } else if accept(input, "/") {
        Ok(Step::Over(number(input)?))
    } else {
        unexpected(input, "`+`, `-`, `*` or `/`")
    }
}
