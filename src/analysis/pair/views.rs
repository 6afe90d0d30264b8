//! Views of tensors: an index is a sum of products with strides, as `i * strides[0] + j * strides[1]`, and the strides are numbers in one
//! array of the structure that has the pointer, too.
//!
//! That such strides do not let two cells overlap is assumed, and said so: then two threads access one cell only with equal indices
//! `i` and `j`. Nothing else is known of strides that a launch passes, and a program in which cells overlap has no use for them.
//!
//! Direction: by form. A place that is not told apart so is one that nothing is assumed of.

use super::bytes::ByteRange;
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, Array};
use crate::term::{BinaryOp, CastOp, Node, Term, Terms, Var, Width, Wrapping};
use crate::verdict::Assumption;
use std::collections::BTreeMap;

/// Bits of an index.
const INDEX: Width = 64;

/// A part of a sum, and what it is multiplied by; nothing stands for 1.
pub type Part = (Option<Term>, u64);

/// A place, taken apart.
#[derive(Default)]
struct Place {
    /// By stride, what it is multiplied by.
    indices: BTreeMap<Var, Vec<Part>>,
    /// What has no stride, each times a number, in order.
    rest: Vec<(Term, u64)>,
    constant: u64,
}

/// That two accesses which meet have equal indices, where both are to a view of one tensor.
pub fn facts(world: &mut Prepared, [left, right]: [&Access; 2], ranges: [ByteRange; 2]) -> Vec<Term> {
    if left.array != right.array || world.terms.wrapping() != Wrapping::Excluded {
        return vec![];
    }
    let Some(array) = world.kernel.arrays.get(left.array.0) else { return vec![] };
    let (groups, name) = (array.beside.clone(), array.shown().to_owned());
    let equal = groups.iter().find_map(|strides| equal(&mut world.terms, strides, ranges)).unwrap_or_default();
    if !equal.is_empty() {
        world.rest_on([Assumption::ViewsApart { array: name }]);
    }
    equal
}

/// That, if both places are to cells of the tensor with these strides.
fn equal(terms: &mut Terms, strides: &[Var], [(o1, b1), (o2, b2)]: [ByteRange; 2]) -> Option<Vec<Term>> {
    let [a, b] = [Place::of(terms, o1, strides)?, Place::of(terms, o2, strides)?];
    let size = a.cell()?;
    let ends = |place: &Place, bytes: Term| place.constant.checked_add(terms.as_const(bytes)?);
    let is_in_cell = [ends(&a, b1), ends(&b, b2)].into_iter().all(|end| end.is_some_and(|end| end <= size));
    if !is_in_cell || a.rest != b.rest || b.cell() != Some(size) {
        return None;
    }
    let used = |v: &Var| a.indices.contains_key(v) || b.indices.contains_key(v);
    let all: Vec<Var> = strides.iter().copied().filter(used).collect();
    let index =
        |terms: &mut Terms, place: &Place, v: &Var| sum(terms, place.indices.get(v).map_or(&[], Vec::as_slice), size);
    Some(
        all.iter()
            .map(|v| {
                let (i, j) = (index(terms, &a, v), index(terms, &b, v));
                terms.eq(i, j)
            })
            .collect(),
    )
}

/// The index of an access to a view of a tensor, in cells by stride; with no stride what is added for all threads alike, in bytes.
#[must_use]
pub fn index(terms: &Terms, array: &Array, access: &Access) -> Option<Vec<(Option<Var>, Part)>> {
    array.beside.iter().find_map(|strides| {
        let place = Place::of(terms, access.offset, strides)?;
        let (size, end) = (place.cell()?, place.constant.checked_add(terms.as_const(access.bytes)?)?);
        let is_view = end <= size && place.rest.iter().all(|(t, _)| terms.is_shared(*t));
        let parts = place.indices.into_iter().flat_map(|(v, parts)| parts.into_iter().map(move |part| (v, part)));
        let parts = parts.map(|(v, (t, times))| (Some(v), (t, times / size)));
        is_view.then(|| parts.chain(place.rest.iter().map(|(t, times)| (None, (Some(*t), *times)))).collect())
    })
}

/// Parts of a sum, in cells of so many bytes.
fn sum(terms: &mut Terms, parts: &[Part], size: u64) -> Term {
    let nothing = terms.constant(INDEX, 0);
    parts.iter().fold(nothing, |sum, (t, times)| {
        let times = terms.constant(INDEX, times / size);
        let part = match t {
            Some(t) => {
                let t = terms.cast(CastOp::Sext, INDEX, *t);
                terms.mul(t, times)
            }
            None => times,
        };
        terms.add(sum, part)
    })
}

impl Place {
    fn of(terms: &Terms, offset: Term, strides: &[Var]) -> Option<Place> {
        let mut place = Place::default();
        place.take_apart(terms, offset, 1, strides)?;
        place.rest.sort_unstable();
        Some(place)
    }

    /// The bytes of a cell: the least that an index is multiplied by, if all are by multiples of it.
    fn cell(&self) -> Option<u64> {
        let times = || self.indices.values().flatten().map(|(_, times)| *times);
        let least = times().min()?;
        times().all(|times| times.is_multiple_of(least)).then_some(least)
    }

    fn take_apart(&mut self, terms: &Terms, t: Term, times: u64, strides: &[Var]) -> Option<()> {
        if let Some(c) = terms.as_const(t) {
            self.constant = self.constant.checked_add(c.checked_mul(times)?)?;
            return Some(());
        }
        match *terms.node(t) {
            Node::Cast(CastOp::Sext | CastOp::Zext, _, a) => return self.take_apart(terms, a, times, strides),
            Node::Binary(BinaryOp::Add, a, b) => {
                self.take_apart(terms, a, times, strides)?;
                return self.take_apart(terms, b, times, strides);
            }
            Node::Binary(BinaryOp::Mul | BinaryOp::Shl, ..) => {
                if let Some((a, by)) = scaled(terms, t) {
                    return self.take_apart(terms, a, times.checked_mul(by)?, strides);
                }
            }
            Node::Var(v) if strides.contains(&v) => {
                self.indices.entry(v).or_default().push((None, times));
                return Some(());
            }
            Node::Var(_)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => {}
        }
        if let Node::Binary(BinaryOp::Mul, a, b) = *terms.node(t) {
            for (index, stride) in [(a, b), (b, a)] {
                let Some((v, by)) = stride_of(terms, stride, strides).filter(|_| is_free(terms, index, strides)) else {
                    continue;
                };
                self.indices.entry(v).or_default().push((Some(index), times.checked_mul(by)?));
                return Some(());
            }
        }
        self.rest.push((t, times));
        is_free(terms, t, strides).then_some(())
    }
}

/// What a number is a multiple of, and how many times.
fn scaled(terms: &Terms, t: Term) -> Option<(Term, u64)> {
    let Node::Binary(op, a, b) = *terms.node(t) else { return None };
    match op {
        BinaryOp::Mul => terms.as_const(a).map(|by| (b, by)).or_else(|| Some((a, terms.as_const(b)?))),
        BinaryOp::Shl => Some((a, 1u64.checked_shl(terms.as_const(b)?.try_into().ok()?)?)),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => None,
    }
}

/// Which of the strides a number is, times a number.
fn stride_of(terms: &Terms, t: Term, strides: &[Var]) -> Option<(Var, u64)> {
    let t = uncast(terms, t);
    if let Node::Var(v) = *terms.node(t) {
        return strides.contains(&v).then_some((v, 1));
    }
    let (of, by) = scaled(terms, t)?;
    let (v, times) = stride_of(terms, of, strides)?;
    Some((v, times.checked_mul(by)?))
}

fn is_free(terms: &Terms, t: Term, strides: &[Var]) -> bool {
    !terms.vars_of(&[t]).into_iter().any(|v| strides.contains(&v))
}

fn uncast(terms: &Terms, mut t: Term) -> Term {
    while let Node::Cast(CastOp::Sext | CastOp::Zext, _, a) = *terms.node(t) {
        t = a;
    }
    t
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Owner, Substitution, VarInfo, VarKind};

    const CELL: u64 = 4;

    /// Two strides, and the indices of two threads.
    fn setup(terms: &mut Terms) -> ([Var; 2], [[Var; 2]; 2]) {
        let mut declare = |name: &str, kind| {
            terms.declare_var(VarInfo { name: name.into(), width: 32, kind, bounds: None, owner: Owner::All })
        };
        let strides = ["s", "t"].map(|name| declare(name, VarKind::Param));
        (strides, [["i", "j"], ["k", "l"]].map(|two| two.map(|name| declare(name, VarKind::Local))))
    }

    /// `(i * s + j * t) * 4 + more`, as an access of so many bytes.
    fn place(terms: &mut Terms, strides: [Var; 2], indices: [Var; 2], more: u64, bytes: u64) -> ByteRange {
        let products = [0, 1].map(|d| {
            let (index, stride) = (terms.var(indices[d]), terms.var(strides[d]));
            terms.mul(index, stride)
        });
        let cell = terms.add(products[0], products[1]);
        let (cell, size, more) =
            (terms.cast(CastOp::Sext, 64, cell), terms.constant(64, CELL), terms.constant(64, more));
        let start = terms.mul(cell, size);
        (terms.add(start, more), terms.constant(64, bytes))
    }

    #[test]
    fn where_cells_lie_apart_accesses_that_meet_have_equal_indices() {
        let mut terms = Terms::new();
        let (strides, [a, b]) = setup(&mut terms);
        let places = [place(&mut terms, strides, a, 0, 4), place(&mut terms, strides, b, 0, 4)];
        let facts = equal(&mut terms, &strides, places).expect("a view");
        assert_eq!(facts.len(), 2);
        // Three cells in a row, and either of the two may be the longer stride.
        for (s, t) in [(3, 1), (1, 3), (7, 2), (2, 6)] {
            for n in 0..81u64 {
                let indices = [n % 3, n / 3 % 3, n / 9 % 3, n / 27];
                let mut by = Substitution::new();
                let values = strides.iter().zip([s, t]).chain(a.iter().chain(&b).zip(indices));
                for (v, value) in values {
                    let value = terms.constant(32, value);
                    by.var(*v, value);
                }
                let meet = terms.eq(places[0].0, places[1].0);
                let [meet, i, j] = [meet, facts[0], facts[1]].map(|t| terms.substitute(t, &mut by));
                assert_eq!(terms.is_true(meet), terms.is_true(i) && terms.is_true(j), "{s} {t} {indices:?}");
            }
        }
    }

    #[test]
    fn nothing_is_said_of_other_places() {
        let mut terms = Terms::new();
        let (strides, [a, b]) = setup(&mut terms);
        let cell = place(&mut terms, strides, a, 0, 4);
        let is_view = |terms: &mut Terms, strides: &[Var], other| equal(terms, strides, [cell, other]).is_some();
        let other = place(&mut terms, strides, b, 0, 4);
        assert!(is_view(&mut terms, &strides, other));
        assert!(!is_view(&mut terms, &strides[..1], other), "the other stride differs between the threads");
        for (more, bytes) in [(4, 4), (0, 8), (2, 4)] {
            let other = place(&mut terms, strides, b, more, bytes);
            assert!(!is_view(&mut terms, &strides, other), "it reaches into the next cell: {more}, {bytes}");
        }
        let own = terms.var(b[0]);
        let own = terms.cast(CastOp::Sext, 64, own);
        let moved = (terms.add(other.0, own), other.1);
        assert!(!is_view(&mut terms, &strides, moved), "what a thread adds is no index");
        let square = place(&mut terms, strides, [strides[0], b[1]], 0, 4);
        assert!(!is_view(&mut terms, &strides, square), "a product of strides");
    }
}
