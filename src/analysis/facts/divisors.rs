//! What the executed code divides by is not 0.
//!
//! C++ leaves a division by 0 undefined, and so does LLVM; a GPU gives some number, with which rows of a width of 0 all fall
//! together. What an access's address and guard divide by wherever they are computed is taken to be another number.
//!
//! Direction: leaves out executions that C++ does not define, which is an assumption of the verdict. A division that is
//! made in one branch only says nothing.

use crate::term::{BinaryOp, CompareOp, Intervals, Node, Term, Terms};
use rustc_hash::FxHashSet;

/// That the divisors in these numbers and truth values are not 0, where nothing else says so.
pub(crate) fn nonzero(terms: &mut Terms, mut stack: Vec<Term>) -> Vec<Term> {
    let (mut seen, mut divisors) = (FxHashSet::default(), vec![]);
    while let Some(t) = stack.pop() {
        if !seen.insert(t) {
            continue;
        }
        match *terms.node(t) {
            Node::Binary(op, a, b) if terms.width(t) > 1 => {
                stack.extend([a, b]);
                if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem) {
                    divisors.push(b);
                }
            }
            // Both parts of a conjunction hold.
            Node::Binary(BinaryOp::And, a, b) => stack.extend([a, b]),
            Node::Compare(CompareOp::Eq | CompareOp::Ult | CompareOp::Ule | CompareOp::Slt | CompareOp::Sle, a, b) => {
                stack.extend([a, b]);
            }
            Node::Not(a) if matches!(terms.node(a), Node::Compare(..)) => stack.push(a),
            Node::Cast(_, _, a) => stack.push(a),
            Node::Binary(..) | Node::Not(_) | Node::Const { .. } | Node::Var(_) | Node::Ite(..) | Node::Apply(..) => {}
        }
    }
    let mut intervals = Intervals::new();
    divisors.retain(|b| {
        let interval = intervals.of(terms, *b);
        interval.lo <= 0 && interval.hi >= 0
    });
    divisors.sort_unstable();
    divisors.dedup();
    let not_zero = |b: Term| {
        let zero = terms.constant(terms.width(b), 0);
        terms.ne(b, zero)
    };
    divisors.into_iter().map(not_zero).collect()
}
