//! Modest values: those of a small launch with small parameters, for every thread of it.
//!
//! That index arithmetic does not wrap is a fair assumption where wrapping takes large parameters, a huge grid or strange
//! contents of memory: there, every thread is still looked at with smaller ones. It is none where some thread, or some
//! iteration of a loop with a constant bound, wraps whatever the rest: the assumption would exclude it, and a proof would say
//! nothing about it (docs/design.md section 2). So an operation is taken as modular if it can leave its width with modest values.
//!
//! Direction: intervals know nothing of relations, so an operation may be called modular that never wraps; that costs
//! precision, no soundness. The samples of block shapes stand for all: products of indices and dimensions are largest in
//! lines, squares and cubes. A block that is declared is looked at as it is.

use crate::term::interval::Interval;
use crate::term::node::{BinaryOp, Node, Term, Var};
use crate::term::symbols::{Axis, VarInfo, VarKind};
use crate::term::terms::Terms;

/// Threads of a block by axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Index into what [`shapes`] gives.
    pub(super) place: usize,
    dims: [i128; 3],
}

/// How many shapes are looked at.
pub(super) const SHAPES: usize = SAMPLES.len() + 1;

const SAMPLES: [[i128; 3]; 7] =
    [[1024, 1, 1], [32, 32, 1], [1, 1024, 1], [4, 4, 64], [32, 1, 32], [1, 32, 32], [8, 8, 16]];

/// The most threads of a block.
const THREADS: i128 = 1024;

/// The samples, and the block that is declared: of a known launch, all of it.
pub(super) fn shapes(terms: &Terms) -> [Shape; SHAPES] {
    let extent = |axis: Axis| {
        let bounds = terms.vars().map(|v| terms.var_info(v)).filter(|info| info.kind == VarKind::ThreadIdx(axis));
        bounds.map(|info| info.bounds.map_or(THREADS, |(_, hi)| i128::from(hi) + 1)).max().unwrap_or(1)
    };
    let mut declared = Axis::ALL.map(extent);
    if declared.iter().product::<i128>() > THREADS
        && let Some(open) = declared.iter_mut().max()
    {
        *open = 1;
    }
    let known = declared.iter().product::<i128>() <= THREADS;
    std::array::from_fn(|place| {
        let dims = SAMPLES.get(place).copied().unwrap_or(if known { declared } else { SAMPLES[0] });
        Shape { place, dims }
    })
}

/// By shape.
pub(super) type Modest = [Interval; SHAPES];

/// So far do values go that the launch or memory leave open.
const SMALL: i128 = 3;
/// The bits of numbers that take all their values: bytes, and what is no wider.
const NARROW: i128 = 8;
/// Blocks of a grid along an axis, where that is open.
const BLOCKS: i128 = 2;
/// No grid is meant by a bound above that other values imply, and no constant bound of a loop.
const OPEN: i128 = 65_533;

/// From here on a bound on block indices is no more than CUDA's own limit, which leaves the grid open.
fn largest(axis: Axis) -> i128 {
    match axis {
        Axis::X => (1 << 31) - 2,
        Axis::Y | Axis::Z => 65_534,
    }
}

/// The values of a variable; of a counter up to the `last` one, if that is known.
pub(super) fn variable(
    info: &VarInfo,
    full: Interval,
    narrowed: Option<Interval>,
    last: Option<i128>,
    shape: Shape,
) -> Interval {
    let declared = info.bounds.map_or(full, |(lo, hi)| Interval { lo: lo.into(), hi: hi.into() });
    let known = narrowed.and_then(|n| n.meet(declared)).unwrap_or(declared);
    let upto = |hi: i128| known.meet(Interval { lo: known.lo, hi }).unwrap_or(Interval::point(known.lo));
    match info.kind {
        VarKind::ThreadIdx(axis) => upto(shape.dims[axis as usize] - 1),
        VarKind::BlockDim(axis) => upto(shape.dims[axis as usize]),
        // A grid that is known is as it is, however large.
        VarKind::BlockIdx(axis) if declared.hi >= largest(axis) && known.hi > OPEN => upto(BLOCKS - 1),
        VarKind::GridDim(axis) if declared.hi >= largest(axis) && known.hi > OPEN => upto(BLOCKS),
        VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::GridDim(_) | VarKind::ClusterDim(_) => known,
        VarKind::Counter => count(declared, narrowed, last),
        VarKind::Param | VarKind::Local => unknown(known),
    }
}

/// The numbers of iterations up to the `last` one, if that is known.
pub(super) fn count(declared: Interval, narrowed: Option<Interval>, last: Option<i128>) -> Interval {
    let known = narrowed.and_then(|n| n.meet(declared)).unwrap_or(declared);
    // A bound that the facts give it; what is declared comes from its width.
    if narrowed.is_some_and(|n| n.hi <= OPEN) {
        return known;
    }
    let lo = known.lo.max(0);
    known.meet(Interval { lo, hi: last.unwrap_or(0).max(lo + SMALL) }).unwrap_or(Interval::point(known.lo))
}

/// Whether `a & b` or `a % b` cuts something open down to what a constant of the program says. Then it takes all these values, as
/// the low bits of a hash do, and not just small ones.
pub(super) fn is_cut(terms: &Terms, a: Term, b: Term) -> bool {
    let is_open = |v: Var| matches!(terms.var_info(v).kind, VarKind::Param | VarKind::Local);
    terms.as_int(b).is_some_and(|c| c >= 0)
        && (!terms.apps_of(&[a]).is_empty() || terms.vars_of(&[a]).into_iter().any(is_open))
}

/// The values of something open that lies in `known`: small extents, or what is next to them. Narrow numbers take all values.
pub(super) fn unknown(known: Interval) -> Interval {
    if known.hi - known.lo < 1 << NARROW {
        return known;
    }
    let near = 1.clamp(known.lo, known.hi);
    known.meet(Interval { lo: near, hi: near.max(SMALL) }).unwrap_or(Interval::point(near))
}

/// What a division is made by: not 0.
pub(super) fn divisor(by: Interval) -> Interval {
    Interval { lo: if by.hi >= 1 { by.lo.max(1) } else { by.lo }, hi: by.hi }
}

/// Whether `t` wraps in its width as a matter of course: sums, products and shifts of narrow types.
pub(super) fn wraps(terms: &Terms, t: Term) -> bool {
    match terms.node(t) {
        Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, ..) => terms.width(t) < 32,
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => false,
    }
}
