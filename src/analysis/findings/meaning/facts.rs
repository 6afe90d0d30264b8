//! What programs mean by their values: facts that a plausible witness satisfies (docs/design.md section 2).
//!
//! A parameter that bounds an index, or that multiplies or divides one, is a size, an extent, a stride or a count: at least 1.
//! One that is only added is no less than 0. All are below 2^24, loops are no longer, accesses are inside their arrays, and
//! `i * stride + j` under `j < width` has a stride of at least the width. What `__mul24` multiplies fits 24 bits, and rows of a
//! constant length have room for the blocks of the grid in them.
//!
//! Direction: by form. They decide how bad a finding is said to be, and never that there is none.

use super::meant::{Meant, is_number};
use super::rows::rows;
use super::sums::Sum;
use crate::analysis::asking::query::{Query, Question};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::quantity::{Condition, Quantity, bound};
use crate::kernel::{Array, ObjectPart};
use crate::term::{Axis, BinaryOp, CastOp, CompareOp, Node, Term, Terms, Var};
use crate::verdict::Oddity;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Numbers of programs are mostly below.
const LARGE: i64 = 1 << 24;
/// How far one neighbour may be from another, where it matters.
const NEIGHBOURS: [i64; 7] = [127, 63, 31, 15, 7, 3, 1];

/// What `__mul24` takes of its factors.
const PRODUCT_BITS: u8 = 24;

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
        let own = matches!(terms.node(t), Node::Var(v) if terms.var_info(*v).kind.varies());
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

/// The parameters that a number is, but for casts, what is added, and choices.
pub(super) fn parameters(terms: &Terms, t: Term) -> Vec<Var> {
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

/// Both accesses lie inside the array.
fn inside(terms: &mut Terms, query: &Query, array: &Array) -> Vec<Meant> {
    let size = array.declared_bytes();
    let mut found = vec![];
    for (offset, bytes) in query.sides.iter().filter_map(|s| s.range) {
        let zero = terms.constant(64, 0);
        let fact = terms.sle(zero, offset);
        found.push(Meant::unstated(fact, Oddity::BeforeStart { array: array.shown().to_owned() }));
        if let Some(size) = size {
            let (end, size) = (terms.add(offset, bytes), terms.int(64, size));
            let fact = terms.sle(end, size);
            found.push(Meant::unstated(fact, Oddity::BehindEnd { array: array.shown().to_owned() }));
        }
    }
    found
}

/// Indices into arrays that are members of structures lead to none of the other members.
fn inside_members(terms: &mut Terms, query: &Query) -> Vec<Meant> {
    let indices = query.sides.iter().flat_map(|s| &s.members);
    let of_members = indices.filter(|part| part.part != ObjectPart::Row);
    of_members.map(|part| Meant::unstated(part.is_within(terms), Oddity::OutsideMember)).collect()
}
