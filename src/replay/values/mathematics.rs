//! Functions of numbers: LLVM's intrinsics, NVIDIA's, and those of the C library.
//!
//! Source: LLVM's language reference, PTX ISA, CUDA C++ Programming Guide ("Mathematical Functions"). Functions that the hardware
//! only approximates are computed as well as the host can.

use super::arithmetic::{format, to_whole};
use super::compute::each;
use super::value::{Value, mask, signed};
use super::whole::{self, Overflowing, Whole};
use crate::kernel::program::{Format, Type, floats};

/// A function of numbers.
#[derive(Clone, Copy, Debug)]
pub(in crate::replay) enum Mathematics {
    Whole(Whole),
    /// With a second result that says whether it left the range; it is about signed numbers if the flag says so.
    Overflow(Overflowing, bool),
    One(fn(f64) -> f64),
    Two(fn(f64, f64) -> f64),
    Fused,
    /// To a whole number.
    Round(fn(f64) -> f64),
    ToWhole,
    FromWhole,
}

/// An intrinsic without `llvm.`.
pub(in crate::replay) fn of_intrinsic(name: &str) -> Option<Mathematics> {
    let plain = name.split('.').next().unwrap_or(name);
    if name.contains(".with.overflow.") {
        let signed = plain.starts_with('s');
        let op = match &plain[1..] {
            "add" => Overflowing::Add,
            "sub" => Overflowing::Sub,
            "mul" => Overflowing::Mul,
            _ => return None,
        };
        return Some(Mathematics::Overflow(op, signed));
    }
    if name.contains(".sat.") {
        return Some(Mathematics::Whole(match plain {
            "sadd" => Whole::SAddSat,
            "ssub" => Whole::SSubSat,
            "uadd" => Whole::UAddSat,
            "usub" => Whole::USubSat,
            "fptosi" | "fptoui" => return Some(Mathematics::ToWhole),
            _ => return None,
        }));
    }
    if let Some(device) = name.strip_prefix("nvvm.") {
        return of_device(device);
    }
    Some(Mathematics::Whole(match plain {
        "abs" => Whole::Abs,
        "smax" => Whole::SMax,
        "smin" => Whole::SMin,
        "umax" => Whole::UMax,
        "umin" => Whole::UMin,
        "bitreverse" => Whole::Reverse,
        "bswap" => Whole::Swap,
        "ctlz" => Whole::Leading,
        "cttz" => Whole::Trailing,
        "ctpop" => Whole::Count,
        "ptrmask" => Whole::Align,
        "fshl" => Whole::FunnelLeft,
        "fshr" => Whole::FunnelRight,
        "fma" | "fmuladd" => return Some(Mathematics::Fused),
        _ => return of_reals(plain),
    }))
}

/// Of `nvvm`, by the words of its name.
fn of_device(name: &str) -> Option<Mathematics> {
    let words: Vec<&str> = name.split('.').collect();
    let real = |f: fn(f64) -> f64| Some(Mathematics::One(f));
    match words.as_slice() {
        ["mulhi", "i" | "ll" | "s"] => Some(Mathematics::Whole(Whole::MulHigh)),
        ["mulhi", "ui" | "ull" | "us"] => Some(Mathematics::Whole(Whole::UMulHigh)),
        ["mul24", "i"] => Some(Mathematics::Whole(Whole::Mul24)),
        ["mul24", "ui"] => Some(Mathematics::Whole(Whole::UMul24)),
        ["sad", "i" | "ll" | "s"] => Some(Mathematics::Whole(Whole::Sad)),
        ["sad", "ui" | "ull" | "us"] => Some(Mathematics::Whole(Whole::USad)),
        ["prmt"] => Some(Mathematics::Whole(Whole::Permute)),
        ["fabs", ..] => real(f64::abs),
        ["sqrt", ..] => real(f64::sqrt),
        ["rcp", ..] => real(|x| 1.0 / x),
        ["rsqrt", ..] => real(|x| 1.0 / x.sqrt()),
        ["ex2", ..] => real(f64::exp2),
        ["lg2", ..] => real(f64::log2),
        ["sin", ..] => real(f64::sin),
        ["cos", ..] => real(f64::cos),
        ["floor", ..] => real(f64::floor),
        ["ceil", ..] => real(f64::ceil),
        ["trunc", ..] => real(f64::trunc),
        ["round", ..] => real(f64::round_ties_even),
        ["saturate", ..] => real(|x| if x > 0.0 { x.min(1.0) } else { 0.0 }),
        ["fmax", ..] => Some(Mathematics::Two(f64::max)),
        ["fmin", ..] => Some(Mathematics::Two(f64::min)),
        ["add", _, "f" | "d"] => Some(Mathematics::Two(|x, y| x + y)),
        ["mul", _, "f" | "d"] => Some(Mathematics::Two(|x, y| x * y)),
        ["div", ..] => Some(Mathematics::Two(|x, y| x / y)),
        ["fma", ..] => Some(Mathematics::Fused),
        [conversion, ..] => match *conversion {
            "f2i" | "f2ui" | "f2ll" | "f2ull" | "d2i" | "d2ui" | "d2ll" | "d2ull" => Some(Mathematics::ToWhole),
            "i2f" | "ui2f" | "ll2f" | "ull2f" | "i2d" | "ui2d" | "ll2d" | "ull2d" => Some(Mathematics::FromWhole),
            _ => None,
        },
        [] => None,
    }
}

/// A function of the C library or of CUDA's mathematics: `sin`, `sinf`, `__sinf`.
pub(in crate::replay) fn of_library(name: &str) -> Option<Mathematics> {
    if let Some(op) = name.strip_prefix("__nv_").and_then(whole::of_libdevice) {
        return Some(Mathematics::Whole(op));
    }
    if let Some(conversion) = name.strip_prefix("__nv_").and_then(of_conversion) {
        return Some(conversion);
    }
    let plain = name.strip_prefix("__nv_").or_else(|| name.strip_prefix("__")).unwrap_or(name);
    let plain = plain.strip_prefix("fast_").unwrap_or(plain);
    of_reals(plain).or_else(|| of_reals(plain.strip_suffix('f')?))
}

/// Of libdevice: `uint2float_rn`, `double2ll_rz`.
fn of_conversion(name: &str) -> Option<Mathematics> {
    let (from, (to, mode)) = name.split_once('2').and_then(|(from, rest)| Some((from, rest.split_once('_')?)))?;
    let is_real = |ty: &str| matches!(ty, "float" | "double");
    let is_whole = |ty: &str| matches!(ty, "int" | "uint" | "ll" | "ull");
    match mode {
        "rn" if is_whole(from) && is_real(to) => Some(Mathematics::FromWhole),
        "rn" | "rz" | "rd" | "ru" if is_real(from) && is_whole(to) => Some(Mathematics::ToWhole),
        _ => None,
    }
}

fn of_reals(name: &str) -> Option<Mathematics> {
    let one: fn(f64) -> f64 = match name {
        "fabs" => f64::abs,
        "sqrt" => f64::sqrt,
        "cbrt" => f64::cbrt,
        "floor" => f64::floor,
        "ceil" => f64::ceil,
        "trunc" => f64::trunc,
        "rint" | "nearbyint" | "roundeven" => f64::round_ties_even,
        "round" => f64::round,
        "exp" => f64::exp,
        "exp2" => f64::exp2,
        "exp10" => |x| 10f64.powf(x),
        "expm1" => f64::exp_m1,
        "log" => f64::ln,
        "log2" => f64::log2,
        "log10" => f64::log10,
        "log1p" => f64::ln_1p,
        "sin" => f64::sin,
        "cos" => f64::cos,
        "tan" => f64::tan,
        "sinpi" => |x| (x * std::f64::consts::PI).sin(),
        "cospi" => |x| (x * std::f64::consts::PI).cos(),
        "asin" => f64::asin,
        "acos" => f64::acos,
        "atan" => f64::atan,
        "sinh" => f64::sinh,
        "cosh" => f64::cosh,
        "tanh" => f64::tanh,
        "rsqrt" => |x| 1.0 / x.sqrt(),
        "canonicalize" => |x| x,
        "saturate" => |x| if x > 0.0 { x.min(1.0) } else { 0.0 },
        _ => return of_two_reals(name),
    };
    Some(Mathematics::One(one))
}

fn of_two_reals(name: &str) -> Option<Mathematics> {
    let two: fn(f64, f64) -> f64 = match name {
        "maxnum" | "fmax" | "maximum" => f64::max,
        "minnum" | "fmin" | "minimum" => f64::min,
        "copysign" => f64::copysign,
        "pow" => f64::powf,
        "atan2" => f64::atan2,
        "hypot" => f64::hypot,
        "fmod" => |x, y| x % y,
        "fdim" => |x, y| (x - y).max(0.0),
        "fdivide" => |x, y| x / y,
        _ => match name {
            "lround" | "llround" => return Some(Mathematics::Round(f64::round)),
            "lrint" | "llrint" => return Some(Mathematics::Round(f64::round_ties_even)),
            "fma" => return Some(Mathematics::Fused),
            _ => return None,
        },
    };
    Some(Mathematics::Two(two))
}

impl Mathematics {
    /// The function's value; `name` tells conversions apart.
    pub(in crate::replay) fn value(self, name: &str, to: &Type, args: &[(Value, &Type)]) -> Value {
        let from = args.first().map_or(to, |(_, ty)| *ty);
        let values: Vec<Value> = args.iter().map(|(value, _)| value.clone()).collect();
        let number = |ty: &Type, bits: u64| floats::decode(format(ty), bits);
        match self {
            Mathematics::Whole(op) => {
                each(to, from, &values, &|to, from, args| mask(to.bits(), whole::whole(op, from.bits(), args)))
            }
            Mathematics::Overflow(op, is_signed) => whole::overflow(op, is_signed, from.bits(), &values),
            Mathematics::One(f) => {
                each(to, from, &values, &|to, from, a| floats::encode(format(to), f(number(from, a[0]))))
            }
            Mathematics::Two(f) => each(to, from, &values, &|to, from, a| {
                floats::encode(format(to), f(number(from, a[0]), number(from, a[1])))
            }),
            Mathematics::Fused => each(to, from, &values, &|to, _, a| fused(format(to), a)),
            Mathematics::Round(f) => {
                each(to, from, &values, &|to, from, a| to_whole(f(number(from, a[0])), to.bits(), true))
            }
            Mathematics::ToWhole => each(to, from, &values, &|to, from, a| {
                let is_signed = !name.contains("ui") && !name.contains("ull");
                to_whole(rounded(name, number(from, a[0])), to.bits(), is_signed)
            }),
            Mathematics::FromWhole => each(to, from, &values, &|to, from, a| {
                let is_unsigned = ["ui2", "uint2", "ull2"].iter().any(|from| name.contains(from));
                let value = if is_unsigned { a[0] as f64 } else { signed(from.bits(), a[0]) as f64 };
                floats::encode(format(to), value)
            }),
        }
    }
}

/// As the mode in a name of PTX, or of libdevice, says.
fn rounded(name: &str, value: f64) -> f64 {
    match name.split(['.', '_']).find(|word| ["rn", "rm", "rd", "rp", "ru", "rz"].contains(word)) {
        Some("rn") => value.round_ties_even(),
        Some("rm" | "rd") => value.floor(),
        Some("rp" | "ru") => value.ceil(),
        Some(_) | None => value.trunc(),
    }
}

fn fused(format: Format, args: &[u64]) -> u64 {
    let number = |i: usize| floats::decode(format, args[i]);
    match format {
        Format::Single => {
            let [a, b, c] = [0, 1, 2].map(|i| f32::from_bits(args[i] as u32));
            u64::from(a.mul_add(b, c).to_bits())
        }
        Format::Half | Format::Bfloat | Format::Double => {
            floats::encode(format, number(0).mul_add(number(1), number(2)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, args: &[u64]) -> u64 {
        let ty = Type::Int(32);
        let args: Vec<_> = args.iter().map(|a| (Value::Bits(*a), &ty)).collect();
        of_intrinsic(name).map_or(u64::MAX, |f| f.value(name, &ty, &args).bits())
    }

    #[test]
    fn functions_of_whole_numbers() {
        assert_eq!(of("ctlz.i32", &[1, 0]), 31);
        assert_eq!(of("cttz.i32", &[0, 0]), 32);
        assert_eq!(of("bitreverse.i32", &[1]), 0x8000_0000);
        assert_eq!(of("bswap.i32", &[0x1234_5678]), 0x7856_3412);
        assert_eq!(of("fshl.i32", &[0x8000_0001, 0xc000_0000, 1]), 3);
        assert_eq!(of("fshr.i32", &[1, 0, 1]), 0x8000_0000);
        assert_eq!(of("nvvm.mulhi.i", &[0xffff_ffff, 2]), 0xffff_ffff);
        assert_eq!(of("nvvm.prmt", &[0x3322_1180, 0x7766_5544, 0x0748]), 0x8077_44ff);
        assert_eq!(of("ptrmask.p0.i64", &[0x1237, 0xfff0]), 0x1230);
        assert_eq!(of("sadd.sat.i32", &[0x7fff_ffff, 1]), 0x7fff_ffff);
    }

    #[test]
    fn functions_of_reals() {
        let ty = Type::Float(Format::Single);
        let value = |name: &str, args: &[f32]| {
            let args: Vec<_> = args.iter().map(|a| (Value::Bits(u64::from(a.to_bits())), &ty)).collect();
            of_library(name).map(|f| f32::from_bits(f.value(name, &ty, &args).bits() as u32))
        };
        assert_eq!(value("sqrtf", &[9.0]), Some(3.0));
        assert_eq!(value("__powf", &[2.0, 3.0]), Some(8.0));
        assert_eq!(value("fmaf", &[2.0, 3.0, 4.0]), Some(10.0));
        assert_eq!(value("unheard", &[1.0]), None);
    }

    #[test]
    fn conversions_of_libdevice() {
        let (whole, real) = (Type::Int(32), Type::Float(Format::Single));
        let value = |name: &str, to: &Type, (bits, from): (u32, &Type)| {
            of_library(name).map(|f| f.value(name, to, &[(Value::Bits(u64::from(bits)), from)]).bits() as u32)
        };
        assert_eq!(value("__nv_uint2float_rn", &real, (0x8000_0000, &whole)), Some(2_147_483_648f32.to_bits()));
        assert_eq!(value("__nv_int2float_rn", &real, (u32::MAX, &whole)), Some((-1f32).to_bits()));
        assert_eq!(value("__nv_float2int_rd", &whole, ((-1.5f32).to_bits(), &real)), Some((-2i32).cast_unsigned()));
        assert_eq!(value("__nv_float2uint_ru", &whole, (1.5f32.to_bits(), &real)), Some(2));
        assert_eq!(value("__nv_int2float_rz", &real, (1, &whole)), None);
    }
}
