//! Quotients and the like that are kept in fewer bits than they were computed with: `int row = i / width` of a 64-bit `i`.

use crate::term::arithmetic::Arithmetic;
use crate::term::node::{BinaryOp, CastOp, Node, Term, Width};
use crate::term::terms::Terms;

/// So many terms of a number are looked at.
const MOST: usize = 64;
/// Narrower numbers are cut as a matter of course.
const LEAST: Width = 32;

impl Terms {
    /// Whether `t` cuts a number that the program counts with, a quotient or a rest or what is computed from one, down to 32 bits or
    /// more. Such a number is meant to fit, as sums and products are meant not to wrap ([`Arithmetic`]). What memory holds or a
    /// loop carries is not counted: of a hash the low bits are taken.
    #[must_use]
    pub fn is_kept(&self, t: Term) -> bool {
        let Node::Cast(CastOp::Trunc, width, whole) = *self.node(t) else { return false };
        let is_cut = self.arithmetic(t) == Arithmetic::Modular;
        width >= LEAST && !is_cut && matches!(self.node(whole), Node::Binary(..)) && self.counts_by_division(whole)
    }

    /// The low bits of a number that is not meant to fit.
    pub fn cut(&mut self, width: Width, t: Term) -> Term {
        let cut = self.cast(CastOp::Trunc, width, t);
        self.weaken(cut, Arithmetic::Modular);
        cut
    }

    /// Whether a number is computed by arithmetic from variables and constants, and by a division, in few steps.
    fn counts_by_division(&self, t: Term) -> bool {
        let (mut stack, mut divides) = (vec![t], false);
        for _ in 0..MOST {
            let Some(t) = stack.pop() else { return divides };
            match *self.node(t) {
                Node::Var(_) | Node::Const { .. } => {}
                Node::Cast(_, _, a) if self.width(a) > 1 => stack.push(a),
                Node::Binary(BinaryOp::Add | BinaryOp::Mul, a, b) if self.arithmetic(t) != Arithmetic::Modular => {
                    stack.extend([a, b]);
                }
                Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, a, b) => {
                    divides = true;
                    stack.extend([a, b]);
                }
                Node::Binary(..)
                | Node::Cast(..)
                | Node::Not(_)
                | Node::Compare(..)
                | Node::Ite(..)
                | Node::Apply(..) => return false,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use crate::term::{
        BinaryOp, CastOp, FuncInfo, FuncKind, Intervals, Owner, Sharing, Substitution, Term, Terms, VarInfo, VarKind,
        Width,
    };

    const LONG: Width = 64;

    fn var(terms: &mut Terms, kind: VarKind) -> Term {
        let (name, owner) = (String::new(), Owner::All);
        let v = terms.declare_var(VarInfo { name, width: LONG, kind, bounds: None, owner });
        terms.var(v)
    }

    /// What is kept of `a op b`.
    fn cut(terms: &mut Terms, op: BinaryOp, a: Term, b: Term) -> Term {
        let whole = terms.binary(op, a, b);
        terms.cast(CastOp::Trunc, 32, whole)
    }

    #[test]
    fn rows_are_kept_and_bits_are_cut() {
        let mut terms = Terms::default();
        let [n, width] = [VarKind::Param; 2].map(|kind| var(&mut terms, kind));
        for op in [BinaryOp::UDiv, BinaryOp::SDiv, BinaryOp::URem, BinaryOp::SRem] {
            let row = cut(&mut terms, op, n, width);
            assert!(terms.is_kept(row) && !Intervals::new().may_wrap(&terms, row), "{op:?}");
        }
        let half = terms.constant(LONG, 32);
        let high = cut(&mut terms, BinaryOp::LShr, n, half);
        let sum = cut(&mut terms, BinaryOp::Add, n, width);
        assert!(!terms.is_kept(high) && !terms.is_kept(sum));
    }

    #[test]
    fn what_is_asked_whether_it_fits_stays_cut() {
        let mut terms = Terms::default();
        let [n, width] = [VarKind::Param; 2].map(|kind| var(&mut terms, kind));
        let whole = terms.binary(BinaryOp::UDiv, n, width);
        let cut = terms.cut(32, whole);
        let other = var(&mut terms, VarKind::Param);
        let mut by = Substitution::new();
        by.term(n, other);
        let renamed = terms.substitute(cut, &mut by);
        assert!(!terms.is_kept(cut) && renamed != cut && !terms.is_kept(renamed));
    }

    #[test]
    fn what_memory_holds_is_cut() {
        let mut terms = Terms::default();
        let n = var(&mut terms, VarKind::Param);
        let (name, kind) = (String::new(), FuncKind::Memory { array: None });
        let info = FuncInfo { name, width: LONG, kind, sharing: Sharing::Grid, axiom: None, owner: Owner::All };
        let contents = terms.declare_func(info);
        let hash = terms.apply(contents, vec![n]);
        let bucket = cut(&mut terms, BinaryOp::URem, hash, n);
        assert!(!terms.is_kept(bucket));
    }

    #[test]
    fn what_modest_numbers_let_leave_the_bits_wraps() {
        let mut terms = Terms::default();
        let (n, large) = (var(&mut terms, VarKind::Param), terms.constant(LONG, 1 << 40));
        let scaled = terms.mul(n, large);
        let low = cut(&mut terms, BinaryOp::UDiv, scaled, n);
        assert!(terms.is_kept(low) && Intervals::new().may_wrap(&terms, low));
    }
}
