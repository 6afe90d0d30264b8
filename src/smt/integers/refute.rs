//! Contradictions that need no solver (docs/design.md section 6, step 0): unit propagation over what is asserted, the bounds of the
//! symbols, and sums of an equation and an inequality whose bounds exclude 0.
//!
//! The sums are one step of Fourier-Motzkin elimination. They decide what is common in index arithmetic: from
//! `t + k·T = t' + j·T` with `t, t' < T` follows that `t` is `t'` and `k` is `j`, whatever `T`.
//!
//! Direction: `true` is a proof; `false` says nothing.

use super::encode::encode;
use super::normalise::Range;
use crate::smt::answer::Answer;
use crate::smt::facts::prepare;
use crate::smt::formula::{Arithmetic, Expr, Lin, Logic, Query, Sym};
use crate::term::{Term, Terms};
use rustc_hash::FxHashSet;

/// How often the disjunctions are gone through again.
const ROUNDS: usize = 4;
/// The most inequalities that are added to equations.
const INEQUALITIES: usize = 64;

/// A proof that needs no solver, if there is one, that `facts` cannot hold together.
pub fn refute(terms: &mut Terms, facts: &[Term]) -> Option<Answer> {
    let prepared = prepare(terms, facts);
    if prepared.contradiction {
        return Some(Answer::Unsat { arithmetic: false });
    }
    let mut encoder = encode(terms, &prepared);
    let arithmetic = encoder.assumed;
    contradictory(&mut encoder.query, &encoder.ranges).then_some(Answer::Unsat { arithmetic })
}

/// Whether the assertions of `query` contradict each other; `ranges` bound its symbols.
pub(in crate::smt) fn contradictory(query: &mut Query, ranges: &[Range]) -> bool {
    match literals(query, ranges) {
        Some(known) => sums(query, &known, ranges),
        None => true,
    }
}

/// What holds for sure, by unit propagation, in a fixed order; `None` where that is contradictory.
fn literals(query: &mut Query, ranges: &[Range]) -> Option<Vec<Expr>> {
    let (mut known, mut order) = (FxHashSet::default(), vec![]);
    let mut stack: Vec<Expr> = query.asserts.iter().rev().copied().collect();
    let mut choices: Vec<Vec<Expr>> = vec![];
    for _ in 0..ROUNDS {
        while let Some(e) = stack.pop() {
            let negated = query.not(e);
            if excluded(query, e, ranges) || known.contains(&negated) {
                return None;
            }
            if known.insert(e) {
                match query.logic(e) {
                    Logic::And(parts) => stack.extend(parts.iter().rev()),
                    Logic::Or(parts) => choices.push(parts.to_vec()),
                    Logic::Not(inner) => match negated_parts(query, inner) {
                        Some((parts, true)) => choices.push(parts),
                        Some((parts, false)) => stack.extend(parts.iter().rev()),
                        None => {}
                    },
                    Logic::Constant(_) | Logic::Symbol(_) | Logic::Other => {}
                }
                order.push(e);
            }
        }
        for parts in std::mem::take(&mut choices) {
            if parts.iter().any(|p| known.contains(p)) {
                continue;
            }
            let mut open = parts;
            open.retain(|p| !known.contains(&query.not(*p)) && !excluded(query, *p, ranges));
            match open.as_slice() {
                [] => return None,
                [only] => stack.push(*only),
                [_, _, ..] => choices.push(open),
            }
        }
        if stack.is_empty() {
            break;
        }
    }
    Some(order)
}

/// The negated parts of a conjunction or disjunction, and whether it is a conjunction: then one of them holds, else all.
fn negated_parts(query: &mut Query, e: Expr) -> Option<(Vec<Expr>, bool)> {
    let (parts, conjunction) = match query.logic(e) {
        Logic::And(parts) => (parts.to_vec(), true),
        Logic::Or(parts) => (parts.to_vec(), false),
        Logic::Constant(_) | Logic::Symbol(_) | Logic::Not(_) | Logic::Other => return None,
    };
    Some((parts.into_iter().map(|p| query.not(p)).collect(), conjunction))
}

/// Whether the bounds of the symbols alone exclude `e`.
fn excluded(query: &Query, e: Expr, ranges: &[Range]) -> bool {
    match (query.logic(e), query.arithmetic(e)) {
        (Logic::Constant(value), _) => !value,
        (Logic::Not(inner), _) => {
            matches!(query.arithmetic(inner), Arithmetic::Zero(lin) if range(lin, ranges) == Range::point(0))
        }
        (_, Arithmetic::AtMostZero(lin)) => range(lin, ranges).at_least(1),
        (_, Arithmetic::Zero(lin)) => range(lin, ranges).at_least(1) || range(lin, ranges).at_most(-1),
        (Logic::Symbol(_) | Logic::And(_) | Logic::Or(_) | Logic::Other, Arithmetic::Other) => false,
    }
}

/// Whether an equation and an inequality together exclude each other by the bounds of the symbols.
fn sums(query: &Query, known: &[Expr], ranges: &[Range]) -> bool {
    let (mut zero, mut at_most) = (vec![], vec![]);
    for e in known {
        match query.arithmetic(*e) {
            Arithmetic::Zero(lin) => zero.extend([Some(lin.clone()), negated(lin)].into_iter().flatten()),
            Arithmetic::AtMostZero(lin) => at_most.push(lin),
            Arithmetic::Other => {}
        }
    }
    at_most.truncate(INEQUALITIES);
    let apart = |z, l| sum(z, l).is_some_and(|s| range(&s, ranges).at_least(1));
    zero.iter().any(|z| at_most.iter().any(|l| apart(z, l)))
}

fn negated(lin: &Lin) -> Option<Lin> {
    let terms = lin.terms.iter().map(|(s, c)| Some((*s, c.checked_neg()?))).collect::<Option<_>>()?;
    Some(Lin { terms, constant: lin.constant.checked_neg()? })
}

/// The sum of `zero` and a multiple of `at_most` in which the first symbol that has opposite signs in them vanishes; both
/// are at most 0, so the sum is.
fn sum(zero: &Lin, at_most: &Lin) -> Option<Lin> {
    let coefficient = |lin: &Lin, s| lin.terms.iter().find(|(t, _)| *t == s).map(|(_, c)| *c);
    let by = zero.terms.iter().find_map(|(s, c)| {
        let other = coefficient(at_most, *s)?;
        (other.signum() == -c.signum() && c % other == 0).then(|| (c / other).abs())
    })?;
    let mut sum = zero.clone();
    sum.constant = sum.constant.checked_add(at_most.constant.checked_mul(by)?)?;
    for (s, c) in &at_most.terms {
        let c = c.checked_mul(by)?;
        match sum.terms.iter_mut().find(|(t, _)| t == s) {
            Some((_, old)) => *old = old.checked_add(c)?,
            None => sum.terms.push((*s, c)),
        }
    }
    sum.terms.retain(|(_, c)| *c != 0);
    Some(sum)
}

/// The values of `lin` by the bounds of its symbols.
fn range(lin: &Lin, ranges: &[Range]) -> Range {
    let of = |s: &Sym| ranges.get(s.0 as usize).copied().unwrap_or_default();
    lin.terms.iter().fold(Range::point(lin.constant), |sum, (s, c)| sum.add(of(s).scale(*c)))
}
