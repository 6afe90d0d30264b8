//! Terms in C-like text, for messages and dumps.

use crate::term::eval::signed;
use crate::term::node::{BinaryOp, CastOp, CompareOp, Node, Term, Var};
use crate::term::terms::Terms;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::fmt;

/// Displays a term; subterms below its depth are shown as `…`, and those that have a number by it.
pub(super) struct Shown<'a> {
    pub(super) terms: &'a Terms,
    pub(super) term: Term,
    pub(super) depth: u32,
    /// How many more nodes are written; the others are `…`, since a tree may be exponentially larger than its graph.
    pub(super) left: &'a Cell<usize>,
    /// See [`Lets`](super::Lets).
    pub(super) numbers: Option<&'a FxHashMap<Term, usize>>,
}

/// How deep a term is shown.
pub(super) const DEPTH: u32 = 24;
/// How many nodes of it.
const NODES: usize = 2000;

impl Terms {
    /// `t` as text.
    #[must_use]
    pub fn show(&self, t: Term) -> String {
        Shown { terms: self, term: t, depth: DEPTH, left: &Cell::new(NODES), numbers: None }.to_string()
    }

    /// A variable's name, with `#1` or `#2` for a thread's copy.
    #[must_use]
    pub fn var_name(&self, v: Var) -> String {
        let info = self.var_info(v);
        format!("{}{}", info.name, info.owner.mark())
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv => "/u",
        BinaryOp::SDiv => "/",
        BinaryOp::URem => "%u",
        BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr => ">>u",
        BinaryOp::AShr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}

impl Shown<'_> {
    fn at(&self, term: Term) -> Shown<'_> {
        Shown { term, depth: self.depth.saturating_sub(1), ..*self }
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.numbers.and_then(|numbers| numbers.get(&self.term)) {
            return write!(f, "%{number}");
        }
        if self.depth == 0 || self.left.get() == 0 {
            return f.write_str("…");
        }
        self.left.set(self.left.get() - 1);
        match self.terms.node(self.term) {
            Node::Const { width: 1, value } => write!(f, "{}", *value != 0),
            Node::Const { width, value } => write!(f, "{}", signed(*width, *value)),
            Node::Var(v) => f.write_str(&self.terms.var_name(*v)),
            Node::Not(a) => write!(f, "!{}", self.at(*a)),
            Node::Binary(op, a, b) => write!(f, "({} {} {})", self.at(*a), symbol(*op), self.at(*b)),
            Node::Compare(op, a, b) => {
                let s = match op {
                    CompareOp::Eq => "==",
                    CompareOp::Ult => "<u",
                    CompareOp::Ule => "<=u",
                    CompareOp::Slt => "<",
                    CompareOp::Sle => "<=",
                };
                write!(f, "({} {s} {})", self.at(*a), self.at(*b))
            }
            Node::Ite(c, a, b) => write!(f, "({} ? {} : {})", self.at(*c), self.at(*a), self.at(*b)),
            Node::Cast(op, w, a) => {
                let s = match op {
                    CastOp::Zext => "zext",
                    CastOp::Sext => "sext",
                    CastOp::Trunc => "trunc",
                };
                write!(f, "{s}{w}({})", self.at(*a))
            }
            Node::Apply(func, args) => {
                let info = self.terms.func_info(*func);
                f.write_str(&info.name)?;
                f.write_str(info.owner.mark())?;
                f.write_str("(")?;
                for (i, a) in args.iter().enumerate() {
                    write!(f, "{}{}", if i > 0 { ", " } else { "" }, self.at(*a))?;
                }
                f.write_str(")")
            }
        }
    }
}
