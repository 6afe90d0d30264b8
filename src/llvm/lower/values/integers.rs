//! The functions on whole numbers of LLVM (Language Reference, "Standard C/C++ Library Intrinsics", "Bit Manipulation
//! Intrinsics") and of libdevice (its user's guide) as terms. Those whose term would be long are function symbols of
//! [`BitOp`], which are computed at constants.
//!
//! Direction: exact, but for what a function symbol leaves open, and for products of 24 bits, sums of distances and absolute
//! values: those are taken to fit, as a program's own.

use super::operands::scalar_width;
use crate::kernel::Factor;
use crate::llvm::bind::ir::Val;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Arithmetic, BinaryOp, BitOp, CastOp, CompareOp, Node, Term, Terms, Var, VarKind, Width};
use crate::verdict::Assumption;

/// What a function does.
#[derive(Clone, Copy)]
enum Meaning {
    /// The lesser (or the greater) by this comparison.
    Choice {
        less: CompareOp,
        least: bool,
    },
    Absolute,
    /// The product of the low 24 bits.
    Product24(CastOp),
    /// The upper half of a product with a constant; others are left to the symbol.
    High(CastOp),
    /// Half of the sum, rounded up if so.
    Half {
        cast: CastOp,
        up: bool,
    },
    /// How far the first two are apart, and the third.
    Apart(CompareOp),
    /// The upper (or lower) part of the two, shifted left (or right) by the third.
    Funnel {
        left: bool,
    },
    /// A symbol.
    Bits(BitOp),
}

fn meaning(name: &str) -> Option<Meaning> {
    use CastOp::{Sext, Zext};
    use CompareOp::{Slt, Ult};
    let choice = |less, least| Meaning::Choice { less, least };
    let libdevice = name.strip_prefix("__nv_");
    let llvm = name.strip_prefix("llvm.").and_then(|rest| rest.split('.').next());
    Some(match (llvm, libdevice) {
        (Some("smin"), _) | (_, Some("min" | "llmin")) => choice(Slt, true),
        (Some("smax"), _) | (_, Some("max" | "llmax")) => choice(Slt, false),
        (Some("umin"), _) | (_, Some("umin" | "ullmin")) => choice(Ult, true),
        (Some("umax"), _) | (_, Some("umax" | "ullmax")) => choice(Ult, false),
        (Some("abs"), _) | (_, Some("abs" | "llabs")) => Meaning::Absolute,
        (_, Some("mul24")) => Meaning::Product24(Sext),
        (_, Some("umul24")) => Meaning::Product24(Zext),
        (_, Some("mulhi")) => Meaning::High(Sext),
        (_, Some("umulhi")) => Meaning::High(Zext),
        (_, Some("hadd")) => Meaning::Half { cast: Sext, up: false },
        (_, Some("rhadd")) => Meaning::Half { cast: Sext, up: true },
        (_, Some("uhadd")) => Meaning::Half { cast: Zext, up: false },
        (_, Some("urhadd")) => Meaning::Half { cast: Zext, up: true },
        (_, Some("sad")) => Meaning::Apart(Slt),
        (_, Some("usad")) => Meaning::Apart(Ult),
        (Some("fshl"), _) => Meaning::Funnel { left: true },
        (Some("fshr"), _) => Meaning::Funnel { left: false },
        (Some("ctpop"), _) | (_, Some("popc" | "popcll")) => Meaning::Bits(BitOp::Ones),
        (Some("ctlz"), _) | (_, Some("clz" | "clzll")) => Meaning::Bits(BitOp::LeadingZeros),
        (Some("cttz"), _) => Meaning::Bits(BitOp::TrailingZeros),
        (_, Some("ffs" | "ffsll")) => Meaning::Bits(BitOp::FirstOne),
        (Some("bitreverse"), _) | (_, Some("brev" | "brevll")) => Meaning::Bits(BitOp::ReversedBits),
        (Some("bswap"), _) => Meaning::Bits(BitOp::ReversedBytes),
        _ => return None,
    })
}

impl Lowerer<'_, '_> {
    /// The result of such a function; none if it is no such function, or on vectors.
    pub(crate) fn integer_function(&mut self, val: Val, name: &str, args: &[Val]) -> Option<Term> {
        let (meaning, width) = (meaning(name)?, scalar_width(&val.ty()));
        let first = scalar_width(&args.first()?.ty());
        if width == 0 || first == 0 {
            return None;
        }
        if let Meaning::Bits(op) = meaning {
            let x = self.term(*args.first()?, first); // LLVM's second argument is about undefined results
            return Some(match lanes_below(&self.terms, x).filter(|_| op == BitOp::Ones) {
                Some((set, place)) => self.bits(BitOp::OnesBelow, first, width, vec![set, place]),
                None => self.bits(op, first, width, vec![x]),
            });
        }
        let terms: Vec<Term> = args.iter().map(|a| self.term(*a, width)).collect();
        self.combined(meaning, width, &terms)
    }

    /// The term of a function of numbers of this width; none if there is none.
    fn combined(&mut self, meaning: Meaning, width: Width, args: &[Term]) -> Option<Term> {
        let x = *args.first()?;
        let y = args.get(1).copied();
        let terms = &mut self.terms;
        Some(match meaning {
            Meaning::Choice { less, least } => {
                let y = y?;
                let is_less = terms.compare(less, x, y);
                if least { terms.ite(is_less, x, y) } else { terms.ite(is_less, y, x) }
            }
            Meaning::Absolute => {
                let (zero, minus_one) = (terms.constant(width, 0), terms.int(width, -1));
                let negative = terms.slt(x, zero);
                let negated = terms.binary_as(Arithmetic::Unsigned, BinaryOp::Mul, x, minus_one);
                terms.ite(negative, negated, x)
            }
            Meaning::Product24(cast) => {
                let [a, b] = [x, y?].map(|t| self.low24(cast, width, t));
                self.terms.binary_as(of(cast), BinaryOp::Mul, a, b)
            }
            Meaning::High(cast) => return high(terms, cast, width, [x, y?]),
            Meaning::Half { cast, up } => return half(terms, cast, up, width, [x, y?]),
            Meaning::Apart(less) => {
                let (y, more) = (y?, *args.get(2)?);
                let is_less = terms.compare(less, x, y);
                let (up, down) = (terms.sub(y, x), terms.sub(x, y));
                let apart = terms.ite(is_less, up, down);
                terms.binary_as(Arithmetic::Unsigned, BinaryOp::Add, apart, more)
            }
            Meaning::Funnel { left } => return self.funnel(left, width, [x, y?, *args.get(2)?]),
            Meaning::Bits(_) => return None,
        })
    }

    /// The low 24 bits of a factor: all of it where it counts something.
    fn low24(&mut self, cast: CastOp, width: Width, t: Term) -> Term {
        if counts(&self.terms, t) {
            self.out.assumptions.push(Assumption::FactorsOf24Bits);
            let counts = |v: &Var| self.terms.var_info(*v).kind == VarKind::Counter;
            if !self.terms.vars_of(&[t]).iter().any(counts) {
                self.out.factors.push(Factor { term: t, signed: cast == CastOp::Sext });
            }
            return t;
        }
        let low = self.terms.cast(CastOp::Trunc, 24, t);
        self.terms.cast(cast, width, low)
    }

    /// By a constant, which counts modulo the width.
    fn funnel(&mut self, left: bool, width: Width, [high, low, by]: [Term; 3]) -> Option<Term> {
        let terms = &mut self.terms;
        let by = terms.as_const(by)? % u64::from(width);
        let up = if left { by } else { u64::from(width) - by };
        if by == 0 {
            return Some(if left { high } else { low });
        }
        let (up, down) = (terms.constant(width, up), terms.constant(width, u64::from(width) - up));
        let high = terms.binary_as(Arithmetic::Modular, BinaryOp::Shl, high, up);
        let low = terms.binary(BinaryOp::LShr, low, down);
        Some(terms.binary(BinaryOp::Or, high, low))
    }
}

/// Whether a number is made of dimensions, numbers of blocks and threads, parameters and counters by sums, products and quotients,
/// as sizes and places are. What is masked, shifted or read from memory may be meant to lose its upper bits.
fn counts(terms: &Terms, t: Term) -> bool {
    terms.reachable(&[t]).into_iter().all(|part| match *terms.node(part) {
        Node::Const { .. } => terms.as_const(part).is_some_and(|c| c >> 24 == 0 || terms.as_int(part) == Some(-1)),
        Node::Var(_) => true,
        Node::Binary(op, ..) => {
            matches!(
                op,
                BinaryOp::Add | BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem
            )
        }
        Node::Cast(CastOp::Zext | CastOp::Sext, ..) => true,
        Node::Cast(CastOp::Trunc, ..) | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => false,
    })
}

/// The upper half of a product, of which one factor is constant.
fn high(terms: &mut Terms, cast: CastOp, width: Width, [x, y]: [Term; 2]) -> Option<Term> {
    let double = width.checked_mul(2).filter(|w| *w <= 64)?;
    terms.as_const(x).or(terms.as_const(y))?;
    let [a, b] = [x, y].map(|t| terms.cast(cast, double, t));
    let product = terms.binary_as(of(cast), BinaryOp::Mul, a, b);
    let by = terms.constant(double, u64::from(width));
    let high = terms.binary(BinaryOp::LShr, product, by);
    Some(terms.cast(CastOp::Trunc, width, high))
}

/// Half of a sum, rounded up if so, which has room in two bits more.
fn half(terms: &mut Terms, cast: CastOp, up: bool, width: Width, [x, y]: [Term; 2]) -> Option<Term> {
    let wide = width.checked_add(2).filter(|w| *w <= 64)?;
    let [a, b] = [x, y].map(|t| terms.cast(cast, wide, t));
    let (sum, more, one) = (terms.add(a, b), terms.constant(wide, u64::from(up)), terms.constant(wide, 1));
    let sum = terms.add(sum, more);
    let half = terms.binary(BinaryOp::AShr, sum, one);
    Some(terms.cast(CastOp::Trunc, width, half))
}

/// What the numbers that are extended so are taken to fit.
fn of(cast: CastOp) -> Arithmetic {
    match cast {
        CastOp::Zext => Arithmetic::Unsigned,
        CastOp::Sext | CastOp::Trunc => Arithmetic::Signed,
    }
}

/// The set and the place, of the form `set & ((1 << place) - 1)`.
fn lanes_below(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    let Node::Binary(BinaryOp::And, a, b) = *terms.node(t) else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(set, below)| {
        let Node::Binary(BinaryOp::Add, power, minus_one) = *terms.node(below) else { return None };
        let Node::Binary(BinaryOp::Shl, one, place) = *terms.node(power) else { return None };
        (terms.as_int(minus_one) == Some(-1) && terms.as_const(one) == Some(1)).then_some((set, place))
    })
}
