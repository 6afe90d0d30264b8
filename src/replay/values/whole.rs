//! Functions of whole numbers.
//!
//! Source: LLVM's language reference, PTX ISA, libdevice user's guide.

use super::value::{Value, mask, signed};

/// A function of whole numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::replay) enum Whole {
    Abs,
    SMax,
    SMin,
    UMax,
    UMin,
    Reverse,
    Swap,
    Leading,
    Trailing,
    Count,
    FunnelLeft,
    FunnelRight,
    SAddSat,
    SSubSat,
    UAddSat,
    USubSat,
    MulHigh,
    UMulHigh,
    Mul24,
    UMul24,
    /// Three operands: the distance of the first two, and the third added.
    Sad,
    USad,
    /// Bytes of two words by a selector.
    Permute,
    /// The number of the lowest bit from 1, or 0.
    FirstSet,
    Half,
    HalfUp,
    UHalf,
    UHalfUp,
    /// The second says which bits stay.
    Align,
}

/// Functions of libdevice on whole numbers.
pub(super) fn of_libdevice(name: &str) -> Option<Whole> {
    Some(match name {
        "abs" | "llabs" => Whole::Abs,
        "max" | "llmax" => Whole::SMax,
        "min" | "llmin" => Whole::SMin,
        "umax" | "ullmax" => Whole::UMax,
        "umin" | "ullmin" => Whole::UMin,
        "brev" | "brevll" => Whole::Reverse,
        "byte_perm" => Whole::Permute,
        "clz" | "clzll" => Whole::Leading,
        "ffs" | "ffsll" => Whole::FirstSet,
        "popc" | "popcll" => Whole::Count,
        "hadd" => Whole::Half,
        "rhadd" => Whole::HalfUp,
        "uhadd" => Whole::UHalf,
        "urhadd" => Whole::UHalfUp,
        "mul24" => Whole::Mul24,
        "umul24" => Whole::UMul24,
        "mulhi" | "mul64hi" => Whole::MulHigh,
        "umulhi" | "umul64hi" => Whole::UMulHigh,
        "sad" => Whole::Sad,
        "usad" => Whole::USad,
        _ => return None,
    })
}

/// The function of numbers of so many bits.
pub(super) fn whole(op: Whole, bits: u32, args: &[u64]) -> u64 {
    let bits = bits.clamp(1, 64);
    let at = |i: usize| args.get(i).copied().unwrap_or(0);
    let (a, b, c) = (at(0), at(1), at(2));
    let (x, y) = (signed(bits, a), signed(bits, b));
    let (wide_x, wide_y) = (i128::from(x), i128::from(y));
    let (most, least) = ((1i128 << (bits - 1)) - 1, -(1i128 << (bits - 1)));
    let all = u128::from(mask(bits, u64::MAX));
    let funnel = |shift: u64| (u128::from(a) << bits | u128::from(b)) << shift >> bits;
    let by = c % u64::from(bits.max(1));
    let result = match op {
        Whole::Abs => x.unsigned_abs(),
        Whole::SMax => x.max(y).cast_unsigned(),
        Whole::SMin => x.min(y).cast_unsigned(),
        Whole::UMax => a.max(b),
        Whole::UMin => a.min(b),
        Whole::Reverse => a.reverse_bits() >> (64 - bits),
        Whole::Swap => a.swap_bytes() >> (64 - bits),
        Whole::Leading => u64::from(a.leading_zeros() - (64 - bits)),
        Whole::Trailing => u64::from(a.trailing_zeros().min(bits)),
        Whole::Count => u64::from(a.count_ones()),
        Whole::FunnelLeft => funnel(by) as u64,
        Whole::FunnelRight => ((u128::from(a) << bits | u128::from(b)) >> by) as u64,
        Whole::SAddSat => (wide_x + wide_y).clamp(least, most) as u64,
        Whole::SSubSat => (wide_x - wide_y).clamp(least, most) as u64,
        Whole::UAddSat => (u128::from(a) + u128::from(b)).min(all) as u64,
        Whole::USubSat => a.saturating_sub(b),
        Whole::MulHigh => ((wide_x * wide_y) >> bits) as u64,
        Whole::UMulHigh => ((u128::from(a) * u128::from(b)) >> bits) as u64,
        Whole::Mul24 => signed(24, a).wrapping_mul(signed(24, b)).cast_unsigned(),
        Whole::UMul24 => mask(24, a).wrapping_mul(mask(24, b)),
        Whole::Sad => x.abs_diff(y).wrapping_add(c),
        Whole::USad => a.abs_diff(b).wrapping_add(c),
        Whole::Permute => permute(a | b << 32, c),
        Whole::FirstSet => u64::from(if a == 0 { 0 } else { a.trailing_zeros() + 1 }),
        Whole::Half => ((wide_x + wide_y) >> 1) as u64,
        Whole::HalfUp => ((wide_x + wide_y + 1) >> 1) as u64,
        Whole::UHalf => ((u128::from(a) + u128::from(b)) >> 1) as u64,
        Whole::UHalfUp => ((u128::from(a) + u128::from(b) + 1) >> 1) as u64,
        Whole::Align => a & b,
    };
    mask(bits, result)
}

/// Each nibble of the selector chooses a byte, or the sign of one.
fn permute(bytes: u64, selector: u64) -> u64 {
    let byte = |i: u64| {
        let choice = selector >> (4 * i) & 15;
        let byte = bytes >> (8 * (choice & 7)) & 255;
        if choice & 8 == 0 { byte } else { 255 * (byte >> 7) }
    };
    (0..4).map(|i| byte(i) << (8 * i)).sum()
}

/// What may leave the range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::replay) enum Overflowing {
    Add,
    Sub,
    Mul,
}

/// The result, and whether it left the range.
pub(super) fn overflow(op: Overflowing, is_signed: bool, bits: u32, args: &[Value]) -> Value {
    let [a, b] = [0, 1].map(|i| args.get(i).map_or(0, Value::bits));
    let wide = |v: u64| if is_signed { i128::from(signed(bits, v)) } else { i128::from(v) };
    let exact = match op {
        Overflowing::Add => wide(a) + wide(b),
        Overflowing::Sub => wide(a) - wide(b),
        Overflowing::Mul => wide(a).wrapping_mul(wide(b)),
    };
    let result = mask(bits, exact as u64);
    Value::Parts([Value::Bits(result), Value::truth(wide(result) != exact)].into())
}
