//! The candidates for conditions (docs/design.md section 2): comparisons of what parameters and the launch's shape are with
//! quantities that all threads share, the weaker ones first.
//!
//! Direction: any candidate may be tried; it serves only once it is proved to ([`condition`](super::condition)).

use super::meaning::{beyond_constants, divided_rows, factors, powers_of_two, whole_blocks, whole_chunks};
use super::quantity::{
    Condition, LARGEST_FACTOR, Quantity, at_least, bound, equal, exactly, fitted, multiple, multiple_of, multiples,
    power_of_two, scaled, with_some,
};
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::target::{BLOCK_LIMIT, LANES, REGISTER};
use crate::kernel::{Access, MemorySpace, Mode, walk};
use crate::term::{Axis, BinaryOp, CastOp, CompareOp, FuncKind, Node, Owner, Term, Terms, Var, VarKind};
use crate::verdict::Level;
use std::collections::BTreeSet;

/// Lanes of a warp.
const WARP: u64 = LANES as u64;
/// Smaller blocks have no second warp to race with, or to wait for, unless they have other rows or there are other blocks.
const SMALLEST_BLOCK: i64 = 2 * LANES as i64;
const SMALLEST_ROW: i64 = LANES as i64;

/// What conditions are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Subject {
    /// What decides where the accesses go: conditions that only switch them off are none.
    Addresses,
    /// The same, but that rows and layers are long enough is all that is looked for: where values are not followed, other
    /// conditions that happen to exclude a race are not what was meant.
    Rows,
    /// What decides which threads come.
    Threads,
    /// Which threads are lanes of one warp: the block's shape.
    Lanes,
    /// Natural shapes of the block, and that bounds of whole parts are of whole blocks, too.
    Shape,
}

impl Subject {
    /// Whether it is what decides where the accesses go.
    pub(crate) fn is_of_addresses(self) -> bool {
        matches!(self, Subject::Addresses | Subject::Rows)
    }
}

/// One kind of condition.
pub(crate) enum Candidate {
    Fixed(Condition),
    /// The least `c` for which `subject >= c` will do.
    AtLeast(Quantity),
    /// The greatest `c`, no less than this one, for which `subject <= c` will do.
    AtMost(Quantity, i64),
    /// The greatest `c` for which `subject <= c` excludes the query, if that will do.
    Margin(Quantity),
}

/// The candidates in the order in which they are tried: strides and extents against extents and dimensions, multiples, a
/// threshold that is searched, powers of two, equality.
pub(crate) fn candidates(world: &mut Prepared, query: &Query, subject: Subject) -> Vec<Candidate> {
    let (blocks, threads) = (dimensions(world, false), dimensions(world, true));
    let roots: Vec<Term> = match subject {
        Subject::Addresses => query.sides.iter().flat_map(|s| s.range).flat_map(|(o, b)| [o, b]).collect(),
        Subject::Threads => query.facts.clone(),
        Subject::Lanes => return whole_warps(&mut world.terms, &blocks, query),
        Subject::Shape => {
            return whole_blocks(&mut world.terms, &blocks, query).into_iter().map(Candidate::Fixed).collect();
        }
        Subject::Rows => return vec![],
    };
    let (about, all) = (params(&world.terms, roots), params(&world.terms, query.facts.clone()));
    let mut found = vec![];
    // Where the threads are of one block, the size of the grid would be a coincidence.
    let of_grid = subject == Subject::Threads || query.level == Level::Grid;
    let extents: Vec<Quantity> = blocks.iter().chain(threads.iter().filter(|_| of_grid)).cloned().collect();
    let divisors = divisors(&world.terms, query);
    if subject == Subject::Threads {
        for (s, q) in about.iter().flat_map(|s| blocks.iter().map(move |q| (s, q))) {
            found.extend(multiple(&mut world.terms, s, q).map(Candidate::Fixed));
        }
    }
    if subject == Subject::Addresses {
        found.extend(meant(world, &blocks, &about, query).into_iter().map(Candidate::Fixed));
    }
    for s in &about {
        let others: Vec<&Quantity> = all.iter().filter(|o| o.term != s.term).collect();
        for q in others.iter().copied().chain(&extents) {
            found.extend(wide_enough(&mut world.terms, s, q, &divisors).into_iter().map(Candidate::Fixed));
        }
        if subject == Subject::Addresses {
            found.extend(is_margin(world, s, query).then(|| Candidate::Margin(s.clone())));
            found.extend(as_stride(&mut world.terms, s, &others, query));
        }
    }
    // Rows are of whole warps; of columns a person would rather say how long they are.
    let (rows, columns): (Vec<&Quantity>, Vec<&Quantity>) = blocks.iter().partition(|b| b.term == world.block_dim[0]);
    let multiples = |terms: &mut Terms, s: &Quantity| multiples(terms, s, &query.facts, &[]);
    found.extend(rows.into_iter().flat_map(|s| multiples(&mut world.terms, s)).map(Candidate::Fixed));
    found.extend(of_shape(&mut world.terms, &blocks, query.level, subject));
    found.extend(columns.into_iter().flat_map(|s| multiples(&mut world.terms, s)).map(Candidate::Fixed));
    for s in &about {
        found.push(Candidate::Fixed(power_of_two(&mut world.terms, s)));
        for q in &extents {
            found.extend(equal(&mut world.terms, s, q).map(Candidate::Fixed));
        }
    }
    found
}

/// What the form of the places says that is meant.
fn meant(world: &mut Prepared, blocks: &[Quantity], about: &[Quantity], query: &Query) -> Vec<Condition> {
    let mut meant = whole_chunks(&mut world.terms, blocks, query);
    if let [only] = about {
        // A first index may be 0, a stride not.
        meant.extend([0, 1].into_iter().filter_map(|least| bound(&mut world.terms, only, least, true)));
    }
    meant.extend(divided_rows(&mut world.terms, blocks, query));
    meant.extend(powers_of_two(&mut world.terms, about, query));
    meant
}

/// That there is one block along an axis, for each of which the kernel never asks which one it is; or of which it asks how many there
/// are, where no launch is seen and all blocks write one cell without an atomic operation anywhere: a reduction whose last step one block
/// takes.
pub(crate) fn of_one_block(world: &mut Prepared, query: &Query) -> Vec<Condition> {
    let (kernel, vars) = (&world.kernel, world.kernel.launch);
    let mut asked: BTreeSet<Var> = world.terms.vars_of(&kernel.all_terms()).into_iter().collect();
    asked.extend(&kernel.reads);
    let is_unseen = world.seen_calls.is_empty() && kernel.launches.is_empty();
    let is_atomic = |a: &Access| matches!(a.mode, Mode::Atomic(_));
    let is_unseen = is_unseen && !walk::accesses(&kernel.body).any(is_atomic);
    let places: Vec<Term> = query.sides.iter().filter_map(|s| Some(s.range?.0)).collect();
    let is_of_block = |v: Var| matches!(world.terms.var_info(v).kind, VarKind::BlockIdx(_));
    let one_place = matches!(query.question, Question::Race(_))
        && query.sides[0].span == query.sides[1].span
        && !world.terms.vars_of(&places).into_iter().any(is_of_block);
    let is_open = |axis: &Axis| {
        let [block, grid] = [vars.block, vars.grid_dim].map(|of| asked.contains(&of[*axis as usize]));
        world.terms.as_const(world.grid_dim[*axis as usize]).is_none()
            && (!block && !grid || grid && is_unseen && one_place)
    };
    let open: Vec<Axis> = Axis::ALL.into_iter().filter(is_open).collect();
    let one = |axis| {
        let of_grid = Quantity::of_grid(world, axis);
        exactly(&mut world.terms, &of_grid, 1)
    };
    open.into_iter().map(one).collect()
}

/// `s >= q`, and where numbers are divided by `q` that with a positive `q`.
fn wide_enough(terms: &mut Terms, s: &Quantity, q: &Quantity, divisors: &BTreeSet<Term>) -> Vec<Condition> {
    let wide = at_least(terms, s, q);
    let of_some = wide.as_ref().filter(|_| divisors.contains(&q.term));
    let of_some = of_some.and_then(|wide| with_some(terms, q, wide));
    wide.into_iter().chain(of_some).collect()
}

/// What signed numbers are divided by, which may then be negative: `i / width` and `i % width` with a negative width are no row and column.
fn divisors(terms: &Terms, query: &Query) -> BTreeSet<Term> {
    let ranges = query.sides.iter().flat_map(|s| s.range).map(|(offset, _)| offset);
    let roots: Vec<Term> = ranges.collect();
    let by = |t: Term| {
        let Node::Binary(op, _, by) = *terms.node(t) else { return None };
        matches!(op, BinaryOp::SDiv | BinaryOp::SRem).then_some(by)
    };
    terms.reachable(&roots).into_iter().filter_map(by).collect()
}

/// Whether `s` is added to places in a shared array, as `halo` in `tile[halo + i]`, and multiplies nothing: it is small rather than large.
fn is_margin(world: &Prepared, s: &Quantity, query: &Query) -> bool {
    let Question::Race(id) = query.question else { return false };
    let is_shared = world.kernel.arrays.get(id.0).is_some_and(|array| array.space == MemorySpace::Shared);
    let Node::Var(v) = *world.terms.node(s.term) else { return false };
    is_shared && !factors(&world.terms, query).contains(&v)
}

/// What `s` may have to be as the distance of rows, in elements or in bytes: beyond a constant that is subtracted from it, a multiple, no less than one of `others`, or than
/// a threshold.
fn as_stride(terms: &mut Terms, s: &Quantity, others: &[&Quantity], query: &Query) -> Vec<Candidate> {
    let beyond = beyond_constants(terms, s, query);
    let multiples = multiples(terms, s, &query.facts, &[]);
    let mut found: Vec<Candidate> = beyond.into_iter().chain(multiples).map(Candidate::Fixed).collect();
    for bytes in sizes(terms, query) {
        found.extend(others.iter().filter_map(|q| at_least_bytes(terms, s, q, bytes)));
        found.extend(others.iter().flat_map(|q| at_least_unsigned(terms, s, q, bytes)));
    }
    found.push(Candidate::AtLeast(s.clone()));
    found
}

/// What the block's shape may have to be, where it is open: powers of two, or not too large in a row or altogether.
fn of_shape(terms: &mut Terms, blocks: &[Quantity], level: Level, subject: Subject) -> Vec<Candidate> {
    let mut found = vec![];
    let symbolic: Vec<&Quantity> = blocks.iter().filter(|b| terms.as_const(b.term).is_none()).collect();
    for s in symbolic {
        found.push(Candidate::Fixed(power_of_two(terms, s)));
        let has_others = level == Level::Grid || blocks.iter().any(|other| other.term != s.term);
        if subject == Subject::Addresses && has_others {
            found.push(Candidate::AtMost(s.clone(), SMALLEST_ROW));
        } else if subject == Subject::Threads {
            found.push(Candidate::AtMost(s.clone(), SMALLEST_BLOCK));
        }
    }
    found
}

/// Conditions that may be needed together, as where an index has several strides: that one is no less than an extent, each at
/// several scales, the weakest first; with the parameter. Of blocks of a shape that is known, the extent is said in numbers first.
pub(crate) fn joint(world: &mut Prepared, query: &Query, shape: Option<[u64; 3]>) -> Vec<(Var, Vec<Condition>)> {
    let elements = |terms: &Terms, offset: Term| {
        let Node::Binary(BinaryOp::Mul, index, size) = *terms.node(offset) else { return offset };
        if terms.as_const(size).is_some() { index } else { offset }
    };
    let offsets = query.sides.iter().flat_map(|s| s.range);
    let ranges: Vec<Term> = offsets.map(|(offset, _)| elements(&world.terms, offset)).collect();
    let of_grids = query.level == Level::Grid;
    let mut extents = vec![];
    for axis in Axis::ALL {
        let in_numbers = shape.filter(|_| of_grids).and_then(|shape| of_grid(world, axis, shape[axis as usize]));
        extents.extend(dimension(world, axis, of_grids).map(|q| (in_numbers, q)));
    }
    extents.retain(|(_, e)| world.terms.width(e.term) == REGISTER);
    let scales: BTreeSet<u64> = scales(world, &ranges).into_iter().chain([1]).collect();
    let terms = &mut world.terms;
    let mut found = vec![];
    for s in params(terms, ranges) {
        for (in_numbers, q) in &extents {
            let scaled = scales.iter().map(|by| scaled(terms, q, *by)).collect::<Vec<_>>();
            let scaled: Vec<Quantity> = in_numbers.iter().cloned().chain(scaled).collect();
            let conditions: Vec<Condition> = scaled.iter().filter_map(|q| at_least(terms, &s, q)).collect();
            if let (Node::Var(v), false) = (terms.node(s.term), conditions.is_empty()) {
                found.push((*v, conditions));
            }
        }
    }
    found
}

/// That the threads along x can be counted by an `int`, as other conditions count them.
pub(crate) fn countable(world: &mut Prepared) -> Option<Condition> {
    let q = Quantity::of_grid(world, Axis::X);
    let threads = world.terms.as_int(world.block_dim[0]).unwrap_or(BLOCK_LIMIT.cast_signed());
    let most = i64::from(i32::MAX) / threads.max(1);
    world.terms.as_const(q.term).is_none().then(|| bound(&mut world.terms, &q, most, false))?
}

/// The powers of two that the numbers of the grid's threads are multiplied by, in sums.
fn scales(world: &Prepared, roots: &[Term]) -> BTreeSet<u64> {
    let terms = &world.terms;
    let scale = |t: Term| {
        let Node::Binary(op, a, b) = *terms.node(t) else { return None };
        let (index, by) = if op == BinaryOp::Mul {
            terms.as_const(a).map_or((a, terms.as_const(b)), |by| (b, Some(by)))
        } else {
            let by = terms.as_const(b).filter(|_| op == BinaryOp::Shl)?;
            (a, 1u64.checked_shl(by.try_into().ok()?))
        };
        let by = by?.checked_div(threads_of_one(world, index)?)?;
        (by.is_power_of_two() && by <= LARGEST_FACTOR).then_some(by)
    };
    terms.reachable(roots).into_iter().filter_map(scale).collect()
}

/// How many threads in a row an index counts that a sum has among its summands: those of a block, or one.
fn threads_of_one(world: &Prepared, sum: Term) -> Option<u64> {
    if let Node::Binary(BinaryOp::Add, a, b) = *world.terms.node(sum) {
        return threads_of_one(world, a).or_else(|| threads_of_one(world, b));
    }
    if let Node::Cast(_, _, a) = *world.terms.node(sum) {
        return threads_of_one(world, a);
    }
    let Node::Var(v) = *world.terms.node(sum) else { return None };
    match world.terms.var_info(v).kind {
        VarKind::ThreadIdx(_) => Some(1),
        VarKind::BlockIdx(axis) => world.terms.as_const(world.block_dim[axis as usize]),
        VarKind::BlockDim(_)
        | VarKind::ClusterRank
        | VarKind::GridDim(_)
        | VarKind::ClusterDim(_)
        | VarKind::Param
        | VarKind::Counter
        | VarKind::Local => None,
    }
}

/// Rows of whole warps in the block, and in what the parameters say; also both together.
fn whole_warps(terms: &mut Terms, blocks: &[Quantity], query: &Query) -> Vec<Candidate> {
    let symbolic = blocks.iter().filter(|b| terms.as_const(b.term).is_none());
    let symbolic: Vec<&Quantity> = symbolic.collect();
    let mut found: Vec<Candidate> =
        symbolic.iter().flat_map(|s| multiples(terms, s, &query.facts, &[WARP])).map(Candidate::Fixed).collect();
    let rows: Vec<Condition> = symbolic.iter().map(|s| multiple_of(terms, s, WARP)).collect();
    let extents = params(terms, query.facts.clone());
    let extents: Vec<Condition> = extents.iter().map(|s| multiple_of(terms, s, WARP)).collect();
    let both = extents.iter().flat_map(|e| rows.iter().map(move |r| (r, e)));
    let both =
        both.map(|(r, e)| Condition { text: format!("{} && {}", r.text, e.text), fact: terms.and(r.fact, e.fact) });
    let both: Vec<Condition> = both.collect();
    found.extend(extents.into_iter().chain(both).map(Candidate::Fixed));
    found
}

/// The parameters that decide these values, those of loops that they depend on included.
pub(super) fn params(terms: &Terms, mut roots: Vec<Term>) -> Vec<Quantity> {
    let of_loop = |f| matches!(terms.func_info(f).kind, FuncKind::Loop { .. });
    if terms.apps_of(&roots).into_iter().any(|(_, f)| of_loop(f)) {
        roots.extend(terms.funcs().filter_map(|f| terms.func_info(f).axiom.as_ref().map(|a| a.body)));
    }
    let is_param = |v: &Var| {
        let info = terms.var_info(*v);
        info.kind == VarKind::Param && info.owner == Owner::All && info.width >= 32 && !info.name.is_empty()
    };
    let vars = terms.vars_of(&roots).into_iter().filter(is_param);
    let named = |v: Var| (v, terms.written(v).to_owned());
    let reachable = terms.reachable(&roots);
    let term = |v: Var| reachable.iter().copied().find(|t| *terms.node(*t) == Node::Var(v));
    vars.map(named).filter_map(|(v, text)| Some(Quantity { text, term: term(v)?, launch: false })).collect()
}

/// `blockDim` by axis; or `gridDim * blockDim`, if `whole`.
pub(super) fn dimensions(world: &mut Prepared, whole: bool) -> Vec<Quantity> {
    Axis::ALL.into_iter().filter_map(|axis| dimension(world, axis, whole)).collect()
}

/// That of one axis; nothing if its extent is 1, which says nothing.
fn dimension(world: &mut Prepared, axis: Axis, whole: bool) -> Option<Quantity> {
    let (terms, name) = (&mut world.terms, axis.letter());
    let (block, grid) = (world.block_dim[axis as usize], world.grid_dim[axis as usize]);
    if whole && terms.as_const(grid) != Some(1) {
        // A contract that names an axis of the block would take it to be read.
        let flat = terms.as_const(block) == Some(1);
        let text = if flat { format!("gridDim.{name}") } else { format!("gridDim.{name} * blockDim.{name}") };
        return Some(Quantity { text, term: terms.mul(grid, block), launch: true });
    }
    (!whole && terms.as_const(block) != Some(1)).then(|| Quantity::of_block(world, axis))
}

/// The threads of a grid along this axis, if its blocks, which are open, are of this extent.
fn of_grid(world: &mut Prepared, axis: Axis, extent: u64) -> Option<Quantity> {
    let block = world.block_dim[axis as usize];
    if world.terms.as_const(block).is_some() {
        return None;
    }
    let q = Quantity::of_grid(world, axis);
    Some(scaled(&mut world.terms, &q, extent))
}

/// `s` is the distance of rows in bytes.
fn at_least_bytes(terms: &mut Terms, s: &Quantity, q: &Quantity, bytes: u64) -> Option<Candidate> {
    let width = terms.width(s.term);
    let (term, text) = fitted(terms, s, q).or_else(|| {
        let wider = width > terms.width(q.term);
        wider.then(|| (terms.cast(CastOp::Sext, width, q.term), q.text.clone()))
    })?;
    let size = terms.constant(width, bytes);
    let term = terms.mul(term, size);
    let fact = terms.sle(term, s.term);
    Some(Candidate::Fixed(Condition { text: format!("{} >= {text} * {bytes}", s.text), fact }))
}

/// Likewise, where they may be so many that the product is not; then also where there is at least one.
fn at_least_unsigned(terms: &mut Terms, s: &Quantity, q: &Quantity, bytes: u64) -> Vec<Candidate> {
    let width = terms.width(s.term);
    if width != REGISTER || terms.width(q.term) != width {
        return vec![];
    }
    let (size, zero) = (terms.constant(width, bytes), terms.constant(width, 0));
    let elements = terms.binary(BinaryOp::UDiv, s.term, size);
    let fact = terms.compare(CompareOp::Ule, q.term, elements);
    let text = format!("(unsigned){} / {bytes} >= (unsigned){}", s.text, q.text);
    let some = terms.ne(q.term, zero);
    let both = Condition { text: format!("{} != 0 && {text}", q.text), fact: terms.and(some, fact) };
    [Condition { text, fact }, both].map(Candidate::Fixed).into()
}

/// The bytes of the two accesses, where they are more than one.
fn sizes(terms: &Terms, query: &Query) -> BTreeSet<u64> {
    let bytes = query.sides.iter().filter_map(|s| terms.as_const(s.range?.1));
    bytes.filter(|bytes| *bytes > 1).collect()
}
