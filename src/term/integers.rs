//! Functions on whole numbers that stay function symbols, at constants. Their symbols are named as LLVM's are, by one of
//! [`COUNTS`] and the operand's width (`popc.i32`); everything else that is [`Pure`](super::FuncKind::Pure) is not computed.

use super::eval::mask;
use super::node::{Term, Width};
use super::terms::Terms;

/// The functions that are computed, as their symbols' names begin: how many bits are set, zeros before the first one that
/// is, zeros behind the last, its place from 1 (0 if there is none), bits in reverse, bytes in reverse; how many of the bits
/// below a place, which is the second operand, are set.
pub const COUNTS: [&str; 7] = ["popc", "clz", "ctz", "ffs", "brev", "bswap", RANK];

/// The name of the last one.
pub const RANK: &str = "rank";

/// The value of the function symbol of this name at `args`; none if it is no such function, or not defined there.
#[must_use]
pub fn count(name: &str, args: &[u64]) -> Option<u64> {
    let (kind, bits) = name.split_once(".i")?;
    let bits = bits.parse().ok().filter(|bits| (1..=64).contains(bits))?;
    let unused = 64 - bits;
    let (value, place) = match *args {
        [value] if kind != RANK => (value, 0),
        [value, place] if kind == RANK && place < u64::from(bits) => (value, place),
        _ => return None,
    };
    Some(match kind {
        RANK => u64::from((value & ((1 << place) - 1)).count_ones()),
        "popc" => u64::from(value.count_ones()),
        "clz" => u64::from(value.leading_zeros() - unused),
        "ctz" => u64::from(value.trailing_zeros().min(bits)),
        "ffs" if value == 0 => 0,
        "ffs" => u64::from(value.trailing_zeros()) + 1,
        "brev" => value.reverse_bits() >> unused,
        "bswap" if bits % 8 == 0 => value.swap_bytes() >> unused,
        _ => return None,
    })
}

impl Terms {
    /// The value of a function of this name with a result of `width` bits, if it is known at these arguments.
    pub(super) fn at_constants(&self, name: &str, width: Width, args: &[Term]) -> Option<u64> {
        let args: Option<Vec<u64>> = args.iter().map(|a| self.as_const(*a)).collect();
        count(name, &args?).map(|result| mask(width, result))
    }
}
