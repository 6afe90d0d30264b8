//! What the start and the steps of a loop's counter say of it: `for (int half = 1; half < n; half *= 2)` that `half` is at least 1
//! and a power of two.
//!
//! A step that is no constant has to be computed before the loop, and so is the start: both have the values at the launch that
//! the counter was computed with. A counter that is shifted counts where LLVM says that no bit is lost, or where the loop goes on while it
//! is less than something (`half < n`) and ends by nothing else: where that lets a bit be lost, the counter becomes 0 and the loop never ends.
//!
//! Powers of two are said of numbers that are not negative: `x - 1` is taken not to wrap in proofs.

use super::taken::{Taken, taken};
use super::{DEPTH, Relations, SMALL, width};
use crate::kernel::relation::HostValue;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::flow::cfg::Edge;
use crate::term::{BinaryOp, CompareOp, Width, signed};

/// How deep it is looked for what makes a number a power of two.
const MOST_STEPS: u32 = 6;

/// A counter: where it starts, and how it comes from its last value.
struct Counter {
    first: Val,
    op: BinaryOp,
    step: Val,
    no_signed_wrap: bool,
}

impl<'ctx> Relations<'ctx> {
    /// What is known of a value with a number besides what it is computed from.
    pub(super) fn told_of(&mut self, value: Val, number: &HostValue) {
        let bounds = self.counter(value).and_then(|counter| self.bounded_by_first(value, &counter, number));
        self.found.extend(bounds);
        let factor = self.divided_back(value, number);
        self.found.extend(factor);
        if value.constant().is_none() && self.is_power_of_two(value, MOST_STEPS) {
            self.found.push(power_of_two(number));
        }
    }

    fn counter(&self, value: Val) -> Option<Counter> {
        let Op::Phi(incoming) = value.op(self.layout) else { return None };
        let [(one, _), (other, _)] = incoming[..] else { return None };
        [(one, other), (other, one)].into_iter().find_map(|(first, next)| match next.op(self.layout) {
            Op::Binary { op, a, b, no_signed_wrap } if a == value && self.is_before(first, value) => {
                Some(Counter { first, op, step: b, no_signed_wrap })
            }
            _ => None,
        })
    }

    /// Whether a value is computed before the loop of a counter.
    fn is_before(&self, value: Val, counter: Val) -> bool {
        let Some(instruction) = value.as_instruction() else { return true };
        let block = |of| self.cfg.as_ref()?.block_of(of);
        let (Some(own), Some(header)) = (block(instruction), counter.as_instruction().and_then(block)) else {
            return false;
        };
        own != header && self.cfg.as_ref().is_some_and(|cfg| cfg.dominates(own, header))
    }

    /// That a counter which only grows is no less than where it starts, and one which only shrinks no more.
    fn bounded_by_first(&mut self, value: Val, counter: &Counter, number: &HostValue) -> Option<HostValue> {
        let Counter { first, op, step, no_signed_wrap } = *counter;
        let width = width(value)?;
        let Some(by) = step.constant() else {
            // `for (int tile = 0; tile < tiles; tile += blocks)`.
            let is_sum = op == BinaryOp::Add && no_signed_wrap && self.is_before(step, value);
            let [zero, first, step] =
                is_sum.then(|| [HostValue::Constant(width, 0), self.number(first, DEPTH), self.number(step, DEPTH)])?;
            return Some(implied(compare(CompareOp::Sle, zero, step), compare(CompareOp::Sle, first, number.clone())));
        };
        let is_natural = first.constant().is_some_and(|first| signed(width, first) >= 0);
        let by = signed(width, by);
        let least = match op {
            BinaryOp::Add if by > 0 && no_signed_wrap => CompareOp::Sle,
            // One of fewer bits comes back to 0 after launches that can be made.
            BinaryOp::Add if 0 < by && by <= SMALL.cast_signed() && is_natural && width == 64 => CompareOp::Ule,
            BinaryOp::Mul if by > 0 && is_natural && no_signed_wrap => CompareOp::Sle,
            BinaryOp::Shl if is_natural && no_signed_wrap => CompareOp::Sle,
            BinaryOp::Shl if is_natural => self.kept_below(value, counter)?,
            BinaryOp::Add if by < 0 && no_signed_wrap => {
                return Some(compare(CompareOp::Sle, number.clone(), self.number(first, DEPTH)));
            }
            BinaryOp::LShr | BinaryOp::AShr | BinaryOp::UDiv | BinaryOp::SDiv if by > 0 => {
                let (zero, first) = (HostValue::Constant(width, 0), self.number(first, DEPTH));
                let less = compare(CompareOp::Ule, number.clone(), first.clone());
                return Some(implied(compare(CompareOp::Sle, zero, first), less));
            }
            _ => return None,
        };
        Some(compare(least, self.number(first, DEPTH), number.clone()))
    }

    /// How a counter that is shifted by a constant is compared with what it starts at, if the loop goes on only while it is below something
    /// that leaves it all its bits, or that is no constant.
    fn kept_below(&self, value: Val, counter: &Counter) -> Option<CompareOp> {
        let cfg = self.cfg.as_ref()?;
        let Op::Phi(incoming) = value.op(self.layout) else { return None };
        let header = cfg.block_of(value.as_instruction()?)?;
        let around = cfg.loop_data(cfg.innermost(header)?);
        // Ways on which the program ends are no end of the loop.
        let goes_on = |edge: &&Edge| {
            let end = cfg.block(edge.to).get_terminator();
            !end.is_some_and(|end| matches!(Val::of(&end).op(self.layout), Op::Unreachable))
        };
        if around.header != header || around.exits.iter().filter(goes_on).count() != 1 {
            return None;
        }
        let (next, latch) = incoming.into_iter().find(|(next, _)| *next != counter.first)?;
        let latch = cfg.id(latch.block()?)?;
        let computed = cfg.block_of(next.as_instruction()?)?;
        let way = std::iter::successors(Some(computed), |block| cfg.idom(*block)).take_while(|block| *block != header);
        let before = way.filter_map(|block| self.entered_by(cfg, block)).map(|taken| (value, taken));
        let back: Vec<_> = cfg.predecessors(header).iter().copied().filter(|edge| edge.from == latch).collect();
        let behind = taken(cfg, self.layout, &back).map(|taken| (next, taken));
        before.chain(behind).find_map(|(what, taken)| {
            let Taken::Is(condition, is) = taken else { return None };
            let (order, bound) = self.less_than(condition, is, what)?;
            let (width, by) = (width(value)?, counter.step.constant()?);
            let room = width.checked_sub(1)?.checked_sub(Width::try_from(by).ok()?)?;
            let fits = bound.constant().is_none_or(|bound| signed(width, bound) >= 0 && bound < 1 << room);
            (fits && self.is_before(bound, value)).then_some(order)
        })
    }

    /// What a number is less than, or no more than, where a comparison comes out so.
    fn less_than(&self, condition: Val, is: bool, what: Val) -> Option<(CompareOp, Val)> {
        let Op::Compare { op, a, b, negated } = condition.op(self.layout) else { return None };
        let order = match op {
            CompareOp::Slt | CompareOp::Sle => CompareOp::Sle,
            CompareOp::Ult | CompareOp::Ule => CompareOp::Ule,
            CompareOp::Eq => return None,
        };
        match is != negated {
            true if a == what => Some((order, b)),
            false if b == what => Some((order, a)),
            true | false => None,
        }
    }

    /// Whether a number is 0 or a power of two below the sign's bit, whatever the program is told.
    fn is_power_of_two(&self, value: Val, steps: u32) -> bool {
        let (Some(fewer), Some(width)) = (steps.checked_sub(1), width(value)) else { return false };
        let is_power = |one: Val| self.is_power_of_two(one, fewer);
        let halves = |op: BinaryOp, by: Val| {
            matches!(op, BinaryOp::LShr | BinaryOp::AShr)
                || matches!(op, BinaryOp::UDiv | BinaryOp::SDiv) && by.constant().is_some_and(u64::is_power_of_two)
        };
        let doubles = |op: BinaryOp, by: Val| {
            op == BinaryOp::Shl && by.constant().is_some()
                || op == BinaryOp::Mul && by.constant().is_some_and(u64::is_power_of_two)
        };
        if let Some(constant) = value.constant() {
            return constant.is_power_of_two() && signed(width, constant) > 0;
        }
        match value.op(self.layout) {
            Op::Binary { op, a, b, no_signed_wrap } => {
                (halves(op, b) || no_signed_wrap && doubles(op, b)) && is_power(a)
            }
            Op::Same(a) => is_power(a),
            Op::Phi(_) => self.counter(value).is_some_and(|c| {
                let keeps = halves(c.op, c.step)
                    || doubles(c.op, c.step) && (c.no_signed_wrap || self.kept_below(value, &c).is_some());
                keeps && is_power(c.first)
            }),
            _ => false,
        }
    }
}

pub(super) fn compare(op: CompareOp, a: HostValue, b: HostValue) -> HostValue {
    HostValue::Compare(op, Box::new(a), Box::new(b))
}

/// `b` if `a` holds.
pub(super) fn implied(a: HostValue, b: HostValue) -> HostValue {
    let truth = HostValue::Constant(1, 1);
    if a == truth { b } else { HostValue::Select(Box::new(a), Box::new(b), Box::new(truth)) }
}

/// `(x & (x - 1)) == 0`
fn power_of_two(x: &HostValue) -> HostValue {
    let width: Width = x.width();
    let less = HostValue::Constant(width, crate::term::mask(width, u64::MAX));
    let less = HostValue::Binary(BinaryOp::Add, Box::new(x.clone()), Box::new(less));
    let both = HostValue::Binary(BinaryOp::And, Box::new(x.clone()), Box::new(less));
    HostValue::equal(both, HostValue::Constant(width, 0))
}
