//! Formulas over integers, truth values and bit-vectors as plain data: what `encode` and `bitvector` produce, `smtlib`
//! prints and `z3` builds.
//!
//! **Invariant:** children have smaller ids than their parents; equal formulas have equal ids. Every stored comparison is
//! in lowest terms, so formulas that differ only in a common factor are the same.

use crate::term::{BinaryOp, CastOp, CompareOp, Func, FuncKind, Terms, Var, VarKind, Width};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A symbol of a [`Query`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Sym(pub(super) u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sort {
    Int,
    Bool,
    Bits(Width),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Symbol {
    pub(super) label: Label,
    pub(super) sort: Sort,
}

/// What a symbol is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    /// For people.
    pub(super) shown: String,
    /// For solvers: nothing of it is a source's word, since a search may go by names.
    pub(super) plain: String,
}

impl Label {
    pub(super) fn of_var(terms: &Terms, v: Var) -> Label {
        let (shown, info) = (terms.var_name(v), terms.var_info(v));
        let plain = match info.kind {
            VarKind::Param => "param",
            VarKind::Counter => "counter",
            VarKind::Local => "local",
            VarKind::ThreadIdx(_)
            | VarKind::BlockIdx(_)
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::ClusterRank => &shown,
        };
        Label { plain: plain.to_owned(), shown }
    }

    pub(super) fn of_func(terms: &Terms, f: Func) -> Label {
        let info = terms.func_info(f);
        let plain = match info.kind {
            FuncKind::Memory { .. } => "memory",
            FuncKind::Opaque { .. } => "opaque",
            FuncKind::Loop { .. } => "loop",
            FuncKind::Pure(_) => "pure",
        };
        Label { shown: info.name.clone(), plain: plain.to_owned() }
    }

    /// With a number, which tells it from others.
    fn numbered(self, number: usize) -> Label {
        let Label { shown, plain } = self;
        Label { shown: format!("{shown}!{number}"), plain: format!("{plain}!{number}") }
    }
}

impl From<&str> for Label {
    fn from(name: &str) -> Label {
        Label { shown: name.to_owned(), plain: name.to_owned() }
    }
}

/// `constant + Σ coefficient·symbol` over the integers, symbols in ascending order, no coefficient 0.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Lin {
    pub(super) terms: Vec<(Sym, i128)>,
    pub(super) constant: i128,
}

/// A formula or a bit-vector expression: an index into its [`Query`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Expr(pub(super) u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    Bool(bool),
    /// A symbol of sort `Bool` or `Bits`.
    Sym(Sym),
    Not(Expr),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Iff(Expr, Expr),
    /// The sum is at most 0.
    AtMostZero(Lin),
    /// The sum is 0.
    Zero(Lin),
    /// The symbol is the product of the others, over the integers.
    Product(Sym, Vec<Sym>),
    Bits {
        width: Width,
        value: u64,
    },
    /// On bit-vectors, with SMT-LIB's meaning of shifts by too much and of divisions by 0.
    BitsBinary(BinaryOp, Expr, Expr),
    BitsCompare(CompareOp, Expr, Expr),
    BitsIte(Expr, Expr, Expr),
    /// The last number is the width of the operand.
    BitsCast(CastOp, Width, Expr, Width),
}

/// Symbols, formulas, and those formulas that are asserted.
#[derive(Clone, Default, Debug)]
pub(super) struct Query {
    pub(super) symbols: Vec<Symbol>,
    shapes: IndexSet<Shape, FxBuildHasher>,
    pub(super) asserts: Vec<Expr>,
}

impl Query {
    /// About how many gates Z3 takes the bit-vectors apart into, which its resource units do not show.
    pub(super) fn gates(&self) -> u64 {
        // Each one's width, or 0 for a truth value, in the order of the shapes: operands come first.
        let mut widths: Vec<u64> = Vec::with_capacity(self.len());
        let mut gates = 0;
        for shape in &self.shapes {
            let width = |e: &Expr| widths[e.0 as usize];
            let (width, more) = match shape {
                Shape::Bits { width, .. } => (u64::from(*width), 0),
                Shape::Sym(symbol) => match self.symbols[symbol.0 as usize].sort {
                    Sort::Bits(width) => (u64::from(width), 0),
                    Sort::Bool | Sort::Int => (0, 0),
                },
                Shape::BitsBinary(op, a, b) => (width(a), self.gates_of(*op, *a, *b, width(a))),
                Shape::BitsIte(_, a, _) => (width(a), width(a)),
                Shape::BitsCast(_, width, ..) => (u64::from(*width), 0),
                Shape::BitsCompare(_, a, _) => (0, width(a)),
                Shape::Bool(_) | Shape::Not(_) | Shape::And(_) | Shape::Or(_) | Shape::Iff(..) => (0, 0),
                Shape::AtMostZero(_) | Shape::Zero(_) | Shape::Product(..) => (0, 0),
            };
            widths.push(width);
            gates += more;
        }
        gates
    }

    fn gates_of(&self, op: BinaryOp, a: Expr, b: Expr, width: u64) -> u64 {
        let rows = |e| match self.shape(e) {
            Shape::Bits { value, .. } => u64::from(value.count_ones()),
            _ => width,
        };
        match op {
            BinaryOp::Mul => width * rows(a).min(rows(b)),
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => 3 * width * width,
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => 6 * width,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => width,
        }
    }

    pub(super) fn symbol(&mut self, label: impl Into<Label>, sort: Sort) -> Sym {
        let label = label.into().numbered(self.symbols.len());
        self.symbols.push(Symbol { label, sort });
        Sym((self.symbols.len() - 1) as u32)
    }

    pub(super) fn shape(&self, e: Expr) -> &Shape {
        &self.shapes[e.0 as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.shapes.len()
    }

    pub(super) fn assert(&mut self, e: Expr) {
        if *self.shape(e) != Shape::Bool(true) {
            self.asserts.push(e);
        }
    }

    pub(super) fn intern(&mut self, shape: Shape) -> Expr {
        Expr(self.shapes.insert_full(shape).0 as u32)
    }

    pub(super) fn bool(&mut self, value: bool) -> Expr {
        self.intern(Shape::Bool(value))
    }

    pub(super) fn is(&self, e: Expr, value: bool) -> bool {
        *self.shape(e) == Shape::Bool(value)
    }

    pub(super) fn not(&mut self, e: Expr) -> Expr {
        match self.logic(e) {
            Logic::Constant(b) => return self.bool(!b),
            Logic::Not(inner) => return inner,
            Logic::Symbol(_) | Logic::And(_) | Logic::Or(_) | Logic::Other => {}
        }
        match self.arithmetic(e) {
            Arithmetic::AtMostZero(lin) => {
                // ¬(l ≤ 0) is 1 - l ≤ 0
                let negated = Lin {
                    terms: lin.terms.iter().map(|(s, c)| (*s, -c)).collect(),
                    constant: 1i128.saturating_sub(lin.constant),
                };
                self.intern(Shape::AtMostZero(negated))
            }
            Arithmetic::Zero(_) | Arithmetic::Other => self.intern(Shape::Not(e)),
        }
    }

    /// Flattened, without duplicates; `neutral` is dropped, its negation absorbs.
    fn join(&mut self, parts: &[Expr], conjunction: bool) -> Expr {
        let mut flat: Vec<Expr> = vec![];
        for part in parts {
            match self.logic(*part) {
                Logic::Constant(b) if b == conjunction => {}
                Logic::Constant(_) => return self.bool(!conjunction),
                Logic::And(inner) if conjunction => flat.extend(inner),
                Logic::Or(inner) if !conjunction => flat.extend(inner),
                Logic::And(_) | Logic::Or(_) | Logic::Not(_) | Logic::Symbol(_) | Logic::Other => flat.push(*part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        for e in flat.clone() {
            let negated = self.not(e);
            if flat.binary_search(&negated).is_ok() {
                return self.bool(!conjunction);
            }
        }
        match flat.as_slice() {
            [] => self.bool(conjunction),
            [one] => *one,
            [_, _, ..] => self.intern(if conjunction { Shape::And(flat) } else { Shape::Or(flat) }),
        }
    }

    pub(super) fn and(&mut self, parts: &[Expr]) -> Expr {
        self.join(parts, true)
    }

    pub(super) fn or(&mut self, parts: &[Expr]) -> Expr {
        self.join(parts, false)
    }

    pub(super) fn implies(&mut self, a: Expr, b: Expr) -> Expr {
        let na = self.not(a);
        self.or(&[na, b])
    }

    pub(super) fn iff(&mut self, a: Expr, b: Expr) -> Expr {
        if a == b {
            return self.bool(true);
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.logic(x) {
                Logic::Constant(true) => return y,
                Logic::Constant(false) => return self.not(y),
                Logic::Not(inner) if inner == y => return self.bool(false),
                Logic::Not(_) | Logic::And(_) | Logic::Or(_) | Logic::Symbol(_) | Logic::Other => {}
            }
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.intern(Shape::Iff(a, b))
    }

    /// `c ? a : b` for truth values.
    pub(super) fn choose(&mut self, c: Expr, a: Expr, b: Expr) -> Expr {
        let nc = self.not(c);
        let (yes, no) = (self.or(&[nc, a]), self.or(&[c, b]));
        self.and(&[yes, no])
    }

    /// `lin ≤ 0`, in lowest terms: over the integers the constant is rounded.
    pub(super) fn at_most_zero(&mut self, mut lin: Lin) -> Expr {
        let g = lin.terms.iter().fold(0, |g, (_, c)| gcd(g, *c));
        if g == 0 {
            return self.bool(lin.constant <= 0);
        }
        lin.terms.iter_mut().for_each(|(_, c)| *c /= g);
        // Σ g·c·s + k ≤ 0 iff Σ c·s ≤ ⌊-k / g⌋
        lin.constant = -(-lin.constant).div_euclid(g);
        self.intern(Shape::AtMostZero(lin))
    }

    /// `lin = 0`, in lowest terms, the first coefficient positive.
    pub(super) fn zero(&mut self, mut lin: Lin) -> Expr {
        let g = lin.terms.iter().fold(0, |g, (_, c)| gcd(g, *c));
        if g == 0 || lin.constant % g != 0 {
            return self.bool(g == 0 && lin.constant == 0);
        }
        let g = if lin.terms.first().is_some_and(|(_, c)| *c < 0) { -g } else { g };
        lin.terms.iter_mut().for_each(|(_, c)| *c /= g);
        lin.constant /= g;
        self.intern(Shape::Zero(lin))
    }
}

/// A formula as the logic of truth values sees it.
pub(super) enum Logic<'q> {
    Constant(bool),
    Symbol(Sym),
    Not(Expr),
    And(&'q [Expr]),
    Or(&'q [Expr]),
    Other,
}

/// A formula as linear arithmetic sees it.
pub(super) enum Arithmetic<'q> {
    AtMostZero(&'q Lin),
    Zero(&'q Lin),
    Other,
}

impl Query {
    pub(super) fn logic(&self, e: Expr) -> Logic<'_> {
        match self.shape(e) {
            Shape::Bool(value) => Logic::Constant(*value),
            Shape::Sym(s) => Logic::Symbol(*s),
            Shape::Not(a) => Logic::Not(*a),
            Shape::And(parts) => Logic::And(parts),
            Shape::Or(parts) => Logic::Or(parts),
            Shape::Iff(..)
            | Shape::AtMostZero(_)
            | Shape::Zero(_)
            | Shape::Product(..)
            | Shape::Bits { .. }
            | Shape::BitsBinary(..)
            | Shape::BitsCompare(..)
            | Shape::BitsIte(..)
            | Shape::BitsCast(..) => Logic::Other,
        }
    }

    /// What linear arithmetic sees of all that is asserted, the last first.
    pub(super) fn facts(&self) -> Vec<Arithmetic<'_>> {
        let (mut found, mut stack) = (vec![], self.asserts.clone());
        while let Some(asserted) = stack.pop() {
            match self.logic(asserted) {
                Logic::And(parts) => stack.extend(parts),
                Logic::Constant(_) | Logic::Symbol(_) | Logic::Not(_) | Logic::Or(_) | Logic::Other => {
                    found.push(self.arithmetic(asserted));
                }
            }
        }
        found
    }

    pub(super) fn arithmetic(&self, e: Expr) -> Arithmetic<'_> {
        match self.shape(e) {
            Shape::AtMostZero(lin) => Arithmetic::AtMostZero(lin),
            Shape::Zero(lin) => Arithmetic::Zero(lin),
            Shape::Bool(_)
            | Shape::Sym(_)
            | Shape::Not(_)
            | Shape::And(_)
            | Shape::Or(_)
            | Shape::Iff(..)
            | Shape::Product(..)
            | Shape::Bits { .. }
            | Shape::BitsBinary(..)
            | Shape::BitsCompare(..)
            | Shape::BitsIte(..)
            | Shape::BitsCast(..) => Arithmetic::Other,
        }
    }

    /// The formulas and bit-vectors that `e` is made of.
    pub(super) fn children(&self, e: Expr) -> Vec<Expr> {
        match self.shape(e) {
            Shape::Bool(_)
            | Shape::Sym(_)
            | Shape::AtMostZero(_)
            | Shape::Zero(_)
            | Shape::Product(..)
            | Shape::Bits { .. } => vec![],
            Shape::Not(a) | Shape::BitsCast(_, _, a, _) => vec![*a],
            Shape::And(parts) | Shape::Or(parts) => parts.clone(),
            Shape::Iff(a, b) | Shape::BitsBinary(_, a, b) | Shape::BitsCompare(_, a, b) => {
                vec![*a, *b]
            }
            Shape::BitsIte(c, a, b) => vec![*c, *a, *b],
        }
    }
}

/// The greatest common divisor, 0 only of 0 and 0.
pub(crate) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
