//! Which bits of a number are known, whatever its parts are: of `(x & 0x3fff) | 64ull << 32` all from bit 14 on.
//!
//! Direction: fewer bits are known than could be.

use crate::term::{BinaryOp, CastOp, Node, Term, Terms};

/// Which bits of a number are known, and what they are.
pub(super) fn bits(terms: &Terms, t: Term) -> (u64, u64) {
    let width = u32::from(terms.width(t));
    let own = u64::MAX >> (u64::BITS - width.clamp(1, u64::BITS));
    match *terms.node(t) {
        Node::Const { value, .. } => (u64::MAX, value),
        Node::Cast(CastOp::Zext, _, x) => {
            let inner = u64::MAX >> (u64::BITS - u32::from(terms.width(x)).clamp(1, u64::BITS));
            let (known, value) = bits(terms, x);
            (known | !inner, value & inner)
        }
        Node::Cast(CastOp::Trunc, _, x) => {
            let (known, value) = bits(terms, x);
            (known & own | !own, value & own)
        }
        Node::Binary(BinaryOp::And, a, b) => {
            let ((k, x), (l, y)) = (bits(terms, a), bits(terms, b));
            (k & l | k & !x | l & !y, x & y)
        }
        Node::Binary(BinaryOp::Or, a, b) => {
            let ((k, x), (l, y)) = (bits(terms, a), bits(terms, b));
            (k & l | k & x | l & y, k & x | l & y)
        }
        // No bit of the one meets a bit of the other.
        Node::Binary(BinaryOp::Add, a, b) => {
            let ((k, x), (l, y)) = (bits(terms, a), bits(terms, b));
            let (some, other) = (!k | x, !l | y);
            if some & other == 0 { (k & l, k & x | l & y) } else { (!own, 0) }
        }
        Node::Binary(op @ (BinaryOp::Shl | BinaryOp::Mul | BinaryOp::LShr), a, by) => {
            terms.as_const(by).and_then(|by| shifted(bits(terms, a), op, (by, width))).unwrap_or((!own, 0))
        }
        Node::Binary(..)
        | Node::Cast(CastOp::Sext, ..)
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => (!own, 0),
    }
}

/// The bits of a number that is moved by so many, or multiplied.
fn shifted((known, value): (u64, u64), op: BinaryOp, (by, width): (u64, u32)) -> Option<(u64, u64)> {
    let own = u64::MAX >> (u64::BITS - width.clamp(1, u64::BITS));
    let by = if op == BinaryOp::Mul {
        by.is_power_of_two().then(|| by.trailing_zeros())?
    } else {
        u32::try_from(by).ok()?
    };
    if by >= width {
        return None;
    }
    if op == BinaryOp::LShr {
        return Some((known >> by | !(u64::MAX >> by), value >> by));
    }
    Some(((known << by | ((1 << by) - 1)) | !own, value << by & own))
}
