//! Functions on the bits of whole numbers that stay function symbols, at constants.

use super::node::Width;
use std::fmt;

/// What is told of the bits of an operand; [`BitOp::at`] says what exactly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BitOp {
    /// How many are set.
    Ones,
    /// How many are 0 before the first one that is set, from the top.
    LeadingZeros,
    /// How many are 0 behind the last one that is set.
    TrailingZeros,
    /// The place of the last one that is set, from 1; 0 if there is none.
    FirstOne,
    /// All, in reverse.
    ReversedBits,
    /// All, with the bytes in reverse.
    ReversedBytes,
    /// How many are set below a place, which is the second operand.
    OnesBelow,
}

impl BitOp {
    /// Its value for operands, the first of so many bits; none if it is not defined there.
    #[must_use]
    pub fn at(self, bits: Width, args: &[u64]) -> Option<u64> {
        let bits = Some(u32::from(bits)).filter(|bits| (1..=64).contains(bits))?;
        let unused = 64 - bits;
        let (value, place) = match *args {
            [value] if self != BitOp::OnesBelow => (value, 0),
            [value, place] if self == BitOp::OnesBelow && place < u64::from(bits) => (value, place),
            _ => return None,
        };
        Some(match self {
            BitOp::Ones => u64::from(value.count_ones()),
            BitOp::LeadingZeros => u64::from(value.leading_zeros() - unused),
            BitOp::TrailingZeros => u64::from(value.trailing_zeros().min(bits)),
            BitOp::FirstOne if value == 0 => 0,
            BitOp::FirstOne => u64::from(value.trailing_zeros()) + 1,
            BitOp::ReversedBits => value.reverse_bits() >> unused,
            BitOp::ReversedBytes if bits % 8 == 0 => value.swap_bytes() >> unused,
            BitOp::ReversedBytes => return None,
            BitOp::OnesBelow => u64::from((value & ((1 << place) - 1)).count_ones()),
        })
    }

    /// What its symbol for operands of so many bits is called.
    #[must_use]
    pub fn symbol(self, bits: Width) -> String {
        format!("{self}.i{bits}")
    }
}

/// As LLVM and libdevice name it, for people.
impl fmt::Display for BitOp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            BitOp::Ones => "popc",
            BitOp::LeadingZeros => "clz",
            BitOp::TrailingZeros => "ctz",
            BitOp::FirstOne => "ffs",
            BitOp::ReversedBits => "brev",
            BitOp::ReversedBytes => "bswap",
            BitOp::OnesBelow => "rank",
        })
    }
}
