//! The two numbers of 32 bits that one of 64 holds: `dim3` is passed with its x and y as one number.

use super::Relations;
use super::merges::Merged;
use crate::kernel::relation::HostValue;
use crate::llvm::bind::ir::{Op, Val};
use crate::term::{BinaryOp, CastOp, Width, mask};

impl Relations<'_> {
    /// The low 32 bits of a number of 64.
    pub(super) fn low(&mut self, value: Val) -> HostValue {
        match value.op(self.layout) {
            Op::Constant(_, constant) => HostValue::Constant(32, mask(32, constant)),
            Op::Cast(CastOp::Zext, a) if super::width(a) == Some(32) => self.number(a, super::DEPTH),
            Op::Binary { op: BinaryOp::Shl, b, .. } if b.constant() == Some(32) => HostValue::Constant(32, 0),
            Op::Binary { op: BinaryOp::Or, a, b, .. } => either(self.low(a), self.low(b)),
            op => self.half(value, op, 0, Self::low),
        }
    }

    /// The high 32 bits of a number of 64.
    pub(super) fn high(&mut self, value: Val) -> HostValue {
        match value.op(self.layout) {
            Op::Constant(_, constant) => HostValue::Constant(32, constant >> 32),
            Op::Cast(CastOp::Zext, a) if super::width(a).is_some_and(|w| w <= 32) => HostValue::Constant(32, 0),
            Op::Binary { op: BinaryOp::Shl, a, b, .. } if b.constant() == Some(32) => self.low(a),
            Op::Binary { op: BinaryOp::Or, a, b, .. } => either(self.high(a), self.high(b)),
            op => self.half(value, op, 32, Self::high),
        }
    }

    /// The half of a number of 64 bits that starts at bit `from`. If the number is chosen, so is the half, of what `of` makes of those
    /// that are chosen from, and is found once.
    fn half(&mut self, value: Val, op: Op, from: Width, of: fn(&mut Self, Val) -> HostValue) -> HostValue {
        if let Some((_, known)) = self.halves.iter().find(|(half, _)| *half == (value, from)) {
            return known.clone();
        }
        let ways = match op {
            Op::Phi(sources) => self.merged(value, &sources),
            Op::Select(condition, a, b) => Some(Merged::of_select(condition, [a, b])),
            _ => None,
        };
        let Some(ways) = ways else {
            let (all, by) =
                (Box::new(self.number(value, super::DEPTH)), Box::new(HostValue::Constant(64, u64::from(from))));
            let shifted = if from == 0 { all } else { Box::new(HostValue::Binary(BinaryOp::LShr, all, by)) };
            return HostValue::Cast(CastOp::Trunc, 32, shifted);
        };
        let half = self.chosen(&ways, &mut |this, value| of(this, value));
        let half = self.said_once(half);
        self.halves.push(((value, from), half.clone()));
        half
    }
}

/// `a | b`
fn either(a: HostValue, b: HostValue) -> HostValue {
    match (a, b) {
        (HostValue::Constant(_, 0), other) | (other, HostValue::Constant(_, 0)) => other,
        (a, b) => HostValue::Binary(BinaryOp::Or, Box::new(a), Box::new(b)),
    }
}
