//! What host code says of a launch beyond constants: how dimensions and arguments are computed from common values, and the
//! branches that lead there.
//!
//! A value that is not followed is one unknown of the host, the same wherever it occurs. That is right in loops, too: an
//! instruction that dominates the launch is executed again before it whenever one of its operands is, so that at the launch
//! both have the values of the same time; and so is a branch with its condition.
//!
//! Direction: relations are left out. Proofs take sums and products not to wrap: products are followed only where LLVM says so
//! of the host's, and sums with small constants, too ([`SMALL`]).

use super::dims::{is_high, is_low};
use super::pointers::Found;
use crate::kernel::relation::{HostValue, Quantity};
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::llvm::flow::cfg::{BlockId, Cfg};
use crate::term::{Axis, BinaryOp, CastOp, CompareOp, Width, mask, signed};
use inkwell::module::Module;
use inkwell::values::InstructionValue;
use std::collections::BTreeSet;

/// Constants up to this are added whether or not that may wrap.
const SMALL: u64 = 1 << 16;
/// How deep values are followed.
const DEPTH: u32 = 8;
/// The most branches that are looked at, those next to the launch.
const MOST_BRANCHES: usize = 12;

/// The relations of one launch as they are found.
#[derive(Clone)]
pub(crate) struct Relations {
    layout: Layout,
    /// The values that are not followed, by their numbers.
    unknown: Vec<Val>,
    found: Vec<HostValue>,
}

impl Relations {
    pub(crate) fn new(module: &Module<'_>) -> Relations {
        Relations { layout: Layout::of(module), unknown: vec![], found: vec![] }
    }

    /// `quantity` is `value`.
    fn state(&mut self, quantity: Quantity, value: HostValue) {
        if !matches!(value, HostValue::Constant(..)) {
            self.found.push(HostValue::equal(HostValue::Quantity(quantity, value.width()), value));
        }
    }

    /// The dimensions of the kind that `make` gives, as `dim3` is passed: x and y as one number.
    pub(crate) fn dimensions(&mut self, make: fn(Axis) -> Quantity, xy: Val, z: Val) {
        for (axis, value) in [(Axis::X, self.low(xy)), (Axis::Y, self.high(xy)), (Axis::Z, self.number(z, DEPTH))] {
            self.state(make(axis), value);
        }
    }

    /// A dimension that is passed by itself.
    pub(crate) fn dimension(&mut self, quantity: Quantity, value: Val) {
        let value = self.number(value, DEPTH);
        self.state(quantity, value);
    }

    /// An argument of the launch.
    pub(crate) fn argument(&mut self, name: &str, value: Val) {
        if !name.is_empty() && matches!(value.ty(), Ty::Int(2..=64)) {
            let value = self.number(value, DEPTH);
            self.state(Quantity::Argument(name.to_owned()), value);
        }
    }

    /// The distance of a pointer from the start of what it is said to lead into, if it is constant; else it is stated.
    pub(crate) fn distance(&mut self, Found { overlay, from, to }: &Found) -> Option<i64> {
        let constant = to.constant.wrapping_sub(from.constant);
        if from.indices == to.indices {
            return Some(constant);
        }
        let start = HostValue::Constant(64, constant.cast_unsigned());
        let sum = |this: &mut Self, op: BinaryOp, sum: HostValue, (index, scale): (Val, i64)| {
            let index = this.number(index, DEPTH);
            let index = if index.width() < 64 { HostValue::Cast(CastOp::Sext, 64, Box::new(index)) } else { index };
            let scale = HostValue::Constant(64, scale.cast_unsigned());
            let bytes = HostValue::Binary(BinaryOp::Mul, Box::new(index), Box::new(scale));
            HostValue::Binary(op, Box::new(sum), Box::new(bytes))
        };
        let to_end = to.indices.iter().fold(start, |all, index| sum(self, BinaryOp::Add, all, *index));
        let distance = from.indices.iter().fold(to_end, |all, index| sum(self, BinaryOp::Sub, all, *index));
        self.state(Quantity::Distance(overlay.place), distance);
        None
    }

    /// The conditions of the branches that every way to a call takes, with all else that was found.
    pub(crate) fn finish(mut self, cfg: &Cfg<'_>, call: InstructionValue<'_>) -> Vec<HostValue> {
        let Some(at) = cfg.block_of(call) else { return self.found };
        let above = std::iter::successors(Some(at), |block| cfg.idom(*block));
        let branches: Vec<(Val, bool)> =
            above.filter_map(|block| self.entered_by(cfg, block)).take(MOST_BRANCHES).collect();
        for (condition, taken) in branches {
            self.condition(condition, taken);
        }
        linked(self.found)
    }

    /// A condition, and what it is.
    pub(crate) fn condition(&mut self, condition: Val, is: bool) {
        let condition = self.number(condition, DEPTH);
        if !matches!(condition, HostValue::Constant(..)) {
            self.found.push(if is { condition } else { HostValue::Not(Box::new(condition)) });
        }
    }

    /// The condition, and what it is, of the only branch that enters a block.
    fn entered_by(&self, cfg: &Cfg<'_>, block: BlockId) -> Option<(Val, bool)> {
        let [edge] = cfg.predecessors(block) else { return None };
        let Op::Branch(Some(condition)) = Val::of(&cfg.block(edge.from).get_terminator()?).op(self.layout) else {
            return None;
        };
        Some((condition, edge.successor == 0))
    }

    /// A whole number or a truth value.
    fn number(&mut self, value: Val, depth: u32) -> HostValue {
        self.followed(value, depth).unwrap_or_else(|| self.unknown(value))
    }

    fn unknown(&mut self, value: Val) -> HostValue {
        // What is undefined is another value each time.
        let known = self.unknown.iter().position(|v| *v == value && !value.is_undefined());
        let number = known.unwrap_or_else(|| {
            self.unknown.push(value);
            self.unknown.len() - 1
        });
        let unknown = HostValue::Quantity(Quantity::Host(number as u32), width(value).unwrap_or(64));
        if known.is_none() {
            self.found.extend(self.no_less_than_first(value, &unknown));
        }
        unknown
    }

    /// That a loop's counter, which starts at a constant and only grows, is no less than that.
    fn no_less_than_first(&self, counter: Val, unknown: &HostValue) -> Option<HostValue> {
        let Op::Phi(incoming) = counter.op(self.layout) else { return None };
        let [(one, _), (other, _)] = incoming[..] else { return None };
        let (first, next) = if one.constant().is_some() { (one, other) } else { (other, one) };
        let (width, first) = (width(counter)?, first.constant()?);
        let Op::Binary { op, a, b, no_signed_wrap } = next.op(self.layout) else { return None };
        let step = b.constant().filter(|_| a == counter)?;
        let (is_natural, grows) = (signed(width, first) >= 0, signed(width, step) > 0);
        let compare = match op {
            BinaryOp::Add if grows && no_signed_wrap => CompareOp::Sle,
            // One of fewer bits comes back to 0 after launches that can be made.
            BinaryOp::Add if grows && step <= SMALL && is_natural && width == 64 => CompareOp::Ule,
            BinaryOp::Mul | BinaryOp::Shl if grows && no_signed_wrap && is_natural => CompareOp::Sle,
            _ => return None,
        };
        Some(HostValue::Compare(compare, Box::new(HostValue::Constant(width, first)), Box::new(unknown.clone())))
    }

    /// The value computed from others; `None` if that is not followed.
    fn followed(&mut self, value: Val, depth: u32) -> Option<HostValue> {
        let width = width(value)?;
        let deeper = depth.checked_sub(1)?;
        Some(match value.op(self.layout) {
            Op::Constant(_, constant) => HostValue::Constant(width, constant),
            Op::Binary { op: BinaryOp::AShr, a, b, .. } if self.shifted_by(a, b).is_some() => {
                let (x, by) = self.shifted_by(a, b)?;
                let cut = HostValue::Cast(CastOp::Trunc, width - by, Box::new(self.number(x, deeper)));
                HostValue::Cast(CastOp::Sext, width, Box::new(cut))
            }
            Op::Binary { op, a, b, no_signed_wrap } => {
                if !no_signed_wrap && may_wrap(op, width, [a, b]) {
                    return None;
                }
                HostValue::Binary(op, Box::new(self.number(a, deeper)), Box::new(self.number(b, deeper)))
            }
            Op::Compare { op, a, b, negated } => {
                // Pointers have no terms here.
                self::width(a)?;
                let compared =
                    HostValue::Compare(op, Box::new(self.number(a, deeper)), Box::new(self.number(b, deeper)));
                if negated { HostValue::Not(Box::new(compared)) } else { compared }
            }
            Op::Cast(op, a) => {
                self::width(a)?;
                HostValue::Cast(op, width, Box::new(self.number(a, deeper)))
            }
            Op::Same(a) if self::width(a) == Some(width) => self.number(a, deeper),
            Op::Select(c, a, b) => HostValue::Select(
                Box::new(self.number(c, deeper)),
                Box::new(self.number(a, deeper)),
                Box::new(self.number(b, deeper)),
            ),
            Op::Call { callee, args } => self.least_or_most(&callee, &args, deeper)?,
            _ => return None,
        })
    }

    /// What `value` is shifted left by the constant `by`, and that constant: shifted back it is what was cut to fewer bits.
    fn shifted_by(&self, value: Val, by: Val) -> Option<(Val, Width)> {
        let Op::Binary { op: BinaryOp::Shl, a, b, .. } = value.op(self.layout) else { return None };
        let bits = Width::try_from(by.constant()?).ok()?;
        (b.constant() == by.constant() && 0 < bits && bits < width(value)?).then_some((a, bits))
    }

    /// LLVM's `smin`, `smax`, `umin` and `umax`.
    fn least_or_most(&mut self, callee: &str, args: &[Val], depth: u32) -> Option<HostValue> {
        let (op, first_is_less) = match callee.strip_prefix("llvm.")?.split('.').next()? {
            "smin" => (CompareOp::Slt, true),
            "smax" => (CompareOp::Slt, false),
            "umin" => (CompareOp::Ult, true),
            "umax" => (CompareOp::Ult, false),
            _ => return None,
        };
        let [a, b] = *args else { return None };
        let (a, b) = (Box::new(self.number(a, depth)), Box::new(self.number(b, depth)));
        let less = HostValue::Compare(op, a.clone(), b.clone());
        Some(if first_is_less {
            HostValue::Select(Box::new(less), a, b)
        } else {
            HostValue::Select(Box::new(less), b, a)
        })
    }

    /// The low 32 bits of a number of 64.
    fn low(&mut self, value: Val) -> HostValue {
        match value.op(self.layout) {
            Op::Constant(_, constant) => HostValue::Constant(32, mask(32, constant)),
            Op::Cast(CastOp::Zext, a) if width(a) == Some(32) => self.number(a, DEPTH),
            Op::Binary { op: BinaryOp::Or, a, b, .. } if is_high(self.layout, b) => self.low(a),
            Op::Binary { op: BinaryOp::Or, a, b, .. } if is_high(self.layout, a) => self.low(b),
            _ => HostValue::Cast(CastOp::Trunc, 32, Box::new(self.number(value, DEPTH))),
        }
    }

    /// The high 32 bits of a number of 64.
    fn high(&mut self, value: Val) -> HostValue {
        match value.op(self.layout) {
            Op::Constant(_, constant) => HostValue::Constant(32, constant >> 32),
            Op::Cast(CastOp::Zext, a) if width(a).is_some_and(|w| w <= 32) => HostValue::Constant(32, 0),
            Op::Binary { op: BinaryOp::Shl, a, b, .. } if b.constant() == Some(32) => self.low(a),
            Op::Binary { op: BinaryOp::Or, a, b, .. } if is_low(self.layout, b) => self.high(a),
            Op::Binary { op: BinaryOp::Or, a, b, .. } if is_low(self.layout, a) => self.high(b),
            _ => {
                let (all, by) = (Box::new(self.number(value, DEPTH)), Box::new(HostValue::Constant(64, 32)));
                HostValue::Cast(CastOp::Trunc, 32, Box::new(HostValue::Binary(BinaryOp::LShr, all, by)))
            }
        }
    }
}

/// Calls the host's values what the kernel calls them, leaves out what says nothing of the launch, and numbers the rest anew.
fn linked(mut all: Vec<HostValue>) -> Vec<HostValue> {
    while let Some((at, (number, name))) = all.iter().enumerate().find_map(|(at, r)| Some((at, r.names()?))) {
        all.remove(at);
        all.iter_mut().for_each(|r| r.replace(number, &name));
    }
    let numbers = |r: &HostValue| -> Vec<u32> {
        let number = |q: &Quantity| if let Quantity::Host(n) = q { Some(*n) } else { None };
        r.quantities().into_iter().filter_map(number).collect()
    };
    let is_named = |r: &HostValue| r.quantities().iter().any(|q| !matches!(q, Quantity::Host(_)));
    let mut linked: BTreeSet<u32> = all.iter().filter(|r| is_named(r)).flat_map(numbers).collect();
    loop {
        let before = linked.len();
        let touched = all.iter().map(numbers).filter(|numbers| numbers.iter().any(|n| linked.contains(n)));
        linked = touched.flatten().chain(linked.iter().copied()).collect();
        if linked.len() == before {
            break;
        }
    }
    all.retain(|r| is_named(r) || numbers(r).iter().any(|n| linked.contains(n)));
    let times = |n: u32| all.iter().flat_map(numbers).filter(|other| *other == n).count();
    let is_free = |r: &HostValue| match r {
        HostValue::Compare(CompareOp::Eq, _, value) => {
            matches!(**value, HostValue::Quantity(Quantity::Host(n), _) if times(n) == 1)
        }
        _ => false,
    };
    let mut kept: Vec<HostValue> = all.iter().filter(|r| !is_free(r)).cloned().collect();
    let mut order: Vec<u32> = vec![];
    for relation in &mut kept {
        relation.renumber(&mut |n| {
            order.iter().position(|known| *known == n).unwrap_or_else(|| {
                order.push(n);
                order.len() - 1
            }) as u32
        });
    }
    kept
}

/// Whether the result of an operation may not fit, so that it wraps around unless LLVM says otherwise. Sums with small
/// constants count as fitting.
fn may_wrap(op: BinaryOp, width: Width, operands: [Val; 2]) -> bool {
    let is_small = |v: Val| v.constant().is_some_and(|c| c.min(mask(width, c.wrapping_neg())) <= SMALL);
    match op {
        BinaryOp::Add | BinaryOp::Sub => !operands.into_iter().any(is_small),
        BinaryOp::Mul | BinaryOp::Shl => true,
        BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => false,
    }
}

/// Of a whole number that terms can hold.
fn width(value: Val) -> Option<Width> {
    match value.ty() {
        Ty::Int(width @ 1..=64) => Some(width as Width),
        Ty::Int(_) | Ty::Void | Ty::Float(_) | Ty::Pointer | Ty::Aggregate(_) | Ty::Other => None,
    }
}
