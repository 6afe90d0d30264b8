//! The bits of floating-point numbers of each format, and their values.
//!
//! Source: IEEE 754. Rounding is to the nearest, ties to even. A result of one operation that is computed in double precision
//! and rounded once more is the right one for halves and `bfloat16`s, whose significands are less than half as long.

use super::types::Format;

/// The value of these bits.
#[must_use]
pub fn decode(format: Format, bits: u64) -> f64 {
    match format {
        Format::Double => f64::from_bits(bits),
        Format::Single => f64::from(f32::from_bits(bits as u32)),
        Format::Bfloat => f64::from(f32::from_bits((bits as u32 & 0xffff) << 16)),
        Format::Half => half(bits as u32),
    }
}

fn half(bits: u32) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (bits >> 10 & 31, bits & 0x3ff);
    match exponent {
        0 => sign * f64::from(fraction) * 2f64.powi(-24),
        31 if fraction == 0 => sign * f64::INFINITY,
        31 => f64::NAN,
        _ => sign * f64::from(0x400 | fraction) * 2f64.powi(exponent as i32 - 25),
    }
}

/// The bits of the number of the format that is nearest.
#[must_use]
pub fn encode(format: Format, value: f64) -> u64 {
    match format {
        Format::Double => value.to_bits(),
        Format::Single => u64::from((value as f32).to_bits()),
        Format::Half => narrow(value, 10, 5),
        Format::Bfloat => narrow(value, 7, 8),
    }
}

/// A number with so many bits of fraction and exponent.
fn narrow(value: f64, fraction: u32, exponent: u32) -> u64 {
    let sign = u64::from(value.is_sign_negative()) << (fraction + exponent);
    let infinity = ((1u64 << exponent) - 1) << fraction;
    if value.is_nan() {
        return sign | infinity | 1 << (fraction - 1);
    }
    if value.is_infinite() {
        return sign | infinity;
    }
    let bias = (1i32 << (exponent - 1)) - 1;
    let own = (value.abs().to_bits() >> 52) as i32 - 1023;
    // The last place of the result: below the least exponent it is the same for all.
    let last = own.max(1 - bias) - fraction as i32;
    let scaled = (value.abs() * 2f64.powi(-last)).round_ties_even();
    let places = scaled as u64;
    let biased = (last + fraction as i32 + bias - 1) as u64;
    // What is carried out of the fraction goes into the exponent.
    let bits = (biased << fraction) + places;
    sign | bits.min(infinity)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_come_back() {
        for bits in (0..0x1_0000u64).filter(|bits| bits & 0x7c00 != 0x7c00 || bits & 0x3ff == 0) {
            assert_eq!(encode(Format::Half, decode(Format::Half, bits)), bits);
        }
        for bits in (0..0x1_0000u64).filter(|bits| bits & 0x7f80 != 0x7f80 || bits & 0x7f == 0) {
            assert_eq!(encode(Format::Bfloat, decode(Format::Bfloat, bits)), bits);
        }
    }

    #[test]
    fn numbers_are_rounded_to_the_nearest() {
        for (value, bits) in [
            (1.0, 0x3c00),
            (65504.0, 0x7bff),
            (65519.0, 0x7bff),
            (65520.0, 0x7c00),
            (1e9, 0x7c00),
            (-2.0, 0xc000),
            (2f64.powi(-24), 1),
            (2f64.powi(-25), 0),
            (1.0 + 2f64.powi(-11), 0x3c00),
            (1.0 + 3.0 * 2f64.powi(-11), 0x3c02),
        ] {
            assert_eq!(encode(Format::Half, value), bits, "{value}");
        }
    }
}
