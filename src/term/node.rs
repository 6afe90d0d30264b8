//! What terms are made of: ids, operators and nodes.
//!
//! Invariant: a node's operands are ids of the same arena ([`Terms`](super::Terms)), smaller than the node's own.

/// A term: an index into the arena that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(super) u32);

/// A free variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub(super) u32);

/// A function symbol: memory contents, an opaque value, or a named pure operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Func(pub(super) u32);

/// Number of bits, 1 to 64.
pub type Width = u8;

/// What a term is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Const {
        width: Width,
        value: u64,
    },
    Var(Var),
    /// Negation of a truth value.
    Not(Term),
    Binary(BinaryOp, Term, Term),
    /// Operands of equal width; the result is a truth value.
    Compare(CompareOp, Term, Term),
    /// Condition, value if true, value if false.
    Ite(Term, Term, Term),
    Cast(CastOp, Width, Term),
    Apply(Func, Box<[Term]>),
}

/// Operators on two operands of equal width. On truth values only `And`, `Or` and `Xor` occur.
///
/// Integer reasoning may assume of `Add`, `Mul` and `Shl` what their [`Arithmetic`](super::Arithmetic) says; `Sub` is always exact (a subtraction
/// that must not wrap is built as an `Add`). Shifts by an amount of `width` or more and divisions by 0 are undefined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

impl BinaryOp {
    /// What it multiplies by where this is its second operand: `x << 3` by 8.
    #[must_use]
    pub fn multiplies(self, by: u64) -> Option<u64> {
        match self {
            BinaryOp::Mul => Some(by),
            BinaryOp::Shl => 1u64.checked_shl(by.try_into().ok()?),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => None,
        }
    }

    /// What it divides by where this is its second operand: `x >> 3` by 8, rounded down.
    #[must_use]
    pub fn divides(self, by: u64) -> Option<u64> {
        match self {
            BinaryOp::UDiv | BinaryOp::SDiv => Some(by),
            BinaryOp::LShr | BinaryOp::AShr => 1u64.checked_shl(by.try_into().ok()?),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::URem
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CompareOp {
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastOp {
    Zext,
    Sext,
    Trunc,
}
