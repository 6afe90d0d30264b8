//! Fields of bits: what is put together out of bits and taken apart again. Compilers pass small structures in one register, so that
//! a mask of lanes goes to a function as `word | (mask << 32)` and comes out of it as four bytes that are joined.
//!
//! Every rewrite preserves [`eval`](Terms::eval). What is not known bit for bit is left as it is.

use crate::term::integers::BitOp;
use crate::term::node::{BinaryOp, CastOp, Node, Term, Width};
use crate::term::symbols::{FuncKind, PureOp};
use crate::term::terms::Terms;

/// How many terms are looked at for one field.
const MOST: u32 = 48;

impl Terms {
    /// The bits `from..from + count` of `t` as a number of its width, where they are known, or all there is of another term.
    pub(in crate::term) fn field(&mut self, t: Term, from: Width, count: Width) -> Option<Term> {
        let is_made = matches!(
            self.node(t),
            Node::Cast(CastOp::Zext | CastOp::Trunc, ..)
                | Node::Binary(BinaryOp::Or | BinaryOp::And | BinaryOp::Xor | BinaryOp::Mul | BinaryOp::LShr, ..)
        );
        let mut left = MOST;
        if is_made { self.part(t, (from, count), &mut left).filter(|part| *part != t) } else { None }
    }

    fn part(&mut self, t: Term, (from, count): (Width, Width), left: &mut u32) -> Option<Term> {
        *left = left.checked_sub(1)?;
        let width = self.width(t);
        if from == 0 && count >= self.length(t) {
            return Some(t);
        }
        if let Some(c) = self.as_const(t) {
            return Some(self.constant(width, (c >> from) & (u64::MAX >> (64 - u32::from(count)))));
        }
        if from >= self.length(t) {
            return Some(self.constant(width, 0));
        }
        match *self.node(t) {
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b) => {
                let b = self.part(b, (from, count), left)?;
                if op == BinaryOp::And && self.as_const(b) == Some(0) {
                    return Some(b);
                }
                let a = self.part(a, (from, count), left)?;
                let all = self.constant(width, u64::MAX >> (64 - u32::from(count)));
                Some(if op == BinaryOp::And && b == all { a } else { self.binary(op, a, b) })
            }
            Node::Binary(op @ (BinaryOp::Mul | BinaryOp::LShr), a, b) => self.moved(op, (a, b), (from, count), left),
            Node::Cast(CastOp::Zext | CastOp::Sext, _, a) if self.is_natural(t) => {
                let count = count.min(self.width(a).checked_sub(from)?);
                let a = self.part(a, (from, count), left)?;
                Some(self.cast(CastOp::Zext, width, a))
            }
            Node::Cast(CastOp::Trunc, _, a) => {
                let a = self.part(a, (from, count), left)?;
                Some(self.cast(CastOp::Trunc, width, a))
            }
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(CastOp::Zext | CastOp::Sext, ..)
            | Node::Apply(..) => None,
        }
    }

    /// A field of `a << by`, as a product, or of `a >> by`.
    fn moved(
        &mut self,
        op: BinaryOp,
        (a, b): (Term, Term),
        (from, count): (Width, Width),
        left: &mut u32,
    ) -> Option<Term> {
        let (width, b) = (self.width(a), self.as_const(b)?);
        let by = if op == BinaryOp::Mul { b.is_power_of_two().then(|| b.trailing_zeros().into())? } else { b };
        let by = Width::try_from(by).ok().filter(|by| *by < width)?;
        let is_outside = if op == BinaryOp::Mul { from + count <= by } else { from + by >= width };
        if is_outside {
            return Some(self.constant(width, 0));
        }
        let (from, room) =
            if op == BinaryOp::Mul { (from.checked_sub(by)?, count) } else { (from + by, width - by - from) };
        self.part(a, (from, count.min(room)), left)
    }

    /// Whether a number is widened with zeros, also where its sign is.
    fn is_natural(&self, widened: Term) -> bool {
        match *self.node(widened) {
            Node::Cast(CastOp::Zext, ..) => true,
            Node::Cast(CastOp::Sext, _, a) => self.length(a) < self.width(a),
            Node::Cast(CastOp::Trunc, ..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => false,
        }
    }

    /// How many of the lowest bits may be other than 0.
    pub(in crate::term) fn length(&self, t: Term) -> Width {
        let width = self.width(t);
        let bits = |n: u64| (64 - n.leading_zeros()) as Width;
        match *self.node(t) {
            Node::Const { .. } => self.as_const(t).map_or(width, bits),
            Node::Cast(CastOp::Zext | CastOp::Sext, _, a) if self.is_natural(t) => self.length(a),
            Node::Binary(BinaryOp::And, _, b) => self.as_const(b).map_or(width, bits),
            Node::Apply(f, _) => match self.func_info(f).kind {
                FuncKind::Pure(PureOp::Bits {
                    op: BitOp::Ones | BitOp::OnesBelow | BitOp::LeadingZeros | BitOp::TrailingZeros | BitOp::FirstOne,
                    of,
                }) => bits(u64::from(of)).min(width),
                FuncKind::Pure(_) | FuncKind::Memory { .. } | FuncKind::Opaque { .. } | FuncKind::Loop { .. } => width,
            },
            Node::Var(_) | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) => {
                width
            }
        }
    }

    /// `a | b`, if these are parts of one number, each where it is in that, and all of it: the number.
    pub(in crate::term) fn joined(&self, a: Term, b: Term) -> Option<Term> {
        let (mut open, mut places) = (vec![a, b], vec![]);
        let mut whole = None;
        while let Some(t) = open.pop() {
            if let Node::Binary(BinaryOp::Or, a, b) = *self.node(t) {
                open.extend([a, b]);
                continue;
            }
            let (of, from, count) = self.placed(t)?;
            if *whole.get_or_insert(of) != of {
                return None;
            }
            places.push((from, count));
        }
        places.sort_unstable();
        let end = places.iter().try_fold(0, |end, (from, count)| (*from == end).then_some(from + count));
        whole.filter(|of| end == Some(self.width(*of)) && self.width(*of) == self.width(a))
    }

    /// Of `zext(trunc(x >> from)) << from`: `x`, `from`, and the bits that are left of it.
    fn placed(&self, t: Term) -> Option<(Term, Width, Width)> {
        let (part, from) = if let Node::Binary(BinaryOp::Mul, part, power) = *self.node(t) {
            (part, self.as_const(power).filter(|c| c.is_power_of_two())?.trailing_zeros() as Width)
        } else {
            (t, 0)
        };
        let Node::Cast(CastOp::Zext, _, cut) = *self.node(part) else { return None };
        let Node::Cast(CastOp::Trunc, count, moved) = *self.node(cut) else { return None };
        if let Node::Binary(BinaryOp::LShr, x, by) = *self.node(moved)
            && self.as_const(by) == Some(u64::from(from))
        {
            return Some((x, from, count));
        }
        (from == 0).then_some((moved, 0, count))
    }
}
