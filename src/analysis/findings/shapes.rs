//! Blocks of a natural shape: common ones, and those that a kernel suggests by its constants (docs/design.md section 2).
//!
//! A race that one of them excludes may be none of the program's. A shape is natural only if it has what the code tells apart:
//! `threadIdx.x < 64` and `threadIdx.x / 64` speak of more than 64 threads, and an index with `threadIdx.y` in it of rows, unless
//! that counts threads through the whole block. Where the host is seen to pass a number of rows that is not followed, one row is natural all the same.
//!
//! Direction: by form. Shapes decide how bad a finding is said to be, and never that there is none.

use super::meaning::{Sum, axes_of};
use super::quantity::{Condition, Quantity, bound, exactly, multiple_of, power_of_two};
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::inside::is_left_by;
use crate::analysis::facts::prepared::{Prepared, SeenLaunch};
use crate::kernel::target::{BLOCK_LIMIT, LANES};
use crate::kernel::{Access, MemorySpace, Mode, walk};
use crate::smt::Model;
use crate::term::{Axis, BinaryOp, CompareOp, Node, Owner, Term, Terms, Var, VarKind};
use crate::verdict::Level;
use std::collections::BTreeSet;

/// Extents of blocks by axis.
pub(crate) type Shape = [u64; 3];

/// The most shapes of a query.
const MOST: usize = 24;
/// The most constants of a kernel that make shapes.
const MOST_CONSTANTS: usize = 12;
const ROW: u64 = 256;
/// Rows of a kernel that is written for blocks of one shape.
const SHORT_ROWS: [u64; 3] = [128, 64, 32];
const PLANES: [[u64; 2]; 4] = [[16, 16], [32, 8], [8, 8], [32, 32]];
const CUBES: [u64; 2] = [8, 4];
/// What an extent may be at most, if more than a shape has will do.
const LARGER: [u64; 4] = [256, 128, 64, 32];
/// Fewer threads have no second warp to race with.
const SMALLEST: u64 = 2 * LANES as u64;
/// The least threads where another block is raced with, or where an array is made for them.
const FEWEST: u64 = LANES as u64 / 2;

/// The natural shapes for what `query` asks, each axis that is known with its extent; none if all are.
pub(crate) fn shapes(world: &Prepared, query: &Query) -> Vec<Shape> {
    let terms = &world.terms;
    let known = world.block_dim.map(|dim| terms.as_const(dim));
    let mut told = Told::by(terms, query);
    told.turns.extend(room(world, query));
    if walk::accesses(&world.kernel.body).any(|access| is_for_one_warp(world, access)) {
        told.turns.insert(LANES.into());
    }
    told.forget_turns(world);
    let constants = constants(world, &told);
    let is_open = |axis: usize| known[axis].is_none() && told.apart[axis] && !is_passed(world, axis);
    let (rows, layers) = (is_open(1), is_open(2));
    let is_of_fixed_blocks = is_of_fixed_blocks(world);
    let (mut all, tiles): (Vec<Shape>, Vec<Shape>) =
        (vec![], tiles(world).into_iter().map(|[x, y]| [x, y, 1]).collect());
    if layers {
        all.extend(CUBES.iter().chain(&constants).map(|c| [*c; 3]));
    } else {
        if known[1].is_none() {
            all.extend(tiles.iter().copied().chain(PLANES.map(|[x, y]| [x, y, 1])));
            all.extend(constants.iter().map(|c| [*c, *c, 1]));
            let wide = |x: u64| constants.iter().filter(move |y| **y < x).map(move |y| [x, *y, 1]);
            all.extend(constants.iter().flat_map(|x| wide(*x)));
        }
        if !rows {
            let short = SHORT_ROWS.iter().filter(|_| is_of_fixed_blocks);
            all.extend([ROW].iter().chain(&constants).chain(&told.turns).chain(short).map(|x| [*x, 1, 1]));
        }
    }
    let mut seen = BTreeSet::new();
    let put = |shape: Shape| [0, 1, 2].map(|axis| known[axis].unwrap_or(shape[axis]));
    let tiles: Vec<Shape> = tiles.into_iter().map(put).collect();
    let fits = |shape: &Shape| {
        let within = |axis: usize| {
            let Node::Var(v) = *terms.node(world.block_dim[axis]) else { return true };
            terms.var_info(v).bounds.is_none_or(|(lo, hi)| (lo..=hi).contains(&shape[axis].cast_signed()))
        };
        let threads: u64 = shape.iter().product();
        let few = query.level == Level::Grid || is_of_fixed_blocks || tiles.contains(shape);
        let takes_turns = told.turns.contains(&shape[0]) && threads == shape[0];
        let least = if few || takes_turns { FEWEST } else { SMALLEST };
        (least..=BLOCK_LIMIT).contains(&threads)
            && threads > told.more_than
            && (0..3).all(|axis| within(axis) && (known[axis].is_some() || shape[axis] > told.longer_than[axis]))
            && !is_left_by(terms, &world.kernel, *shape)
    };
    let open = known.contains(&None);
    all.into_iter().map(put).filter(|shape| open && fits(shape) && seen.insert(*shape)).take(MOST).collect()
}

/// Whether a kernel is written for blocks of one shape without a word on it: it asks which block a thread is in, and never how large that
/// is. So is one that gives each block a part of the same length, `y[blockIdx.x * 64 + threadIdx.x]`. Where there is a barrier, a single
/// warp would not need it.
fn is_of_fixed_blocks(world: &Prepared) -> bool {
    let vars = world.kernel.launch;
    let mut asked: BTreeSet<Var> = world.terms.vars_of(&walk::terms(&world.kernel.body)).into_iter().collect();
    asked.extend(&world.kernel.reads);
    walk::syncs(&world.kernel.body).next().is_none()
        && vars.block.iter().any(|v| asked.contains(v))
        && !vars.block_dim.iter().any(|v| asked.contains(v))
}

/// Whether a launch is seen to pass a value of the host's as the extent, and none of the shapes that it may have is seen.
fn is_passed(world: &Prepared, axis: usize) -> bool {
    let dim = world.block_dim[axis];
    let is_extent = |fact: &Term| {
        let Node::Compare(CompareOp::Eq, a, b) = *world.terms.node(*fact) else { return false };
        a == dim || b == dim
    };
    world.seen_shapes.is_empty() && world.kernel.facts.iter().any(is_extent)
}

/// Whether a block of a shape is one warp, whose lanes and none of another warp's meet.
pub(crate) fn is_one_warp(shape: Shape) -> bool {
    shape.iter().product::<u64>() == u64::from(LANES)
}

/// Whether a shape has one row, or layer, where a launch is seen to pass their number, or the kernel never tells them apart.
pub(crate) fn is_one_row(world: &Prepared, shape: Shape) -> bool {
    let is_open = |axis: usize| world.terms.as_const(world.block_dim[axis]).is_none();
    let open: Vec<usize> = (1..3).filter(|axis| shape[*axis] == 1 && is_open(*axis)).collect();
    let told = || {
        let all = walk::terms(&world.kernel.body);
        all.into_iter().flat_map(|t| axes_of(&world.terms, t)).collect::<BTreeSet<usize>>()
    };
    open.iter().any(|axis| is_passed(world, *axis))
        || !open.is_empty() && open.iter().all(|axis| !told().contains(axis))
}

/// Whether what a fact says of the block alone holds in a natural shape; others are no matter of it.
pub(crate) fn is_natural(world: &Prepared, fact: Term, shapes: &[Shape]) -> bool {
    let terms = &world.terms;
    let holds = |shape: &Shape| in_shape(world, &Model::default(), *shape).holds(terms, fact);
    shapes.is_empty() || shapes.iter().any(|shape| holds(shape) != Some(false))
}

/// The model for blocks of another shape.
pub(crate) fn in_shape(world: &Prepared, model: &Model, shape: Shape) -> Model {
    let mut model = model.clone();
    for (dim, extent) in world.block_dim.iter().zip(shape) {
        if let Node::Var(v) = *world.terms.node(*dim) {
            model.vars.insert(v, extent);
        }
    }
    model
}

/// By axis that is open, what the shape has, the weakest first and at last the extent.
pub(crate) fn families(world: &mut Prepared, shape: Shape) -> Vec<Vec<Condition>> {
    let mut found = vec![];
    for axis in Axis::ALL {
        let (q, extent) = (Quantity::of_block(world, axis), shape[axis as usize]);
        let terms = &mut world.terms;
        if terms.as_const(q.term).is_some() {
            continue;
        }
        let exact = exactly(terms, &q, extent);
        let mut family = vec![];
        if extent > 1 {
            let whole = [2, LANES.into()].into_iter().filter(|by| axis == Axis::X && extent.is_multiple_of(*by));
            family.extend(whole.map(|by| multiple_of(terms, &q, by)));
            family.extend(extent.is_power_of_two().then(|| power_of_two(terms, &q)));
            let larger = LARGER.into_iter().filter(|larger| *larger > extent);
            family.extend(larger.chain([extent]).filter_map(|most| bound(terms, &q, most.cast_signed(), false)));
        }
        family.push(exact);
        found.push(family);
    }
    found
}

/// By dimension that is open and known of all of some launches, what these have, the weakest first.
pub(crate) fn families_of(world: &mut Prepared, launches: &[SeenLaunch]) -> Vec<Vec<Condition>> {
    let mut found = vec![];
    for (axis, of_grid) in Axis::ALL.into_iter().flat_map(|axis| [(axis, false), (axis, true)]) {
        let q = if of_grid { Quantity::of_grid(world, axis) } else { Quantity::of_block(world, axis) };
        let dim = |l: &SeenLaunch| (if of_grid { l.grid_dim } else { l.block_dim })[axis as usize];
        let extents: Option<BTreeSet<u32>> = launches.iter().map(dim).collect();
        let (Some(extents), None) = (extents, world.terms.as_const(q.term)) else { continue };
        let Some(most) = extents.last().copied() else { continue };
        let terms = &mut world.terms;
        let mut family: Vec<Condition> =
            bound(terms, &q, most.into(), false).filter(|_| most > 1).into_iter().collect();
        if extents.len() == 1 {
            family.push(exactly(terms, &q, most.into()));
        }
        found.push(family);
    }
    found
}

/// What the code of a query tells apart, and by which constants.
#[derive(Default)]
struct Told {
    /// By axis: a block is longer.
    longer_than: [u64; 3],
    /// Blocks have more threads.
    more_than: u64,
    /// By axis: threads that differ in it do different things.
    apart: [bool; 3],
    constants: BTreeSet<u64>,
    /// Threads in a row that the code is written for: by so many cells a thread goes on in each turn of a loop, for so many an array
    /// has room, or one lane of each warp writes one variable.
    turns: BTreeSet<u64>,
}

impl Told {
    fn by(terms: &Terms, query: &Query) -> Told {
        let mut told = Told::default();
        let offsets: Vec<Term> = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset).collect();
        offsets.iter().flat_map(|offset| axes_of(terms, *offset)).for_each(|axis| told.apart[axis] = true);
        let sums = offsets.iter().flat_map(|offset| Sum::all(terms, *offset));
        told.turns = sums.flat_map(|sum| sum.turns(terms)).collect();
        let of_code = query.facts.iter().filter(|fact| !tells_apart(terms, **fact));
        let roots: Vec<Term> = of_code.chain(&offsets).copied().collect();
        for t in terms.reachable(&roots) {
            told.take_in(terms, t);
        }
        told
    }

    /// Turns say nothing in a kernel that speaks of more threads somewhere.
    fn forget_turns(&mut self, world: &Prepared) {
        if self.turns.is_empty() {
            return;
        }
        let mut kernel = Told::default();
        for t in world.terms.reachable(&walk::terms(&world.kernel.body)) {
            kernel.take_in(&world.terms, t);
        }
        let most = kernel.more_than.max(kernel.longer_than[Axis::X as usize]);
        self.turns.retain(|turn| most < *turn);
    }

    fn take_in(&mut self, terms: &Terms, t: Term) {
        match *terms.node(t) {
            Node::Compare(CompareOp::Eq, a, b) => {
                let plain = |t: Term| matches!(terms.node(t), Node::Var(_));
                if !(plain(a) && plain(b)) {
                    self.compared(terms, a, b, None);
                }
            }
            Node::Compare(CompareOp::Ult | CompareOp::Ule | CompareOp::Slt | CompareOp::Sle, a, b) => {
                self.compared(terms, a, b, terms.as_const(b));
                self.compared(terms, b, a, terms.as_const(a));
            }
            Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv, a, b) => self.compared(terms, a, b, terms.as_const(b)),
            Node::Binary(BinaryOp::LShr | BinaryOp::AShr, a, b) => {
                let by = terms.as_const(b).filter(|by| *by < 16).map(|by| 1 << by);
                self.compared(terms, a, b, by);
            }
            Node::Binary(BinaryOp::URem | BinaryOp::SRem | BinaryOp::Mul, a, b) => {
                self.constants.extend([a, b].into_iter().filter_map(|t| terms.as_const(t)));
            }
            Node::Binary(BinaryOp::And, a, b) => {
                self.constants.extend([a, b].into_iter().filter_map(|t| terms.as_const(t)?.checked_add(1)));
            }
            Node::Binary(BinaryOp::Shl, _, b) => {
                self.constants.extend(terms.as_const(b).filter(|by| *by < 16).map(|by| 1 << by));
            }
            Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor, ..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => {}
        }
    }

    /// A number of threads is compared with another number, or divided by it: by this constant.
    fn compared(&mut self, terms: &Terms, index: Term, other: Term, constant: Option<u64>) {
        let of_thread = |t: Term| {
            let vars = terms.vars_of(&[t]);
            let mut axes = BTreeSet::new();
            let only = vars.iter().all(|v| match terms.var_info(*v).kind {
                VarKind::ThreadIdx(axis) => {
                    axes.insert(axis as usize);
                    true
                }
                VarKind::BlockDim(_) => true,
                VarKind::BlockIdx(_)
                | VarKind::ClusterRank
                | VarKind::GridDim(_)
                | VarKind::ClusterDim(_)
                | VarKind::Param
                | VarKind::Counter
                | VarKind::Local => false,
            });
            if only { axes } else { BTreeSet::new() }
        };
        let axes = of_thread(index);
        if axes.is_empty() || constant.is_none() && terms.as_const(other).is_none() {
            return;
        }
        axes_of(terms, index).into_iter().for_each(|axis| self.apart[axis] = true);
        let Some(constant) = constant.filter(|c| *c <= BLOCK_LIMIT) else { return };
        self.constants.insert(constant);
        match axes.iter().collect::<Vec<_>>().as_slice() {
            [axis] => self.longer_than[**axis] = self.longer_than[**axis].max(constant),
            _ => self.more_than = self.more_than.max(constant),
        }
    }
}

/// A fact about both threads is the analysis' own: they are two, of different warps, and meet in a cell.
pub(super) fn tells_apart(terms: &Terms, fact: Term) -> bool {
    let owners: Vec<Owner> = terms.vars_of(&[fact]).iter().map(|v| terms.var_info(*v).owner).collect();
    owners.contains(&Owner::Left) && owners.contains(&Owner::Right)
}

/// The threads of one warp that a shared array has room for, where there is none for those of two.
fn room(world: &Prepared, query: &Query) -> Option<u64> {
    let Question::Race(id) = query.question else { return None };
    let array = world.kernel.arrays.get(id.0).filter(|a| a.space == MemorySpace::Shared)?;
    let [length] = array.dims[..] else { return None };
    let sums = query.sides.iter().filter_map(|s| s.range).flat_map(|(offset, _)| Sum::all(&world.terms, offset));
    let stride = sums.filter_map(|sum| sum.thread_stride(&world.terms)).max().filter(|stride| *stride > 0)?;
    let room = length.checked_mul(array.element)? / stride;
    (FEWEST..SMALLEST).contains(&room).then(|| 1 << room.ilog2())
}

/// Whether one lane of each warp writes a shared variable: `if (i % 32 == 0) first = x;`
fn is_for_one_warp(world: &Prepared, access: &Access) -> bool {
    let terms = &world.terms;
    let of_lanes = [(BinaryOp::URem, LANES), (BinaryOp::SRem, LANES), (BinaryOp::And, LANES - 1)];
    let is_lane = |t: Term| {
        let Node::Binary(op, index, by) = *terms.node(t) else { return false };
        let by = terms.as_const(by);
        of_lanes.iter().any(|(of, lanes)| op == *of && by == Some((*lanes).into())) && !axes_of(terms, index).is_empty()
    };
    let is_of_lane = |t: &Term| {
        let Node::Compare(CompareOp::Eq, a, b) = *terms.node(*t) else { return false };
        is_lane(a) && terms.as_const(b).is_some()
    };
    let is_shared = world.kernel.arrays.get(access.array.0).is_some_and(|a| a.space == MemorySpace::Shared);
    is_shared
        && matches!(access.mode, Mode::Write(_))
        && axes_of(terms, access.offset).is_empty()
        && terms.reachable(&[access.guard]).iter().any(is_of_lane)
}

/// The extents of the two inner dimensions of shared arrays, as blocks.
fn tiles(world: &Prepared) -> Vec<[u64; 2]> {
    let shared = world.kernel.arrays.iter().filter(|a| a.space == MemorySpace::Shared);
    shared.filter_map(|a| if let [.., y, x] = a.dims.as_slice() { Some([*x - *x % 2, *y]) } else { None }).collect()
}

/// Constants that may be extents: those of shared arrays, of launch bounds, then others.
fn constants(world: &Prepared, told: &Told) -> Vec<u64> {
    let shared = world.kernel.arrays.iter().filter(|a| a.space == MemorySpace::Shared);
    let bound = |dim: &Term| match *world.terms.node(*dim) {
        Node::Var(v) => world.terms.var_info(v).bounds.map(|(_, most)| most.cast_unsigned()),
        Node::Const { .. }
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    };
    let bounds = world.block_dim.iter().filter_map(bound);
    // A column more than there are threads keeps banks apart.
    let extents = shared.flat_map(|a| a.dims.clone()).map(|extent| extent - u64::from(extent > 1 && extent % 2 == 1));
    let mut seen = BTreeSet::new();
    let all = bounds.chain(extents).chain(told.constants.iter().rev().copied());
    all.filter(|c| (2..=BLOCK_LIMIT).contains(c) && seen.insert(*c)).take(MOST_CONSTANTS).collect()
}
