//! What programs mean by their values: facts that a plausible witness satisfies (docs/design.md section 2).
//!
//! A parameter that bounds an index, or that multiplies or divides one, is a size, an extent, a stride or a count: at least 1.
//! One that is only added is no less than 0. All are below 2^24, loops are no longer, accesses are inside their arrays, and
//! `i * stride + j` under `j < width` has a stride of at least the width. What `__mul24` multiplies fits 24 bits, and rows of a
//! constant length have room for the blocks of the grid in them.
//!
//! Direction: by form. They decide how bad a finding is said to be, and never that there is none.

use super::quantity::{Condition, Quantity, bound};
use super::sums::{Sum, uncast};
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::Array;
use crate::term::{Axis, BinaryOp, CastOp, CompareOp, Node, Owner, Term, Terms, Var, VarKind};
use crate::verdict::Oddity;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of programs are mostly below.
const LARGE: i64 = 1 << 24;
/// How far one neighbour may be from another, where it matters.
const NEIGHBOURS: [i64; 7] = [127, 63, 31, 15, 7, 3, 1];
/// Narrower parameters are no extents.
const NARROWEST: u8 = 32;

/// What `__mul24` takes of its factors.
const PRODUCT_BITS: u8 = 24;

/// A fact that programs mean.
pub(crate) struct Meant {
    /// In forms of which each implies those before it.
    pub(crate) forms: Vec<Condition>,
    /// It can be stated: it is about parameters and launch.
    pub(crate) stated: bool,
    /// What it is called where it does not hold.
    pub(crate) odd: Oddity,
}

impl Meant {
    fn stated(condition: Condition, odd: Oddity) -> Meant {
        Meant { forms: vec![condition], stated: true, odd }
    }

    fn unstated(fact: Term, odd: Oddity) -> Meant {
        Meant { forms: vec![Condition { text: String::new(), fact }], stated: false, odd }
    }

    /// The strongest form.
    pub(crate) fn fact(&self) -> Option<Term> {
        self.forms.last().map(|c| c.fact)
    }
}

/// What is meant in `query`; what can be stated comes first.
pub(crate) fn meant(world: &mut Prepared, query: &Query) -> Vec<Meant> {
    let array = match query.question {
        Question::Race(id) => world.kernel.arrays.get(id.0).filter(|a| !a.unknown_object).cloned(),
        Question::Differ(_) | Question::Divergence | Question::Parting | Question::Disagreement => None,
    };
    let side_by_side = blocks_in_rows(world, query);
    let terms = &mut world.terms;
    let uses = uses(terms, query);
    let mut found = rows(terms, query);
    found.extend(side_by_side);
    for (v, least) in &uses.least {
        let name = terms.written(*v).to_owned();
        let odd = if *least > 0 {
            Oddity::NotPositive { parameter: name.clone() }
        } else {
            Oddity::Negative { parameter: name.clone() }
        };
        let (large, q) = (Oddity::Large { parameter: name }, Quantity::parameter(terms, *v));
        found.extend(bound(terms, &q, *least, true).map(|c| Meant::stated(c, odd)));
        found.extend(bound(terms, &q, LARGE - 1, false).map(|c| Meant::stated(c, large)));
    }
    found.extend(world.fits.iter().map(|fact| Meant::unstated(*fact, Oddity::Narrowed)));
    found.extend(factors_of_24_bits(terms, query));
    for l in query.sides.iter().flat_map(|s| &s.loops) {
        let large = terms.int(terms.width(l.iteration), LARGE);
        let fact = terms.slt(l.iteration, large);
        found.push(Meant::unstated(fact, Oddity::Long { line: l.span.line }));
    }
    found.extend(array.into_iter().flat_map(|array| inside(terms, query, &array)));
    found.extend(inside_members(terms, query));
    found
}

/// Rows of a constant length have room for the blocks that lie side by side in them.
fn blocks_in_rows(world: &mut Prepared, query: &Query) -> Vec<Meant> {
    let offsets = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset);
    let sums = offsets.flat_map(|offset| Sum::all(&world.terms, offset));
    let all: BTreeSet<(Axis, u64)> = sums.flat_map(|sum| sum.blocks_in_rows(&world.terms)).collect();
    let mut found = vec![];
    for (axis, room) in all {
        let q = Quantity::of_grid(world, axis);
        if world.terms.as_const(q.term).is_none() {
            let fits = bound(&mut world.terms, &q, room.cast_signed(), false);
            found.extend(fits.map(|c| Meant::stated(c, Oddity::WideGrid)));
        }
    }
    found
}

/// What a product of 24 bits takes fits them.
fn factors_of_24_bits(terms: &mut Terms, query: &Query) -> Vec<Meant> {
    let offsets: Vec<Term> = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset).collect();
    let low = |terms: &Terms, t: Term| {
        let Node::Cast(CastOp::Sext | CastOp::Zext, _, low) = *terms.node(t) else { return None };
        let Node::Cast(CastOp::Trunc, PRODUCT_BITS, of) = *terms.node(low) else { return None };
        (terms.width(of) == terms.width(t)).then_some((t, of))
    };
    let all: Vec<(Term, Term)> = terms.reachable(&offsets).into_iter().filter_map(|t| low(terms, t)).collect();
    all.into_iter().map(|(low, of)| Meant::unstated(terms.eq(low, of), Oddity::Cut)).collect()
}

/// The parameters that multiply or divide what differs between threads.
pub(crate) fn factors(terms: &Terms, query: &Query) -> BTreeSet<Var> {
    uses(terms, query).factors
}

/// For each parameter that is only added to an index: that it leads no further than to a neighbour, in forms of which each
/// implies those before it.
pub(crate) fn offsets(world: &mut Prepared, query: &Query) -> Vec<Vec<Condition>> {
    let terms = &mut world.terms;
    let least = uses(terms, query).least;
    let only_added = least.into_iter().filter(|(_, least)| *least == 0).map(|(v, _)| v);
    let family = |v: Var| {
        let q = Quantity::parameter(terms, v);
        NEIGHBOURS.into_iter().filter_map(|most| bound(terms, &q, most, false)).collect()
    };
    only_added.map(family).collect()
}

/// How a query uses parameters.
#[derive(Default)]
struct Uses {
    /// What they are no less than.
    least: BTreeMap<Var, i64>,
    factors: BTreeSet<Var>,
}

impl Uses {
    fn at_least(&mut self, vars: impl IntoIterator<Item = Var>, least: i64) {
        for v in vars {
            let known = self.least.entry(v).or_insert(least);
            *known = least.max(*known);
        }
    }
}

fn uses(terms: &Terms, query: &Query) -> Uses {
    let offsets: Vec<Term> = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset).collect();
    let roots: Vec<Term> = query.facts.iter().chain(&offsets).copied().collect();
    let (mut uses, mut varying) = (Uses::default(), FxHashMap::default());
    for t in terms.reachable(&roots) {
        let own = matches!(terms.node(t), Node::Var(v) if varies(terms, *v));
        let below = terms.children(t).iter().any(|c| varying.get(c) == Some(&true));
        varying.insert(t, own || below);
        let differs = |t: Term| varying.get(&t) == Some(&true);
        match *terms.node(t) {
            Node::Compare(CompareOp::Ult | CompareOp::Ule | CompareOp::Slt | CompareOp::Sle, a, b) => {
                for (bound, index) in [(a, b), (b, a)] {
                    uses.at_least(parameters(terms, bound).into_iter().filter(|_| differs(index)), 1);
                    let sums = differs(bound) && terms.as_const(index).is_none();
                    uses.at_least(added(terms, bound).into_iter().filter(|_| sums), 0);
                }
            }
            Node::Binary(BinaryOp::Mul, a, b) => {
                for (factor, index) in [(a, b), (b, a)] {
                    uses.at_least(parameters(terms, factor).into_iter().filter(|_| terms.as_const(index).is_none()), 1);
                    uses.factors.extend(parameters(terms, factor).into_iter().filter(|_| differs(index)));
                }
            }
            Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, index, by) => {
                uses.at_least(parameters(terms, by).into_iter().filter(|_| differs(index)), 1);
            }
            Node::Binary(..)
            | Node::Compare(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => {}
        }
    }
    uses.at_least(summands(terms, offsets), 0);
    uses
}

/// The parameters that numbers are computed from, those aside that only decide how.
fn summands(terms: &Terms, mut stack: Vec<Term>) -> Vec<Var> {
    let (mut found, mut seen) = (vec![], FxHashSet::default());
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match *terms.node(t) {
            Node::Var(v) => found.extend(is_number(terms, v).then_some(v)),
            Node::Binary(_, a, b) | Node::Ite(_, a, b) => stack.extend([a, b]),
            Node::Cast(_, _, a) => stack.push(a),
            Node::Const { .. } | Node::Not(_) | Node::Compare(..) | Node::Apply(..) => {}
        }
    }
    found
}

/// Not the same in all threads.
pub(super) fn varies(terms: &Terms, v: Var) -> bool {
    match terms.var_info(v).kind {
        VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Counter | VarKind::Local => true,
        VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => false,
    }
}

/// A parameter that the source has a name for, or that is the field of one; distances of pointers are none.
fn is_number(terms: &Terms, v: Var) -> bool {
    let info = terms.var_info(v);
    let named = !info.name.is_empty() && info.name.chars().all(|c| c.is_alphanumeric() || "_.+[]".contains(c));
    info.kind == VarKind::Param && info.owner == Owner::All && info.width >= NARROWEST && named
}

/// The parameters that a number is, but for casts, what is added, and choices.
fn parameters(terms: &Terms, t: Term) -> Vec<Var> {
    let (mut found, mut stack) = (vec![], vec![t]);
    while let Some(t) = stack.pop() {
        match *terms.node(t) {
            Node::Var(v) if is_number(terms, v) => found.push(v),
            Node::Cast(_, _, a) => stack.push(a),
            Node::Ite(_, a, b) => stack.extend([a, b]),
            Node::Binary(BinaryOp::Add, a, b) if terms.as_const(b).is_some() => stack.push(a),
            Node::Binary(BinaryOp::Add, a, b) if terms.as_const(a).is_some() => stack.push(b),
            Node::Binary(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Apply(..) => {}
        }
    }
    found
}

/// The parameters that something is added to or taken away from: `n` in `n - first`.
fn added(terms: &Terms, t: Term) -> Vec<Var> {
    let (mut found, mut stack) = (vec![], vec![t]);
    while let Some(t) = stack.pop() {
        match *terms.node(t) {
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => stack.extend([a, b]),
            Node::Cast(_, _, a) => stack.push(a),
            Node::Var(v) => found.extend(is_number(terms, v).then_some(v)),
            Node::Binary(..)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => {}
        }
    }
    found
}

/// Strides are no less than the widths that indices in their rows are below.
fn rows(terms: &mut Terms, query: &Query) -> Vec<Meant> {
    let mut below: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    for fact in &query.facts {
        if let Some((index, width)) = is_below(terms, *fact) {
            below.entry(uncast(terms, index)).or_default().push(uncast(terms, width));
        }
    }
    let mut found: BTreeMap<(Var, Term, u64), Meant> = BTreeMap::new();
    let mut in_constant = BTreeSet::new();
    for (index, extent) in query.sides.iter().flat_map(|s| &s.members) {
        let widths = below.get(&uncast(terms, *index)).into_iter().flatten();
        in_constant.extend(widths.map(|width| (*width, *extent)));
    }
    for (offset, _) in query.sides.iter().filter_map(|s| s.range) {
        for sum in Sum::all(terms, offset) {
            in_constant.extend(sum.constant_rows(terms, &below));
            for (stride, width, times) in sum.rows(terms, &below) {
                if let Some(meant) = wide(terms, stride, width, times) {
                    found.entry((stride, width, times)).or_insert(meant);
                }
            }
        }
    }
    let mut found: Vec<Meant> = found.into_values().collect();
    found.extend(in_constant.into_iter().filter_map(|(width, length)| short(terms, width, length)));
    let offsets: Vec<Term> = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset).collect();
    for sum in offsets.into_iter().flat_map(|offset| Sum::all(terms, offset)).collect::<Vec<_>>() {
        found.extend(sum.layers(terms, &below).and_then(|[one, other]| layers(terms, one, other)));
    }
    found
}

/// Of two strides one is no less than all rows of the other: of each the parameter, with what the numbers of its rows are below
/// if that is known.
fn layers(terms: &mut Terms, one: (Var, Option<Term>), other: (Var, Option<Term>)) -> Option<Meant> {
    let ways = [(one.0, other), (other.0, one)].map(|(stride, (of, rows))| all_rows(terms, stride, of, rows?));
    let (fact, text) = match ways {
        [Some((a, s)), Some((b, t))] => (terms.or(a, b), format!("({s} || {t})")),
        [Some(only), None] | [None, Some(only)] => only,
        [None, None] => return None,
    };
    let odd = Oddity::NarrowRows { stride: terms.written(one.0).to_owned() };
    Some(Meant::stated(Condition { text, fact }, odd))
}

/// `stride >= of * rows`.
fn all_rows(terms: &mut Terms, stride: Var, of: Var, rows: Term) -> Option<(Term, String)> {
    let Node::Var(rows) = *terms.node(rows) else { return None };
    let [name, of_name, rows_name] = [stride, of, rows].map(|v| terms.written(v).to_owned());
    let numbers = [stride, of, rows].iter().all(|v| is_number(terms, *v));
    let [stride, of, rows] = [stride, of, rows].map(|v| terms.var(v));
    let (bits, own) = (terms.width(stride), terms.width(of));
    if !numbers || own > bits || terms.width(rows) > bits {
        return None;
    }
    let [of, rows] = [of, rows].map(|t| terms.cast(CastOp::Sext, bits, t));
    let (all, wide) = (terms.mul(of, rows), if own < bits { "(long long)" } else { "" });
    Some((terms.sle(all, stride), format!("{name} >= {wide}{of_name} * {rows_name}")))
}

/// A fact that says that a number is below another one.
fn is_below(terms: &Terms, fact: Term) -> Option<(Term, Term)> {
    if let Node::Compare(CompareOp::Ult | CompareOp::Slt, index, width) = *terms.node(fact) {
        return Some((index, width));
    }
    let Node::Not(fact) = *terms.node(fact) else { return None };
    let Node::Compare(CompareOp::Ule | CompareOp::Sle, width, index) = *terms.node(fact) else { return None };
    Some((index, width))
}

/// `width <= length`, for a parameter.
fn short(terms: &mut Terms, width: Term, length: u64) -> Option<Meant> {
    let Node::Var(v) = *terms.node(width) else { return None };
    let q = Quantity::parameter(terms, v);
    let fits = bound(terms, &q, length.cast_signed(), false).filter(|_| is_number(terms, v))?;
    Some(Meant::stated(fits, Oddity::NarrowRows { stride: length.to_string() }))
}

/// `stride >= times * width`.
fn wide(terms: &mut Terms, stride: Var, width: Term, times: u64) -> Option<Meant> {
    if !is_number(terms, stride) {
        return None;
    }
    let (name, stride) = (terms.written(stride).to_owned(), terms.var(stride));
    let bits = terms.width(stride);
    let (term, text) = match *terms.node(width) {
        Node::Const { .. } => (terms.int(bits, terms.as_int(width)?), terms.as_int(width)?.to_string()),
        Node::Var(v) if is_number(terms, v) && terms.width(width) <= bits && width != stride => {
            (terms.cast(CastOp::Sext, bits, width), terms.written(v).to_owned())
        }
        Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => return None,
    };
    let factor = terms.constant(bits, times);
    let least = terms.mul(term, factor);
    let fact = terms.sle(least, stride);
    let times = if times == 1 { String::new() } else { format!(" * {times}") };
    let condition = Condition { text: format!("{name} >= {text}{times}"), fact };
    Some(Meant::stated(condition, Oddity::NarrowRows { stride: name }))
}

/// Both accesses lie inside the array.
fn inside(terms: &mut Terms, query: &Query, array: &Array) -> Vec<Meant> {
    let size = array.dims.iter().try_fold(array.element.max(1), |size, extent| size.checked_mul(*extent));
    let size = size.filter(|size| *size > 0 && !array.dims.is_empty()).and_then(|size| i64::try_from(size).ok());
    let mut found = vec![];
    for (offset, bytes) in query.sides.iter().filter_map(|s| s.range) {
        let zero = terms.constant(64, 0);
        let fact = terms.sle(zero, offset);
        found.push(Meant::unstated(fact, Oddity::BeforeStart { array: array.name.clone() }));
        if let Some(size) = size {
            let (end, size) = (terms.add(offset, bytes), terms.int(64, size));
            let fact = terms.sle(end, size);
            found.push(Meant::unstated(fact, Oddity::BehindEnd { array: array.name.clone() }));
        }
    }
    found
}

/// Indices into arrays that are members of structures lead to none of the other members.
fn inside_members(terms: &mut Terms, query: &Query) -> Vec<Meant> {
    let indices = query.sides.iter().flat_map(|s| &s.members);
    let below = |(index, extent): &(Term, u64)| {
        let (zero, extent) = (terms.int(64, 0), terms.int(64, extent.cast_signed()));
        let (from, to) = (terms.sle(zero, *index), terms.slt(*index, extent));
        Meant::unstated(terms.and(from, to), Oddity::OutsideMember)
    };
    indices.map(below).collect()
}
