//! Protocols as their own plain data: what a `.map` file says, before names and dimensions are checked.
//!
//! **Invariant:** positions ([`At`]) take no part in equality, so protocols compare by what they say.

use crate::kernel::{AtomicScope, MemorySpace, SyncScope};
use crate::span::Span;
use crate::term::Sharing;

/// Where something was written. All positions are equal.
#[derive(Clone, Default, Debug)]
pub struct At(pub Span);

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for At {}

/// A name with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub text: String,
    pub at: At,
}

/// One protocol: what every thread of a launch does to the arrays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protocol {
    pub name: Name,
    pub arrays: Vec<ArrayDecl>,
    /// `const`: 32-bit integers, the same for all threads.
    pub params: Vec<Name>,
    /// `local`: 32-bit integers, any value for each thread.
    pub locals: Vec<Name>,
    pub unknowns: Vec<UnknownDecl>,
    /// `where`: what holds for every thread.
    pub facts: Vec<Expr>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrayDecl {
    pub name: Name,
    pub space: MemorySpace,
    /// Extents in elements, outermost first; empty if not known.
    pub dims: Vec<u64>,
    /// Bytes of one element.
    pub element: u64,
}

/// A function about which nothing is known but that equal arguments give equal results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownDecl {
    pub name: Name,
    pub arity: usize,
    pub sharing: Sharing,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    Skip,
    Access(Access),
    Sync(SyncScope, At),
    If {
        cond: Expr,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
        at: At,
    },
    For(For),
    /// Names a value until the end of the block.
    Let(Name, Expr),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    pub mode: Mode,
    pub array: Name,
    pub place: Place,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    Read,
    /// The value that is written, where it is known.
    Write(Option<Expr>),
    Atomic(AtomicScope),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// One element, by its indices, outermost first.
    Cell(Vec<Expr>),
    /// `length` bytes from byte `offset` of the array.
    Bytes { offset: Expr, length: Expr },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct For {
    pub var: Name,
    pub range: Range,
    pub body: Vec<Stmt>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// `from`, then by `step`, up to `to`, which is excluded.
    Steps { from: Expr, to: Expr, step: Step },
    /// 0, 1, 2, … up to the first value for which the condition fails.
    While(Expr),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Adds; upward. No iteration if the step is not positive.
    Up(Expr),
    /// Subtracts; downward. No iteration if the step is not positive.
    Down(Expr),
    /// Multiplies; upward from a positive start, else no iteration. A power of two, at least 2.
    Times(u64),
    /// Divides; downward, at most to 1. A power of two, at least 2.
    Over(u64),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expr {
    Int(i64),
    Bool(bool),
    /// A parameter, local, loop variable, definition or launch variable (`threadIdx.x`).
    Name(Name),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A built-in or a declared unknown function.
    Call(Name, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum UnaryOp {
    Minus,
    Not,
}

/// As in C on 64-bit signed integers; comparisons and `&&`, `||` give truth values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
    Both,
    Either,
}

impl Name {
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Name { text: text.into(), at: At::default() }
    }
}

impl Expr {
    #[must_use]
    pub fn name(text: impl Into<String>) -> Self {
        Expr::Name(Name::new(text))
    }

    #[must_use]
    pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Self {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }
}

impl Protocol {
    pub(super) fn empty(name: Name) -> Self {
        let (arrays, params, locals, unknowns, facts, body) = Default::default();
        Protocol { name, arrays, params, locals, unknowns, facts, body }
    }
}
