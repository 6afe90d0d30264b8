//! Protocols as `.map` text. Parsing the text gives the same protocol back.

use crate::kernel::MemorySpace;
use crate::map::ast::{Access, ArrayDecl, Expr, For, Mode, Place, Protocol, Range, Step, Stmt, UnaryOp};
use crate::map::grammar::{self, CHOICE, UNARY};
use std::fmt::{self, Display, Formatter, Write};

impl Display for Protocol {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.show_head(f)?;
        statements(f, &self.body, 1)?;
        writeln!(f, "}}")
    }
}

impl Protocol {
    /// All that stands before the statements.
    pub(crate) fn show_head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = &self.name.text;
        if grammar::is_name(name) {
            writeln!(f, "protocol {name} {{")?;
        } else {
            writeln!(f, "protocol \"{}\" {{", name.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        for array in &self.arrays {
            writeln!(f, "    {array}")?;
        }
        for (word, names) in [("const", &self.params), ("local", &self.locals)] {
            if !names.is_empty() {
                let names = names.iter().map(|n| n.text.as_str()).collect::<Vec<_>>();
                writeln!(f, "    {word} {};", names.join(", "))?;
            }
        }
        for u in &self.unknowns {
            writeln!(f, "    unknown {}({}) per {};", u.name.text, u.arity, grammar::sharing_text(u.sharing))?;
        }
        for fact in &self.facts {
            writeln!(f, "    where {fact};")?;
        }
        Ok(())
    }
}

/// As at the left margin.
impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        show(f, self, 0)
    }
}

impl Display for ArrayDecl {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let space = match self.space {
            // Protocols have no clusters: such an array is never written as one.
            MemorySpace::Shared | MemorySpace::Cluster => "shared",
            MemorySpace::Global | MemorySpace::Tabled => "global",
        };
        write!(f, "{space} {}", self.name.text)?;
        for dim in &self.dims {
            write!(f, "[{dim}]")?;
        }
        if self.element != 1 {
            write!(f, " of {}", self.element)?;
        }
        f.write_str(";")
    }
}

fn statements(f: &mut Formatter<'_>, body: &[Stmt], depth: usize) -> fmt::Result {
    for statement in body {
        indent(f, depth)?;
        show(f, statement, depth)?;
        f.write_char('\n')?;
    }
    Ok(())
}

fn indent(f: &mut Formatter<'_>, depth: usize) -> fmt::Result {
    (0..depth).try_for_each(|_| f.write_str("    "))
}

fn block(f: &mut Formatter<'_>, body: &[Stmt], depth: usize) -> fmt::Result {
    f.write_str("{\n")?;
    statements(f, body, depth + 1)?;
    indent(f, depth)?;
    f.write_str("}")
}

fn show(f: &mut Formatter<'_>, statement: &Stmt, depth: usize) -> fmt::Result {
    match statement {
        Stmt::Skip => f.write_str("skip;"),
        Stmt::Access(access) => write!(f, "{access};"),
        Stmt::Sync(scope, _) => write!(f, "{};", grammar::sync_text(*scope)),
        Stmt::If { cond, then, otherwise, .. } => {
            write!(f, "if {cond} ")?;
            block(f, then, depth)?;
            match otherwise.as_slice() {
                [] => Ok(()),
                [only @ Stmt::If { .. }] => {
                    f.write_str(" else ")?;
                    show(f, only, depth)
                }
                several => {
                    f.write_str(" else ")?;
                    block(f, several, depth)
                }
            }
        }
        Stmt::For(For { var, range, body }) => {
            write!(f, "for {} {range} ", var.text)?;
            block(f, body, depth)
        }
        Stmt::Let(name, value) => write!(f, "let {} = {value};", name.text),
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Range::While(cond) => write!(f, "while {cond}"),
            Range::Steps { from, to, step } => write!(f, "in {from}..{to}{step}"),
        }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Step::Up(Expr::Int(1)) => Ok(()),
            Step::Up(by) => {
                // What starts with a minus sign would be read as a downward step.
                let text = by.to_string();
                if text.starts_with('-') { write!(f, " step ({text})") } else { write!(f, " step {text}") }
            }
            Step::Down(by) => {
                f.write_str(" step -")?;
                by.show(f, UNARY)
            }
            Step::Times(by) => write!(f, " step *{by}"),
            Step::Over(by) => write!(f, " step /{by}"),
        }
    }
}

impl Display for Access {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mode = match self.mode {
            Mode::Read => "rd",
            Mode::Write(_) => "wr",
            Mode::Atomic(scope) => grammar::atomic_text(scope),
        };
        write!(f, "{mode} {}", self.array.text)?;
        match &self.place {
            Place::Cell(indices) => indices.iter().try_for_each(|i| write!(f, "[{i}]"))?,
            Place::Bytes { offset, length } => write!(f, " bytes({offset}, {length})")?,
        }
        match &self.mode {
            Mode::Write(Some(value)) => write!(f, " = {value}"),
            Mode::Write(None) | Mode::Read | Mode::Atomic(_) => Ok(()),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.show(f, CHOICE)
    }
}

impl Expr {
    fn precedence(&self) -> u8 {
        match self {
            Expr::Choice(..) => CHOICE,
            Expr::Binary(op, ..) => grammar::precedence(*op),
            Expr::Unary(..) => UNARY,
            Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) | Expr::Call(..) => UNARY + 1,
        }
    }

    /// In parentheses if it binds less tightly than `lowest`.
    fn show(&self, f: &mut Formatter<'_>, lowest: u8) -> fmt::Result {
        if self.precedence() < lowest { write!(f, "({self})") } else { self.bare(f) }
    }

    fn bare(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Int(value) => write!(f, "{value}"),
            Expr::Bool(value) => write!(f, "{value}"),
            Expr::Name(name) => f.write_str(&name.text),
            Expr::Unary(UnaryOp::Not, a) => {
                f.write_str("!")?;
                a.show(f, UNARY)
            }
            Expr::Unary(UnaryOp::Minus, a) => {
                f.write_str("-")?;
                // A number directly behind the sign would be read with it.
                let number = matches!(**a, Expr::Int(value) if value >= 0);
                a.show(f, if number { u8::MAX } else { UNARY })
            }
            Expr::Binary(op, a, b) => {
                let level = grammar::precedence(*op);
                a.show(f, if grammar::chains(*op) { level } else { level + 1 })?;
                write!(f, " {} ", grammar::operator_text(*op))?;
                b.show(f, level + 1)
            }
            Expr::Choice(c, a, b) => {
                c.show(f, CHOICE + 1)?;
                f.write_str(" ? ")?;
                a.show(f, CHOICE)?;
                f.write_str(" : ")?;
                b.show(f, CHOICE)
            }
            Expr::Call(name, args) => {
                let args = args.iter().map(ToString::to_string).collect::<Vec<_>>();
                write!(f, "{}({})", name.text, args.join(", "))
            }
        }
    }
}
