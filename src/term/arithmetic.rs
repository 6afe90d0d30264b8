//! What may be assumed of a sum, a product or a shift to the left: that an operation *of the program* does not wrap, in its
//! own signedness.
//!
//! Terms wrap, as LLVM's operations do. A program's index arithmetic is meant not to, and proofs may assume so, but only of
//! what the program computes: `n + t` of unsigned numbers may pass 2^31, a shift may just move bits, and a closed form
//! `init + step * x` of a loop is the analysis' own, where the program never multiplies. So each such term says which of
//! these it is. One term may be several at once (the program's `i * s` may be the analysis' `step * x`): then it is what
//! assumes the least.
//!
//! A sum or product of unsigned numbers is represented by a number that is congruent to it, between -2^w and 2^w (w is the
//! width): `n - 1` is -1 where n is 0, and 2^32 - 1 as an unsigned number. What reads it as an unsigned number adds 2^w where
//! it is negative; what reads it as a signed one takes it as it is, which is the assumption that a value fits the type that
//! it is converted to.

use super::interval::Interval;
use super::node::Width;

/// How the value of a sum, product or shift to the left is meant, beginning with what assumes most.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Arithmetic {
    /// It does not wrap as a signed number: what clang marks `nsw`, and offsets of addresses.
    #[default]
    Signed,
    /// It does not wrap as an unsigned number, or else not as a signed one.
    Unsigned,
    /// A part of a closed form, exact as a whole number of any size. Only the sum that it belongs to is a value of the
    /// program: of `p0 + step * x` where p goes from -2^31 + 1 to 2^31 - 1, the product leaves 32 bits, and p does not.
    Wide,
    /// It wraps.
    Modular,
}

/// Whether sums, products and left shifts may leave their widths where nothing shows that they do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wrapping {
    /// They are taken not to, unless they do with modest values too.
    #[default]
    Excluded,
    /// They are followed, modulo a power of two.
    Followed,
}

impl Arithmetic {
    /// The values that a term of `width` bits may be represented by, if it is not taken to wrap; none if any.
    #[must_use]
    pub(super) fn window(self, width: Width) -> Option<Interval> {
        match self {
            Arithmetic::Signed | Arithmetic::Modular => Some(Interval::full(width)),
            Arithmetic::Unsigned => Some(Interval { lo: -(1i128 << width), hi: (1i128 << width) - 1 }),
            Arithmetic::Wide => None,
        }
    }
}
