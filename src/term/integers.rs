//! Functions on whole numbers that stay function symbols, at constants. Their names are those of
//! [`COUNTS`]; everything else that is [`Pure`](super::FuncKind::Pure) is not computed here.

use super::{Term, Terms, Width, mask};

/// The functions that are computed, by the names of their symbols: how many bits are set, zeros before the first one that
/// is, zeros behind the last, its place from 1 (0 if there is none), bits in reverse, bytes in reverse.
pub const COUNTS: [&str; 6] = ["popc", "clz", "ctz", "ffs", "brev", "bswap"];

impl Terms {
    /// The value of a function of this name with a result of `width` bits, if it is known at these arguments.
    pub(super) fn at_constants(&self, name: &str, width: Width, args: &[Term]) -> Option<u64> {
        let [arg] = args else { return None };
        let (bits, value) = (u32::from(self.width(*arg)), self.as_const(*arg)?);
        let unused = 64 - bits;
        let result = match name {
            "popc" => u64::from(value.count_ones()),
            "clz" => u64::from(value.leading_zeros() - unused),
            "ctz" => u64::from(value.trailing_zeros().min(bits)),
            "ffs" if value == 0 => 0,
            "ffs" => u64::from(value.trailing_zeros()) + 1,
            "brev" => value.reverse_bits() >> unused,
            "bswap" if bits % 8 == 0 => value.swap_bytes() >> unused,
            _ => return None,
        };
        Some(mask(width, result))
    }
}
