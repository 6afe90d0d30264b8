//! Preparing the facts of a query: conjuncts one by one, fixed variables replaced, bounds and
//! divisors read off.
//!
//! **Invariant:** a model of the prepared facts, completed by [`Prepared::fixed`], is a model of the given ones, and the
//! other way round.

use super::counted;
use crate::term::{Arithmetic, BinaryOp, CastOp, CompareOp, Interval, Intervals, Node, Substitution, Term, Terms, Var};
use indexmap::IndexSet;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// How often variables are replaced and bounds passed on.
const ROUNDS: usize = 6;

#[derive(Debug)]
pub(super) struct Prepared {
    /// Conjuncts, none of them constant.
    pub(super) facts: Vec<Term>,
    /// Variables that the facts determine, in the order in which they were replaced.
    pub(super) fixed: Vec<(Var, Term)>,
    pub(super) intervals: Intervals,
    /// Variables of which a multiple is known.
    pub(super) divisors: BTreeMap<Var, i128>,
    /// Some interval rests on it that unsigned numbers fit the signed ones that they are converted to.
    pub(super) converted: bool,
    /// The facts contradict each other without any arithmetic.
    pub(super) contradiction: bool,
}

pub(super) fn prepare(terms: &mut Terms, facts: &[Term]) -> Prepared {
    let mut prepared = Prepared {
        facts: flatten(terms, facts),
        fixed: vec![],
        intervals: Intervals::new(),
        divisors: BTreeMap::new(),
        converted: false,
        contradiction: false,
    };
    for _ in 0..ROUNDS {
        if !prepared.replace_fixed(terms) {
            break;
        }
    }
    prepared.contradiction |= prepared.facts.iter().any(|f| terms.is_false(*f));
    prepared.count_iterations(terms);
    prepared.fit_conversions(terms);
    for _ in 0..ROUNDS {
        let facts = prepared.facts.clone();
        let changes = facts.iter().filter(|f| prepared.narrow(terms, **f)).count();
        if changes == 0 {
            break;
        }
    }
    prepared.count_iterations(terms);
    prepared.read_divisors(terms);
    prepared
}

/// The conjuncts of `facts`, each once, in order; true ones are dropped.
pub(super) fn flatten(terms: &mut Terms, facts: &[Term]) -> Vec<Term> {
    let mut found = IndexSet::new();
    let mut stack = facts.iter().rev().copied().collect::<Vec<_>>();
    while let Some(t) = stack.pop() {
        if let Node::Binary(BinaryOp::And, a, b) = *terms.node(t) {
            stack.extend([b, a]);
        } else if let Node::Not(inner) = *terms.node(t)
            && let Node::Binary(BinaryOp::Or, a, b) = *terms.node(inner)
        {
            let (na, nb) = (terms.not(a), terms.not(b));
            stack.extend([nb, na]);
        } else if !terms.is_true(t) {
            found.insert(t);
        }
    }
    found.into_iter().collect()
}

/// The terms whose values every fact's truth rests on: below no choice and no disjunction.
pub(super) fn certain(terms: &Terms, facts: &[Term]) -> FxHashSet<Term> {
    let mut seen = FxHashSet::default();
    let mut stack = facts.to_vec();
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match *terms.node(t) {
            Node::Binary(op, a, b) if terms.width(t) > 1 || op == BinaryOp::Xor => stack.extend([a, b]),
            Node::Compare(_, a, b) => stack.extend([a, b]),
            Node::Not(a) | Node::Cast(_, _, a) => stack.push(a),
            Node::Ite(c, _, _) => stack.push(c),
            Node::Apply(..) => stack.extend(terms.children(t)),
            Node::Binary(..) | Node::Const { .. } | Node::Var(_) => {}
        }
    }
    seen
}

/// What is read as a signed number by a term that matters: compared, divided, shifted or extended as one, or part of a sum or
/// product of signed numbers.
pub(super) fn read_as_signed(terms: &Terms, certain: &FxHashSet<Term>) -> FxHashSet<Term> {
    let mut found = FxHashSet::default();
    let mut order: Vec<&Term> = certain.iter().collect();
    order.sort_unstable();
    for t in order {
        match *terms.node(*t) {
            Node::Compare(CompareOp::Slt | CompareOp::Sle, a, b)
            | Node::Binary(BinaryOp::SDiv | BinaryOp::SRem | BinaryOp::AShr, a, b) => found.extend([a, b]),
            Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, a, b)
                if terms.arithmetic(*t) == Arithmetic::Signed =>
            {
                found.extend([a, b]);
            }
            Node::Cast(CastOp::Sext, _, a) => {
                found.insert(a);
            }
            Node::Binary(..)
            | Node::Compare(..)
            | Node::Cast(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Ite(..)
            | Node::Apply(..) => {}
        }
    }
    found
}

/// Whether a sum or product is of unsigned numbers, or a number is kept of more bits.
fn is_unsigned(terms: &Terms, t: Term) -> bool {
    terms.arithmetic(t) == Arithmetic::Unsigned || terms.is_kept(t)
}

/// Whether such a number is nowhere read as a signed one that it is taken to fit.
pub(super) fn unsigned_only(
    terms: &Terms,
    intervals: &mut Intervals,
    read_as_signed: &FxHashSet<Term>,
    t: Term,
) -> bool {
    is_unsigned(terms, t) && (!read_as_signed.contains(&t) || intervals.leaves_signed(terms, t))
}

/// The variable and the value of `x = constant`, `x = y` or `x = y + constant`, also for truth values.
fn fixes(terms: &mut Terms, fact: Term) -> Option<(Var, Term)> {
    match *terms.node(fact) {
        Node::Var(v) => Some((v, terms.truth())),
        Node::Not(a) => {
            let Node::Var(v) = *terms.node(a) else { return None };
            Some((v, terms.falsity()))
        }
        Node::Compare(CompareOp::Eq, a, b) => {
            let var = |t: Term| if let Node::Var(v) = *terms.node(t) { Some(v) } else { None };
            if let Some(v) = var(a).filter(|_| terms.as_const(b).is_some() || var(b).is_some()) {
                return Some((v, b));
            }
            [(a, b), (b, a)].into_iter().find_map(|(x, sum)| {
                let Node::Binary(BinaryOp::Add, y, c) = *terms.node(sum) else { return None };
                let (v, other) = (var(x)?, var(y)?);
                (terms.as_const(c).is_some() && v != other).then_some((v, sum))
            })
        }
        Node::Const { .. }
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => None,
    }
}

/// The comparison that a fact is, negation resolved: `(op, a, b)`; `None` for the operator means `a ≠ b`.
fn comparison(terms: &Terms, fact: Term) -> Option<(Option<CompareOp>, Term, Term)> {
    if let Node::Compare(op, a, b) = *terms.node(fact) {
        return Some((Some(op), a, b));
    }
    let Node::Not(inner) = *terms.node(fact) else { return None };
    let Node::Compare(op, a, b) = *terms.node(inner) else { return None };
    Some(compared(op, a, b, false))
}

/// The comparisons of which `fact` is made by conjunctions and disjunctions, as `fact` says them.
fn alternatives(terms: &Terms, fact: Term) -> Vec<(Option<CompareOp>, Term, Term)> {
    let (mut open, mut found, mut seen) = (vec![(fact, true)], vec![], FxHashSet::default());
    while let Some((t, holds)) = open.pop() {
        if !seen.insert((t, holds)) {
            continue;
        }
        match *terms.node(t) {
            Node::Not(inner) => open.push((inner, !holds)),
            Node::Binary(BinaryOp::And | BinaryOp::Or, a, b) => open.extend([(a, holds), (b, holds)]),
            Node::Compare(op, a, b) => found.push(compared(op, a, b, holds)),
            Node::Const { .. } | Node::Var(_) | Node::Binary(..) | Node::Ite(..) | Node::Cast(..) | Node::Apply(..) => {
            }
        }
    }
    found
}

/// A comparison that holds, or that does not.
fn compared(op: CompareOp, a: Term, b: Term, holds: bool) -> (Option<CompareOp>, Term, Term) {
    match op {
        _ if holds => (Some(op), a, b),
        CompareOp::Eq => (None, a, b),
        CompareOp::Ult => (Some(CompareOp::Ule), b, a),
        CompareOp::Ule => (Some(CompareOp::Ult), b, a),
        CompareOp::Slt => (Some(CompareOp::Sle), b, a),
        CompareOp::Sle => (Some(CompareOp::Slt), b, a),
    }
}

impl Prepared {
    /// Replaces every variable that a fact fixes; returns whether there was one.
    fn replace_fixed(&mut self, terms: &mut Terms) -> bool {
        let mut any = false;
        for i in 0..self.facts.len() {
            let Some((var, by)) = fixes(terms, self.facts[i]) else { continue };
            let var_term = terms.var(var);
            let fits = self.fits(terms, by);
            // What is known of the variable must not be said of a sum that may wrap.
            let is_open = self.intervals.of(terms, var_term) == Interval::full(terms.width(var_term))
                && terms.arithmetic(by) == Arithmetic::Signed;
            if !fits && !is_open {
                continue;
            }
            if fits && terms.width(var_term) > 1 {
                let to = self.intervals.of(terms, var_term);
                self.contradiction |= self.intervals.of(terms, by).meet(to).is_none();
                self.intervals.narrow(terms, by, to);
            }
            let mut substitution = Substitution::new();
            substitution.var(var, by);
            for fact in &mut self.facts {
                *fact = terms.substitute(*fact, &mut substitution);
            }
            self.fixed.push((var, by));
            any = true;
        }
        if any {
            self.facts = flatten(terms, &self.facts.clone());
        }
        any
    }

    /// Whether a variable and a constant make a sum that fits its width, without the assumption that sums do not wrap.
    fn fits(&mut self, terms: &Terms, sum: Term) -> bool {
        let Node::Binary(BinaryOp::Add, y, c) = *terms.node(sum) else { return true };
        let (y, c) = (self.intervals.of(terms, y), terms.as_int(c).map_or(i128::MAX, i128::from));
        let ideal = Interval { lo: y.lo.saturating_add(c), hi: y.hi.saturating_add(c) };
        ideal.within(Interval::full(terms.width(sum)))
    }

    /// An unsigned sum or product that is read as a signed number in any case fits one.
    fn fit_conversions(&mut self, terms: &Terms) {
        let all = certain(terms, &self.facts);
        let mut read: Vec<Term> = read_as_signed(terms, &all).into_iter().collect();
        read.sort_unstable();
        for t in read {
            if is_unsigned(terms, t) && !self.intervals.may_wrap(terms, t) && !self.intervals.leaves_signed(terms, t) {
                self.converted |= self.intervals.narrow(terms, t, Interval::full(terms.width(t)));
            }
        }
    }

    /// Passes bounds between the two sides of a comparison; returns whether that changed anything.
    fn narrow(&mut self, terms: &Terms, fact: Term) -> bool {
        let Some((op, a, b)) = comparison(terms, fact) else { return false };
        if terms.width(a) == 1 {
            return false;
        }
        let (x, y) = (self.intervals.of(terms, a), self.intervals.of(terms, b));
        // What represents unsigned sums and products may be congruent where it is not equal.
        let width = terms.width(a);
        let natural = Interval { lo: 0, hi: (1i128 << width) - 1 };
        let unique = [Interval::full(width), natural].iter().any(|all| x.within(*all) && y.within(*all));
        if !unique && matches!(op, Some(CompareOp::Eq | CompareOp::Ult | CompareOp::Ule) | None) {
            return false;
        }
        let signed = matches!(op, Some(CompareOp::Slt | CompareOp::Sle));
        if signed && [a, b].into_iter().any(|t| self.intervals.leaves_signed(terms, t)) {
            return false;
        }
        let (p, q) = match op {
            Some(CompareOp::Eq) => (y, x),
            Some(CompareOp::Slt) => (Interval { lo: x.lo, hi: y.hi - 1 }, Interval { lo: x.lo + 1, hi: y.hi }),
            Some(CompareOp::Sle) => (Interval { lo: x.lo, hi: y.hi }, Interval { lo: x.lo, hi: y.hi }),
            Some(CompareOp::Ult) if y.lo >= 0 => {
                (Interval { lo: 0, hi: y.hi - 1 }, Interval { lo: x.lo.max(0) + 1, hi: y.hi })
            }
            Some(CompareOp::Ule) if y.lo >= 0 => (Interval { lo: 0, hi: y.hi }, Interval { lo: x.lo.max(0), hi: y.hi }),
            Some(CompareOp::Ult | CompareOp::Ule) => return false,
            None => (without(x, y), without(y, x)),
        };
        let left = self.intervals.narrow(terms, a, p);
        self.intervals.narrow(terms, b, q) || left
    }

    /// How far counters go by comparisons with constants.
    fn count_iterations(&mut self, terms: &Terms) {
        for fact in &self.facts {
            if let Some((op, a, b)) = comparison(terms, *fact) {
                counted::note(&mut self.intervals, terms, op, (a, b), &|t| terms.is_count(t));
            }
            // A loop that was left was so in its first iteration, or it went on in the one before.
            for (op, a, b) in alternatives(terms, *fact) {
                let is_last = |t: Term| terms.is_count(t) && matches!(terms.node(t), Node::Apply(..));
                counted::note(&mut self.intervals, terms, op, (a, b), &is_last);
            }
        }
    }

    /// Finds facts `x % c == 0` about variables.
    fn read_divisors(&mut self, terms: &Terms) {
        for fact in &self.facts {
            let Some((Some(CompareOp::Eq), a, b)) = comparison(terms, *fact) else { continue };
            let (Node::Binary(op, x, c), Some(0)) = (terms.node(a), terms.as_const(b)) else { continue };
            let (Node::Var(var), Some(c)) = (terms.node(*x), terms.as_int(*c)) else { continue };
            let modulus = i128::from(c);
            let positive = self.intervals.of(terms, *x).lo >= 0;
            let divisor = match op {
                BinaryOp::URem if positive || modulus.count_ones() == 1 => modulus,
                BinaryOp::SRem => modulus,
                BinaryOp::And if (modulus + 1).count_ones() == 1 => modulus + 1,
                BinaryOp::And
                | BinaryOp::URem
                | BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::UDiv
                | BinaryOp::SDiv
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::Or
                | BinaryOp::Xor => continue,
            };
            if divisor > 1 {
                let known = self.divisors.entry(*var).or_insert(divisor);
                *known = divisor.max(*known);
            }
        }
    }
}

/// `x` without the value of `y`, where that is one value at an end of `x`.
fn without(x: Interval, y: Interval) -> Interval {
    if y.lo != y.hi || x.lo == x.hi {
        return x;
    }
    Interval { lo: x.lo + i128::from(x.lo == y.lo), hi: x.hi - i128::from(x.hi == y.lo) }
}
