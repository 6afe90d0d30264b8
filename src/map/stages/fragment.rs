//! Unsynchronised fragments, the `u` of the protocol calculus: what one thread does between two barriers; and putting a
//! value for a variable, which is all that aligning does to them.
//!
//! Source: Faial, Fig. 2 (syntax of `U`), with conditionals.
//!
//! **Invariant:** there is no barrier and no `let` inside, and what is put in mentions no variable of a loop inside, so that
//! [`Replace`] need not rename.

use crate::map::ast::{Access, At, BinaryOp, Expr, For, Mode, Name, Place, Protocol, Range, Step, Stmt, UnaryOp};
use std::fmt::{self, Formatter};

/// A sequence; empty for `skip`.
pub type Fragment = Vec<Unsynchronised>;

/// A statement without a barrier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unsynchronised {
    Access(Box<Access>),
    If { cond: Expr, then: Fragment, otherwise: Fragment },
    For(Box<Loop<Unsynchronised>>),
}

/// A loop over statements of one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop<T> {
    pub var: Name,
    pub range: Range,
    pub body: Vec<T>,
}

impl<T> Loop<T> {
    /// The statement of the language, with this body.
    pub(crate) fn statement(&self, body: Vec<Stmt>) -> Stmt {
        Stmt::For(For { var: self.var.clone(), range: self.range.clone(), body })
    }

    pub(crate) fn with<U>(&self, body: Vec<U>) -> Box<Loop<U>> {
        Box::new(Loop { var: self.var.clone(), range: self.range.clone(), body })
    }
}

/// The statements of the language that a fragment stands for.
#[must_use]
pub fn statements(fragment: &[Unsynchronised]) -> Vec<Stmt> {
    let one = |u: &Unsynchronised| match u {
        Unsynchronised::Access(access) => Stmt::Access((**access).clone()),
        Unsynchronised::If { cond, then, otherwise } => {
            conditional(cond.clone(), statements(then), statements(otherwise))
        }
        Unsynchronised::For(l) => l.statement(statements(&l.body)),
    };
    fragment.iter().map(one).collect()
}

pub(crate) fn conditional(cond: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    Stmt::If { cond, then, otherwise, at: At::default() }
}

/// One fragment or the other; nothing if both are empty.
pub(crate) fn either(cond: &Expr, then: Fragment, otherwise: Fragment) -> Fragment {
    let (cond, then, otherwise) = match (then.is_empty(), otherwise.is_empty()) {
        (true, true) => return vec![],
        (true, false) => (Expr::Unary(UnaryOp::Not, Box::new(cond.clone())), otherwise, then),
        (false, _) => (cond.clone(), then, otherwise),
    };
    vec![Unsynchronised::If { cond, then, otherwise }]
}

/// Putting a value for a variable.
pub(crate) trait Replace {
    #[must_use]
    fn replace(&self, name: &str, by: &Expr) -> Self;
}

impl<T: Replace> Replace for Vec<T> {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        self.iter().map(|part| part.replace(name, by)).collect()
    }
}

impl Replace for Unsynchronised {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        match self {
            Unsynchronised::Access(access) => Unsynchronised::Access(Box::new(access.replace(name, by))),
            Unsynchronised::If { cond, then, otherwise } => Unsynchronised::If {
                cond: cond.replace(name, by),
                then: then.replace(name, by),
                otherwise: otherwise.replace(name, by),
            },
            Unsynchronised::For(l) => Unsynchronised::For(Box::new(l.replace(name, by))),
        }
    }
}

impl Replace for Access {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        let mode = match &self.mode {
            Mode::Write(Some(value)) => Mode::Write(Some(value.replace(name, by))),
            Mode::Read | Mode::Write(None) | Mode::Atomic(_) => self.mode.clone(),
        };
        let place = match &self.place {
            Place::Cell(indices) => Place::Cell(indices.replace(name, by)),
            Place::Bytes { offset, length } => {
                Place::Bytes { offset: offset.replace(name, by), length: length.replace(name, by) }
            }
        };
        Access { mode, array: self.array.clone(), place }
    }
}

/// A loop over a variable of that name has its own.
impl<T: Replace + Clone> Replace for Loop<T> {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        let Loop { var, range, body } = self;
        let (range, body) = match (var.text == name, range) {
            (false, _) => (range.replace(name, by), body.replace(name, by)),
            (true, Range::While(_)) => (range.clone(), body.clone()),
            (true, Range::Steps { .. }) => (range.replace(name, by), body.clone()),
        };
        Loop { var: var.clone(), range, body }
    }
}

impl Replace for Range {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        match self {
            Range::While(cond) => Range::While(cond.replace(name, by)),
            Range::Steps { from, to, step } => {
                let step = match step {
                    Step::Up(e) => Step::Up(e.replace(name, by)),
                    Step::Down(e) => Step::Down(e.replace(name, by)),
                    Step::Times(_) | Step::Over(_) => step.clone(),
                };
                let (from, to) = (from.replace(name, by), to.replace(name, by));
                match step {
                    // The language refuses what is known not to step.
                    Step::Up(Expr::Int(..=0)) | Step::Down(Expr::Int(..=0)) => {
                        Range::Steps { to: from.clone(), from, step: Step::Up(Expr::Int(1)) }
                    }
                    Step::Up(_) | Step::Down(_) | Step::Times(_) | Step::Over(_) => Range::Steps { from, to, step },
                }
            }
        }
    }
}

impl Replace for Expr {
    fn replace(&self, name: &str, by: &Expr) -> Self {
        let inner = |e: &Expr| Box::new(e.replace(name, by));
        match self {
            Expr::Int(_) | Expr::Bool(_) => self.clone(),
            Expr::Name(n) => if n.text == name { by } else { self }.clone(),
            Expr::Unary(op, a) => Expr::Unary(*op, inner(a)),
            Expr::Binary(op, a, b) => fold(*op, *inner(a), *inner(b)),
            Expr::Choice(c, a, b) => Expr::Choice(inner(c), inner(a), inner(b)),
            Expr::Call(f, args) => Expr::Call(f.clone(), args.replace(name, by)),
        }
    }
}

/// `a op b`, shorter where numbers meet.
pub(crate) fn fold(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    match (op, int(&a), int(&b)) {
        // Numbers are added to what is added already: `x - 1 + 1` is `x`.
        (BinaryOp::Add, _, Some(c)) => plus(a, c),
        (BinaryOp::Add, Some(0), None) => b,
        (BinaryOp::Sub, _, Some(c)) if c > i64::MIN => plus(a, -c),
        (BinaryOp::Mul, Some(x), Some(y)) if x.checked_mul(y).is_some() => Expr::Int(x.wrapping_mul(y)),
        (BinaryOp::Lt, Some(x), Some(y)) => Expr::Bool(x < y),
        (op, _, _) => Expr::binary(op, a, b),
    }
}

/// `a && b`
pub(crate) fn both(a: Expr, b: Expr) -> Expr {
    match (a, b) {
        (Expr::Bool(true), other) | (other, Expr::Bool(true)) => other,
        (Expr::Bool(false), _) => Expr::Bool(false),
        (a, b) => Expr::binary(BinaryOp::Both, a, b),
    }
}

fn int(e: &Expr) -> Option<i64> {
    if let Expr::Int(value) = e { Some(*value) } else { None }
}

/// `e + by`, joined with the number that `e` is or ends with.
fn plus(e: Expr, by: i64) -> Expr {
    let joined = match &e {
        Expr::Binary(BinaryOp::Add, a, c) => int(c).and_then(|c| c.checked_add(by)).map(|sum| (a, sum)),
        Expr::Binary(BinaryOp::Sub, a, c) => int(c).and_then(|c| by.checked_sub(c)).map(|sum| (a, sum)),
        Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) => None,
        Expr::Unary(..) | Expr::Binary(..) | Expr::Choice(..) | Expr::Call(..) => None,
    };
    let (e, by) = match joined {
        Some((a, sum)) => ((**a).clone(), sum),
        None => (e, by),
    };
    match (int(&e).and_then(|c| c.checked_add(by)), by) {
        (Some(sum), _) => Expr::Int(sum),
        (None, 0) => e,
        (None, by) if by < 0 && by > i64::MIN => Expr::binary(BinaryOp::Sub, e, Expr::Int(-by)),
        (None, by) => Expr::binary(BinaryOp::Add, e, Expr::Int(by)),
    }
}

/// How many operators, names and numbers there are in it.
pub(crate) fn size(e: &Expr) -> usize {
    1 + match e {
        Expr::Int(_) | Expr::Bool(_) | Expr::Name(_) => 0,
        Expr::Unary(_, a) => size(a),
        Expr::Binary(_, a, b) => size(a) + size(b),
        Expr::Choice(c, a, b) => size(c) + size(a) + size(b),
        Expr::Call(_, args) => args.iter().map(size).sum(),
    }
}

/// As `.map` text; a comment tells synchronised conditionals and loops (`S`) from the others (`U`), as the papers'
/// superscripts do.
pub(crate) fn show(f: &mut Formatter<'_>, protocol: &Protocol) -> fmt::Result {
    protocol.show_head(f)?;
    block(f, &protocol.body, 1)?;
    writeln!(f, "}}")
}

pub(crate) fn block(f: &mut Formatter<'_>, body: &[Stmt], depth: usize) -> fmt::Result {
    let indent = "    ".repeat(depth);
    for statement in body {
        let mark = if synchronised(std::slice::from_ref(statement)) { "S" } else { "U" };
        match statement {
            Stmt::If { cond, then, otherwise, .. } => {
                writeln!(f, "{indent}if {cond} {{ // {mark}")?;
                block(f, then, depth + 1)?;
                if !otherwise.is_empty() {
                    writeln!(f, "{indent}}} else {{")?;
                    block(f, otherwise, depth + 1)?;
                }
                writeln!(f, "{indent}}}")?;
            }
            Stmt::For(For { var, range, body }) => {
                writeln!(f, "{indent}for {} {range} {{ // {mark}", var.text)?;
                block(f, body, depth + 1)?;
                writeln!(f, "{indent}}}")?;
            }
            Stmt::Skip | Stmt::Access(_) | Stmt::Sync(..) | Stmt::Let(..) => writeln!(f, "{indent}{statement}")?,
        }
    }
    Ok(())
}

fn synchronised(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Sync(..) => true,
        Stmt::If { then, otherwise, .. } => synchronised(then) || synchronised(otherwise),
        Stmt::For(f) => synchronised(&f.body),
        Stmt::Skip | Stmt::Access(_) | Stmt::Let(..) => false,
    })
}
