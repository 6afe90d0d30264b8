//! Intervals of signed values, and what operations make of them.
//!
//! Direction: an interval holds every value that the operation gives on values of its operands' intervals. Where it could
//! leave its signed range otherwise, the result is the whole range.

use super::node::{BinaryOp, Width};

/// Inclusive bounds on a signed value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Interval {
    pub lo: i128,
    pub hi: i128,
}

impl Interval {
    /// Every value of a signed number of `width` bits; 0 and 1 for a truth value.
    #[must_use]
    pub fn full(width: Width) -> Self {
        if width == 1 {
            return Interval { lo: 0, hi: 1 };
        }
        let half = 1i128 << (width - 1);
        Interval { lo: -half, hi: half - 1 }
    }

    #[must_use]
    pub fn point(value: i128) -> Self {
        Interval { lo: value, hi: value }
    }

    #[must_use]
    pub fn join(self, other: Self) -> Self {
        Interval { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// The values in both, `None` if there are none.
    #[must_use]
    pub fn meet(self, other: Self) -> Option<Self> {
        let (lo, hi) = (self.lo.max(other.lo), self.hi.min(other.hi));
        (lo <= hi).then_some(Interval { lo, hi })
    }

    /// Every product with a number of the other.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        ideal(BinaryOp::Mul, self, other)
    }

    /// The values in both; `to` if there are none.
    pub(super) fn clamp(self, to: Self) -> Self {
        let (lo, hi) = (self.lo.max(to.lo), self.hi.min(to.hi));
        if lo <= hi { Interval { lo, hi } } else { to }
    }

    #[must_use]
    pub fn within(self, other: Self) -> bool {
        other.lo <= self.lo && self.hi <= other.hi
    }
}

/// Every value of an unsigned number of `width` bits.
pub(super) fn natural(width: Width) -> Interval {
    Interval { lo: 0, hi: (1i128 << width) - 1 }
}

/// The interval of a sum, product or left shift of unbounded numbers; of other operations, anything.
pub(super) fn ideal(op: BinaryOp, a: Interval, b: Interval) -> Interval {
    let most = 1i128 << 100;
    let shift = |x: i128, by: i128| x.saturating_mul(1 << by.clamp(0, 64)).clamp(-most, most);
    match op {
        BinaryOp::Add => corners(a, b, |x, y| x + y),
        BinaryOp::Mul => corners(a, b, |x, y| x.saturating_mul(y).clamp(-most, most)),
        BinaryOp::Shl => corners(a, b, shift),
        BinaryOp::Sub
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => Interval { lo: -most, hi: most },
    }
}

fn corners(a: Interval, b: Interval, f: impl Fn(i128, i128) -> i128) -> Interval {
    let values = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
    Interval { lo: values.into_iter().min().unwrap_or(i128::MIN), hi: values.into_iter().max().unwrap_or(i128::MAX) }
}

/// The interval of an operation but a sum, product or left shift; anything, `full`, where it may leave its range.
pub(super) fn binary(op: BinaryOp, full: Interval, a: Interval, b: Interval) -> Interval {
    let exact = |i: Interval| if i.within(full) { i } else { full };
    let bits = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
    // The greatest number without a sign.
    let unsigned = full.hi - full.lo;
    // Bits are those of the signed number.
    let (a, b) = if bits { (exact(a), exact(b)) } else { (a, b) };
    match op {
        BinaryOp::Sub => exact(Interval { lo: a.lo - b.hi, hi: a.hi - b.lo }),
        BinaryOp::UDiv if a.lo >= 0 && b.lo >= 1 => Interval { lo: a.lo / b.hi, hi: a.hi / b.lo },
        // What is divided may be represented by a number beyond the signed range, and then so is the result.
        BinaryOp::UDiv if a.lo >= 0 => Interval { lo: 0, hi: a.hi },
        // A negative number stands for a greater one.
        BinaryOp::UDiv => Interval { lo: 0, hi: a.hi.max(unsigned) / b.lo.max(1) },
        BinaryOp::SDiv if b.lo >= 1 => corners(a, b, |x, y| x / y),
        BinaryOp::URem if b.lo >= 1 => Interval { lo: 0, hi: if a.lo >= 0 { a.hi.min(b.hi - 1) } else { b.hi - 1 } },
        BinaryOp::URem if a.lo >= 0 => Interval { lo: 0, hi: a.hi },
        BinaryOp::URem if b.lo >= 0 => Interval { lo: 0, hi: b.hi },
        BinaryOp::SRem if b.lo >= 1 => {
            let m = b.hi - 1;
            Interval { lo: if a.lo >= 0 { 0 } else { a.lo.max(-m) }, hi: if a.hi <= 0 { 0 } else { a.hi.min(m) } }
        }
        BinaryOp::AShr if b.lo == b.hi && (0..64).contains(&b.lo) => Interval { lo: a.lo >> b.lo, hi: a.hi >> b.lo },
        BinaryOp::LShr | BinaryOp::AShr if a.lo >= 0 => {
            Interval { lo: 0, hi: if b.lo == b.hi && (0..64).contains(&b.lo) { a.hi >> b.lo } else { a.hi } }
        }
        BinaryOp::LShr if b.lo == b.hi && (1..64).contains(&b.lo) => Interval { lo: 0, hi: a.hi.max(unsigned) >> b.lo },
        BinaryOp::And if a.lo >= 0 && b.lo >= 0 => Interval { lo: 0, hi: a.hi.min(b.hi) },
        BinaryOp::And if b.lo >= 0 => Interval { lo: 0, hi: b.hi },
        BinaryOp::And if a.lo >= 0 => Interval { lo: 0, hi: a.hi },
        BinaryOp::Or | BinaryOp::Xor if a.lo >= 0 && b.lo >= 0 => Interval { lo: 0, hi: next_ones(a.hi.max(b.hi)) },
        BinaryOp::Add
        | BinaryOp::Mul
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => full,
    }
}

/// The smallest 2^k - 1 that is at least `value`.
fn next_ones(value: i128) -> i128 {
    let mut ones = 0;
    while ones < value {
        ones = ones * 2 + 1;
    }
    ones
}

#[cfg(test)]
mod tests {
    use super::{Interval, binary};
    use crate::term::eval::{self, signed};
    use crate::term::node::BinaryOp;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Of numbers of 8 bits that are represented as they are, or less 256.
        #[test]
        fn what_reads_no_sign_lies_in_its_interval(
            bits in prop::array::uniform2(0u64..256), less in prop::array::uniform2(any::<bool>()),
            room in prop::array::uniform4(0i128..40), exact in any::<bool>()
        ) {
            let around = |i: usize| {
                let value = i128::from(bits[i]) - if less[i] { 256 } else { 0 };
                let [below, above] = if exact { [0, 0] } else { [room[2 * i], room[2 * i + 1]] };
                Interval { lo: value - below, hi: value + above }
            };
            for op in [BinaryOp::UDiv, BinaryOp::URem, BinaryOp::LShr] {
                let Some(value) = eval::binary(op, 8, bits[0], bits[1]) else { continue };
                let found = binary(op, Interval::full(8), around(0), around(1));
                let represented = [i128::from(value), signed(8, value).into()];
                let holds = represented.iter().any(|v| found.lo <= *v && *v <= found.hi);
                prop_assert!(holds, "{op:?} is {value}, not in {found:?}");
                // A quotient is a number without a sign.
                prop_assert!(op != BinaryOp::UDiv || found.lo >= 0 && represented[0] <= found.hi);
            }
        }
    }
}
