//! The interval of a term by those of its operands.

use crate::term::eval::signed;
use crate::term::interval::{Interval, binary, ideal, natural};
use crate::term::node::{BinaryOp, CastOp, Node, Term};
use crate::term::terms::Terms;

/// The interval of `t` by those of its operands; a sum, product or left shift as an ideal number.
pub(super) fn value(terms: &Terms, t: Term, get: &dyn Fn(Term) -> Interval) -> Interval {
    let w = terms.width(t);
    let full = Interval::full(w);
    match terms.node(t) {
        Node::Const { value, .. } if w == 1 => Interval::point(i128::from(*value)),
        Node::Const { value, .. } => Interval::point(i128::from(signed(w, *value))),
        Node::Var(v) => terms.var_info(*v).bounds.map_or(full, |(lo, hi)| Interval { lo: lo.into(), hi: hi.into() }),
        Node::Not(_) | Node::Compare(..) | Node::Apply(..) => full,
        Node::Ite(_, a, b) => get(*a).join(get(*b)),
        Node::Cast(op, _, a) => {
            let x = get(*a);
            match op {
                CastOp::Sext => x,
                CastOp::Zext if x.lo >= 0 => x,
                CastOp::Zext => Interval { lo: 0, hi: (1i128 << terms.width(*a)) - 1 },
                CastOp::Trunc if x.within(full) || terms.is_kept(t) => x,
                CastOp::Trunc => full,
            }
        }
        Node::Binary(op @ (BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl), a, b) => {
            let (value, natural) = (ideal(*op, get(*a), get(*b)), natural(w));
            if terms.shifts_constant(t) && !value.within(natural) { natural } else { value }
        }
        Node::Binary(op, a, b) => binary(*op, full, get(*a), get(*b)),
    }
}
