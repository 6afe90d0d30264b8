//! What operations compute: whole numbers as two's complement, floating-point numbers by IEEE 754.
//!
//! Source: LLVM's language reference; where it leaves a result open (a shift past the width, a division by 0), that of PTX.

use super::value::{mask, signed};
use crate::kernel::program::{AtomicOp, FloatOp, Format, Type, floats};
use crate::term::{BinaryOp, CastOp, CompareOp};

pub(in crate::replay) fn binary(op: BinaryOp, bits: u32, a: u64, b: u64) -> u64 {
    let (x, y) = (signed(bits, a), signed(bits, b));
    let result = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::SDiv if y == 0 => u64::MAX,
        BinaryOp::SDiv => x.wrapping_div(y).cast_unsigned(),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SRem if y == 0 => a,
        BinaryOp::SRem => x.wrapping_rem(y).cast_unsigned(),
        BinaryOp::Shl if b >= u64::from(bits) => 0,
        BinaryOp::Shl => a << b,
        BinaryOp::LShr if b >= u64::from(bits) => 0,
        BinaryOp::LShr => a >> b,
        BinaryOp::AShr => (x >> b.min(u64::from(bits.clamp(1, 64)) - 1)).cast_unsigned(),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    };
    mask(bits, result)
}

pub(in crate::replay) fn compare(op: CompareOp, bits: u32, a: u64, b: u64) -> bool {
    let (x, y) = (signed(bits, a), signed(bits, b));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => x < y,
        CompareOp::Sle => x <= y,
    }
}

pub(in crate::replay) fn cast(op: CastOp, from: u32, to: u32, a: u64) -> u64 {
    match op {
        CastOp::Zext => a,
        CastOp::Sext => mask(to, signed(from, a).cast_unsigned()),
        CastOp::Trunc => mask(to, a),
    }
}

/// The format of a type, that of single precision for others.
pub(in crate::replay) fn format(ty: &Type) -> Format {
    match ty {
        Type::Float(format) => *format,
        Type::Int(64) => Format::Double,
        Type::Void | Type::Int(_) | Type::Pointer | Type::Whole(_) | Type::Other => Format::Single,
    }
}

pub(in crate::replay) fn float(op: FloatOp, from: &Type, to: &Type, args: &[u64]) -> u64 {
    let bits = |i: usize| args.get(i).copied().unwrap_or(0);
    let number = |i: usize| floats::decode(format(from), bits(i));
    let encoded = |value: f64| floats::encode(format(to), value);
    match op {
        FloatOp::Add => encoded(number(0) + number(1)),
        FloatOp::Sub => encoded(number(0) - number(1)),
        FloatOp::Mul => encoded(number(0) * number(1)),
        FloatOp::Div => encoded(number(0) / number(1)),
        FloatOp::Rem => encoded(number(0) % number(1)),
        FloatOp::Neg => bits(0) ^ 1 << (from.bits().clamp(1, 64) - 1),
        FloatOp::Convert => encoded(number(0)),
        FloatOp::ToSigned => to_whole(number(0), to.bits(), true),
        FloatOp::ToUnsigned => to_whole(number(0), to.bits(), false),
        FloatOp::FromSigned => from_whole(i128::from(signed(from.bits(), bits(0))), format(to)),
        FloatOp::FromUnsigned => from_whole(i128::from(bits(0)), format(to)),
        FloatOp::Compare([less, equal, greater, none]) => u64::from(match number(0).partial_cmp(&number(1)) {
            Some(std::cmp::Ordering::Less) => less,
            Some(std::cmp::Ordering::Equal) => equal,
            Some(std::cmp::Ordering::Greater) => greater,
            None => none,
        }),
    }
}

/// Towards 0, to the nearest that there is.
pub(in crate::replay) fn to_whole(value: f64, bits: u32, is_signed: bool) -> u64 {
    let bits = bits.clamp(1, 64);
    if is_signed {
        let limit = i64::MAX >> (64 - bits);
        mask(bits, (value as i64).clamp(-limit - 1, limit).cast_unsigned())
    } else {
        (value as u64).min(u64::MAX >> (64 - bits))
    }
}

/// Rounded once.
fn from_whole(value: i128, format: Format) -> u64 {
    match format {
        Format::Single => u64::from((value as f32).to_bits()),
        Format::Half | Format::Bfloat | Format::Double => floats::encode(format, value as f64),
    }
}

/// What an atomic operation leaves in a cell that held `old`.
pub(in crate::replay) fn modified(op: AtomicOp, ty: &Type, old: u64, by: u64) -> u64 {
    let bits = ty.bits();
    let (x, y) = (signed(bits, old), signed(bits, by));
    let floating = |f: fn(f64, f64) -> f64| {
        floats::encode(format(ty), f(floats::decode(format(ty), old), floats::decode(format(ty), by)))
    };
    let result = match op {
        AtomicOp::Exchange => by,
        AtomicOp::Add => old.wrapping_add(by),
        AtomicOp::Sub => old.wrapping_sub(by),
        AtomicOp::And => old & by,
        AtomicOp::Nand => !(old & by),
        AtomicOp::Or => old | by,
        AtomicOp::Xor => old ^ by,
        AtomicOp::Max => x.max(y).cast_unsigned(),
        AtomicOp::Min => x.min(y).cast_unsigned(),
        AtomicOp::UMax => old.max(by),
        AtomicOp::UMin => old.min(by),
        AtomicOp::Inc if old >= by => 0,
        AtomicOp::Inc => old + 1,
        AtomicOp::Dec if old == 0 || old > by => by,
        AtomicOp::Dec => old - 1,
        AtomicOp::FAdd => floating(|a, b| a + b),
        AtomicOp::FSub => floating(|a, b| a - b),
        AtomicOp::FMax => floating(f64::max),
        AtomicOp::FMin => floating(f64::min),
    };
    mask(bits, result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers() {
        assert_eq!(binary(BinaryOp::SDiv, 32, 0xffff_fff9, 2), 0xffff_fffd);
        assert_eq!(binary(BinaryOp::SRem, 32, 0xffff_fff9, 4), 0xffff_fffd);
        assert_eq!(binary(BinaryOp::AShr, 8, 0x80, 100), 0xff);
        assert_eq!(binary(BinaryOp::Shl, 32, 1, 32), 0);
        assert_eq!(binary(BinaryOp::Add, 8, 0xff, 2), 1);
        assert!(compare(CompareOp::Slt, 8, 0xff, 0) && !compare(CompareOp::Ult, 8, 0xff, 0));
        assert_eq!(cast(CastOp::Sext, 8, 32, 0x80), 0xffff_ff80);
    }

    #[test]
    fn conversions_end_at_the_limits() {
        assert_eq!(to_whole(-3.7, 32, true), 0xffff_fffd);
        assert_eq!(to_whole(1e20, 32, true), 0x7fff_ffff);
        assert_eq!(to_whole(f64::NAN, 32, true), 0);
        assert_eq!(to_whole(-1.0, 32, false), 0);
        assert_eq!(to_whole(300.0, 8, false), 255);
    }

    #[test]
    fn counters_wrap() {
        let ty = Type::Int(32);
        assert_eq!(modified(AtomicOp::Inc, &ty, 3, 3), 0);
        assert_eq!(modified(AtomicOp::Dec, &ty, 0, 3), 3);
        assert_eq!(modified(AtomicOp::Max, &ty, 0xffff_ffff, 1), 1);
        assert_eq!(modified(AtomicOp::UMax, &ty, 0xffff_ffff, 1), 0xffff_ffff);
    }
}
