//! What two values of one form are computed from: where all of it is equal, so are they.
//!
//! ```text
//! place  i * 33 + x      value  a[(first + i) * pitch + x]      inputs: i, x
//! ```
//!
//! Both values are gone through at once from the top (*anti-unification*, Plotkin, 1970). Where their terms differ in form, are
//! parts of where the two writes are, or are two outcomes of one choice, both are an input: what is known of the places decides on
//! these, be the values products of unknown numbers.
//!
//! **Invariant:** the values are equal wherever all pairs are.

use crate::term::{Node, Term, Terms};
use std::collections::BTreeSet;

/// The most pairs: a value that is made of more is none that places decide on.
const MOST: usize = 16;

/// The pairs of inputs of two values, written at these places; none if the values are the two inputs themselves.
pub(super) fn inputs(terms: &Terms, values: [Term; 2], places: [Term; 2]) -> Option<Vec<[Term; 2]>> {
    let parts = places.map(|place| terms.reachable(&[place]).into_iter().collect::<BTreeSet<Term>>());
    let (mut open, mut seen, mut found) = (vec![values], BTreeSet::new(), vec![]);
    while let Some(pair) = open.pop() {
        let [a, b] = pair;
        if a == b || !seen.insert(pair) {
            continue;
        }
        let is_placed = parts[0].contains(&a) && parts[1].contains(&b);
        if is_placed || !are_of_one_form(terms, a, b) {
            found.push(pair);
        } else {
            open.extend(terms.children(a).into_iter().zip(terms.children(b)).map(|(a, b)| [a, b]));
        }
    }
    (found.len() <= MOST && found != [values]).then_some(found)
}

/// Whether two terms are one operation of operands of the same widths.
fn are_of_one_form(terms: &Terms, a: Term, b: Term) -> bool {
    let widths = |t: Term| terms.children(t).into_iter().map(|child| terms.width(child)).collect::<Vec<_>>();
    let is_same = match (terms.node(a), terms.node(b)) {
        (Node::Not(_), Node::Not(_)) => true,
        (Node::Ite(f, ..), Node::Ite(g, ..)) => f != g,
        (Node::Binary(f, ..), Node::Binary(g, ..)) => f == g,
        (Node::Compare(f, ..), Node::Compare(g, ..)) => f == g,
        (Node::Cast(f, ..), Node::Cast(g, ..)) => f == g,
        (Node::Apply(f, _), Node::Apply(g, _)) => f == g,
        (
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..),
            _,
        ) => false,
    };
    is_same && terms.width(a) == terms.width(b) && widths(a) == widths(b)
}
