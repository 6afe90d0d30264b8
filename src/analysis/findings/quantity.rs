//! Conditions, and the shared values that they are about, by the names that the source has for them.

use crate::analysis::facts::prepared::Prepared;
use crate::term::{Axis, BinaryOp, CastOp, Node, Term, Terms, Var};
use std::collections::BTreeSet;

/// The largest number that multiples are looked for of.
pub(super) const LARGEST_FACTOR: u64 = 256;

/// A fact about values that all threads share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// In C++, for a contract.
    pub(crate) text: String,
    pub(crate) fact: Term,
}

impl Condition {
    /// Whether it says all that another one does, by its text.
    pub(crate) fn includes(&self, other: &Condition) -> bool {
        let own: Vec<&str> = self.text.split(" && ").collect();
        other.text.split(" && ").all(|part| own.contains(&part))
    }
}

/// A shared value by the name that the source has for it.
#[derive(Clone, Debug)]
pub(crate) struct Quantity {
    pub(super) text: String,
    pub(super) term: Term,
    /// It stands for a dimension, and so is unsigned in C++.
    pub(super) launch: bool,
}

impl Quantity {
    /// The block's extent along this axis.
    pub(super) fn of_block(world: &Prepared, axis: Axis) -> Quantity {
        let text = format!("blockDim.{}", axis.letter());
        Quantity { text, term: world.block_dim[axis as usize], launch: true }
    }

    /// The grid's extent along this axis, in blocks.
    pub(super) fn of_grid(world: &Prepared, axis: Axis) -> Quantity {
        let text = format!("gridDim.{}", axis.letter());
        Quantity { text, term: world.grid_dim[axis as usize], launch: true }
    }

    pub(super) fn parameter(terms: &mut Terms, v: Var) -> Quantity {
        Quantity { text: terms.written(v).to_owned(), term: terms.var(v), launch: false }
    }
}

/// `by * q`.
pub(super) fn scaled(terms: &mut Terms, q: &Quantity, by: u64) -> Quantity {
    if by == 1 {
        return q.clone();
    }
    let factor = terms.constant(terms.width(q.term), by);
    Quantity { text: format!("{by} * {}", q.text), term: terms.mul(factor, q.term), launch: q.launch }
}

/// `s` is a multiple of a power of two.
pub(super) fn multiple_of(terms: &mut Terms, s: &Quantity, by: u64) -> Condition {
    let width = terms.width(s.term);
    let (less, zero) = (terms.constant(width, by - 1), terms.constant(width, 0));
    let rest = terms.binary(BinaryOp::And, s.term, less);
    let fact = terms.eq(rest, zero);
    Condition { text: format!("{} % {by} == 0", s.text), fact }
}

pub(super) fn power_of_two(terms: &mut Terms, s: &Quantity) -> Condition {
    let width = terms.width(s.term);
    let (zero, minus_one) = (terms.constant(width, 0), terms.int(width, -1));
    let less = terms.add(s.term, minus_one);
    let both = terms.binary(BinaryOp::And, s.term, less);
    let fact = terms.eq(both, zero);
    Condition { text: format!("({0} & ({0} - 1)) == 0", s.text), fact }
}

/// `q == extent`.
pub(super) fn exactly(terms: &mut Terms, q: &Quantity, extent: u64) -> Condition {
    let extent = terms.constant(terms.width(q.term), extent);
    let text = format!("{} == {}", q.text, terms.as_const(extent).unwrap_or_default());
    Condition { text, fact: terms.eq(q.term, extent) }
}

/// `q >= c` or `q <= c`.
pub(crate) fn bound(terms: &mut Terms, q: &Quantity, c: i64, at_least: bool) -> Option<Condition> {
    let constant = terms.int(terms.width(q.term), c);
    let (sign, fact) = if at_least { (">=", terms.sle(constant, q.term)) } else { ("<=", terms.sle(q.term, constant)) };
    Some(Condition { text: format!("{} {sign} {c}", signed(terms, q)), fact })
}

/// The text of a quantity where it is read as a signed number: an unsigned parameter that may be larger than one is cast.
fn signed(terms: &Terms, q: &Quantity) -> String {
    let Node::Var(v) = *terms.node(q.term) else { return q.text.clone() };
    let fits = terms.var_info(v).bounds.is_some_and(|(least, _)| least >= 0);
    match (terms.is_unsigned(v) && !fits, terms.width(q.term)) {
        (true, 32) => format!("(int){}", q.text),
        (true, 64) => format!("(long long){}", q.text),
        (true | false, _) => q.text.clone(),
    }
}

/// The same condition, where `q` is positive.
pub(super) fn with_some(terms: &mut Terms, q: &Quantity, condition: &Condition) -> Option<Condition> {
    let some = bound(terms, q, 1, true)?;
    Some(Condition {
        text: format!("{} > 0 && {}", signed(terms, q), condition.text),
        fact: terms.and(some.fact, condition.fact),
    })
}

/// `q` at the width of `s`, with its text for a signed comparison.
pub(super) fn fitted(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<(Term, String)> {
    let (width, own) = (terms.width(s.term), terms.width(q.term));
    match (q.launch, width == own) {
        (false, true) => Some((q.term, signed(terms, q))),
        (true, true) if q.text.contains(' ') => Some((q.term, format!("(int)({})", q.text))),
        (true, true) => Some((q.term, format!("(int){}", q.text))),
        (true, false) => Some((terms.cast(CastOp::Zext, width, q.term), q.text.clone())),
        (false, false) => None,
    }
}

pub(super) fn at_least(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<Condition> {
    let (term, text) = fitted(terms, s, q)?;
    let fact = terms.sle(term, s.term);
    Some(Condition { text: format!("{} >= {text}", signed(terms, s)), fact })
}

pub(super) fn equal(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<Condition> {
    let (term, _) = fitted(terms, s, q)?;
    let fact = terms.eq(term, s.term);
    Some(Condition { text: format!("{} == {}", s.text, q.text), fact })
}

/// `s` is a multiple of `q`.
pub(crate) fn multiple(terms: &mut Terms, s: &Quantity, q: &Quantity) -> Option<Condition> {
    let (term, _) = fitted(terms, s, q)?;
    let rest = terms.binary(BinaryOp::URem, s.term, term);
    let zero = terms.constant(terms.width(s.term), 0);
    let fact = terms.eq(rest, zero);
    Some(Condition { text: format!("{} % {} == 0", s.text, q.text), fact })
}

/// `s` is a multiple of the powers of two that something of it alone is divided by, or anything is scaled by, or of `more`.
pub(super) fn multiples(terms: &mut Terms, s: &Quantity, facts: &[Term], more: &[u64]) -> Vec<Condition> {
    let own = terms.vars_of(&[s.term]);
    let factor = |t: Term| {
        let Node::Binary(op, a, b) = *terms.node(t) else { return None };
        let (scaled, by) = terms.as_const(a).map_or((a, terms.as_const(b)), |by| (b, Some(by)));
        let by = by?;
        let (divides, by) = match op {
            BinaryOp::URem | BinaryOp::SRem => (true, by),
            BinaryOp::And => (true, by.checked_add(1)?),
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => (true, op.divides(by)?),
            BinaryOp::Mul | BinaryOp::Shl => (false, op.multiplies(by)?),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor => return None,
        };
        let fits = !divides || terms.vars_of(&[scaled]) == own;
        (fits && by.is_power_of_two() && (2..=LARGEST_FACTOR).contains(&by)).then_some(by)
    };
    let factors = terms.reachable(facts).into_iter().filter_map(factor);
    let factors: BTreeSet<u64> = factors.chain(more.iter().copied()).collect();
    factors.into_iter().map(|by| multiple_of(terms, s, by)).collect()
}
