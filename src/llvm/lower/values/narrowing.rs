//! Numbers that are computed with more bits than they are kept in, as in `int i = (size_t)blockIdx.x * blockDim.x + threadIdx.x`.
//!
//! The low bits of a sum or product are the sum or product of the low bits, so the bits of the result are those of the same
//! arithmetic with fewer bits, whatever the operands. Said so, it is arithmetic of the program like any other, which is meant not
//! to leave the narrow type either ([`Arithmetic`]): the number is meant to be kept, not cut. It is taken so only of whole
//! numbers that had no more bits before they were extended, and of quotients by small numbers, which count parts (`n / 4 * 4 + i` is the
//! first number behind the vectors): `(int)(packed >> 32)` cuts on purpose. And it is taken so only if nothing
//! else looks at the number with all its bits: `t != (int)t` asks whether it fits.
//!
//! **Invariant:** what is left out is that the sum in fewer bits wraps. Of a quotient only the low bits count, whatever it is.

use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Arithmetic, BinaryOp, CastOp, Node, Term, Terms, Width};

/// Narrower numbers wrap as a matter of course.
const LEAST: Width = 32;
/// Up to here a number is no test of whether another one fits, and a factor makes no large number of a small one.
const SMALL: u64 = 1 << 16;
/// So many sums and products in one number are rewritten.
const MOST: u32 = 64;

impl Lowerer<'_, '_> {
    /// The low bits of `t` as the number that `val` is.
    pub(crate) fn narrowed(&mut self, val: Val, wide: Val, t: Term, width: Width) -> Term {
        if self.asks_whether_it_fits(wide) {
            return self.terms.cut(width, t);
        }
        let cut = self.terms.cast(CastOp::Trunc, width, t);
        if width < LEAST || self.moves_bits(val) || !self.is_only_kept(wide, val) {
            return cut;
        }
        let Node::Binary(op, a, b) = *self.terms.node(t) else { return cut };
        let mut left = MOST;
        let mut operand = |terms: &mut Terms, t| same_with(terms, width, t, &mut left);
        if !is_counted(&self.terms, t, op) {
            return cut;
        }
        let (Some(a), Some(b)) = (operand(&mut self.terms, a), operand(&mut self.terms, b)) else { return cut };
        let meant = if self.is_read_as_signed(val) { Arithmetic::Signed } else { Arithmetic::Unsigned };
        self.terms.binary_as(meant, op, a, b)
    }

    /// Whether a number is compared with what is kept of it, or with a large constant: `q != (int)q`.
    fn asks_whether_it_fits(&self, wide: Val) -> bool {
        let is_kept = |other: Val| {
            let Op::Cast(CastOp::Sext | CastOp::Zext, inner) = other.op(self.layout) else { return false };
            matches!(inner.op(self.layout), Op::Cast(CastOp::Trunc, of) if of == wide)
        };
        wide.users().into_iter().any(|user| {
            let Op::Compare { a, b, .. } = user.op(self.layout) else { return false };
            [a, b]
                .into_iter()
                .any(|other| other != wide && (other.constant().is_some_and(|c| c > SMALL) || is_kept(other)))
        })
    }

    /// Whether nothing but `user`, and comparisons with small numbers, looks at a sum or product, or at those that it is made of.
    fn is_only_kept(&self, wide: Val, user: Val) -> bool {
        let Op::Binary { op, a, b, .. } = wide.op(self.layout) else { return true };
        if matches!(op, BinaryOp::UDiv | BinaryOp::LShr) {
            return true;
        }
        let is_small = |v: Val| v.constant().is_some_and(|c| c <= SMALL);
        let is_harmless = |other: Val| {
            let op = other.op(self.layout);
            matches!(op, Op::Compare { a, b, .. } if is_small(a) || is_small(b))
                || matches!(op, Op::Cast(CastOp::Trunc, _))
        };
        let others = wide.users().into_iter().filter(|other| *other != user);
        // The two parts of a square are one.
        let parts = if a == b { vec![a] } else { vec![a, b] };
        others.into_iter().all(is_harmless) && parts.into_iter().all(|part| self.is_only_kept(part, wide))
    }
}

/// Whether a sum or product is one of numbers, not of bits.
fn is_counted(terms: &Terms, t: Term, op: BinaryOp) -> bool {
    let modular = terms.arithmetic(t) == Arithmetic::Modular;
    matches!(op, BinaryOp::Add | BinaryOp::Mul) && !modular
}

/// The low bits of `t`, computed from those of what it is made of; none if it is not made of narrow numbers.
fn same_with(terms: &mut Terms, width: Width, t: Term, left: &mut u32) -> Option<Term> {
    *left = left.checked_sub(1)?;
    match *terms.node(t) {
        Node::Cast(CastOp::Zext | CastOp::Sext, _, x) if terms.width(x) <= width => {
            Some(terms.cast(CastOp::Trunc, width, t))
        }
        Node::Const { .. } => {
            let low = terms.as_int(t)?;
            (low.unsigned_abs() <= SMALL).then(|| terms.int(width, low))
        }
        Node::Binary(op, a, b) if is_counted(terms, t, op) => {
            let wide = terms.arithmetic(t) == Arithmetic::Wide;
            let (a, b) = (same_with(terms, width, a, left)?, same_with(terms, width, b, left)?);
            Some(terms.binary_as(if wide { Arithmetic::Wide } else { Arithmetic::Unsigned }, op, a, b))
        }
        Node::Binary(BinaryOp::UDiv, _, by) if terms.as_const(by).is_some_and(|by| by <= SMALL) => {
            Some(terms.cast(CastOp::Trunc, width, t))
        }
        Node::Binary(..)
        | Node::Cast(..)
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => None,
    }
}
