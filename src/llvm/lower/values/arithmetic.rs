//! Sums, products and the like of the program, each with what may be assumed of it ([`Arithmetic`]).
//!
//! clang marks what must not wrap as a signed number (`nsw`). What it leaves open is arithmetic of unsigned numbers, which a
//! program's indices are not meant to leave either, and shifts to the left. In `a[(int)(blockIdx.x * blockDim.x + threadIdx.x)]`
//! the sum is meant to fit the signed number that it is read as.
//!
//! A shift to the left may be the product with a power of two, as in `row << 5`, or just move bits, as in `c.x | c.y << 8` and
//! `(word << 12) >> 12`; then the bits that it loses are lost. It is taken for index arithmetic if what is shifted depends on
//! where the thread is, or if all that is done with the result is to add, multiply and index by it, and if no bits of it are
//! combined with others. A constant that is shifted is exact.

use super::operands::{elementwise, part, scalar_width};
use super::value::Value;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, Node, Term, VarKind, Width};

impl Lowerer<'_, '_> {
    /// The value of `a op b`.
    pub(crate) fn arithmetic(&mut self, val: Val, op: BinaryOp, (a, b): (Val, Val), no_signed_wrap: bool) -> Value {
        let ty = val.ty();
        if let Ty::Aggregate(parts) = &ty {
            let (x, y) = (self.whole(a), self.whole(b));
            let width = parts.first().map_or(0, scalar_width);
            return elementwise(parts.len(), |i| match (part(&x, i), part(&y, i)) {
                (Value::Term(x), Value::Term(y)) if width > 0 => {
                    let meant = self.meant(val, op, (x, y), no_signed_wrap);
                    Value::Term(self.operate(op, x, y, meant))
                }
                _ => Value::Opaque,
            });
        }
        let Ty::Int(w) = ty else { return Value::Opaque };
        if w > 64 {
            return Value::Opaque;
        }
        let (x, y) = (self.term(a, w as Width), self.term(b, w as Width));
        let mut meant = self.meant(val, op, (x, y), no_signed_wrap);
        // A shift that loses nothing may well set the sign.
        let sign = op == BinaryOp::Shl && meant == Arithmetic::Unsigned && !self.readers_of_sign(val).is_empty();
        if sign && self.walk.intervals.is_natural(&self.terms, op, x, y) {
            meant = Arithmetic::Modular;
        }
        Value::Term(self.operate(op, x, y, meant))
    }

    fn operate(&mut self, op: BinaryOp, x: Term, y: Term, meant: Arithmetic) -> Term {
        if op == BinaryOp::Sub {
            if meant == Arithmetic::Unsigned {
                let folded = self.terms.binary_as(meant, op, x, y);
                if !matches!(self.terms.node(folded), Node::Binary(BinaryOp::Sub, ..)) {
                    return folded;
                }
            }
            // A difference that is not taken to wrap is the sum with the negated operand.
            let minus_one = self.terms.int(self.terms.width(y), -1);
            let negated = self.terms.binary_as(Arithmetic::Wide, BinaryOp::Mul, y, minus_one);
            return self.terms.binary_as(meant, BinaryOp::Add, x, negated);
        }
        // The bits of what memory holds are no index that is meant to fit.
        let contents = op == BinaryOp::Shl && !self.terms.apps_of(&[x, y]).is_empty();
        self.terms.binary_as(if contents { Arithmetic::Modular } else { meant }, op, x, y)
    }

    fn meant(&self, val: Val, op: BinaryOp, (x, y): (Term, Term), no_signed_wrap: bool) -> Arithmetic {
        match op {
            _ if no_signed_wrap => Arithmetic::Signed,
            BinaryOp::Add | BinaryOp::Mul if self.is_read_as_signed(val) => Arithmetic::Signed,
            BinaryOp::Shl if self.moves_bits(val) || self.joins_halves(val) => Arithmetic::Modular,
            // A size or a mask. Passed on, it may be read as a signed number.
            BinaryOp::Shl if self.terms.as_const(x).is_some() => {
                let unsigned = self.readers_of_sign(val).is_empty() && !self.is_passed_on(val);
                if unsigned { Arithmetic::Unsigned } else { Arithmetic::Modular }
            }
            BinaryOp::Shl if !self.is_index(x) && !self.is_index(y) && !self.counts(val) => Arithmetic::Modular,
            _ => Arithmetic::Unsigned,
        }
    }

    /// Whether a value depends on where its thread is in the launch or in a loop.
    fn is_index(&self, t: Term) -> bool {
        self.terms.vars_of(&[t]).into_iter().any(|v| match self.terms.var_info(v).kind {
            VarKind::ThreadIdx(_)
            | VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::Counter
            | VarKind::Local => true,
            VarKind::Param => false,
        })
    }

    /// Whether all that is done with a value is to add it, to multiply it, to extend it, to index by it, and to bound by it what
    /// varies.
    fn counts(&self, val: Val) -> bool {
        val.users().into_iter().all(|user| match user.op(self.layout) {
            Op::Binary { op, .. } => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
            Op::Compare { op, a, b, .. } => {
                op != CompareOp::Eq && [a, b].into_iter().any(|other| other != val && self.varies(other, 4))
            }
            Op::Cast(op, _) => op != CastOp::Trunc && self.counts(user),
            Op::Same(_) => self.counts(user),
            Op::Gep { .. } => true,
            _ => false,
        })
    }

    /// Whether a value comes from a loop or says where the thread is, over so many steps.
    fn varies(&self, val: Val, steps: u32) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        match val.op(self.layout) {
            Op::Phi(_) => true,
            Op::Call { callee, .. } => callee.starts_with("llvm.nvvm.read.ptx.sreg"),
            Op::Binary { a, b, .. } => self.varies(a, steps) || self.varies(b, steps),
            Op::Cast(_, a) | Op::Same(a) => self.varies(a, steps),
            _ => false,
        }
    }

    /// Whether a choice, a loop or a store takes a value over.
    fn is_passed_on(&self, val: Val) -> bool {
        val.users().into_iter().any(|user| match user.op(self.layout) {
            Op::Binary { .. } | Op::Compare { .. } | Op::Cast(..) | Op::Gep { .. } => false,
            Op::Same(_) => self.is_passed_on(user),
            _ => true,
        })
    }

    /// Whether a sum puts bits beside those that a shift to the right left: `(n << 8) + (n >> 24)`.
    fn joins_halves(&self, val: Val) -> bool {
        let right = |v: &Val| matches!(v.op(self.layout), Op::Binary { op: BinaryOp::LShr | BinaryOp::AShr, .. });
        val.users().into_iter().any(|user| match user.op(self.layout) {
            Op::Binary { op: BinaryOp::Add | BinaryOp::Sub, a, b, .. } => [a, b].iter().any(right),
            _ => false,
        })
    }

    /// Whether a value is read as a signed number wherever it is computed: in the same block.
    pub(super) fn is_read_as_signed(&self, val: Val) -> bool {
        let block = |v: Val| v.as_instruction().and_then(|i| i.get_parent());
        self.readers_of_sign(val).into_iter().any(|user| block(user) == block(val))
    }

    /// What extends, compares or divides a value as a signed number, or adds or multiplies it without wrapping.
    fn readers_of_sign(&self, val: Val) -> Vec<Val> {
        let reads = |user: &Val| match user.op(self.layout) {
            Op::Cast(op, _) => op == CastOp::Sext,
            Op::Compare { op, .. } => matches!(op, CompareOp::Slt | CompareOp::Sle),
            Op::Binary { op, no_signed_wrap, .. } => {
                no_signed_wrap || matches!(op, BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr)
            }
            _ => false,
        };
        val.users().into_iter().filter(reads).collect()
    }

    /// Whether the bits of a value are combined, shifted or cut off; also those of a choice that takes it over.
    pub(super) fn moves_bits(&self, val: Val) -> bool {
        let combines = |user: &Val| match user.op(self.layout) {
            Op::Binary { op, .. } => matches!(op, BinaryOp::Or | BinaryOp::Xor),
            _ => false,
        };
        val.users().into_iter().any(|user| match user.op(self.layout) {
            Op::Binary { op, .. } => matches!(
                op,
                BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr
            ),
            Op::Cast(op, _) => op == CastOp::Trunc,
            Op::Select(..) | Op::Phi(_) | Op::Same(_) => user.users().iter().any(combines),
            _ => false,
        })
    }
}
