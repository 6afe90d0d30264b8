//! Tokens to [`Protocol`]s. The grammar is decided by one token of lookahead, so an error names exactly what could have
//! stood at its position.

use super::lex::{self, Kind};
use super::tokens::{
    Parsed, Tokens, accept, close, expect, here, is_symbol, is_word, list, nested, new_name, number, peek, stream,
    unexpected,
};
use crate::kernel::{AtomicScope, MemorySpace, SyncScope};
use crate::map::ast::{Access, ArrayDecl, At, Expr, For, Mode, Name, Place, Protocol, Range, Step, Stmt, UnknownDecl};
use crate::map::error::MapError;
use crate::map::grammar;
use crate::term::Sharing;
use std::sync::Arc;
use winnow::stream::Stream;

/// The protocols of a `.map` file; `file` is its name for positions.
///
/// # Errors
/// The first place that cannot be read, with what was expected there.
pub fn parse(file: &str, source: &str) -> Result<Vec<Protocol>, MapError> {
    let tokens = lex::tokens(&Arc::from(file), source)?;
    let input = &mut stream(&tokens);
    let mut protocols = vec![protocol(input)?];
    while *peek(input) != Kind::End {
        protocols.push(protocol(input)?);
    }
    Ok(protocols)
}

// ---- declarations ----

const DECLARATIONS: [&str; 6] = ["shared", "global", "const", "local", "unknown", "where"];

fn protocol(input: &mut Tokens<'_>) -> Parsed<Protocol> {
    expect(input, "protocol")?;
    let at = here(input);
    let name = match peek(input) {
        Kind::Name(text) | Kind::Quoted(text) => Name { text: text.clone(), at },
        Kind::Int(_) | Kind::Symbol(_) | Kind::End => return unexpected(input, "the protocol's name"),
    };
    input.next_token();
    expect(input, "{")?;
    let mut protocol = Protocol::empty(name);
    while declaration(input, &mut protocol)? {}
    protocol.body = statements(input)?;
    expect(input, "}")?;
    Ok(protocol)
}

/// Reads one declaration if there is one.
fn declaration(input: &mut Tokens<'_>, to: &mut Protocol) -> Parsed<bool> {
    if accept(input, "shared") {
        to.arrays.extend(list(input, |i| array(i, MemorySpace::Shared))?);
    } else if accept(input, "global") {
        to.arrays.extend(list(input, |i| array(i, MemorySpace::Global))?);
    } else if accept(input, "const") {
        to.params.extend(list(input, |i| new_name(i, "a parameter's name"))?);
    } else if accept(input, "local") {
        to.locals.extend(list(input, |i| new_name(i, "a variable's name"))?);
    } else if accept(input, "unknown") {
        to.unknowns.push(unknown(input)?);
    } else if accept(input, "where") {
        to.facts.push(expr(input)?);
        return close(input, ";").map(|()| true);
    } else {
        return Ok(false);
    }
    if accept(input, ";") { Ok(true) } else { unexpected(input, "`,` or `;`") }
}

fn array(input: &mut Tokens<'_>, space: MemorySpace) -> Parsed<ArrayDecl> {
    let name = new_name(input, "an array's name")?;
    let mut dims = vec![];
    while accept(input, "[") {
        dims.push(number(input)?);
        expect(input, "]")?;
    }
    let element = if accept(input, "of") {
        number(input)?
    } else if is_symbol(input, ",") || is_symbol(input, ";") {
        1
    } else {
        return unexpected(input, "`[`, `of`, `,` or `;`");
    };
    Ok(ArrayDecl { name, space, dims, element })
}

fn unknown(input: &mut Tokens<'_>) -> Parsed<UnknownDecl> {
    let name = new_name(input, "a function's name")?;
    expect(input, "(")?;
    let arity = usize::try_from(number(input)?).unwrap_or(usize::MAX);
    expect(input, ")")?;
    expect(input, "per")?;
    for sharing in [Sharing::Thread, Sharing::Warp, Sharing::Block, Sharing::Grid] {
        if accept(input, grammar::sharing_text(sharing)) {
            return Ok(UnknownDecl { name, arity, sharing });
        }
    }
    unexpected(input, "`thread`, `warp`, `block` or `grid`")
}

// ---- statements ----

fn block(input: &mut Tokens<'_>) -> Parsed<Vec<Stmt>> {
    expect(input, "{")?;
    let body = nested(input, statements)?;
    expect(input, "}")?;
    Ok(body)
}

/// Statements up to the closing brace, which stays.
fn statements(input: &mut Tokens<'_>) -> Parsed<Vec<Stmt>> {
    let mut found = vec![];
    loop {
        while accept(input, ";") {}
        if is_symbol(input, "}") {
            return Ok(found);
        }
        let statement = statement(input)?;
        if let Some(expected) = continuations(&statement)
            && !is_symbol(input, "}")
            && !is_symbol(input, ";")
        {
            return unexpected(input, expected);
        }
        found.push(statement);
    }
}

/// What may follow a statement; `None` if it ends with a brace, so that no `;` has to.
fn continuations(statement: &Stmt) -> Option<&'static str> {
    match statement {
        Stmt::If { .. } | Stmt::For(_) => None,
        Stmt::Skip | Stmt::Sync(..) => Some("`;` or `}`"),
        Stmt::Let(..) | Stmt::Access(Access { mode: Mode::Write(Some(_)), .. }) => Some("`;`, `}` or an operator"),
        Stmt::Access(Access { mode, place, .. }) => Some(match (mode, place) {
            (Mode::Write(_), Place::Cell(_)) => "`[`, `=`, `;` or `}`",
            (Mode::Write(_), Place::Bytes { .. }) => "`=`, `;` or `}`",
            (Mode::Read | Mode::Atomic(_), Place::Cell(_)) => "`[`, `;` or `}`",
            (Mode::Read | Mode::Atomic(_), Place::Bytes { .. }) => "`;` or `}`",
        }),
    }
}

fn statement(input: &mut Tokens<'_>) -> Parsed<Stmt> {
    let at = here(input);
    for scope in [SyncScope::Block, SyncScope::Warp, SyncScope::Cluster, SyncScope::Grid] {
        if accept(input, grammar::sync_text(scope)) {
            return Ok(Stmt::Sync(scope, at));
        }
    }
    for scope in [AtomicScope::Block, AtomicScope::Cluster, AtomicScope::Device, AtomicScope::System] {
        if accept(input, grammar::atomic_text(scope)) {
            return Ok(Stmt::Access(access(input, Mode::Atomic(scope))?));
        }
    }
    if accept(input, "rd") {
        Ok(Stmt::Access(access(input, Mode::Read)?))
    } else if accept(input, "wr") {
        let mut access = access(input, Mode::Write(None))?;
        if accept(input, "=") {
            access.mode = Mode::Write(Some(expr(input)?));
        }
        Ok(Stmt::Access(access))
    } else if accept(input, "if") {
        conditional(input, at)
    } else if accept(input, "for") {
        Ok(Stmt::For(for_loop(input)?))
    } else if accept(input, "let") {
        let name = new_name(input, "a name")?;
        expect(input, "=")?;
        Ok(Stmt::Let(name, expr(input)?))
    } else if accept(input, "skip") {
        Ok(Stmt::Skip)
    } else if DECLARATIONS.iter().any(|word| is_word(input, word)) {
        Err(MapError::new(&at, "declarations stand before the first statement"))
    } else {
        unexpected(input, "`rd`, `wr`, `at`, `sync`, `if`, `for`, `let`, `skip` or `}`")
    }
}

fn access(input: &mut Tokens<'_>, mode: Mode) -> Parsed<Access> {
    let array = new_name(input, "an array's name")?;
    let place = if accept(input, "bytes") {
        expect(input, "(")?;
        let offset = expr(input)?;
        close(input, ",")?;
        let length = expr(input)?;
        close(input, ")")?;
        Place::Bytes { offset, length }
    } else if is_symbol(input, "[") {
        Place::Cell(indices(input)?)
    } else {
        return unexpected(input, "`[` or `bytes`");
    };
    Ok(Access { mode, array, place })
}

/// `[i][j]` or `[i, j]`.
pub(super) fn indices(input: &mut Tokens<'_>) -> Parsed<Vec<Expr>> {
    let mut found = vec![];
    while accept(input, "[") {
        found.extend(list(input, expr)?);
        if !accept(input, "]") {
            return unexpected(input, "`]`, `,` or an operator");
        }
    }
    Ok(found)
}

fn conditional(input: &mut Tokens<'_>, at: At) -> Parsed<Stmt> {
    let cond = expr(input)?;
    if !is_symbol(input, "{") {
        return unexpected(input, "`{` or an operator");
    }
    let then = block(input)?;
    let else_at = here(input);
    let otherwise = if !accept(input, "else") {
        vec![]
    } else if accept(input, "if") {
        vec![nested(input, |i| conditional(i, else_at))?]
    } else if is_symbol(input, "{") {
        block(input)?
    } else {
        return unexpected(input, "`{` or `if`");
    };
    Ok(Stmt::If { cond, then, otherwise, at })
}

fn for_loop(input: &mut Tokens<'_>) -> Parsed<For> {
    let var = new_name(input, "the loop variable's name")?;
    let mut expected = "`{` or an operator";
    let range = if accept(input, "while") {
        Range::While(expr(input)?)
    } else if accept(input, "in") {
        let from = expr(input)?;
        close(input, "..")?;
        let to = expr(input)?;
        if !is_word(input, "step") {
            expected = "`{`, `step` or an operator";
        }
        let step = step(input)?;
        if matches!(step, Step::Times(_) | Step::Over(_)) {
            expected = "`{`";
        }
        Range::Steps { from, to, step }
    } else {
        return unexpected(input, "`in` or `while`");
    };
    if !is_symbol(input, "{") {
        return unexpected(input, expected);
    }
    Ok(For { var, range, body: block(input)? })
}

fn step(input: &mut Tokens<'_>) -> Parsed<Step> {
    if !accept(input, "step") {
        return Ok(Step::Up(Expr::Int(1)));
    }
    if accept(input, "*") {
        Ok(Step::Times(number(input)?))
    } else if accept(input, "/") {
        Ok(Step::Over(number(input)?))
    } else if accept(input, "-") {
        Ok(Step::Down(super::expr::factor(input)?))
    } else {
        Ok(Step::Up(expr(input)?))
    }
}

fn expr(input: &mut Tokens<'_>) -> Parsed<Expr> {
    super::expr::expression(input)
}
