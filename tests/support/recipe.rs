//! Random expressions: built with the smart constructors on the one hand, evaluated naively on the other.

use proptest::prelude::*;
use raceproof::term::{BinaryOp, CastOp, CompareOp, Owner, Term, Terms, Var, VarInfo, VarKind, Width, mask, signed};

/// A number of the width that the test chooses.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Var(usize),
    Const(i64),
    Binary(BinaryOp, Box<Number>, Box<Number>),
    /// Computed at twice the width and cut to the width again.
    Wide(BinaryOp, CastOp, Box<Number>, Box<Number>),
    /// Cut to half the width and extended again.
    Short(CastOp, Box<Number>),
    /// A truth value as a number.
    FromTruth(CastOp, Box<Truth>),
    Ite(Box<Truth>, Box<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
pub(crate) enum Truth {
    Const(bool),
    Compare(CompareOp, Box<Number>, Box<Number>),
    /// The same at half the width.
    Half(CompareOp, Box<Number>, Box<Number>),
    Same(Box<Truth>, Box<Truth>),
    LowBit(Box<Number>),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
    Xor(Box<Truth>, Box<Truth>),
    Ite(Box<Truth>, Box<Truth>, Box<Truth>),
}

const OPS: [BinaryOp; 13] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
];
const COMPARISONS: [CompareOp; 5] = [CompareOp::Eq, CompareOp::Ult, CompareOp::Ule, CompareOp::Slt, CompareOp::Sle];

fn op() -> impl Strategy<Value = BinaryOp> {
    // Sums and products are what indices are made of.
    prop_oneof![
        3 => prop::sample::select(&OPS[..3]),
        2 => prop::sample::select(&OPS[..]),
    ]
}

fn extension() -> impl Strategy<Value = CastOp> {
    prop::sample::select(&[CastOp::Zext, CastOp::Sext][..])
}

/// Most divisors and shift amounts are constants or such that the operation is defined.
fn tame(op: BinaryOp, b: Box<Number>, raw: u8, c: i64) -> Box<Number> {
    let with = |op, n| Box::new(Number::Binary(op, b.clone(), Box::new(Number::Const(n))));
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => b,
        _ if raw == 0 => b,
        _ if raw < 5 => Box::new(Number::Const(c)),
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => with(BinaryOp::Or, 1),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => with(BinaryOp::And, 3),
    }
}

/// Numbers over `vars` variables and constants that are small or single bits.
pub(crate) fn number(vars: usize, depth: u32) -> BoxedStrategy<Number> {
    let leaf = prop_oneof![
        3 => (0..vars).prop_map(Number::Var),
        1 => (-3i64..9).prop_map(Number::Const),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let sub = || number(vars, depth - 1).prop_map(Box::new);
    prop_oneof![
        2 => leaf,
        8 => (op(), sub(), sub(), 0u8..8, 1i64..4).prop_map(|(o, a, b, raw, c)| Number::Binary(o, a, tame(o, b, raw, c))),
        1 => (op(), extension(), sub(), sub(), 0u8..8, 1i64..4)
            .prop_map(|(o, e, a, b, raw, c)| Number::Wide(o, e, a, tame(o, b, raw, c))),
        1 => (extension(), sub()).prop_map(|(c, a)| Number::Short(c, a)),
        1 => (extension(), truth(vars, depth - 1)).prop_map(|(c, a)| Number::FromTruth(c, Box::new(a))),
        1 => (truth(vars, depth - 1), sub(), sub()).prop_map(|(c, a, b)| Number::Ite(Box::new(c), a, b)),
    ]
    .boxed()
}

/// Truth values over such numbers.
pub(crate) fn truth(vars: usize, depth: u32) -> BoxedStrategy<Truth> {
    let comparison = || prop::sample::select(&COMPARISONS[..]);
    let num = move || number(vars, depth.saturating_sub(1)).prop_map(Box::new);
    let compare = (comparison(), num(), num()).prop_map(|(o, a, b)| Truth::Compare(o, a, b));
    if depth == 0 {
        return prop_oneof![4 => compare, 1 => any::<bool>().prop_map(Truth::Const)].boxed();
    }
    let sub = || truth(vars, depth - 1).prop_map(Box::new);
    prop_oneof![
        6 => compare,
        1 => (comparison(), num(), num()).prop_map(|(o, a, b)| Truth::Half(o, a, b)),
        1 => (sub(), sub()).prop_map(|(a, b)| Truth::Same(a, b)),
        1 => num().prop_map(Truth::LowBit),
        1 => sub().prop_map(Truth::Not),
        1 => (sub(), sub()).prop_map(|(a, b)| Truth::And(a, b)),
        1 => (sub(), sub()).prop_map(|(a, b)| Truth::Or(a, b)),
        1 => (sub(), sub()).prop_map(|(a, b)| Truth::Xor(a, b)),
        1 => (sub(), sub(), sub()).prop_map(|(c, a, b)| Truth::Ite(c, a, b)),
    ]
    .boxed()
}

/// Declares variables of this width.
pub(crate) fn declare(terms: &mut Terms, vars: usize, width: Width, bounds: Option<(i64, i64)>) -> Vec<Var> {
    (0..vars)
        .map(|i| {
            terms.declare_var(VarInfo { name: format!("v{i}"), width, kind: VarKind::Param, bounds, owner: Owner::All })
        })
        .collect()
}

impl Number {
    pub(crate) fn build(&self, t: &mut Terms, vars: &[Var], w: Width) -> Term {
        match self {
            Number::Var(i) => t.var(vars[*i]),
            Number::Const(c) => t.int(w, *c),
            Number::Binary(op, a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                t.binary(*op, a, b)
            }
            Number::Wide(op, cast, a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                let (a, b) = (t.cast(*cast, wide(w), a), t.cast(*cast, wide(w), b));
                let wide = t.binary(*op, a, b);
                t.cast(CastOp::Trunc, w, wide)
            }
            Number::Short(cast, a) => {
                let a = a.build(t, vars, w);
                let short = t.cast(CastOp::Trunc, w / 2, a);
                t.cast(*cast, w, short)
            }
            Number::FromTruth(cast, c) => {
                let c = c.build(t, vars, w);
                t.cast(*cast, w, c)
            }
            Number::Ite(c, a, b) => {
                let (c, a, b) = (c.build(t, vars, w), a.build(t, vars, w), b.build(t, vars, w));
                t.ite(c, a, b)
            }
        }
    }

    /// The value by the definition of each operator; `None` where a part that matters is undefined. `wraps` is set where a
    /// sum or a product leaves its signed range although nobody said that it may.
    pub(crate) fn value(&self, values: &[u64], w: Width, wraps: &mut bool) -> Option<u64> {
        let value = match self {
            Number::Var(i) => values[*i],
            Number::Const(c) => *c as u64,
            Number::Binary(op, a, b) => binary(*op, w, a.value(values, w, wraps)?, b.value(values, w, wraps)?, wraps)?,
            Number::Wide(op, cast, a, b) => {
                let extend = |v: u64| extended(*cast, w, v);
                let (a, b) = (extend(a.value(values, w, wraps)?), extend(b.value(values, w, wraps)?));
                binary(*op, wide(w), a, b, wraps)?
            }
            Number::Short(cast, a) => extended(*cast, w / 2, a.value(values, w, wraps)?),
            Number::FromTruth(cast, c) => match (cast, c.value(values, w, wraps)?) {
                (CastOp::Sext, true) => u64::MAX,
                (CastOp::Zext | CastOp::Trunc, true) => 1,
                (_, false) => 0,
            },
            Number::Ite(c, a, b) => {
                if c.value(values, w, wraps)? {
                    a.value(values, w, wraps)?
                } else {
                    b.value(values, w, wraps)?
                }
            }
        };
        Some(mask(w, value))
    }
}

impl Truth {
    pub(crate) fn build(&self, t: &mut Terms, vars: &[Var], w: Width) -> Term {
        match self {
            Truth::Const(b) => t.bool(*b),
            Truth::Compare(op, a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                t.compare(*op, a, b)
            }
            Truth::Half(op, a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                let (a, b) = (t.cast(CastOp::Trunc, w / 2, a), t.cast(CastOp::Trunc, w / 2, b));
                t.compare(*op, a, b)
            }
            Truth::Same(a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                t.eq(a, b)
            }
            Truth::LowBit(a) => {
                let a = a.build(t, vars, w);
                t.cast(CastOp::Trunc, 1, a)
            }
            Truth::Not(a) => {
                let a = a.build(t, vars, w);
                t.not(a)
            }
            Truth::And(a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                t.and(a, b)
            }
            Truth::Or(a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                t.or(a, b)
            }
            Truth::Xor(a, b) => {
                let (a, b) = (a.build(t, vars, w), b.build(t, vars, w));
                t.binary(BinaryOp::Xor, a, b)
            }
            Truth::Ite(c, a, b) => {
                let (c, a, b) = (c.build(t, vars, w), a.build(t, vars, w), b.build(t, vars, w));
                t.ite(c, a, b)
            }
        }
    }

    /// See [`Number::value`]; `∧`, `∨` and choices ask for no more than they need.
    pub(crate) fn value(&self, values: &[u64], w: Width, wraps: &mut bool) -> Option<bool> {
        let mut get = |t: &Truth| t.value(values, w, wraps);
        Some(match self {
            Truth::Const(b) => *b,
            Truth::Compare(op, a, b) => compare(*op, w, a.value(values, w, wraps)?, b.value(values, w, wraps)?),
            Truth::Half(op, a, b) => compare(*op, w / 2, a.value(values, w, wraps)?, b.value(values, w, wraps)?),
            Truth::Same(a, b) => get(a)? == get(b)?,
            Truth::LowBit(a) => a.value(values, w, wraps)? & 1 == 1,
            Truth::Not(a) => !get(a)?,
            Truth::And(a, b) => match (get(a), get(b)) {
                (Some(false), _) | (_, Some(false)) => false,
                (a, b) => a? && b?,
            },
            Truth::Or(a, b) => match (get(a), get(b)) {
                (Some(true), _) | (_, Some(true)) => true,
                (a, b) => a? || b?,
            },
            Truth::Xor(a, b) => get(a)? != get(b)?,
            Truth::Ite(c, a, b) => {
                if get(c)? {
                    get(a)?
                } else {
                    get(b)?
                }
            }
        })
    }
}

fn wide(w: Width) -> Width {
    w.saturating_mul(2).min(64)
}

fn extended(cast: CastOp, from: Width, v: u64) -> u64 {
    match cast {
        CastOp::Zext | CastOp::Trunc => mask(from, v),
        CastOp::Sext => signed(from, v) as u64,
    }
}

fn compare(op: CompareOp, w: Width, a: u64, b: u64) -> bool {
    let (a, b) = (mask(w, a), mask(w, b));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => signed(w, a) < signed(w, b),
        CompareOp::Sle => signed(w, a) <= signed(w, b),
    }
}

/// By way of 128-bit integers. Quotients that do not fit are undefined, as in LLVM.
fn binary(op: BinaryOp, w: Width, a: u64, b: u64, wraps: &mut bool) -> Option<u64> {
    let (a, b) = (mask(w, a), mask(w, b));
    let (u, v) = (i128::from(a), i128::from(b));
    let (s, t) = (i128::from(signed(w, a)), i128::from(signed(w, b)));
    let shift = |x: i128| (b < u64::from(w)).then(|| x >> b);
    let half = 1i128 << (w - 1);
    let mut ideal = |x: i128| {
        *wraps |= w >= 32 && !(-half..half).contains(&x);
        x
    };
    let value = match op {
        BinaryOp::Add => ideal(s + t),
        BinaryOp::Sub => s - t,
        BinaryOp::Mul => ideal(s.checked_mul(t)?),
        BinaryOp::UDiv => u.checked_div(v)?,
        BinaryOp::URem => u.checked_rem(v)?,
        BinaryOp::SDiv => s.checked_div(t)?,
        BinaryOp::SRem => s.checked_rem(t)?,
        BinaryOp::Shl if b < u64::from(w) => ideal(s << b),
        BinaryOp::Shl => return None,
        BinaryOp::LShr => shift(u)?,
        BinaryOp::AShr => shift(s)?,
        BinaryOp::And => u & v,
        BinaryOp::Or => u | v,
        BinaryOp::Xor => u ^ v,
    };
    if op == BinaryOp::SDiv && value == half || op == BinaryOp::SRem && t == -1 && s == -half {
        return None;
    }
    Some(mask(w, value as u64))
}
