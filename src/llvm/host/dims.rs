//! A launch's dimensions as hosts pass them: of a `dim3` x and y as one number of 64 bits, x in its low half, and z as another.
//!
//! A kernel that never reads an axis is taken to be launched with 1 along it, unless the host is seen to have something else in
//! mind: `dim3 block(64, n)` and `n > 5 ? dim3(64, 2) : dim3(64)` say so of y; a `dim3` that comes from elsewhere as a whole says
//! nothing.
//!
//! Direction: what is not seen is left to the assumption, which the verdict lists.

use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::term::{BinaryOp, CastOp, mask};

/// How deep values are followed.
const DEPTH: u32 = 4;

/// By axis: whether a `dim3` is seen to be made with a value that is not the constant 1.
pub(super) fn chosen(layout: Layout, xy: Val, z: Val) -> [bool; 3] {
    let [x, y] = [false, true].map(|high| half(layout, xy, high, DEPTH));
    [x.chosen, y.chosen, z.constant().map_or(!(x.passed_on || y.passed_on), |z| z != 1)]
}

/// Whether a dimension that is passed by itself is not the constant 1.
pub(super) fn is_chosen(dim: Val) -> bool {
    dim.constant() != Some(1)
}

/// What is seen of half of a number.
#[derive(Clone, Copy, Default)]
struct Half {
    /// It is not the constant 1.
    chosen: bool,
    /// The number comes from elsewhere as a whole.
    passed_on: bool,
}

fn half(layout: Layout, value: Val, high: bool, depth: u32) -> Half {
    let passed_on = Half { chosen: false, passed_on: true };
    let Some(deeper) = depth.checked_sub(1) else { return passed_on };
    let any = |values: &[Val]| {
        let parts = values.iter().filter(|v| **v != value).map(|v| half(layout, *v, high, deeper));
        parts.fold(Half::default(), |all, part| Half {
            chosen: all.chosen || part.chosen,
            passed_on: all.passed_on || part.passed_on,
        })
    };
    let made = |chosen| Half { chosen, passed_on: false };
    match value.op(layout) {
        Op::Constant(_, constant) => made(mask(32, if high { constant >> 32 } else { constant }) != 1),
        Op::Binary { op: BinaryOp::Or, a, b, .. } if is_low(layout, a) && is_high(layout, b) => {
            half(layout, if high { b } else { a }, high, deeper)
        }
        Op::Binary { op: BinaryOp::Or, a, b, .. } if is_low(layout, b) && is_high(layout, a) => {
            half(layout, if high { a } else { b }, high, deeper)
        }
        Op::Binary { op: BinaryOp::Shl, a, .. } if is_high(layout, value) => made(high && is_chosen(narrow(layout, a))),
        Op::Cast(CastOp::Zext, a) if is_low(layout, value) => made(!high && is_chosen(a)),
        Op::Select(_, a, b) => any(&[a, b]),
        Op::Phi(incoming) => any(&incoming.iter().map(|(v, _)| *v).collect::<Vec<_>>()),
        _ => passed_on,
    }
}

/// What is widened.
fn narrow(layout: Layout, value: Val) -> Val {
    if let Op::Cast(CastOp::Zext, a) = value.op(layout) { a } else { value }
}

/// Whether the low 32 bits are 0.
pub(super) fn is_high(layout: Layout, value: Val) -> bool {
    match value.op(layout) {
        Op::Constant(_, constant) => mask(32, constant) == 0,
        Op::Binary { op: BinaryOp::Shl, b, .. } => b.constant() == Some(32),
        _ => false,
    }
}

/// Whether the high 32 bits are 0.
pub(super) fn is_low(layout: Layout, value: Val) -> bool {
    match value.op(layout) {
        Op::Constant(_, constant) => constant >> 32 == 0,
        Op::Cast(CastOp::Zext, a) => matches!(a.ty(), Ty::Int(..=32)),
        _ => false,
    }
}
