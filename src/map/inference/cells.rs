//! The indices of an array's element from its byte offset, for [`infer`](crate::map::infer()).

use super::phrase::{Phrases, product, sum};
use crate::map::ast::{ArrayDecl, Expr};
use crate::term::{BinaryOp, Node, Term, Terms};

/// The indices of the element at this byte offset, if that is always a whole element and the indices behind the first are
/// inside their extents.
pub(super) fn indices(phrases: &mut Phrases<'_>, array: &ArrayDecl, offset: Term) -> Option<Vec<Expr>> {
    let mut addends = vec![];
    addends_of(phrases.terms, offset, 1, &mut addends)?;
    let (constants, mut addends): (Vec<_>, Vec<_>) = addends.into_iter().partition(|(_, term)| term.is_none());
    let mut constant = constants.iter().try_fold(0i64, |sum, (value, _)| sum.checked_add(*value))?;
    let mut found = vec![];
    for (position, stride) in strides(array)?.into_iter().enumerate() {
        let (mine, rest) = addends.into_iter().partition::<Vec<_>, _>(|(factor, _)| factor % stride == 0);
        addends = rest;
        let whole = constant.div_euclid(stride);
        constant = constant.rem_euclid(stride);
        let (mut index, mut lo, mut hi) = (Expr::Int(0), i128::from(whole), i128::from(whole));
        for (factor, term) in mine {
            let (factor, term) = (factor / stride, term?);
            let known = phrases.interval(term);
            let ends = [known.lo * i128::from(factor), known.hi * i128::from(factor)];
            (lo, hi) = (lo + ends[0].min(ends[1]), hi + ends[0].max(ends[1]));
            index = sum(index, product(phrases.expr(term), Expr::Int(factor)));
        }
        let extent = array.dims.get(position).map_or(i128::MAX, |d| i128::from(*d));
        if position > 0 && (lo < 0 || hi >= extent) {
            return None;
        }
        found.push(sum(index, Expr::Int(whole)));
    }
    (addends.is_empty() && constant == 0).then_some(found)
}

/// How many bytes apart neighbours are in each dimension, outermost first.
fn strides(array: &ArrayDecl) -> Option<Vec<i64>> {
    let mut strides = vec![i64::try_from(array.element).ok()?];
    for dim in array.dims.iter().skip(1).rev() {
        strides.push(strides.last()?.checked_mul(i64::try_from(*dim).ok()?)?);
    }
    strides.reverse();
    Some(strides)
}

/// `t · factor` as a sum of terms with factors; a constant has no term.
fn addends_of(terms: &Terms, t: Term, factor: i64, found: &mut Vec<(i64, Option<Term>)>) -> Option<()> {
    if let Some(value) = terms.as_int(t) {
        found.push((value.checked_mul(factor)?, None));
        return Some(());
    }
    match *terms.node(t) {
        Node::Binary(BinaryOp::Add, a, b) => {
            addends_of(terms, a, factor, found)?;
            addends_of(terms, b, factor, found)
        }
        Node::Binary(BinaryOp::Mul, a, b) if terms.as_int(b).is_some() => {
            addends_of(terms, a, factor.checked_mul(terms.as_int(b)?)?, found)
        }
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => {
            found.push((factor, Some(t)));
            Some(())
        }
    }
}
