//! What host code says of a launch beyond constants: how dimensions and arguments are computed from common values, and the
//! branches that lead there.
//!
//! A value that is not followed is one unknown of the host, the same wherever it occurs; so is one that several others need, of
//! which a relation says what it is: `h0 == (n < 256 ? n : 256)`. That is right in loops, too: an instruction that dominates
//! the launch is executed again before it whenever one of its operands is, so that at the launch both have the values of the
//! same time; and so is a branch with its condition.
//!
//! Direction: relations are left out. Proofs take sums and products not to wrap, also those of a way that is not taken: products
//! are followed only where LLVM says so of the host's, and sums with small constants, too ([`SMALL`]).

mod branches;
mod counted;
mod halves;
mod linked;
mod merges;
mod names;
mod scaled;
mod taken;

use self::linked::linked;
use self::merges::{Merged, merged};
use self::taken::{Taken, taken};
use super::pointers::{Found, Given};
use crate::kernel::relation::{HostName, HostValue, Quantity};
use crate::llvm::bind::ir::{BlockRef, Layout, Op, Ty, Val};
use crate::llvm::flow::cfg::{BlockId, Cfg};
use crate::term::{Axis, BinaryOp, CastOp, CompareOp, Width, mask};
use inkwell::module::Module;
use inkwell::values::InstructionValue;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Constants up to this are added whether or not that may wrap.
const SMALL: u64 = 1 << 16;
/// How deep values are followed.
const DEPTH: u32 = 8;
/// The most branches that are looked at, those next to the launch.
const MOST_BRANCHES: usize = 12;
/// The most values that are followed and have a number, since branches meet there or several others need them.
const MOST_NUMBERED: u32 = 24;
/// The most places that are followed where branches meet.
const MOST_MERGES: u32 = 16;

/// The relations of one launch as they are found.
#[derive(Clone)]
pub(crate) struct Relations<'ctx> {
    layout: Layout,
    /// Of the function that launches; `None` if its loops cannot be told.
    cfg: Option<Rc<Cfg<'ctx>>>,
    launch: InstructionValue<'ctx>,
    numbered_left: u32,
    merges_left: u32,
    /// Values by their numbers: those that are not followed, and those of which a relation says once what they are. `None` is
    /// a choice that is no value of the program.
    numbers: Vec<Option<Val>>,
    /// Halves of chosen numbers, each by its number and first bit.
    halves: Vec<((Val, Width), HostValue)>,
    found: Vec<HostValue>,
}

impl<'ctx> Relations<'ctx> {
    pub(crate) fn new(module: &Module<'ctx>, launch: InstructionValue<'ctx>) -> Self {
        let cfg = launch.get_parent().and_then(|block| Cfg::of(block.get_parent()?));
        let cfg = cfg.filter(|cfg| !cfg.irreducible).map(Rc::new);
        let layout = Layout::of(module);
        Relations {
            layout,
            cfg,
            launch,
            numbered_left: MOST_NUMBERED,
            merges_left: MOST_MERGES,
            numbers: vec![],
            halves: vec![],
            found: vec![],
        }
    }

    /// `quantity` is `value`.
    fn state(&mut self, quantity: Quantity, value: HostValue) {
        self.found.push(HostValue::equal(HostValue::Quantity(quantity, value.width()), value));
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
    pub(crate) fn argument(&mut self, Given { name, part, value, .. }: &Given) {
        let value = *value;
        if name.is_empty() || !matches!(value.ty(), Ty::Int(2..=64)) {
            return;
        }
        let value = self.number(value, DEPTH);
        // Constants are known from the arguments themselves, but for parts of structures.
        if !matches!(value, HostValue::Constant(..)) || *part {
            self.state(Quantity::Argument(name.clone()), value);
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

    /// The conditions of the branches that every way to the launch takes, with all else that was found.
    pub(crate) fn finish(mut self) -> Vec<HostValue> {
        let Some(cfg) = self.cfg.clone() else { return vec![] };
        let Some(at) = cfg.block_of(self.launch) else { return self.found };
        let above = std::iter::successors(Some(at), |block| cfg.idom(*block));
        let branches: Vec<Taken> = above.filter_map(|block| self.entered_by(&cfg, block)).take(MOST_BRANCHES).collect();
        for branch in branches {
            self.was_taken(branch);
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

    /// The only branch that enters a block.
    fn entered_by(&self, cfg: &Cfg<'_>, block: BlockId) -> Option<Taken> {
        let edges = cfg.predecessors(block);
        let is_one_branch = edges.windows(2).all(|two| two[0].from == two[1].from);
        if is_one_branch { taken(cfg, self.layout, edges) } else { None }
    }

    /// A whole number or a truth value.
    fn number(&mut self, value: Val, depth: u32) -> HostValue {
        let op = value.op(self.layout);
        // Conditions are compared with each other as they are written.
        let is_shared = value.users().len() > 1 && !matches!(op, Op::Constant(..) | Op::Compare { .. });
        if !is_shared && !matches!(op, Op::Phi(_)) {
            return self.followed(value, depth).unwrap_or_else(|| self.numbered(value).0);
        }
        let (number, is_new) = self.numbered(value);
        if let Some(left) = self.numbered_left.checked_sub(1).filter(|_| is_new) {
            self.numbered_left = left;
            let followed = self.followed(value, DEPTH);
            self.found.extend(followed.map(|followed| HostValue::equal(number.clone(), followed)));
        }
        number
    }

    /// A value by its number, and whether that is a new one.
    fn numbered(&mut self, value: Val) -> (HostValue, bool) {
        // What is undefined is another value each time.
        let known = self.numbers.iter().position(|v| *v == Some(value) && !value.is_undefined());
        let number = known.unwrap_or_else(|| {
            self.numbers.push(Some(value));
            self.numbers.len() - 1
        });
        let name = names::of(value, self.layout);
        let numbered = HostValue::Quantity(Quantity::Host(number as u32, name), width(value).unwrap_or(64));
        if known.is_none() {
            self.told_of(value, &numbered);
        }
        (numbered, known.is_none())
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
            Op::Select(condition, a, b) => {
                let ways = Merged::of_select(condition, [a, b]);
                self.chosen(&ways, &mut |this, value| this.number(value, deeper))
            }
            Op::Call { callee, args } => self.least_or_most(&callee, &args, deeper)?,
            Op::Phi(sources) => {
                let ways = self.merged(value, &sources)?;
                self.chosen(&ways, &mut |this, value| this.number(value, deeper))
            }
            _ => return None,
        })
    }

    /// What comes from where branches meet.
    fn merged(&mut self, phi: Val, sources: &[(Val, BlockRef)]) -> Option<Rc<Merged>> {
        self.merges_left = self.merges_left.checked_sub(1)?;
        let cfg = self.cfg.as_ref()?;
        merged(cfg, self.layout, cfg.block_of(phi.as_instruction()?)?, sources)
    }

    /// What is chosen of some values, or of what `of` makes of them.
    fn chosen(&mut self, ways: &Rc<Merged>, of: &mut dyn FnMut(&mut Self, Val) -> HostValue) -> HostValue {
        self.chosen_once(ways, of, &mut BTreeMap::new())
    }

    /// The same. Choices that several ways share have numbers, which are `known`.
    fn chosen_once(
        &mut self,
        ways: &Rc<Merged>,
        of: &mut dyn FnMut(&mut Self, Val) -> HostValue,
        known: &mut BTreeMap<*const Merged, HostValue>,
    ) -> HostValue {
        let (condition, sides) = match &**ways {
            Merged::Value(value) => return of(self, *value),
            Merged::Choice(condition, sides) => (condition, sides),
        };
        if let Some(known) = known.get(&Rc::as_ptr(ways)) {
            return known.clone();
        }
        let condition = self.is_taken(condition);
        let [yes, no] = [&sides[0], &sides[1]].map(|side| self.chosen_once(side, of, known));
        let value = if yes == no { yes } else { HostValue::Select(Box::new(condition), Box::new(yes), Box::new(no)) };
        let value = if Rc::strong_count(ways) > 1 { self.said_once(value) } else { value };
        known.insert(Rc::as_ptr(ways), value.clone());
        value
    }

    /// A number for a choice, of which a relation says what it is; other values stay as they are.
    fn said_once(&mut self, value: HostValue) -> HostValue {
        if !matches!(value, HostValue::Select(..)) {
            return value;
        }
        self.numbers.push(None);
        let number = Quantity::Host(self.numbers.len() as u32 - 1, HostName::default());
        let number = HostValue::Quantity(number, value.width());
        self.found.push(HostValue::equal(number.clone(), value));
        number
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
